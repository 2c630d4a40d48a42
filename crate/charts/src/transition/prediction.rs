//! The reader's prediction: how it looks, and where a stroke of the pen leaves it. Whether it was any
//! good is said by `lab`.

use plotters::style::Color;

use super::given::PlainMark;
use super::{Layout, Transition};
use crate::axis::distinct;
use crate::drawing::Point;
use crate::figure::{Figure, Plot};
use crate::marker::CROSS;
use crate::words::digits;

impl Transition {
    /// What is expected of each number of heads, in ascending order; nothing of those that are only
    /// asked for.
    fn expected(&self) -> Vec<(u32, Option<f64>)> {
        let marks = || self.prediction.iter().filter(|mark| mark.can_be_drawn());
        let heads = distinct(&mut marks().map(|mark| mark.h).chain(self.asked.iter().copied()));
        let of = |h: u32| marks().find(|mark| mark.h == h).map(|mark| mark.value);
        heads.into_iter().map(|h| (h, of(h))).collect()
    }

    /// Its end, where its name stands.
    pub(super) fn last_expected(&self) -> Option<(u32, f64)> {
        let all = self.expected();
        all.into_iter()
            .rev()
            .find_map(|(h, error)| Some((h, error?)))
    }

    /// The prediction as far as it is drawn; while it is asked for, a place for every number of heads.
    pub(super) fn predicted(&self, figure: &mut Figure, plot: &Plot) {
        let (colour, quiet) = (figure.theme.expected(), figure.theme.quiet());
        let expected = self.expected();
        if !self.asked.is_empty() {
            for (h, _) in &expected {
                let x = plot.x(f64::from(*h));
                let guide = [(x, plot.top), (x, plot.bottom)];
                figure.dashed(&guide, &[2.0, 4.0], quiet.mix(0.5), 1.0);
            }
        }
        let at = |h: u32, error: f64| plot.at(f64::from(h), error);
        let path = expected
            .iter()
            .filter_map(|(h, error)| Some(at(*h, (*error)?)));
        let path: Vec<Point> = path.collect();
        if path.is_empty() && !expected.is_empty() {
            figure.note(plot, "Draw here");
        }
        figure.dashed(&path, &[8.0, 5.0], colour.to_rgba(), 2.0);
        for (h, error) in expected {
            let (place, value) = match error {
                Some(error) => (at(h, error), digits(error, 2)),
                // At the foot of its column, where its number stands.
                None => ((at(h, 1.0).0, plot.bottom), "none yet".into()),
            };
            if error.is_some() {
                figure.mark(CROSS, place, 6.0, colour);
            }
            figure.spot(place, format!("h = {h}, your prediction: {value}"));
        }
    }

    /// What a stroke from one place to another, in CSS pixels, makes of the prediction: an error for
    /// every number of heads that it crossed, and for the one that it ended nearest to.
    pub fn stroke(&self, from: Point, to: Point) -> Vec<PlainMark> {
        let Layout { plot, .. } = self.layout(&Figure::new(self.frame));
        let far = |h: u32| (plot.x(f64::from(h)) - to.0).abs();
        let asked = self.asked.iter().copied();
        let nearest = asked.clone().min_by(|a, b| far(*a).total_cmp(&far(*b)));
        let at = |h: u32| {
            let share = (plot.x(f64::from(h)) - from.0) / (to.0 - from.0);
            let y = match share > 0.0 && share < 1.0 {
                true => from.1 + share * (to.1 - from.1),
                false if nearest == Some(h) => to.1,
                false => return None,
            };
            let value = lab::predictable_error(plot.value_at(y));
            Some(PlainMark { h, value })
        };
        asked.filter_map(at).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chart, Frame, Heads};

    fn chart(asked: &[u32], marks: &[(u32, f64)]) -> Transition {
        let mark = |&(h, value): &(u32, f64)| PlainMark { h, value };
        Transition {
            frame: Frame::default(),
            prediction: marks.iter().map(mark).collect(),
            asked: asked.to_vec(),
            ..Transition::default()
        }
    }

    /// Where the chart says that something stands: (x, y, text) by place.
    fn spots(chart: &Transition) -> Vec<(f64, f64, String)> {
        let spots = chart.draw_in(chart.frame).spots;
        spots.into_iter().map(|s| (s.x, s.y, s.text)).collect()
    }

