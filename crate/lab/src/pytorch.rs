//! An experiment as a PyTorch script that needs nothing else: the same task, the same Transformers
//! with the same names of weights, the same recipe. Its random numbers are torch's, so its results
//! are similar, not equal. Here the parts in `pytorch/` are chosen and given their numbers; nothing
//! is run.

use std::fmt::Write;

use crate::architecture::Form;
use crate::experiment::Experiment;
use crate::plan::{Run, runs};
use crate::recipe::Data;
use crate::task::{Feature, Outer, Queries, Retrieval, Subsets, Task};

const HEADER: &str = "\
# The sequences and the first weights are drawn by torch's own generator, so no number is the same
# as in Headcount; their distribution is, and so is the target function, to the last digit.
# Needs PyTorch 2 and nothing else. Every line that it prints is one trained Transformer.
import math

import torch
from torch import nn
";

/// The script that trains every run of `experiment`, one after the other.
///
/// ```
/// let experiment = lab::Experiment::from_json("{}").unwrap();
/// assert!(lab::pytorch(&experiment).contains("import torch"));
/// ```
pub fn pytorch(experiment: &Experiment) -> String {
    let Experiment { task, grid, .. } = experiment;
    let form = grid.family.form();
    let model: &[&str] = match form {
        Form::Reader => &[include_str!("pytorch/reader.py")],
        Form::Memoriser => &[include_str!("pytorch/memoriser.py")],
        Form::Attention => &[
            include_str!("pytorch/attend.py"),
            include_str!("pytorch/attention.py"),
        ],
        Form::Encoder => &[
            include_str!("pytorch/attend.py"),
            include_str!("pytorch/encoder.py"),
        ],
    };
    let (paper, task_part) = match task {
        Task::MaxSum(_) => (1, include_str!("pytorch/max_sum.py")),
        Task::Retrieval(_) => (1, include_str!("pytorch/retrieval.py")),
        Task::MinMax(_) => (1, include_str!("pytorch/min_max.py")),
        Task::Farthest(_) => (2, include_str!("pytorch/farthest.py")),
        Task::Nearest(nearest) => match nearest.queries {
            Queries::Own => (2, include_str!("pytorch/nearest_self.py")),
            Queries::Separate => (2, include_str!("pytorch/nearest_separate.py")),
        },
    };
    let target_part = match paper {
        1 => include_str!("pytorch/paper_1.py"),
        _ => include_str!("pytorch/paper_2.py"),
    };
    let mut parts = vec![
        format!("{}{HEADER}\n{}", about(experiment), settings(experiment)),
        format!("{}{task_part}", task_parameters(experiment)),
        include_str!("pytorch/start.py").into(),
    ];
    parts.extend(model.iter().map(|part| part.to_string()));
    parts.extend([target_part.into(), include_str!("pytorch/train.py").into()]);
    parts.join("\n\n")
}

/// What the script is, as comments no wider than the code.
fn about(experiment: &Experiment) -> String {
    let paper = experiment.task.paper().reference;
    let text = format!(
        "How many attention heads does this task need? Written by Headcount. {} After {paper}",
        experiment.task.sentence()
    );
    let mut comment = String::from("#");
    let mut width = 1;
    for word in text.split_whitespace() {
        if width + 1 + word.len() > 98 {
            comment.push_str("\n#");
            width = 1;
        }
        comment.push(' ');
        comment.push_str(word);
        width += 1 + word.len();
    }
    comment + "\n#\n"
}

/// The runs and the recipe.
fn settings(experiment: &Experiment) -> String {
    let recipe = &experiment.recipe;
    let fresh = if recipe.data == Data::Fresh {
        "True"
    } else {
        "False"
    };
    let mut text = String::from("RUNS = [\n");
    let varied = experiment.grid.family.varied();
    for Run {
        T,
        architecture: of,
        seed,
    } in runs(experiment)
    {
        let mut sizes = format!("T={T}, h={}, n={}, ", of.h, of.n);
        for (name, size) in [("N", of.N), ("w", of.w), ("L", of.L)] {
            if varied.iter().any(|(key, _)| *key == name) {
                sizes += &format!("{name}={size}, ");
            }
        }
        _ = writeln!(text, "    dict({sizes}seed={seed}),");
    }
    _ = write!(
        text,
        "]\n\
         STEPS, BATCH, RATE, WARM_UP = {}, {}, {}, {}\n\
         BETAS, DECAY = ({}, {}), {}\n\
         FRESH, TRAIN, VALIDATION = {fresh}, {}, {}  # FRESH: every sequence is seen once\n\
         POINTS, TARGET = {}, {}  # a run ends where its error is not above TARGET\n\
         DATA_SEED = {}\n\
         TOKEN = {}  # numbers in a token\n",
        recipe.steps,
        recipe.batch,
        recipe.learning_rate,
        recipe.warm_up,
        recipe.beta1,
        recipe.beta2,
        recipe.weight_decay,
        recipe.train_sequences,
        recipe.validation_sequences,
        recipe.curve_points,
        recipe.target,
        experiment.task.seed(),
        experiment.task.token_dimension(),
    );
    text
}

