//! The rectangle that a chart is drawn in, and how: theme, letters, printed size. A frame comes from the
//! caller: a chart holds none.

use serde::Deserialize;

use crate::drawing::FONT_SIZE;
use crate::palette::Theme;

/// The rectangle that a chart fills.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Frame {
    /// Width in CSS pixels. Letters are always 12 of them high: a figure with larger ones has a frame of
    /// fewer pixels.
    pub width: f64,
    /// Height in CSS pixels.
    pub height: f64,
    /// Device pixels per CSS pixel.
    pub scale: f64,
    /// Light, grey or dark.
    pub theme: Theme,
    /// With or without serifs.
    #[serde(default)]
    pub font: Font,
    /// How wide it is printed; none for a frame on a screen.
    #[serde(default)]
    pub millimetres: Option<f64>,
}

/// The letters of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Font {
    /// Without serifs, as on the page.
    #[default]
    Sans,
    /// With serifs, as in most papers.
    Serif,
}

/// Sizes that figures are printed or shown in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintSize {
    /// One column of a paper: 85 mm.
    Column,
    /// Both columns of a paper: 175 mm.
    Page,
    /// A slide of 16:9, 10 inches wide.
    Slide,
}

/// Points and millimetres of an inch.
const POINTS_OF_INCH: f64 = 72.0;
const MILLIMETRES_OF_INCH: f64 = 25.4;

impl Default for Frame {
    fn default() -> Self {
        Self {
            width: 720.0,
            height: 440.0,
            scale: 1.0,
            theme: Theme::Light,
            font: Font::Sans,
            millimetres: None,
        }
    }
}

impl PrintSize {
    /// The size of a name, which is the name of a variant in small letters.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "column" => Some(PrintSize::Column),
            "page" => Some(PrintSize::Page),
            "slide" => Some(PrintSize::Slide),
            _ => None,
        }
    }

    /// Width and height in millimetres, and the size of letters in points.
    fn measures(self) -> (f64, f64, f64) {
        match self {
            PrintSize::Column => (85.0, 62.0, 8.0),
            PrintSize::Page => (175.0, 88.0, 8.0),
            PrintSize::Slide => (254.0, 142.875, 16.0),
        }
    }

    /// A frame of this size.
    pub fn frame(self) -> Frame {
        let (width, height, points) = self.measures();
        Frame::printed(width, height, points)
    }
}

impl Frame {
    /// A frame that is printed in so many millimetres, with letters of so many points.
    pub fn printed(width: f64, height: f64, points: f64) -> Self {
        let pixels = FONT_SIZE / points * POINTS_OF_INCH / MILLIMETRES_OF_INCH;
        Self {
            width: width * pixels,
            height: height * pixels,
            millimetres: Some(width),
            ..Self::default()
        }
    }

    /// The height in millimetres that suits a printed width: a wide figure is flatter.
    pub fn usual_height(width: f64) -> f64 {
        let (column, page) = (PrintSize::Column.measures(), PrintSize::Page.measures());
        column.1 + (width - column.0) * (page.1 - column.1) / (page.0 - column.0)
    }

    /// The same frame with so many dots per inch of print; unchanged where it has no printed size.
    pub fn with_dots_per_inch(self, dots: f64) -> Self {
        match self.millimetres {
            Some(wide) => Self {
                scale: wide / MILLIMETRES_OF_INCH * dots / self.width,
                ..self
            },
            None => self,
        }
    }

    /// Points for each CSS pixel: as printed, or as a browser prints it.
    pub(crate) fn points_per_pixel(&self) -> f64 {
        match self.millimetres {
            Some(wide) => wide / MILLIMETRES_OF_INCH * POINTS_OF_INCH / self.width,
            None => 0.75,
        }
    }

    /// Width and height in CSS pixels, as sizes that can be computed with.
    pub(crate) fn size(&self) -> (f64, f64) {
        let size = |css: f64| if css.is_finite() { css.max(1.0) } else { 1.0 };
        (size(self.width), size(self.height))
    }

    /// Size in device pixels.
    pub fn pixels(&self) -> (u32, u32) {
        let size = |css: f64| (css * self.scale).round().clamp(1.0, 16_384.0) as u32;
        (size(self.width), size(self.height))
    }

    /// The fonts to write in, the first that there is. What is printed names fonts that publishers have.
    pub(crate) fn font_family(&self) -> &'static str {
        match (self.font, self.millimetres) {
            (Font::Serif, _) => "Times New Roman, Times, Liberation Serif, serif",
            (Font::Sans, Some(_)) => "Helvetica, Arial, Liberation Sans, sans-serif",
            (Font::Sans, None) => "system-ui, sans-serif",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_their_points_at_every_printed_size() {
        for (size, width, points) in [
            (PrintSize::Column, 85.0, 8.0),
            (PrintSize::Page, 175.0, 8.0),
            (PrintSize::Slide, 254.0, 16.0),
        ] {
            let frame = size.frame();
            assert_eq!(frame.millimetres, Some(width));
            assert!((frame.points_per_pixel() * FONT_SIZE - points).abs() < 1e-9);
            // 254 mm are 10 inches.
            let (dots, _) = frame.with_dots_per_inch(300.0).pixels();
            assert!((f64::from(dots) - width / 25.4 * 300.0).abs() < 1.0);
        }
        assert_eq!([85.0, 175.0].map(Frame::usual_height), [62.0, 88.0]);
        let slide = PrintSize::Slide.frame();
        assert!((slide.width / slide.height - 16.0 / 9.0).abs() < 1e-9);
    }

    #[test]
    fn a_frame_from_javascript_needs_only_what_it_always_had() {
        let json = r#"{ "width": 300, "height": 200, "scale": 2, "theme": "grey" }"#;
        let frame: Frame = serde_json::from_str(json).unwrap();
        assert_eq!((frame.font, frame.millimetres), (Font::Sans, None));
        assert_eq!(frame.with_dots_per_inch(600.0).pixels(), (600, 400));
    }
}
