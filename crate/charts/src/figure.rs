//! A drawing in the making: lines, areas and texts in the colours of a theme. The axes that charts share
//! are drawn in `axes`; what stands on them, each chart decides.

use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, RGBAColor, RGBColor};

use crate::drawing::{Drawing, FONT_SIZE, Group, Position, Series, Shape, Spot, Text, width_of};
use crate::frame::Frame;
use crate::palette::Theme;
use crate::plot::Plot;

/// A drawing in the making.
pub(crate) struct Figure {
    pub frame: Frame,
    pub theme: Theme,
    pub drawing: Drawing,
}

impl Figure {
    pub fn new(frame: Frame) -> Self {
        Self {
            frame,
            theme: frame.theme,
            drawing: Drawing::default(),
        }
    }

    /// What is drawn from now on belongs to this part of the chart, until the next call. An exported
    /// figure has a group of this name; an empty name is none.
    pub fn group(&mut self, name: &str) {
        self.begin(name, None);
    }

    /// What is drawn from now on belongs to this line of the chart and, in it, to a part such as "lines"
    /// or "labels". Spots too: pointing at one brings the line forward.
    pub fn series(&mut self, part: &str, number: usize, name: &str) {
        let series = Series {
            number: number as u32,
            name: name.into(),
        };
        self.begin(part, Some(series));
    }

    fn begin(&mut self, name: &str, series: Option<Series>) {
        self.drawing.groups.push(Group {
            from: self.drawing.shapes.len(),
            name: name.into(),
            series,
        });
    }

    pub fn line(&mut self, path: Vec<Position>, colour: impl Color, width: f64) {
        let shape = Shape::Path(path, colour.to_rgba(), width);
        self.drawing.shapes.push(shape);
    }

    /// A dashed line. `pattern` has the lengths of dashes and gaps in turn, in CSS pixels; a line
    /// without a pattern is solid.
    pub fn dashed(&mut self, path: &[Position], pattern: &[f64], colour: RGBAColor, width: f64) {
        if path.len() < 2 {
            return;
        }
        if pattern.is_empty() {
            return self.line(path.to_vec(), colour, width);
        }
        let shape = Shape::Dashed(path.to_vec(), pattern.to_vec(), colour, width);
        self.drawing.shapes.push(shape);
    }

    pub fn fill(&mut self, path: Vec<Position>, colour: impl Color) {
        self.drawing
            .shapes
            .push(Shape::Fill(path, colour.to_rgba()));
    }

    pub fn rectangle(&mut self, from: Position, to: Position, colour: impl Color) {
        let corners = vec![from, (to.0, from.1), to, (from.0, to.1)];
        self.fill(corners, colour);
    }

    pub fn disc(&mut self, at: Position, radius: f64, colour: impl Color) {
        let shape = Shape::Disc(at, radius, colour.to_rgba());
        self.drawing.shapes.push(shape);
    }

    pub fn ring(&mut self, at: Position, radius: f64, colour: impl Color, width: f64) {
        let shape = Shape::Ring(at, radius, colour.to_rgba(), width);
        self.drawing.shapes.push(shape);
    }

    /// Writes a text, moved sideways where it would leave the frame.
    pub fn text(
        &mut self,
        text: &str,
        at: Position,
        anchor: (HPos, VPos),
        colour: RGBColor,
        bold: bool,
    ) {
        let mut text = Text {
            text: text.into(),
            at,
            anchor,
            colour,
            bold,
            turned: false,
        };
        let [left, _, right, _] = text.bounds();
        let over = (right - (self.frame.width - 2.0)).max(0.0);
        // Of a text that is too long for the frame, the beginning stays.
        text.at.0 += (2.0 - (left - over)).max(0.0) - over;
        self.drawing.shapes.push(Shape::Text(text));
    }

    /// Writes a text that is read from below, around a centre; moved up or down where it would leave the
    /// frame.
    pub fn turned_text(&mut self, text: &str, centre: Position, colour: RGBColor) {
        let mut text = Text {
            text: text.into(),
            at: centre,
            anchor: (HPos::Center, VPos::Center),
            colour,
            bold: false,
            turned: true,
        };
        let [_, top, _, bottom] = text.bounds();
        let over = (bottom - (self.frame.height - 2.0)).max(0.0);
        text.at.1 += (2.0 - (top - over)).max(0.0) - over;
        self.drawing.shapes.push(Shape::Text(text));
    }

    /// Writes a text of secondary importance.
    pub fn muted_text(&mut self, text: &str, at: Position, anchor: (HPos, VPos)) {
        self.text(text, at, anchor, self.theme.muted(), false);
    }

    /// Adds a place that can be pointed at.
    pub fn spot(&mut self, at: Position, text: String) {
        let (x, y) = at;
        let group = self.drawing.groups.last();
        let series = group.and_then(|group| Some(group.series.as_ref()?.number));
        self.drawing.spots.push(Spot { x, y, text, series });
    }

    /// Says in the middle of a plot why there is nothing to draw.
    pub fn empty(&mut self, plot: &Plot, sentence: &str) {
        self.group("note");
        self.centred_text(plot, sentence);
        self.spot(plot.centre(), sentence.into());
    }

    /// Writes a sentence in the middle of a plot.
    pub fn centred_text(&mut self, plot: &Plot, sentence: &str) {
        // On a background of its own: lines may cross there.
        let (x, y) = plot.centre();
        let (half_width, half_height) = (width_of(sentence, false) / 2.0 + 6.0, 0.9 * FONT_SIZE);
        self.rectangle(
            (x - half_width, y - half_height),
            (x + half_width, y + half_height),
            self.theme.background(),
        );
        self.muted_text(sentence, plot.centre(), (HPos::Center, VPos::Center));
    }
}
