//! What there is to find in a sequence, as a picture shows it: rows with a number for every token, in
//! which each target is an extreme. Which numbers those are, each task says in its own file.

use crate::order::sorted;

/// One row of numbers, one for each token, in which one target or more are the extremes.
///
/// Both targets of this task are extremes of one row.
///
/// ```
/// use lab::{MinMax, Task};
///
/// let row = &Task::MinMax(MinMax::default()).target_rows(3, &[0.5, 0.25, 0.75], 0)[0];
/// assert_eq!(row.values, [Some(0.5), Some(0.25), Some(0.75)]);
/// // Target 0, the largest, is at position 2; target 1, the smallest, at position 1.
/// assert_eq!(row.targets, [(0, 2), (1, 1)]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TargetRow {
    /// The number of each token; none for a token that does not count here.
    pub values: Vec<Option<f64>>,
    /// What nearly all of the numbers lie between.
    pub range: (f64, f64),
    /// The targets in this row and their positions; targets are counted from 0.
    pub targets: Vec<(usize, usize)>,
}

impl TargetRow {
    /// A row whose one target is its largest number. Of equal ones, the first.
    pub(super) fn with_largest(target: usize, values: Vec<Option<f64>>, range: (f64, f64)) -> Self {
        let negated = values
            .iter()
            .map(|value| value.map_or(f64::INFINITY, |x| -x));
        let (position, _) = super::least(negated);
        Self {
            values,
            range,
            targets: vec![(target, position)],
        }
    }

    /// The position of each target in some rows, in the order of the targets.
    ///
    /// ```
    /// use lab::{MinMax, TargetRow, Task};
    ///
    /// let rows = Task::MinMax(MinMax::default()).target_rows(3, &[0.5, 0.25, 0.75], 0);
    /// assert_eq!(TargetRow::target_positions(&rows), [2, 1]);
    /// ```
    pub fn target_positions(rows: &[Self]) -> Vec<usize> {
        let places: Vec<_> = rows.iter().flat_map(|row| row.targets.clone()).collect();
        let in_order = sorted(&places, &Ord::cmp);
        in_order.into_iter().map(|(_, position)| position).collect()
    }
}
