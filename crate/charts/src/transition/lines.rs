//! The lines of the chart: sorted, told apart by shape and dashes, and drawn with their spread. Where
//! they stand is decided by who asks.

use plotters::style::Color;

use super::Transition;
use super::given::{Mark, PaperLine};
use crate::axis::ascending;
use crate::drawing::Point;
use crate::figure::Figure;
use crate::marker::{DIAMOND, dashes};
use crate::palette::colour_of;
use crate::words::{error, spread_of};

/// A line ready to be drawn.
pub(super) struct Drawn<'a> {
    pub name: String,
    pub length: Option<u32>,
    /// In ascending order of heads.
    pub marks: Vec<&'a Mark>,
    pub ghost: bool,
    /// Which dashes and shape it has, and where beside the others it stands.
    pub style: usize,
}

impl Drawn<'_> {
    /// What sets the line apart, for who points at it.
    fn words(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        if self.ghost && !self.name.contains("recorded") {
            parts.push("recorded".into());
        }
        if !self.name.is_empty() {
            parts.push(self.name.clone());
        }
        if let Some(length) = self.length.filter(|_| !self.name.contains("T =")) {
            parts.push(format!("T = {length}"));
        }
        parts.iter().map(|part| format!(", {part}")).collect()
    }
}

impl Transition {
    /// All lines, the marks of each in order, and how each is told apart.
    pub(super) fn drawn(&self) -> Vec<Drawn<'_>> {
        let mut all: Vec<Drawn<'_>> = self
            .lines
            .iter()
            .map(|line| Drawn {
                name: match (&line.label, line.T) {
                    (Some(label), _) => label.clone(),
                    (None, Some(length)) => format!("T = {length}"),
                    (None, None) => String::new(),
                },
                length: line.T,
                marks: line.marks.iter().collect(),
                ghost: line.ghost,
                style: 0,
            })
            .collect();
        for ghost in [true, false] {
            let marks: Vec<&Mark> = self
                .marks
                .iter()
                .filter(|mark| mark.ghost == ghost)
                .collect();
            if !marks.is_empty() {
                all.push(Drawn {
                    name: String::new(),
                    length: None,
                    marks,
                    ghost,
                    style: 0,
                });
            }
        }
        for line in &mut all {
            line.marks.retain(|mark| mark.can_be_drawn());
            let heads: Vec<f64> = line.marks.iter().map(|mark| mark.h.into()).collect();
            let order = ascending(&heads);
            line.marks = order.into_iter().map(|i| line.marks[i]).collect();
        }
        // A shadow looks like the line that it is the shadow of.
        let mut styles: Vec<(String, Option<u32>)> = Vec::new();
        for ghost in [false, true] {
            for line in all.iter_mut().filter(|line| line.ghost == ghost) {
                let same_name = styles.iter().position(|of| of.0 == line.name);
                let same_length = || styles.iter().position(|of| ghost && of.1 == line.length);
                let known = same_name.filter(|_| ghost).or_else(same_length);
                line.style = known.unwrap_or(styles.len());
                if known.is_none() {
                    styles.push((line.name.clone(), line.length));
                }
            }
        }
        all
    }

    pub(super) fn line(
        &self,
        figure: &mut Figure,
        line: &Drawn<'_>,
        band: f64,
        place: &dyn Fn(usize, u32, f64) -> Point,
    ) {
        let theme = figure.theme;
        let at = |h: u32, value: f64| place(line.style, h, value);
        let path: Vec<Point> = line
            .marks
            .iter()
            .map(|mark| at(mark.h, mark.median))
            .collect();
        if line.ghost {
            figure.dashed(&path, &[4.0, 4.0], theme.quiet().mix(0.7), 1.2);
        } else {
            let spread = |mark: &&&Mark| mark.min < mark.max;
            if line.marks.len() > 1 && line.marks.iter().any(|mark| spread(&mark)) {
                let above = line.marks.iter().map(|mark| at(mark.h, mark.max));
                let below = line.marks.iter().rev().map(|mark| at(mark.h, mark.min));
                figure.fill(above.chain(below).collect(), theme.ink().mix(band));
            }
            figure.dashed(&path, dashes(line.style), theme.ink().to_rgba(), 1.6);
        }
        let words = line.words();
        for mark in &line.marks {
            let (colour, middle) = (colour_of(mark.h, theme), at(mark.h, mark.median));
            if line.ghost {
                let ground = self.regime(figure, mark.h);
                figure.hollow(line.style, middle, 5.0, colour.mix(0.7), ground);
            } else {
                if mark.min < mark.max {
                    let bar = vec![at(mark.h, mark.min), at(mark.h, mark.max)];
                    figure.line(bar, colour.mix(0.4), 5.0);
                }
                figure.mark(line.style, middle, 6.0, colour);
            }
            let rank = match self.width {
                Some(width) => format!(", rank {}", width / mark.h.max(1)),
                None => String::new(),
            };
            let value = spread_of(mark.min, mark.median, mark.max, mark.count);
            figure.spot(middle, format!("h = {}{rank}{words}: {value}", mark.h));
        }
    }

    pub(super) fn paper(
        &self,
        figure: &mut Figure,
        line: &PaperLine,
        place: &dyn Fn(u32, f64) -> Point,
    ) {
        let ink = figure.theme.ink();
        let mut marks: Vec<_> = line
            .marks
            .iter()
            .filter(|mark| mark.can_be_drawn())
            .collect();
        let heads: Vec<f64> = marks.iter().map(|mark| mark.h.into()).collect();
        marks = ascending(&heads).into_iter().map(|i| marks[i]).collect();
        let path: Vec<Point> = marks.iter().map(|mark| place(mark.h, mark.value)).collect();
        figure.dashed(&path, &[1.5, 3.5], ink.mix(0.6), 1.0);
        let prefix = if line.label.contains("paper") {
            ""
        } else {
            "paper, "
        };
        for (mark, at) in marks.iter().zip(path) {
            let ground = self.regime(figure, mark.h);
            figure.hollow(DIAMOND, at, 4.0, ink.to_rgba(), ground);
            let (h, label, value) = (mark.h, &line.label, error(mark.value));
            figure.spot(at, format!("h = {h}, {prefix}{label}: {value}"));
        }
    }
}
