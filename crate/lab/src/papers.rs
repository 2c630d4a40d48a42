//! The two papers: how they are cited, the numbers that they published, and which of those apply to an
//! experiment. Nothing here is our own measurement, and nothing is adjusted. The papers trained longer
//! and differently, so our results need not reach these numbers.

use serde::Serialize;

use crate::experiment::Experiment;
use crate::grid::{Family, HeadSize};
use crate::task::Task;

/// The sequence lengths of paper 1's tables, one a column.
pub const LENGTHS: [u32; 5] = [8, 16, 32, 64, 128];

/// Paper 1, table 2: mean NMSE at n = 8 per head, N = 32, D = 4. In all of its tables rows are
/// h = 1, 2, …
///
/// ```
/// use lab::TABLE_2;
///
/// // At T = 16, the second column: four heads err 15 times less than three.
/// let [three, four] = [TABLE_2[2][1], TABLE_2[3][1]];
/// assert_eq!((three / four).round(), 15.0);
/// ```
pub const TABLE_2: [[f64; 5]; 5] = [
    [7.01e-2, 1.09e-1, 1.10e-1, 1.14e-1, 1.45e-1],
    [7.31e-3, 8.41e-3, 9.42e-3, 1.31e-2, 1.47e-2],
    [6.94e-4, 6.40e-4, 9.09e-4, 1.31e-3, 1.58e-3],
    [6.10e-5, 4.36e-5, 4.80e-5, 8.75e-6, 5.23e-6],
    [3.35e-5, 1.10e-5, 4.91e-6, 4.19e-6, 3.99e-6],
];

/// Paper 1, table 3: E = 32, D = 4.
///
/// ```
/// use lab::{TABLE_2, TABLE_3};
///
/// // One head of 32 dimensions is better than one of 8, but it falls behind four all the same.
/// assert!(TABLE_3[0][1] < TABLE_2[0][1]);
/// assert!(TABLE_3[0][1] / TABLE_3[3][1] > 30_000.0);
/// ```
pub const TABLE_3: [[f64; 5]; 5] = [
    [1.75e-2, 1.98e-2, 2.06e-2, 2.54e-2, 3.03e-2],
    [7.17e-3, 7.39e-3, 7.82e-3, 8.57e-3, 1.02e-2],
    [2.11e-4, 2.17e-4, 2.73e-4, 3.71e-4, 4.77e-4],
    [1.32e-6, 5.59e-7, 3.40e-7, 3.46e-7, 5.70e-7],
    [2.19e-6, 4.33e-7, 3.22e-7, 2.73e-7, 2.66e-7],
];

/// Paper 1, table 4: fixed E, D = 3.
///
/// ```
/// use lab::TABLE_4;
///
/// // With D = 3 the error falls most from two heads to three, here at T = 16.
/// let fall = |h: usize| TABLE_4[h - 2][1] / TABLE_4[h - 1][1];
/// assert!(fall(3) > fall(2) && fall(3) > fall(4));
/// ```
pub const TABLE_4: [[f64; 5]; 4] = [
    [1.38e-2, 1.63e-2, 1.84e-2, 2.17e-2, 2.31e-2],
    [1.09e-3, 7.08e-4, 7.24e-4, 7.76e-4, 1.11e-3],
    [4.18e-7, 1.72e-7, 1.17e-7, 3.58e-7, 2.11e-7],
    [5.56e-7, 1.22e-7, 6.89e-8, 1.85e-7, 3.48e-7],
];

/// Paper 1, table 5: two layers, E = 32, D = 4; of its further rows we know only a range.
///
/// ```
/// use lab::{TABLE_3, TABLE_5};
///
/// // Two heads in each of two layers come far below two heads in one layer, here at T = 16.
/// assert!(TABLE_3[1][1] / TABLE_5[1][1] > 2000.0);
/// ```
pub const TABLE_5: [[f64; 5]; 2] = [
    [2.12e-4, 1.85e-4, 2.22e-4, 3.13e-4, 4.28e-4],
    [7.22e-6, 2.69e-6, 3.50e-6, 3.07e-6, 3.83e-6],
];

/// One of the two papers, as it is cited.
///
/// ```
/// let paper: lab::Paper = lab::Task::default().paper();
/// assert!(paper.reference.starts_with("Yu, Jiang, Bao, Yu and Li"));
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Paper {
    /// Beside results for its tasks.
    pub citation: &'static str,
    /// Beside its published numbers, in full.
    pub full_citation: &'static str,
    /// In running text, as a sentence.
    pub reference: &'static str,
}

