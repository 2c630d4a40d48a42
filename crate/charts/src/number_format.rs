//! Numbers as text: for values that are pointed at, for descriptions and for labels. Tick names of an
//! axis are written in `axis`.

/// An error with three significant digits: 0.000321 as "3.21 × 10⁻⁴", 0.0712 as "0.0712".
pub(crate) fn format_error(value: f64) -> String {
    significant_digits(value, 3)
}

/// A value with `count` significant digits, for people: as a power of ten where a plain number would be
/// hard to read, as `lab` writes its sentences and the page its numbers.
pub(crate) fn significant_digits(value: f64, count: usize) -> String {
    let short = digits_for_files(value, count);
    match short.split_once('e') {
        Some((digits, exponent)) => {
            let exponent = exponent
                .parse()
                .map_or_else(|_| exponent.into(), superscript);
            format!("{} × 10{exponent}", digits.replace('-', "−"))
        }
        None => short.replace('-', "−"),
    }
}

/// The same for other programs, which know no superscripts: 0.000321 as "3.21e-4".
pub(crate) fn digits_for_files(value: f64, count: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    let short = format!("{value:.*e}", count.max(1) - 1);
    let exponent: i32 = short
        .split_once('e')
        .and_then(|(_, exponent)| exponent.parse().ok())
        .unwrap_or(0);
    if (-2..3).contains(&exponent) {
        let places = (count as i32 - 1 - exponent).max(0) as usize;
        format!("{value:.places$}")
    } else {
        short
    }
}

/// A value with so many decimal places and a real minus sign: −1.234 as "−1.2".
pub(crate) fn with_minus_sign(value: f64, places: usize) -> String {
    format!("{value:.places$}").replace('-', "−")
}

/// A whole number in superscript digits: −12 as "⁻¹²".
pub(crate) fn superscript(value: i32) -> String {
    let superscript = |digit: char| match digit {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        // The other digits are next to each other in Unicode.
        digit => char::from_u32('⁰' as u32 + digit as u32 - '0' as u32).unwrap_or(digit),
    };
    value.to_string().chars().map(superscript).collect()
}

/// A median and its range, as in "median 3.21 × 10⁻⁴, 2.1 × 10⁻⁴ to 4.4 × 10⁻⁴ over 3 seeds"; of a
/// single run only its value. `seeds` is none where the number of runs is not said.
pub(crate) fn median_and_range(min: f64, median: f64, max: f64, seeds: Option<usize>) -> String {
    if seeds == Some(1) || (seeds.is_none() && min == max) {
        return format_error(median);
    }
    let range = format!(
        "median {}, {} to {}",
        format_error(median),
        significant_digits(min, 2),
        significant_digits(max, 2)
    );
    match seeds {
        Some(seeds) => format!("{range} over {seeds} seeds"),
        None => range,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_written_as_people_read_them() {
        assert_eq!(format_error(0.000_321_4), "3.21 × 10⁻⁴");
        assert_eq!(format_error(21_000.0), "2.10 × 10⁴");
        assert_eq!(format_error(0.0712), "0.0712");
        assert_eq!(format_error(1.0), "1.00");
        assert_eq!(format_error(0.999_9), "1.00");
        assert_eq!(format_error(999.0), "999");
        assert_eq!(format_error(1000.0), "1.00 × 10³");
        assert_eq!(significant_digits(0.00044, 2), "4.4 × 10⁻⁴");
        assert_eq!(significant_digits(12_345.0, 2), "1.2 × 10⁴");
        assert_eq!(significant_digits(-12_345.0, 2), "−1.2 × 10⁴");
        assert_eq!(significant_digits(-1.25, 2), "−1.2");
        assert_eq!(with_minus_sign(-1.234, 1), "−1.2");
        assert_eq!(superscript(-1_234_567_890), "⁻¹²³⁴⁵⁶⁷⁸⁹⁰");
    }

    #[test]
    fn files_have_numbers_that_programs_read() {
        for value in [3.21e-4, -2.5e7, 0.0712, 12.0, 0.0] {
            let read: f64 = digits_for_files(value, 3).parse().unwrap();
            assert!((read - value).abs() <= 5e-3 * value.abs(), "{read} {value}");
        }
        assert_eq!(digits_for_files(3.21e-4, 3), "3.21e-4");
    }

    #[test]
    fn a_spread_names_its_seeds() {
        assert_eq!(
            median_and_range(2.1e-4, 3.21e-4, 4.4e-4, Some(3)),
            "median 3.21 × 10⁻⁴, 2.1 × 10⁻⁴ to 4.4 × 10⁻⁴ over 3 seeds"
        );
        assert_eq!(median_and_range(1e-3, 1e-3, 1e-3, None), "1.00 × 10⁻³");
        assert_eq!(median_and_range(1e-3, 1e-3, 1e-3, Some(1)), "1.00 × 10⁻³");
    }
}
