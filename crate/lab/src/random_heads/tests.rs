//! The closed form, against the paper's figure and against itself by other ways.

use super::*;
use crate::papers::{RANDOM_HEADS, RANDOM_HEADS_D};

#[test]
fn random_rank_one_heads_have_the_papers_errors() {
    // The figure can be read to about five per cent. It shows means of five draws; at 1024 heads draws
    // differ by half a per cent, so one will do.
    // One head is the tight case, 4.7 % above the reading: 1 − b² is 0.75 on average. The
    // paper's code leaves its keys a little short of length 1, which gives 0.74 there.
    for (mark, draws) in RANDOM_HEADS.into_iter().zip([5, 5, 1]) {
        let heads = mark.h as usize;
        let points = RandomHeads::finished(RANDOM_HEADS_D, heads, draws).points();
        let mean = points[heads - 1].mean;
        let off = (mean / mark.value - 1.0).abs();
        assert!(off < 0.05, "{heads} heads: {mean}, not {}", mark.value);
    }
}

#[test]
fn every_number_of_heads_has_the_error_that_conjugate_gradients_find() {
    for (d, most) in [(2, 40), (4, 100), (16, 100), (64, 256)] {
        for seed in 0..2 {
            let mut growing = GrowingHeads::new(d, seed);
            (0..most).for_each(|_| growing.add_head());
            for heads in [1, 2, 3, 7, most / 2, most] {
                let (all, one) = (
                    growing.errors[heads - 1],
                    random_rank_one_error(d, heads, seed),
                );
                assert!(
                    (all - one).abs() < 1e-6,
                    "d = {d}, {heads} heads: {all}, {one}"
                );
            }
        }
    }
}

#[test]
fn a_head_that_is_there_twice_adds_nothing() {
    let mut growing = GrowingHeads::new(4, 0);
    (0..3).for_each(|_| growing.add_head());
    let before = growing.errors[2];
    // The same draw once more: heads 4 to 6 are heads 1 to 3.
    growing.draw.stream = Stream::new(Purpose::Theory, 0, 0);
    (0..3).for_each(|_| growing.add_head());
    assert_eq!(growing.errors[3..], [before; 3]);
    // And a new one after them still helps.
    growing.draw.stream = Stream::new(Purpose::Theory, 1, 0);
    growing.add_head();
    assert!(growing.errors[6] < before && growing.errors[6] > 0.0);
}

#[test]
fn errors_only_fall_and_stay_above_nothing() {
    for d in [2, 3, 16] {
        let points = RandomHeads::finished(d, 120, 3).points();
        assert!(points.is_sorted_by(|few, many| few.mean >= many.mean));
        for point in points {
            let RandomHeadsPoint { min, mean, max, .. } = point;
            assert!(
                0.0 < min && min <= mean && mean <= max && max < 1.0,
                "{point:?}"
            );
        }
    }
    assert!(RandomHeads::finished(16, 0, 3).points().is_empty());
    assert!(RandomHeads::finished(16, 3, 0).points().is_empty());
}

#[test]
fn the_chance_to_be_right_agrees_with_closed_forms() {
    // In the plane all is a matter of angles: 1/2 + 1/4 at q = k, and in between
    // 1/2 + (1 − 2θ/π)(1 + 2θ/π)/4.
    let plane = RightByAngle::new(2);
    for angle in [0.0, 0.3, 1.0, FRAC_PI_2, 2.5] {
        let share: f64 = 2.0 * angle / PI;
        let expected = if share <= 1.0 {
            0.5 + (1.0 - share * share) / 4.0
        } else {
            0.5 - (1.0 - (2.0 - share).powi(2)) / 4.0
        };
        let chance = plane.chance(angle.cos());
        assert!((chance - expected).abs() < 1e-5, "{angle}: {chance}");
    }
    // In space, at q = k: 1/2 + E[asin|y_1|]/π with y_1 uniform, which is 1 − 1/π.
    let chance = RightByAngle::new(3).chance(1.0);
    assert!((chance - (1.0 - 1.0 / PI)).abs() < 1e-6, "{chance}");
}

#[test]
fn the_error_of_one_head_follows_from_its_chance() {
    // C = 1, so the error is 1 − b², with b between that of q = −k and that of q = k.
    for seed in 0..20 {
        let error = random_rank_one_error(2, 1, seed);
        assert!((1.0 - 0.75f64.powi(2)..=1.0 - 0.25f64.powi(2)).contains(&error));
    }
    assert_eq!(random_rank_one_error(64, 0, 0), 1.0);
}

#[test]
fn many_heads_in_a_plane_are_solved_stably() {
    let error = |heads| random_rank_one_error(2, heads, 1);
    let (few, many) = (error(20), error(200));
    assert!(0.0 < many && many < few, "{few} {many}");
}

#[test]
fn conjugate_gradients_solve() {
    let solution = solve(&[vec![4.0, 1.0], vec![1.0, 3.0]], &[1.0, 2.0]);
    assert!((solution[0] - 1.0 / 11.0).abs() < 1e-12);
    assert!((solution[1] - 7.0 / 11.0).abs() < 1e-12);
}
