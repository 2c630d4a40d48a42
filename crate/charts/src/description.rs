//! Charts as text, for readers who do not see them: a summary with its numbers, and all values as a
//! table. Each chart has a file of its own in `description/`; here is what they share. Nothing is
//! drawn here.

mod attention_strips;
mod csv;
mod learning;
mod machine;
mod other_lengths;
mod parameters_needed;
mod random_heads;
mod scatter;
mod soft_minimum;
mod specialisation_matrix;
mod theory_map;
mod transition;
mod width;

use serde::Serialize;

use crate::axis::distinct;
use crate::number_format::format_error;
use csv::Csv;

/// A chart as text.
pub trait Describe {
    /// What it shows, in a few sentences.
    fn summary(&self) -> String;
    /// Its values as a table. A chart with more lines than a table has columns gives those from
    /// `first_line` on; others need not look at it.
    fn table(&self, first_line: usize) -> Table;
    /// What stands below it in a paper: what is drawn, and what colours and marks mean. What was trained,
    /// `lab` says. A chart without words of its own has its summary.
    fn caption(&self) -> String {
        self.summary()
    }
    /// What is drawn as comma-separated values (RFC 4180). A chart without numbers of its own has its
    /// table.
    fn csv(&self) -> String {
        self.table(0).csv()
    }
}

impl Table {
    fn csv(&self) -> String {
        let mut csv = Csv::default();
        for row in std::iter::once(&self.head).chain(&self.rows) {
            row.iter().for_each(|cell| csv.cell(cell));
            csv.end_row();
        }
        csv.text()
    }
}

/// How many runs a median is over, in words: "3 seeds", "2 to 5 seeds", or an empty text for single runs.
fn seeds_in_words(counts: &mut dyn Iterator<Item = usize>) -> String {
    let (least, most) = counts.fold((usize::MAX, 0), |(least, most), count| {
        (least.min(count), most.max(count))
    });
    match (least, most) {
        (_, 0 | 1) => String::new(),
        (least, most) if least == most => format!("{most} seeds"),
        (least, most) => format!("{least} to {most} seeds"),
    }
}

/// A table of texts; the first cell of each row says what the row is about.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// The names of the columns.
    pub head: Vec<String>,
    /// As many cells in each as there are columns.
    pub rows: Vec<Vec<String>>,
    /// Which lines of the chart have a column; none where columns are something else.
    pub lines: Option<Columns>,
}

/// Which of a chart's lines have a column in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Columns {
    /// The first of them, counted from 0.
    pub first: usize,
    /// How many they are.
    pub count: usize,
    /// How many lines the chart has.
    pub all: usize,
}

/// Of a line with more points than this, a summary says both ends and the lowest point.
const MOST_POINTS: usize = 8;

/// The most sentences of a summary: it is read aloud by screen readers.
const MOST_SENTENCES: usize = 8;

/// Of longer tables every second, third … row is left out; the last row stays.
const MOST_ROWS: usize = 100;

/// The most lines that have a column in one table.
const MOST_COLUMNS: usize = 20;

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

    /// As a sentence: "T = 16: 0.109 at h = 1, 8.41 × 10⁻³ at h = 2." `letter` is that of the x axis.
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

/// The name of the line at `index`, with a number where lines before it have the same one, such as
/// other seeds: "h = 1", "h = 1 (2)", "h = 1 (3)".
fn numbered_name(names: &[String], index: usize) -> String {
    let name = &names[index];
    match names[..index].iter().filter(|other| *other == name).count() {
        0 => name.clone(),
        before => format!("{name} ({})", before + 1),
    }
}

/// An opening, if there is one, and a sentence about each of `lines` lines: at most
/// [`MOST_SENTENCES`] in all, and then how many lines are left out. Only what is said is made: there
/// may be thousands.
fn describe_lines(
    opening: Option<String>,
    lines: usize,
    sentence: &mut dyn FnMut(usize) -> String,
) -> String {
    let count = lines.min(MOST_SENTENCES - opening.iter().len());
    let mut sentences: Vec<String> = opening.into_iter().collect();
    for i in 0..count {
        sentences.push(sentence(i));
    }
    let more = lines - count;
    if more > 0 {
        sentences.push(format!("And {more} more, which the table has."));
    }
    sentences.join(" ")
}

