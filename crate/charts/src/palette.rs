//! One colour per number of heads, the same in all charts, and the two themes. The hues are Okabe and
//! Ito's, which people with colour-blindness can tell apart; a chart never relies on colour alone.

use plotters::style::RGBColor;
use serde::Deserialize;

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// The colours of 1 to 8 heads as [light, dark]: the same hue, with enough contrast to the background
/// of its theme.
const HEADS: [[RGBColor; 2]; 8] = [
    [RGBColor(190, 70, 0), RGBColor(240, 125, 50)], // 1 vermilion
    [RGBColor(145, 98, 0), RGBColor(235, 170, 30)], // 2 orange
    [RGBColor(165, 75, 130), RGBColor(222, 140, 190)], // 3 purple
    [RGBColor(0, 104, 170), RGBColor(88, 176, 240)], // 4 blue
    [RGBColor(0, 128, 96), RGBColor(40, 190, 145)], // 5 green
    [RGBColor(70, 70, 160), RGBColor(150, 150, 245)], // 6 indigo
    [RGBColor(105, 105, 0), RGBColor(205, 200, 70)], // 7 olive
    [RGBColor(120, 60, 40), RGBColor(205, 150, 120)], // 8 brown
];

/// The colour of `h` heads. Beyond eight the colours repeat, in another order each time, so that
/// powers of two up to 64 differ; labels tell the rest apart.
pub fn colour_of(h: u32, theme: Theme) -> RGBColor {
    let index = h.max(1) as usize - 1;
    let [light, dark] = HEADS[(index + 5 * (index / HEADS.len())) % HEADS.len()];
    match theme {
        Theme::Light => light,
        Theme::Dark => dark,
    }
}

/// Relative luminance, as WCAG defines it.
fn luminance(RGBColor(r, g, b): RGBColor) -> f64 {
    let linear = |c: u8| {
        let c = f64::from(c) / 255.0;
        if c <= 0.03928 {
            c / 12.92
        } else {
            ((c + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/// Contrast ratio of two colours, from 1 to 21, as WCAG defines it.
fn contrast(a: RGBColor, b: RGBColor) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

impl Theme {
    /// The background of charts, where they have one of their own.
    pub fn background(self) -> RGBColor {
        match self {
            Theme::Light => RGBColor(255, 255, 255),
            Theme::Dark => RGBColor(24, 27, 34),
        }
    }

    /// Text and axes.
    pub fn ink(self) -> RGBColor {
        match self {
            Theme::Light => RGBColor(40, 44, 52),
            Theme::Dark => RGBColor(222, 226, 234),
        }
    }

    /// Texts of secondary importance: tick labels, notes.
    pub fn muted(self) -> RGBColor {
        match self {
            Theme::Light => RGBColor(92, 98, 110),
            Theme::Dark => RGBColor(160, 168, 182),
        }
    }

    /// The background where there are fewer heads than the task has features.
    pub fn too_few(self) -> RGBColor {
        match self {
            Theme::Light => RGBColor(253, 240, 232),
            Theme::Dark => RGBColor(48, 36, 30),
        }
    }

    /// The background where there are enough heads.
    pub fn enough(self) -> RGBColor {
        match self {
            Theme::Light => RGBColor(233, 245, 241),
            Theme::Dark => RGBColor(25, 44, 40),
        }
    }

    /// A reader's prediction: no number of heads has this colour.
    pub fn prediction(self) -> RGBColor {
        match self {
            Theme::Light => RGBColor(196, 0, 110),
            Theme::Dark => RGBColor(255, 110, 185),
        }
    }

    /// A colour for a share from 0 to 1, of one hue and with more contrast to the background for larger
    /// shares; and the colour of text on it.
    pub fn ramp(self, share: f64) -> (RGBColor, RGBColor) {
        let (from, to) = match self {
            Theme::Light => ([214, 228, 243], [10, 70, 145]),
            Theme::Dark => ([34, 60, 94], [150, 205, 255]),
        };
        let share = share.clamp(0.0, 1.0);
        let mix = |i: usize| {
            let (from, to) = (f64::from(from[i]), f64::from(to[i]));
            (from + share * (to - from)).round() as u8
        };
        let colour = RGBColor(mix(0), mix(1), mix(2));
        let [ink, background] = [self.ink(), self.background()];
        let ink_is_clearer = contrast(ink, colour) > contrast(background, colour);
        (colour, if ink_is_clearer { ink } else { background })
    }

    /// Lines of the grid.
    pub fn grid(self) -> RGBColor {
        match self {
            Theme::Light => RGBColor(226, 229, 235),
            Theme::Dark => RGBColor(52, 57, 68),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_have_colours_of_their_own() {
        let colours = [1, 2, 4, 8, 16, 32, 64].map(|h| colour_of(h, Theme::Light));
        for (i, a) in colours.iter().enumerate() {
            assert!(!colours[..i].contains(a), "{i}");
        }
    }

    #[test]
    fn a_prediction_has_a_colour_of_its_own() {
        for theme in [Theme::Light, Theme::Dark] {
            let RGBColor(r, g, b) = theme.prediction();
            for h in 1..=8 {
                let RGBColor(x, y, z) = colour_of(h, theme);
                let apart = r.abs_diff(x).max(g.abs_diff(y)).max(b.abs_diff(z));
                assert!(apart >= 30, "h={h} {theme:?}");
            }
        }
    }

    #[test]
    fn every_colour_can_be_read_on_its_background() {
        for theme in [Theme::Light, Theme::Dark] {
            let background = theme.background();
            // WCAG asks for 4.5 for text, and the names of lines are text.
            assert!(contrast(theme.ink(), background) > 7.0);
            assert!(contrast(theme.muted(), background) > 4.5);
            for h in 1..=8 {
                let c = contrast(colour_of(h, theme), background);
                assert!(c > 4.5, "h={h} {theme:?}: {c:.2}");
            }
            for regime in [theme.too_few(), theme.enough()] {
                assert!(contrast(theme.muted(), regime) > 4.5);
                assert!(contrast(theme.prediction(), regime) > 4.5);
            }
            assert!(contrast(theme.prediction(), background) > 4.5);
            for share in 0..=20 {
                let (colour, ink) = theme.ramp(f64::from(share) / 20.0);
                let c = contrast(colour, ink);
                assert!(c > 3.5, "{share}/20 {theme:?}: {c:.2}");
            }
        }
    }
}
