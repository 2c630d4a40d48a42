//! `headcount theory random-heads`: paper 2's closed form for random heads of rank 1, as numbers or as
//! a figure. The formula is in `lab`, the chart in `charts`.

use std::path::PathBuf;

use charts::{Chart, Part};
use lab::{RANDOM_HEADS, RANDOM_HEADS_D, RandomHeads, RandomHeadsPoint};
use serde_json::{Value, json};

use crate::error::CliError;
use crate::figure_file::FigureFile;
use crate::figure_options::FigureOptions;
use crate::files::print_line;
use crate::number_option::{InvalidNumber, NumberOption, whole_number};

/// State how far random heads of rank 1 come that are combined as well as can be.
///
/// They name the nearer of two orthogonal points to a third one in d dimensions. One head of full rank
/// does so without an error; to answer nothing has the error 1. The formula is Amsel, Yehudai and
/// Bruna's, “Quality over Quantity in Attention Layers” (arXiv:2407.16153). Nothing is trained.
#[derive(Clone, clap::Args)]
#[command(after_help = "\
Examples:
  headcount theory random-heads --d 64
  headcount theory random-heads --d 16,64 --heads 256 --paper -o figure.svg")]
pub struct Arguments {
    /// Number of dimensions, from 2 to 1024; several with commas between them.
    #[arg(
        long, value_name = "d",
        allow_hyphen_values = true,
        value_delimiter = ',',
        default_value = "64",
        value_parser = whole_number(2..=1024)
    )]
    d: Vec<NumberOption<u32>>,
    /// The largest number of heads, from 1 to 1024.
    #[arg(long, allow_hyphen_values = true, default_value = "1024", value_parser = whole_number(1..=1024))]
    heads: NumberOption<u32>,
    /// How many times the heads are drawn, from 1 to 100.
    #[arg(long, allow_hyphen_values = true, default_value = "5", value_parser = whole_number(1..=100))]
    draws: NumberOption<u32>,
    /// Print JSON instead of a table.
    #[arg(long, conflicts_with_all = ["output", "format"])]
    json: bool,
    /// Draw a figure into this file instead.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    figure: FigureOptions,
}

pub fn random_heads(arguments: &Arguments) -> Result<(), CliError> {
    let is_figure = arguments.output.is_some() || arguments.figure.format.is_some();
    let file = match is_figure {
        true => Some(FigureFile::of(
            &arguments.figure,
            arguments.output.as_deref(),
        )?),
        false => None,
    };
    let (dimensions, heads, draws) = sizes(arguments.clone())?;
    let computed = dimensions
        .into_iter()
        .map(|d| RandomHeads::finished(d, heads as usize, draws));
    let computed: Vec<RandomHeads> = computed.collect();
    if let Some(file) = file {
        let mut chart = charts::RandomHeads::of(&computed);
        chart.show(Part::Paper, arguments.figure.paper);
        return file.write(&mut chart, &caption(&computed));
    }
    if arguments.json {
        let all: Vec<Value> = computed.iter().map(as_json).collect();
        return print_line(&serde_json::to_string(&all)?);
    }
    let tables: Vec<String> = computed.iter().map(table).collect();
    print_line(&tables.join("\n\n"))
}

/// The sizes of `arguments`, or one sentence per bad option.
fn sizes(arguments: Arguments) -> Result<(Vec<u32>, u32, u32), CliError> {
    let Arguments {
        d, heads, draws, ..
    } = arguments;
    let dimensions: Result<Vec<u32>, InvalidNumber> = d.iter().cloned().collect();
    match (dimensions, heads, draws) {
        (Ok(dimensions), Ok(heads), Ok(draws)) => Ok((dimensions, heads, draws)),
        (_, heads, draws) => {
            let of_d = d.into_iter().filter_map(Result::err);
            let problems = of_d.chain(heads.err()).chain(draws.err());
            let sentences: Vec<String> = problems.map(|problem| problem.to_string()).collect();
            Err(sentences.join("\n").into())
        }
    }
}

fn as_json(heads: &RandomHeads) -> Value {
    let d = heads.d();
    let published = RANDOM_HEADS.iter().filter(|_| d == RANDOM_HEADS_D);
    let paper: Vec<Value> = published
        .map(|mark| json!({ "heads": mark.h, "mean": mark.value }))
        .collect();
    json!({ "d": d, "draws": heads.draws(), "points": heads.points(), "paper": paper })
}

/// What stands below the figure.
fn caption(computed: &[RandomHeads]) -> String {
    let dimensions: Vec<String> = computed.iter().map(|of| of.d().to_string()).collect();
    let draws = computed.first().map_or(0, RandomHeads::draws);
    let draws = match draws {
        1 => "1 draw".into(),
        draws => format!("mean of {draws} draws"),
    };
    format!(
        "random heads of rank 1 · d = {} · {draws}",
        dimensions.join(", ")
    )
}

/// A row for each power of two, for as many heads as there are dimensions, and for the largest number.
fn table(heads: &RandomHeads) -> String {
    let (d, draws) = (heads.d(), heads.draws());
    let all = if draws == 1 {
        "1 draw".into()
    } else {
        format!("{draws} draws")
    };
    let mut lines = vec![
        format!("d = {d}, {all}; one head of full rank has the error 0"),
        "heads   mean    smallest  largest  paper".into(),
    ];
    let points = heads.points();
    let last = points.len() as u32;
    let is_shown = |point: &&RandomHeadsPoint| {
        point.heads.is_power_of_two() || [d, last].contains(&point.heads)
    };
    for point in points.iter().filter(is_shown) {
        let RandomHeadsPoint {
            heads,
            mean,
            min,
            max,
        } = *point;
        let published = RANDOM_HEADS
            .iter()
            .find(|mark| mark.h == heads && d == RANDOM_HEADS_D);
        let paper = published.map_or(String::new(), |mark| mark.value.to_string());
        let note = if heads == d {
            "  as many parameters as one full head"
        } else {
            ""
        };
        let line = format!("{heads:<6}  {mean:.4}  {min:.4}    {max:.4}   {paper:<5}{note}");
        lines.push(line.trim_end().into());
    }
    lines.join("\n")
}
