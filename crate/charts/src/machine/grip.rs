//! What a reader can take hold of on a machine: heads, to silence them, and bars, to drag them.

use serde::Serialize;

use super::Machine;
use super::layout::Layout;
use crate::drawing::Position;
use crate::frame::Frame;

/// Something that can be pressed or dragged.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Grip {
    /// A head, counted from 0.
    Head {
        /// Its number.
        head: usize,
    },
    /// A token's bar.
    Token {
        /// The row of bars.
        row: usize,
        /// The token's position.
        position: usize,
        /// The number at this height of the row.
        value: f64,
        /// By how much a key changes it.
        step: f64,
        /// The first position that is drawn, to go on drawing from there.
        first: usize,
    },
}

/// A head is hit this far beyond its rim, in CSS pixels: fingers are wide.
const REACH: f64 = 8.0;

impl Machine {
    /// What is at a place of the frame.
    pub fn grip(&self, frame: Frame, (x, y): Position) -> Option<Grip> {
        let layout = Layout::of(self, frame);
        for head in 0..self.heads.len() {
            let (at_x, at_y) = layout.head(head);
            if (x - at_x).hypot(y - at_y) <= layout.radius + REACH {
                return Some(Grip::Head { head });
            }
        }
        let row = layout.rows.iter().position(|(top, bottom)| {
            // Above the row stand the names, which belong to their bars.
            (top - REACH..=bottom + REACH).contains(&y)
        })?;
        let position = layout.position(x)?;
        self.rows
            .get(row)?
            .values
            .get(position)
            .copied()
            .flatten()?;
        let value = self.value(frame, row, y);
        Some(Grip::Token {
            row,
            position,
            value,
            step: self.step(row),
            first: self.positions().start,
        })
    }

    /// A twentieth of a row's range.
    fn step(&self, row: usize) -> f64 {
        let (low, high) = self.rows[row].range;
        (high - low) / 20.0
    }

    /// The number at a height of a row of bars, within the row's range.
    pub fn value(&self, frame: Frame, row: usize, y: f64) -> f64 {
        let layout = Layout::of(self, frame);
        let (Some((top, bottom)), Some(bars)) = (layout.rows.get(row), self.rows.get(row)) else {
            return f64::NAN;
        };
        let share = ((bottom - y) / (bottom - top)).clamp(0.0, 1.0);
        bars.range.0 + share * (bars.range.1 - bars.range.0)
    }

    /// What each spot of the drawing is about, in their order: for keys. The value is that of the bar.
    pub fn grips(&self) -> Vec<Option<Grip>> {
        let mut grips = Vec::new();
        for (row, bars) in self.rows.iter().enumerate() {
            for position in self.positions() {
                match bars.values[position] {
                    Some(value) => grips.push(Some(Grip::Token {
                        row,
                        position,
                        value,
                        step: self.step(row),
                        first: self.positions().start,
                    })),
                    None if self.asking == Some(position) => grips.push(None),
                    None => {}
                }
            }
        }
        grips.extend((0..self.heads.len()).map(|head| Some(Grip::Head { head })));
        grips.push(None);
        grips
    }
}
