//! What kernels share: walking over groups of lanes, and products of numbers with lanes.

use super::lanes::Lanes;

/// Calls `$block` with `V` groups of lanes at a time, from group `$at` on: two while there are two,
/// so that a weight is loaded once for sixteen numbers.
macro_rules! in_blocks {
    ($groups:expr, |$at:ident, $V:ident| $block:block) => {{
        let groups = $groups;
        let pairs = groups / 2 * 2;
        for $at in (0..pairs).step_by(2) {
            const $V: usize = 2;
            $block
        }
        for $at in pairs..groups {
            const $V: usize = 1;
            $block
        }
    }};
}
pub(super) use in_blocks;

/// `finish`(start + row · a) of every row `[a.len()]` of `rows`, two at a time so that a is loaded
/// half as often. Rows without one of `starts` start at zero.
#[inline(always)]
pub fn products<const V: usize>(
    rows: &[f32],
    starts: &[f32],
    a: &[[Lanes; V]],
    found: &mut [[Lanes; V]],
    finish: impl Fn(Lanes) -> Lanes,
) {
    let start = |i: usize| [Lanes::splat(starts.get(i).copied().unwrap_or(0.0)); V];
    let pairs = rows.chunks(2 * a.len()).zip(found.chunks_mut(2));
    for (pair, (rows, found)) in pairs.enumerate() {
        match found {
            [first, second] => {
                let (one, two) = rows.split_at(a.len());
                let mut sums = [start(2 * pair), start(2 * pair + 1)];
                for ((a, one), two) in a.iter().zip(one).zip(two) {
                    for v in 0..V {
                        sums[0][v] += Lanes::splat(*one) * a[v];
                        sums[1][v] += Lanes::splat(*two) * a[v];
                    }
                }
                *first = sums[0].map(&finish);
                *second = sums[1].map(&finish);
            }
            found => {
                let mut sum = start(2 * pair);
                for (a, one) in a.iter().zip(rows) {
                    for v in 0..V {
                        sum[v] += Lanes::splat(*one) * a[v];
                    }
                }
                found[0] = sum.map(&finish);
            }
        }
    }
}

/// Σ_v a_v b_v, lane by lane.
#[inline(always)]
pub fn dot<const V: usize>(a: &[Lanes; V], b: &[Lanes; V]) -> Lanes {
    let mut sum = a[0] * b[0];
    for v in 1..V {
        sum += a[v] * b[v];
    }
    sum
}
