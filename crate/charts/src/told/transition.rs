//! Error against heads, in words.

use super::{NOTHING, Series, Table, Told, grid, together};
use crate::axis::ascending;
use crate::transition::{Mark, Transition};
use crate::words::{error, spread_of};

/// The finite marks of a line, in ascending order of heads.
fn series(label: &str, ghost: bool, marks: &mut dyn Iterator<Item = &Mark>) -> Series {
    let name = match ghost && !label.contains("recorded") {
        true if label.is_empty() => "recorded".into(),
        true => format!("recorded, {label}"),
        false if label.is_empty() => "trained".into(),
        false => label.into(),
    };
    let mut series = Series::new(name);
    let marks: Vec<&Mark> = marks.filter(|mark| mark.median.is_finite()).collect();
    let heads: Vec<f64> = marks.iter().map(|mark| mark.h.into()).collect();
    for i in ascending(&heads) {
        let mark = marks[i];
        let cell = spread_of(mark.min, mark.median, mark.max, mark.count);
        series.push(mark.h, mark.median, cell);
    }
    series
}

impl Transition {
    /// All lines with something on them: measured, recorded, published.
    fn told(&self) -> Vec<Series> {
        let mut all = Vec::new();
        for ghost in [false, true] {
            for line in self.lines.iter().filter(|line| line.ghost == ghost) {
                let label = match (&line.label, line.T) {
                    (Some(label), _) => label.clone(),
                    (None, Some(length)) => format!("T = {length}"),
                    (None, None) => String::new(),
                };
                all.push(series(&label, ghost, &mut line.marks.iter()));
            }
            let mut loose = self.marks.iter().filter(|mark| mark.ghost == ghost);
            all.push(series("", ghost, &mut loose));
        }
        for line in &self.paper {
            let mut series = Series::new(line.label.clone());
            for mark in line.marks.iter().filter(|mark| mark.value.is_finite()) {
                series.push(mark.h, mark.value, error(mark.value));
            }
            all.push(series);
        }
        all.retain(|series| !series.points.is_empty());
        all
    }
}

impl Told for Transition {
    fn summary(&self) -> String {
        let mut said = Vec::new();
        if let Some(dimension) = self.D {
            said.push(format!(
                "The line at D = {dimension} marks where enough heads begin."
            ));
        }
        let lines = self.told();
        for line in &lines {
            said.push(line.words("h"));
        }
        match lines.is_empty() {
            true => NOTHING.into(),
            false => together(&said),
        }
    }

    fn table(&self) -> Table {
        let mut table = grid("heads h", &self.told());
        if let Some(width) = self.width {
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
    use serde_json::json;

    #[test]
    fn measured_recorded_and_published_errors_are_told_with_their_numbers() {
        let mark = |h: u32, e: f64| json!({ "h": h, "min": e / 2.0, "median": e, "max": e * 2.0, "count": 3 });
        let line = |ghost: bool| json!({ "T": 16, "ghost": ghost, "marks": [mark(4, 4.36e-5), mark(3, 6.4e-4)] });
        let chart: Transition = serde_json::from_value(json!({
            "frame": { "width": 400, "height": 300, "scale": 1, "theme": "light" },
            "D": 4, "lines": [line(true), line(false)],
            "paper": [{ "label": "paper, T = 16", "marks": [{ "h": 4, "value": 0.5 }] }],
        }))
        .unwrap();
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
