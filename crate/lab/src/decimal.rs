//! Numbers out of text. The standard library's way is exact for any text there is, for which it keeps
//! a table of 10 KB that no packing makes smaller and every reader would download; ours are short, and
//! JSON's reader, which is there anyway, reads those exactly.

/// The number that `text` is, in JSON's spelling; none if it is none.
pub(crate) fn number(text: &str) -> Option<f64> {
    serde_json::from_str(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn short_numbers_are_read_exactly(digits in 0u32..1_000_000, power in -20i32..15) {
            let text = format!("{digits}e{power}");
            prop_assert_eq!(number(&text), text.parse().ok());
        }
    }

    #[test]
    fn what_is_no_number_is_none() {
        for text in ["", "blue", "NaN", "inf", "1 2", "+1", "[1]"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
