//! What is named beside the plot, and with which mark.

use super::Transition;
use super::given::PaperLine;
use super::lines::Drawn;
use crate::figure::{Figure, Frame, Label, Plot};
use crate::marker::{CROSS, DIAMOND};

/// Frames narrower than this have no room for long names.
const NARROW: f64 = 560.0;

/// Whose name a label is.
#[derive(Clone, Copy)]
pub(super) enum Owner {
    Line(usize),
    Paper(usize),
    Prediction,
}

impl Transition {
    /// Who is named beside the plot, and how: nobody where there is only one line.
    pub(super) fn names(&self, lines: &[Drawn<'_>], frame: Frame) -> Vec<(Owner, String)> {
        let mut names: Vec<(Owner, String)> = Vec::new();
        for ghost in [false, true] {
            for (i, line) in lines
                .iter()
                .enumerate()
                .filter(|(_, line)| line.ghost == ghost)
            {
                let known = names.iter().any(|(_, name)| *name == line.name);
                if !known && !line.name.is_empty() && !line.marks.is_empty() {
                    names.push((Owner::Line(i), line.name.clone()));
                }
            }
        }
        let drawn = |line: &PaperLine| line.marks.iter().any(|mark| mark.can_be_drawn());
        let paper = self
            .paper
            .iter()
            .enumerate()
            .filter(|(_, line)| drawn(line));
        let paper = paper.map(|(i, line)| (Owner::Paper(i), line.label.clone()));
        let mut paper: Vec<_> = paper.collect();
        if !paper.is_empty() && frame.width < NARROW {
            // No room for each: its marks stand beside those of its line.
            paper.truncate(1);
            paper[0].1 = "paper".into();
        }
        names.extend(paper);
        if names.len() < 2 && self.paper.is_empty() {
            names.clear();
        }
        if !self.prediction.is_empty() || !self.asked.is_empty() {
            let name = if frame.width < 440.0 {
                "predicted"
            } else {
                "your prediction"
            };
            names.push((Owner::Prediction, name.into()));
        }
        names
    }

    /// The names as labels at the ends of what they name.
    pub(super) fn labels(
        &self,
        figure: &Figure,
        plot: &Plot,
        lines: &[Drawn<'_>],
        names: Vec<(Owner, String)>,
    ) -> Vec<Label> {
        let (ink, quiet) = (figure.theme.ink(), figure.theme.quiet());
        let label = |(owner, text): (Owner, String)| {
            let (end, colour, mark) = match owner {
                Owner::Line(i) => {
                    let line = &lines[i];
                    let end = line.marks.last().map(|mark| (mark.h, mark.median));
                    let colour = if line.ghost { quiet } else { ink };
                    (end, colour, (line.style, line.ghost))
                }
                Owner::Paper(i) => {
                    let last = self.paper[i].marks.iter().rfind(|mark| mark.can_be_drawn());
                    (
                        last.map(|mark| (mark.h, mark.value)),
                        quiet,
                        (DIAMOND, true),
                    )
                }
                Owner::Prediction => {
                    let colour = figure.theme.expected();
                    (self.last_expected(), colour, (CROSS, false))
                }
            };
            let (h, value) = end?;
            Some(Label {
                y: plot.at(f64::from(h), value).1,
                text,
                note: String::new(),
                colour,
                bold: match owner {
                    Owner::Line(i) => !lines[i].ghost,
                    Owner::Paper(_) => false,
                    Owner::Prediction => true,
                },
                mark: Some(mark),
            })
        };
        names.into_iter().filter_map(label).collect()
    }
}
