//! Pictures are decoded again. Letters are those of a font that is made here: every letter is a box, so that
//! the tests need no font of the computer.

use super::*;
use crate::results::samples::results;
use crate::{Theme, Transition, TransitionOptions};
use serde_json::json;

/// A font of 1000 units per em in which every character of Latin and some more is a box of 600 × 700.
fn box_font() -> FontFile {
    let glyphs: u16 = 2;
    let mut tables: Vec<(&[u8; 4], Vec<u8>)> = Vec::new();
    let words = |numbers: &[u16]| -> Vec<u8> {
        numbers
            .iter()
            .flat_map(|number| number.to_be_bytes())
            .collect()
    };
    // Characters 32 to 0x2fff are all glyph 1 (cmap format 12 or 13: many to one).
    let mut cmap = words(&[0, 1, 3, 10]);
    cmap.extend(12u32.to_be_bytes());
    cmap.extend(words(&[13, 0]));
    for number in [28u32, 0, 1, 32, 0x2fff, 1] {
        cmap.extend(number.to_be_bytes());
    }
    tables.push((b"cmap", cmap));
    // One contour of four points.
    let mut glyf = words(&[1, 0, 0, 600, 700, 3, 0]);
    glyf.extend([1, 1, 1, 1]);
    glyf.extend(words(&[0, 600, 0, (-600i16) as u16]));
    glyf.extend(words(&[0, 0, 700, 0]));
    tables.push((b"glyf", glyf.clone()));
    let mut head = words(&[1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, 1000]);
    head.extend([0; 16]);
    head.extend(words(&[0, 0, 600, 700, 0, 8, 2, 1, 0]));
    tables.push((b"head", head));
    let mut hhea = words(&[1, 0, 700, 0, 0]);
    hhea.extend([0; 24]);
    hhea.extend(words(&[glyphs]));
    tables.push((b"hhea", hhea));
    tables.push((b"hmtx", words(&[640, 0, 640, 0])));
    let mut loca = Vec::new();
    for offset in [0, 0, glyf.len() as u32] {
        loca.extend(offset.to_be_bytes());
    }
    tables.push((b"loca", loca));
    tables.push((b"maxp", words(&[0, 0x5000, glyphs])));
    let mut file = words(&[1, 0, tables.len() as u16, 0, 0, 0]);
    let mut at = file.len() + 16 * tables.len();
    for (name, table) in &tables {
        file.extend(*name);
        for number in [0, at as u32, table.len() as u32] {
            file.extend(number.to_be_bytes());
        }
        at += table.len().next_multiple_of(4);
    }
    for (_, table) in &tables {
        file.extend(table);
        file.resize(file.len().next_multiple_of(4), 0);
    }
    FontFile {
        bytes: file,
        index: 0,
    }
}

fn fonts() -> PngFonts {
    PngFonts {
        regular: vec![box_font()],
        bold: Vec::new(),
    }
}

/// A picture, decoded.
struct Decoded {
    width: usize,
    height: usize,
    /// Pixels per metre.
    per_metre: Option<u32>,
    pixels: Vec<u8>,
}

impl Decoded {
    fn of(png: &[u8]) -> Self {
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        let (width, height) = (number(16) as usize, number(20) as usize);
        let (mut at, mut per_metre, mut data) = (8, None, Vec::new());
        while at < png.len() {
            let length = number(at) as usize;
            match &png[at + 4..at + 8] {
                b"pHYs" => {
                    assert_eq!((number(at + 8), png[at + 16]), (number(at + 12), 1));
                    per_metre = Some(number(at + 8));
                }
                b"IDAT" => data.extend(&png[at + 8..at + 8 + length]),
                _ => {}
            }
            at += 12 + length;
        }
        let rows = miniz_oxide::inflate::decompress_to_vec_zlib(&data).unwrap();
        let rows = rows.chunks_exact(1 + 3 * width);
        assert_eq!(rows.len(), height);
        Self {
            width,
            height,
            per_metre,
            pixels: rows.flat_map(|row| row[1..].to_vec()).collect(),
        }
    }

    /// The share of pixels between two corners that differ from the first pixel of the picture.
    fn ink(&self, (left, top): (f64, f64), (right, bottom): (f64, f64)) -> f64 {
        let (mut inked, mut all) = (0, 0);
        for y in top.max(0.0) as usize..(bottom as usize).min(self.height) {
            for x in left.max(0.0) as usize..(right as usize).min(self.width) {
                let at = 3 * (y * self.width + x);
                all += 1;
                inked += usize::from(self.pixels[at..at + 3] != self.pixels[..3]);
            }
        }
        f64::from(inked as u32) / f64::from(all.max(1) as u32)
    }
}

fn chart() -> Transition {
    let all = results(
        json!({ "grid": { "h": [1, 2, 3, 4] }, "seeds": [0, 1] }),
        |run| Some(0.1 / f64::from(1 + run.seed)),
    );
    Transition::of(
        all.experiment(),
        &[all.trained_here()],
        TransitionOptions::default(),
    )
}

