//! What the errors so far show: which number of heads to try next, or where the cliff is. It knows
//! groups of errors and nothing of experiments.
//!
//! The best seed decides which heads to try: a run with enough heads may fail to learn, but a run
//! with too few cannot succeed by luck. The medians decide whether the cliff is confirmed.

use crate::grid::MOST_HEADS;
use crate::summary::{Group, LEAST_DROP, times};

/// Errors whose ratio is below this count as equal: seeds alone make a ratio of two.
const EQUAL_RATIO: f64 = 3.0;
/// Medians whose ratio is at most this are said to hardly change.
const SIMILAR_RATIO: f64 = 2.0;
/// One head with an error below this has learned the task: with D = 2 the error of one head stays
/// above it, however long it is trained.
const LEARNED: f64 = 1e-2;
/// If three doublings of the heads lower the error by less than this factor, the search ends.
const LEAST_GAIN: f64 = 1.2;

/// What the errors show, with the reason in words.
#[derive(Debug, PartialEq)]
pub(super) enum Decision {
    Try(u32, String),
    Found(u32, String),
    Inconclusive(String),
}

/// The errors of one number of heads.
#[derive(Clone, Copy)]
struct Errors<'a> {
    group: &'a Group,
    h: u32,
    best: f64,
    median: f64,
}

impl<'a> Errors<'a> {
    /// `None` where half of the runs or more diverged.
    fn of(group: &'a Group) -> Option<Self> {
        // Errors of exactly zero would make every fall infinite.
        let positive = |error: f64| error.max(f64::MIN_POSITIVE);
        (group.count > group.diverged).then_some(Self {
            group,
            h: group.h,
            best: positive(group.min?),
            median: positive(group.median?),
        })
    }

    /// Whether some run is far from the others, or diverged.
    fn has_failed_runs(&self) -> bool {
        let is_far = |worst: f64| worst > LEAST_DROP * self.median;
        self.group.diverged > 0 || self.group.max.is_some_and(is_far)
    }

    /// How many times smaller the best error is at `other`.
    fn fall(&self, other: &Self) -> f64 {
        self.best / other.best
    }
}

/// What to do after these, in ascending order of heads.
pub(super) fn decide(tried: &[Group]) -> Decision {
    // A group whose error is far higher than with fewer heads failed to train, and shows nothing.
    let mut known: Vec<Errors<'_>> = Vec::new();
    let mut failed: Vec<u32> = Vec::new();
    for group in tried {
        match Errors::of(group) {
            Some(new)
                if known
                    .last()
                    .is_none_or(|last| last.fall(&new) > 1.0 / EQUAL_RATIO) =>
            {
                known.push(new);
            }
            _ => failed.push(group.h),
        }
    }
    let Some(top) = known.last() else {
        return match failed.first() {
            None => Decision::Try(1, "Beginning with 1 head.".into()),
            Some(h) => training_failed(*h),
        };
    };
    let doublings: Vec<&Errors<'_>> = known
        .iter()
        .filter(|m| m.h.is_power_of_two() || m.h == top.h)
        .collect();
    let has_cliff = doublings.windows(2).any(|p| p[0].fall(p[1]) >= LEAST_DROP);
    let last_gain = doublings
        .windows(2)
        .last()
        .map(|p| (p[0].h, p[0].fall(p[1])));
    if let (true, Some((before, fall))) = (has_cliff, last_gain)
        && fall < EQUAL_RATIO
    {
        return narrow(&known, &failed, before);
    }
    let one = &known[0];
    if one.h == 1 && one.best < LEARNED && doublings.len() > 2 && !has_cliff {
        return Decision::Found(
            1,
            format!(
                "The error is low with 1 head already and hardly changes up to {}: this task needs 1 head.",
                top.h
            ),
        );
    }
    if let [.., first, _, _, last] = doublings[..]
        && first.fall(last) < LEAST_GAIN
    {
        return Decision::Inconclusive(format!(
            "the error is as high with {} heads as with {}. More training steps may help.",
            last.h, first.h
        ));
    }
    if let Some(above) = failed.iter().find(|h| **h > top.h) {
        if top.h + 1 == *above || failed.contains(&(top.h + 1)) {
            return training_failed(*above);
        }
        let next = top.h + 1;
        let why = format!("With {above} heads training goes wrong: trying {next} in their place.");
        return Decision::Try(next, why);
    }
    if top.h >= MOST_HEADS {
        return Decision::Inconclusive(format!(
            "the error still falls at {} heads, and more cannot be trained. More training steps may help.",
            top.h
        ));
    }
    let next = (2 * top.h).min(MOST_HEADS);
    let why = match last_gain {
        None => format!("After 1 head, {next}: does twice as many help?"),
        Some((before, fall)) if fall < EQUAL_RATIO => {
            format!(
                "{} heads help little more than {before}: trying {next}.",
                top.h
            )
        }
        Some((before, fall)) => format!(
            "The error is {} times lower with {} heads than with {before}: do {next} help still more?",
            times(fall),
            top.h
        ),
    };
    Decision::Try(next, why)
}

