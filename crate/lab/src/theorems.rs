//! What paper 1's theorems say at given sizes, as one record and in words. The formulas are in
//! `theory.rs`.

use serde::Serialize;

use crate::decimal::parse_number;
use crate::theory::{
    LowerBound, lower_bound, memorising_exponent, soft_minimum_bound, sufficient_exponent,
};

/// What the theorems say at given sizes; `None` where one does not apply.
///
/// ```
/// use lab::Theorems;
///
/// // T = 16, h = 3 heads of dimension n = 8, D = 4, d = 4: one head is missing.
/// let few = Theorems::of(16, 3, 8, 4, 4, None);
/// assert!(few.lower_bound.is_some() && few.sufficient_exponent.is_none());
/// // With four heads it is the other way round.
/// let enough = Theorems::of(16, 4, 8, 4, 4, None);
/// assert!(enough.lower_bound.is_none() && enough.sufficient_exponent.is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(non_snake_case)]
pub struct Theorems {
    /// Sequence length.
    #[serde(rename = "T")]
    pub T: u32,
    /// Attention heads.
    pub h: u32,
    /// Dimension of one head.
    pub n: u32,
    /// Intrinsic dimension of the task.
    #[serde(rename = "D")]
    pub D: u32,
    /// Dimension of one token.
    pub d: u32,
    /// Theorem 2, for h < D.
    pub lower_bound: Option<LowerBound>,
    /// Theorem 1, for h ≥ D.
    pub sufficient_exponent: Option<Exponent>,
    /// Theorem 3, for one wide head.
    pub memorising_exponent: Option<Exponent>,
    /// The error of a head of given sharpness; `None` where no sharpness is given.
    pub soft_minimum: Option<SoftMinimum>,
}

/// An exponent of 1/ε.
///
/// ```
/// use lab::{Exponent, Theorems};
///
/// // Four heads, D = 4, and tokens of d = 6 numbers.
/// let theorems = Theorems::of(16, 4, 8, 4, 6, None);
/// assert_eq!(theorems.sufficient_exponent, Some(Exponent { barron: 2, worst: 6 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Exponent {
    /// For features of finite Barron norm.
    pub barron: u32,
    /// For any features.
    pub worst: u32,
}

/// How far a head's soft minimum may be above the true one.
///
/// ```
/// use lab::{Theorems, soft_minimum_bound};
///
/// let soft = Theorems::of(16, 4, 8, 4, 4, Some(10.0)).soft_minimum.unwrap();
/// assert_eq!((soft.beta, soft.bound), (10.0, soft_minimum_bound(16, 16, 10.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SoftMinimum {
    /// Sharpness.
    pub beta: f64,
    /// The bound.
    pub bound: f64,
}

impl Theorems {
    /// The theorems for `h` heads of dimension `n`, sequences of `t` tokens of dimension `d`, a task of
    /// intrinsic dimension `dimension`, and a head of sharpness `beta`.
    ///
    /// ```
    /// use lab::Theorems;
    ///
    /// let theorems = Theorems::of(128, 1, 8, 4, 4, None);
    /// assert_eq!((theorems.T, theorems.h, theorems.n, theorems.D, theorems.d), (128, 1, 8, 4, 4));
    /// assert!((theorems.lower_bound.unwrap().k - 1.8).abs() < 1e-9);
    /// ```
    pub fn of(t: u32, h: u32, n: u32, dimension: u32, d: u32, beta: Option<f64>) -> Self {
        let exponent = |of: &dyn Fn(bool) -> Option<u32>| {
            let (barron, worst) = (of(true)?, of(false)?);
            Some(Exponent { barron, worst })
        };
        Self {
            T: t,
            h,
            n,
            D: dimension,
            d,
            lower_bound: lower_bound(t, h, n, dimension),
            sufficient_exponent: exponent(&|barron| {
                sufficient_exponent(h, n, d, dimension, barron)
            }),
            memorising_exponent: exponent(&|barron| {
                memorising_exponent(t, h, n, d, dimension, barron)
            }),
            // The worst case: the feature looks at every position.
            soft_minimum: beta.map(|beta| SoftMinimum {
                beta,
                bound: soft_minimum_bound(t as usize, t as usize, beta),
            }),
        }
    }

