//! From results to the chart: which lines there are, their names, and the slope fitted to each.

use lab::{Experiment, Group};

use super::{Width, WidthLine, WidthPoint};
use crate::results::{Entry, GroupLine, group_lines, longest_name, size};

impl Width {
    /// The chart of an experiment and its results. Recorded results are left out: the chart shows what
    /// was trained here.
    pub fn of(experiment: &Experiment, entries: &[Entry<'_>]) -> Width {
        let trained = entries.iter().filter(|entry| !entry.recorded);
        Width {
            measure: experiment.task.measure(),
            lines: trained.flat_map(lines_of).collect(),
            reserved_names: reserved_names(experiment),
            citation: experiment.citation(),
        }
    }
}

/// The longest name of the experiment's lines, and their longest slope; one width alone has none.
fn reserved_names(experiment: &Experiment) -> Vec<String> {
    let grid = &experiment.grid;
    let (widths, others): (Vec<_>, Vec<_>) = grid
        .family
        .varied()
        .into_iter()
        .partition(|(name, _)| *name == "N");
    let mut sizes = vec![("h", &grid.h[..]), ("T", &grid.T[..])];
    sizes.extend(others);
    let has_several = sizes.iter().any(|(_, values)| values.len() > 1);
    let mut names = vec![longest_name(&sizes, if has_several { "" } else { "h" })];
    if widths.iter().any(|(_, values)| values.len() > 1) {
        names.push(LONGEST_SLOPE.into());
    }
    names
}

/// As wide as any slope that a training had.
const LONGEST_SLOPE: &str = "slope −0.00 ± 0.00";

/// One line per combination of sizes other than the hidden width.
fn lines_of(entry: &Entry<'_>) -> Vec<WidthLine> {
    let summary = entry.results.summary();
    let line = |GroupLine { groups, label }: GroupLine<'_>| {
        let of = groups[0];
        let fit = summary
            .slopes
            .iter()
            .find(|slope| (slope.h, slope.T, slope.w, slope.L) == (of.h, of.T, of.w, of.L));
        WidthLine {
            h: of.h,
            T: of.T,
            label,
            points: groups.iter().filter_map(|group| point_of(group)).collect(),
            slope: fit.and_then(|fit| fit.slope),
            error: fit.and_then(|fit| fit.error),
        }
    };
    let lines = group_lines(&summary.groups, &[size::h, size::T, size::w, size::L]);
    // A line whose runs all diverged has nothing to draw.
    let lines = lines.into_iter().map(line);
    lines.filter(|line| !line.points.is_empty()).collect()
}

fn point_of(group: &Group) -> Option<WidthPoint> {
    Some(WidthPoint {
        N: group.N,
        min: group.min?,
        median: group.median?,
        max: group.max?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chart;
    use crate::results::samples::results;
    use serde_json::json;

    #[test]
    fn every_line_has_the_slope_of_its_own_sizes() {
        // With h heads and length T the error falls as N to the power of −h − T / 8.
        let all = results(
            json!({ "grid": { "h": [2, 1], "T": [8, 16], "N": [16, 32, 64] } }),
            |run| {
                let exponent = f64::from(run.architecture.h) + f64::from(run.T) / 8.0;
                Some(f64::from(run.architecture.N).powf(-exponent))
            },
        );
        let chart = Width::of(all.experiment(), &[all.trained_here()]);
        let slopes: Vec<_> = chart
            .lines
            .iter()
            .map(|line| (&*line.label, line.h, line.T, line.slope.unwrap().round()))
            .collect();
        assert_eq!(
            slopes,
            [
                ("h = 1, T = 8", 1, 8, -2.0),
                ("h = 2, T = 8", 2, 8, -3.0),
                ("h = 1, T = 16", 1, 16, -3.0),
                ("h = 2, T = 16", 2, 16, -4.0)
            ]
        );
        assert!(chart.lines.iter().all(|line| line.error.unwrap() < 1e-9));
        let widths = chart.lines[1].points.iter().map(|point| point.N);
        assert_eq!(widths.collect::<Vec<_>>(), [16, 32, 64]);
        assert_eq!(chart.title(), "Error for each hidden width");
        assert_eq!(chart.measure, "NMSE");
    }

    #[test]
    fn layers_side_by_side_have_slopes_of_their_own() {
        let all = results(
            json!({
                "task": { "kind": "farthest", "d": 4 },
                "grid": { "form": "encoder", "h": [1], "w": [1, 2], "N": [16, 32] },
            }),
            |run| Some(f64::from(run.architecture.N).powf(-f64::from(run.architecture.w))),
        );
        let chart = Width::of(all.experiment(), &[all.trained_here()]);
        let slopes: Vec<_> = chart
            .lines
            .iter()
            .map(|line| (&*line.label, line.slope.unwrap().round(), line.error))
            .collect();
        assert_eq!(slopes, [("w = 1", -1.0, None), ("w = 2", -2.0, None)]);
        assert_eq!(chart.measure, "mean squared distance");
    }

    #[test]
    fn recorded_results_are_left_out_and_one_width_has_no_slope() {
        let all = results(json!({ "grid": { "h": [1] } }), |_| Some(0.1));
        let entries = [all.recorded_as("before"), all.trained_here()];
        let chart = Width::of(all.experiment(), &entries);
        assert_eq!(chart.lines.len(), 1);
        assert_eq!(
            (&*chart.lines[0].label, chart.lines[0].slope),
            ("h = 1", None)
        );
        assert!(Width::of(all.experiment(), &entries[..1]).lines.is_empty());
    }
}
