//! Whole numbers of a range: read from JSON, and in words.

use std::ops::RangeInclusive;

use serde_json::Value;

/// The whole number of a range that `value` is.
pub(super) fn as_whole(value: &Value, range: &RangeInclusive<u32>) -> Option<u32> {
    // JSON that JavaScript or Python wrote may have whole numbers as floats: 16.0 is 16.
    let number = value.as_f64()?;
    let whole = number as u32;
    (f64::from(whole) == number && range.contains(&whole)).then_some(whole)
}

/// "1 to 64".
pub(super) fn from_to(range: &RangeInclusive<u32>) -> String {
    format!("{} to {}", range.start(), range.end())
}

/// "a whole number from 1 to 64".
pub(super) fn whole_between(range: &RangeInclusive<u32>) -> String {
    format!("a whole number from {}", from_to(range))
}

/// The nearest whole number of a range; `None` where `given` is not a number.
pub(super) fn nearest_whole(given: &Value, range: &RangeInclusive<u32>) -> Option<u32> {
    let number = given.as_f64()?.round();
    // A cast from a float ends at the ends of the type.
    Some((number as u32).clamp(*range.start(), *range.end()))
}
