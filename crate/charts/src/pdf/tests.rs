//! Tests of figures as PDF: its structure, by a small reader of our own. Whether other readers show what is
//! meant is seen in the page's tests, where one is installed.

use super::*;
use crate::{Learning, LearningLine, PrintSize, SoftMinimum};
use lab::CurvePoint;

const SOFT: SoftMinimum = SoftMinimum {
    T: 16,
    betas: (1.0, 100.0),
    at: Some(12.0),
    seed: 0,
};

/// The objects of a document, found through its table of places as a reader finds them.
fn objects(pdf: &str) -> Vec<&str> {
    let start = pdf.rsplit_once("startxref\n").unwrap().1;
    let start: usize = start.lines().next().unwrap().parse().unwrap();
    let table = pdf[start..].strip_prefix("xref\n0 ").unwrap();
    let mut lines = table.lines();
    let count: usize = lines.next().unwrap().parse().unwrap();
    assert!(lines.next().unwrap().ends_with(" 65535 f "));
    let object = |i: usize, line: &str| {
        assert_eq!(line.len(), 19, "with its line feed an entry has 20 bytes");
        let place: usize = line[..10].parse().unwrap();
        let object = pdf[place..].strip_prefix(&format!("{i} 0 obj\n")).unwrap();
        object.split_once("\nendobj\n").unwrap().0
    };
    lines
        .take(count - 1)
        .zip(1..)
        .map(|(line, i)| object(i, line))
        .collect()
}

/// The content of the page, whose length is the one that is given.
fn content(pdf: &str) -> &str {
    let (head, rest) = objects(pdf)[3].split_once("\nstream\n").unwrap();
    let length = head.strip_prefix("<< /Length ").unwrap();
    let length: usize = length.strip_suffix(" >>").unwrap().parse().unwrap();
    assert_eq!(&rest[length..], "endstream");
    &rest[..length]
}

#[test]
fn a_document_has_a_page_of_the_printed_size_and_all_that_it_names() {
    let pdf = pdf(&SOFT, PrintSize::Column.frame(), "", "");
    assert!(pdf.starts_with("%PDF-1.4\n") && pdf.ends_with("%%EOF\n") && pdf.is_ascii());
    let objects = objects(&pdf);
    assert_eq!(objects.len(), 8);
    assert!(objects[0].contains("/Type /Catalog"));
    // 85 and 62 mm in points.
    assert!(
        objects[2].contains("/MediaBox [0 0 240.94 175.75]"),
        "{}",
        objects[2]
    );
    let content = content(&pdf);
    for (name, operator) in [("/G", " gs"), ("/F", " Tf")] {
        for line in content.lines().filter(|line| line.contains(operator)) {
            let used = &line[line.find(name).unwrap()..];
            let used = used.split(' ').next().unwrap();
            assert!(objects[2].contains(&format!("{used} ")), "{used}");
        }
    }
    let count = |what: &str| {
        content
            .lines()
            .filter(|line| line.starts_with(what))
            .count()
    };
    assert!(count("BT") > 10 && count("BT") == count("ET"));
}

#[test]
fn dashes_opacities_and_discs_are_written_as_such() {
    let pdf = pdf(&SOFT, PrintSize::Column.frame(), "", "");
    let content = content(&pdf);
    assert!(content.contains("[6 4] 0 d 1 w\n"), "the line at β");
    assert!(content.contains("[] 0 d 2.2 w\n"), "the curve");
    // One disc, and the ring with its background: four curves each.
    assert_eq!(
        content.lines().filter(|line| line.ends_with(" c")).count(),
        12
    );
    assert!(objects(&pdf)[2].contains("<< /ca 0.1 /CA 0.1 >>"));
    assert!(!content.contains("NaN") && !content.contains("inf"));
}

#[test]
fn minus_signs_exponents_and_greek_letters_have_their_fonts() {
    let pdf = pdf(&SOFT, PrintSize::Column.frame(), "", "");
    let content = content(&pdf);
    // "10" and, raised, "−1".
    assert!(content.contains("/F0 12 Tf\n0 Ts\n<3130> Tj\n/F0 8.4 Tf\n4.32 Ts\n<8131> Tj"));
    // "β" of Symbol and " = 12.0" in bold.
    assert!(content.contains("/F2 12 Tf\n0 Ts\n<62> Tj\n/F1 12 Tf\n0 Ts\n<203D2031322E30> Tj"));
    let objects = objects(&pdf);
    assert!(objects[2].contains("/F0 6 0 R /F1 7 0 R /F2 8 0 R"));
    assert!(objects[5].contains("/BaseFont /Helvetica /Encoding"));
    assert!(objects[5].contains("/Differences [129 /minus]"));
    assert!(objects[7].contains("/BaseFont /Symbol >>"));
}

#[test]
fn texts_are_anchored_by_their_widths() {
    let mut page = Page {
        font: Font::Sans,
        content: String::new(),
        opacities: vec![1.0],
    };
    let text = |anchor: HPos, turned: bool| Text {
        text: "WA".into(),
        at: (100.0, 50.0),
        anchor: (anchor, plotters::style::text_anchor::VPos::Center),
        colour: plotters::style::RGBColor(0, 0, 0),
        bold: false,
        turned,
    };
    page.text(&text(HPos::Right, false));
    page.text(&text(HPos::Center, true));
    // 944 + 667 thousandths of 12 are 19.33.
    assert!(
        page.content.contains("BT 1 0 0 -1 80.67 54.2 Tm"),
        "{}",
        page.content
    );
    assert!(page.content.contains("BT 0 -1 -1 0 104.2 59.67 Tm"));
}

#[test]
fn a_serif_figure_is_in_times() {
    let curve = vec![CurvePoint(0, 1.0), CurvePoint(10, 0.1)].into();
    let line = LearningLine {
        h: 1,
        curve,
        ..LearningLine::default()
    };
    let chart = Learning {
        steps: 10,
        measure: "NMSE",
        lines: vec![line],
        ..Learning::default()
    };
    let frame = Frame {
        font: Font::Serif,
        ..PrintSize::Slide.frame()
    };
    let pdf = pdf(&chart, frame, "a caption", "");
    assert!(objects(&pdf)[5].contains("/BaseFont /Times-Roman"));
    assert!(objects(&pdf)[2].contains("/MediaBox [0 0 720 405]"));
    let caption: String = "a caption".bytes().map(|of| format!("{of:02X}")).collect();
    assert!(content(&pdf).contains(&caption));
}
