//! Values in words, for those who point at them, and numbers as charts receive them.

use serde::{Deserialize, Deserializer};

/// 0.000321 as "3.21e-4", 0.0712 as "0.0712".
pub(crate) fn error(value: f64) -> String {
    digits(value, 3)
}

/// As many significant digits as that; with an exponent where a plain number would be hard to read.
pub(crate) fn digits(value: f64, count: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    let short = format!("{value:.*e}", count.max(1) - 1);
    let exponent: i32 = short
        .split_once('e')
        .and_then(|(_, exponent)| exponent.parse().ok())
        .unwrap_or(0);
    if (-2..4).contains(&exponent) {
        let places = (count as i32 - 1 - exponent).max(0) as usize;
        format!("{value:.places$}")
    } else {
        short
    }
}

/// −1.234 as "−1.2": with a real minus, for eyes.
pub(crate) fn signed(value: f64, places: usize) -> String {
    format!("{value:.places$}").replace('-', "−")
}

/// A median and what it stands for: "median 3.21e-4, 2.1e-4 to 4.4e-4 over 3 seeds". Of one run
/// there is only its value.
pub(crate) fn spread_of(min: f64, median: f64, max: f64, count: Option<usize>) -> String {
    if count == Some(1) || (count.is_none() && min == max) {
        return error(median);
    }
    let range = format!(
        "median {}, {} to {}",
        error(median),
        digits(min, 2),
        digits(max, 2)
    );
    match count {
        Some(count) => format!("{range} over {count} seeds"),
        None => range,
    }
}

/// A number, or null where there is none, such as the median of runs that all diverged.
pub(crate) fn number<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    Ok(Option::<f64>::deserialize(from)?.unwrap_or(f64::NAN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_written_as_people_read_them() {
        assert_eq!(error(0.000_321_4), "3.21e-4");
        assert_eq!(error(0.0712), "0.0712");
        assert_eq!(error(1.0), "1.00");
        assert_eq!(error(0.999_9), "1.00");
        assert_eq!(digits(0.00044, 2), "4.4e-4");
        assert_eq!(digits(12_345.0, 2), "1.2e4");
        assert_eq!(signed(-1.234, 1), "−1.2");
    }

    #[test]
    fn a_spread_names_its_seeds() {
        assert_eq!(
            spread_of(2.1e-4, 3.21e-4, 4.4e-4, Some(3)),
            "median 3.21e-4, 2.1e-4 to 4.4e-4 over 3 seeds"
        );
        assert_eq!(spread_of(1e-3, 1e-3, 1e-3, None), "1.00e-3");
        assert_eq!(spread_of(1e-3, 1e-3, 1e-3, Some(1)), "1.00e-3");
    }
}