    /// Everything the theorems say, one line each.
    ///
    /// ```
    /// use lab::Theorems;
    ///
    /// let lines = Theorems::of(16, 3, 8, 4, 4, None).lines();
    /// assert_eq!(lines[0], "T = 16, h = 3, n = 8, D = 4, d = 4");
    /// assert_eq!(lines[2], "vacuous here; becomes > 0 from T = 137");
    /// ```
    #[allow(non_snake_case)]
    pub fn lines(&self) -> Vec<String> {
        let Self { T, h, n, D, d, .. } = self;
        let mut lines = vec![format!("T = {T}, h = {h}, n = {n}, D = {D}, d = {d}")];
        match &self.lower_bound {
            Some(bound) => {
                lines.push(format!(
                    "Lower bound for h < D (theorem 2): Ω(1/ε^k) parameters are needed, {}.",
                    exponent(bound)
                ));
                lines.push(if bound.vacuous {
                    format!("vacuous here; becomes > 0 from T = {}", bound.holds_from)
                } else {
                    format!(
                        "not vacuous here: each halving of ε multiplies the bound by 2^k = {}; \
                         > 0 from T = {}",
                        digits(bound.k.exp2()),
                        bound.holds_from
                    )
                });
            }
            None => lines.push("Lower bound (theorem 2): does not apply, because h ≥ D.".into()),
        }
        match &self.sufficient_exponent {
            Some(Exponent { barron, worst }) => lines.push(format!(
                "Sufficient for h ≥ D (theorem 1): C/ε^γ parameters; γ = {barron} if the \
                 functions that define the targets have finite Barron norm, at worst γ = max(d, D) \
                 = {worst}."
            )),
            None if h >= D => lines.push(
                "Sufficient for h ≥ D (theorem 1): does not apply, because it needs n ≥ 2.".into(),
            ),
            None => {}
        }
        if let Some(Exponent { barron, worst }) = &self.memorising_exponent {
            let long = u64::from(*T) * u64::from(*d);
            lines.push(format!(
                "Memorising with one head (theorem 3): n ≥ T·d = {long}, so C/ε^(1+γ) parameters \
                 suffice; 1 + γ = {barron} if the functions that define the targets have finite \
                 Barron norm, at worst {worst}."
            ));
        }
        if let Some(SoftMinimum { beta, bound }) = &self.soft_minimum {
            lines.push(format!(
                "Soft minimum at β = {beta}: at most {} above the true one, \
                 (|S| − 1)/(eβ) + T·e^(−β) with |S| = T.",
                digits(*bound)
            ));
        }
        lines
    }

    /// What the lower bound says here, in a few words without a full stop.
    ///
    /// ```
    /// use lab::Theorems;
    ///
    /// let verdict = |t, h| Theorems::of(t, h, 8, 4, 4, None).verdict();
    /// assert_eq!(verdict(16, 4), "no lower bound: enough heads");
    /// assert_eq!(
    ///     verdict(128, 1),
    ///     "k = 1.8: each halving of the error multiplies the parameters needed by at least 3.482"
    /// );
    /// ```
    pub fn verdict(&self) -> String {
        match &self.lower_bound {
            None => "no lower bound: enough heads".into(),
            Some(bound) if bound.vacuous => format!(
                "k = {}, vacuous here: it forbids nothing; k > 0 from T = {}",
                digits(bound.k).replace('-', "−"),
                bound.holds_from
            ),
            Some(bound) => format!(
                "k = {}: each halving of the error multiplies the parameters needed by at least {}",
                digits(bound.k),
                digits(bound.k.exp2())
            ),
        }
    }

