//! `headcount theory`: what paper 1's theorems say at given sizes, in a few lines or as JSON. The
//! formulas are `lab`'s.

use serde::Serialize;

use crate::{Done, print, whole};

#[derive(clap::Args)]
#[allow(non_snake_case)]
// Numbers are taken as text: what is wrong with them is said as everywhere else here.
pub struct Arguments {
    /// Sequence length.
    #[arg(long = "T", allow_hyphen_values = true)]
    T: String,
    /// Attention heads.
    #[arg(long, allow_hyphen_values = true)]
    h: String,
    /// Dimension of one head.
    #[arg(long, allow_hyphen_values = true)]
    n: String,
    /// Intrinsic dimension of the task.
    #[arg(long = "D", allow_hyphen_values = true)]
    D: String,
    /// Dimension of one token.
    #[arg(long, allow_hyphen_values = true, default_value = "4")]
    d: String,
    /// Sharpness of a head: say how far its soft minimum may be from the true one.
    #[arg(long, allow_hyphen_values = true)]
    beta: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What the theorems say; none where one does not apply.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(non_snake_case)]
struct Theory {
    #[serde(rename = "T")]
    T: u32,
    h: u32,
    n: u32,
    #[serde(rename = "D")]
    D: u32,
    d: u32,
    lower_bound: Option<lab::LowerBound>,
    sufficient_exponent: Option<Exponent>,
    memorising_exponent: Option<Exponent>,
    soft_minimum: Option<SoftMinimum>,
}

/// An exponent of 1/ε.
#[derive(Serialize)]
struct Exponent {
    /// For features of finite Barron norm.
    barron: u32,
    /// For any features.
    worst: u32,
}

#[derive(Serialize)]
struct SoftMinimum {
    beta: f64,
    bound: f64,
}

/// More than any Transformer has, and little enough to compute exactly with.
const MOST: u32 = 1_000_000;

pub fn theory(arguments: &Arguments) -> Done {
    let theory = Theory::of(arguments)?;
    if arguments.json {
        let text = serde_json::to_string(&theory).map_err(|error| error.to_string())?;
        return print(&text);
    }
    print(&theory.lines().join("\n"))
}

impl Theory {
    #[allow(non_snake_case)]
    fn of(arguments: &Arguments) -> Result<Self, String> {
        let size = |name, text: &str| whole(name, text, 1, MOST);
        let sizes = [
            size("T", &arguments.T),
            size("h", &arguments.h),
            size("n", &arguments.n),
            size("D", &arguments.D),
            size("d", &arguments.d),
        ];
        let beta = arguments.beta.as_deref().map(sharpness).transpose();
        let mut problems: Vec<String> = sizes.iter().filter_map(|s| s.clone().err()).collect();
        problems.extend(beta.clone().err());
        let ([Ok(T), Ok(h), Ok(n), Ok(D), Ok(d)], Ok(beta)) = (sizes, beta) else {
            return Err(problems.join("\n"));
        };
        let exponent = |of: &dyn Fn(bool) -> Option<u32>| {
            let (barron, worst) = (of(true)?, of(false)?);
            Some(Exponent { barron, worst })
        };
        Ok(Self {
            T,
            h,
            n,
            D,
            d,
            lower_bound: lab::lower_bound(T, h, n, D),
            sufficient_exponent: exponent(&|barron| lab::sufficient_exponent(h, n, d, D, barron)),
            memorising_exponent: exponent(&|barron| {
                lab::memorising_exponent(T, h, n, d, D, barron)
            }),
            // Every position may count: the worst case.
            soft_minimum: beta.map(|beta| SoftMinimum {
                beta,
                bound: lab::soft_minimum_bound(T as usize, T as usize, beta),
            }),
        })
    }

    #[allow(non_snake_case)]
    fn lines(&self) -> Vec<String> {
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
                "Sufficient for h ≥ D (theorem 1): C/ε^γ parameters; γ = {barron} for features of \
                 finite Barron norm, at worst γ = max(d, D) = {worst}."
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
                 suffice; 1 + γ = {barron} for features of finite Barron norm, at worst {worst}."
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
}

fn sharpness(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    // Below 1 the bound is not proved.
    let number = number.filter(|beta: &f64| (1.0..=1e6).contains(beta));
    number.ok_or_else(|| format!("--beta is {text:?}, but must be a number from 1 to 1000000."))
}

/// k as a decimal, and as a fraction in lowest terms where it is none.
fn exponent(bound: &lab::LowerBound) -> String {
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
    let exact = decimal.parse() == Ok(bound.k);
    let sign = if exact { "=" } else { "≈" };
    format!("k {sign} {decimal} = {above}/{below}")
}

/// Four significant digits: 0.35714… as "0.3571".
fn digits(value: f64) -> String {
    let rounded: f64 = format!("{value:.3e}").parse().unwrap_or(value);
    let size = rounded.abs();
    if size != 0.0 && !(1e-4..1e6).contains(&size) {
        format!("{rounded:e}")
    } else {
        rounded.to_string()
    }
}
