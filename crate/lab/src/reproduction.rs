//! Our errors beside the paper's, cell by cell of its table. The paper gives means over seeds, so ours are
//! means here too, each with its standard error; everywhere else the page shows medians.

use serde::Serialize;
use serde_json::json;

use crate::experiment::Experiment;
use crate::outcome::Outcome;
use crate::papers::published;

/// One cell of a table of the paper, and what was trained for it.
///
/// ```
/// use lab::{Experiment, reproduction, results_from_text};
///
/// let text = r#"{ "grid": { "h": [4] }, "seeds": [0, 1] }"#;
/// let experiment = Experiment::from_json(text).unwrap();
/// let outcomes = results_from_text(&experiment, "1e-4,3e-4").unwrap();
/// let cell = &reproduction(&experiment, &outcomes)[0];
/// assert_eq!((cell.T, cell.h, cell.runs), (16, 4, 2));
/// assert!((cell.mean.unwrap() - 2e-4).abs() < 1e-9);
/// assert!((cell.standard_error.unwrap() - 1e-4).abs() < 1e-9);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(non_snake_case)]
pub struct ReproductionCell {
    /// Sequence length.
    #[serde(rename = "T")]
    pub T: u32,
    /// Heads.
    pub h: u32,
    /// Runs that ended with a finite error.
    pub runs: usize,
    /// The mean of their errors.
    pub mean: Option<f64>,
    /// Its standard error: that over seeds (the sample's standard deviation over the root of the number of
    /// runs) and, where outcomes have it, that of a finite validation set. All seeds share that set, so the
    /// second does not shrink with their number. One run without it has none.
    pub standard_error: Option<f64>,
    /// What the paper has.
    pub paper: f64,
    /// Our mean over the paper's.
    pub ratio: Option<f64>,
}

/// The cells of the paper's table that an experiment has too, by T and h in ascending order. Empty where the
/// paper has none, and where the experiment varies more than heads and length: then a cell would mix runs
/// of several sizes.
///
/// Table 2 has no seven heads, so only four of them are compared.
///
/// ```
/// use lab::{Experiment, TABLE_2, reproduction, results_from_text};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [4, 7] } }"#).unwrap();
/// let outcomes = results_from_text(&experiment, "8.72e-5,1e-5").unwrap();
/// let cells = reproduction(&experiment, &outcomes);
/// assert_eq!(cells.len(), 1);
/// // Four heads at T = 16: we err twice as much as the paper.
/// assert_eq!(cells[0].paper, TABLE_2[3][1]);
/// assert!((cells[0].ratio.unwrap() - 2.0).abs() < 1e-9);
/// ```
pub fn reproduction(experiment: &Experiment, outcomes: &[Outcome]) -> Vec<ReproductionCell> {
    let varies_more = experiment
        .grid
        .family
        .varied()
        .into_iter()
        .any(|(_, list)| list.len() > 1);
    let Some(published) = published(experiment).filter(|_| !varies_more) else {
        return Vec::new();
    };
    let mut cells = Vec::new();
    for line in published.lines {
        for mark in line.marks {
            let own = |o: &&Outcome| o.run.T == line.T && o.run.architecture.h == mark.h;
            let MeanError {
                runs,
                mean,
                standard_error,
            } = mean_error(outcomes.iter().filter(own));
            cells.push(ReproductionCell {
                T: line.T,
                h: mark.h,
                runs,
                mean,
                standard_error,
                paper: mark.value,
                ratio: mean.map(|mean| mean / mark.value),
            });
        }
    }
    cells
}