/// The paper on how many heads a task needs.
///
/// ```
/// assert!(lab::PAPER_1.citation.ends_with("arXiv:2510.06662"));
/// ```
pub const PAPER_1: Paper = Paper {
    citation: "Yu, Jiang, Bao, Yu, Li: The Effect of Attention Head Count on Transformer \
               Approximation, arXiv:2510.06662",
    full_citation: "Yu, Jiang, Bao, Yu, Li: The Effect of Attention Head Count on Transformer \
                    Approximation, arXiv 2510.06662",
    reference: "Yu, Jiang, Bao, Yu and Li, \"The Effect of Attention Head Count on Transformer \
                Approximation\", arXiv:2510.06662.",
};

/// The paper on the rank of heads.
///
/// ```
/// assert!(lab::PAPER_2.citation.ends_with("arXiv:2407.16153"));
/// ```
pub const PAPER_2: Paper = Paper {
    citation: "Amsel, Yehudai, Bruna: Quality over Quantity in Attention Layers, arXiv:2407.16153",
    full_citation: "Amsel, Yehudai, Bruna: Quality over Quantity in Attention Layers: When Adding \
                    More Heads Hurts, ICLR 2025, arXiv 2407.16153",
    reference: "Amsel, Yehudai and Bruna, \"Quality over Quantity in Attention Layers\", \
                arXiv:2407.16153.",
};

impl Task {
    /// The paper that the task is from.
    ///
    /// ```
    /// use lab::{Farthest, MinMax, PAPER_1, PAPER_2, Task};
    ///
    /// assert_eq!(Task::MinMax(MinMax::default()).paper(), PAPER_1);
    /// assert_eq!(Task::Farthest(Farthest::default()).paper(), PAPER_2);
    /// ```
    pub fn paper(&self) -> Paper {
        match self.dimension() {
            Some(_) => PAPER_1,
            None => PAPER_2,
        }
    }
}

impl Experiment {
    /// How the paper that the experiment's task is from is cited.
    ///
    /// ```
    /// assert_eq!(lab::Experiment::default().citation(), lab::PAPER_1.citation);
    /// ```
    pub fn citation(&self) -> &'static str {
        self.task.paper().citation
    }
}

/// The numbers of heads in [`READINGS`]; at d = 64 their ranks are 64, 32, 16, 8 and 1.
const READINGS_HEADS: [u32; 5] = [1, 2, 4, 8, 64];

/// Paper 2's figures for its encoder on farthest points at d = 64, read to about five per cent:
/// (L, w, T, errors by [`READINGS_HEADS`]).
const READINGS: [(u32, u32, u32, [f64; 5]); 8] = [
    (1, 1, 16, [0.0153, 0.69, 0.80, 0.84, 0.86]),
    (1, 8, 16, [0.0069, 0.43, 0.62, 0.73, 0.82]),
    (1, 64, 16, [0.0019, 0.31, 0.46, 0.57, 0.65]),
    (3, 1, 16, [0.0032, 0.052, 0.125, 0.21, 0.80]),
    (2, 64, 4, [0.006, 0.006, 0.004, 0.013, 0.023]),
    (2, 64, 16, [0.007, 0.23, 0.33, 0.42, 0.63]),
    (2, 64, 64, [0.02, 0.43, 0.60, 0.70, 0.81]),
    (2, 64, 256, [0.04, 0.54, 0.72, 0.81, 1.165]),
];

/// The number of dimensions of [`RANDOM_HEADS`].
///
/// ```
/// assert_eq!(lab::RANDOM_HEADS_D, 64);
/// ```
pub const RANDOM_HEADS_D: u32 = 64;

/// Paper 2's figure of random heads of rank 1, combined as well as can be, at d = 64, read to about five
/// per cent: the mean error over five draws, by number of heads. Cited as [`PAPER_2`].
///
/// ```
/// use lab::{RANDOM_HEADS, random_rank_one_error};
///
/// // 16 384 heads of rank 1 still miss what one head of full rank does exactly.
/// assert_eq!((RANDOM_HEADS[3].h, RANDOM_HEADS[3].value), (16_384, 0.185));
/// let ours = random_rank_one_error(lab::RANDOM_HEADS_D, 64, 0);
/// assert!((ours / RANDOM_HEADS[1].value - 1.0).abs() < 0.05);
/// ```
pub const RANDOM_HEADS: [PublishedMark; 4] = [
    PublishedMark { h: 1, value: 0.72 },
    PublishedMark {
        h: 64,
        value: 0.465,
    },
    PublishedMark {
        h: 1024,
        value: 0.273,
    },
    PublishedMark {
        h: 16_384,
        value: 0.185,
    },
];

/// Published values that apply to an experiment.
///
/// ```
/// use lab::{Experiment, published};
///
/// let found = published(&Experiment::default()).unwrap();
/// assert_eq!(found.table, "table 2, mean over seeds");
/// // One line for T = 16, the only length of the experiment.
/// assert_eq!(found.lines.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Published {
    /// The paper.
    pub citation: &'static str,
    /// Where in it, and what was measured.
    pub table: String,
    /// One per setting that the experiment has too.
    pub lines: Vec<PublishedLine>,
}

