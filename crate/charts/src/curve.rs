//! `Curve`: one run's learning curve, shared by results and the charts made of them, and beside it an
//! overview of few points that has the same outline. A sweep may have two million points; a chart has
//! a few hundred thousand pixels, and is drawn many times a second.

use std::rc::Rc;

use lab::CurvePoint;

/// The most stretches of an overview, each with up to four points.
const MOST_STRETCHES: usize = 32;

/// The points of one stretch: its first, lowest, highest and last.
const POINTS_OF_STRETCH: usize = 4;

/// A learning curve. Cloning it copies no points.
#[derive(Clone, Debug, Default)]
pub struct Curve {
    points: Rc<Vec<CurvePoint>>,
    overview: Rc<Overview>,
}

impl Curve {
    /// All points.
    pub fn points(&self) -> &[CurvePoint] {
        &self.points
    }

    /// Adds points at the end.
    pub fn extend(&mut self, points: impl IntoIterator<Item = CurvePoint>) {
        let all = Rc::make_mut(&mut self.points);
        let overview = Rc::make_mut(&mut self.overview);
        for point in points {
            all.push(point);
            overview.push(point);
        }
    }

    /// The points that have a place on a logarithmic axis: all of them, or where there are more than
    /// `most`, about as many. The lowest and the highest of all are among them, and the first and the
    /// last.
    pub(crate) fn outline(&self, most: usize) -> Vec<CurvePoint> {
        if self.points.len() <= most {
            return self.points.iter().copied().filter(can_be_drawn).collect();
        }
        self.overview.points((most / POINTS_OF_STRETCH).max(1))
    }
}

impl From<Vec<CurvePoint>> for Curve {
    fn from(points: Vec<CurvePoint>) -> Self {
        let mut curve = Self::default();
        curve.extend(points);
        curve
    }
}

/// Whether a point has a place on a logarithmic axis.
pub(crate) fn can_be_drawn(point: &CurvePoint) -> bool {
    point.1.is_finite() && point.1 > 0.0
}

/// The extreme points of stretches of `1 << doublings` steps each.
#[derive(Clone, Debug, Default)]
struct Overview {
    doublings: u32,
    stretches: Vec<Stretch>,
}

/// Some steps of a curve.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    first: CurvePoint,
    lowest: CurvePoint,
    highest: CurvePoint,
    last: CurvePoint,
}

impl Overview {
    fn push(&mut self, point: CurvePoint) {
        if !can_be_drawn(&point) {
            return;
        }
        let doublings = self.doublings;
        match self.stretches.last_mut() {
            Some(open) if open.first.0 >> doublings == point.0 >> doublings => {
                open.join(&Stretch::of(point));
            }
            _ => {
                self.stretches.push(Stretch::of(point));
                // Steps of a file may go up and down: then no stretch is long enough.
                while self.stretches.len() > MOST_STRETCHES && self.doublings < 31 {
                    self.doublings += 1;
                    self.stretches = joined(&self.stretches, self.doublings);
                }
            }
        }
    }

    /// The extreme points of about so many stretches, in the order of the curve.
    fn points(&self, stretches: usize) -> Vec<CurvePoint> {
        let mut doublings = self.doublings;
        let mut list = self.stretches.clone();
        while list.len() > stretches && doublings < 31 {
            doublings += 1;
            list = joined(&list, doublings);
        }
        let mut points: Vec<CurvePoint> = Vec::with_capacity(POINTS_OF_STRETCH * list.len());
        for of in list {
            let (low, high) = (of.lowest, of.highest);
            let [left, right] = match low.0 <= high.0 {
                true => [low, high],
                false => [high, low],
            };
            for point in [of.first, left, right, of.last] {
                if points.last() != Some(&point) {
                    points.push(point);
                }
            }
        }
        points
    }
}

/// Neighbours that lie in the same stretch of `1 << doublings` steps become one.
fn joined(stretches: &[Stretch], doublings: u32) -> Vec<Stretch> {
    let mut list: Vec<Stretch> = Vec::with_capacity(MOST_STRETCHES + 1);
    for next in stretches {
        match list.last_mut() {
            Some(open) if open.first.0 >> doublings == next.first.0 >> doublings => open.join(next),
            _ => list.push(*next),
        }
    }
    list
}

impl Stretch {
    fn of(point: CurvePoint) -> Self {
        Self {
            first: point,
            lowest: point,
            highest: point,
            last: point,
        }
    }

    /// Adds the stretch that follows.
    fn join(&mut self, next: &Self) {
        if next.lowest.1 < self.lowest.1 {
            self.lowest = next.lowest;
        }
        if next.highest.1 > self.highest.1 {
            self.highest = next.highest;
        }
        self.last = next.last;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(points: impl Iterator<Item = (u32, f64)>) -> Curve {
        let points: Vec<CurvePoint> = points
            .map(|(step, error)| CurvePoint(step, error))
            .collect();
        points.into()
    }

    /// A noisy curve of so many points.
    fn noisy(count: u32) -> impl Iterator<Item = (u32, f64)> {
        (0..count).map(|i| {
            let noise = f64::from(i.wrapping_mul(2_654_435_761) % 1000) / 1000.0;
            (i * 3, 1.0 / (1.0 + f64::from(i)) + 0.01 * noise)
        })
    }

    #[test]
    fn a_short_curve_is_its_own_outline() {
        let short = curve([(0, 1.0), (5, f64::NAN), (9, 0.0), (12, 0.5)].into_iter());
        assert_eq!(short.points().len(), 4);
        assert_eq!(short.outline(10), [CurvePoint(0, 1.0), CurvePoint(12, 0.5)]);
    }

    #[test]
    fn an_outline_has_the_ends_and_the_extremes_of_a_long_curve() {
        for most in [4, 16, 100, 128] {
            let long = curve(noisy(5000));
            let outline = long.outline(most);
            assert!(outline.len() <= most, "{}", outline.len());
            assert!(most < 16 || 8 * outline.len() > most, "{}", outline.len());
            assert_eq!(outline.first(), long.points().first());
            assert_eq!(outline.last(), long.points().last());
            let error = |of: &CurvePoint| of.1;
            let extremes = |of: &[CurvePoint]| {
                let lowest = of.iter().map(error).fold(f64::INFINITY, f64::min);
                (lowest, of.iter().map(error).fold(0.0, f64::max))
            };
            assert_eq!(extremes(&outline), extremes(long.points()));
            assert!(outline.iter().all(|point| long.points().contains(point)));
            assert!(outline.is_sorted_by_key(|point| point.0));
        }
    }

    #[test]
    fn points_that_come_in_parts_have_the_outline_of_the_whole() {
        let whole = curve(noisy(3000));
        let mut grown = Curve::default();
        for part in noisy(3000).collect::<Vec<_>>().chunks(7) {
            let shared = grown.clone();
            grown.extend(part.iter().map(|(step, error)| CurvePoint(*step, *error)));
            assert_eq!(shared.points().len() + part.len(), grown.points().len());
        }
        assert_eq!(grown.points(), whole.points());
        assert_eq!(grown.outline(50), whole.outline(50));
    }

    #[test]
    fn steps_in_any_order_are_no_trap() {
        let leaps = curve((0..1000).map(|i| (if i % 2 == 0 { 0 } else { u32::MAX }, 0.5)));
        assert_eq!(leaps.outline(10).len(), 1000);
        let same = curve((0..1000).map(|i| (7, 1.0 + f64::from(i % 13))));
        assert!(same.outline(10).len() <= 4);
    }
}
