//! Many random heads of rank 1 in place of one head of full rank: error against their number, as paper 2
//! computes it. Nothing is trained; the errors are `lab`'s.

use lab::{PublishedMark, RANDOM_HEADS, RANDOM_HEADS_D, RandomHeadsPoint};
use plotters::style::{Color, RGBColor};

use crate::axis::{Axis, Tick, round_ticks};
use crate::chart::Chart;
use crate::drawing::{Drawing, Position};
use crate::figure::Figure;
use crate::frame::Frame;
use crate::label::{Label, MARKER_WIDTH, space_for_names};
use crate::marker::{Marker, dashes};
use crate::number_format::format_error;
use crate::palette::Theme;
use crate::part::{Part, PartShown};
use crate::plot::{Margins, Plot};

/// Error against the number of random heads of rank 1.
#[derive(Clone, Debug, Default)]
pub struct RandomHeads {
    /// One per number of dimensions.
    pub lines: Vec<RandomHeadsLine>,
    /// Parts that are not drawn.
    pub hidden: Vec<Part>,
}

/// The errors in one number of dimensions.
#[derive(Clone, Debug)]
pub struct RandomHeadsLine {
    /// The number of dimensions, which is the rank of one full head.
    pub d: u32,
    /// How many draws of heads there are.
    pub draws: u32,
    /// The errors of 1, 2, … heads.
    pub points: Vec<RandomHeadsPoint>,
}

/// The name of the error axis.
const ERROR_AXIS_NAME: &str = "error (mean squared distance)";

/// The name of the line at 0.
const FULL_HEAD: &str = "one full head";

/// What is said while nothing is computed yet.
pub(crate) const NOTHING_COMPUTED: &str = "The errors are being computed";

/// Positions of a line for each doubling of the heads.
const POSITIONS_OF_DOUBLING: f64 = 8.0;

impl RandomHeadsLine {
    /// Its name.
    pub(crate) fn name(&self) -> String {
        format!("d = {}", self.d)
    }

    /// The errors of so many heads.
    pub(crate) fn at(&self, heads: u32) -> Option<&RandomHeadsPoint> {
        self.points.get((heads as usize).checked_sub(1)?)
    }

    /// The numbers of heads that are said: powers of two, and the largest.
    pub(crate) fn said(&self) -> Vec<&RandomHeadsPoint> {
        let last = self.points.len() as u32;
        let is_said =
            |point: &&RandomHeadsPoint| point.heads.is_power_of_two() || point.heads == last;
        self.points.iter().filter(is_said).collect()
    }

    /// As many heads of rank 1 as there are dimensions have the parameters of one full head.
    pub(crate) fn like_one_full_head(&self) -> Option<&RandomHeadsPoint> {
        self.at(self.d)
    }

    /// The points that a curve goes through: at equal distances on the axis.
    fn path(&self) -> Vec<&RandomHeadsPoint> {
        let mut path: Vec<&RandomHeadsPoint> = Vec::new();
        let mut place = 0.0;
        for point in &self.points {
            let is_last = point.heads as usize == self.points.len();
            if f64::from(point.heads).log2() >= place || is_last {
                path.push(point);
                place = f64::from(point.heads).log2() + 1.0 / POSITIONS_OF_DOUBLING;
            }
        }
        path
    }
}

/// The errors of a point in words: the mean, and how far draws are from it.
pub(crate) fn mean_and_range(point: &RandomHeadsPoint) -> String {
    let [mean, min, max] = [point.mean, point.min, point.max].map(format_error);
    match min == max {
        true => mean,
        false => format!("{mean} ({min} to {max})"),
    }
}

/// "1 head" or "2 heads".
pub(crate) fn heads_in_words(heads: u32) -> String {
    match heads {
        1 => "1 head".into(),
        _ => format!("{heads} heads"),
    }
}

