//! Where the parts of a machine stand in a frame. Nothing is drawn here.

use super::{Machine, MachineAnswer};
use crate::drawing::{FONT_SIZE, Position, width_of};
use crate::frame::Frame;

/// Free space at both sides.
const SIDE: f64 = 14.0;
/// Height of a line of text.
pub(super) const LINE: f64 = 1.35 * FONT_SIZE;
/// The largest radius of a head.
const LARGEST_HEAD: f64 = 19.0;
/// The most lines of words below a head.
const MOST_WORDS: usize = 3;
/// The height of the symbols of targets below one row of bars, and below several: their targets may be at one token.
const MARKS: [f64; 2] = [10.0, 14.0];
/// Rows of at least so many lines have room for names above their bars.
const ROW_WITH_NAME: f64 = 2.2;
/// Free space between the words of the heads and the answer.
const ABOVE_ANSWER: f64 = 20.0;

/// Where everything stands, in CSS pixels of the frame.
pub(super) struct Layout {
    /// Left and right end of the sequence.
    pub left: f64,
    pub right: f64,
    /// Top and bottom of each row of bars. Of a long sequence, above them stands which part is drawn.
    pub rows: Vec<(f64, f64)>,
    /// Top and bottom of the symbols of targets.
    pub marks: (f64, f64),
    /// Whether the targets' names have room above their bars.
    pub has_names: bool,
    /// Whether low bars have their names below them, where one row has room for that.
    pub has_names_below: bool,
    /// Where the lines to the heads begin.
    pub lines_top: f64,
    /// The height at which the centres of the heads are.
    pub heads: f64,
    /// The radius of a head.
    pub radius: f64,
    /// Lines of text that each head has below it.
    pub words: Vec<Vec<String>>,
    /// The height of the answer's line.
    pub answer: f64,
    /// First drawn position, and how many are drawn.
    first: usize,
    count: usize,
    head_count: usize,
}

impl Layout {
    pub fn of(machine: &Machine, frame: Frame) -> Self {
        let (width, height) = frame.size();
        let (left, right) = (SIDE.min(width / 2.0), (width - SIDE).max(width / 2.0));
        let positions = machine.positions();
        let head_count = machine.heads.len().max(1);
        let column = (right - left) / head_count as f64;
        let radius = (column / 2.6).min(LARGEST_HEAD).min(height / 12.0).max(1.0);
        let words = words_of_heads(machine, column);
        let lines_of_words = words.iter().map(Vec::len).max().unwrap_or(0) as f64;
        let lines_of_answer = match machine.answer {
            MachineAnswer::Number { .. } => 2.0,
            MachineAnswer::Token { .. } => 1.0,
        };
        let answer = height - lines_of_answer * LINE - 14.0;
        let heads = answer - ABOVE_ANSWER - lines_of_words * LINE - radius;
        let row_count = machine.rows.len().max(1);
        let marks = MARKS[usize::from(row_count > 1)].min(height / 20.0);
        // What is left is shared by bars and lines.
        let above = (heads - radius - marks).max(2.0);
        let bars_share = if row_count == 1 { 0.52 } else { 0.68 };
        let bars_bottom = above * bars_share;
        let bars_top = match machine.window_in_words() {
            Some(_) => LINE.min(bars_bottom / 3.0),
            None => 0.0,
        };
        let row_height = (bars_bottom - bars_top) / row_count as f64;
        // Decided as if the words of the heads took all their lines: of two machines side by side that have
        // the same targets, both have their names, or neither.
        let largest = LARGEST_HEAD.min(height / 12.0);
        let least_above = answer - ABOVE_ANSWER - MOST_WORDS as f64 * LINE - 2.0 * largest - marks;
        let least_row = (least_above * bars_share - bars_top) / row_count as f64;
        let has_names = least_row > ROW_WITH_NAME * LINE;
        let gap = if has_names {
            LINE
        } else {
            3.0f64.min(row_height / 3.0)
        };
        let rows = (0..row_count).map(|i| {
            let top = bars_top + i as f64 * row_height;
            (top + gap, top + row_height)
        });
        let has_names_below = has_names && row_count == 1;
        let names_below = if has_names_below { LINE } else { 0.0 };
        let space = 7.0f64.min(above / 20.0);
        let marks_top = bars_bottom + names_below + space / 2.0;
        Self {
            left,
            right,
            rows: rows.collect(),
            has_names,
            has_names_below,
            marks: (marks_top, marks_top + marks),
            lines_top: marks_top + marks + space / 2.0,
            heads,
            radius,
            words,
            answer,
            first: positions.start,
            count: positions.len().max(1),
            head_count,
        }
    }

    /// The width of one position.
    pub fn step(&self) -> f64 {
        (self.right - self.left) / self.count as f64
    }

    /// The middle of a position; of one that is not drawn, the margin at its side.
    pub fn x(&self, position: usize) -> f64 {
        match position {
            before if before < self.first => self.left - SIDE / 2.0,
            after if after >= self.first + self.count => self.right + SIDE / 2.0,
            drawn => self.left + ((drawn - self.first) as f64 + 0.5) * self.step(),
        }
    }

    /// The position at a place; none outside the sequence.
    pub fn position(&self, x: f64) -> Option<usize> {
        let nth = ((x - self.left) / self.step()).floor();
        (nth >= 0.0 && nth < self.count as f64).then(|| self.first + nth as usize)
    }

    /// The height of the top of a bar, for a share of its range.
    pub fn bar_top(&self, row: usize, share: f64) -> f64 {
        let (top, bottom) = self.rows[row];
        let least = 3.0f64.min(bottom - top);
        bottom - (share.clamp(0.0, 1.0) * (bottom - top)).max(least)
    }

    /// The centre of a head.
    pub fn head(&self, head: usize) -> Position {
        let column = (self.right - self.left) / self.head_count as f64;
        (self.left + (head as f64 + 0.5) * column, self.heads)
    }
}

/// What stands below each head: its words, where every head's fit in so many lines; else nothing.
fn words_of_heads(machine: &Machine, column: f64) -> Vec<Vec<String>> {
    let wrapped: Vec<Vec<String>> = machine
        .heads
        .iter()
        .map(|head| {
            let words = match head.layer {
                Some(layer) => format!("layer {layer}: {}", head.words),
                None => head.words.clone(),
            };
            wrap(&words, column - 8.0)
        })
        .collect();
    let fits = |lines: &Vec<String>| {
        let is_narrow = lines
            .iter()
            .all(|line| width_of(line, false) <= column - 4.0);
        lines.len() <= MOST_WORDS && is_narrow
    };
    match wrapped.iter().all(fits) {
        true => wrapped,
        false => vec![Vec::new(); machine.heads.len()],
    }
}

/// Breaks a text at spaces into lines of about `width` pixels.
fn wrap(text: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width_of(&format!("{line} {word}"), false) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}
