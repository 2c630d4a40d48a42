//! Error against heads as text.

use super::{
    Csv, Describe, NOTHING_TRAINED, Series, Table, describe_lines, seeds_in_words, table_of,
};
use crate::axis::{ascending, distinct};
use crate::chart::Chart;
use crate::number_format::{format_error, median_and_range};
use crate::off_scale::{off_scale, off_scale_sentence};
use crate::part::{Part, PartShown};
use crate::transition::{PaperLine, Transition, TransitionLine, TransitionPoint};

/// The finite points of a measured line, in ascending order of heads. With `diverged`, runs that have no
/// error are in its cells too.
fn series_of(line: &TransitionLine, diverged: bool) -> Series {
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
    for group in line.diverged.iter().filter(|_| diverged) {
        let place = series.points.iter().position(|of| of.0 == group.h);
        match place {
            Some(place) => series.cells[place] += &format!(", {}", group.words()),
            None => series.push(group.h, f64::NAN, group.words()),
        }
    }
    series
}

/// A line that has points to speak of.
enum Described<'a> {
    Measured(&'a TransitionLine),
    Published(&'a PaperLine),
}

impl Described<'_> {
    /// Whether there is an error to speak of, and not only runs that diverged.
    fn has_errors(&self) -> bool {
        match self {
            Self::Measured(line) => line.points.iter().any(|of| of.median.is_finite()),
            Self::Published(_) => true,
        }
    }

    fn series(&self, diverged: bool) -> Series {
        match self {
            Self::Measured(line) => series_of(line, diverged),
            Self::Published(line) => {
                let mut series = Series::new(line.label.clone());
                for point in line.points.iter().filter(|point| point.value.is_finite()) {
                    series.push(point.h, point.value, format_error(point.value));
                }
                series
            }
        }
    }
}

impl Transition {
    /// All lines with points on them: measured, recorded, published.
    fn described(&self) -> Vec<Described<'_>> {
        let mut all = Vec::new();
        for recorded in [false, true] {
            let own = self.lines.iter().filter(|line| line.recorded == recorded);
            for line in own {
                let described = Described::Measured(line);
                if described.has_errors() || !line.diverged.is_empty() {
                    all.push(described);
                }
            }
        }
        let has_points = |line: &&PaperLine| line.points.iter().any(|of| of.value.is_finite());
        let published = self.paper.iter().filter(has_points);
        all.extend(published.map(Described::Published));
        all
    }
}

impl Describe for Transition {
    fn summary(&self) -> String {
        let lines = self.described();
        if lines.is_empty() {
            return NOTHING_TRAINED.into();
        }
        let opening = self.name_of_line().map(|name| match self.layers {
            0 | 1 => format!("The line at {name} marks where enough heads begin."),
            _ => format!("The line at {name}, marks where enough heads may begin."),
        });
        let said: Vec<&Described<'_>> = lines.iter().filter(|line| line.has_errors()).collect();
        let mut words = describe_lines(opening, said.len(), &mut |i| {
            said[i].series(false).sentence("h")
        });
        let diverged = self.diverged_sentence();
        if !diverged.is_empty() {
            words += &format!(" {diverged}");
        }
        let points = self.lines.iter().flat_map(|line| &line.points);
        let beyond = points.filter(|point| off_scale(point.median).is_some());
        let beyond: Vec<String> = distinct(&mut beyond.map(|point| point.h))
            .iter()
            .map(u32::to_string)
            .collect();
        if !beyond.is_empty() {
            words += &off_scale_sentence(&[format!("h = {}", beyond.join(", "))]);
        }
        words
    }

    fn table(&self, first_line: usize) -> Table {
        let lines = self.described();
        let mut table = table_of("heads h", lines.len(), first_line, &|i| {
            lines[i].series(true)
        });
        if let Some(width) = self.shared_width {
            table.head.insert(1, "rank of each".into());
            for row in &mut table.rows {
                let h: u32 = row[0].parse().unwrap_or(1);
                row.insert(1, (width / h.max(1)).to_string());
            }
        }
        table
    }

