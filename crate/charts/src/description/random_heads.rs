//! Random heads of rank 1 as text.

use super::{Csv, Describe, Series, Table, table_of};
use crate::number_format::format_error;
use crate::random_heads::{
    NOTHING_COMPUTED, RandomHeads, RandomHeadsLine, heads_in_words, mean_and_range, name_of_marks,
};

fn series(line: &RandomHeadsLine) -> Series {
    let mut series = Series::new(line.name());
    for point in line.said() {
        series.push(point.heads, point.mean, mean_and_range(point));
    }
    series
}

/// A line as a sentence: its ends and, in between, the parameters of one full head.
fn sentence(line: &RandomHeadsLine) -> Option<String> {
    let (first, last) = (line.points.first()?, line.points.last()?);
    let with =
        |heads: u32, error: f64| format!("{} with {}", format_error(error), heads_in_words(heads));
    let mut parts = vec![with(first.heads, first.mean)];
    parts.extend(line.like_one_full_head().map(|point| {
        let of = with(point.heads, point.mean);
        format!("{of}, which have as many parameters as one full head")
    }));
    if last.heads != line.d {
        parts.push(with(last.heads, last.mean));
    }
    Some(format!("{}: {}.", line.name(), parts.join(", ")))
}

impl Describe for RandomHeads {
    fn summary(&self) -> String {
        let mut sentences: Vec<String> = self.computed().filter_map(sentence).collect();
        if sentences.is_empty() {
            return format!("{NOTHING_COMPUTED}.");
        }
        sentences.insert(0, "One head of full rank errs not at all.".into());
        let marks = self.marks();
        if !marks.is_empty() {
            let values = marks.iter().map(|mark| {
                let (value, heads) = (format_error(mark.value), heads_in_words(mark.h));
                format!("{value} with {heads}")
            });
            let values: Vec<String> = values.collect();
            let d = lab::RANDOM_HEADS_D;
            sentences.push(format!("The paper at d = {d}: {}.", values.join(", ")));
        }
        sentences.join(" ")
    }

    fn caption(&self) -> String {
        let draws = self.computed().map(|line| line.draws).max().unwrap_or(0);
        let shown = match draws {
            0 | 1 => "one random draw".into(),
            draws => format!("mean and range over {draws} random draws"),
        };
        let marks = match self.marks().is_empty() {
            true => "",
            false => " Diamonds are the paper's own values.",
        };
        format!(
            "Mean squared distance to the answer when random attention heads of rank 1, combined as well as \
             can be, name the nearer of two orthogonal points in d dimensions: {shown}. Circled: as many heads \
             as there are dimensions, which have as many parameters as one head of full rank. That head errs \
             not at all; to answer nothing has the error 1.{marks}"
        )
    }

    fn table(&self, first_line: usize) -> Table {
        let lines: Vec<&RandomHeadsLine> = self.computed().collect();
        let marks = self.marks();
        let count = lines.len() + usize::from(!marks.is_empty());
        table_of(
            "heads of rank 1",
            count,
            first_line,
            &|i| match lines.get(i) {
                Some(line) => series(line),
                None => {
                    let mut series = Series::new(name_of_marks());
                    for mark in &marks {
                        series.push(mark.h, mark.value, format_error(mark.value));
                    }
                    series
                }
            },
        )
    }

    fn csv(&self) -> String {
        let mut csv = Csv::new("line,d,heads,mean,min,max,draws");
        for line in self.computed() {
            for point in &line.points {
                csv.cell(&line.name());
                csv.numbers(&[line.d, point.heads].map(f64::from));
                csv.numbers(&[point.mean, point.min, point.max, line.draws.into()]);
                csv.end_row();
            }
        }
        for mark in self.marks() {
            csv.cell(&name_of_marks());
            csv.numbers(&[lab::RANDOM_HEADS_D, mark.h].map(f64::from));
            csv.numbers(&[mark.value]);
            csv.gap(3);
            csv.end_row();
        }
        csv.text()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> RandomHeads {
        let point = |(heads, mean): (u32, f64)| lab::RandomHeadsPoint {
            heads,
            mean,
            min: mean - 0.01,
            max: mean + 0.01,
        };
        let of = |d: u32, errors: &[f64]| RandomHeadsLine {
            d,
            draws: 3,
            points: (1..).zip(errors.iter().copied()).map(point).collect(),
        };
        RandomHeads {
            lines: vec![of(2, &[0.7, 0.5, 0.4]), of(64, &[0.75, 0.7, 0.65])],
            hidden: Vec::new(),
        }
    }

    #[test]
    fn the_ends_and_the_parameters_of_one_full_head_are_said() {
        assert_eq!(
            chart().summary(),
            "One head of full rank errs not at all. d = 2: 0.700 with 1 head, 0.500 with 2 heads, which have \
             as many parameters as one full head, 0.400 with 3 heads. d = 64: 0.750 with 1 head, 0.650 with 3 \
             heads. The paper at d = 64: 0.720 with 1 head."
        );
        assert!(
            chart()
                .caption()
                .contains("mean and range over 3 random draws")
        );
    }

    #[test]
    fn the_table_has_a_column_for_each_line_and_for_the_paper() {
        let table = chart().table(0);
        assert_eq!(
            table.head,
            ["heads of rank 1", "d = 2", "d = 64", "paper, d = 64"]
        );
        assert_eq!(
            table.rows[0],
            [
                "1",
                "0.700 (0.690 to 0.710)",
                "0.750 (0.740 to 0.760)",
                "0.720"
            ]
        );
        assert_eq!(table.rows[2][3], "–");
        let csv = chart().csv();
        assert!(csv.contains("\nd = 64,64,3,0.65,0.64,0.66,3\n"), "{csv}");
        assert!(csv.ends_with("\n\"paper, d = 64\",64,1,0.72,,,\n"), "{csv}");
    }
}