/// A table with a column per line, and a row for every number at which some line has a value. `first`
/// names the column of these numbers. Of more lines than there are columns, those from `first_line` on;
/// `series` makes one of them.
fn table_of(
    first: &str,
    lines: usize,
    first_line: usize,
    series: &dyn Fn(usize) -> Series,
) -> Table {
    let columns = Columns {
        first: first_line.min(lines),
        count: lines.saturating_sub(first_line).min(MOST_COLUMNS),
        all: lines,
    };
    let places = columns.first..columns.first + columns.count;
    let lines: Vec<Series> = places.map(series).collect();
    let points = lines.iter().flat_map(|line| &line.points);
    let numbers = distinct(&mut points.map(|point| point.0));
    let every = numbers.len().div_ceil(MOST_ROWS).max(1);
    let mut table = Table {
        lines: Some(columns),
        ..Table::default()
    };
    table.head.push(first.into());
    for line in &lines {
        table.head.push(line.name.clone());
    }
    for (i, number) in numbers.iter().enumerate() {
        if !(numbers.len() - 1 - i).is_multiple_of(every) {
            continue;
        }
        let mut row = vec![number.to_string()];
        for line in &lines {
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
            "T = 16: 0.109 at h = 1, 8.41 × 10⁻³ at h = 2."
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
        let mut made = 0;
        let mut describe = |opening: Option<&str>| {
            describe_lines(opening.map(String::from), 11, &mut |i| {
                made += 1;
                format!("{i}.")
            })
        };
        assert_eq!(
            describe(None),
            "0. 1. 2. 3. 4. 5. 6. 7. And 3 more, which the table has."
        );
        assert_eq!(
            describe(Some("So.")),
            "So. 0. 1. 2. 3. 4. 5. 6. And 4 more, which the table has."
        );
        assert_eq!(made, 8 + 7);
    }

    #[test]
    fn a_table_has_a_row_for_every_number_and_a_dash_where_nothing_is() {
        let column = |name: &str, numbers: &[u32]| {
            let points: Vec<(u32, f64)> = numbers.iter().map(|i| (*i, 1.0)).collect();
            series(name, &points)
        };
        let columns: [(&str, &[u32]); 2] = [("a", &[2, 1]), ("b", &[2, 3])];
        let table = table_of("h", 2, 0, &|i| column(columns[i].0, columns[i].1));
        assert_eq!(table.head, ["h", "a", "b"]);
        assert_eq!(
            table.rows,
            [["1", "a1", "–"], ["2", "a2", "b2"], ["3", "–", "b3"]]
        );
        let long: Vec<u32> = (0..=1000).collect();
        let table = table_of("step", 1, 0, &|_| column("a", &long));
        assert!(table.rows.len() <= MOST_ROWS);
        assert_eq!(table.rows[table.rows.len() - 1][0], "1000");
        let none = table_of("h", 0, 0, &|_| column("", &[]));
        assert_eq!(none.rows, Vec::<Vec<String>>::new());
    }

    #[test]
    fn many_lines_are_shown_a_part_at_a_time() {
        let of = |first: usize| {
            let line = |i: usize| series(&format!("line {i}"), &[(i as u32, 1.0)]);
            let table = table_of("h", 45, first, &line);
            let Columns { first, count, all } = table.lines.unwrap();
            assert_eq!((table.head.len(), all), (count + 1, 45));
            (first, count, table.head.last().unwrap().clone())
        };
        assert_eq!(of(0), (0, 20, "line 19".into()));
        assert_eq!(of(40), (40, 5, "line 44".into()));
        assert_eq!(of(90), (45, 0, "h".into()));
    }

    #[test]
    fn equal_names_are_numbered() {
        let names = ["a", "b", "a", "a"].map(String::from);
        let numbered: Vec<String> = (0..4).map(|i| numbered_name(&names, i)).collect();
        assert_eq!(numbered, ["a", "b", "a (2)", "a (3)"]);
    }
}