    fn caption(&self) -> String {
        let mut words = format!(
            "Error on unseen data ({}) for each number of attention heads h",
            self.measure
        );
        if self.shared_width.is_some() {
            words += ", which share the token's size: below h stands the rank of each";
        }
        let lengths = distinct(&mut self.lines.iter().map(|line| line.T));
        let texts: Vec<String> = lengths.iter().map(ToString::to_string).collect();
        words += &match texts.len() {
            0 => ".".into(),
            1 => format!(
                ", for sequences of T = {} token{}.",
                texts[0],
                if lengths[0] == 1 { "" } else { "s" }
            ),
            _ => format!(
                ", for sequences of T = {} tokens; colour is T.",
                texts.join(", ")
            ),
        };
        let points = self.lines.iter().flat_map(|line| &line.points);
        let seeds = seeds_in_words(&mut points.map(|point| point.count));
        if !seeds.is_empty() {
            words += &format!(" Points are medians over {seeds}");
            let is_band = |of: &PartShown| of.part == Part::Band && of.shown;
            words += match self.parts().iter().any(is_band) {
                true => "; bars and shades reach from the smallest to the largest error.",
                false => ".",
            };
        }
        if let Some(name) = self.name_of_line() {
            if !self.hidden.contains(&Part::Dimension) {
                let (is, may) = match self.layers {
                    0 | 1 => ("", ""),
                    _ => (" for layers L that share the targets", "may "),
                };
                words += &format!(
                    " The dashed line marks h = {name}{is}, where enough heads {may}begin."
                );
            }
            if !self.hidden.contains(&Part::Zones) {
                words += " Shades tell too few heads from enough.";
            }
        }
        if self.lines.iter().any(|line| line.recorded) {
            words += " Hollow points on dashed lines were recorded earlier.";
        }
        if self.lines.iter().any(|line| !line.diverged.is_empty()) {
            words += " Stars above the plot stand for runs that diverged, filled ones for all runs with \
                      that number of heads.";
        }
        if !self.paper.is_empty() {
            words += &format!(" Diamonds are published values ({}).", self.citation);
        }
        if !self.prediction.is_empty() {
            words += " Crosses were predicted beforehand.";
        }
        words
    }

    fn csv(&self) -> String {
        let mut csv = Csv::new("line,kind,T,h,rank,median,min,max,seeds,diverged");
        let mut add = |line: (&str, &str, u32), h: u32, errors: &[f64], counts: &[f64]| {
            csv.cell(line.0);
            csv.cell(line.1);
            csv.numbers(&[f64::from(line.2), f64::from(h)]);
            match self.shared_width {
                Some(width) => csv.numbers(&[f64::from(width / h.max(1))]),
                None => csv.gap(1),
            }
            csv.numbers(errors);
            csv.gap(3 - errors.len());
            csv.numbers(counts);
            csv.gap(2 - counts.len());
            csv.end_row();
        };
        for line in &self.lines {
            let kind = if line.recorded { "recorded" } else { "trained" };
            let name = (&*line.label, kind, line.T);
            for point in &line.points {
                let mut groups = line.diverged.iter();
                let diverged = groups.find(|group| group.h == point.h);
                let without = diverged.map_or(0, |group| group.diverged);
                let errors = [point.median, point.min, point.max];
                add(
                    name,
                    point.h,
                    &errors,
                    &[point.count as f64, without as f64],
                );
            }
            let has_no_point = |h: u32| line.points.iter().all(|point| point.h != h);
            for group in line.diverged.iter().filter(|of| has_no_point(of.h)) {
                add(name, group.h, &[], &[0.0, group.diverged as f64]);
            }
        }
        for line in &self.paper {
            for point in &line.points {
                let name = (&*line.label, "paper", line.T);
                add(name, point.h, &[point.value], &[]);
            }
        }
        // A prediction is one for all lengths.
        for point in &self.prediction {
            add(("prediction", "predicted", 0), point.h, &[point.value], &[]);
        }
        csv.text()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SingleValue;

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
            ..TransitionLine::default()
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
             T = 16: 6.40 × 10⁻⁴ at h = 3, 4.36 × 10⁻⁵ at h = 4. \
             recorded, T = 16: 6.40 × 10⁻⁴ at h = 3, 4.36 × 10⁻⁵ at h = 4. \
             paper, T = 16: 0.500 at h = 4."
        );
        let table = chart.table(0);
        assert_eq!(
            table.head,
            ["heads h", "T = 16", "recorded, T = 16", "paper, T = 16"]
        );
        assert_eq!(table.rows[0][0], "3");
        assert_eq!(
            table.rows[0][1],
            "median 6.40 × 10⁻⁴, 3.2 × 10⁻⁴ to 1.3 × 10⁻³ over 3 seeds"
        );
        assert_eq!(table.rows[0][3], "–");
        assert_eq!(table.rows[1][3], "0.500");
        assert_eq!(Transition::default().summary(), "Nothing trained yet.");
        assert_eq!(
            chart.caption(),
            "Error on unseen data (NMSE) for each number of attention heads h, for sequences of T = 16 \
             tokens. Points are medians over 3 seeds; bars and shades reach from the smallest to the \
             largest error. The dashed line marks h = D = 4, where enough heads begin. Shades tell too \
             few heads from enough. Hollow points on dashed lines were recorded earlier. Diamonds are \
             published values (Yu, Jiang, Bao, Yu, Li: The Effect of Attention Head Count on \
             Transformer Approximation, arXiv:2510.06662)."
        );
        let csv = chart.csv();
        let rows: Vec<&str> = csv.lines().collect();
        assert_eq!(
            rows[..2],
            [
                "line,kind,T,h,rank,median,min,max,seeds,diverged",
                "T = 16,recorded,16,4,,0.0000436,0.0000218,0.0000872,3,0"
            ]
        );
        assert_eq!(rows[5], "\"paper, T = 16\",paper,16,4,,0.5,,,,");
        assert_eq!(rows.len(), 6);
    }
}
