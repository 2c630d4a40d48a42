//! The bars, lines and heads of a machine. Names and symbols of targets are in `targets.rs`.

use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, RGBColor};

use super::layout::{LINE, Layout};
use super::targets::{MARK, target_names};
use super::{Machine, MachineHead, torn};
use crate::drawing::{Position, width_of};
use crate::figure::Figure;
use crate::number_format::with_minus_sign;

/// Shares of attention below this are not drawn.
const THINNEST: f64 = 0.015;
/// The width of a line that is all of a head's attention, in CSS pixels.
const WIDEST: f64 = 15.0;
/// A line of at least this width shows its corners, in CSS pixels.
const WIDE: f64 = 3.0;
/// Half the width of the box of a full head, in radii, and the least of any box.
const BOX: f64 = 2.2;
const THINNEST_BOX: f64 = 3.0;
/// Pieces of a curved line: of a thin one, of which there may be a thousand, and of a wide one.
const PIECES: [usize; 2] = [16, 64];

/// A share of attention in per cent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.0}\u{a0}%", 100.0 * share)
}

/// The sequence: a bar for each token in each row, targets in their colours.
pub(super) fn bars(machine: &Machine, layout: &Layout, figure: &mut Figure) {
    let theme = figure.theme;
    let half = (0.31 * layout.step()).clamp(0.5, 11.0);
    for (i, row) in machine.rows.iter().enumerate() {
        let (low, high) = row.range;
        let (_, bottom) = layout.rows[i];
        let baseline = vec![(layout.left, bottom), (layout.right, bottom)];
        figure.line(baseline, theme.grid(), 1.0);
        for position in machine.positions() {
            let x = layout.x(position);
            let Some(value) = row.values[position] else {
                if machine.asking == Some(position) {
                    let number = position + 1;
                    asking_mark(figure, (x, bottom), number, layout.has_names);
                }
                continue;
            };
            let top = layout.bar_top(i, (value - low) / (high - low));
            let targets = row.targets.iter().filter(|(_, at)| *at == position);
            let found: Vec<usize> = targets.map(|(target, _)| *target).collect();
            let colour = match found.first() {
                Some(target) => theme.target(*target),
                None => theme.token(),
            };
            figure.rectangle((x - half, top), (x + half, bottom), colour);
            let value = with_minus_sign(value, 2);
            let names: Vec<&str> = found
                .iter()
                .map(|target| machine.target_names[*target].as_str())
                .collect();
            let name = match names.is_empty() {
                true => String::new(),
                false => format!(", {}", names.join(" and ")),
            };
            let row_name = match machine.rows.len() {
                1 => String::new(),
                _ => format!(" for {}", machine.target_names[i]),
            };
            let number = position + 1;
            figure.spot((x, top), format!("Token {number}{row_name}: {value}{name}"));
        }
        if layout.has_names {
            target_names(machine, layout, figure, i);
        }
    }
}

/// The token that asks has no number of its own.
fn asking_mark(figure: &mut Figure, (x, bottom): Position, number: usize, has_name: bool) {
    let ink = figure.theme.ink();
    figure.disc((x, bottom - 5.0), 4.0, ink);
    if has_name {
        figure.text(
            "asks",
            (x, bottom - 12.0),
            (HPos::Center, VPos::Bottom),
            ink,
            true,
        );
    }
    figure.spot((x, bottom - 5.0), format!("Token {number}: it asks"));
}

/// Lines from heads to tokens, as wide as the attention. A line to a target has the target's colour.
pub(super) fn lines(machine: &Machine, layout: &Layout, figure: &mut Figure) {
    let theme = figure.theme;
    let targets = machine.target_positions();
    for (
        head,
        MachineHead {
            shares,
            is_silenced,
            ..
        },
    ) in machine.heads.iter().enumerate()
    {
        if *is_silenced {
            continue;
        }
        let (x, y) = layout.head(head);
        let end = (x, y - layout.radius);
        // Lines to targets are in front.
        for in_front in [false, true] {
            // A target that is not drawn has a line to the edge.
            let outside = machine.targets_outside().map(|(at, _)| at);
            for position in machine.positions().chain(outside) {
                let target = targets.iter().position(|at| *at == position);
                let share = shares.get(position).copied().unwrap_or(0.0);
                if target.is_some() != in_front || share.is_nan() || share < THINNEST {
                    continue;
                }
                let colour = target.map_or(theme.token(), |target| theme.target(target));
                let width = (WIDEST * share).max(0.75);
                let pieces = PIECES[usize::from(width >= WIDE)];
                let path = curve((layout.x(position), layout.lines_top), end, pieces);
                figure.line(path, colour.mix(0.85), width);
            }
        }
    }
}

