//! Error against heads as text.

use super::{Describe, NOTHING_TRAINED, Series, Table, join_sentences, table_of};
use crate::axis::ascending;
use crate::number_format::{format_error, median_and_range};
use crate::transition::{Transition, TransitionLine, TransitionPoint};

/// The finite points of a measured line, in ascending order of heads.
fn series_of(line: &TransitionLine) -> Series {
    let mut series = Series::new(match line.recorded && !line.label.contains("recorded") {
        true => format!("recorded, {}", line.label),
        false => line.label.clone(),
    });
    let points = line.points.iter().filter(|point| point.median.is_finite());
    let points: Vec<&TransitionPoint> = points.collect();
    let heads: Vec<f64> = points.iter().map(|point| point.h.into()).collect();
    for i in ascending(&heads) {
        let point = points[i];
        let cell = median_and_range(point.min, point.median, point.max, Some(point.count));
        series.push(point.h, point.median, cell);
    }
    series
}

impl Transition {
    /// All lines with points on them: measured, recorded, published.
    fn series(&self) -> Vec<Series> {
        let mut all = Vec::new();
        for recorded in [false, true] {
            let lines = self.lines.iter();
            all.extend(
                lines
                    .filter(|line| line.recorded == recorded)
                    .map(series_of),
            );
        }
        for line in &self.paper {
            let mut series = Series::new(line.label.clone());
            for point in line.points.iter().filter(|point| point.value.is_finite()) {
                series.push(point.h, point.value, format_error(point.value));
            }
            all.push(series);
        }
        all.retain(|series| !series.points.is_empty());
        all
    }
}

impl Describe for Transition {
    fn summary(&self) -> String {
        let mut sentences = Vec::new();
        if let Some(dimension) = self.D {
            sentences.push(format!(
                "The line at D = {dimension} marks where enough heads begin."
            ));
        }
        let lines = self.series();
        for line in &lines {
            sentences.push(line.sentence("h"));
        }
        match lines.is_empty() {
            true => NOTHING_TRAINED.into(),
            false => join_sentences(&sentences),
        }
    }

    fn table(&self) -> Table {
        let mut table = table_of("heads h", &self.series());
        if let Some(width) = self.shared_width {
            table.head.insert(1, "rank of each".into());
            for row in &mut table.rows {
                let h: u32 = row[0].parse().unwrap_or(1);
                row.insert(1, (width / h.max(1)).to_string());
            }
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PaperLine, SingleValue};

    #[test]
    fn measured_recorded_and_published_errors_are_described_with_their_numbers() {
        let point = |h: u32, error: f64| TransitionPoint {
            h,
            min: error / 2.0,
            median: error,
            max: error * 2.0,
            count: 3,
        };
        let line = |recorded: bool| TransitionLine {
            label: "T = 16".into(),
            T: 16,
            points: vec![point(4, 4.36e-5), point(3, 6.4e-4)],
            recorded,
        };
        let chart = Transition {
            D: Some(4),
            lines: vec![line(true), line(false)],
            paper: vec![PaperLine {
                label: "paper, T = 16".into(),
                T: 16,
                points: vec![SingleValue { h: 4, value: 0.5 }],
            }],
            ..Transition::default()
        };
        assert_eq!(
            chart.summary(),
            "The line at D = 4 marks where enough heads begin. \
             T = 16: 6.40e-4 at h = 3, 4.36e-5 at h = 4. \
             recorded, T = 16: 6.40e-4 at h = 3, 4.36e-5 at h = 4. \
             paper, T = 16: 0.500 at h = 4."
        );
        let table = chart.table();
        assert_eq!(
            table.head,
            ["heads h", "T = 16", "recorded, T = 16", "paper, T = 16"]
        );
        assert_eq!(table.rows[0][0], "3");
        assert_eq!(
            table.rows[0][1],
            "median 6.40e-4, 3.2e-4 to 1.3e-3 over 3 seeds"
        );
        assert_eq!(table.rows[0][3], "–");
        assert_eq!(table.rows[1][3], "0.500");
        assert_eq!(Transition::default().summary(), "Nothing trained yet.");
    }
}
