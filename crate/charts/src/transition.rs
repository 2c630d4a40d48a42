//! The transition: error against number of heads, with the line at D. This is the picture of the
//! first cliff and, with heads in powers of two at a fixed width, of the second.

use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, RGBColor};
use serde::Deserialize;

use crate::axis::{Axis, ERRORS, Errors, Tick, ascending, distinct};
use crate::drawing::{Drawing, LABEL, Point, width_of};
use crate::figure::{Chart, Figure, Frame, Label, MARK, Margins, Plot, room_for};
use crate::marker::{DIAMOND, dashes};
use crate::palette::colour_of;
use crate::words::{error, number, spread_of};

/// What the chart shows.
#[derive(Clone, Debug, Default, Deserialize)]
#[allow(non_snake_case)]
pub struct Transition {
    /// Where to.
    pub frame: Frame,
    /// The task's intrinsic dimension; none for the tasks of paper 2, which have no line to draw.
    #[serde(default)]
    pub D: Option<u32>,
    /// What its errors are; without it, as the papers have them: NMSE where the task has a D, and the
    /// mean squared distance where it has none.
    #[serde(default)]
    pub measure: Option<String>,
    /// One per sequence length, or whatever else sets them apart. Ghosts are drawn behind.
    #[serde(default)]
    pub lines: Vec<TransitionLine>,
    /// A paper's own values.
    #[serde(default)]
    pub paper: Vec<PaperLine>,
    /// How heads stand on their axis.
    #[serde(default)]
    pub heads: Heads,
    /// The width that the heads share; then the axis also says the rank of each.
    #[serde(default)]
    pub width: Option<u32>,
    /// Marks without a line of their own: those that are no ghosts make one, the ghosts another.
    #[serde(default)]
    pub marks: Vec<Mark>,
}

/// How heads stand on their axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Heads {
    /// 1, 2, 3, …
    #[default]
    Linear,
    /// 1, 2, 4, …
    Log,
}

/// Errors that differ in the number of heads alone.
#[derive(Clone, Debug, Default, Deserialize)]
#[allow(non_snake_case)]
pub struct TransitionLine {
    /// Its name; without one, its sequence length.
    #[serde(default)]
    pub label: Option<String>,
    /// Sequence length.
    #[serde(default)]
    pub T: Option<u32>,
    /// One per number of heads.
    pub marks: Vec<Mark>,
    /// Recorded earlier, and drawn as a shadow.
    #[serde(default)]
    pub ghost: bool,
}

/// The error of all runs with one number of heads.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Mark {
    /// Heads.
    pub h: u32,
    /// Smallest NMSE over seeds.
    #[serde(deserialize_with = "number")]
    pub min: f64,
    /// Median NMSE over seeds.
    #[serde(deserialize_with = "number")]
    pub median: f64,
    /// Largest NMSE over seeds.
    #[serde(deserialize_with = "number")]
    pub max: f64,
    /// How many seeds.
    #[serde(default)]
    pub count: Option<usize>,
    /// Recorded earlier, and drawn as a shadow. For marks without a line of their own.
    #[serde(default)]
    pub ghost: bool,
}

/// A paper's values.
#[derive(Clone, Debug, Deserialize)]
#[allow(non_snake_case)]
pub struct PaperLine {
    /// Its name.
    pub label: String,
    /// Sequence length, to stand beside the line of the same.
    #[serde(default)]
    pub T: Option<u32>,
    /// One per number of heads.
    pub marks: Vec<PaperMark>,
}

/// A paper's value.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct PaperMark {
    /// Heads.
    pub h: u32,
    /// The error.
    #[serde(deserialize_with = "number")]
    pub value: f64,
}

impl Mark {
    fn errors(&self) -> [f64; 3] {
        [self.min, self.median, self.max]
    }

    fn can_be_drawn(&self) -> bool {
        self.errors().iter().all(|y| y.is_finite() && *y > 0.0)
    }
}

