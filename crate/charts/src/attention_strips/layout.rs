//! Where the parts of the attention strips stand in a frame. Nothing is drawn here.

use crate::attended::Attended;
use crate::drawing::FONT_SIZE;
use crate::frame::Frame;

/// Height of a line of text.
pub(super) const LINE: f64 = 1.2 * FONT_SIZE;
/// Free space above the bars.
const TOP: f64 = 4.0;
/// Space for the numbers of the tokens and the scale of shades.
const FOOT: f64 = 6.0 + 2.0 * LINE + 4.0;
/// Height of one symbol of a target, and the most that stand one above the other.
pub(super) const MARK: f64 = 10.0;
const MOST_MARKS: usize = 3;
/// The tallest strip with the space below it.
const TALLEST: f64 = 46.0;
/// Space between two layers.
const LAYER_GAP: f64 = 5.0;
/// A row of bars is so many times as tall as a strip where there is room: one row, or several.
const ROW_OF_STRIPS: [f64; 2] = [3.0, 1.9];
/// The most that all bars take of the height.
const MOST_BARS: f64 = 0.55;

/// Where everything stands, in CSS pixels of the frame.
pub(super) struct Layout {
    /// Left and right end of the sequence.
    pub left: f64,
    pub right: f64,
    /// Top and bottom of each row of bars.
    pub rows: Vec<(f64, f64)>,
    /// Top and bottom of the symbols of the targets.
    pub marks: (f64, f64),
    /// Top and bottom of each strip.
    pub strips: Vec<(f64, f64)>,
    /// Bottom of the last strip.
    pub bottom: f64,
    /// First drawn position, and how many are drawn.
    first: usize,
    count: usize,
}

impl Layout {
    /// `labels` is the space that the labels to the left of the sequence need.
    pub fn of(attended: &Attended, labels: f64, frame: Frame) -> Self {
        let (width, height) = frame.size();
        let left = labels.min(width / 2.0);
        let positions = attended.positions();
        let (heads, rows) = (attended.heads.len(), attended.rows.len().max(1));
        let marks = MARK * most_at_one_position(attended).min(MOST_MARKS) as f64;
        let begins_layer =
            |i: usize| i > 0 && attended.heads[i].layer != attended.heads[i - 1].layer;
        let gaps = LAYER_GAP * (0..heads).filter(|i| begins_layer(*i)).count() as f64;
        // What is left is shared by bars and strips.
        let room = (height - TOP - FOOT - marks - gaps).max(2.0);
        let count = heads.max(1) as f64;
        let wanted = ROW_OF_STRIPS[usize::from(rows > 1)] * rows as f64;
        let bars = (wanted / (wanted + count)).min(MOST_BARS);
        let pitch = ((1.0 - bars) * room / count).min(TALLEST);
        let row_height = (room - pitch * count) / rows as f64;
        let gap = 3.0f64.min(row_height / 4.0);
        let row = |i: usize| {
            let top = TOP + i as f64 * row_height;
            (top + gap, top + row_height)
        };
        let marks_top = TOP + rows as f64 * row_height;
        let mut y = marks_top + marks;
        let mut strips = Vec::with_capacity(heads);
        for i in 0..heads {
            if begins_layer(i) {
                y += LAYER_GAP;
            }
            strips.push((y, y + pitch - 3.0f64.min(0.18 * pitch)));
            y += pitch;
        }
        Self {
            left,
            right: (width - 8.0).max(left + 1.0),
            rows: (0..rows).map(row).collect(),
            marks: (marks_top, marks_top + marks),
            bottom: strips.last().map_or(y, |strip| strip.1),
            strips,
            first: positions.start,
            count: positions.len().max(1),
        }
    }

    /// The width of one position.
    pub fn step(&self) -> f64 {
        (self.right - self.left) / self.count as f64
    }

    /// Left and right end of a position that is drawn, with a little space on both sides.
    pub fn column(&self, position: usize) -> (f64, f64) {
        let x = self.left + (position as f64 - self.first as f64) * self.step();
        let gap = 0.5f64.min(0.06 * self.step());
        (x + gap, x + self.step() - gap)
    }

    /// The middle of a position that is drawn.
    pub fn x(&self, position: usize) -> f64 {
        let (left, right) = self.column(position);
        (left + right) / 2.0
    }
}

/// The most targets that one of the drawn positions has.
fn most_at_one_position(attended: &Attended) -> usize {
    let targets = attended.target_positions();
    let count = |position: usize| targets.iter().filter(|at| **at == position).count();
    attended.positions().map(count).max().unwrap_or(0)
}
