//! What theory expects of an experiment: where the cliff is, and whether that may be said. Whether the
//! results show it is not decided here.

use crate::experiment::Experiment;
use crate::task::Task;

/// The cliff that theory expects of a task, and whether the sentence may mention its D.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A cliff at h = D.
    At(u32),
    /// A cliff at a D that must not be shown.
    Secret,
    /// No cliff: the task has no D.
    Nowhere,
}

impl Expected {
    /// What is expected of `task`. With `secret` its D is not shown.
    pub fn of(task: &Task, secret: bool) -> Self {
        match task.dimension() {
            Some(_) if secret => Self::Secret,
            Some(dimension) => Self::At(dimension),
            None => Self::Nowhere,
        }
    }
}

/// The heads that `dimension` targets need in each of so many layers: D, or as paper 1 conjectures, D
/// shared out among the layers. From this number of heads on there are enough.
///
/// ```
/// assert_eq!(lab::needed_heads(4, 1), 4);
/// // Five targets in two layers: three heads in each.
/// assert_eq!(lab::needed_heads(5, 2), 3);
/// ```
pub fn needed_heads(dimension: u32, layers: u32) -> u32 {
    dimension.div_ceil(layers.max(1))
}

impl Experiment {
    /// The heads that its targets need; `None` where its task has no D.
    ///
    /// ```
    /// let experiment = lab::Experiment::from_json(r#"{ "task": { "D": 3 } }"#).unwrap();
    /// assert_eq!(experiment.needed_heads(), Some(3));
    /// ```
    pub fn needed_heads(&self) -> Option<u32> {
        let dimension = self.task.dimension()?;
        Some(needed_heads(dimension, self.sharing_layers()))
    }

    /// The layers that share the targets among them, as paper 1 conjectures; 1 where an experiment has
    /// several numbers of layers, of which each would expect the cliff elsewhere.
    ///
    /// ```
    /// use lab::Experiment;
    ///
    /// let layers = |text: &str| Experiment::from_json(text).unwrap().sharing_layers();
    /// assert_eq!(layers(r#"{ "grid": { "L": [2] } }"#), 2);
    /// assert_eq!(layers(r#"{ "grid": { "L": [1, 2] } }"#), 1);
    /// ```
    pub fn sharing_layers(&self) -> u32 {
        match self.grid.family.list("L") {
            [layers] => (*layers).max(1),
            _ => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_share_the_targets() {
        for (dimension, layers, heads) in [(4, 1, 4), (4, 2, 2), (5, 2, 3), (2, 4, 1), (3, 0, 3)] {
            assert_eq!(needed_heads(dimension, layers), heads);
        }
        let needed = |text: &str| Experiment::from_json(text).unwrap().needed_heads();
        assert_eq!(needed(r#"{ "task": { "D": 3 } }"#), Some(3));
        assert_eq!(needed(r#"{ "grid": { "L": [2] } }"#), Some(2));
        // Each number of layers would expect the cliff elsewhere.
        assert_eq!(needed(r#"{ "grid": { "L": [1, 2] } }"#), Some(4));
        assert_eq!(needed(r#"{ "task": { "kind": "farthest" } }"#), None);
    }

    #[test]
    fn what_is_expected_follows_from_the_task() {
        let task = |text: &str| crate::Experiment::from_json(text).unwrap().task;
        let few = task(r#"{ "task": { "D": 3 } }"#);
        assert_eq!(Expected::of(&few, false), Expected::At(3));
        assert_eq!(Expected::of(&few, true), Expected::Secret);
        let smallest = task(r#"{ "task": { "kind": "min-max" } }"#);
        assert_eq!(Expected::of(&smallest, false), Expected::At(2));
        let many = task(r#"{ "task": { "kind": "farthest" } }"#);
        assert_eq!(Expected::of(&many, true), Expected::Nowhere);
    }
}
