//! The reader's prediction: how it is drawn, and how a stroke of the pen changes it. How good it was
//! is computed by `lab`.

use plotters::style::Color;

use super::data::SingleValue;
use super::{Layout, Transition};
use crate::axis::distinct;
use crate::drawing::Position;
use crate::figure::Figure;
use crate::frame::Frame;
use crate::marker::Marker;
use crate::number_format::significant_digits;
use crate::plot::Plot;

impl Transition {
    /// The predicted error of each number of heads, in ascending order of heads; none for those that
    /// are asked for and not yet predicted.
    fn predicted(&self) -> Vec<(u32, Option<f64>)> {
        let values = || self.prediction.iter().filter(|of| of.can_be_drawn());
        let heads = distinct(&mut values().map(|of| of.h).chain(self.asked.iter().copied()));
        let error_at = |h: u32| values().find(|of| of.h == h).map(|of| of.value);
        heads.into_iter().map(|h| (h, error_at(h))).collect()
    }

    /// The last point of the prediction, where its name stands.
    pub(super) fn last_predicted(&self) -> Option<(u32, f64)> {
        let all = self.predicted();
        all.into_iter()
            .rev()
            .find_map(|(h, error)| Some((h, error?)))
    }

    /// Draws the prediction as far as there is one and, for numbers of heads that are asked for, a
    /// column each.
    pub(super) fn draw_prediction(&self, figure: &mut Figure, plot: &Plot) {
        let (colour, muted) = (figure.theme.prediction(), figure.theme.muted());
        let predicted = self.predicted();
        if !self.asked.is_empty() {
            for (h, _) in &predicted {
                let x = plot.x(f64::from(*h));
                let column = [(x, plot.top), (x, plot.bottom)];
                figure.dashed(&column, &[2.0, 4.0], muted.mix(0.5), 1.0);
            }
        }
        let at = |h: u32, error: f64| plot.at(f64::from(h), error);
        let path = predicted
            .iter()
            .filter_map(|(h, error)| Some(at(*h, (*error)?)));
        let path: Vec<Position> = path.collect();
        if path.is_empty() && !predicted.is_empty() {
            figure.centred_text(plot, "Draw here");
        }
        figure.dashed(&path, &[8.0, 5.0], colour.to_rgba(), 2.0);
        for (h, error) in predicted {
            let (position, value) = match error {
                Some(error) => (at(h, error), significant_digits(error, 2)),
                // At the foot of its column, above the number of heads.
                None => ((at(h, 1.0).0, plot.bottom), "none yet".into()),
            };
            if error.is_some() {
                figure.marker(Marker::Cross, position, 6.0, colour);
            }
            figure.spot(position, format!("h = {h}, your prediction: {value}"));
        }
    }

    /// The predictions that a stroke across the chart in `frame` sets: an error for every number of
    /// heads that it crosses, and for the one that it ends nearest to. Only numbers of heads that are
    /// asked for.
    pub fn stroke(&self, frame: Frame, from: Position, to: Position) -> Vec<SingleValue> {
        let Layout { plot, .. } = self.layout(frame);
        let distance = |h: u32| (plot.x(f64::from(h)) - to.0).abs();
        let asked = self.asked.iter().copied();
        let nearest = asked
            .clone()
            .min_by(|a, b| distance(*a).total_cmp(&distance(*b)));
        let value_at = |h: u32| {
            let share = (plot.x(f64::from(h)) - from.0) / (to.0 - from.0);
            let y = match share > 0.0 && share < 1.0 {
                true => from.1 + share * (to.1 - from.1),
                false if nearest == Some(h) => to.1,
                false => return None,
            };
            let value = lab::predictable_error(plot.value_at(y));
            Some(SingleValue { h, value })
        };
        asked.filter_map(value_at).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chart, HeadsAxis, svg};

    fn chart(asked: &[u32], predicted: &[(u32, f64)]) -> Transition {
        let value = |&(h, value): &(u32, f64)| SingleValue { h, value };
        Transition {
            prediction: predicted.iter().map(value).collect(),
            asked: asked.to_vec(),
            ..Transition::default()
        }
    }

    fn stroke(chart: &Transition, from: Position, to: Position) -> Vec<SingleValue> {
        chart.stroke(Frame::default(), from, to)
    }

    /// The spots of the chart: (x, y, text).
    fn spots(chart: &Transition) -> Vec<(f64, f64, String)> {
        let spots = chart.draw(Frame::default()).spots;
        spots.into_iter().map(|s| (s.x, s.y, s.text)).collect()
    }

