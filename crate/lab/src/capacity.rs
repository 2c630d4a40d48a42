//! Whether an engine can hold an experiment, and if not, which field to lower, and to what. How
//! much is needed is counted in `memory`.

use serde_json::{Value, json};

use crate::architecture::Form;
use crate::experiment::Experiment;
use crate::grid::{Family, HeadSize};
use crate::memory::{alone, in_worker, on_webgpu};
use crate::problem::Problem;

/// What a Worker may need: half of the 4 GiB that wasm can address, because the count may be wrong
/// by as much.
const WORKER: u64 = 2 << 30;

/// What a GPU may be asked for in all: no browser says what it has, and small ones have this.
const DEVICE: u64 = 2 << 30;

/// What a buffer may hold on every device that has WebGPU: its maxStorageBufferBindingSize, if no
/// more is asked for. Many devices have more.
pub const GUARANTEED_BUFFER: u64 = 128 << 20;

/// Where an experiment is to be trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// On the CPU, in this many Workers.
    Cpu {
        /// At least one.
        workers: usize,
    },
    /// On a GPU.
    WebGpu {
        /// What a buffer may hold, in bytes; where that is not known, [`GUARANTEED_BUFFER`].
        buffer: u64,
    },
}

/// Whether the engine can hold the experiment. If not, the problem names the field whose lowering
/// takes the least away, and how low it has to be.
pub fn fits(experiment: &Experiment, engine: EngineKind) -> Result<(), Problem> {
    match engine {
        EngineKind::Cpu { workers } => check(experiment, "", |experiment| {
            in_a_worker(in_worker(experiment, workers))
        }),
        EngineKind::WebGpu { buffer: most } => check(experiment, " on WebGPU", |experiment| {
            let (all, largest) = on_webgpu(experiment);
            let buffer = Need {
                bytes: largest.bytes(),
                most,
                sentence: |need, most| {
                    format!("would fill a buffer of {need}, and a GPU's may hold {most}")
                },
                what: format!("the {}", largest.what),
            };
            let device = Need {
                bytes: all,
                most: DEVICE,
                sentence: |need, most| {
                    format!("would need {need}, and a GPU may have no more than {most}")
                },
                what: "training".into(),
            };
            if buffer.over() >= device.over() {
                buffer
            } else {
                device
            }
        }),
    }
}

/// Whether there is any engine that can hold the experiment: its largest run, in a Worker alone.
pub(crate) fn fits_anywhere(experiment: &Experiment) -> Result<(), Problem> {
    check(experiment, "", |experiment| in_a_worker(alone(experiment)))
}

fn in_a_worker(bytes: u64) -> Need {
    Need {
        bytes,
        most: WORKER,
        sentence: |need, most| format!("would need {need} of memory, and can have {most}"),
        what: "a Worker".into(),
    }
}

/// What is needed, and what there is.
struct Need {
    bytes: u64,
    most: u64,
    what: String,
    sentence: fn(String, String) -> String,
}

impl Need {
    /// As a share of what there is.
    fn over(&self) -> f64 {
        self.bytes as f64 / self.most as f64
    }

    fn is_met(&self) -> bool {
        self.bytes <= self.most
    }

    fn because(&self) -> String {
        let said = (self.sentence)(size(self.bytes), size(self.most));
        format!("{} {said}", self.what)
    }
}

/// Bytes, for a person.
fn size(bytes: u64) -> String {
    let mebibytes = bytes as f64 / f64::from(1 << 20);
    if mebibytes < 1000.0 {
        format!("{mebibytes:.0} MiB")
    } else {
        let gibibytes = format!("{:.1}", mebibytes / 1024.0);
        format!("{} GiB", gibibytes.trim_end_matches(".0"))
    }
}

/// A field that can be lowered.
struct Lever {
    field: &'static str,
    /// Its value, the largest of a list; `None` where there is no such field.
    value: fn(&Experiment) -> Option<u32>,
    /// The least that it may be.
    least: fn(&Experiment) -> u32,
    /// Lowers it, a list's entries to at most this.
    lower: fn(&mut Experiment, u32),
}