/// The cells of [`reproduction`] as comma-separated values, one row for each; what is not known is empty.
/// Without cells only the names of the columns.
///
/// ```
/// use lab::{Experiment, reproduction_csv, results_from_text};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [3, 4] }, "seeds": [0, 1] }"#).unwrap();
/// let outcomes = results_from_text(&experiment, "0.5,0.5,0.25,0.75").unwrap();
/// let text = reproduction_csv(&experiment, &outcomes);
/// let lines: Vec<&str> = text.lines().collect();
/// assert_eq!(lines[0], "T,h,ours,standard error,paper,ratio,runs");
/// assert!(lines[2].starts_with("16,4,0.5,0.25,0.0000436,"));
/// ```
pub fn reproduction_csv(experiment: &Experiment, outcomes: &[Outcome]) -> String {
    let mut text = String::from("T,h,ours,standard error,paper,ratio,runs\n");
    // As JSON has them: Rust's own way of writing numbers would be 12 KB of the page's wasm.
    let known = |number: Option<f64>| number.map_or(String::new(), |x| json!(x).to_string());
    for cell in reproduction(experiment, outcomes) {
        let cells = [
            cell.T.to_string(),
            cell.h.to_string(),
            known(cell.mean),
            known(cell.standard_error),
            known(Some(cell.paper)),
            known(cell.ratio),
            cell.runs.to_string(),
        ];
        text += &(cells.join(",") + "\n");
    }
    text
}

/// The mean of several runs' errors, and how far off it may be.
///
/// ```
/// use lab::{Experiment, mean_error, results_from_text};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [4] }, "seeds": [0, 1] }"#).unwrap();
/// let outcomes = results_from_text(&experiment, "1e-4,3e-4").unwrap();
/// let found = mean_error(&outcomes);
/// assert_eq!(found.runs, 2);
/// assert!((found.mean.unwrap() - 2e-4).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MeanError {
    /// Runs that ended with a finite error.
    pub runs: usize,
    /// The mean of their errors.
    pub mean: Option<f64>,
    /// As in `ReproductionCell`.
    pub standard_error: Option<f64>,
}

/// The mean error of outcomes that differ in their seed alone, with its standard error.
///
/// One run that diverged does not count.
///
/// ```
/// use lab::{Experiment, mean_error, results_from_text};
///
/// let experiment = Experiment::from_json(r#"{ "grid": { "h": [4] }, "seeds": [0, 1] }"#).unwrap();
/// let outcomes = results_from_text(&experiment, "1e-4,~57").unwrap();
/// assert_eq!(mean_error(&outcomes).runs, 1);
/// ```
pub fn mean_error<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>) -> MeanError {
    let is_finite = |error: &f64| error.is_finite();
    let (errors, of_validation): (Vec<f64>, Vec<Option<f64>>) = outcomes
        .into_iter()
        .filter_map(|of| Some((of.nmse.filter(is_finite)?, of.standard_error)))
        .unzip();
    let (mean, over_seeds) = mean_and_error(&errors);
    let of_validation: Option<Vec<f64>> = of_validation.into_iter().collect();
    let of_validation = of_validation.and_then(|errors| mean_and_error(&errors).0);
    let standard_error = match (over_seeds, of_validation) {
        (Some(seeds), Some(validation)) => Some(seeds.hypot(validation)),
        (seeds, validation) => seeds.or(validation),
    };
    MeanError {
        runs: errors.len(),
        mean,
        standard_error,
    }
}

