//! Which head attends to which target: from measured attention to a matching of targets and heads.
//! Attention is not measured here.

use serde::Serialize;

/// A head watches a target if its attention to it is above chance by at least this share of 1 −
/// chance. Heads that share D targets pay little attention to each: at T = 16 one head for four
/// targets pays 13 % to each, where chance is 6 %.
const BEYOND_CHANCE: f64 = 0.04;

/// Targets have heads of their own if the mean attention of their heads is at least this.
const OWN: f64 = 0.5;

/// How the heads of a trained run share the targets of its task among them.
///
/// Two targets (rows) and two heads (columns) at T = 16: each target has a head of its own.
///
/// ```
/// use lab::Specialisation;
///
/// let found = Specialisation::of(vec![vec![0.0, 0.9], vec![0.8, 0.1]], 16);
/// assert_eq!(found.matching, [Some(1), Some(0)]);
/// assert!((found.score - 0.85).abs() < 1e-9);
/// assert_eq!(found.chance, 1.0 / 16.0);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Specialisation {
    /// D × h: the mean attention that head j pays to the position where target i is extremal.
    pub matrix: Vec<Vec<f64>>,
    /// For each target the head it is matched with: the matching with the largest total attention in
    /// which no head has two targets. `None` for targets left over when there are too few heads.
    pub matching: Vec<Option<usize>>,
    /// Matched attention, divided by D: 1 if every target has a head that attends to nothing else.
    pub score: f64,
    /// The attention to any position of a head with uniform attention: 1/T.
    pub chance: f64,
    /// What the matrix shows, in words: see [`Self::sentence`].
    pub sentence: String,
}

impl Specialisation {
    /// Matches the rows (targets) and columns (heads) of a matrix of attention to sequences of
    /// `t` tokens.
    ///
    /// ```
    /// use lab::Specialisation;
    ///
    /// // One head for two targets: one of them is left over.
    /// let shared = Specialisation::of(vec![vec![0.6], vec![0.4]], 16);
    /// assert_eq!(shared.matching, [Some(0), None]);
    /// assert_eq!(shared.score, 0.3);
    /// ```
    pub fn of(matrix: Vec<Vec<f64>>, t: u32) -> Self {
        let matching = best_matching(&matrix);
        let matched = matching
            .iter()
            .zip(&matrix)
            .filter_map(|(head, row)| Some(row[(*head)?]));
        let score = matched.sum::<f64>() / matrix.len().max(1) as f64;
        let mut found = Self {
            matrix,
            matching,
            score,
            chance: 1.0 / f64::from(t.max(1)),
            sentence: String::new(),
        };
        found.sentence = found.sentence();
        found
    }

