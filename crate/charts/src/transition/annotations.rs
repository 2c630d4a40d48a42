//! What is written on the chart beside its lines: how far the error falls, and rings around the points
//! whose runs are shown elsewhere. And which number of heads is at a place, for a reader who points.

use lab::times;
use plotters::style::text_anchor::{HPos, VPos};

use super::lines::StyledLine;
use super::{Layout, Transition};
use crate::drawing::{FONT_SIZE, Position, width_of};
use crate::figure::Figure;
use crate::frame::Frame;
use crate::plot::Plot;

/// A fall of the error from one number of heads to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drop {
    /// The number of heads before the fall.
    pub before: u32,
    /// The number of heads after it.
    pub h: u32,
    /// How many times lower the error is.
    pub factor: f64,
}

impl Drop {
    /// "43 times lower", and "more than 1000 times lower" where it is more than that: with the digits that
    /// the sentence about the same results has.
    pub fn words(&self) -> String {
        format!("{} times lower", times(self.factor))
    }

    /// The same with ever fewer letters, for charts that have no space for all of them.
    fn wordings(&self) -> [String; 3] {
        let words = self.words();
        let brief = words.replace("more than", ">");
        let briefest = brief.replace(" lower", "");
        [words, brief, briefest]
    }
}

impl Transition {
    /// The number of heads of the chart that is nearest to a place from the left; none on an empty
    /// chart.
    pub fn heads_at(&self, frame: Frame, x: f64) -> Option<u32> {
        let Layout { plot, heads, .. } = self.layout(frame);
        let distance = |h: &u32| (plot.x(f64::from(*h)) - x).abs();
        heads
            .into_iter()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// Rings around points whose runs are shown elsewhere, and the fall in words.
    pub(super) fn draw_annotations(
        &self,
        figure: &mut Figure,
        plot: &Plot,
        lines: &[StyledLine<'_>],
        position: &dyn Fn(usize, u32, f64) -> Position,
    ) {
        // What was trained here is in front of what was recorded, and so is what is said of it.
        let Some(line) = lines.iter().find(|line| !line.recorded).or(lines.first()) else {
            return;
        };
        let at = |h: u32| {
            let point = line.points.iter().find(|point| point.h == h)?;
            Some(position(line.style, h, point.median))
        };
        for h in &self.shown {
            if let Some(place) = at(*h) {
                figure.ring(place, 10.0, figure.theme.muted(), 1.5);
            }
        }
        let Some(drop) = self.drop else {
            return;
        };
        let (Some(before), Some(after)) = (at(drop.before), at(drop.h)) else {
            return;
        };
        let (x, y) = ((before.0 + after.0) / 2.0, (before.1 + after.1) / 2.0);
        // To the right of the line, where the errors are low; else to its left.
        let fits_right = |words: &String| x + 14.0 + width_of(words, true) < plot.right - 4.0;
        let mut all = drop.wordings().into_iter();
        let words = all.find(fits_right).unwrap_or_else(|| drop.words());
        let wide = width_of(&words, true);
        let (from, anchor) = match fits_right(&words) {
            true => (x + 14.0, HPos::Left),
            false => (x - 14.0, HPos::Right),
        };
        let left = if matches!(anchor, HPos::Left) {
            from
        } else {
            from - wide
        };
        if left < plot.left + 4.0 {
            return;
        }
        let ground = self.background_at(
            figure,
            if matches!(anchor, HPos::Left) {
                drop.h
            } else {
                drop.before
            },
        );
        let half = FONT_SIZE / 2.0 + 2.0;
        figure.rectangle((left - 3.0, y - half), (left + wide, y + half), ground);
        figure.text(
            &words,
            (from, y),
            (anchor, VPos::Center),
            figure.theme.ink(),
            true,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chart;
    use crate::drawing::Shape;
    use crate::results::samples::results;
    use crate::transition::TransitionOptions;
    use serde_json::json;

    fn chart(options: TransitionOptions) -> Transition {
        let fallen = results(
            json!({ "task": { "D": 2 }, "grid": { "h": [1, 2, 3] } }),
            |run| Some(if run.architecture.h < 2 { 0.43 } else { 0.01 }),
        );
        Transition::of(fallen.experiment(), &[fallen.trained_here()], options)
    }

    fn texts(chart: &Transition) -> Vec<String> {
        let shapes = chart.draw(Frame::default()).shapes;
        let texts = shapes.into_iter().filter_map(|shape| match shape {
            Shape::Text(text) => Some(text.text),
            _ => None,
        });
        texts.collect()
    }

    #[test]
    fn the_fall_is_written_on_the_chart() {
        let shown = chart(TransitionOptions::default());
        assert_eq!(
            shown.drop,
            Some(Drop {
                before: 1,
                h: 2,
                factor: 43.0
            })
        );
        assert!(texts(&shown).contains(&"43 times lower".to_string()));
    }

    #[test]
    fn a_secret_is_not_told_nor_what_a_reader_is_to_predict() {
        for options in [
            TransitionOptions {
                dimension_is_secret: true,
                ..TransitionOptions::default()
            },
            TransitionOptions {
                asked: vec![1, 2],
                ..TransitionOptions::default()
            },
        ] {
            assert_eq!(chart(options).drop, None);
        }
    }

    #[test]
    fn factors_are_rounded_and_large_ones_are_not_boasted_of() {
        let words = |factor: f64| {
            Drop {
                before: 1,
                h: 2,
                factor,
            }
            .words()
        };
        assert_eq!(words(7.26), "7.3 times lower");
        assert_eq!(words(9.96), "10 times lower");
        assert_eq!(words(212.4), "210 times lower");
        assert_eq!(words(2900.0), "more than 1000 times lower");
    }

    #[test]
    fn the_chart_and_the_sentence_about_it_have_the_same_factor() {
        for factor in [7.26, 9.96, 97.3, 212.4, 987.0, 1500.0] {
            let fallen = results(
                json!({ "task": { "D": 2 }, "grid": { "h": [1, 2, 3] } }),
                |run| {
                    Some(if run.architecture.h < 2 {
                        0.9
                    } else {
                        0.9 / factor
                    })
                },
            );
            let entries = [fallen.trained_here()];
            let chart = Transition::of(fallen.experiment(), &entries, TransitionOptions::default());
            let words = chart.drop.unwrap().words();
            let sentence = fallen.answer(false).sentence;
            assert!(
                sentence.contains(&format!(" is {words} ")),
                "{words}: {sentence}"
            );
        }
    }

    #[test]
    fn a_narrow_chart_has_fewer_letters_of_the_same() {
        let drop = Drop {
            before: 1,
            h: 2,
            factor: 2900.0,
        };
        assert_eq!(
            drop.wordings(),
            [
                "more than 1000 times lower",
                "> 1000 times lower",
                "> 1000 times"
            ]
        );
    }

    #[test]
    fn heads_that_are_shown_elsewhere_are_ringed_and_found_where_they_are() {
        let shown = chart(TransitionOptions {
            shown: vec![1, 3],
            ..TransitionOptions::default()
        });
        let drawing = shown.draw(Frame::default());
        let rings: Vec<Position> = drawing
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Ring(at, radius, ..) if *radius == 10.0 => Some(*at),
                _ => None,
            })
            .collect();
        assert_eq!(rings.len(), 2);
        assert_eq!(shown.heads_at(Frame::default(), rings[1].0), Some(3));
        assert_eq!(shown.heads_at(Frame::default(), 0.0), Some(1));
        assert_eq!(Transition::default().heads_at(Frame::default(), 0.0), None);
    }
}