fn mean_and_error(values: &[f64]) -> (Option<f64>, Option<f64>) {
    if values.is_empty() {
        return (None, None);
    }
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    if values.len() == 1 {
        return (Some(mean), None);
    }
    let squares: f64 = values.iter().map(|x| (x - mean).powi(2)).sum();
    (Some(mean), Some((squares / (count - 1.0) / count).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Stopped;
    use crate::plan::runs;

    fn outcomes(experiment: &Experiment, error: impl Fn(u32, u32) -> Option<f64>) -> Vec<Outcome> {
        let outcome = |run: crate::Run| Outcome {
            run,
            parameters: 1,
            steps: 1,
            nmse: error(run.architecture.h, run.seed),
            standard_error: None,
            stopped: Stopped::Finished,
            curve: Vec::new(),
        };
        runs(experiment).into_iter().map(outcome).collect()
    }

    #[test]
    fn cells_have_our_mean_its_error_and_the_papers_value() {
        let text = r#"{ "grid": { "h": [1, 4, 7], "T": [16, 24, 64] }, "seeds": [0, 1, 2, 3] }"#;
        let experiment = Experiment::from_json(text).unwrap();
        // 1, 2, 3 and 6 thousandths for the seeds: mean 3, sample variance 14/3.
        let errors = [1e-3, 2e-3, 3e-3, 6e-3];
        let all = outcomes(&experiment, |h, seed| {
            (h == 4 || seed == 2).then_some(errors[seed as usize])
        });
        let cells = reproduction(&experiment, &all);
        // The paper has neither T = 24 nor seven heads.
        let places: Vec<_> = cells.iter().map(|cell| (cell.T, cell.h)).collect();
        assert_eq!(places, [(16, 1), (16, 4), (64, 1), (64, 4)]);
        let close = |a: Option<f64>, b: f64| (a.unwrap() / b - 1.0).abs() < 1e-12;
        let full = &cells[1];
        assert_eq!((full.runs, full.paper), (4, 4.36e-5));
        assert!(close(full.mean, 3e-3) && close(full.ratio, 3e-3 / 4.36e-5));
        assert!(close(
            full.standard_error,
            (14.0f64 / 3.0 / 4.0).sqrt() * 1e-3
        ));
        let one = &cells[0];
        assert_eq!(
            (one.runs, one.mean, one.standard_error),
            (1, Some(3e-3), None)
        );
        // All seeds share the validation set: its part stays 3 thousandths, however many they are.
        let with_errors = all.iter().map(|outcome| Outcome {
            standard_error: outcome.nmse.map(|_| 3e-3),
            ..outcome.clone()
        });
        let cells = reproduction(&experiment, &with_errors.collect::<Vec<_>>());
        let both = (14.0f64 / 3.0 / 4.0 + 9.0).sqrt() * 1e-3;
        assert!(close(cells[1].standard_error, both));
        assert!(close(cells[0].standard_error, 3e-3));
        let none = reproduction(&experiment, &[]);
        assert_eq!((none.len(), none[0].runs, none[0].ratio), (4, 0, None));
    }

    #[test]
    fn the_whole_table_is_one_csv_with_gaps_where_nothing_is_known() {
        let text = r#"{ "grid": { "h": [1, 4, 7], "T": [16, 64] }, "seeds": [0, 1] }"#;
        let experiment = Experiment::from_json(text).unwrap();
        // One head diverged with the second seed, and everything at T = 64 with both.
        let all = outcomes(&experiment, |h, seed| {
            (h == 4 || seed == 0).then_some(0.1 / f64::from(seed + h))
        });
        let short: Vec<Outcome> = all.into_iter().filter(|of| of.run.T == 16).collect();
        let csv = reproduction_csv(&experiment, &short);
        let lines: Vec<&str> = csv.lines().collect();
        let cells = reproduction(&experiment, &short);
        assert_eq!((lines.len(), cells.len()), (5, 4));
        for (line, cell) in lines[1..].iter().zip(&cells) {
            let row: Vec<&str> = line.split(',').collect();
            assert_eq!(row.len(), 7);
            assert_eq!(row[..2], [cell.T.to_string(), cell.h.to_string()]);
            assert_eq!(row[6], cell.runs.to_string());
            let numbers = [cell.mean, cell.standard_error, Some(cell.paper), cell.ratio];
            for (text, number) in row[2..6].iter().zip(numbers) {
                match number {
                    Some(number) => {
                        assert!((text.parse::<f64>().unwrap() / number - 1.0).abs() < 1e-5);
                    }
                    None => assert_eq!(*text, ""),
                }
            }
        }
        assert_eq!(
            lines[1].split(',').nth(3),
            Some(""),
            "one run has no error over seeds"
        );
        assert!(
            lines[3].starts_with("64,1,,,") && lines[3].ends_with(",0"),
            "{}",
            lines[3]
        );
        let other = Experiment::from_json(r#"{ "task": { "kind": "min-max" } }"#).unwrap();
        assert_eq!(reproduction_csv(&other, &[]).lines().count(), 1);
    }

    #[test]
    fn other_tasks_and_grids_of_several_sizes_have_none() {
        for text in [
            r#"{ "task": { "kind": "min-max" } }"#,
            r#"{ "grid": { "N": [16, 32] } }"#,
            r#"{ "grid": { "T": [24] } }"#,
        ] {
            let experiment = Experiment::from_json(text).unwrap();
            assert!(reproduction(&experiment, &[]).is_empty(), "{text}");
        }
    }
}
