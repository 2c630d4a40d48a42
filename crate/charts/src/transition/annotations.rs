//! What is written on the chart beside its lines: how far the error falls, and rings around the points
//! whose runs are shown elsewhere. And which point is at a place, for a reader who points.

use lab::times;
use plotters::style::text_anchor::{HPos, VPos};

use super::lines::StyledLine;
use super::{RunSizes, Transition};
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
    /// The runs whose point is nearest to a place of the frame; none on a chart without points.
    pub fn point_at(&self, frame: Frame, (x, y): Position) -> Option<RunSizes> {
        let layout = self.layout(frame);
        let places = layout.places();
        let mut nearest: Option<(f64, RunSizes)> = None;
        for line in &layout.lines {
            for point in &line.points {
                let at = places.at(line.style, point.h, point.median);
                let distance = (at.0 - x).hypot(at.1 - y);
                if nearest.is_none_or(|(least, _)| distance < least) {
                    nearest = Some((distance, line.of.sizes_at(point.h)));
                }
            }
        }
        nearest.map(|(_, sizes)| sizes)
    }

    /// Rings around points whose runs are shown elsewhere, and the fall in words.
    pub(super) fn draw_annotations(
        &self,
        figure: &mut Figure,
        plot: &Plot,
        lines: &[StyledLine<'_>],
        position: &dyn Fn(usize, u32, f64) -> Position,
    ) {
        let on = |line: &StyledLine<'_>, h: u32| {
            let point = line.points.iter().find(|point| point.h == h)?;
            Some(position(line.style, h, point.median))
        };
        // What was trained here is in front of what was recorded, and so is what is said of it.
        let in_front = move || {
            let recorded = [false, true].into_iter();
            recorded.flat_map(move |recorded| {
                lines.iter().filter(move |line| line.recorded == recorded)
            })
        };
        for shown in &self.shown {
            let mut own = in_front().filter(|line| line.of.sizes_at(shown.h) == *shown);
            if let Some(place) = own.find_map(|line| on(line, shown.h)) {
                figure.ring(place, 10.0, figure.theme.muted(), 1.5);
            }
        }
        let Some(line) = in_front().next() else {
            return;
        };
        let at = |h: u32| on(line, h);
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

    fn sizes(h: u32, length: u32, width: u32) -> RunSizes {
        RunSizes {
            h,
            T: length,
            N: width,
            w: 1,
            L: 1,
        }
    }

    fn rings(chart: &Transition) -> Vec<Position> {
        let drawing = chart.draw(Frame::default());
        let rings = drawing.shapes.iter().filter_map(|shape| match shape {
            Shape::Ring(at, radius, ..) if *radius == 10.0 => Some(*at),
            _ => None,
        });
        rings.collect()
    }

    #[test]
    fn runs_that_are_shown_elsewhere_are_ringed_and_found_where_they_are() {
        let shown = chart(TransitionOptions {
            shown: vec![sizes(1, 16, 32), sizes(3, 16, 32)],
            ..TransitionOptions::default()
        });
        let rings = rings(&shown);
        assert_eq!(rings.len(), 2);
        let frame = Frame::default();
        assert_eq!(shown.point_at(frame, rings[1]), Some(sizes(3, 16, 32)));
        assert_eq!(shown.point_at(frame, (0.0, 0.0)), Some(sizes(1, 16, 32)));
        assert_eq!(Transition::default().point_at(frame, (0.0, 0.0)), None);
    }

    #[test]
    fn of_several_lengths_and_widths_each_point_has_its_own_runs() {
        let grid = json!({ "h": [1, 2], "T": [8, 64], "N": [64, 80] });
        // All errors are alike: only their places side by side tell the points apart.
        let all = results(json!({ "grid": grid }), |_| Some(0.1));
        let options = TransitionOptions {
            shown: vec![sizes(2, 64, 80), sizes(1, 8, 64)],
            ..TransitionOptions::default()
        };
        let chart = Transition::of(all.experiment(), &[all.trained_here()], options);
        let frame = Frame::default();
        let found = rings(&chart)
            .into_iter()
            .map(|at| chart.point_at(frame, at));
        let found: Vec<_> = found.flatten().collect();
        assert_eq!(found, [sizes(2, 64, 80), sizes(1, 8, 64)]);
        let spots = chart.draw(frame).spots;
        let at = |spot: &crate::Spot| chart.point_at(frame, (spot.x, spot.y)).unwrap();
        for spot in &spots {
            let of = at(spot);
            let name = format!("h = {}, T = {}, N = {}:", of.h, of.T, of.N);
            assert!(spot.text.starts_with(&name), "{} at {name}", spot.text);
        }
        assert_eq!(spots.len(), 8);
    }

    #[test]
    fn a_run_from_javascript_has_more_than_its_sizes_and_may_leave_some_out() {
        let run = json!({ "T": 16, "h": 3, "n": 8, "N": 32, "seed": 7 });
        let read: RunSizes = serde_json::from_value(run).unwrap();
        assert_eq!(read, sizes(3, 16, 32));
    }
}
