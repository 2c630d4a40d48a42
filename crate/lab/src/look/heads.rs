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
/// assert_eq!(read, [HeadReading { target: Some(0), words: "watches the largest".into() }]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HeadReading {
    /// The target that has more than half of its attention, counted from 0.
    pub target: Option<usize>,
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
/// ```
pub fn read_heads(task: &Task, attention: &[&[f32]], targets: &[usize]) -> Vec<HeadReading> {
    let read = |shares: &&[f32]| read_head(task, shares, targets);
    attention.iter().map(read).collect()
}

fn read_head(task: &Task, shares: &[f32], targets: &[usize]) -> HeadReading {
    let share = |position: usize| shares.get(position).map_or(0.0, |share| f64::from(*share));
    // The largest share first; of targets at one position, the first.
    let found: Vec<(usize, f64)> = targets.iter().map(|at| share(*at)).enumerate().collect();
    let found = sorted(&found, &|a, b| b.1.total_cmp(&a.1));
    if let Some(&(target, _)) = found.first().filter(|(_, share)| *share > WATCHING) {
        // Two targets may be at one position: then it watches both.
        let both: Vec<String> = found
            .iter()
            .filter(|(other, _)| targets[*other] == targets[target])
            .map(|(other, _)| with_article(task.target_name(*other)))
            .collect();
        return HeadReading {
            target: Some(target),
            words: format!("watches {}", both.join(" and ")),
        };
    }
    let mentioned: Vec<(usize, f64)> = found
        .into_iter()
        .filter(|(_, share)| *share >= MENTIONED)
        .collect();
    let named = |(target, share): &(usize, f64)| {
        format!("{:.0}\u{a0}% {}", 100.0 * share, task.target_name(*target))
    };
    let words = match mentioned.as_slice() {
        [] => match shares.iter().any(|share| f64::from(*share) > WATCHING) {
            true => "looks elsewhere".into(),
            false => "looks everywhere".into(),
        },
        [one] => format!("blurred: {}", named(one)),
        several => {
            let parts: Vec<String> = several.iter().map(named).collect();
            format!("torn: {}", parts.join(", "))
        }
    };
    HeadReading {
        target: None,
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