#[test]
fn a_printed_figure_has_its_pixels_and_says_its_size() {
    for (dots, width, per_metre) in [(300.0, 1004, 11811), (600.0, 2008, 23622)] {
        let frame = Frame::printed(85.0, 62.0, 8.0).with_dots_per_inch(dots);
        let picture = png(&chart(), frame, "a caption", "", &fonts(), Some(dots)).unwrap();
        let picture = Decoded::of(&picture);
        assert_eq!(picture.width, width);
        assert_eq!(picture.height, (62.0 / 25.4 * dots).round() as usize);
        assert_eq!(picture.per_metre, Some(per_metre));
    }
    let plain = png(&chart(), Frame::default(), "", "", &fonts(), None).unwrap();
    let plain = Decoded::of(&plain);
    let size = (plain.width, plain.height, plain.per_metre);
    assert_eq!(size, (720, 440, None));
}

#[test]
fn there_is_ink_where_every_text_is() {
    for theme in [Theme::Light, Theme::Dark] {
        let frame = Frame {
            theme,
            scale: 2.0,
            ..Frame::default()
        };
        let (chart, caption) = (chart(), "what was trained");
        let picture = Decoded::of(&png(&chart, frame, caption, "", &fonts(), None).unwrap());
        let drawing = figure_page(&chart, frame, caption, "");
        let mut texts = 0;
        for shape in &drawing.shapes {
            let Shape::Text(text) = shape else { continue };
            if text.text.trim().is_empty() {
                continue;
            }
            texts += 1;
            // Boxes of letters cover most of the place of a text: lines alone would not.
            let [left, top, right, bottom] = text.bounds().map(|css| 2.0 * css);
            let ink = picture.ink((left, top), (right, bottom));
            assert!(ink > 0.3, "{theme:?}, {:?}: {ink}", text.text);
        }
        assert!(texts > 8);
        // And none where nothing is drawn.
        assert_eq!(picture.ink((0.0, 0.0), (6.0, 6.0)), 0.0);
    }
}

#[test]
fn lines_fills_and_dashes_are_where_they_are_drawn() {
    let letters = fonts();
    let mut picture = Picture {
        canvas: Canvas::new(100, 100),
        scale: 2.0,
        letters: Letters::read(&letters).unwrap(),
        missing: String::new(),
    };
    let black = plotters::style::BLACK.to_rgba();
    let half = plotters::style::BLACK.mix(0.5);
    picture.shape(&Shape::Path(vec![(5.0, 5.0), (45.0, 5.0)], black, 2.0));
    let dashes = Shape::Dashed(vec![(5.0, 15.0), (45.0, 15.0)], vec![5.0, 5.0], black, 2.0);
    picture.shape(&dashes);
    let corners = vec![(5.0, 25.0), (20.0, 25.0), (20.0, 45.0), (5.0, 45.0)];
    picture.shape(&Shape::Fill(corners, half));
    picture.shape(&Shape::Disc((35.0, 35.0), 8.0, black));
    picture.shape(&Shape::Ring((35.0, 35.0), 12.0, black, 1.0));
    // Outside, in part and altogether, and what is no number.
    picture.shape(&Shape::Disc((-500.0, 35.0), 8.0, black));
    picture.shape(&Shape::Path(vec![(f64::NAN, 0.0), (9.0, 9.0)], black, 2.0));
    let picture = Decoded::of(&picture.canvas.png(None));
    assert_eq!(picture.ink((10.0, 8.0), (90.0, 12.0)), 1.0);
    let dashed = picture.ink((10.0, 28.0), (90.0, 32.0));
    assert!((dashed - 0.5).abs() < 0.03, "{dashed}");
    let at = |x: usize, y: usize| picture.pixels[3 * (100 * y + x)];
    assert_eq!((at(20, 70), at(70, 70), at(70, 51)), (128, 0, 255));
    assert_eq!(at(70, 46), 0);
}

#[test]
fn what_cannot_be_written_is_a_sentence() {
    let draw = |fonts: &PngFonts, frame: Frame, caption: &str| {
        png(&chart(), frame, caption, "", fonts, None).err()
    };
    let frame = Frame::default();
    assert_eq!(
        draw(&PngFonts::default(), frame, ""),
        Some(PngError::NoFont)
    );
    let broken = PngFonts {
        regular: vec![FontFile {
            bytes: b"no font".to_vec(),
            index: 0,
        }],
        bold: Vec::new(),
    };
    assert!(matches!(draw(&broken, frame, ""), Some(PngError::Font(_))));
    let missing = draw(&fonts(), frame, "a 頭 and a 頭");
    assert_eq!(missing, Some(PngError::Letters("頭".into())));
    let huge = Frame {
        scale: 1000.0,
        ..frame
    };
    let sentence = draw(&fonts(), huge, "").unwrap().to_string();
    assert!(sentence.starts_with("720000 × 440000 pixels"), "{sentence}");
}