/// Published values that differ in h alone.
///
/// ```
/// use lab::{Experiment, published};
///
/// let line = &published(&Experiment::default()).unwrap().lines[0];
/// assert_eq!((line.label.as_str(), line.T), ("paper, T = 16", 16));
/// assert_eq!(line.marks.len(), 5);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(non_snake_case)]
pub struct PublishedLine {
    /// The sizes by which it differs from the other lines.
    pub label: String,
    /// Sequence length.
    pub T: u32,
    /// By number of heads, in ascending order.
    pub marks: Vec<PublishedMark>,
}

/// One published value.
///
/// ```
/// use lab::{Experiment, PublishedMark, published};
///
/// let line = &published(&Experiment::default()).unwrap().lines[0];
/// assert_eq!(line.marks[3], PublishedMark { h: 4, value: 4.36e-5 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PublishedMark {
    /// Heads.
    pub h: u32,
    /// The error.
    pub value: f64,
}

/// The published values for the sizes that `experiment` trains, for its sequence lengths and numbers of
/// heads only; `None` where there are none.
///
/// ```
/// use lab::{Experiment, published};
///
/// let table = |text: &str| {
///     let found = published(&Experiment::from_json(text).unwrap());
///     found.map(|found| found.table)
/// };
/// assert_eq!(table("{}").unwrap(), "table 2, mean over seeds");
/// assert_eq!(table(r#"{ "grid": { "E": 32 } }"#).unwrap(), "table 3, mean over seeds");
/// // No paper has published errors of this task.
/// assert_eq!(table(r#"{ "task": { "kind": "min-max" } }"#), None);
/// ```
pub fn published(experiment: &Experiment) -> Option<Published> {
    let published = match &experiment.task {
        Task::MaxSum(task) => paper_1(experiment, task.D, task.d)?,
        Task::Farthest(task) if task.d == 64 => paper_2(experiment)?,
        _ => return None,
    };
    (!published.lines.is_empty()).then_some(published)
}

fn paper_1(experiment: &Experiment, dimension: u32, d: u32) -> Option<Published> {
    let Family::Reader { N, size, L } = &experiment.grid.family else {
        return None;
    };
    let of_layers = |layers: &u32| -> Option<(u32, &'static [[f64; 5]])> {
        match (layers, dimension, d, size) {
            (1, 4, 4, HeadSize::PerHead(8)) if N.contains(&32) => Some((2, &TABLE_2)),
            (1, 4, 4, HeadSize::Shared(32)) => Some((3, &TABLE_3)),
            // The paper does not say which E; it shares it among the heads.
            (1, 3, _, HeadSize::Shared(_)) => Some((4, &TABLE_4)),
            (2, 4, 4, HeadSize::Shared(32)) => Some((5, &TABLE_5)),
            _ => None,
        }
    };
    let (number, rows) = L.iter().find_map(of_layers)?;
    let columns = (0..).zip(LENGTHS);
    let common = columns.filter(|(_, t)| experiment.grid.T.contains(t));
    let lines = common.filter_map(|(column, t)| {
        let values = (1..).zip(rows.iter().map(|row: &[f64; 5]| row[column]));
        line(experiment, format!("paper, T = {t}"), t, values)
    });
    Some(Published {
        citation: PAPER_1.full_citation,
        table: format!("table {number}, mean over seeds"),
        lines: lines.collect(),
    })
}

fn paper_2(experiment: &Experiment) -> Option<Published> {
    let Family::Encoder { w, L, .. } = &experiment.grid.family else {
        return None;
    };
    let lengths = &experiment.grid.T;
    let common = READINGS.iter().filter(|(layers, side_by_side, t, _)| {
        L.contains(layers) && w.contains(side_by_side) && lengths.contains(t)
    });
    let lines = common.filter_map(|&(layers, side_by_side, t, values)| {
        // Only the sizes by which lines differ.
        let mut label = String::from("paper");
        for (name, value, several) in [
            ("L", layers, L.len() > 1),
            ("w", side_by_side, w.len() > 1),
            ("T", t, lengths.len() > 1),
        ] {
            if several {
                label += &format!(", {name} = {value}");
            }
        }
        line(experiment, label, t, READINGS_HEADS.into_iter().zip(values))
    });
    Some(Published {
        citation: PAPER_2.full_citation,
        table: "figures, read to ± 5 %, least of 5 seeds".into(),
        lines: lines.collect(),
    })
}

