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
    fn contains(self, x: f64) -> bool {
        match self {
            Self::Closed(start, end) => start <= x && x <= end,
            Self::BelowEnd(start, end) => start <= x && x < end,
            Self::AboveStart(start, end) => start < x && x <= end,
        }
    }

    /// The nearest number that is allowed; `None` beyond an end that is not.
    pub fn nearest(self, x: f64) -> Option<f64> {
        match self {
            Self::Closed(start, end) => Some(x.clamp(start, end)),
            Self::BelowEnd(start, _) => (x < start).then_some(start),
            Self::AboveStart(_, end) => (x > end).then_some(end),
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
    fn allowed(self) -> String {
        match self {
            Self::AboveStart(start, end) => format!("a number above {start} and at most {end}"),
            _ => format!("a number from {}", self.in_words()),
        }
    }

    /// What a [`Problem`](crate::Problem) says of a value that is not allowed (`None`: not a number);
    /// `None` where it is allowed. Engines compute in single precision, so a value has to be in the
    /// range there too: 0.99999999 is below 1, but 1 in an engine.
    pub fn refusal(self, value: Option<f64>) -> Option<String> {
        match value {
            Some(x) if self.contains(x) => {
                let single = in_single_precision(x);
                (!self.contains(single)).then(|| {
                    let allowed = self.allowed();
                    format!("{allowed} in single precision, where it is {single}")
                })
            }
            _ => Some(self.allowed()),
        }
    }
}

/// The number that `x` is in an engine. GPUs may take numbers as small as f32's subnormal ones for
/// zero.
pub(crate) fn in_single_precision(x: f64) -> f64 {
    let single = x as f32;
    if single.is_subnormal() {
        0.0
    } else {
        f64::from(single)
    }
}
