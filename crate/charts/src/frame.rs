//! The rectangle that a chart is drawn in. Its size comes from the caller: a chart holds no frame.

use serde::Deserialize;

use crate::palette::Theme;

/// The rectangle that a chart fills.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Frame {
    /// Width in CSS pixels.
    pub width: f64,
    /// Height in CSS pixels.
    pub height: f64,
    /// Device pixels per CSS pixel.
    pub scale: f64,
    /// Light or dark.
    pub theme: Theme,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            width: 720.0,
            height: 440.0,
            scale: 1.0,
            theme: Theme::Light,
        }
    }
}

impl Frame {
    /// Size in device pixels.
    pub fn pixels(&self) -> (u32, u32) {
        let size = |css: f64| (css * self.scale).round().clamp(1.0, 16_384.0) as u32;
        (size(self.width), size(self.height))
    }
}
