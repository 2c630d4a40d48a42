//! Fonts for the text of a PNG: a file that the reader names, or fonts of this computer. How letters are
//! drawn is decided in `charts`.

use std::path::Path;

use charts::{Font, FontFile, PngFonts};
use fontdb::{Database, Family, ID, Query, Weight};

use crate::error::CliError;
use crate::files::read_bytes;

/// Families with all letters of our figures, the most usual first.
const SANS: [&str; 8] = [
    "Helvetica",
    "Arial",
    "Liberation Sans",
    "DejaVu Sans",
    "Noto Sans",
    "Segoe UI",
    "Roboto",
    "Cantarell",
];
const SERIF: [&str; 6] = [
    "Times New Roman",
    "Times",
    "Liberation Serif",
    "DejaVu Serif",
    "Noto Serif",
    "Georgia",
];

/// The fonts of a figure: the reader's file, or the computer's, which may be none.
pub fn fonts(file: Option<&Path>, font: Font) -> Result<PngFonts, CliError> {
    match file {
        Some(path) => Ok(PngFonts {
            regular: vec![FontFile {
                bytes: read_bytes(path)?,
                index: 0,
            }],
            bold: Vec::new(),
        }),
        None => {
            let mut known = Database::new();
            known.load_system_fonts();
            Ok(of_computer(&known, font))
        }
    }
}

fn of_computer(known: &Database, font: Font) -> PngFonts {
    let families = match font {
        Font::Sans => [&SANS[..], &SERIF[..]],
        Font::Serif => [&SERIF[..], &SANS[..]],
    };
    let files = |weight: Weight| -> Vec<FontFile> {
        let mut found: Vec<ID> = Vec::new();
        for family in families.concat() {
            let query = Query {
                families: &[Family::Name(family)],
                weight,
                ..Query::default()
            };
            let face = known.query(&query).and_then(|id| known.face(id));
            // A family without bold letters offers others in their place.
            let is_bold = |of: Weight| of >= Weight::SEMIBOLD;
            let face = face.filter(|face| is_bold(face.weight) == is_bold(weight));
            found.extend(face.map(|face| face.id));
        }
        if found.is_empty() && weight == Weight::NORMAL {
            // Rather another one than none.
            found.extend(known.faces().map(|face| face.id));
        }
        let file = |id: ID| {
            known.with_face_data(id, |bytes, index| FontFile {
                bytes: bytes.to_vec(),
                index,
            })
        };
        // Of letters that the first one does not have, the next one may.
        found.into_iter().take(4).filter_map(file).collect()
    };
    PngFonts {
        regular: files(Weight::NORMAL),
        bold: files(Weight::BOLD),
    }
}