/// More heads than `before` do not lower the error: looks between the two numbers of heads with the
/// largest fall.
fn narrow(known: &[Errors<'_>], failed: &[u32], before: u32) -> Decision {
    let largest_fall = known
        .windows(2)
        .max_by(|a, b| a[0].fall(&a[1]).total_cmp(&b[0].fall(&b[1])));
    let Some([few, enough]) = largest_fall else {
        return Decision::Inconclusive("too little was trained.".into());
    };
    if enough.h - few.h == 1 {
        return confirm(known, few, enough);
    }
    let middle = few.h.midpoint(enough.h);
    if failed.contains(&middle) {
        return training_failed(middle);
    }
    Decision::Try(
        middle,
        format!(
            "More heads than {before} help no more: looking between {} and {}.",
            few.h, enough.h
        ),
    )
}

/// Whether the medians confirm that `enough` heads are needed and `few` are too few.
fn confirm(known: &[Errors<'_>], few: &Errors<'_>, enough: &Errors<'_>) -> Decision {
    let (below, h) = (few.h, enough.h);
    let above: Vec<_> = known.iter().filter(|m| m.h > h).collect();
    let further = above
        .iter()
        .max_by(|x, y| enough.fall(x).total_cmp(&enough.fall(y)));
    let drop = few.median / enough.median;
    match (above.first(), further) {
        _ if few.fall(enough) < LEAST_DROP => Decision::Inconclusive(format!(
            "the error falls bit by bit, most from {below} to {h} heads. More training steps may make it sharper."
        )),
        _ if drop < LEAST_DROP || few.group.min.is_none_or(|best| enough.median >= best) => {
            Decision::Inconclusive(format!(
                "with {h} heads the best run does far better than with {below}, but most runs do not. More seeds may help."
            ))
        }
        (Some(next), Some(further)) if enough.fall(further) < EQUAL_RATIO => {
            let ratio = next.median / enough.median;
            let then = if (1.0 / SIMILAR_RATIO..=SIMILAR_RATIO).contains(&ratio) {
                "hardly changes"
            } else {
                "falls no further"
            };
            let remark = match (enough.has_failed_runs(), next.has_failed_runs()) {
                (false, false) => String::new(),
                (true, false) => format!(" (Not every run with {h} heads got that far.)"),
                (false, true) => format!(" (Not every run with {} heads got that far.)", next.h),
                (true, true) => {
                    format!(
                        " (Not every run with {h} or {} heads got that far.)",
                        next.h
                    )
                }
            };
            Decision::Found(
                h,
                format!(
                    "The error is {} times lower with {h} heads than with {below}, and {then} from {h} to {}: this task needs {h} heads.{remark}",
                    times(drop),
                    next.h
                ),
            )
        }
        (_, Some(further)) => Decision::Inconclusive(format!(
            "the error falls most from {below} to {h} heads, but is {} times lower again with {}. More training steps or seeds may tell.",
            times(enough.fall(further)),
            further.h
        )),
        (_, None) => Decision::Inconclusive(format!("nothing above {h} heads was trained.")),
    }
}

/// Most runs with `h` heads failed to train.
fn training_failed(h: u32) -> Decision {
    let heads = if h == 1 { "head" } else { "heads" };
    Decision::Inconclusive(format!(
        "with {h} {heads} most runs go wrong. A lower learning rate may help."
    ))
}
