//! Figures as PDF: paths, discs and texts as they are drawn, on one page of the figure's size, in fonts that
//! every reader has (they are not embedded). The document is plain ASCII. What is drawn is decided
//! elsewhere; the same figure as SVG is written in `svg`.

mod standard_fonts;

use std::fmt::Write;

use plotters::style::text_anchor::HPos;
use plotters::style::{Color, RGBAColor};

use crate::chart::Chart;
use crate::drawing::{FONT_SIZE, Position, Shape, Text};
use crate::figure_page::figure_page;
use crate::frame::{Font, Frame};
use crate::number_text::{baseline, push_number, push_numbers};
use crate::raised::{RAISED_BY, RAISED_SIZE, runs};
use standard_fonts::{Face, Glyph, LATIN, glyph};

/// Where Bézier curves of a circle of radius 1 have their control points.
const CIRCLE: f64 = 0.5523;

/// A chart as a PDF document of one page, with a caption and a citation below it as in
/// [`svg`](crate::svg).
pub fn pdf(chart: &dyn Chart, frame: Frame, caption: &str, citation: &str) -> String {
    let drawing = figure_page(chart, frame, caption, citation);
    let points = frame.points_per_pixel();
    let (width, height) = (points * frame.width, points * frame.height);
    let mut page = Page {
        font: frame.font,
        content: String::new(),
        opacities: vec![1.0],
    };
    // From CSS pixels, counted from the top, to points, counted from the bottom.
    for (number, end) in [(points, " 0 0 "), (-points, " 0 ")] {
        push_number(&mut page.content, number, 1e6);
        page.content += end;
    }
    page.put(&[height], "cm 1 j");
    for shape in &drawing.shapes {
        page.shape(shape);
    }
    document(page, &chart.title(), [width, height])
}

/// The document around the content of its page.
fn document(page: Page, title: &str, size: [f64; 2]) -> String {
    let mut resources = String::from("/Font << ");
    let faces = [Face::Regular, Face::Bold, Face::Symbol];
    // Their objects come after the others.
    for (face, number) in faces.iter().zip(6..) {
        let _ = write!(resources, "/{} {number} 0 R ", face.name());
    }
    resources += ">> /ExtGState << ";
    for (i, opacity) in page.opacities.iter().enumerate() {
        let _ = write!(resources, "/G{i} << /ca {opacity} /CA {opacity} >> ");
    }
    let mut page_size = String::new();
    push_numbers(&mut page_size, &size);
    let mut name = String::new();
    for byte in title.encode_utf16().flat_map(u16::to_be_bytes) {
        push_hexadecimal(&mut name, byte);
    }
    let mut objects: Vec<String> = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".into(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".into(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {page_size}] /Contents 4 0 R \
             /Resources << {resources}>> >> >>"
        ),
        format!(
            "<< /Length {} >>\nstream\n{}endstream",
            page.content.len(),
            page.content
        ),
        format!("<< /Title <FEFF{name}> /Producer (Headcount) >>"),
    ];
    for face in faces {
        let base = face.base_font(page.font);
        let encoding = match face {
            Face::Symbol => "",
            _ => LATIN,
        };
        objects.push(format!(
            "<< /Type /Font /Subtype /Type1 /BaseFont /{base}{encoding} >>"
        ));
    }
    let mut text = String::from("%PDF-1.4\n");
    let mut places = String::new();
    for (object, number) in objects.iter().zip(1..) {
        let _ = writeln!(places, "{:010} 00000 n ", text.len());
        let _ = write!(text, "{number} 0 obj\n{object}\nendobj\n");
    }
    let (start, count) = (text.len(), objects.len() + 1);
    let _ = write!(
        text,
        "xref\n0 {count}\n0000000000 65535 f \n{places}trailer\n\
         << /Size {count} /Root 1 0 R /Info 5 0 R >>\nstartxref\n{start}\n%%EOF\n"
    );
    text
}

/// The content of a page in the making.
struct Page {
    font: Font,
    content: String,
    /// The opacities that are used, each of which needs a name; the first is 1.
    opacities: Vec<f64>,
}

impl Page {
    /// Writes an operator after its numbers.
    fn put(&mut self, numbers: &[f64], operator: &str) {
        push_numbers(&mut self.content, numbers);
        if !numbers.is_empty() {
            self.content.push(' ');
        }
        self.content += operator;
        self.content.push('\n');
    }

