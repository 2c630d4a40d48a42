//! What each head does with one sequence, in words: which target it watches, or between which it is
//! torn. It speaks of this sequence alone; what a head does on average is in `specialisation.rs`.

use crate::order::sorted;
use crate::task::Task;

/// A head watches a target if more than this share of its attention is there.
const WATCHING: f64 = 0.5;

/// Smaller shares are not worth a word.
const MENTIONED: f64 = 0.1;

/// What one head does with a sequence.
///
/// ```
/// use lab::{HeadReading, MinMax, Task, read_heads};
///
/// // The largest number is at position 1, the smallest at position 0.
/// let task = Task::MinMax(MinMax::default());
/// let read = read_heads(&task, &[&[0.3, 0.6, 0.1]], &[1, 0]);
/// let words = "watches the largest".into();
/// assert_eq!(read, [HeadReading { target: Some(0), torn: vec![], words }]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HeadReading {
    /// The target that has more than half of its attention, counted from 0.
    pub target: Option<usize>,
    /// The targets that it is torn between, each with its share of the attention, the largest share first:
    /// two or more where none has more than half, else none. Of targets at one position the first.
    pub torn: Vec<(usize, f64)>,
    /// What it does, such as "watches the largest".
    pub words: String,
}

/// What each head does. `attention` has a list for each head, with a share for each position; `targets`
/// the position of each target of `task`.
///
/// Two heads: one watches the smallest number, the other is torn between both.
///
/// ```
/// use lab::{MinMax, Task, read_heads};
///
/// let task = Task::MinMax(MinMax::default());
/// let heads = read_heads(&task, &[&[0.9, 0.1, 0.0], &[0.45, 0.45, 0.1]], &[1, 0]);
/// assert_eq!(heads[0].words, "watches the smallest");
/// assert!(heads[1].target.is_none() && heads[1].words.starts_with("torn"));
/// assert_eq!(heads[1].torn.len(), 2);
/// ```
pub fn read_heads(task: &Task, attention: &[&[f32]], targets: &[usize]) -> Vec<HeadReading> {
    let read = |shares: &&[f32]| read_head(task, shares, targets);
    attention.iter().map(read).collect()
}

fn read_head(task: &Task, shares: &[f32], targets: &[usize]) -> HeadReading {
    let share = |position: usize| shares.get(position).map_or(0.0, |share| f64::from(*share));
    // Targets at one position share its attention: they are one place to look at.
    let mut places: Vec<(Vec<usize>, f64)> = Vec::new();
    for (target, position) in targets.iter().enumerate() {
        let same = places
            .iter_mut()
            .find(|(at, _)| targets[at[0]] == *position);
        match same {
            Some((at, _)) => at.push(target),
            None => places.push((vec![target], share(*position))),
        }
    }
    // The largest share first.
    let places = sorted(&places, &|a, b| b.1.total_cmp(&a.1));
    if let Some((at, _)) = places.first().filter(|(_, share)| *share > WATCHING) {
        let names = at
            .iter()
            .map(|target| with_article(task.target_name(*target)));
        let both: Vec<String> = names.collect();
        return HeadReading {
            target: Some(at[0]),
            torn: Vec::new(),
            words: format!("watches {}", both.join(" and ")),
        };
    }
    let is_mentioned = |(_, share): &&(Vec<usize>, f64)| *share >= MENTIONED;
    let mentioned: Vec<&(Vec<usize>, f64)> = places.iter().filter(is_mentioned).collect();
    let named = |(at, share): &&(Vec<usize>, f64)| {
        let names: Vec<String> = at.iter().map(|target| task.target_name(*target)).collect();
        format!("{:.0}\u{a0}% {}", 100.0 * share, names.join(" and "))
    };
    let mut torn = Vec::new();
    let words = match mentioned.as_slice() {
        [] => match shares.iter().any(|share| f64::from(*share) > WATCHING) {
            true => "looks elsewhere".into(),
            false => "looks everywhere".into(),
        },
        [one] => format!("blurred: {}", named(one)),
        several => {
            torn = several.iter().map(|(at, share)| (at[0], *share)).collect();
            let parts: Vec<String> = several.iter().map(named).collect();
            format!("torn: {}", parts.join(", "))
        }
    };
    HeadReading {
        target: None,
        torn,
        words,
    }
}

