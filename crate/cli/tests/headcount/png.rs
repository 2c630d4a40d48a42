//! `headcount plot --format png`: pixels, their printed size, and letters.

use crate::test_directory::{CommandOutput, TestDirectory, experiment};

fn outcomes() -> TestDirectory {
    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0, 1]));
    assert_eq!(directory.run("run e.json -o o.json").code, Some(0));
    directory
}

/// Whether the figure was drawn; a computer without fonts is told so in a sentence.
fn is_drawn(output: &CommandOutput) -> bool {
    let has_font = !output.stderr.contains("There is no font");
    let code = if has_font { Some(0) } else { Some(1) };
    assert_eq!(output.code, code, "{}", output.stderr);
    assert!(has_font || output.stderr.contains("--font-file"));
    has_font
}

/// Width, height and pixels per metre of a PNG file, and its rows.
fn decoded(png: &[u8]) -> (usize, usize, Option<u32>, Vec<Vec<u8>>) {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    let (mut at, mut per_metre, mut data) = (8, None, Vec::new());
    while at < png.len() {
        let length = number(at) as usize;
        match &png[at + 4..at + 8] {
            b"pHYs" => per_metre = Some(number(at + 8)),
            b"IDAT" => data.extend(&png[at + 8..at + 8 + length]),
            _ => {}
        }
        at += 12 + length;
    }
    let rows = miniz_oxide::inflate::decompress_to_vec_zlib(&data).unwrap();
    let (width, height) = (number(16) as usize, number(20) as usize);
    let rows = rows
        .chunks_exact(1 + 3 * width)
        .map(|row| row[1..].to_vec());
    (width, height, per_metre, rows.collect())
}

#[test]
fn a_printed_figure_says_its_size_and_has_letters() {
    let directory = outcomes();
    for (dpi, width, per_metre) in [(300, 1004, 11811), (600, 2008, 23622)] {
        let output = directory.run(&format!(
            "plot o.json --width 85mm --height 62mm --dpi {dpi} -o figure.png"
        ));
        if !is_drawn(&output) {
            return;
        }
        let (wide, high, dots, rows) =
            decoded(&std::fs::read(directory.path("figure.png")).unwrap());
        let expected = (62.0 / 25.4 * f64::from(dpi)).round() as usize;
        assert_eq!((wide, high, dots), (width, expected, Some(per_metre)));
        // The caption is the lowest line: there is nothing but letters.
        let line = &rows[high - high / 16..high - high / 80];
        let is_ink = |pixel: &&[u8]| pixel.iter().all(|part| *part < 160);
        let inked: usize = line
            .iter()
            .map(|row| row.chunks_exact(3).filter(is_ink).count())
            .sum();
        let share = inked as f64 / (line.len() * wide) as f64;
        assert!((0.01..0.5).contains(&share), "{share}");
    }
    // Over an earlier figure, but not over anything else.
    let output = directory.run("plot o.json --format png -o o.json");
    assert!(output.stderr.contains("something else than a figure"));
}

#[test]
fn in_pixels_a_figure_is_as_large_as_it_is_asked_to_be() {
    let directory = outcomes();
    if !is_drawn(&directory.run("plot o.json --width 300 --height 200 -o figure.png")) {
        return;
    }
    let (width, height, dots, _) = decoded(&std::fs::read(directory.path("figure.png")).unwrap());
    assert_eq!((width, height, dots), (300, 200, None));
}

#[test]
fn what_does_not_suit_a_png_is_a_sentence() {
    let directory = outcomes();
    for (arguments, sentence) in [
        (
            "--dpi 300 -o f.svg",
            "--dpi is for PNG alone: add --format png.",
        ),
        (
            "--font-file e.json",
            "--font-file is for PNG alone: add --format png.",
        ),
        (
            "--format png --dpi 9 -o f.png",
            "--dpi is \"9\", but must be a whole number from 72 to 1200.",
        ),
        (
            "--format png --font-file e.json -o f.png",
            "This is no font that can be read",
        ),
        (
            "--width 600mm --dpi 1200 -o f.png",
            "pixels are more than a PNG may have here.",
        ),
    ] {
        let output = directory.run(&format!("plot o.json {arguments}"));
        assert_eq!(output.code, Some(1), "{arguments}");
        assert!(
            output.stderr.contains(sentence),
            "{arguments}: {}",
            output.stderr
        );
    }
}
