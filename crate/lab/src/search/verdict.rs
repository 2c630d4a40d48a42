//! What the numbers alone say: where to look for the cliff, and whether to believe it. Of experiments
//! and of who trains them nothing is known here.
//!
//! The best seed decides where to look: enough heads may fail to learn, but too few cannot succeed
//! by luck. The medians decide whether to believe it.

use crate::grid::MOST_HEADS;
use crate::summary::{Group, LEAST_DROP, two_digits};

/// Errors that differ by less than this are the same: seeds alone differ by two.
const FLAT: f64 = 3.0;
/// With an error below this one head has learned the task: with D = 2 it stays above, however
/// long it is trained.
const LOW: f64 = 1e-2;
/// Two doublings that gain less than this are not worth a third.
const HOPELESS: f64 = 1.2;

/// What the numbers alone say, with the reason.
#[derive(Debug, PartialEq)]
pub(super) enum Decision {
    Try(u32, String),
    Found(u32, String),
    Inconclusive(String),
}

/// One number of heads that was measured.
#[derive(Clone, Copy)]
struct Measured<'a> {
    group: &'a Group,
    h: u32,
    best: f64,
    median: f64,
}

impl<'a> Measured<'a> {
    /// None where half of the runs or more diverged.
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

    /// How many times smaller the best error is at `other`.
    fn fall(&self, other: &Self) -> f64 {
        self.best / other.best
    }
}

/// What to do after these, in ascending order of heads.
pub(super) fn decide(tried: &[Group]) -> Decision {
    // More heads that do far worse were not trained properly, and say nothing.
    let mut known: Vec<Measured<'_>> = Vec::new();
    let mut broken: Vec<u32> = Vec::new();
    for group in tried {
        match Measured::of(group) {
            Some(new) if known.last().is_none_or(|last| last.fall(&new) > 1.0 / FLAT) => {
                known.push(new);
            }
            _ => broken.push(group.h),
        }
    }
    let Some(top) = known.last() else {
        return match broken.first() {
            None => Decision::Try(1, "Beginning with 1 head.".into()),
            Some(h) => came_apart(*h),
        };
    };
    let climb: Vec<&Measured<'_>> = known
        .iter()
        .filter(|m| m.h.is_power_of_two() || m.h == top.h)
        .collect();
    let fell = climb.windows(2).any(|p| p[0].fall(p[1]) >= LEAST_DROP);
    let gain = climb.windows(2).last().map(|p| (p[0].h, p[0].fall(p[1])));
    if let (true, Some((before, fall))) = (fell, gain)
        && fall < FLAT
    {
        return narrow(&known, &broken, before);
    }
    let one = &known[0];
    if one.h == 1 && one.best < LOW && climb.len() > 2 && !fell {
        return Decision::Found(
            1,
            format!(
                "The error is low with 1 head already and hardly changes up to {}: this task needs 1 head.",
                top.h
            ),
        );
    }
    if let [.., first, _, _, last] = climb[..]
        && first.fall(last) < HOPELESS
    {
        return Decision::Inconclusive(format!(
            "the error is as high with {} heads as with {}. More training steps may help.",
            last.h, first.h
        ));
    }
    if let Some(above) = broken.iter().find(|h| **h > top.h) {
        if top.h + 1 == *above || broken.contains(&(top.h + 1)) {
            return came_apart(*above);
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
    let why = match gain {
        None => format!("After 1 head, {next}: does twice as many help?"),
        Some((before, fall)) if fall < FLAT => {
            format!(
                "{} heads help little more than {before}: trying {next}.",
                top.h
            )
        }
        Some((before, fall)) => format!(
            "The error falls {}-fold from {before} to {} heads: do {next} help still more?",
            two_digits(fall),
            top.h
        ),
    };
    Decision::Try(next, why)
}

/// Heads stopped helping after `before` of them: where is the largest fall?
fn narrow(known: &[Measured<'_>], broken: &[u32], before: u32) -> Decision {
    let widest = known
        .windows(2)
        .max_by(|a, b| a[0].fall(&a[1]).total_cmp(&b[0].fall(&b[1])));
    let Some([few, enough]) = widest else {
        return Decision::Inconclusive("too little was trained.".into());
    };
    if enough.h - few.h == 1 {
        return believe(known, few, enough);
    }
    let middle = few.h.midpoint(enough.h);
    if broken.contains(&middle) {
        return came_apart(middle);
    }
    Decision::Try(
        middle,
        format!(
            "More heads than {before} help no more: looking between {} and {}.",
            few.h, enough.h
        ),
    )
}

/// Whether what was measured bears out that `enough` heads are needed.
fn believe(known: &[Measured<'_>], few: &Measured<'_>, enough: &Measured<'_>) -> Decision {
    let (a, h) = (few.h, enough.h);
    let above: Vec<_> = known.iter().filter(|m| m.h > h).collect();
    let further = above
        .iter()
        .max_by(|x, y| enough.fall(x).total_cmp(&enough.fall(y)));
    let drop = few.median / enough.median;
    match (above.first(), further) {
        _ if few.fall(enough) < LEAST_DROP => Decision::Inconclusive(format!(
            "the error falls bit by bit, most from {a} to {h} heads. More training steps may make it sharper."
        )),
        _ if drop < LEAST_DROP || few.group.min.is_none_or(|best| enough.median >= best) => {
            Decision::Inconclusive(format!(
                "with {h} heads the best run does far better than with {a}, but most runs do not. More seeds may help."
            ))
        }
        (Some(next), Some(further)) if enough.fall(further) < FLAT => {
            let same = (1.0 / FLAT..FLAT).contains(&(enough.median / next.median));
            let rest = if same {
                "hardly changes"
            } else {
                "falls no further"
            };
            let stuck = enough.group.diverged > 0
                || enough
                    .group
                    .max
                    .is_some_and(|worst| worst > LEAST_DROP * enough.median);
            let luck = match stuck {
                true => format!(" (Not every run with {h} heads got that far.)"),
                false => String::new(),
            };
            Decision::Found(
                h,
                format!(
                    "The error falls {}-fold from {a} to {h} heads and {rest} from {h} to {}: this task needs {h} heads.{luck}",
                    two_digits(drop),
                    next.h
                ),
            )
        }
        (_, Some(further)) => Decision::Inconclusive(format!(
            "the error falls most from {a} to {h} heads, but {}-fold again up to {}. More training steps or seeds may tell.",
            two_digits(enough.fall(further)),
            further.h
        )),
        (_, None) => Decision::Inconclusive(format!("nothing above {h} heads was trained.")),
    }
}

fn came_apart(h: u32) -> Decision {
    let heads = if h == 1 { "head" } else { "heads" };
    Decision::Inconclusive(format!(
        "with {h} {heads} most runs go wrong. A lower learning rate may help."
    ))
}