/// "the largest", but "target 2".
fn with_article(name: String) -> String {
    match name.starts_with("target ") {
        true => name,
        false => format!("the {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Experiment;

    fn words(kind: &str, attention: &[f32], targets: &[usize]) -> (Option<usize>, String) {
        let json = serde_json::json!({ "task": { "kind": kind } });
        let task = Experiment::from_value(json).unwrap().task;
        let [read] = &read_heads(&task, &[attention], targets)[..] else {
            panic!("one head");
        };
        (read.target, read.words.clone())
    }

    #[test]
    fn a_head_watches_what_has_more_than_half_of_its_attention() {
        assert_eq!(
            words("min-max", &[0.3, 0.6, 0.1], &[1, 0]),
            (Some(0), "watches the largest".into())
        );
        assert_eq!(
            words("max-sum", &[0.1, 0.0, 0.9], &[0, 1, 2, 0]),
            (Some(2), "watches target 3".into())
        );
        // At half it is still torn.
        assert_eq!(
            words("min-max", &[0.5, 0.5, 0.0], &[1, 0]),
            (None, "torn: 50\u{a0}% largest, 50\u{a0}% smallest".into())
        );
    }

    #[test]
    fn two_targets_at_one_position_are_both_named() {
        assert_eq!(
            words("max-sum", &[0.9, 0.1, 0.0], &[0, 1, 0, 2]),
            (Some(0), "watches target 1 and target 3".into())
        );
    }

    #[test]
    fn a_torn_head_says_between_which_targets_and_how_much_of_it_is_where() {
        let torn = |attention: &[f32], targets: &[usize]| {
            let json = serde_json::json!({ "task": { "kind": "max-sum" } });
            let task = Experiment::from_value(json).unwrap().task;
            read_heads(&task, &[attention], targets)[0].torn.clone()
        };
        let shares = [0.25, 0.375, 0.0625, 0.3125];
        assert_eq!(torn(&shares, &[0, 1, 2]), [(1, 0.375), (0, 0.25)]);
        // One that watches a target is not torn, nor is one that has but one target in sight.
        assert!(torn(&[0.75, 0.25, 0.0, 0.0], &[0, 1, 2]).is_empty());
        assert!(torn(&[0.5, 0.0625, 0.4375, 0.0], &[0, 1]).is_empty());
        // Two targets at one position are one place to look at.
        assert!(torn(&shares, &[1, 2, 1]).is_empty());
        assert_eq!(torn(&shares, &[0, 1, 0]), [(1, 0.375), (0, 0.25)]);
        assert_eq!(
            words("max-sum", &shares, &[0, 1, 0]),
            (
                None,
                "torn: 38\u{a0}% target 2, 25\u{a0}% target 1 and target 3".into()
            )
        );
        assert_eq!(
            words("max-sum", &shares, &[1, 2, 1]),
            (None, "blurred: 38\u{a0}% target 1 and target 3".into())
        );
    }

    #[test]
    fn a_head_that_watches_nothing_says_so() {
        let none = |attention: &[f32]| words("min-max", attention, &[0, 1]);
        assert_eq!(none(&[0.02, 0.03, 0.95]), (None, "looks elsewhere".into()));
        assert_eq!(
            none(&[0.09, 0.09, 0.41, 0.41]),
            (None, "looks everywhere".into())
        );
        assert_eq!(
            none(&[0.36, 0.05, 0.3, 0.29]),
            (None, "blurred: 36\u{a0}% largest".into())
        );
    }
}
