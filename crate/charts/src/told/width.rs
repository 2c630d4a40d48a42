//! Error against hidden width, in words.

use super::{NOTHING, Series, Table, Told, grid, together};
use crate::width::{Width, WidthLine};
use crate::words::spread_of;

fn series(line: &WidthLine) -> Series {
    let mut series = Series::new(line.label.clone());
    for point in line.drawn() {
        let cell = spread_of(point.min, point.median, point.max, point.count);
        series.push(point.N, point.median, cell);
    }
    series
}

impl Told for Width {
    fn summary(&self) -> String {
        let mut said = Vec::new();
        for line in &self.lines {
            let series = series(line);
            if series.points.is_empty() {
                continue;
            }
            let mut words = series.words("N");
            let fit = line.fit();
            if !fit.is_empty() {
                words += &format!(" The fitted {fit}.");
            }
            said.push(words);
        }
        match said.is_empty() {
            true => NOTHING.into(),
            false => together(&said),
        }
    }

    fn table(&self) -> Table {
        let lines: Vec<Series> = self.lines.iter().map(series).collect();
        grid("hidden width N", &lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn widths_are_told_with_their_slope() {
        let point = |n: u32, e: f64| json!({ "N": n, "min": e, "median": e, "max": e });
        let chart: Width = serde_json::from_value(json!({
            "frame": { "width": 400, "height": 300, "scale": 1, "theme": "light" },
            "lines": [{ "h": 2, "T": 16, "label": "h = 2", "points": [point(16, 0.05), point(8, 0.1)], "slope": -1.0, "error": null }],
        }))
        .unwrap();
        assert_eq!(
            chart.summary(),
            "h = 2: 0.100 at N = 8, 0.0500 at N = 16. The fitted slope −1.0."
        );
        assert_eq!(chart.table().rows, [["8", "0.100"], ["16", "0.0500"]]);
    }
}