/// A line ready to be drawn.
struct Drawn<'a> {
    name: String,
    length: Option<u32>,
    /// In ascending order of heads.
    marks: Vec<&'a Mark>,
    ghost: bool,
    /// Which dashes and shape it has, and where beside the others it stands.
    style: usize,
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

impl Chart for Transition {
    fn frame(&self) -> Frame {
        self.frame
    }

    fn draw_in(&self, frame: Frame) -> Drawing {
        let mut figure = Figure::new(frame);
        let lines = self.drawn();
        let paper = || {
            self.paper
                .iter()
                .flat_map(|line| &line.marks)
                .filter(is_drawable)
        };
        let marks = || lines.iter().flat_map(|line| &line.marks);
        let errors = Errors::of(
            marks()
                .flat_map(|mark| mark.errors())
                .chain(paper().map(|mark| mark.value)),
        );
        let heads = distinct(&mut marks().map(|mark| mark.h).chain(paper().map(|mark| mark.h)));
        let (axis, ticks) = self.heads_axis(&heads);

        let names = self.names(&lines, frame);
        let mut right = room_for(names.iter().map(|(_, name)| name.as_str()), frame);
        if !names.is_empty() {
            right += MARK;
        }
        let mut margins = Margins::with_right(right);
        if self.width.is_some() {
            margins.bottom += 14.0;
        }
        let plot = figure.plot(axis, errors.axis(), margins);
        let axis_name = match self.width {
            Some(_) => "attention heads h, and the rank of each",
            None => "attention heads h",
        };
        self.ground(&mut figure, &plot);
        let errors_name = self.errors();
        figure.axes(
            &plot,
            ticks.clone(),
            errors.ticks(),
            (axis_name, &errors_name),
        );
        if let Some(width) = self.width {
            self.ranks(&mut figure, &plot, &ticks, width);
        }
        self.regimes(&mut figure, &plot);
        self.line_at_dimension(&mut figure, &plot);

        let styles = lines.iter().map(|line| line.style + 1).max().unwrap_or(1);
        let slot = (plot.right - plot.left) / heads.len().max(1) as f64;
        // Side by side, or marks of several lines would hide each other.
        let step = (0.6 * slot / styles as f64).min(8.0);
        // Bands over each other add up.
        let band = if styles > 1 { 0.06 } else { 0.1 };
        let aside = |style: usize| (style as f64 - (styles as f64 - 1.0) / 2.0) * step;
        let place = |style: usize, h: u32, value: f64| -> Point {
            let (x, y) = plot.at(f64::from(h), value);
            (x + aside(style), y)
        };
        for ghost in [true, false] {
            for line in lines.iter().filter(|line| line.ghost == ghost) {
                self.line(&mut figure, line, band, &place);
            }
        }
        for line in &self.paper {
            let style = match lines
                .iter()
                .find(|of| of.length.is_some() && of.length == line.T)
            {
                Some(same) => same.style,
                None => styles / 2,
            };
            self.paper(&mut figure, line, &|h, value| place(style, h, value));
        }
        let label = |(owner, text): &(Owner, String)| {
            let (end, colour) = match *owner {
                Owner::Line(i) => {
                    let line = &lines[i];
                    let end = line.marks.last().map(|mark| (mark.h, mark.median));
                    (
                        end,
                        if line.ghost {
                            figure.theme.quiet()
                        } else {
                            figure.theme.ink()
                        },
                    )
                }
                Owner::Paper(i) => {
                    let end = self.paper[i].marks.iter().rfind(is_drawable);
                    (end.map(|mark| (mark.h, mark.value)), figure.theme.quiet())
                }
            };
            let (h, value) = end?;
            Some(Label {
                y: plot.at(f64::from(h), value).1,
                text: text.clone(),
                note: String::new(),
                colour,
                bold: matches!(owner, Owner::Line(i) if !lines[*i].ghost),
                mark: Some(match *owner {
                    Owner::Line(i) => (lines[i].style, lines[i].ghost),
                    Owner::Paper(_) => (DIAMOND, true),
                }),
            })
        };
        let labels: Vec<Label> = names.iter().filter_map(label).collect();
        figure.labels(&plot, labels);
        if heads.is_empty() {
            figure.nothing(&plot, "Nothing trained yet");
        }
        figure.drawing
    }
}

