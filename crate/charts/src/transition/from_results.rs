//! From results to the chart: which lines there are, their names, and which axis the task asks for.

use lab::{Experiment, PublishedLine};

use super::Transition;
use super::annotations::Drop;
use super::data::{
    Diverged, HeadsAxis, PaperLine, RunSizes, SingleValue, TransitionLine, TransitionPoint,
};
use crate::part::Part;
use crate::results::{Entry, GroupLine, group_lines, longest_name, size};

/// What the chart shows beside results.
#[derive(Clone, Debug, Default)]
pub struct TransitionOptions {
    /// Whether the task is a mystery, whose D the reader has to find. Then the chart shows neither D
    /// nor the paper's values, which would tell it.
    pub dimension_is_secret: bool,
    /// Whether the paper's own values are shown, where it has some for the experiment.
    pub paper: bool,
    /// What the reader predicts, as far as that is drawn.
    pub prediction: Vec<SingleValue>,
    /// The numbers of heads that the reader is asked to predict; empty if the reader is not asked.
    /// While there are some, D and the paper's values are hidden too.
    pub asked: Vec<u32>,
    /// Runs that are shown beside the chart.
    pub shown: Vec<RunSizes>,
    /// The one sequence length that is shown; all of them where none is given.
    pub length: Option<u32>,
    /// Errors that the axis includes beside its own.
    pub included_errors: Vec<f64>,
}

impl Transition {
    /// The chart of an experiment and its results.
    pub fn of(
        experiment: &Experiment,
        entries: &[Entry<'_>],
        options: TransitionOptions,
    ) -> Transition {
        let task = &experiment.task;
        let shows_dimension = !options.dimension_is_secret && options.asked.is_empty();
        let published = match shows_dimension {
            true => lab::published(experiment),
            false => None,
        };
        let (heads_axis, shared_width) = match task.dimension() {
            Some(_) => (HeadsAxis::Linear, None),
            // In the tasks of paper 2 the heads share the token's size.
            None => (HeadsAxis::Log, Some(task.token_dimension())),
        };
        let mut chart = Transition {
            D: task.dimension().filter(|_| shows_dimension),
            layers: experiment.sharing_layers(),
            measure: task.measure(),
            lines: entries.iter().flat_map(lines_of).collect(),
            paper: Vec::new(),
            heads_axis,
            shared_width,
            prediction: options.prediction,
            asked: options.asked,
            drop: drop_of(entries).filter(|_| shows_dimension),
            shown: options.shown,
            heads: experiment.grid.h.clone(),
            is_one_of_several: options.length.is_some(),
            included_errors: options.included_errors,
            reserved_name: reserved_name(experiment, entries),
            citation: experiment.citation(),
            hidden: Vec::new(),
            hidden_paper: Vec::new(),
            hidden_citation: "",
        };
        if let Some(published) = published {
            chart.hidden_paper = published.lines.into_iter().map(paper_line).collect();
            chart.hidden_citation = published.citation;
            chart.show_part(Part::Paper, options.paper);
        }
        if let Some(length) = options.length {
            chart.keep_length(length);
        }
        chart
    }
}

impl Transition {
    /// Drops the lines of all other sequence lengths.
    fn keep_length(&mut self, length: u32) {
        self.lines.retain(|line| line.T == length);
        self.paper.retain(|line| line.T == length);
        self.hidden_paper.retain(|line| line.T == length);
        self.reserved_name = String::new();
        self.drop = None;
    }
}

/// The fall of the results in front: those trained here, or else the first ones. None where there are
/// several lines, of which each may have its own.
fn drop_of(entries: &[Entry<'_>]) -> Option<Drop> {
    let front = entries.iter().find(|entry| !entry.recorded);
    let [transition] = front
        .or(entries.first())?
        .results
        .summary()
        .transitions
        .as_slice()
    else {
        return None;
    };
    Some(Drop {
        before: transition.before?,
        h: transition.h?,
        factor: transition.drop?,
    })
}

/// The longest name of the experiment's own lines; empty where they will need none, because there is
/// one line alone.
fn reserved_name(experiment: &Experiment, entries: &[Entry<'_>]) -> String {
    let grid = &experiment.grid;
    let mut sizes = vec![("T", &grid.T[..])];
    sizes.extend(grid.family.varied());
    let has_recorded = entries.iter().any(|entry| entry.recorded);
    longest_name(&sizes, if has_recorded { "T" } else { "" })
}

/// One line per combination of sizes other than the number of heads.
fn lines_of(entry: &Entry<'_>) -> Vec<TransitionLine> {
    let groups = &entry.results.summary().groups;
    let lines = group_lines(groups, &[size::T, size::N, size::w, size::L]);
    let has_several = lines.len() > 1;
    let line = |GroupLine { groups, label }: GroupLine<'_>| TransitionLine {
        label: match (entry.name, has_several) {
            ("", _) => label,
            (name, false) => shortened(name),
            (name, true) => format!("{}: {label}", shortened(name)),
        },
        T: groups[0].T,
        N: groups[0].N,
        w: groups[0].w,
        L: groups[0].L,
        diverged: groups
            .iter()
            .filter(|group| group.diverged > 0)
            .map(|group| Diverged {
                h: group.h,
                diverged: group.diverged,
                runs: group.count + group.diverged,
            })
            .collect(),
        points: groups
            .into_iter()
            .filter_map(|group| {
                Some(TransitionPoint {
                    h: group.h,
                    min: group.min?,
                    median: group.median?,
                    max: group.max?,
                    count: group.count,
                })
            })
            .collect(),
        recorded: entry.recorded,
    };
    lines.into_iter().map(line).collect()
}

fn paper_line(line: PublishedLine) -> PaperLine {
    let points = line.marks.iter().map(|published| SingleValue {
        h: published.h,
        value: published.value,
    });
    PaperLine {
        points: points.collect(),
        label: line.label,
        T: line.T,
    }
}

/// The longest name that fits beside a chart, in characters.
const LONGEST_NAME: usize = 18;

/// Cut out in the middle: names often begin with the same task, and end with what differs.
fn shortened(name: &str) -> String {
    let count = name.chars().count();
    if count <= LONGEST_NAME {
        return name.into();
    }
    let (first, last) = (LONGEST_NAME / 2 - 1, LONGEST_NAME / 2);
    let end = name.chars().skip(count - last);
    name.chars().take(first).chain(['…']).chain(end).collect()
}

#[cfg(test)]
mod tests;
