//! Points on the unit sphere and their products: what the two tasks of paper 2 share.

use crate::random::Stream;

/// `count` points, i.i.d. uniform on the unit sphere S^(d−1): `[count, d]`.
pub fn points(stream: &mut Stream, count: usize, d: usize) -> Vec<f32> {
    let mut points = Vec::with_capacity(count * d);
    while points.len() < count * d {
        // A Gaussian is invariant under rotations, so its direction is uniform.
        let point: Vec<f32> = (0..d).map(|_| stream.normal()).collect();
        let length = dot(&point, &point).sqrt();
        // A vector this short is all but impossible; without the check it could divide by zero.
        if length > 1e-6 {
            points.extend(point.iter().map(|x| (f64::from(*x) / length) as f32));
        }
    }
    points
}

/// x·y, in f64, so that rounding does not decide which of two points is nearer.
pub fn dot(x: &[f32], y: &[f32]) -> f64 {
    x.iter()
        .zip(y)
        .map(|(x, y)| f64::from(*x) * f64::from(*y))
        .sum()
}

/// How far apart two points are, from 0 to 2.
pub fn distance(x: &[f32], y: &[f32]) -> f64 {
    (2.0 - 2.0 * dot(x, y)).max(0.0).sqrt()
}

/// Turns `point` towards `from` or away from it, on the great circle through both, until they are
/// `distance` apart.
pub fn turn(point: &mut [f32], from: &[f32], distance: f64) {
    let cosine = (1.0 - distance.clamp(0.0, 2.0).powi(2) / 2.0).clamp(-1.0, 1.0);
    let along = dot(point, from);
    let aside: Vec<f64> = point
        .iter()
        .zip(from)
        .map(|(x, y)| f64::from(*x) - along * f64::from(*y))
        .collect();
    let length = aside.iter().map(|x| x * x).sum::<f64>().sqrt();
    // A point that is the same or opposite has no great circle of its own: it stays.
    if length < 1e-9 {
        return;
    }
    let sine = (1.0 - cosine * cosine).sqrt();
    for ((x, y), aside) in point.iter_mut().zip(from).zip(aside) {
        *x = (cosine * f64::from(*y) + sine * aside / length) as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Purpose;

    #[test]
    fn points_are_uniform_on_the_sphere() {
        let count = 40_000;
        for d in [2usize, 3, 16] {
            let mut stream = Stream::new(Purpose::Training, 5, d as u64);
            let points = points(&mut stream, count, d);
            let (n, dim) = (count as f64, d as f64);
            let fourth = 3.0 / (dim * (dim + 2.0));
            // Mean of a monomial of the coordinates over all points.
            let mean = |of: &dyn Fn(&[f32]) -> f64| points.chunks(d).map(of).sum::<f64>() / n;
            for i in 0..d {
                let x = |p: &[f32], i: usize| f64::from(p[i]);
                assert!(mean(&|p| x(p, i)).abs() < 5.0 / (dim * n).sqrt());
                let spread = (fourth / n).sqrt();
                for j in 0..d {
                    let expected = if i == j { 1.0 / dim } else { 0.0 };
                    let second = mean(&|p| x(p, i) * x(p, j));
                    assert!((second - expected).abs() < 5.0 * spread, "d={d}");
                }
                let measured = mean(&|p| x(p, i).powi(4));
                assert!((measured / fourth - 1.0).abs() < 0.1, "d={d} {measured}");
            }
            assert!(points.chunks(d).all(|p| (dot(p, p) - 1.0).abs() < 1e-6));
        }
    }
}
