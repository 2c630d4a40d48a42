//! The ring of a head that is torn between targets: it blurs from the pale colour of one target into that of
//! the next. Each target has as much of the ring as it has of the head's attention; of the rest the ring
//! stays as it is.

use std::f64::consts::PI;

use plotters::style::{Color, RGBColor};

use super::Machine;
use crate::drawing::Position;
use crate::figure::Figure;
use crate::palette::{Theme, mixed};

/// The width of the blurred ring and of the haze around it, as shares of the head's radius, and at most
/// in CSS pixels: wider than the ring of a head that is sure of its target.
const WIDTH: (f64, f64) = (0.3, 5.0);
const HAZE: (f64, f64) = (0.58, 10.0);
/// The opacity of the haze.
const HAZE_OPACITY: f64 = 0.22;
/// The part of the ring over which one colour becomes the next, and in how many pieces.
const BLEND: f64 = 0.12;
const PIECES: usize = 8;
/// How far a piece of a blend goes on under the next one, as an angle: else the ground would show between them.
const OVERLAP: f64 = 0.06;
/// Where targets have no hue, a gap keeps their parts apart, in CSS pixels.
const GAP: f64 = 3.0;
/// The largest angle between two points of an arc.
const ANGLE: f64 = 0.1;

/// A part of the ring in one colour, between two angles: from the top, clockwise.
struct Arc {
    from: f64,
    to: f64,
    colour: RGBColor,
}

/// The parts of the ring of a head: in the order of their targets in the sequence and around the top of the
/// ring, where the lines from them arrive.
fn arcs(machine: &Machine, torn: &[(usize, f64)], theme: Theme, radius: f64) -> Vec<Arc> {
    let positions = machine.target_positions();
    let mut torn = torn.to_vec();
    torn.sort_by_key(|(target, _)| positions.get(*target).copied());
    let total: f64 = torn.iter().map(|(_, share)| share).sum();
    let mut from = -PI * total;
    let parts = torn.iter().map(|(target, share)| {
        let begin = from;
        from += 2.0 * PI * share;
        Arc {
            from: begin,
            to: from,
            colour: theme.pale_target(*target),
        }
    });
    let parts: Vec<Arc> = parts.collect();
    match theme {
        Theme::Grey => apart(parts, GAP / radius),
        Theme::Light | Theme::Dark => parts,
    }
}

/// The parts with gaps between them.
fn apart(mut parts: Vec<Arc>, gap: f64) -> Vec<Arc> {
    for part in &mut parts {
        let cut = (gap / 2.0).min((part.to - part.from) / 4.0);
        part.from += cut;
        part.to -= cut;
    }
    parts
}

/// The parts with pieces between them in which one colour becomes the next.
fn blended(parts: &[Arc]) -> Vec<Arc> {
    // Half of each blend is in the part before it, and half in the part after it.
    let half_between = |a: &Arc, b: &Arc| {
        let shorter = (a.to - a.from).min(b.to - b.from);
        (PI * BLEND).min(shorter / 2.0)
    };
    let mut all = Vec::new();
    let mut begin = parts.first().map_or(0.0, |part| part.from);
    for (i, part) in parts.iter().enumerate() {
        let Some(next) = parts.get(i + 1) else {
            all.push(Arc {
                from: begin,
                ..*part
            });
            break;
        };
        let half = half_between(part, next);
        let blend = part.to - half;
        all.push(Arc {
            from: begin,
            to: blend,
            colour: part.colour,
        });
        let angle = |piece: usize| blend + 2.0 * half * piece as f64 / PIECES as f64;
        all.extend((0..PIECES).map(|piece| Arc {
            from: angle(piece),
            to: angle(piece + 1),
            colour: mixed(
                part.colour,
                next.colour,
                (piece as f64 + 0.5) / PIECES as f64,
            ),
        }));
        begin = part.to + half;
    }
    for i in 1..all.len() {
        all[i - 1].to = (all[i - 1].to + OVERLAP).min(all[i].to);
    }
    all
}

impl Arc {
    fn path(&self, (x, y): Position, radius: f64) -> Vec<Position> {
        let pieces = ((self.to - self.from) / ANGLE).ceil().max(1.0) as usize;
        let at = |i: usize| {
            let angle = self.from + (self.to - self.from) * i as f64 / pieces as f64;
            (x + radius * angle.sin(), y - radius * angle.cos())
        };
        (0..=pieces).map(at).collect()
    }
}

/// The haze around the ring of a torn head; it is behind the head.
pub(super) fn haze(
    machine: &Machine,
    figure: &mut Figure,
    torn: &[(usize, f64)],
    at: Position,
    radius: f64,
) {
    let width = HAZE.1.min(HAZE.0 * radius);
    for arc in arcs(machine, torn, figure.theme, radius) {
        let colour = arc.colour.mix(HAZE_OPACITY);
        figure.line(arc.path(at, radius), colour, width);
    }
}

/// The blurred parts of the ring of a torn head.
pub(super) fn ring(
    machine: &Machine,
    figure: &mut Figure,
    torn: &[(usize, f64)],
    at: Position,
    radius: f64,
) {
    let width = WIDTH.1.min(WIDTH.0 * radius);
    let parts = arcs(machine, torn, figure.theme, radius);
    let pieces = match figure.theme {
        Theme::Grey => parts,
        Theme::Light | Theme::Dark => blended(&parts),
    };
    for arc in pieces {
        figure.line(arc.path(at, radius), arc.colour, width);
    }
}
