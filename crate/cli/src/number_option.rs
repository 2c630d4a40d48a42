//! Numeric options with a range, such as `--width 720`.
//!
//! clap's own `value_parser!(u32).range(..)` stops at the first bad option, prints it in clap's
//! frame and exits with code 2. Bad numbers are reported here like a bad experiment: every one of
//! them, one sentence per line, with exit code 1. So the parsers of this module accept every text,
//! and the value of an option is a `Result` that its command looks at.

use std::ffi::OsStr;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::TypedValueParser;

/// The value of a numeric option.
pub type NumberOption<N> = Result<N, InvalidNumber>;

/// A numeric option whose text is not a number in its range.
#[derive(Clone, Debug, thiserror::Error)]
#[error("--{option} is {text:?}, but must be {expected}.")]
pub struct InvalidNumber {
    /// The option's name, without the dashes.
    option: String,
    /// Its value on the command line.
    text: String,
    /// Such as "a whole number from 1 to 9".
    expected: String,
}

/// The parser of an option that takes a whole number.
pub fn whole_number(range: RangeInclusive<u32>) -> NumberParser<u32> {
    NumberParser {
        kind: "a whole number",
        range,
    }
}

/// The parser of an option that takes any real number.
pub fn number(range: RangeInclusive<f64>) -> NumberParser<f64> {
    NumberParser {
        kind: "a number",
        range,
    }
}

/// Parses the text of an option into a [`NumberOption`]; see the module.
#[derive(Clone)]
pub struct NumberParser<N> {
    kind: &'static str,
    range: RangeInclusive<N>,
}

impl<N> TypedValueParser for NumberParser<N>
where
    N: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    type Value = NumberOption<N>;

    fn parse_ref(
        &self,
        _: &clap::Command,
        option: Option<&clap::Arg>,
        text: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let text = text.to_string_lossy();
        let number = text.parse().ok().filter(|n| self.range.contains(n));
        Ok(number.ok_or_else(|| InvalidNumber {
            option: option.and_then(clap::Arg::get_long).unwrap_or("").into(),
            text: text.into(),
            expected: format!(
                "{} from {} to {}",
                self.kind,
                self.range.start(),
                self.range.end()
            ),
        }))
    }
}