    /// What the matrix shows, in words: which target has a head of its own, which head is shared
    /// and by which targets, and what no head watches. Here heads and targets are
    /// counted from 1, as people count; heads of several layers one layer after the other.
    ///
    /// ```
    /// use lab::Specialisation;
    ///
    /// let shared = Specialisation::of(vec![vec![0.6], vec![0.4]], 16);
    /// assert!(shared.sentence().starts_with("1 head for 2 targets: head 1 is shared by targets 1 and 2"));
    /// ```
    pub fn sentence(&self) -> String {
        let (targets, heads) = (self.matrix.len(), self.matrix.first().map_or(0, Vec::len));
        if targets == 0 || heads == 0 {
            return String::new();
        }
        let watching = self.chance + BEYOND_CHANCE * (1.0 - self.chance);
        // For each head, the targets that it attends to more than any other head does.
        let mut watched = vec![Vec::new(); heads];
        let mut unwatched = Vec::new();
        for (target, row) in self.matrix.iter().enumerate() {
            let head = (1..heads).fold(0, |best, j| if row[j] > row[best] { j } else { best });
            match row[head] >= watching {
                true => watched[head].push(target),
                false => unwatched.push(target),
            }
        }
        let own: Vec<usize> = watched
            .iter()
            .filter(|of| of.len() == 1)
            .flatten()
            .copied()
            .collect();
        if own.len() == targets {
            return self.sentence_of_own_heads(heads);
        }
        let mut parts = Vec::new();
        for (head, of) in watched.iter().enumerate().filter(|(_, of)| of.len() > 1) {
            let shares = of.iter().map(|&i| percent(self.matrix[i][head])).collect();
            let (names, shares) = (named("target", of), listed(shares));
            parts.push(format!(
                "head {} is shared by {names} ({shares} of its attention)",
                head + 1
            ));
        }
        // A head that attends most to no target may watch a target that another head has.
        let spare = |&j: &usize| watched[j].is_empty();
        let mut alone = Vec::new();
        for target in own {
            let row = &self.matrix[target];
            let best = watched.iter().position(|of| of.contains(&target));
            let also = (0..heads).filter(spare).filter(|&j| row[j] >= watching);
            let mut all: Vec<usize> = best.into_iter().chain(also).collect();
            all.sort_unstable();
            match all.len() {
                1 => alone.push(target),
                _ => parts.push(format!(
                    "{} watch target {}",
                    named("head", &all),
                    target + 1
                )),
            }
        }
        if !alone.is_empty() {
            let most = |&i: &usize| self.matrix[i].iter().copied().fold(0.0, f64::max);
            let shares = listed(alone.iter().map(|i| percent(most(i))).collect());
            let names = named("target", &alone);
            parts.push(match alone.len() {
                1 => format!("{names} has a head of its own ({shares})"),
                _ => format!("{names} have a head of their own ({shares})"),
            });
        }
        if !unwatched.is_empty() {
            let most = unwatched.iter().flat_map(|&i| &self.matrix[i]);
            let most = percent(most.copied().fold(0.0, f64::max));
            let names = named("target", &unwatched);
            parts.push(format!(
                "no head watches {names} (at most {most} of its attention)"
            ));
        }
        let count = |n: usize, of: &str| format!("{n} {of}{}", if n == 1 { "" } else { "s" });
        let opening = format!("{} for {}", count(heads, "head"), count(targets, "target"));
        format!("{opening}: {}.", parts.join("; "))
    }

    /// The sentence where no two targets have the same head.
    fn sentence_of_own_heads(&self, heads: usize) -> String {
        let (targets, score) = (self.matrix.len(), percent(self.score));
        let each = match targets {
            1 => "The target".into(),
            2 => "Each of the two targets".into(),
            more => format!("Each of the {more} targets"),
        };
        if self.score < OWN {
            return format!(
                "{each} has another head that looks at it most, but on average with only {score} of \
                 its attention."
            );
        }
        let spare = match heads - targets {
            0 => String::new(),
            1 => " One head is to spare.".into(),
            more => format!(" {more} heads are to spare."),
        };
        format!(
            "{each} has a head of its own, which on average pays it {score} of its attention.{spare}"
        )
    }
}

/// 0.931 as "93 %", with a space that does not break.
fn percent(share: f64) -> String {
    format!("{:.0}\u{a0}%", 100.0 * share)
}

/// "a", "a and b", "a, b and c".
fn listed(mut items: Vec<String>) -> String {
    match items.pop() {
        None => String::new(),
        Some(last) if items.is_empty() => last,
        Some(last) => format!("{} and {last}", items.join(", ")),
    }
}

/// "target 2" of 1, "targets 1 and 3" of 0 and 2.
fn named(what: &str, indices: &[usize]) -> String {
    let plural = if indices.len() == 1 { "" } else { "s" };
    format!(
        "{what}{plural} {}",
        listed(indices.iter().map(|i| (i + 1).to_string()).collect())
    )
}

