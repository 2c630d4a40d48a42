//! `headcount theory`: what paper 1's theorems say at given sizes, in a few lines or as JSON. The
//! formulas and the words are `lab`'s.

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

/// More than any Transformer has, and little enough to compute exactly with.
const MOST: u32 = 1_000_000;

pub fn theory(arguments: &Arguments) -> Done {
    let theorems = read(arguments)?;
    if arguments.json {
        let text = serde_json::to_string(&theorems).map_err(|error| error.to_string())?;
        return print(&text);
    }
    print(&theorems.lines().join("\n"))
}

#[allow(non_snake_case)]
fn read(arguments: &Arguments) -> Result<lab::Theorems, String> {
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
    Ok(lab::Theorems::of(T, h, n, D, d, beta))
}

fn sharpness(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    // Below 1 the bound is not proved.
    let number = number.filter(|beta: &f64| (1.0..=1e6).contains(beta));
    number.ok_or_else(|| format!("--beta is {text:?}, but must be a number from 1 to 1000000."))
}
