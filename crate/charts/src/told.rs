//! What charts say to those who do not see them: a summary with its numbers, and all values as a
//! table. Each chart's words have a file of their own in `told/`; here is what they share. How a
//! chart looks is not known here.

mod learning;
mod needed;
mod scatter;
mod soft_minimum;
mod theory_map;
mod transition;
mod width;

use serde::Serialize;

use crate::axis::distinct;
use crate::words::error;

/// What a chart says without being seen.
pub trait Told {
    /// What it shows now, in a few sentences.
    fn summary(&self) -> String;
    /// Its values.
    fn table(&self) -> Table;
}

/// Values in rows; the first of each row says what the row is about.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// The names of the columns.
    pub head: Vec<String>,
    /// As many cells in each as there are columns.
    pub rows: Vec<Vec<String>>,
}

/// A line that has more points than that is told by its ends and its lowest point.
const MOST_POINTS: usize = 8;

/// More sentences than that are not listened to.
const MOST_SENTENCES: usize = 8;

/// Longer tables are thinned evenly; the last row stays.
const MOST_ROWS: usize = 100;

/// What stands where there is no value.
const NONE: &str = "–";

/// What is said of a chart with nothing on it.
const NOTHING: &str = "Nothing trained yet.";

/// A line: its name, and its values by the number that each stands at.
struct Series {
    name: String,
    points: Vec<(u32, f64)>,
    /// The same values as a table has them.
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

    /// In words: "T = 16: 0.109 at h = 1, 8.41e-3 at h = 2."
    fn words(&self, letter: &str) -> String {
        let at = |i: usize| {
            let (number, value) = self.points[i];
            format!("{} at {letter} = {number}", error(value))
        };
        let mut said = format!("{}: ", self.name);
        let last = self.points.len().saturating_sub(1);
        if last < MOST_POINTS {
            for i in 0..self.points.len() {
                if i > 0 {
                    said += ", ";
                }
                said += &at(i);
            }
        } else {
            let mut lowest = 0;
            for (i, point) in self.points.iter().enumerate() {
                if point.1 < self.points[lowest].1 {
                    lowest = i;
                }
            }
            let (from, to, lowest) = (at(0), at(last), at(lowest));
            said += &format!("from {from} to {to}, lowest {lowest}");
        }
        said + "."
    }
}

/// Tells lines of the same name apart, such as several seeds: "h = 1", "h = 1 (2)", "h = 1 (3)".
fn count_namesakes(lines: &mut [Series]) {
    for i in (0..lines.len()).rev() {
        let before = lines[..i].iter().filter(|of| of.name == lines[i].name);
        let before = before.count();
        if before > 0 {
            lines[i].name += &format!(" ({})", before + 1);
        }
    }
}

/// Sentences one after another, not too many of them.
fn together(sentences: &[String]) -> String {
    let said = sentences.len().min(MOST_SENTENCES);
    let mut all = sentences[..said].join(" ");
    if said < sentences.len() {
        let more = sentences.len() - said;
        all += &format!(" And {more} more, which the table has.");
    }
    all
}

/// A table with a row for every number at which some line has a value.
fn grid(first: &str, lines: &[Series]) -> Table {
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
            let place = line.points.iter().position(|point| point.0 == *number);
            row.push(place.map_or(NONE.into(), |place| line.cells[place].clone()));
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
    fn short_lines_are_told_in_full_and_long_ones_by_their_ends() {
        let short = series("T = 16", &[(1, 0.109), (2, 8.41e-3)]);
        assert_eq!(
            short.words("h"),
            "T = 16: 0.109 at h = 1, 8.41e-3 at h = 2."
        );
        let errors = [0.5, 0.4, 0.3, 0.2, 0.1, 0.01, 0.02, 0.03, 0.04];
        let points: Vec<(u32, f64)> = (1..).zip(errors).collect();
        assert_eq!(
            series("T = 16", &points).words("h"),
            "T = 16: from 0.500 at h = 1 to 0.0400 at h = 9, lowest 0.0100 at h = 6."
        );
    }

    #[test]
    fn too_many_sentences_are_counted_not_said() {
        let said = together(&(0..11).map(|i| format!("{i}.")).collect::<Vec<_>>());
        assert_eq!(
            said,
            "0. 1. 2. 3. 4. 5. 6. 7. And 3 more, which the table has."
        );
    }

    #[test]
    fn a_grid_has_a_row_for_every_number_and_a_dash_where_nothing_is() {
        let column = |name: &str, numbers: &[u32]| {
            let points: Vec<(u32, f64)> = numbers.iter().map(|i| (*i, 1.0)).collect();
            series(name, &points)
        };
        let table = grid("h", &[column("a", &[2, 1]), column("b", &[2, 3])]);
        assert_eq!(table.head, ["h", "a", "b"]);
        assert_eq!(
            table.rows,
            [["1", "a1", "–"], ["2", "a2", "b2"], ["3", "–", "b3"]]
        );
        let long: Vec<u32> = (0..=1000).collect();
        let table = grid("step", &[column("a", &long)]);
        assert!(table.rows.len() <= MOST_ROWS);
        assert_eq!(table.rows[table.rows.len() - 1][0], "1000");
        assert_eq!(grid("h", &[]).rows, Vec::<Vec<String>>::new());
    }
}
