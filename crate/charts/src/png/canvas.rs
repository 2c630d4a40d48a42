//! Pixels, and the file that they become. It knows nothing of charts.

use plotters::style::RGBAColor;
use zeno::{Cap, Command, Fill, Join, Mask, Stroke, Style};

/// How hard the pixels are compressed: 6 is what most programs take.
const COMPRESSION: u8 = 6;

/// Pixels per metre of one dot per inch.
const INCHES_OF_METRE: f64 = 1.0 / 0.0254;

/// A picture of three bytes a pixel, row by row.
pub(super) struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    /// A white one.
    pub fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            pixels: vec![255; 3 * width * height],
        }
    }

    pub fn fill(&mut self, path: &[Command], colour: &RGBAColor) {
        self.paint(path, Fill::NonZero.into(), colour);
    }

    /// A line; with a pattern, of dashes and gaps in turn.
    pub fn stroke(&mut self, path: &[Command], pattern: &[f32], width: f64, colour: &RGBAColor) {
        let mut stroke = Stroke::new(width as f32);
        stroke.join(Join::Round).cap(Cap::Butt).dash(pattern, 0.0);
        self.paint(path, stroke.into(), colour);
    }

    /// Mixes a colour into the pixels that a path covers, as far as it covers them.
    fn paint(&mut self, path: &[Command], style: Style<'_>, colour: &RGBAColor) {
        let is_finite = path.iter().all(|command| match command {
            Command::MoveTo(p) | Command::LineTo(p) => p.x.is_finite() && p.y.is_finite(),
            _ => true,
        });
        if path.is_empty() || !is_finite {
            return;
        }
        let (mask, place) = Mask::new(path).style(style).render();
        let RGBAColor(r, g, b, opacity) = *colour;
        let wide = place.width as usize;
        for (row, y) in mask.chunks_exact(wide.max(1)).zip(i64::from(place.top)..) {
            if !(0..self.height as i64).contains(&y) {
                continue;
            }
            for (covered, x) in row.iter().zip(i64::from(place.left)..) {
                if *covered == 0 || !(0..self.width as i64).contains(&x) {
                    continue;
                }
                let share = f64::from(*covered) / 255.0 * opacity.clamp(0.0, 1.0);
                let at = 3 * (y as usize * self.width + x as usize);
                for (pixel, part) in self.pixels[at..at + 3].iter_mut().zip([r, g, b]) {
                    let mixed = f64::from(*pixel) + share * (f64::from(part) - f64::from(*pixel));
                    *pixel = mixed.round() as u8;
                }
            }
        }
    }

    /// The picture as a PNG file (ISO/IEC 15948), which says how large it is printed.
    pub fn png(&self, dots_per_inch: Option<f64>) -> Vec<u8> {
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        let mut header = Vec::new();
        for size in [self.width, self.height] {
            header.extend((size as u32).to_be_bytes());
        }
        // 8 bits of red, green and blue.
        header.extend([8, 2, 0, 0, 0]);
        push_chunk(&mut file, b"IHDR", &header);
        if let Some(dots) = dots_per_inch {
            let per_metre = ((dots * INCHES_OF_METRE).round() as u32).to_be_bytes();
            // The unit is the metre.
            push_chunk(
                &mut file,
                b"pHYs",
                &[&per_metre[..], &per_metre, &[1]].concat(),
            );
        }
        let mut rows = Vec::with_capacity(self.pixels.len() + self.height);
        for row in self.pixels.chunks_exact(3 * self.width) {
            // Rows as they are: most pixels are background.
            rows.push(0);
            rows.extend(row);
        }
        let data = miniz_oxide::deflate::compress_to_vec_zlib(&rows, COMPRESSION);
        push_chunk(&mut file, b"IDAT", &data);
        push_chunk(&mut file, b"IEND", &[]);
        file
    }
}

fn push_chunk(file: &mut Vec<u8>, name: &[u8; 4], content: &[u8]) {
    file.extend((content.len() as u32).to_be_bytes());
    let checked = file.len();
    file.extend(name);
    file.extend(content);
    let sum = checksum(&file[checked..]);
    file.extend(sum.to_be_bytes());
}

/// CRC-32, as PNG's chunks have it.
fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = !0u32;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 };
        }
    }
    !sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_the_standard() {
        // The end chunk is the same in every file.
        assert_eq!(checksum(b"IEND"), 0xae42_6082);
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }
}
