//! Letters in the standard fonts of PDF, which every reader has: their codes and widths. Letters that none
//! of these fonts has are written as "?".

use crate::frame::Font;

/// One of the fonts that a figure is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Face {
    Regular,
    Bold,
    /// Greek letters and signs, the same for all.
    Symbol,
}

impl Face {
    /// Its name in the document.
    pub fn name(self) -> &'static str {
        match self {
            Face::Regular => "F0",
            Face::Bold => "F1",
            Face::Symbol => "F2",
        }
    }

    /// The name that readers know it by.
    pub fn base_font(self, font: Font) -> &'static str {
        match (self, font) {
            (Face::Regular, Font::Sans) => "Helvetica",
            (Face::Bold, Font::Sans) => "Helvetica-Bold",
            (Face::Regular, Font::Serif) => "Times-Roman",
            (Face::Bold, Font::Serif) => "Times-Bold",
            (Face::Symbol, _) => "Symbol",
        }
    }
}

/// The encoding of the letters that are not in Symbol: Windows', with a minus sign, which that has not.
pub(super) const LATIN: &str = " /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding \
                                /Differences [129 /minus] >>";
const MINUS: u8 = 129;

/// Widths of the letters from U+0020 to U+007E, in thousandths of the font size (Adobe's font metrics).
const WIDTHS: [[u16; 95]; 4] = [
    // Helvetica
    [
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556,
        556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722,
        722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722,
        667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556,
        556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,
        500, 334, 260, 334, 584,
    ],
    // Helvetica-Bold
    [
        278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556,
        556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722,
        722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722,
        667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611,
        611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556,
        500, 389, 280, 389, 584,
    ],
    // Times-Roman
    [
        250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500,
        500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667,
        722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722,
        722, 944, 722, 722, 611, 333, 278, 333, 469, 500, 333, 444, 500, 444, 500, 444, 333, 500,
        500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500,
        444, 480, 200, 480, 541,
    ],
    // Times-Bold
    [
        250, 333, 555, 500, 500, 1000, 833, 278, 333, 333, 500, 570, 250, 333, 250, 278, 500, 500,
        500, 500, 500, 500, 500, 500, 500, 500, 333, 333, 570, 570, 570, 500, 930, 722, 667, 722,
        722, 667, 611, 778, 778, 389, 500, 778, 667, 944, 722, 778, 611, 778, 722, 556, 667, 722,
        722, 1000, 722, 722, 667, 333, 278, 333, 581, 500, 333, 500, 556, 444, 556, 444, 333, 500,
        556, 278, 333, 556, 278, 833, 556, 500, 556, 556, 444, 389, 333, 556, 500, 722, 500, 500,
        444, 394, 220, 394, 520,
    ],
];

/// Letters of the font Symbol: its code and its width.
const SYMBOLS: [(char, u8, u16); 17] = [
    ('α', 0x61, 631),
    ('β', 0x62, 549),
    ('δ', 0x64, 494),
    ('ε', 0x65, 439),
    ('λ', 0x6C, 549),
    ('μ', 0x6D, 576),
    ('π', 0x70, 549),
    ('σ', 0x73, 603),
    ('Ω', 0x57, 768),
    ('≤', 0xA3, 549),
    ('∞', 0xA5, 713),
    ('→', 0xAE, 987),
    ('≥', 0xB3, 549),
    ('≈', 0xBB, 549),
    ('∈', 0xCE, 713),
    ('√', 0xD6, 549),
    ('◇', 0xE0, 494),
];

/// Letters of Windows' encoding that have another code in Unicode.
const WINDOWS: [(char, u8); 9] = [
    ('…', 0x85),
    ('‘', 0x91),
    ('’', 0x92),
    ('“', 0x93),
    ('”', 0x94),
    ('•', 0x95),
    ('–', 0x96),
    ('—', 0x97),
    ('−', MINUS),
];

/// A letter as a font has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glyph {
    pub face: Face,
    pub code: u8,
    /// In thousandths of the font size.
    pub width: u16,
}

/// A letter in a font.
pub(super) fn glyph(letter: char, bold: bool, font: Font) -> Glyph {
    if let Some((_, code, width)) = SYMBOLS.iter().find(|of| of.0 == letter) {
        let (code, width) = (*code, *width);
        return Glyph {
            face: Face::Symbol,
            code,
            width,
        };
    }
    let table = &WIDTHS[match font {
        Font::Sans => 0,
        Font::Serif => 2,
    } + usize::from(bold)];
    let width_like = |letter: char| table[letter as usize - 0x20];
    let windows = WINDOWS.iter().find(|of| of.0 == letter).map(|of| of.1);
    let (code, width) = match letter {
        ' '..='~' => (letter as u8, width_like(letter)),
        // Thin and other spaces.
        '\u{2000}'..='\u{200a}' | '\u{202f}' => (b' ', width_like(' ')),
        '…' | '—' => (windows.unwrap_or(b'?'), 1000),
        '−' | '×' | '±' | '÷' => (windows.unwrap_or(letter as u8), width_like('+')),
        '·' => (letter as u8, width_like('.')),
        // Signs and letters with accents are nearly as wide as these.
        '\u{a0}' => (letter as u8, width_like(' ')),
        '\u{a1}'..='\u{bf}' => (letter as u8, width_like('0')),
        '\u{c0}'..='\u{df}' => (letter as u8, width_like('E')),
        '\u{e0}'..='\u{ff}' => (letter as u8, width_like('e')),
        _ => match windows {
            Some(code) => (code, width_like(if letter == '–' { '0' } else { ',' })),
            None => (b'?', width_like('?')),
        },
    };
    let face = if bold { Face::Bold } else { Face::Regular };
    Glyph { face, code, width }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_the_codes_and_widths_of_their_fonts() {
        let of = |letter: char, bold: bool, font: Font| {
            let Glyph { face, code, width } = glyph(letter, bold, font);
            (face, code, width)
        };
        // From Adobe's metrics of the four fonts.
        assert_eq!(of('A', false, Font::Sans), (Face::Regular, 65, 667));
        assert_eq!(of('m', true, Font::Sans), (Face::Bold, 109, 889));
        assert_eq!(of('a', false, Font::Serif), (Face::Regular, 97, 444));
        assert_eq!(of('~', true, Font::Serif), (Face::Bold, 126, 520));
        assert_eq!(of('−', false, Font::Serif), (Face::Regular, 0x81, 564));
        assert_eq!(of('×', false, Font::Sans), (Face::Regular, 0xD7, 584));
        assert_eq!(of('ε', true, Font::Sans), (Face::Symbol, 0x65, 439));
        assert_eq!(of('é', false, Font::Sans), (Face::Regular, 0xE9, 556));
        assert_eq!(of('\u{2009}', false, Font::Sans).1, b' ');
        assert_eq!(of('中', false, Font::Sans).1, b'?');
    }
}