/// Whose name a label is.
#[derive(Clone, Copy)]
enum Owner {
    Line(usize),
    Paper(usize),
}

fn is_drawable(mark: &&PaperMark) -> bool {
    mark.value.is_finite() && mark.value > 0.0
}

impl Transition {
    /// The name of the error axis.
    fn errors(&self) -> String {
        let measure = match (&self.measure, self.D) {
            (Some(measure), _) => measure,
            (None, Some(_)) => "NMSE",
            (None, None) => "mean squared distance",
        };
        format!("{ERRORS} ({measure})")
    }

    fn drawn(&self) -> Vec<Drawn<'_>> {
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

    fn heads_axis(&self, heads: &[u32]) -> (Axis, Vec<Tick>) {
        let first = heads.first().copied().unwrap_or(1);
        let last = heads.last().copied().unwrap_or(5);
        match self.heads {
            Heads::Linear => {
                let last = last.max(first.saturating_add(1));
                let every = ((last - first) / 100).max(1);
                let ticks = (first..=last).step_by(every as usize);
                let axis = Axis::Linear(f64::from(first) - 0.5, f64::from(last) + 0.5);
                (
                    axis,
                    ticks.map(|h| Tick::new(h.into(), h.to_string())).collect(),
                )
            }
            Heads::Log => {
                let (first, last) = (first.max(1), last.max(first.max(1).saturating_mul(2)));
                let powers: Vec<u32> = (0..31)
                    .map(|i| first << i)
                    .take_while(|h| *h <= last)
                    .collect();
                let heads = if heads.is_empty() { &powers[..] } else { heads };
                let half = std::f64::consts::SQRT_2;
                let axis = Axis::Log(f64::from(first) / half, f64::from(last) * half);
                let tick = |h: &u32| Tick::new(f64::from(*h), h.to_string());
                (axis, heads.iter().map(tick).collect())
            }
        }
    }