impl RandomHeads {
    /// The chart of these draws, as far as they are computed. The first stands out.
    pub fn of<'a>(heads: impl IntoIterator<Item = &'a lab::RandomHeads>) -> Self {
        let line = |of: &lab::RandomHeads| RandomHeadsLine {
            d: of.d(),
            draws: of.draws(),
            points: of.points(),
        };
        Self {
            lines: heads.into_iter().map(line).collect(),
            hidden: Vec::new(),
        }
    }

    /// The lines with points on them.
    pub(crate) fn computed(&self) -> impl Iterator<Item = &RandomHeadsLine> {
        self.lines.iter().filter(|line| !line.points.is_empty())
    }

    /// The most heads of all lines.
    fn most_heads(&self) -> u32 {
        let counts = self.computed().map(|line| line.points.len());
        counts.max().unwrap_or(0) as u32
    }

    /// The paper's own values that belong to a line and have a place on the axis.
    fn known_marks(&self) -> impl Iterator<Item = PublishedMark> + use<'_> {
        let most = match self.computed().any(|line| line.d == RANDOM_HEADS_D) {
            true => self.most_heads(),
            false => 0,
        };
        RANDOM_HEADS.into_iter().filter(move |mark| mark.h <= most)
    }

    /// Those that are drawn.
    pub(crate) fn marks(&self) -> Vec<PublishedMark> {
        match self.hides(Part::Paper) {
            true => Vec::new(),
            false => self.known_marks().collect(),
        }
    }

    fn hides(&self, part: Part) -> bool {
        self.hidden.contains(&part)
    }
}

/// The name of the paper's own values.
pub(crate) fn name_of_marks() -> String {
    format!("paper, d = {RANDOM_HEADS_D}")
}

/// The colour of the line at a place among so many: all have the contrast of text.
fn colour(theme: Theme, place: usize, lines: usize) -> RGBColor {
    let share = place as f64 / lines.saturating_sub(1).max(1) as f64;
    theme.ramp(1.0 - 0.3 * share).0
}

impl Chart for RandomHeads {
    fn kind(&self) -> &'static str {
        "random-heads"
    }

    fn title(&self) -> String {
        "Many heads of rank 1 in place of one full head".into()
    }

    fn citation(&self) -> &'static str {
        lab::PAPER_2.citation
    }

    fn parts(&self) -> Vec<PartShown> {
        let has_band = self.computed().any(|line| line.draws > 1);
        let has_marks = self.known_marks().next().is_some();
        let parts = [(Part::Paper, has_marks), (Part::Band, has_band)];
        let parts = parts.into_iter().filter(|(_, is_there)| *is_there);
        let shown = |part: Part| PartShown {
            part,
            shown: !self.hides(part),
        };
        parts.map(|(part, _)| shown(part)).collect()
    }

    fn show(&mut self, part: Part, shown: bool) {
        self.hidden.retain(|hidden| *hidden != part);
        if !shown {
            self.hidden.push(part);
        }
    }

    fn draw(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let theme = frame.theme;
        let lines: Vec<&RandomHeadsLine> = self.computed().collect();
        let marks = self.marks();
        let most = self.most_heads().max(2);
        let mut names: Vec<String> = self.lines.iter().map(RandomHeadsLine::name).collect();
        names.extend((!marks.is_empty()).then(name_of_marks));
        names.push(FULL_HEAD.into());
        let right = space_for_names(names.iter().map(String::as_str), frame) + MARKER_WIDTH;
        let margins = Margins::of_axes(frame, ERROR_AXIS_NAME, right);
        let axis_of_heads = Axis::Log(1.0, f64::from(most));
        let plot = Plot::new(frame, axis_of_heads, Axis::Linear(0.0, 1.0), margins);
        let doublings = 0..=most.ilog2();
        let ticks =
            doublings.map(|power| Tick::new(f64::from(1 << power), (1 << power).to_string()));
        let axis_names = ("heads of rank 1", ERROR_AXIS_NAME);
        figure.axes(&plot, ticks.collect(), round_ticks(0.0, 1.0, 5), axis_names);

        let mut labels = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            figure.series("lines", number, &line.name());
            let colour = colour(theme, number, lines.len());
            let end = self.draw_line(&mut figure, &plot, line, (number, colour));
            labels.push(Label {
                y: end,
                text: line.name(),
                note: String::new(),
                colour,
                bold: true,
                marker: Some((Marker::Line(number), false)),
                series: Some(number),
            });
        }
        if let Some(last) = marks.last() {
            figure.series("lines", lines.len(), &name_of_marks());
            for mark in &marks {
                let at = plot.at(f64::from(mark.h), mark.value);
                let (ink, ground) = (theme.ink().to_rgba(), theme.background());
                figure.hollow_marker(Marker::Diamond, at, 5.0, ink, ground);
                let (heads, value) = (heads_in_words(mark.h), format_error(mark.value));
                figure.spot(at, format!("{heads}, {}: {value}", name_of_marks()));
            }
            labels.push(Label {
                y: plot.y(last.value),
                text: name_of_marks(),
                note: String::new(),
                colour: theme.ink(),
                bold: false,
                marker: Some((Marker::Diamond, true)),
                series: Some(lines.len()),
            });
        }
        figure.group("full head");
        let ground = [(plot.left, plot.bottom), (plot.right, plot.bottom)];
        figure.line(ground.to_vec(), theme.ink(), 3.0);
        figure.spot((plot.left, plot.bottom), "1 head of full rank: 0".into());
        labels.push(Label {
            y: plot.bottom,
            text: FULL_HEAD.into(),
            note: String::new(),
            colour: theme.ink(),
            bold: true,
            marker: None,
            series: None,
        });
        figure.labels(&plot, labels);
        if lines.is_empty() {
            figure.empty(&plot, NOTHING_COMPUTED);
        }
        figure.drawing
    }
}

