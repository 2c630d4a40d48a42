//! What tells the targets of a machine apart: their names at the bars and their symbols below them. Which
//! part of a long sequence is drawn is said here too, and how many targets are outside of it.

use plotters::style::text_anchor::{HPos, VPos};

use super::Machine;
use super::layout::Layout;
use crate::drawing::{FONT_SIZE, width_of};
use crate::figure::Figure;

/// The largest radius of a symbol.
pub(super) const MARK: f64 = 4.0;
/// The radius of symbols that just do not touch each other, as a share of the distance of their centres.
const APART: f64 = 0.4;
/// The space between a bar and its name.
const GAP: f64 = 3.0;

/// Which tokens of a long sequence are drawn, and how many targets are not among them.
pub(super) fn window(machine: &Machine, layout: &Layout, figure: &mut Figure) {
    let Some(window) = machine.window_in_words() else {
        return;
    };
    let outside = match machine.targets_outside().count() {
        0 => String::new(),
        1 => ", 1 target outside".into(),
        more => format!(", {more} targets outside"),
    };
    let text = format!("tokens {window}{outside}");
    figure.muted_text(&text, (layout.left, 1.0), (HPos::Left, VPos::Top));
}

/// Below the bars the symbol of each target, where the lines to it begin: names have no room in low rows, and
/// colours repeat. Those that would touch stand one above the other, or are smaller.
pub(super) fn marks(machine: &Machine, layout: &Layout, figure: &mut Figure) {
    let (top, bottom) = layout.marks;
    let places: Vec<f64> = machine
        .target_positions()
        .into_iter()
        .map(|position| layout.x(position))
        .collect();
    for (target, x) in places.iter().enumerate() {
        let others = neighbours(&places, target);
        let nearest = others
            .iter()
            .flat_map(|a| others.iter().map(move |b| (a, b)))
            .filter(|(a, b)| a != b)
            .map(|(a, b)| (places[*a] - places[*b]).abs())
            .fold(f64::INFINITY, f64::min);
        let pitch = (bottom - top) / others.len() as f64;
        let before = others.iter().filter(|other| **other < target).count();
        let (radius, y) = match pitch > nearest {
            true => (APART * pitch, top + (before as f64 + 0.5) * pitch),
            false => (APART * nearest, (top + bottom) / 2.0),
        };
        let radius = radius.min(MARK).min(APART * (bottom - top));
        let colour = figure.theme.target(target);
        figure.target_mark(target, (*x, y), radius, colour);
    }
}

/// The targets whose symbols would touch that of a target or one another, with the target itself.
fn neighbours(places: &[f64], target: usize) -> Vec<usize> {
    let mut found = vec![target];
    loop {
        let touches = |other: &usize| {
            let near = |one: &usize| (places[*one] - places[*other]).abs() < MARK / APART;
            !found.contains(other) && found.iter().any(near)
        };
        match (0..places.len()).find(touches) {
            Some(other) => found.push(other),
            None => return found,
        }
    }
}

/// The names of the targets of a row: each above its bar, or below a low one, where its neighbours do not
/// stand in the way. Of two that would touch, the first is written: its symbol and the table say the
/// other.
pub(super) fn target_names(machine: &Machine, layout: &Layout, figure: &mut Figure, row: usize) {
    let bars = &machine.rows[row];
    let (low, high) = bars.range;
    let (row_top, row_bottom) = layout.rows[row];
    let mut taken: Vec<[f64; 4]> = Vec::new();
    if let Some(asking) = machine.asking.filter(|at| machine.positions().contains(at)) {
        let (x, half) = (layout.x(asking), width_of("asks", true) / 2.0);
        taken.push([x - half, row_bottom - 3.0 * FONT_SIZE, x + half, row_bottom]);
    }
    for (target, position) in &bars.targets {
        if !machine.positions().contains(position) {
            continue;
        }
        let name = &machine.target_names[*target];
        let share = |position: usize| (bars.values[position].unwrap_or(low) - low) / (high - low);
        let half = width_of(name, true) / 2.0;
        let least = half + 3.0;
        let x = layout
            .x(*position)
            .clamp(least, (layout.right - half).max(least));
        // Above all bars that it stands over: a neighbour may be as tall.
        let over = machine
            .positions()
            .filter(|position| (layout.x(*position) - x).abs() < half + layout.step() / 2.0);
        let tops = over.map(|position| layout.bar_top(row, share(position)));
        let bar_top = tops.fold(row_bottom, f64::min);
        let bottoms = match layout.has_names_below && share(*position) < 0.5 {
            true => [row_bottom + GAP + FONT_SIZE; 2],
            // The token that asks has its own word, lower than the row is high.
            false if machine.asking.is_some() => [bar_top - GAP, row_top - GAP],
            false => [bar_top - GAP; 2],
        };
        let bounds = bottoms.map(|bottom| [x - half, bottom - FONT_SIZE, x + half, bottom]);
        let is_free = |[left, top, right, bottom]: &[f64; 4]| {
            let touches = |other: &[f64; 4]| {
                *left < other[2] && other[0] < *right && *top < other[3] && other[1] < *bottom
            };
            !taken.iter().any(touches)
        };
        let Some(free) = bounds.into_iter().find(is_free) else {
            continue;
        };
        taken.push(free);
        let (anchor, colour) = ((HPos::Center, VPos::Bottom), figure.theme.target(*target));
        figure.text(name, (x, free[3]), anchor, colour, true);
    }
}