/// The assignment of rows to different columns with the largest sum, by the Hungarian method with
/// potentials. Rows may outnumber columns: then some stay unmatched.
fn best_matching(gain: &[Vec<f64>]) -> Vec<Option<usize>> {
    let (rows, columns) = (gain.len(), gain.first().map_or(0, Vec::len));
    // Each row may take a column without gain, which leaves it unmatched.
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
        // Swaps matched and unmatched edges along the path that was found.
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
            let found = Specialisation::of(gain.clone(), 16);
            let used: Vec<usize> = found.matching.iter().flatten().copied().collect();
            let distinct: std::collections::HashSet<_> = used.iter().collect();
            prop_assert_eq!(distinct.len(), used.len());
            let best = brute(&gain, &mut vec![true; gain[0].len()]) / gain.len() as f64;
            prop_assert!((found.score - best).abs() < 1e-9, "{} {}", found.score, best);
        }
    }

    #[test]
    fn a_permutation_scores_one_and_a_shared_head_leaves_a_target_over() {
        let own = vec![
            vec![0.0, 1.0, 0.0],
            vec![0.0, 0.0, 1.0],
            vec![1.0, 0.0, 0.0],
        ];
        let found = Specialisation::of(own, 16);
        assert_eq!(
            (found.score, found.matching),
            (1.0, vec![Some(1), Some(2), Some(0)])
        );
        let shared = Specialisation::of(vec![vec![0.6], vec![0.5]], 16);
        assert_eq!(shared.matching, [Some(0), None]);
        assert_eq!(shared.score, 0.3);
    }

    fn sentence_of(matrix: &[&[f64]]) -> String {
        let found = Specialisation::of(matrix.iter().map(|row| row.to_vec()).collect(), 16);
        assert_eq!(found.sentence, found.sentence());
        found.sentence.replace('\u{a0}', " ")
    }

    #[test]
    fn with_enough_heads_each_target_has_its_own() {
        assert_eq!(
            sentence_of(&[&[0.01, 0.95], &[0.91, 0.02]]),
            "Each of the two targets has a head of its own, which on average pays it 93 % of its \
             attention."
        );
        assert_eq!(
            sentence_of(&[&[0.0, 0.9, 0.1]]),
            "The target has a head of its own, which on average pays it 90 % of its attention. \
             2 heads are to spare."
        );
        assert_eq!(
            sentence_of(&[&[0.05, 0.3], &[0.2, 0.05]]),
            "Each of the two targets has another head that looks at it most, but on average with \
             only 25 % of its attention."
        );
    }

    #[test]
    fn with_too_few_heads_the_sentence_names_the_shared_ones() {
        // Measured: max-sum, D = 4, T = 16, 2000 steps with 1, 2 and 3 heads.
        assert_eq!(
            sentence_of(&[&[0.129], &[0.154], &[0.122], &[0.139]]),
            "1 head for 4 targets: head 1 is shared by targets 1, 2, 3 and 4 (13 %, 15 %, 12 % \
             and 14 % of its attention)."
        );
        assert_eq!(
            sentence_of(&[
                &[0.055, 0.194],
                &[0.074, 0.178],
                &[0.067, 0.174],
                &[0.772, 0.062]
            ]),
            "2 heads for 4 targets: head 2 is shared by targets 1, 2 and 3 (19 %, 18 % and 17 % \
             of its attention); target 4 has a head of its own (77 %)."
        );
        let three: [&[f64]; 4] = [
            &[0.846, 0.054, 0.072],
            &[0.088, 0.056, 0.282],
            &[0.069, 0.067, 0.288],
            &[0.056, 0.859, 0.065],
        ];
        assert_eq!(
            sentence_of(&three),
            "3 heads for 4 targets: head 3 is shared by targets 2 and 3 (28 % and 29 % of its \
             attention); targets 1 and 4 have a head of their own (85 % and 86 %)."
        );
        // Measured: min-max at seed 0, where both heads settle on the same target.
        assert_eq!(
            sentence_of(&[&[0.0, 0.0], &[0.97, 0.93]]),
            "2 heads for 2 targets: heads 1 and 2 watch target 2; no head watches target 1 (at \
             most 0 % of its attention)."
        );
    }

    #[test]
    fn a_run_that_has_learned_nothing_has_no_head_that_watches() {
        let none_watches = "4 heads for 4 targets: no head watches targets 1, 2, 3 and 4 (at most 6 % \
                      of its attention).";
        assert_eq!(sentence_of(&[&[0.0625; 4][..]; 4]), none_watches);
        assert_eq!(sentence_of(&[]), "");
        // NaN in the weights gives NaN in the attention.
        let nothing = sentence_of(&[&[f64::NAN; 2][..]; 2]);
        assert!(nothing.contains("no head watches targets 1 and 2"));
    }
}