impl RandomHeads {
    /// Draws a line with its band and its spots, and returns the height of its end.
    fn draw_line(
        &self,
        figure: &mut Figure,
        plot: &Plot,
        line: &RandomHeadsLine,
        (style, colour): (usize, RGBColor),
    ) -> f64 {
        let path = line.path();
        let at = |point: &RandomHeadsPoint, error: f64| plot.at(f64::from(point.heads), error);
        if !self.hides(Part::Band) && line.draws > 1 {
            let above = path.iter().map(|point| at(point, point.max));
            let below = path.iter().rev().map(|point| at(point, point.min));
            figure.fill(above.chain(below).collect(), colour.mix(0.14));
        }
        let means: Vec<Position> = path.iter().map(|point| at(point, point.mean)).collect();
        figure.dashed(&means, dashes(style), colour.to_rgba(), 2.0);
        if let Some(point) = line.like_one_full_head() {
            figure.ring(at(point, point.mean), 9.0, figure.theme.ink(), 1.5);
        }
        for point in line.said() {
            let place = at(point, point.mean);
            figure.marker(Marker::Line(style), place, 3.5, colour);
            let (heads, name, values) = (
                heads_in_words(point.heads),
                line.name(),
                mean_and_range(point),
            );
            let budget = match point.heads == line.d {
                true => ", the parameters of one full head",
                false => "",
            };
            figure.spot(place, format!("{heads}, {name}{budget}: {values}"));
        }
        means.last().map_or(plot.bottom, |end| end.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Shape;

    fn chart() -> RandomHeads {
        RandomHeads::of(&[4, 64].map(|d| lab::RandomHeads::finished(d, 64, 2)))
    }

    #[test]
    fn the_papers_values_belong_to_their_dimensions_and_can_be_hidden() {
        let mut both = chart();
        let marks: Vec<u32> = both.marks().iter().map(|mark| mark.h).collect();
        assert_eq!(marks, [1, 64]);
        let parts: Vec<Part> = both.parts().iter().map(|of| of.part).collect();
        assert_eq!(parts, [Part::Paper, Part::Band]);
        both.show(Part::Paper, false);
        assert!(both.marks().is_empty());
        assert!(!both.parts()[0].shown);
        both.show(Part::Paper, true);
        assert_eq!(both.marks().len(), 2);
        let without = RandomHeads::of(&[lab::RandomHeads::finished(4, 64, 1)]);
        assert!(without.parts().is_empty());
    }

    #[test]
    fn as_many_heads_as_dimensions_are_circled_where_their_error_is() {
        let drawing = chart().draw(Frame::default());
        let rings = drawing.shapes.iter().filter_map(|shape| match shape {
            Shape::Ring(at, 9.0, ..) => Some(*at),
            _ => None,
        });
        let rings: Vec<Position> = rings.collect();
        let budget = drawing.spots.iter();
        let budget = budget.filter(|spot| spot.text.contains("the parameters of one full head"));
        let places: Vec<Position> = budget.map(|spot| (spot.x, spot.y)).collect();
        assert_eq!(places, rings);
        assert_eq!(places.len(), 2);
    }

    #[test]
    fn a_curve_has_few_positions_and_both_ends() {
        let line = &chart().lines[1];
        let path: Vec<u32> = line.path().iter().map(|point| point.heads).collect();
        assert_eq!(path[..4], [1, 2, 3, 4]);
        assert_eq!(path.last(), Some(&64));
        assert!(path.len() < 40, "{path:?}");
    }
}
