//! The colours of charts, in three themes. Hues are the targets': Okabe and Ito's, which people with
//! colour-blindness can tell apart. Everything else keeps clear of them: attention and other shares are ink on
//! paper, the zones of the cliff two greys, numbers of heads a ramp of greys and sequence lengths one of moss,
//! which get steadily darker or lighter. A chart never relies on colour alone.

use plotters::style::RGBColor;
use serde::Deserialize;

use crate::axis::distinct;

/// Light, grey or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Black and greys on white, for print without colours.
    Grey,
    /// Light on dark.
    Dark,
}

/// The ramp of numbers of heads, from the fewest to the most, which has the most contrast: as [light,
/// dark]. Greys with the tinge of ink: hues are the targets'.
const HEADS: [[[u8; 3]; 3]; 2] = [
    [[112, 117, 128], [70, 75, 86], [18, 21, 28]],
    [[134, 140, 152], [186, 191, 201], [246, 248, 252]],
];

/// The ramp of sequence lengths, from the shortest to the longest, which has the most contrast: as
/// [light, dark]. One hue, that of moss, between the olive and the blue-green of targets.
const LENGTHS: [[[u8; 3]; 3]; 2] = [
    [[72, 126, 38], [44, 86, 22], [16, 46, 6]],
    [[102, 152, 68], [157, 204, 124], [220, 250, 202]],
];