    #[test]
    fn every_number_of_heads_has_a_spot_with_its_prediction() {
        let texts = |chart: &Transition| -> Vec<String> {
            spots(chart).into_iter().map(|spot| spot.2).collect()
        };
        assert_eq!(
            texts(&chart(&[1, 2, 4], &[(4, 1.3e-4), (1, 0.1)])),
            [
                "h = 1, your prediction: 0.10",
                "h = 2, your prediction: none yet",
                "h = 4, your prediction: 1.3 × 10⁻⁴"
            ]
        );
        // A finished prediction has spots only where there is a value.
        assert_eq!(
            texts(&chart(&[], &[(1, 0.1), (2, f64::NAN)])),
            ["h = 1, your prediction: 0.10"]
        );
    }

    #[test]
    fn a_press_sets_a_prediction_where_it_was() {
        for heads_axis in [HeadsAxis::Linear, HeadsAxis::Log] {
            let mut chart = chart(&[1, 2, 4], &[]);
            chart.heads_axis = heads_axis;
            let column = spots(&chart)[1].0;
            // Beside the column, but nearest to it.
            let press = (column + 9.0, 150.0);
            let values = stroke(&chart, press, press);
            assert_eq!(values.len(), 1);
            assert_eq!(values[0].h, 2);
            chart.prediction = values;
            let (x, y, _) = spots(&chart)[1].clone();
            // Two significant digits are exact to a pixel or two.
            assert!(x == column && (y - 150.0).abs() < 2.0, "{y}");
        }
    }

    #[test]
    fn a_stroke_sets_all_that_it_crossed_either_way() {
        let chart = chart(&[1, 2, 3, 4, 5], &[]);
        let columns: Vec<f64> = spots(&chart).iter().map(|spot| spot.0).collect();
        let (left, right) = ((columns[0], 60.0), (columns[4], 360.0));
        let heads = |values: &[SingleValue]| values.iter().map(|of| of.h).collect::<Vec<_>>();
        let forth = stroke(&chart, left, right);
        let back = stroke(&chart, right, left);
        // The press has already set the number of heads at which the stroke begins.
        assert_eq!(heads(&forth), [2, 3, 4, 5]);
        assert_eq!(heads(&back), [1, 2, 3, 4]);
        assert_eq!(forth[..3], back[1..]);
        assert!(forth.windows(2).all(|pair| pair[0].value > pair[1].value));
        let middle = stroke(&chart, (columns[2], 210.0), (columns[2], 210.0));
        assert_eq!(middle[0], forth[1]);
    }

    #[test]
    fn a_stroke_beyond_the_plot_ends_at_its_edge() {
        let chart = chart(&[1, 2], &[]);
        let value = |y: f64| stroke(&chart, (100.0, y), (100.0, y))[0].value;
        assert_eq!(value(-500.0), *lab::PREDICTABLE_ERRORS.end());
        assert_eq!(value(9000.0), *lab::PREDICTABLE_ERRORS.start());
        assert_eq!(stroke(&chart, (9e9, 1.0), (9e9, 1.0))[0].h, 2);
        let nowhere = (f64::NAN, f64::NAN);
        let _ = stroke(&chart, nowhere, nowhere);
        let finished = super::tests::chart(&[], &[(1, 0.1)]);
        for chart in [finished, Transition::default()] {
            assert!(stroke(&chart, (100.0, 100.0), (200.0, 200.0)).is_empty());
        }
    }

    #[test]
    fn axes_do_not_change_while_the_reader_predicts() {
        let first = |predicted: &[(u32, f64)]| spots(&chart(&[1, 2], predicted))[0].clone();
        let (x, y, _) = first(&[(1, 0.01)]);
        for second in [1e-6, 0.5, 2.5] {
            let (new_x, new_y, _) = first(&[(1, 0.01), (2, second)]);
            assert_eq!((x, y), (new_x, new_y), "{second}");
        }
        let (empty, ..) = first(&[]);
        assert_eq!(x, empty);
    }

    #[test]
    fn an_exported_figure_names_the_prediction() {
        let figure = |chart: &Transition| svg(chart, Frame::default(), "", "").unwrap();
        let predicted = figure(&chart(&[], &[(1, 0.1), (2, 0.01)]));
        assert!(predicted.contains(">your prediction<"));
        let (_, group) = predicted.split_once("<g id=\"prediction\">").unwrap();
        let (group, _) = group.split_once("</g>").unwrap();
        // Hues are the targets': what was predicted is told by its dashes and its crosses.
        assert!(group.contains("stroke-dasharray=\"8 5\""), "{group}");
        assert_eq!(group.matches("<polygon").count(), 2, "{group}");
        let colours: Vec<&str> = group.split("#").skip(1).map(|rest| &rest[..6]).collect();
        assert_eq!(colours, ["282C34"; 3], "{group}");
        assert!(!predicted.contains("D = "));
        assert!(!figure(&Transition::default()).contains("prediction"));
    }
}
