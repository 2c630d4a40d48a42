//! Decimal numbers: read from text, and written into JSON. They are read by `serde_json` and not by
//! the standard library, whose reader is exact for any text and needs a table of 10 KB for that,
//! which does not compress and which every reader of the page would download. Our numbers are short,
//! and `serde_json`, which is in the build anyway, reads them exactly.

use serde::{Serialize, Serializer};

/// The number that `text` is, in JSON's notation; `None` if it is not a number.
pub(crate) fn parse_number(text: &str) -> Option<f64> {
    serde_json::from_str(text).ok()
}

/// Writes 2.0 as 2, as JavaScript does, so that the same experiment is the same text everywhere.
pub(crate) fn serialize_short<S: Serializer>(
    value: &f64,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        serializer.serialize_i64(*value as i64)
    } else {
        serializer.serialize_f64(*value)
    }
}

/// A number in a list that is written by [`serialize_short`].
pub(crate) struct ShortNumber(pub f64);

impl Serialize for ShortNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_short(&self.0, serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn short_numbers_are_read_exactly(digits in 0u32..1_000_000, power in -20i32..15) {
            let text = format!("{digits}e{power}");
            prop_assert_eq!(parse_number(&text), text.parse().ok());
        }
    }

    #[test]
    fn text_that_is_not_a_number_is_refused() {
        for text in ["", "blue", "NaN", "inf", "1 2", "+1", "[1]"] {
            assert_eq!(parse_number(text), None, "{text}");
        }
    }
}
