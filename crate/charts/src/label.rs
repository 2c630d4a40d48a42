//! Labels in the right margin of a plot: the names of its lines, never one over another.

use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, RGBColor};

use crate::axis::move_apart;
use crate::drawing::{FONT_SIZE, width_of};
use crate::figure::Figure;
use crate::frame::Frame;
use crate::marker::Marker;
use crate::plot::Plot;

/// A name beside the end of a line.
pub(crate) struct Label {
    /// The height at which the line ends. The label is moved where another one is in its way.
    pub y: f64,
    pub text: String,
    /// A second row below the name, or an empty text.
    pub note: String,
    pub colour: RGBColor,
    pub bold: bool,
    /// The marker of the line, and whether it is hollow; none in charts whose lines differ in colour.
    pub marker: Option<(Marker, bool)>,
    /// The number of its line, if it comes forward when it is pointed at.
    pub series: Option<usize>,
}

/// A label that was moved farther than this from the end of its line has a short line to it.
const NEAR: f64 = 3.0;

/// More labels than this have no space beside any plot, and need not be made.
pub(crate) const MOST_LABELS: usize = 100;

/// The width that a marker before a name takes.
pub(crate) const MARKER_WIDTH: f64 = 15.0;

/// How much space names need to the right of a plot, at most 45 % of the frame.
pub(crate) fn space_for_names<'a>(names: impl Iterator<Item = &'a str>, frame: Frame) -> f64 {
    let widest = names.map(|name| width_of(name, true)).fold(0.0, f64::max);
    (widest + 11.0).min(0.45 * frame.width).max(14.0)
}

impl Figure {
    /// Draws labels in the right margin. Where they have no space, the notes are left out first, then
    /// the last labels.
    pub fn labels(&mut self, plot: &Plot, mut labels: Vec<Label>) {
        let row_height = 1.25 * FONT_SIZE;
        let (low, high) = (plot.top, plot.bottom - 2.0);
        let rows = |labels: &[Label]| -> usize {
            let notes = labels.iter().filter(|label| !label.note.is_empty());
            labels.len() + notes.count()
        };
        let most_rows = (((high - low) / row_height) as usize).max(1);
        if rows(&labels) > most_rows {
            labels.iter_mut().for_each(|label| label.note.clear());
        }
        labels.truncate(most_rows);
        let has_notes = labels.iter().any(|label| !label.note.is_empty());
        let gap = if has_notes {
            2.15 * row_height
        } else {
            row_height
        };
        let last = if has_notes { high - row_height } else { high };
        let heights: Vec<f64> = labels.iter().map(|label| label.y).collect();
        let moved = move_apart(&heights, gap, low, last);
        for (label, y) in labels.iter().zip(moved) {
            match label.series {
                Some(number) => self.series("labels", number, &label.text),
                None => self.group("labels"),
            }
            let mut at = (plot.right + 8.0, y);
            if (y - label.y).abs() > NEAR {
                let leader = vec![(plot.right + 1.0, label.y), (plot.right + 6.5, y)];
                self.line(leader, label.colour.mix(0.6), 1.0);
            }
            if let Some((marker, is_hollow)) = label.marker {
                let centre = (at.0 + 4.0, y);
                match is_hollow {
                    true => self.hollow_marker(
                        marker,
                        centre,
                        4.0,
                        label.colour.to_rgba(),
                        self.theme.background(),
                    ),
                    false => self.marker(marker, centre, 4.5, label.colour),
                }
                at.0 += MARKER_WIDTH;
            }
            self.text(
                &label.text,
                at,
                (HPos::Left, VPos::Center),
                label.colour,
                label.bold,
            );
            if !label.note.is_empty() {
                self.muted_text(
                    &label.note,
                    (at.0, y + row_height),
                    (HPos::Left, VPos::Center),
                );
            }
        }
    }
}