    /// What the theorems say here, in one sentence.
    ///
    /// ```
    /// use lab::Theorems;
    ///
    /// let sentence = Theorems::of(16, 4, 8, 4, 4, None).sentence();
    /// assert!(sentence.starts_with(
    ///     "With h = 4 heads of dimension n = 8 at T = 16 and D = 4 there are enough heads"
    /// ));
    /// ```
    #[allow(non_snake_case)]
    pub fn sentence(&self) -> String {
        let Self { T, h, n, D, .. } = self;
        let heads = if *h == 1 { "head" } else { "heads" };
        let sizes = format!("With h = {h} {heads} of dimension n = {n} at T = {T} and D = {D}");
        match (&self.lower_bound, &self.sufficient_exponent) {
            (Some(bound), _) if bound.vacuous => format!(
                "{sizes} the lower bound is vacuous: k = {} is not above 0, so it forbids nothing \
                 here. It becomes > 0 from T = {}.",
                digits(bound.k).replace('-', "−"),
                bound.holds_from
            ),
            (Some(bound), _) => format!(
                "{sizes} at least Ω(1/ε^k) parameters are needed, k = {}: each halving of the \
                 error ε multiplies that by {}.",
                digits(bound.k),
                digits(bound.k.exp2())
            ),
            (None, Some(Exponent { barron, worst })) => format!(
                "{sizes} there are enough heads: C/ε^γ parameters suffice at every T, γ = {barron} \
                 if the functions that define the targets are smooth, and at worst {worst}."
            ),
            (None, None) => format!(
                "{sizes} there are enough heads, but the theorem that says what suffices needs \
                 heads of dimension 2 or more."
            ),
        }
    }
}

/// k as a decimal and, where it is not whole, as a fraction in lowest terms.
fn exponent(bound: &LowerBound) -> String {
    let (above, below) = bound.fraction;
    let (mut a, mut b) = (above.unsigned_abs(), below.unsigned_abs());
    while b > 0 {
        (a, b) = (b, a % b);
    }
    // The denominator is never 0, and so neither is its divisor.
    let common = a as i64;
    let (above, below) = (above / common, below / common);
    if below == 1 {
        return format!("k = {above}");
    }
    let decimal = digits(bound.k);
    let exact = parse_number(&decimal) == Some(bound.k);
    let sign = if exact { "=" } else { "≈" };
    format!("k {sign} {decimal} = {above}/{below}")
}

/// Four significant digits: 0.35714… as "0.3571".
fn digits(value: f64) -> String {
    let rounded = parse_number(&format!("{value:.3e}")).unwrap_or(value);
    let size = rounded.abs();
    if size != 0.0 && !(1e-4..1e6).contains(&size) {
        format!("{rounded:e}")
    } else {
        rounded.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vacuous_bound_is_called_vacuous() {
        let theorems = Theorems::of(16, 3, 8, 4, 4, None);
        let sentence = theorems.sentence();
        assert!(
            sentence.contains("vacuous") && sentence.contains("from T = 137"),
            "{sentence}"
        );
        assert!(theorems.verdict().starts_with("k = −1.071, vacuous here"));
        assert!(
            theorems.lines()[1].ends_with("k ≈ -1.071 = -15/14."),
            "{:?}",
            theorems.lines()
        );
        assert_eq!(
            theorems.lines()[2],
            "vacuous here; becomes > 0 from T = 137"
        );
    }

    #[test]
    fn a_bound_above_zero_is_given_as_a_factor() {
        let theorems = Theorems::of(128, 1, 8, 4, 4, Some(10.0));
        assert!(theorems.sentence().contains("k = 1.8: each halving"));
        assert!(
            theorems
                .sentence()
                .starts_with("With h = 1 head of dimension")
        );
        assert!(
            theorems.verdict().ends_with("at least 3.482"),
            "{}",
            theorems.verdict()
        );
        assert!(
            theorems
                .lines()
                .last()
                .unwrap()
                .starts_with("Soft minimum at β = 10")
        );
        assert_eq!(theorems.sufficient_exponent, None);
    }

    #[test]
    fn enough_heads_have_no_lower_bound() {
        let theorems = Theorems::of(16, 4, 8, 4, 6, None);
        assert_eq!(theorems.verdict(), "no lower bound: enough heads");
        assert!(
            theorems.sentence().contains("γ = 2") && theorems.sentence().contains("at worst 6")
        );
        assert!(
            Theorems::of(16, 4, 1, 4, 4, None)
                .sentence()
                .contains("2 or more")
        );
    }
}