    #[test]
    fn every_number_of_heads_says_what_is_expected_of_it() {
        let said = |chart: &Transition| -> Vec<String> {
            spots(chart).into_iter().map(|spot| spot.2).collect()
        };
        assert_eq!(
            said(&chart(&[1, 2, 4], &[(4, 1.3e-4), (1, 0.1)])),
            [
                "h = 1, your prediction: 0.10",
                "h = 2, your prediction: none yet",
                "h = 4, your prediction: 1.3e-4"
            ]
        );
        // Once it is drawn, what is missing is not asked for any more.
        assert_eq!(
            said(&chart(&[], &[(1, 0.1), (2, f64::NAN)])),
            ["h = 1, your prediction: 0.10"]
        );
    }

    #[test]
    fn a_press_leaves_a_mark_where_it_was() {
        for heads in [Heads::Linear, Heads::Log] {
            let mut chart = chart(&[1, 2, 4], &[]);
            chart.heads = heads;
            let column = spots(&chart)[1].0;
            // Beside the column, but nearest to it.
            let press = (column + 9.0, 150.0);
            let marks = chart.stroke(press, press);
            assert_eq!(marks.len(), 1);
            assert_eq!(marks[0].h, 2);
            chart.prediction = marks;
            let (x, y, _) = spots(&chart)[1].clone();
            // Two digits are a pixel or two.
            assert!(x == column && (y - 150.0).abs() < 2.0, "{y}");
        }
    }

    #[test]
    fn a_stroke_sets_all_that_it_crossed_either_way() {
        let chart = chart(&[1, 2, 3, 4, 5], &[]);
        let columns: Vec<f64> = spots(&chart).iter().map(|spot| spot.0).collect();
        let (left, right) = ((columns[0], 60.0), (columns[4], 360.0));
        let heads = |marks: &[PlainMark]| marks.iter().map(|mark| mark.h).collect::<Vec<_>>();
        let forth = chart.stroke(left, right);
        let back = chart.stroke(right, left);
        // Where it began was set by the press.
        assert_eq!(heads(&forth), [2, 3, 4, 5]);
        assert_eq!(heads(&back), [1, 2, 3, 4]);
        assert_eq!(forth[..3], back[1..]);
        assert!(forth.windows(2).all(|pair| pair[0].value > pair[1].value));
        let middle = chart.stroke((columns[2], 210.0), (columns[2], 210.0));
        assert_eq!(middle[0], forth[1]);
    }

    #[test]
    fn a_stroke_beyond_the_plot_ends_at_its_edge() {
        let chart = chart(&[1, 2], &[]);
        let value = |y: f64| chart.stroke((100.0, y), (100.0, y))[0].value;
        assert_eq!(value(-500.0), *lab::PREDICTABLE_ERRORS.end());
        assert_eq!(value(9000.0), *lab::PREDICTABLE_ERRORS.start());
        assert_eq!(chart.stroke((9e9, 1.0), (9e9, 1.0))[0].h, 2);
        let _ = chart.stroke((f64::NAN, f64::NAN), (f64::NAN, f64::NAN));
        let shut = super::tests::chart(&[], &[(1, 0.1)]);
        assert!(shut.stroke((100.0, 100.0), (200.0, 200.0)).is_empty());
        assert!(
            Transition::default()
                .stroke((1.0, 1.0), (2.0, 2.0))
                .is_empty()
        );
    }

    #[test]
    fn axes_hold_still_while_one_draws() {
        let place = |marks: &[(u32, f64)]| spots(&chart(&[1, 2], marks))[0].clone();
        let (x, y, _) = place(&[(1, 0.01)]);
        for second in [1e-6, 0.5, 2.5] {
            let (new_x, new_y, _) = place(&[(1, 0.01), (2, second)]);
            assert_eq!((x, y), (new_x, new_y), "{second}");
        }
        let (empty, ..) = place(&[]);
        assert_eq!(x, empty);
    }

    #[test]
    fn an_exported_figure_names_it() {
        let svg = chart(&[], &[(1, 0.1), (2, 0.01)]).to_svg("").unwrap();
        assert!(svg.contains("\nyour prediction\n") && svg.contains("#C4006E"));
        assert!(!svg.contains("D = "));
        let svg = Transition::default().to_svg("").unwrap();
        assert!(!svg.contains("prediction"));
    }
}