/// A colour between two: the first for a share of 0, the second for 1.
pub(crate) fn mixed(from: RGBColor, to: RGBColor, share: f64) -> RGBColor {
    let mix = |from: u8, to: u8| {
        let (from, to) = (f64::from(from), f64::from(to));
        (from + share * (to - from)).round() as u8
    };
    RGBColor(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

/// How much of a target's colour a pale one has: as little as still stands out from the background.
const PALE: f64 = 0.72;

/// A colour along a ramp of three, for a share from 0 to 1.
fn along(ramp: &[[u8; 3]; 3], share: f64) -> RGBColor {
    let place = 2.0 * share.clamp(0.0, 1.0);
    let (from, to) = if place < 1.0 { (0, 1) } else { (1, 2) };
    let [a, b] = [from, to].map(|at| RGBColor(ramp[at][0], ramp[at][1], ramp[at][2]));
    mixed(a, b, place - from as f64)
}

/// The colours of a chart's lines: of their numbers of heads or, where they differ in length, of their
/// lengths. Both lists are in ascending order.
pub(crate) struct LineColours {
    theme: Theme,
    lengths: Vec<u32>,
    heads: Vec<u32>,
}

/// The place of a value among all, from 0 for the least to 1 for the largest; `None` where there is but one.
fn place(value: u32, all: &[u32]) -> Option<f64> {
    let last = all.len().checked_sub(2)? + 1;
    let place = all.binary_search(&value).unwrap_or(last);
    Some(place as f64 / last as f64)
}

impl LineColours {
    /// The colours of lines of these numbers of heads and these lengths.
    pub fn of(
        theme: Theme,
        heads: &mut dyn Iterator<Item = u32>,
        lengths: &mut dyn Iterator<Item = u32>,
    ) -> Self {
        Self {
            theme,
            lengths: distinct(lengths),
            heads: distinct(heads),
        }
    }

    /// Whether colour says the length.
    pub fn are_lengths(&self) -> bool {
        self.lengths.len() > 1
    }

    /// The colour of lines of one length, where colour says the length.
    pub fn of_length(&self, length: u32) -> Option<RGBColor> {
        Some(self.theme.length(place(length, &self.lengths)?))
    }

    /// The colour of a line.
    pub fn colour(&self, h: u32, length: u32) -> RGBColor {
        let of_length = self.of_length(length);
        let of_heads = || self.theme.heads(place(h, &self.heads).unwrap_or(1.0));
        of_length.unwrap_or_else(of_heads)
    }
}

const fn grey(level: u8) -> RGBColor {
    RGBColor(level, level, level)
}

/// The colours of targets 1 to 8 as [light, dark]. A target has its colour wherever it is shown; no
/// number of heads is told by these.
const TARGETS: [[RGBColor; 2]; 8] = [
    [RGBColor(194, 65, 12), RGBColor(240, 125, 50)], // vermilion
    [RGBColor(3, 105, 161), RGBColor(88, 176, 240)], // blue
    [RGBColor(0, 128, 96), RGBColor(40, 190, 145)],  // green
    [RGBColor(165, 75, 130), RGBColor(222, 140, 190)], // purple
    [RGBColor(145, 98, 0), RGBColor(235, 170, 30)],  // orange
    [RGBColor(70, 70, 160), RGBColor(150, 150, 245)], // indigo
    [RGBColor(105, 105, 0), RGBColor(205, 200, 70)], // olive
    [RGBColor(120, 60, 40), RGBColor(205, 150, 120)], // brown
];

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
            Theme::Grey => grey(255),
            Theme::Dark => RGBColor(24, 27, 34),
        }
    }

    /// Text and axes.
    pub fn ink(self) -> RGBColor {
        match self {
            Theme::Light => RGBColor(40, 44, 52),
            Theme::Grey => grey(0),
            Theme::Dark => RGBColor(222, 226, 234),
        }
    }

    /// Texts of secondary importance: tick labels, notes.
    pub fn muted(self) -> RGBColor {
        match self {
            Theme::Light => RGBColor(92, 98, 110),
            Theme::Grey => grey(80),
            Theme::Dark => RGBColor(160, 168, 182),
        }
    }

    /// The background where there are fewer heads than the task has targets: the darker of two shades.
    pub fn too_few(self) -> RGBColor {
        match self {
            Theme::Light => RGBColor(237, 238, 242),
            Theme::Grey => grey(240),
            Theme::Dark => RGBColor(40, 44, 54),
        }
    }

    /// The background where there are enough heads.
    pub fn enough(self) -> RGBColor {
        match self {
            Theme::Light => RGBColor(248, 249, 250),
            Theme::Grey => grey(250),
            Theme::Dark => RGBColor(29, 32, 40),
        }
    }

    /// A reader's prediction: ink, because hues are the targets'. Dashes and crosses tell it from what was
    /// measured.
    pub fn prediction(self) -> RGBColor {
        self.ink()
    }

    /// A colour for a share from 0 to 1, ink without hue and with more contrast to the background for larger
    /// shares; and the colour of text on it. The page's attention is drawn in the same ink
    /// (www/views/heads/styles.js).
    pub fn ramp(self, share: f64) -> (RGBColor, RGBColor) {
        let (from, to) = match self {
            Theme::Light => (RGBColor(222, 225, 231), RGBColor(40, 44, 52)),
            Theme::Grey => (grey(232), grey(40)),
            Theme::Dark => (RGBColor(48, 53, 65), RGBColor(222, 226, 234)),
        };
        let colour = mixed(from, to, share.clamp(0.0, 1.0));
        let [ink, background] = [self.ink(), self.background()];
        let ink_is_clearer = contrast(ink, colour) > contrast(background, colour);
        (colour, if ink_is_clearer { ink } else { background })
    }

    /// A target, counted from 0. Beyond eight the colours repeat: names and hollow symbols tell the rest apart.
    pub fn target(self, target: usize) -> RGBColor {
        let [light, dark] = TARGETS[target % TARGETS.len()];
        match self {
            Theme::Light => light,
            // Eight greys, from dark to middle: names tell them apart.
            Theme::Grey => grey(20 + 12 * (target % TARGETS.len()) as u8),
            Theme::Dark => dark,
        }
    }

    /// The pale version of a target's colour, for what is only partly about it.
    pub fn pale_target(self, target: usize) -> RGBColor {
        mixed(self.background(), self.target(target), PALE)
    }

    /// Tokens that are no target, and attention to them.
    pub fn token(self) -> RGBColor {
        match self {
            Theme::Light => RGBColor(184, 191, 206),
            Theme::Grey => grey(195),
            Theme::Dark => RGBColor(86, 95, 114),
        }
    }

    /// The colour of a sequence length, by its place among all that a chart shows: 0 is the shortest, 1
    /// the longest.
    pub fn length(self, share: f64) -> RGBColor {
        match self {
            Theme::Light => along(&LENGTHS[0], share),
            Theme::Grey => grey((112.0 * (1.0 - share.clamp(0.0, 1.0))).round() as u8),
            Theme::Dark => along(&LENGTHS[1], share),
        }
    }

    /// The colour of a number of heads, by its place among all that a chart shows: 0 is the fewest, 1 the
    /// most.
    pub fn heads(self, share: f64) -> RGBColor {
        match self {
            Theme::Light => along(&HEADS[0], share),
            Theme::Grey => grey((112.0 * (1.0 - share.clamp(0.0, 1.0))).round() as u8),
            Theme::Dark => along(&HEADS[1], share),
        }
    }

    /// The lines of the axes and their ticks.
    pub fn axis(self) -> RGBColor {
        match self {
            Theme::Light => RGBColor(120, 126, 138),
            Theme::Grey => grey(60),
            Theme::Dark => RGBColor(128, 136, 150),
        }
    }

    /// Lines of the grid.
    pub fn grid(self) -> RGBColor {
        match self {
            Theme::Light => RGBColor(226, 229, 235),
            Theme::Grey => grey(218),
            Theme::Dark => RGBColor(52, 57, 68),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hue in degrees, and how far it is from grey, from 0 to 1.
    fn hue(RGBColor(r, g, b): RGBColor) -> (f64, f64) {
        let [r, g, b] = [r, g, b].map(f64::from);
        let (low, high) = (r.min(g).min(b), r.max(g).max(b));
        let sector = match high {
            _ if high == low => 0.0,
            _ if high == r => (g - b) / (high - low),
            _ if high == g => 2.0 + (b - r) / (high - low),
            _ => 4.0 + (r - g) / (high - low),
        };
        ((60.0 * sector).rem_euclid(360.0), (high - low) / 255.0)
    }

    fn apart(a: f64, b: f64) -> f64 {
        let turn = (a - b).rem_euclid(360.0);
        turn.min(360.0 - turn)
    }

    #[test]
    fn hues_are_the_targets_alone() {
        for theme in [Theme::Light, Theme::Dark] {
            let shares = || (0..=20).map(|i| f64::from(i) / 20.0);
            // Greys, but for a tinge.
            let zones = [theme.too_few(), theme.enough(), theme.token()];
            let words = [theme.ink(), theme.muted(), theme.prediction()];
            let ramps = shares().flat_map(|share| [theme.ramp(share).0, theme.heads(share)]);
            for colour in zones.into_iter().chain(words).chain(ramps) {
                let (_, strength) = hue(colour);
                assert!(strength < 0.12, "{colour:?} {theme:?}: {strength:.2}");
            }
            // Lengths have one hue, which no target has.
            let (first, _) = hue(theme.length(0.0));
            for colour in shares().map(|share| theme.length(share)) {
                let (own, strength) = hue(colour);
                assert!(apart(own, first) < 10.0 && strength > 0.1, "{colour:?}");
                for other in (0..8).map(|target| theme.target(target)) {
                    let distance = apart(own, hue(other).0);
                    assert!(distance > 35.0, "{colour:?}, {other:?}: {distance:.0}");
                }
            }
            // The zones can be told apart, if only just: their names say which is which.
            let difference = contrast(theme.too_few(), theme.enough());
            assert!((1.07..1.3).contains(&difference), "{difference:.2}");
        }
    }

    #[test]
    fn lines_of_several_lengths_are_coloured_by_length_and_others_by_heads() {
        let theme = Theme::Light;
        let heads = || [5, 1, 3].into_iter();
        let one = LineColours::of(theme, &mut heads(), &mut [16, 16].into_iter());
        let colours = [1, 3, 5].map(|h| one.colour(h, 16));
        assert_eq!(colours, [0.0, 0.5, 1.0].map(|share| theme.heads(share)));
        let several = LineColours::of(theme, &mut heads(), &mut [64, 8, 16].into_iter());
        let colours = [8, 16, 64].map(|length| several.colour(3, length));
        assert_eq!(colours, [0.0, 0.5, 1.0].map(|share| theme.length(share)));
        assert_eq!(several.colour(1, 8), several.colour(5, 8));
    }

    #[test]
    fn every_colour_can_be_read_on_its_background() {
        for theme in [Theme::Light, Theme::Grey, Theme::Dark] {
            let background = theme.background();
            // WCAG asks for 4.5 for text, and the names of lines are text.
            assert!(contrast(theme.ink(), background) > 7.0);
            assert!(contrast(theme.muted(), background) > 4.5);
            for target in 0..8 {
                let c = contrast(theme.target(target), background);
                assert!(c > 4.5, "target {target} {theme:?}: {c:.2}");
                // WCAG asks for 3 for what is no text.
                let pale = contrast(theme.pale_target(target), background);
                assert!(
                    (3.0..0.8 * c).contains(&pale),
                    "pale {target} {theme:?}: {pale:.2}"
                );
            }
            for regime in [theme.too_few(), theme.enough()] {
                assert!(contrast(theme.muted(), regime) > 4.5);
                assert!(contrast(theme.prediction(), regime) > 4.5);
            }
            assert!(contrast(theme.prediction(), background) > 4.5);
            assert!(contrast(theme.axis(), background) > 3.0);
            // Along a ramp contrast only grows: it is read without hues, too.
            for ramp in [Theme::length, Theme::heads] {
                let mut before = 4.5;
                for share in 0..=20 {
                    let c = contrast(ramp(theme, f64::from(share) / 20.0), background);
                    assert!(c > before, "{share}/20 {theme:?}: {c:.2}");
                    before = c;
                }
            }
            for share in 0..=20 {
                let (colour, ink) = theme.ramp(f64::from(share) / 20.0);
                let c = contrast(colour, ink);
                assert!(c > 3.5, "{share}/20 {theme:?}: {c:.2}");
            }
        }
    }
}