fn line(
    experiment: &Experiment,
    label: String,
    t: u32,
    values: impl Iterator<Item = (u32, f64)>,
) -> Option<PublishedLine> {
    let common = values.filter(|(h, _)| experiment.grid.h.contains(h));
    let marks: Vec<_> = common
        .map(|(h, value)| PublishedMark { h, value })
        .collect();
    (!marks.is_empty()).then_some(PublishedLine { label, T: t, marks })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn of(experiment: Value) -> Option<Published> {
        published(&Experiment::from_json(&experiment.to_string()).unwrap())
    }

    fn table(experiment: Value) -> Option<String> {
        of(experiment).map(|found| found.table.split(',').next().unwrap().to_owned())
    }

    #[test]
    fn the_default_experiment_is_table_2_at_its_length() {
        let found = of(json!({})).unwrap();
        assert_eq!(found.citation, PAPER_1.full_citation);
        assert_eq!(found.lines.len(), 1);
        let line = &found.lines[0];
        assert_eq!((line.label.as_str(), line.T), ("paper, T = 16", 16));
        let values: Vec<_> = line.marks.iter().map(|mark| (mark.h, mark.value)).collect();
        let expected = [1.09e-1, 8.41e-3, 6.40e-4, 4.36e-5, 1.10e-5];
        assert_eq!(values, (1..).zip(expected).collect::<Vec<_>>());
    }

    #[test]
    fn a_task_is_cited_with_its_paper() {
        let cited = |kind: &str| {
            let given = json!({ "task": { "kind": kind } });
            Experiment::from_value(given).unwrap().citation()
        };
        for kind in ["max-sum", "retrieval", "min-max"] {
            assert!(cited(kind).ends_with("Approximation, arXiv:2510.06662"));
        }
        for kind in ["farthest", "nearest"] {
            assert!(cited(kind).ends_with("Attention Layers, arXiv:2407.16153"));
        }
    }

    #[test]
    fn each_table_applies_to_its_own_setting_alone() {
        let grid = |size: &str, value: u32, layers: u32| json!({ size: value, "L": [layers] });
        let at = |dimension: u32, grid: Value| {
            table(json!({ "task": { "D": dimension }, "grid": grid }))
        };
        assert_eq!(at(4, grid("n", 8, 1)).as_deref(), Some("table 2"));
        assert_eq!(at(4, grid("E", 32, 1)).as_deref(), Some("table 3"));
        assert_eq!(at(3, grid("E", 24, 1)).as_deref(), Some("table 4"));
        assert_eq!(at(4, grid("E", 32, 2)).as_deref(), Some("table 5"));
        for (dimension, grid) in [
            (3, grid("n", 8, 1)),
            (4, grid("n", 16, 1)),
            (4, grid("E", 64, 1)),
            (4, grid("n", 8, 2)),
            (4, json!({ "N": [16] })),
            (4, json!({ "T": [17] })),
            (4, json!({ "h": [6] })),
        ] {
            assert_eq!(at(dimension, grid.clone()), None, "D={dimension} {grid}");
        }
        assert_eq!(table(json!({ "task": { "kind": "min-max" } })), None);
    }

    #[test]
    fn only_lengths_and_heads_of_the_experiment_are_given() {
        let found = of(json!({ "grid": { "T": [128, 24, 8], "h": [4, 9, 3] } })).unwrap();
        let lines: Vec<_> = found.lines.iter().map(|line| line.T).collect();
        assert_eq!(lines, [8, 128]);
        let marks: Vec<_> = found.lines[1]
            .marks
            .iter()
            .map(|m| (m.h, m.value))
            .collect();
        assert_eq!(marks, [(3, 1.58e-3), (4, 5.23e-6)]);
    }

    #[test]
    fn paper_2_applies_to_its_encoder_at_its_width() {
        let at = |d: u32, grid: Value| {
            of(json!({ "task": { "kind": "farthest", "d": d }, "grid": grid }))
        };
        let grid = json!({ "form": "encoder", "h": [1, 2, 64], "w": [1, 8], "L": [1] });
        let found = at(64, grid).unwrap();
        assert_eq!(found.citation, PAPER_2.full_citation);
        let labels: Vec<_> = found.lines.iter().map(|line| line.label.as_str()).collect();
        assert_eq!(labels, ["paper, w = 1", "paper, w = 8"]);
        let marks: Vec<_> = found.lines[0]
            .marks
            .iter()
            .map(|m| (m.h, m.value))
            .collect();
        // One head of full rank, then 45 times the error with two of half.
        assert_eq!(marks, [(1, 0.0153), (2, 0.69), (64, 0.86)]);
        let half = json!({ "form": "encoder", "h": [1, 2] });
        assert_eq!(at(32, half), None);
        assert_eq!(at(64, json!({ "form": "attention", "h": [1, 2] })), None);
    }
}
