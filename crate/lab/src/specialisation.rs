//! Which head watches which feature: from measured attention to a matching of features and heads.
//! Measuring is the engine's part.

use serde::Serialize;

/// How the heads of a trained run share the features of its task among them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Specialisation {
    /// D × h: the mean attention that head j pays to the position where feature i is extremal.
    pub matrix: Vec<Vec<f64>>,
    /// For each feature the head it is matched with, so that the matched attention is largest and
    /// no head serves two; none for features left over when there are too few heads.
    pub matching: Vec<Option<usize>>,
    /// Matched attention, over D: 1 is a head of its own for every feature, all eyes on it.
    pub score: f64,
}

impl Specialisation {
    /// Matches the rows (features) and columns (heads) of a matrix of attention.
    pub fn of(matrix: Vec<Vec<f64>>) -> Self {
        let matching = best_matching(&matrix);
        let matched = matching
            .iter()
            .zip(&matrix)
            .filter_map(|(head, row)| Some(row[(*head)?]));
        let score = matched.sum::<f64>() / matrix.len().max(1) as f64;
        Self {
            matrix,
            matching,
            score,
        }
    }
}

/// The assignment of rows to different columns with the largest sum, by the Hungarian method with
/// potentials. Rows may outnumber columns: then some stay unmatched.
fn best_matching(gain: &[Vec<f64>]) -> Vec<Option<usize>> {
    let (rows, columns) = (gain.len(), gain.first().map_or(0, Vec::len));
    // A column of its own without gain lets any row go unmatched.
    let all = columns + rows;
    let cost = |i: usize, j: usize| if j < columns { -gain[i][j] } else { 0.0 };
    // Rows and columns are counted from 1; column 0 is where each search begins.
    let (mut row_price, mut column_price) = (vec![0.0; rows + 1], vec![0.0; all + 1]);
    let mut row_of = vec![0; all + 1];
    for row in 1..=rows {
        row_of[0] = row;
        let mut at = 0;
        let (mut least, mut before) = (vec![f64::INFINITY; all + 1], vec![0; all + 1]);
        let mut seen = vec![false; all + 1];
        while row_of[at] != 0 {
            seen[at] = true;
            let (i, mut step, mut next) = (row_of[at], f64::INFINITY, 0);
            for j in (1..=all).filter(|&j| !seen[j]) {
                let reduced = cost(i - 1, j - 1) - row_price[i] - column_price[j];
                if reduced < least[j] {
                    (least[j], before[j]) = (reduced, at);
                }
                if least[j] < step {
                    (step, next) = (least[j], j);
                }
            }
            for j in 0..=all {
                if seen[j] {
                    row_price[row_of[j]] += step;
                    column_price[j] -= step;
                } else {
                    least[j] -= step;
                }
            }
            at = next;
        }
        // Turns the path that was found.
        while at != 0 {
            row_of[at] = row_of[before[at]];
            at = before[at];
        }
    }
    let mut matching = vec![None; rows];
    for j in (1..=columns).filter(|&j| row_of[j] != 0) {
        matching[row_of[j] - 1] = Some(j - 1);
    }
    matching
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every way to give rows different columns or none.
    fn brute(gain: &[Vec<f64>], free: &mut Vec<bool>) -> f64 {
        let Some((row, rest)) = gain.split_first() else {
            return 0.0;
        };
        let mut best = brute(rest, free);
        for j in 0..row.len() {
            if free[j] {
                free[j] = false;
                best = best.max(row[j] + brute(rest, free));
                free[j] = true;
            }
        }
        best
    }

    proptest! {
        #[test]
        fn the_matching_is_the_best_there_is(
            gain in (1usize..6, 1usize..6).prop_flat_map(|(rows, columns)| {
                prop::collection::vec(prop::collection::vec(0.0f64..1.0, columns), rows)
            })
        ) {
            let found = Specialisation::of(gain.clone());
            let used: Vec<usize> = found.matching.iter().flatten().copied().collect();
            let distinct: std::collections::HashSet<_> = used.iter().collect();
            prop_assert_eq!(distinct.len(), used.len());
            let best = brute(&gain, &mut vec![true; gain[0].len()]) / gain.len() as f64;
            prop_assert!((found.score - best).abs() < 1e-9, "{} {}", found.score, best);
        }
    }

    #[test]
    fn a_permutation_scores_one_and_a_shared_head_leaves_a_feature_over() {
        let own = vec![
            vec![0.0, 1.0, 0.0],
            vec![0.0, 0.0, 1.0],
            vec![1.0, 0.0, 0.0],
        ];
        let found = Specialisation::of(own);
        assert_eq!(
            (found.score, found.matching),
            (1.0, vec![Some(1), Some(2), Some(0)])
        );
        let shared = Specialisation::of(vec![vec![0.6], vec![0.5]]);
        assert_eq!(shared.matching, [Some(0), None]);
        assert_eq!(shared.score, 0.3);
    }
}