    /// Sets colour and opacity of what is filled or drawn next.
    fn colour(&mut self, RGBAColor(r, g, b, opacity): &RGBAColor, operator: &str) {
        let opacity = (opacity.clamp(0.0, 1.0) * 100.0).round() / 100.0;
        let known = self.opacities.iter().position(|of| *of == opacity);
        let state = known.unwrap_or_else(|| {
            self.opacities.push(opacity);
            self.opacities.len() - 1
        });
        self.content += "/G";
        self.put(&[state as f64], "gs");
        for part in [*r, *g, *b] {
            // Hundredths would change a colour.
            push_number(&mut self.content, f64::from(part) / 255.0, 1000.0);
            self.content.push(' ');
        }
        self.put(&[], operator);
    }

    fn path(&mut self, path: &[Position]) {
        for (i, (x, y)) in path.iter().enumerate() {
            self.put(&[*x, *y], if i == 0 { "m" } else { "l" });
        }
    }

    fn circle(&mut self, (x, y): Position, radius: f64) {
        let corners = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)];
        self.put(&[x + radius, y], "m");
        for pair in corners.windows(2) {
            let [(ax, ay), (bx, by)] = [pair[0], pair[1]];
            let curve = [
                (ax + CIRCLE * bx, ay + CIRCLE * by),
                (bx + CIRCLE * ax, by + CIRCLE * ay),
                (bx, by),
            ];
            let curve = curve.map(|(dx, dy)| [x + radius * dx, y + radius * dy]);
            self.put(curve.as_flattened(), "c");
        }
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Path(path, colour, width) => self.stroke(path, &[], colour, *width),
            Shape::Dashed(path, pattern, colour, width) => {
                self.stroke(path, pattern, colour, *width);
            }
            Shape::Fill(corners, colour) if corners.len() > 1 => {
                self.colour(colour, "rg");
                self.path(corners);
                self.put(&[], "h f");
            }
            Shape::Fill(..) => {}
            Shape::Disc(centre, radius, colour) => {
                self.colour(colour, "rg");
                self.circle(*centre, *radius);
                self.put(&[], "f");
            }
            Shape::Ring(centre, radius, colour, width) => {
                self.line_style(&[], colour, *width);
                self.circle(*centre, *radius);
                self.put(&[], "S");
            }
            Shape::Text(text) => self.text(text),
        }
    }

    fn line_style(&mut self, pattern: &[f64], colour: &RGBAColor, width: f64) {
        self.colour(colour, "RG");
        self.content.push('[');
        push_numbers(&mut self.content, pattern);
        self.content += "] 0 d ";
        self.put(&[width], "w");
    }

    fn stroke(&mut self, path: &[Position], pattern: &[f64], colour: &RGBAColor, width: f64) {
        if path.len() > 1 {
            self.line_style(pattern, colour, width);
            self.path(path);
            self.put(&[], "S");
        }
    }

    fn text(&mut self, text: &Text) {
        // Every run of letters in one font and of one height: its letters, and whether it is raised.
        let mut parts: Vec<(Vec<Glyph>, bool)> = Vec::new();
        let mut thousandths = 0.0;
        for (run, raised) in runs(&text.text) {
            for letter in run.chars() {
                let glyph = glyph(letter, text.bold, self.font);
                thousandths += f64::from(glyph.width) * if raised { RAISED_SIZE } else { 1.0 };
                match parts.last_mut() {
                    Some((part, of)) if *of == raised && part[0].face == glyph.face => {
                        part.push(glyph);
                    }
                    _ => parts.push((vec![glyph], raised)),
                }
            }
        }
        let width = thousandths / 1000.0 * FONT_SIZE;
        let before = match text.anchor.0 {
            HPos::Left => 0.0,
            HPos::Center => width / 2.0,
            HPos::Right => width,
        };
        let below = baseline(text.anchor.1);
        let (x, y) = text.at;
        let matrix = match text.turned {
            false => [1.0, 0.0, 0.0, -1.0, x - before, y + below],
            true => [0.0, -1.0, -1.0, 0.0, x + below, y + before],
        };
        self.colour(&text.colour.to_rgba(), "rg");
        self.content += "BT ";
        self.put(&matrix, "Tm");
        for (part, raised) in parts {
            let (size, rise) = match raised {
                true => (RAISED_SIZE, RAISED_BY),
                false => (1.0, 0.0),
            };
            self.content.push('/');
            self.content += part[0].face.name();
            self.content.push(' ');
            self.put(&[size * FONT_SIZE], "Tf");
            self.put(&[rise * FONT_SIZE], "Ts");
            self.content.push('<');
            for glyph in part {
                push_hexadecimal(&mut self.content, glyph.code);
            }
            self.put(&[], "> Tj");
        }
        self.put(&[], "ET");
    }
}

fn push_hexadecimal(text: &mut String, byte: u8) {
    for digit in [byte >> 4, byte & 15] {
        text.push(char::from(b"0123456789ABCDEF"[usize::from(digit)]));
    }
}

#[cfg(test)]
mod tests;