/// Where lowering two fields takes about the same away, the earlier one is to be lowered: rather
/// how something is trained than what is asked.
const LEVERS: [Lever; 9] = [
    Lever {
        field: "recipe.batch",
        value: |e| Some(e.recipe.batch),
        least: |_| 1,
        lower: |e, to| e.recipe.batch = to,
    },
    Lever {
        field: "recipe.validationSequences",
        value: |e| Some(e.recipe.validation_sequences),
        least: |_| 2,
        lower: |e, to| e.recipe.validation_sequences = to,
    },
    Lever {
        field: "recipe.trainSequences",
        value: |e| Some(e.recipe.train_sequences),
        least: |e| e.recipe.batch,
        lower: |e, to| e.recipe.train_sequences = to,
    },
    Lever {
        field: "seeds",
        value: |e| u32::try_from(e.seeds.len()).ok(),
        least: |_| 1,
        lower: |e, to| e.seeds.truncate(to as usize),
    },
    Lever {
        field: "grid.T",
        value: |e| e.grid.T.iter().copied().max(),
        least: |e| e.task.shortest(),
        lower: |e, to| cap(&mut e.grid.T, to),
    },
    Lever {
        field: "grid.N",
        value: |e| widths(&e.grid.family)?.iter().copied().max(),
        least: |_| 1,
        lower: |e, to| match &mut e.grid.family {
            Family::Reader { N, .. } | Family::Memoriser { N, .. } | Family::Encoder { N, .. } => {
                cap(N, to);
            }
            Family::Attention { .. } => {}
        },
    },
    Lever {
        field: "grid.n",
        value: |e| match e.grid.family.head_size()? {
            HeadSize::PerHead(n) => Some(n),
            HeadSize::Shared(_) => None,
        },
        least: least_head,
        lower: |e, to| set_head_size(&mut e.grid.family, HeadSize::PerHead(to)),
    },
    Lever {
        field: "grid.E",
        value: |e| match e.grid.family.head_size()? {
            HeadSize::Shared(all) => Some(all),
            HeadSize::PerHead(_) => None,
        },
        least: least_head,
        lower: |e, to| set_head_size(&mut e.grid.family, HeadSize::Shared(to)),
    },
    Lever {
        field: "grid.h",
        // Heads that share a width would be wider if they were fewer, and the memoriser has one.
        value: |e| match e.grid.family {
            Family::Reader {
                size: HeadSize::PerHead(_),
                ..
            } => e.grid.h.iter().copied().max(),
            _ => None,
        },
        least: |_| 1,
        lower: |e, to| cap(&mut e.grid.h, to),
    },
];

/// No entry above `most`, and none twice.
fn cap(list: &mut Vec<u32>, most: u32) {
    let mut capped = Vec::with_capacity(list.len());
    for entry in list.iter().map(|entry| *entry.min(&most)) {
        if !capped.contains(&entry) {
            capped.push(entry);
        }
    }
    *list = capped;
}

fn widths(family: &Family) -> Option<&[u32]> {
    let mut varied = family.varied().into_iter();
    varied.find(|(name, _)| *name == "N").map(|(_, list)| list)
}

fn set_head_size(family: &mut Family, to: HeadSize) {
    if let Family::Reader { size, .. } | Family::Memoriser { size, .. } = family {
        *size = to;
    }
}

/// A memoriser's head has to hold the sequence.
fn least_head(experiment: &Experiment) -> u32 {
    match experiment.grid.family.form() {
        Form::Memoriser => {
            let longest = experiment.grid.T.iter().copied().max().unwrap_or(1);
            longest.saturating_mul(experiment.task.token_dimension())
        }
        Form::Reader | Form::Attention | Form::Encoder => 1,
    }
}

