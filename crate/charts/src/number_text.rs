//! Numbers and colours as files have them: short, and the same in every format. Numbers for readers are
//! written in `number_format`.

use std::fmt::Write;

use plotters::style::RGBColor;
use plotters::style::text_anchor::VPos;

use crate::drawing::FONT_SIZE;

/// Adds a number to a text, rounded to `parts` of a unit; 0 for what is no number.
pub(crate) fn push_number(text: &mut String, number: f64, parts: f64) {
    // Adding 0 turns −0 into 0.
    let rounded = (number * parts).round() / parts + 0.0;
    // Writing to a text does not fail.
    let _ = write!(text, "{}", if rounded.is_finite() { rounded } else { 0.0 });
}

/// Adds numbers to a text, with a space between them: hundredths are fine enough for lengths.
pub(crate) fn push_numbers(text: &mut String, numbers: &[f64]) {
    for (i, number) in numbers.iter().enumerate() {
        if i > 0 {
            text.push(' ');
        }
        push_number(text, *number, 100.0);
    }
}

/// Adds a colour as "#RRGGBB".
pub(crate) fn push_colour(text: &mut String, RGBColor(r, g, b): RGBColor) {
    let _ = write!(text, "#{r:02X}{g:02X}{b:02X}");
}

/// The baseline of a text below the height that it is anchored at, in CSS pixels.
pub(crate) fn baseline(anchor: VPos) -> f64 {
    FONT_SIZE
        * match anchor {
            VPos::Top => 0.78,
            VPos::Center => 0.35,
            VPos::Bottom => -0.22,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_always_numbers() {
        let mut text = String::new();
        push_numbers(&mut text, &[1.0, -0.001, 2.345_6, f64::NAN, -12.5]);
        assert_eq!(text, "1 0 2.35 0 -12.5");
        push_colour(&mut text, RGBColor(1, 171, 255));
        assert!(text.ends_with("#01ABFF"));
    }
}
