//! Comma-separated values in the making (RFC 4180): what a figure draws, as numbers.

use std::fmt::Write;

/// A document of rows.
#[derive(Default)]
pub(super) struct Csv(String);

impl Csv {
    /// A document whose columns have these names, with commas between them.
    pub fn new(columns: &str) -> Self {
        Self(format!("{columns}\n"))
    }

    /// Begins a cell.
    fn separate(&mut self) {
        if !self.0.is_empty() && !self.0.ends_with('\n') {
            self.0.push(',');
        }
    }

    /// Adds a cell.
    pub fn cell(&mut self, text: &str) {
        self.separate();
        self.0 += &lab::csv_cell(text.into());
    }

    /// Adds cells of numbers, in full.
    pub fn numbers(&mut self, numbers: &[f64]) {
        for number in numbers {
            self.separate();
            let _ = write!(self.0, "{number}");
        }
    }

    /// Adds empty cells; never at the beginning of a row.
    pub fn gap(&mut self, cells: usize) {
        self.0 += &",".repeat(cells);
    }

    /// Ends a row.
    pub fn end_row(&mut self) {
        self.0.push('\n');
    }

    /// The document.
    pub fn text(self) -> String {
        self.0
    }
}
