//! The scale of shades that attention is drawn in: what a reader of a figure needs who has no caption.

use plotters::style::text_anchor::{HPos, VPos};

use crate::drawing::width_of;
use crate::figure::Figure;

/// Shades of the scale, and the width of each in CSS pixels.
const SHADES: u32 = 11;
const SHADE: f64 = 6.0;
/// Half of the height of the scale.
const HALF: f64 = 4.5;

impl Figure {
    /// Draws the scale from none to all of a head's attention, up to `right` and around a height.
    pub fn scale_of_shades(&mut self, right: f64, y: f64) {
        self.group("scale");
        let anchor = |side: HPos| (side, VPos::Center);
        self.muted_text("all", (right, y), anchor(HPos::Right));
        let end = right - width_of("all", false) - 4.0;
        let begin = end - f64::from(SHADES) * SHADE;
        for i in 0..SHADES {
            let left = begin + f64::from(i) * SHADE;
            let colour = self.theme.ramp(f64::from(i) / f64::from(SHADES - 1)).0;
            self.rectangle((left, y - HALF), (left + SHADE, y + HALF), colour);
        }
        self.muted_text("attention: none", (begin - 6.0, y), anchor(HPos::Right));
    }
}