/// The task's own parameters, which are the same as in the experiment.
fn task_parameters(experiment: &Experiment) -> String {
    match &experiment.task {
        Task::MaxSum(task) => {
            let mut text = String::from("DIRECTIONS = [\n");
            for row in task.directions().chunks_exact(task.d as usize) {
                _ = writeln!(text, "    {row:?},");
            }
            text + "]\n"
        }
        Task::Retrieval(task) => retrieval_parameters(task, &experiment.grid.T),
        Task::MinMax(_) => String::new(),
        Task::Farthest(_) => "ASKING = \"all\"  # every token asks\n".into(),
        Task::Nearest(task) => match task.queries {
            Queries::Own => "ASKING = \"others\"  # every token asks for another one\n",
            Queries::Separate => "ASKING = \"last\"  # the last token asks\n",
        }
        .into(),
    }
}

fn retrieval_parameters(task: &Retrieval, lengths: &[u32]) -> String {
    let mut text = format!(
        "PLACE = {}  # numbers of a token that targets depend on\n",
        task.d
    );
    text += "MINIMISERS = [\n";
    for place in task.minimiser_points() {
        _ = writeln!(text, "    {place:?},");
    }
    text += "]\nSUBSETS = {\n";
    for t in lengths {
        _ = match task.subsets {
            Subsets::All => writeln!(text, "    {t}: [list(range({t}))] * {},", task.D),
            _ => writeln!(text, "    {t}: {:?},", task.positions(*t)),
        };
    }
    text += "}\n";
    text += match task.feature {
        Feature::Bowl => "g = lambda u: u\n",
        Feature::Well => "g = lambda u: torch.expm1(-2 * u) / math.expm1(-2)\n",
        Feature::Log => "g = lambda u: torch.log1p(8 * u) / math.log1p(8)\n",
    };
    text += match task.outer {
        Outer::Sum => "F = lambda z: z.sum(1)\n",
        Outer::Product => "F = lambda z: (1 + z).prod(1)\n",
        Outer::Smooth => {
            "WEIGHTS = [0.5 + (i + 1) / len(MINIMISERS) for i in range(len(MINIMISERS))]\n\
             F = lambda z: (torch.tensor(WEIGHTS) * z).sum(1) + torch.tanh(z.sum(1))\n"
        }
    };
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ADAMW_EPSILON, CURVE_SEQUENCES, EVALUATION_CHUNK};

    fn of(text: &str) -> String {
        pytorch(&Experiment::from_json(text).unwrap())
    }

    #[test]
    fn the_default_script_has_the_experiments_numbers() {
        let script = of("{}");
        for line in [
            "    dict(T=16, h=5, n=8, N=32, L=1, seed=0),",
            "STEPS, BATCH, RATE, WARM_UP = 2000, 64, 0.015, 0.05",
            "BETAS, DECAY = (0.9, 0.95), 0",
            "FRESH, TRAIN, VALIDATION = False, 8000, 2000  # FRESH: every sequence is seen once",
        ] {
            assert!(
                script.lines().any(|found| found == line),
                "{line}\n{script}"
            );
        }
        assert_eq!(script.matches("    dict(T=").count(), 5);
        assert!(script.lines().all(|line| line.len() < 120));
        let Task::MaxSum(task) = Task::default() else {
            unreachable!("the default is max-sum")
        };
        let first: Vec<String> = task.directions()[..4].iter().map(f32::to_string).collect();
        assert!(script.contains(&format!("    [{}],", first.join(", "))));
    }

    #[test]
    fn the_script_has_the_constants_of_every_recipe() {
        let script = of("{}");
        for part in [
            format!("x.split({EVALUATION_CHUNK})"),
            format!("seen_x[:{CURVE_SEQUENCES}], seen_y[:{CURVE_SEQUENCES}]"),
            format!("eps={ADAMW_EPSILON:e},"),
        ] {
            assert!(script.contains(&part), "{part}");
        }
    }

    #[test]
    fn every_weight_of_a_model_file_is_named() {
        let reader = of(r#"{ "grid": { "L": [2] } }"#);
        for name in [
            "embed.hidden.weight",
            "cls",
            "query",
            "readout.out.bias",
            "layer{layer}.",
        ] {
            assert!(reader.contains(name), "{name}");
        }
        let memoriser = of(r#"{ "grid": { "form": "memoriser", "T": [4] } }"#);
        assert!(
            memoriser.contains("embed.position")
                && memoriser.contains("readout.hidden{layer}.weight")
        );
        let encoder = of(r#"{ "task": { "kind": "farthest" }, "grid": { "form": "encoder" } }"#);
        assert!(encoder.contains("feed-forward.norm") && encoder.contains("ASKING = \"all\""));
    }

    #[test]
    fn a_retrieval_script_has_the_tasks_own_places_and_positions() {
        let script = of(
            r#"{ "task": { "kind": "retrieval", "D": 2, "subsets": "blocks", "outer": "smooth", "feature": "log" },
                 "grid": { "T": [4, 8] } }"#,
        );
        assert!(
            script.contains("    4: [[0, 1], [2, 3]],\n    8: [[0, 1, 2, 3], [4, 5, 6, 7]],\n")
        );
        assert!(script.contains("log1p") && script.contains("tanh"));
        assert_eq!(script.matches("TOKEN = 3 ").count(), 1);
    }
}
