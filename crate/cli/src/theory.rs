//! `headcount theory`: what paper 1's theorems say at given sizes. The formulas and the sentences
//! are in `lab`. What paper 2 computes is a command of its own below it, in `random_heads.rs`.

use crate::error::CliError;
use crate::files::print_line;
use crate::number_option::{InvalidNumber, NumberOption, number, whole_number};
use crate::random_heads::{self, random_heads};

/// Larger than any size of a Transformer, and small enough that `lab` computes without overflow.
const MAX_SIZE: u32 = 1_000_000;

/// State what the paper's theorems guarantee and rule out at given sizes.
///
/// The paper is Yu, Jiang, Bao, Yu and Li, “The Effect of Attention Head Count on Transformer
/// Approximation” (arXiv:2510.06662). Nothing is trained. Sizes are from 1 to 1000000.
#[derive(Clone, clap::Args)]
#[command(
    after_help = "Example:\n  headcount theory --T 16 --h 1 --n 8 --D 4",
    subcommand_negates_reqs = true,
    args_conflicts_with_subcommands = true
)]
pub struct Arguments {
    #[command(flatten)]
    sizes: Option<Sizes>,
    /// Print JSON instead of sentences.
    #[arg(long)]
    json: bool,
    #[command(subcommand)]
    of: Option<Of>,
}

#[derive(Clone, clap::Subcommand)]
enum Of {
    RandomHeads(Box<random_heads::Arguments>),
}

/// The sizes that the theorems speak of.
#[derive(Clone, clap::Args)]
#[allow(non_snake_case)]
struct Sizes {
    /// Sequence length.
    #[arg(long = "T", allow_hyphen_values = true, value_parser = whole_number(1..=MAX_SIZE))]
    T: NumberOption<u32>,
    /// Number of attention heads.
    #[arg(long, value_name = "h", allow_hyphen_values = true, value_parser = whole_number(1..=MAX_SIZE))]
    h: NumberOption<u32>,
    /// Dimension of one head.
    #[arg(long, value_name = "n", allow_hyphen_values = true, value_parser = whole_number(1..=MAX_SIZE))]
    n: NumberOption<u32>,
    /// Intrinsic dimension of the task: how many targets it has.
    #[arg(long = "D", allow_hyphen_values = true, value_parser = whole_number(1..=MAX_SIZE))]
    D: NumberOption<u32>,
    /// Dimension of one token.
    #[arg(
        long, value_name = "d",
        allow_hyphen_values = true,
        default_value = "4",
        value_parser = whole_number(1..=MAX_SIZE)
    )]
    d: NumberOption<u32>,
    /// Sharpness of a head's softmax, from 1: also say how far its soft minimum may be from the
    /// true minimum.
    // Below 1 the bound is not proved.
    #[arg(long, allow_hyphen_values = true, value_parser = number(1.0..=1e6))]
    beta: Option<NumberOption<f64>>,
}

pub fn theory(arguments: &Arguments) -> Result<(), CliError> {
    if let Some(Of::RandomHeads(arguments)) = &arguments.of {
        return random_heads(arguments);
    }
    // Without a command below it, clap asks for the sizes.
    let Some(sizes) = &arguments.sizes else {
        return Ok(());
    };
    let theorems = theorems(sizes.clone())?;
    if arguments.json {
        return print_line(&serde_json::to_string(&theorems)?);
    }
    print_line(&theorems.lines().join("\n"))
}

/// The theorems at these sizes, or one sentence per bad option.
#[allow(non_snake_case)]
fn theorems(sizes: Sizes) -> Result<lab::Theorems, CliError> {
    let Sizes {
        T,
        h,
        n,
        D,
        d,
        beta,
    } = sizes;
    match (T, h, n, D, d, beta.transpose()) {
        (Ok(T), Ok(h), Ok(n), Ok(D), Ok(d), Ok(beta)) => Ok(lab::Theorems::of(T, h, n, D, d, beta)),
        (T, h, n, D, d, beta) => {
            let problems = [T.err(), h.err(), n.err(), D.err(), d.err(), beta.err()];
            let sentences = problems.iter().flatten().map(InvalidNumber::to_string);
            Err(sentences.collect::<Vec<_>>().join("\n").into())
        }
    }
}
