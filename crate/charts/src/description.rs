//! Charts as text, for readers who do not see them: a summary with its numbers, and all values as a
//! table. Each chart has a file of its own in `description/`; here is what they share. Nothing is
//! drawn here.

mod learning;
mod parameters_needed;
mod scatter;
mod soft_minimum;
mod theory_map;
mod transition;
mod width;

use serde::Serialize;

use crate::axis::distinct;
use crate::number_format::format_error;

/// A chart as text.
pub trait Describe {
    /// What it shows, in a few sentences.
    fn summary(&self) -> String;
    /// Its values as a table.
    fn table(&self) -> Table;
}

/// A table of texts; the first cell of each row says what the row is about.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// The names of the columns.
    pub head: Vec<String>,
    /// As many cells in each as there are columns.
    pub rows: Vec<Vec<String>>,
}

/// Of a line with more points than this, a summary says both ends and the lowest point.
const MOST_POINTS: usize = 8;

/// The most sentences of a summary: it is read aloud by screen readers.
const MOST_SENTENCES: usize = 8;

/// Of longer tables every second, third … row is left out; the last row stays.
const MOST_ROWS: usize = 100;

/// The cell of a table where there is no value.
const NO_VALUE: &str = "–";

/// The summary of a chart with nothing on it.
const NOTHING_TRAINED: &str = "Nothing trained yet.";

/// One line of a chart: its name, and its values by their number on the x axis.
struct Series {
    name: String,
    points: Vec<(u32, f64)>,
    /// The same values, as the table shows them.
    cells: Vec<String>,
}

impl Series {
    fn new(name: String) -> Self {
        Self {
            name,
            points: Vec::new(),
            cells: Vec::new(),
        }
    }

    fn push(&mut self, number: u32, value: f64, cell: String) {
        self.points.push((number, value));
        self.cells.push(cell);
    }

    /// As a sentence: "T = 16: 0.109 at h = 1, 8.41e-3 at h = 2." `letter` is that of the x axis.
    fn sentence(&self, letter: &str) -> String {
        let at = |i: usize| {
            let (number, value) = self.points[i];
            format!("{} at {letter} = {number}", format_error(value))
        };
        let mut sentence = format!("{}: ", self.name);
        let last = self.points.len().saturating_sub(1);
        if last < MOST_POINTS {
            for i in 0..self.points.len() {
                if i > 0 {
                    sentence += ", ";
                }
                sentence += &at(i);
            }
        } else {
            let mut lowest = 0;
            for (i, point) in self.points.iter().enumerate() {
                if point.1 < self.points[lowest].1 {
                    lowest = i;
                }
            }
            let (from, to, lowest) = (at(0), at(last), at(lowest));
            sentence += &format!("from {from} to {to}, lowest {lowest}");
        }
        sentence + "."
    }
}

/// Numbers lines of the same name, such as several seeds: "h = 1", "h = 1 (2)", "h = 1 (3)".
fn number_equal_names(lines: &mut [Series]) {
    for i in (0..lines.len()).rev() {
        let same = |line: &&Series| line.name == lines[i].name;
        let before = lines[..i].iter().filter(same).count();
        if before > 0 {
            lines[i].name += &format!(" ({})", before + 1);
        }
    }
}

/// Joins sentences, at most [`MOST_SENTENCES`] of them, and says how many are left out.
fn join_sentences(sentences: &[String]) -> String {
    let count = sentences.len().min(MOST_SENTENCES);
    let mut joined = sentences[..count].join(" ");
    if count < sentences.len() {
        let more = sentences.len() - count;
        joined += &format!(" And {more} more, which the table has.");
    }
    joined
}

/// A table with a column per line, and a row for every number at which some line has a value. `first`
/// names the column of these numbers.
fn table_of(first: &str, lines: &[Series]) -> Table {
    let points = lines.iter().flat_map(|line| &line.points);
    let numbers = distinct(&mut points.map(|point| point.0));
    let every = numbers.len().div_ceil(MOST_ROWS).max(1);
    let mut table = Table::default();
    table.head.push(first.into());
    for line in lines {
        table.head.push(line.name.clone());
    }
    for (i, number) in numbers.iter().enumerate() {
        if !(numbers.len() - 1 - i).is_multiple_of(every) {
            continue;
        }
        let mut row = vec![number.to_string()];
        for line in lines {
            let index = line.points.iter().position(|point| point.0 == *number);
            row.push(index.map_or(NO_VALUE.into(), |index| line.cells[index].clone()));
        }
        table.rows.push(row);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(name: &str, points: &[(u32, f64)]) -> Series {
        let mut series = Series::new(name.into());
        for (number, value) in points {
            series.push(*number, *value, format!("{name}{number}"));
        }
        series
    }

    #[test]
    fn short_lines_are_described_in_full_and_long_ones_by_their_ends() {
        let short = series("T = 16", &[(1, 0.109), (2, 8.41e-3)]);
        assert_eq!(
            short.sentence("h"),
            "T = 16: 0.109 at h = 1, 8.41e-3 at h = 2."
        );
        let errors = [0.5, 0.4, 0.3, 0.2, 0.1, 0.01, 0.02, 0.03, 0.04];
        let points: Vec<(u32, f64)> = (1..).zip(errors).collect();
        assert_eq!(
            series("T = 16", &points).sentence("h"),
            "T = 16: from 0.500 at h = 1 to 0.0400 at h = 9, lowest 0.0100 at h = 6."
        );
    }

    #[test]
    fn too_many_sentences_are_only_counted() {
        let joined = join_sentences(&(0..11).map(|i| format!("{i}.")).collect::<Vec<_>>());
        assert_eq!(
            joined,
            "0. 1. 2. 3. 4. 5. 6. 7. And 3 more, which the table has."
        );
    }

    #[test]
    fn a_table_has_a_row_for_every_number_and_a_dash_where_nothing_is() {
        let column = |name: &str, numbers: &[u32]| {
            let points: Vec<(u32, f64)> = numbers.iter().map(|i| (*i, 1.0)).collect();
            series(name, &points)
        };
        let table = table_of("h", &[column("a", &[2, 1]), column("b", &[2, 3])]);
        assert_eq!(table.head, ["h", "a", "b"]);
        assert_eq!(
            table.rows,
            [["1", "a1", "–"], ["2", "a2", "b2"], ["3", "–", "b3"]]
        );
        let long: Vec<u32> = (0..=1000).collect();
        let table = table_of("step", &[column("a", &long)]);
        assert!(table.rows.len() <= MOST_ROWS);
        assert_eq!(table.rows[table.rows.len() - 1][0], "1000");
        assert_eq!(table_of("h", &[]).rows, Vec::<Vec<String>>::new());
    }
}
