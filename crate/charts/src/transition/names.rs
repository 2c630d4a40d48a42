//! The names beside the plot, and the marker before each.

use super::Transition;
use super::data::PaperLine;
use super::lines::StyledLine;
use crate::figure::Figure;
use crate::frame::Frame;
use crate::label::{Label, MOST_LABELS};
use crate::marker::Marker;
use crate::palette::LineColours;
use crate::plot::Plot;

/// Frames narrower than this have no space for the names of a paper's lines.
const NARROW: f64 = 560.0;

/// What a name belongs to.
#[derive(Clone, Copy)]
pub(super) enum Named {
    /// The measured line of this index.
    Line(usize),
    /// The paper's line of this index.
    Paper(usize),
    /// The reader's prediction.
    Prediction,
}

impl Transition {
    /// The names beside the plot: none where there is only one line.
    pub(super) fn names(&self, lines: &[StyledLine<'_>], frame: Frame) -> Vec<(Named, String)> {
        let mut names: Vec<(Named, String)> = Vec::new();
        if self.is_one_of_several {
            return names;
        }
        for recorded in [false, true] {
            for (i, line) in lines
                .iter()
                .enumerate()
                .filter(|(_, line)| line.recorded == recorded)
            {
                if names.len() == MOST_LABELS {
                    break;
                }
                let is_known = names.iter().any(|(_, name)| *name == line.label);
                let is_empty = line.points.is_empty() && line.diverged.is_empty();
                if !is_known && !is_empty {
                    names.push((Named::Line(i), line.label.into()));
                }
            }
        }
        let can_be_drawn = |line: &PaperLine| line.points.iter().any(|point| point.can_be_drawn());
        let paper = self
            .paper
            .iter()
            .enumerate()
            .filter(|(_, line)| can_be_drawn(line));
        let paper = paper.map(|(i, line)| (Named::Paper(i), line.label.clone()));
        let mut paper: Vec<_> = paper.collect();
        if !paper.is_empty() && frame.width < NARROW {
            // One name for all: the markers of each are beside those of its line.
            paper.truncate(1);
            paper[0].1 = "paper".into();
        }
        names.extend(paper);
        // One line alone needs no name, unless it was recorded: then another one will stand beside it.
        let has_recorded = lines
            .iter()
            .any(|line| line.recorded && !line.points.is_empty());
        if names.len() < 2 && self.paper.is_empty() && !has_recorded {
            names.clear();
        }
        if !self.prediction.is_empty() || !self.asked.is_empty() {
            let name = if frame.width < 440.0 {
                "predicted"
            } else {
                "your prediction"
            };
            names.push((Named::Prediction, name.into()));
        }
        names
    }

    /// The names as labels at the ends of their lines.
    pub(super) fn labels(
        &self,
        figure: &Figure,
        plot: &Plot,
        lines: &[StyledLine<'_>],
        colours: &LineColours,
        names: Vec<(Named, String)>,
    ) -> Vec<Label> {
        let (ink, muted) = (figure.theme.ink(), figure.theme.muted());
        let label = |(named, text): (Named, String)| {
            let (end, colour, marker) = match named {
                Named::Line(i) => {
                    let line = &lines[i];
                    let end = line.points.last().map(|point| (point.h, point.median));
                    let plain = if line.recorded { muted } else { ink };
                    let colour = colours.of_length(line.length).unwrap_or(plain);
                    (end, colour, (Marker::Line(line.style), line.recorded))
                }
                Named::Paper(i) => {
                    let mut points = self.paper[i].points.iter();
                    let last = points.rfind(|point| point.can_be_drawn());
                    let end = last.map(|point| (point.h, point.value));
                    // One name for all lengths has the colour of none.
                    let own = colours.of_length(self.paper[i].T);
                    let colour = own.filter(|_| text.contains("T =")).unwrap_or(muted);
                    (end, colour, (Marker::Diamond, true))
                }
                Named::Prediction => {
                    let colour = figure.theme.prediction();
                    (self.last_predicted(), colour, (Marker::Cross, false))
                }
            };
            let y = match (end, named) {
                (Some((h, value)), _) => plot.at(f64::from(h), value).1,
                // Every run of the line diverged.
                (None, Named::Line(_)) => plot.top,
                (None, _) => return None,
            };
            Some(Label {
                y,
                text,
                note: String::new(),
                colour,
                bold: match named {
                    Named::Line(i) => !lines[i].recorded,
                    Named::Paper(_) => false,
                    Named::Prediction => true,
                },
                marker: Some(marker),
                series: match named {
                    Named::Line(i) => Some(i),
                    Named::Paper(i) => Some(lines.len() + i),
                    Named::Prediction => None,
                },
            })
        };
        names.into_iter().filter_map(label).collect()
    }
}
