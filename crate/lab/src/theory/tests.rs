//! The formulas, against exact fractions and closed forms.

use super::*;
use proptest::prelude::*;

/// Exact fractions, step by step along the theorem's own formula.
#[derive(Clone, Copy)]
struct Ratio(i128, i128);

impl Ratio {
    fn minus(self, whole: i128) -> Self {
        Ratio(self.0 - whole * self.1, self.1)
    }
    fn over(self, whole: i128) -> Self {
        Ratio(self.0, self.1 * whole)
    }
}

fn exact(t: u32, s: u32, n: u32, dimension: u32) -> Ratio {
    let [t, s, n, dimension] = [t, s, n, dimension].map(i128::from);
    Ratio(t, 4)
        .minus(s)
        .minus(dimension)
        .minus(-1)
        .over((n + 1) * s + 1)
        .minus(1)
}

proptest! {
    #[test]
    fn the_exponent_is_exact(t in 1u32..100_000, h in 1u32..40, n in 1u32..300, more in 1u32..40) {
        let bound = lower_bound(t, h, n, h + more).unwrap();
        let Ratio(above, below) = exact(t, h, n, h + more);
        let (numerator, denominator) = (i128::from(bound.fraction.0), i128::from(bound.fraction.1));
        prop_assert_eq!(numerator * below, above * denominator);
        prop_assert_eq!(bound.vacuous, above <= 0);
        // It stops being vacuous exactly at `holds_from`.
        let at = |t: u64| exact(t as u32, h, n, h + more).0;
        prop_assert!(at(bound.holds_from) > 0 && at(bound.holds_from - 1) <= 0);
    }

    #[test]
    fn the_soft_minimum_keeps_its_bound(
        inside in prop::collection::vec(0.0f64..1.0, 1..40),
        outside in prop::collection::vec(0.0f64..3.0, 0..40),
        beta in 1.0f64..200.0,
    ) {
        let least = inside.iter().copied().fold(f64::INFINITY, f64::min);
        let mut scores = inside.clone();
        scores.extend(outside.iter().map(|more| least + 1.0 + more));
        let soft = soft_minimum(&scores, beta);
        let bound = soft_minimum_bound(inside.len(), scores.len(), beta);
        prop_assert!(soft >= least);
        prop_assert!(soft <= least + bound + 1e-12, "{} {} {}", soft, least, bound);
    }
}

#[test]
fn the_papers_own_settings_are_mostly_vacuous() {
    // D=4, n=8, h=1: T = 8, 16, 32, 64, 128.
    let k = |t, h| lower_bound(t, h, 8, 4).unwrap();
    for (t, expected) in [(8, -1.2), (16, -1.0), (32, -0.6), (64, 0.2), (128, 1.8)] {
        assert!((k(t, 1).k - expected).abs() < 1e-12);
    }
    assert!((k(512, 3).k - 94.0 / 28.0).abs() < 1e-12);
    assert!(k(32, 1).vacuous && !k(64, 1).vacuous);
    assert_eq!(k(16, 1).holds_from, 57);
}

#[test]
fn exponents_exist_only_where_their_theorem_applies() {
    assert_eq!(lower_bound(16, 4, 8, 4), None);
    assert_eq!(lower_bound(16, 0, 8, 4), None);
    assert_eq!(sufficient_exponent(3, 8, 4, 4, true), None);
    assert_eq!(sufficient_exponent(4, 1, 4, 4, true), None);
    assert_eq!(sufficient_exponent(4, 8, 7, 4, true), Some(2));
    assert_eq!(sufficient_exponent(4, 8, 7, 4, false), Some(7));
    assert_eq!(memorising_exponent(16, 1, 63, 4, 4, true), None);
    assert_eq!(memorising_exponent(16, 1, 64, 4, 4, true), Some(3));
    assert_eq!(memorising_exponent(16, 2, 64, 4, 4, true), None);
}

#[test]
fn a_sharp_soft_minimum_is_the_minimum() {
    assert_eq!(soft_minimum(&[0.3, 0.9, 0.5], 1e6), 0.3);
    // β = 0 weighs all positions equally.
    assert!((soft_minimum(&[0.3, 0.9, 0.6], 0.0) - 0.6).abs() < 1e-12);
    assert!(soft_minimum(&[], 1.0).is_nan());
}