/// Finds what to lower where the `need` of the experiment is not met.
fn check(
    experiment: &Experiment,
    on: &str,
    need: impl Fn(&Experiment) -> Need,
) -> Result<(), Problem> {
    let now = need(experiment);
    if now.is_met() {
        return Ok(());
    }
    let lowered = |lever: &Lever, to: u32| {
        let mut experiment = experiment.clone();
        (lever.lower)(&mut experiment, to);
        need(&experiment)
    };
    // Of what suffices alone, the one of which the greatest share is left.
    let mut best: Option<(f64, &Lever, u32)> = None;
    // Of what does not, the one that comes nearest.
    let mut nearest: (f64, &Lever) = (f64::INFINITY, &LEVERS[0]);
    for lever in &LEVERS {
        let Some(value) = (lever.value)(experiment) else {
            continue;
        };
        let mut fits = (lever.least)(experiment);
        if fits >= value {
            continue;
        }
        let at_least = lowered(lever, fits);
        if !at_least.is_met() {
            if at_least.over() < nearest.0 {
                nearest = (at_least.over(), lever);
            }
            continue;
        }
        let mut too_much = value;
        while too_much - fits > 1 {
            let middle = fits + (too_much - fits) / 2;
            if lowered(lever, middle).is_met() {
                fits = middle;
            } else {
                too_much = middle;
            }
        }
        let left = f64::from(fits) / f64::from(value);
        if best.is_none_or(|(most, ..)| left > 1.1 * most) {
            best = Some((left, lever, fits));
        }
    }
    let (lever, allowed) = match best {
        Some((_, lever, most)) if lever.field == "seeds" => {
            (lever, format!("a list of at most {most} entries{on}"))
        }
        Some((_, lever, most)) => (lever, format!("at most {most}{on}")),
        None => (nearest.1, format!("smaller{on}, and other sizes too")),
    };
    Err(Problem {
        field: lever.field.into(),
        given: match lever.field {
            "seeds" => json!(experiment.seeds),
            _ => (lever.value)(experiment).map_or(Value::Null, Value::from),
        },
        allowed: format!("{allowed}: {}", now.because()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arbitrary::any_sized_experiment;
    use crate::memory::memory;
    use proptest::prelude::*;

    const CPU: EngineKind = EngineKind::Cpu { workers: 2 };
    const WEBGPU: EngineKind = EngineKind::WebGpu {
        buffer: GUARANTEED_BUFFER,
    };

    fn experiment(given: Value) -> Experiment {
        Experiment::from_value(given).unwrap()
    }

    /// The experiment with the field lowered as told; `None` if that is not enough.
    fn obey(mut experiment: Experiment, problem: &Problem) -> Option<Experiment> {
        let lever = LEVERS.iter().find(|lever| lever.field == problem.field)?;
        let (_, most) = problem.allowed.split_once("at most ")?;
        let digits = most.split(|c: char| !c.is_ascii_digit()).next()?;
        (lever.lower)(&mut experiment, digits.parse().ok()?);
        Some(experiment)
    }

    #[test]
    fn the_papers_sizes_fit_everywhere() {
        for given in [
            json!({}),
            json!({ "grid": { "T": [8, 16, 32, 64] }, "seeds": [0, 1, 2, 3, 4] }),
            json!({ "grid": { "E": 32, "L": [1, 2] }, "recipe": { "batch": 256 } }),
            json!({ "grid": { "form": "memoriser" } }),
            json!({ "task": { "kind": "farthest", "d": 64 }, "grid": { "h": [1, 2, 4, 8] } }),
            json!({ "task": { "kind": "nearest" }, "grid": { "form": "encoder", "L": [1, 2, 3] } }),
        ] {
            let given = experiment(given);
            for engine in [CPU, WEBGPU] {
                assert_eq!(fits(&given, engine), Ok(()));
            }
        }
    }

    #[test]
    fn what_fits_on_the_cpu_only_is_told_what_to_lower() {
        let given = experiment(json!({ "seeds": (0..100).collect::<Vec<u32>>() }));
        assert_eq!(fits(&given, CPU), Ok(()));
        let problem = fits(&given, WEBGPU).unwrap_err();
        let said = problem.to_string();
        assert!(said.starts_with("seeds is [0,1,2,"), "{said}");
        assert!(
            said.ends_with(
                "but must be a list of at most 25 entries on WebGPU: the hidden activations \
                 would fill a buffer of 500 MiB, and a GPU's may hold 128 MiB."
            ),
            "{said}"
        );
        let roomy = EngineKind::WebGpu { buffer: 1 << 30 };
        assert_eq!(fits(&given, roomy), Ok(()));
        let lowered = obey(given, &problem).unwrap();
        assert_eq!(fits(&lowered, WEBGPU), Ok(()));
    }

    #[test]
    fn what_no_engine_can_hold_is_refused() {
        let said = |given: Value| match Experiment::from_value(given) {
            Ok(_) => "accepted".into(),
            Err(problems) => problems.to_string(),
        };
        let long = json!({ "T": [16, 1024] });
        let batch = |batch: u32| json!({ "batch": batch, "trainSequences": 8192 });
        assert_eq!(
            said(json!({ "grid": long, "recipe": batch(8192) })),
            "recipe.batch is 8192, but must be at most 3938: a Worker would need 4 GiB of \
             memory, and can have 2 GiB."
        );
        let recipe = batch(3938);
        assert_eq!(said(json!({ "grid": long, "recipe": recipe })), "accepted");
        let recipe = batch(3939);
        assert_ne!(said(json!({ "grid": long, "recipe": recipe })), "accepted");
    }

    proptest! {
        #[test]
        fn lowering_as_told_makes_it_fit(given in any_sized_experiment(), workers in 1usize..9) {
            for engine in [EngineKind::Cpu { workers }, WEBGPU] {
                if let Err(problem) = fits(&given, engine) {
                    match obey(given.clone(), &problem) {
                        Some(lowered) => prop_assert_eq!(fits(&lowered, engine), Ok(())),
                        None => prop_assert!(problem.allowed.starts_with("smaller")),
                    }
                }
            }
            if let Err(problem) = fits_anywhere(&given)
                && let Some(lowered) = obey(given, &problem)
            {
                prop_assert_eq!(fits_anywhere(&lowered), Ok(()));
                // And it is an experiment that is accepted.
                prop_assert_eq!(Experiment::from_json(&lowered.to_json()), Ok(lowered));
            }
        }

        #[test]
        fn lower_never_needs_more(given in any_sized_experiment(), share in 0.0..1.0) {
            for lever in &LEVERS {
                let Some(value) = (lever.value)(&given) else {
                    continue;
                };
                let least = (lever.least)(&given).min(value);
                let to = least + (f64::from(value - least) * share) as u32;
                let mut lowered = given.clone();
                (lever.lower)(&mut lowered, to);
                let (less, more) = (memory(&lowered, 1), memory(&given, 1));
                prop_assert!(less.cpu <= more.cpu, "{} to {}", lever.field, to);
                prop_assert!(less.webgpu <= more.webgpu, "{} to {}", lever.field, to);
                prop_assert!(less.largest_buffer <= more.largest_buffer, "{} to {}", lever.field, to);
            }
        }
    }
}
