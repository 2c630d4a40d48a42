//! Ticks: which values an axis names, and how they are written.

/// 10^`exponent` as people write it: "1", "0.1", "10⁻³".
pub fn power_of_ten(exponent: i32) -> String {
    match exponent {
        0 => "1".into(),
        1 => "10".into(),
        -1 => "0.1".into(),
        -2 => "0.01".into(),
        _ => {
            let digits = exponent.to_string();
            let raised = digits.chars().map(|c| match c {
                '-' => '⁻',
                '1' => '¹',
                '2' => '²',
                '3' => '³',
                digit => char::from_u32(0x2070 + digit as u32 - '0' as u32).unwrap_or(digit),
            });
            "10".chars().chain(raised).collect()
        }
    }
}

/// Round numbers from 0 to `end`, at most `most` of them: multiples of 1, 2 or 5 times a power of
/// ten.
pub fn round_steps(end: u32, most: usize) -> Vec<u32> {
    let rough = f64::from(end) / most.max(1) as f64;
    let unit = 10f64.powf(rough.max(1.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|m| m * unit)
        .find(|step| *step >= rough)
        .unwrap_or(10.0 * unit) as u32;
    (0..=end).step_by(step.max(1) as usize).collect()
}

/// 12500 as "12 500": thin spaces, for eyes of any country.
pub fn grouped(value: u32) -> String {
    let digits = value.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
}

/// Moves labels of height `gap` apart, as little as possible, inside `low..=high`. Takes and
/// returns positions in the order given.
pub fn spread(positions: &[f64], gap: f64, low: f64, high: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..positions.len()).collect();
    order.sort_by(|&a, &b| positions[a].total_cmp(&positions[b]));
    // Down from the top, then up from the bottom.
    let mut moved = positions.to_vec();
    let mut free = low;
    for &i in &order {
        moved[i] = moved[i].max(free);
        free = moved[i] + gap;
    }
    let mut free = high;
    for &i in order.iter().rev() {
        moved[i] = moved[i].min(free);
        free = moved[i] - gap;
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_written_small() {
        assert_eq!(power_of_ten(-3), "10⁻³");
        assert_eq!(power_of_ten(-12), "10⁻¹²");
        assert_eq!(power_of_ten(4), "10⁴");
        assert_eq!(power_of_ten(-1), "0.1");
    }

    #[test]
    fn steps_are_round_and_few() {
        assert_eq!(round_steps(1000, 5), [0, 200, 400, 600, 800, 1000]);
        assert_eq!(round_steps(3, 5), [0, 1, 2, 3]);
        assert_eq!(round_steps(12_345, 4), [0, 5000, 10_000]);
        for end in [1, 7, 99, 1_000_000, u32::MAX] {
            assert!(round_steps(end, 6).len() <= 7, "{end}");
        }
    }

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!(grouped(1000), "1000");
        assert_eq!(grouped(1_250_000), "1\u{2009}250\u{2009}000");
    }

    #[test]
    fn labels_are_kept_apart_and_inside() {
        let moved = spread(&[50.0, 52.0, 51.0, 98.0, 99.0], 10.0, 0.0, 100.0);
        let mut sorted = moved.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(
            sorted
                .windows(2)
                .all(|pair| pair[1] - pair[0] >= 10.0 - 1e-9),
            "{moved:?}"
        );
        assert!(sorted[4] <= 100.0 && moved[0] < moved[2] && moved[2] < moved[1]);
    }
}
