//! Dashes as lines of their own, for backends that draw only solid lines. SVG and PDF have dashes
//! themselves.

use crate::drawing::Position;

/// The dashes of a line through positions. `pattern` has the lengths of dashes and gaps in turn; without
/// one the line is a single dash.
pub(crate) fn dashes_of(path: &[Position], pattern: &[f64], draw: &mut dyn FnMut(Vec<Position>)) {
    // What is left of the dash or gap that the line is in.
    let Some(mut left) = pattern.first().copied() else {
        return draw(path.to_vec());
    };
    // The dashes have even numbers, the gaps odd ones.
    let mut number = 0;
    let mut dash = Vec::new();
    for pair in path.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        if dash.is_empty() {
            dash.push(from);
        }
        loop {
            let length = (to.0 - from.0).hypot(to.1 - from.1);
            // A NaN must end this loop too.
            if length.is_nan() || length <= left {
                left -= length;
                dash.push(to);
                break;
            }
            let share = left / length;
            from = (
                from.0 + share * (to.0 - from.0),
                from.1 + share * (to.1 - from.1),
            );
            dash.push(from);
            if number % 2 == 0 {
                draw(std::mem::take(&mut dash));
            }
            dash = vec![from];
            number += 1;
            left = pattern[number % pattern.len()].max(0.5);
        }
    }
    if number % 2 == 0 && dash.len() > 1 {
        draw(dash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dashes(path: &[Position], pattern: &[f64]) -> Vec<Vec<Position>> {
        let mut all = Vec::new();
        dashes_of(path, pattern, &mut |dash| all.push(dash));
        all
    }

    #[test]
    fn dashes_and_gaps_follow_a_corner() {
        let corner = [(0.0, 0.0), (4.0, 0.0), (4.0, 6.0)];
        assert_eq!(
            dashes(&corner, &[3.0, 2.0]),
            [vec![(0.0, 0.0), (3.0, 0.0)], vec![(4.0, 1.0), (4.0, 4.0)],]
        );
        assert_eq!(dashes(&corner, &[]), [corner.to_vec()]);
        assert!(dashes(&[], &[1.0]).is_empty());
    }

    #[test]
    fn a_nan_ends_the_line() {
        assert_eq!(dashes(&[(0.0, 0.0), (f64::NAN, 0.0)], &[3.0]).len(), 1);
    }
}