    /// Who is named beside the plot, and how: nobody where there is only one line.
    fn names(&self, lines: &[Drawn<'_>], frame: Frame) -> Vec<(Owner, String)> {
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
        let drawn = |line: &PaperLine| line.marks.iter().any(|mark| is_drawable(&mark));
        let paper = self
            .paper
            .iter()
            .enumerate()
            .filter(|(_, line)| drawn(line));
        let paper = paper.map(|(i, line)| (Owner::Paper(i), line.label.clone()));
        let mut paper: Vec<_> = paper.collect();
        if !paper.is_empty() && frame.width < 560.0 {
            // No room for each: its marks stand beside those of its line.
            paper.truncate(1);
            paper[0].1 = "paper".into();
        }
        names.extend(paper);
        if names.len() < 2 && self.paper.is_empty() {
            names.clear();
        }
        names
    }

    fn line(
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

    fn paper(&self, figure: &mut Figure, line: &PaperLine, place: &dyn Fn(u32, f64) -> Point) {
        let ink = figure.theme.ink();
        let mut marks: Vec<_> = line.marks.iter().filter(is_drawable).collect();
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

    /// The ground behind `h` heads: too few, enough, or neither where the task has no D.
    fn regime(&self, figure: &Figure, h: u32) -> RGBColor {
        match self.D {
            None => figure.theme.ground(),
            Some(dimension) if h < dimension => figure.theme.few(),
            Some(_) => figure.theme.enough(),
        }
    }

    /// The two regimes, shaded.
    fn ground(&self, figure: &mut Figure, plot: &Plot) {
        let Some(edge) = self.edge(plot) else {
            return;
        };
        let (few, enough) = (figure.theme.few(), figure.theme.enough());
        figure.rectangle((plot.left, plot.top), (edge, plot.bottom), few);
        figure.rectangle((edge, plot.top), (plot.right, plot.bottom), enough);
    }

    /// Where one regime ends and the other begins.
    fn edge(&self, plot: &Plot) -> Option<f64> {
        let dimension = f64::from(self.D?);
        Some(plot.x(match self.heads {
            Heads::Linear => dimension - 0.5,
            Heads::Log => dimension / std::f64::consts::SQRT_2,
        }))
    }

    /// The names of the regimes, where they have room. Left: below the marks, which are high there.
    /// Right: above them, beside the line at D.
    fn regimes(&self, figure: &mut Figure, plot: &Plot) {
        let (Some(edge), Some(dimension)) = (self.edge(plot), self.D) else {
            return;
        };
        let line = plot.x(f64::from(dimension));
        let word = |room: f64, words: [&'static str; 2]| {
            let fits = |word: &&str| width_of(word, false) + 14.0 < room;
            words.into_iter().find(fits)
        };
        let few = word(
            edge - plot.left,
            ["too few heads: exponential", "exponential"],
        );
        if let Some(few) = few {
            let (left, bottom) = (plot.left + 7.0, plot.bottom - 8.0);
            let to = (left + width_of(few, false), bottom);
            // Over the grid, not behind it.
            figure.rectangle((left, bottom - LABEL), to, figure.theme.few());
            figure.quiet_text(few, (left, bottom), (HPos::Left, VPos::Bottom));
        }
        let enough = word(plot.right - line, ["enough heads: efficient", "efficient"]);
        if let Some(enough) = enough {
            let below = if self.is_inside(plot) { 22.0 } else { 8.0 };
            let (right, top) = (plot.right - 7.0, plot.top + below);
            let from = (right - width_of(enough, false), top);
            figure.rectangle(from, (right, top + LABEL), figure.theme.enough());
            figure.quiet_text(enough, (right, top), (HPos::Right, VPos::Top));
        }
    }

    /// Whether the name of the line at D has to stand inside the plot, because the name of the axis is
    /// where it would stand.
    fn is_inside(&self, plot: &Plot) -> bool {
        let line = self
            .D
            .map_or(plot.right, |dimension| plot.x(f64::from(dimension)));
        line < width_of(&self.errors(), false) + 34.0
    }

    fn line_at_dimension(&self, figure: &mut Figure, plot: &Plot) {
        let Some(dimension) = self.D else {
            return;
        };
        let x = plot.x(f64::from(dimension));
        if x <= plot.left || x >= plot.right {
            return;
        }
        let (quiet, ink) = (figure.theme.quiet(), figure.theme.ink());
        let line = [(x, plot.top), (x, plot.bottom)];
        figure.dashed(&line, &[6.0, 4.0], quiet.to_rgba(), 1.0);
        let name = format!("D = {dimension}");
        if self.is_inside(plot) {
            let at = (x + 5.0, plot.top + 4.0);
            figure.text(&name, at, (HPos::Left, VPos::Top), ink, true);
        } else {
            let at = (x, plot.top - 4.0);
            figure.text(&name, at, (HPos::Center, VPos::Bottom), ink, true);
        }
    }

    /// A second row below the heads: the rank that each has where they share a width.
    fn ranks(&self, figure: &mut Figure, plot: &Plot, ticks: &[Tick], width: u32) {
        let rank = |tick: &Tick| {
            let h = (tick.value as u32).max(1);
            Tick::new(tick.value, (width / h).to_string())
        };
        let ranks: Vec<Tick> = ticks.iter().map(rank).collect();
        figure.row(plot, &ranks, 20.0, false);
        for (name, below) in [("h", 6.0), ("rank", 20.0)] {
            let at = (plot.left - 6.0, plot.bottom + below);
            figure.text(
                name,
                at,
                (HPos::Right, VPos::Top),
                figure.theme.ink(),
                false,
            );
        }
    }
}
