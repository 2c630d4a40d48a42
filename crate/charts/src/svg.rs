//! Figures as SVG text: coordinates finer than a pixel, dashes as dashes, text as text, and a named group
//! for every part of the chart and for each of its lines, so that a figure can be edited. What is drawn,
//! and the caption below it, is decided elsewhere.

use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBAColor, RGBColor};

use crate::chart::Chart;
use crate::drawing::{DrawError, FONT_SIZE, Group, Position, Shape, Text};
use crate::figure_page::figure_page;
use crate::frame::Frame;
use crate::number_text::{baseline, push_colour, push_numbers};
use crate::raised::{RAISED_BY, RAISED_SIZE, runs};

/// A chart as an SVG document that fills a frame, with a caption and a citation below it. Parts of the
/// caption that belong together have " · " between them.
pub fn svg(
    chart: &dyn Chart,
    frame: Frame,
    caption: &str,
    citation: &str,
) -> Result<String, DrawError> {
    let drawing = figure_page(chart, frame, caption, citation);
    let mut writer = Writer::new(frame);
    // For screen readers; these elements come first in the document.
    let title = [caption, citation].join(" ");
    if !title.trim().is_empty() {
        writer.element("title", title.trim());
    }
    writer.element("desc", &chart.summary());
    for (group, shape) in drawing.groups_of_shapes() {
        writer.enter(group);
        writer.shape(shape);
    }
    Ok(writer.finish())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// A document in the making.
struct Writer {
    text: String,
    /// The part and the line that shapes are written to at the moment.
    part: String,
    series: Option<u32>,
    ids: Vec<String>,
}

impl Writer {
    fn new(frame: Frame) -> Self {
        let mut writer = Self {
            text: "<svg".into(),
            part: String::new(),
            series: None,
            ids: Vec::new(),
        };
        let Frame { width, height, .. } = frame;
        // Without a printed size in CSS pixels.
        let (wide, unit) = match frame.millimetres {
            Some(wide) => (wide, "mm"),
            None => (width, ""),
        };
        for (name, size) in [("width", wide), ("height", wide * height / width)] {
            writer.attribute(name, &[size]);
            writer.text.pop();
            writer.text += unit;
            writer.text.push('"');
        }
        writer.attribute("viewBox", &[0.0, 0.0, width, height]);
        writer.word("xmlns", "http://www.w3.org/2000/svg");
        writer.word("font-family", frame.font_family());
        writer.attribute("font-size", &[FONT_SIZE]);
        writer.word("fill", "none");
        writer.word("stroke-linejoin", "round");
        writer.text += ">\n";
        writer
    }

    /// Writes an attribute of the element that is open.
    fn word(&mut self, name: &str, value: &str) {
        for part in [" ", name, "=\"", value, "\""] {
            self.text += part;
        }
    }

    /// Writes an attribute that consists of numbers.
    fn attribute(&mut self, name: &str, numbers: &[f64]) {
        for part in [" ", name, "=\""] {
            self.text += part;
        }
        push_numbers(&mut self.text, numbers);
        self.text.push('"');
    }

    /// Writes an element without attributes around a text.
    fn element(&mut self, name: &str, text: &str) {
        for part in ["<", name, ">", &escaped(text), "</", name, ">\n"] {
            self.text += part;
        }
    }

    /// What is written next belongs to this group.
    fn enter(&mut self, group: Option<&Group>) {
        let part = group.map_or("", |group| group.name.as_str());
        let series = group.and_then(|group| group.series.as_ref());
        let number = series.map(|series| series.number);
        if part != self.part {
            self.leave_series();
            self.leave_part();
            if !part.is_empty() {
                self.open(part, "");
            }
            self.part = part.into();
        }
        if number != self.series {
            self.leave_series();
            if let Some(series) = series {
                self.open(part, &series.name);
            }
            self.series = number;
        }
    }

    /// Opens a group with an id that no other has.
    fn open(&mut self, part: &str, name: &str) {
        let mut id = String::new();
        for letter in part.bytes().chain([b'-']).chain(name.bytes()) {
            if letter.is_ascii_alphanumeric() {
                id.push(letter.into());
            } else if !id.ends_with('-') {
                id.push('-');
            }
        }
        if id.ends_with('-') {
            id.pop();
        }
        let same = self.ids.iter().filter(|known| **known == id).count();
        self.ids.push(id.clone());
        if same > 0 {
            id.push('-');
            push_numbers(&mut id, &[same as f64 + 1.0]);
        }
        self.text += "<g";
        self.word("id", &id);
        self.text += ">\n";
    }

    fn leave_series(&mut self) {
        if self.series.take().is_some() {
            self.text += "</g>\n";
        }
    }

    fn leave_part(&mut self) {
        if !self.part.is_empty() {
            self.text += "</g>\n";
        }
    }

    fn finish(mut self) -> String {
        self.leave_series();
        self.leave_part();
        self.text += "</svg>\n";
        self.text
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Path(path, colour, width) => {
                self.path(path);
                self.stroke(colour, *width);
            }
            Shape::Dashed(path, pattern, colour, width) => {
                self.path(path);
                self.stroke(colour, *width);
                self.attribute("stroke-dasharray", pattern);
            }
            Shape::Fill(corners, colour) => {
                self.area(corners);
                self.paint("fill", "fill-opacity", colour);
            }
            Shape::Disc(centre, radius, colour) => {
                self.circle(*centre, *radius);
                self.paint("fill", "fill-opacity", colour);
            }
            Shape::Ring(centre, radius, colour, width) => {
                self.circle(*centre, *radius);
                self.stroke(colour, *width);
            }
            Shape::Text(text) => return self.letters(text),
        }
        self.text += "/>\n";
    }

    fn path(&mut self, path: &[Position]) {
        match path {
            [from, to] => {
                self.text += "<line";
                for (name, value) in [("x1", from.0), ("y1", from.1), ("x2", to.0), ("y2", to.1)] {
                    self.attribute(name, &[value]);
                }
            }
            _ => self.points("<polyline", path),
        }
    }

    fn points(&mut self, element: &str, path: &[Position]) {
        self.text += element;
        let numbers: Vec<f64> = path.iter().flat_map(|at| [at.0, at.1]).collect();
        self.attribute("points", &numbers);
    }

    fn area(&mut self, corners: &[Position]) {
        match corners {
            [a, b, c, d] if a.1 == b.1 && b.0 == c.0 && c.1 == d.1 && d.0 == a.0 => {
                self.text += "<rect";
                let (x, y) = (a.0.min(c.0), a.1.min(c.1));
                let (width, height) = ((c.0 - a.0).abs(), (c.1 - a.1).abs());
                for (name, value) in [("x", x), ("y", y), ("width", width), ("height", height)] {
                    self.attribute(name, &[value]);
                }
            }
            _ => self.points("<polygon", corners),
        }
    }

    fn circle(&mut self, centre: Position, radius: f64) {
        self.text += "<circle";
        for (name, value) in [("cx", centre.0), ("cy", centre.1), ("r", radius)] {
            self.attribute(name, &[value]);
        }
    }

    /// Writes a colour and its opacity.
    fn paint(&mut self, name: &str, opacity_name: &str, colour: &RGBAColor) {
        let RGBAColor(r, g, b, opacity) = *colour;
        let mut text = String::new();
        push_colour(&mut text, RGBColor(r, g, b));
        self.word(name, &text);
        if opacity < 1.0 {
            self.attribute(opacity_name, &[opacity]);
        }
    }

    fn stroke(&mut self, colour: &RGBAColor, width: f64) {
        self.paint("stroke", "stroke-opacity", colour);
        self.attribute("stroke-width", &[width]);
    }

    fn letters(&mut self, text: &Text) {
        let (x, y) = text.at;
        let below = baseline(text.anchor.1);
        self.text += "<text";
        match text.turned {
            false => {
                self.attribute("x", &[x]);
                self.attribute("y", &[y + below]);
            }
            true => {
                self.attribute("y", &[below]);
                let mut turn = String::from("translate(");
                push_numbers(&mut turn, &[x, y]);
                turn += ") rotate(-90)";
                self.word("transform", &turn);
            }
        }
        match text.anchor.0 {
            HPos::Left => {}
            HPos::Center => self.word("text-anchor", "middle"),
            HPos::Right => self.word("text-anchor", "end"),
        }
        if text.bold {
            self.word("font-weight", "bold");
        }
        self.paint("fill", "", &text.colour.to_rgba());
        self.text += ">";
        // Superscripts as raised letters: few fonts have all of the characters.
        let mut is_raised = false;
        for (run, raised) in runs(&text.text) {
            let up = RAISED_BY * FONT_SIZE;
            if raised || is_raised {
                self.text += "<tspan";
                self.attribute("dy", &[if raised { -up } else { up }]);
                if raised {
                    self.attribute("font-size", &[RAISED_SIZE * FONT_SIZE]);
                }
                self.text += ">";
            }
            self.text += &escaped(&run);
            if raised || is_raised {
                self.text += "</tspan>";
            }
            is_raised = raised;
        }
        self.text += "</text>\n";
    }
}

#[cfg(test)]
mod tests;
