//! The range of a field that may be any number: the check, and the words for it. Whole numbers have
//! the standard library's ranges.

/// The numbers that a field allows.
#[derive(Clone, Copy)]
pub(crate) enum NumberRange {
    /// start ≤ x ≤ end
    Closed(f64, f64),
    /// start ≤ x < end
    BelowEnd(f64, f64),
    /// start < x ≤ end
    AboveStart(f64, f64),
}

impl NumberRange {
    pub fn contains(self, x: f64) -> bool {
        match self {
            Self::Closed(start, end) => start <= x && x <= end,
            Self::BelowEnd(start, end) => start <= x && x < end,
            Self::AboveStart(start, end) => start < x && x <= end,
        }
    }

    /// As a [`FieldSpec`](crate::FieldSpec) says it.
    pub fn in_words(self) -> String {
        match self {
            Self::Closed(start, end) => format!("{start} to {end}"),
            Self::BelowEnd(start, end) => format!("{start} to below {end}"),
            Self::AboveStart(start, end) => format!("above {start}, at most {end}"),
        }
    }

    /// As a [`Problem`](crate::Problem) says it.
    pub fn allowed(self) -> String {
        match self {
            Self::AboveStart(start, end) => format!("a number above {start} and at most {end}"),
            _ => format!("a number from {}", self.in_words()),
        }
    }
}