/// A curve that leaves one place downwards and arrives at the other from above.
fn curve(from: Position, to: Position, pieces: usize) -> Vec<Position> {
    let middle = (from.1 + to.1) / 2.0;
    let at = |i: usize| {
        let t = i as f64 / pieces as f64;
        let s = 1.0 - t;
        let mix = |a: f64, b: f64, c: f64, d: f64| {
            s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
        };
        (
            mix(from.0, from.0, to.0, to.0),
            mix(from.1, middle, middle, to.1),
        )
    };
    (0..=pieces).map(at).collect()
}

/// The heads with their numbers and words.
pub(super) fn heads(machine: &Machine, layout: &Layout, figure: &mut Figure) {
    for (i, head) in machine.heads.iter().enumerate() {
        let at = layout.head(i);
        let colour = colour_of(figure, head);
        match head.rank {
            Some(rank) => rank_box(figure, at, layout.radius, rank, colour),
            None => {
                torn::haze(machine, figure, &head.torn, at, layout.radius);
                figure.disc(at, layout.radius, figure.theme.background());
                figure.ring(at, layout.radius, colour, 2.5);
                torn::ring(machine, figure, &head.torn, at, layout.radius);
            }
        }
        head_number(machine, layout, figure, i);
        let is_wordless = layout.words[i].is_empty();
        // Where there is no room for words, the symbol says what it watches. Of ranks there is one target.
        if let (Some(target), None, true) = (head.target, head.rank, is_wordless) {
            let below = (at.0, at.1 + layout.radius + 7.0);
            figure.target_mark(target, below, (0.9 * MARK).min(layout.radius), colour);
        }
        for (line, row) in layout.words[i].iter().zip(0..) {
            let y = at.1 + layout.radius + 6.0 + f64::from(row) * LINE;
            figure.muted_text(line, (at.0, y), (HPos::Center, VPos::Top));
        }
        figure.spot(at, head_words(i, head));
    }
}

/// The number of a head: in it, or where the boxes of ranks are too thin for their numbers, beside or below it.
fn head_number(machine: &Machine, layout: &Layout, figure: &mut Figure, index: usize) {
    let head = &machine.heads[index];
    let ((x, y), colour) = (layout.head(index), colour_of(figure, head));
    let half = match head.rank {
        Some(rank) => box_half(layout.radius, rank),
        None => layout.radius,
    };
    let widest = width_of(&machine.heads.len().to_string(), true);
    let (at, anchor) = match head.rank {
        Some(_) if 2.0 * half > widest => ((x, y + 1.0), (HPos::Center, VPos::Center)),
        Some(_) if layout.words[index].is_empty() => {
            ((x, y + layout.radius + 3.0), (HPos::Center, VPos::Top))
        }
        Some(_) => ((x + half + 4.0, y), (HPos::Left, VPos::Center)),
        None if half > 6.5 => ((x, y + 1.0), (HPos::Center, VPos::Center)),
        None => return,
    };
    figure.text(&(index + 1).to_string(), at, anchor, colour, true);
}

/// "Head 2: watches the largest, with 97 % of its attention".
pub(super) fn head_words(index: usize, head: &MachineHead) -> String {
    let most = head.shares.iter().copied().fold(0.0, f64::max);
    let layer = head
        .layer
        .map_or(String::new(), |layer| format!(" of layer {layer}"));
    let share = match head.target {
        Some(_) => format!(", with {} of its attention", percent(most)),
        None => String::new(),
    };
    format!("Head {}{layer}: {}{share}", index + 1, head.words)
}

fn colour_of(figure: &Figure, head: &MachineHead) -> RGBColor {
    match head.target {
        Some(target) => figure.theme.target(target),
        None => figure.theme.muted(),
    }
}

/// Half the width of the box of a head of a rank.
fn box_half(radius: f64, rank: f64) -> f64 {
    (BOX * radius * rank.clamp(0.0, 1.0)).max(THINNEST_BOX)
}

/// A head where heads differ in rank: a box as wide as its rank. Such a task has one target, so its heads are
/// never torn.
fn rank_box(figure: &mut Figure, (x, y): Position, radius: f64, rank: f64, colour: RGBColor) {
    let half = box_half(radius, rank);
    let corners = vec![
        (x - half, y - radius),
        (x + half, y - radius),
        (x + half, y + radius),
        (x - half, y + radius),
        (x - half, y - radius),
    ];
    figure.fill(corners.clone(), figure.theme.background());
    figure.line(corners, colour, 2.5);
}
