//! The map of the lower bound as text.

use lab::{LowerBound, Theorems, lower_bound};

use super::{Describe, Table};
use crate::axis::distinct;
use crate::number_format::with_minus_sign;
use crate::theory_map::{Setting, TheoryMap};

impl TheoryMap {
    /// Heads, length and lower bound of every cell, row by row; no bound where there are enough heads.
    fn cells(&self) -> Vec<(u32, u32, Option<LowerBound>)> {
        let heads = distinct(&mut self.heads.iter().copied());
        let mut cells = Vec::new();
        for length in distinct(&mut self.lengths.iter().copied()) {
            for h in &heads {
                cells.push((*h, length, lower_bound(length, *h, self.n, self.D)));
            }
        }
        cells
    }
}

impl Describe for TheoryMap {
    fn summary(&self) -> String {
        let mut at_setting = String::new();
        if let Some(Setting { h, T }) = self.at {
            let verdict = Theorems::of(T, h, self.n, self.D, self.D, None).verdict();
            at_setting = format!("At h = {h} and T = {T}: {verdict}. ");
        }
        let cells = self.cells();
        let (mut enough, mut vacuous) = (0, 0);
        // The largest exponent, and the part of the sentence about it.
        let mut steepest = (0.0, String::new());
        for (h, length, bound) in &cells {
            match bound {
                None => enough += 1,
                Some(bound) if bound.vacuous => vacuous += 1,
                Some(bound) if bound.k > steepest.0 => {
                    let k = with_minus_sign(bound.k, 1);
                    let text = format!(", most at h = {h} and T = {length}, k = {k}");
                    steepest = (bound.k, text);
                }
                Some(_) => {}
            }
        }
        at_setting
            + &format!(
                "Of {} combinations of heads and length, {enough} have enough heads, in {vacuous} the \
             bound is vacuous, and in {} it forbids something{}.",
                cells.len(),
                cells.len() - enough - vacuous,
                steepest.1
            )
    }

    fn caption(&self) -> String {
        format!(
            "Exponent k of the lower bound on the number of parameters, which for an error ε grows as \
             1/ε to the power of k, for each number of heads h and sequence length T, with n = {} and \
             D = {}. Where cells are hatched, the bound forbids nothing.",
            self.n, self.D
        )
    }

    fn table(&self, _first_line: usize) -> Table {
        let mut table = Table::default();
        table.head.push("length T".into());
        let mut row: Vec<String> = Vec::new();
        let columns = distinct(&mut self.heads.iter().copied()).len();
        for (h, length, bound) in self.cells() {
            if row.is_empty() {
                row.push(length.to_string());
            }
            if table.head.len() <= columns {
                table.head.push(format!("k at h = {h}"));
            }
            row.push(match bound {
                None => "enough heads".into(),
                Some(bound) if bound.vacuous => format!("{}, vacuous", with_minus_sign(bound.k, 2)),
                Some(bound) => with_minus_sign(bound.k, 2),
            });
            if row.len() > columns {
                table.rows.push(std::mem::take(&mut row));
            }
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_counted_and_have_the_exponents_of_the_theorem() {
        let map = TheoryMap {
            n: 8,
            D: 4,
            heads: vec![1, 3, 4],
            lengths: vec![128, 16],
            at: Some(Setting { h: 3, T: 16 }),
        };
        let summary = map.summary();
        assert!(
            summary.starts_with("At h = 3 and T = 16: k = −1.071, vacuous here"),
            "{summary}"
        );
        assert!(
            summary.ends_with(
                "Of 6 combinations of heads and length, 2 have enough heads, in 3 the bound is \
                 vacuous, and in 1 it forbids something, most at h = 1 and T = 128, k = 1.8."
            ),
            "{summary}"
        );
        let table = map.table(0);
        assert_eq!(
            table.head,
            ["length T", "k at h = 1", "k at h = 3", "k at h = 4"]
        );
        assert_eq!(
            table.rows[0],
            ["16", "−1.00, vacuous", "−1.07, vacuous", "enough heads"]
        );
        assert_eq!(table.rows[1][1], "1.80");
    }
}
