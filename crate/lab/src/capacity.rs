//! Whether an engine has the memory for an experiment, and if not, which field to lower, and to what.
//! How much memory is needed is counted in `memory.rs`.

mod lowerable;

use serde_json::{Value, json};

use crate::change::Change;
use crate::experiment::Experiment;
use crate::memory::{fullest_worker, largest_run, webgpu};
use crate::problem::Problem;
use crate::training_words::counted;

use lowerable::{LOWERABLE_FIELDS, LowerableField};

/// The most bytes that a Worker may need: half of the 4 GiB that wasm can address, because the count
/// may be wrong by a factor of two.
const WORKER_MEMORY: u64 = 2 << 30;

/// The most bytes that a GPU may need in total. Browsers do not say how much memory a GPU has; small
/// ones have this much.
const GPU_MEMORY: u64 = 2 << 30;

/// The bytes that a buffer may have on every device with WebGPU: the default limit
/// maxStorageBufferBindingSize. Many devices allow more.
///
/// ```
/// assert_eq!(lab::in_units(lab::GUARANTEED_BUFFER), "128 MiB");
/// ```
pub const GUARANTEED_BUFFER: u64 = 128 << 20;

/// Where an experiment is to be trained.
///
/// ```
/// use lab::{EngineKind, Experiment, GUARANTEED_BUFFER, fits};
///
/// let experiment = Experiment::default();
/// assert!(fits(&experiment, EngineKind::Cpu { workers: 4 }).is_ok());
/// assert!(fits(&experiment, EngineKind::WebGpu { buffer: GUARANTEED_BUFFER }).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// On the CPU, in this many Workers.
    Cpu {
        /// At least one.
        workers: usize,
    },
    /// On a GPU.
    WebGpu {
        /// The most bytes of a buffer; where that is not known, [`GUARANTEED_BUFFER`].
        buffer: u64,
    },
}

/// Whether the engine has the memory for the experiment. If not, the problem names the field that has
/// to be lowered least, and its largest allowed value.
///
/// ```
/// use lab::{EngineKind, Experiment, GUARANTEED_BUFFER, fits};
///
/// let experiment = Experiment { seeds: (0..100).collect(), ..Experiment::default() };
/// assert!(fits(&experiment, EngineKind::Cpu { workers: 4 }).is_ok());
///
/// // On a GPU all 500 runs are one program.
/// let problem = fits(&experiment, EngineKind::WebGpu { buffer: GUARANTEED_BUFFER }).unwrap_err();
/// assert_eq!(problem.field, "seeds");
/// assert!(problem.allowed.starts_with("a list of at most 25 entries on WebGPU"));
/// ```
pub fn fits(experiment: &Experiment, engine: EngineKind) -> Result<(), Problem> {
    match engine {
        EngineKind::Cpu { workers } => check(experiment, "", |experiment| {
            in_worker(fullest_worker(experiment, workers))
        }),
        EngineKind::WebGpu { buffer: most } => check(experiment, " on WebGPU", |experiment| {
            let (total, largest) = webgpu(experiment);
            let buffer = Need {
                bytes: largest.bytes(),
                most,
                sentence: |need, most| {
                    format!("would fill a buffer of {need}, and a GPU's may hold {most}")
                },
                what: format!("the {}", largest.what),
            };
            let device = Need {
                bytes: total,
                most: GPU_MEMORY,
                sentence: |need, most| {
                    format!("would need {need}, and a GPU may have no more than {most}")
                },
                what: "training".into(),
            };
            if buffer.share() >= device.share() {
                buffer
            } else {
                device
            }
        }),
    }
}

/// Whether any engine has the memory for the experiment: a Worker that trains nothing but its largest
/// run.
pub(crate) fn fits_anywhere(experiment: &Experiment) -> Result<(), Problem> {
    check(experiment, "", |experiment| {
        in_worker(largest_run(experiment))
    })
}

fn in_worker(bytes: u64) -> Need {
    Need {
        bytes,
        most: WORKER_MEMORY,
        sentence: |need, most| format!("would need {need} of memory, and can have {most}"),
        what: "a Worker".into(),
    }
}

/// How many bytes are needed, and how many are allowed.
struct Need {
    bytes: u64,
    most: u64,
    /// What needs them, in words.
    what: String,
    /// The rest of the sentence, from the bytes needed and the bytes allowed.
    sentence: fn(String, String) -> String,
}

impl Need {
    /// The bytes needed, as a share of the bytes allowed.
    fn share(&self) -> f64 {
        self.bytes as f64 / self.most as f64
    }

    fn is_met(&self) -> bool {
        self.bytes <= self.most
    }

    fn reason(&self) -> String {
        let rest = (self.sentence)(in_units(self.bytes), in_units(self.most));
        format!("{} {rest}", self.what)
    }
}

/// Bytes as "128 MiB" or "1.5 GiB".
///
/// ```
/// assert_eq!(lab::in_units(128 << 20), "128 MiB");
/// assert_eq!(lab::in_units(3 << 29), "1.5 GiB");
/// ```
pub fn in_units(bytes: u64) -> String {
    let mebibytes = bytes as f64 / f64::from(1 << 20);
    if mebibytes < 1000.0 {
        format!("{mebibytes:.0} MiB")
    } else {
        let gibibytes = format!("{:.1}", mebibytes / 1024.0);
        format!("{} GiB", gibibytes.trim_end_matches(".0"))
    }
}

/// If the `need` of the experiment is not met, finds the field to lower.
fn check(
    experiment: &Experiment,
    on_engine: &str,
    need: impl Fn(&Experiment) -> Need,
) -> Result<(), Problem> {
    let now = need(experiment);
    if now.is_met() {
        return Ok(());
    }
    let need_with = |field: &LowerableField, value: u32| {
        let mut experiment = experiment.clone();
        (field.lower)(&mut experiment, value);
        need(&experiment)
    };
    // Of the fields that suffice alone: the one that keeps the greatest share of its value.
    let mut best: Option<(f64, &LowerableField, u32)> = None;
    // Of the fields that do not: the one whose least value needs the fewest bytes.
    let mut nearest: (f64, &LowerableField) = (f64::INFINITY, &LOWERABLE_FIELDS[0]);
    for field in &LOWERABLE_FIELDS {
        let Some(value) = (field.value)(experiment) else {
            continue;
        };
        let mut fits = (field.least)(experiment);
        if fits >= value {
            continue;
        }
        let at_least = need_with(field, fits);
        if !at_least.is_met() {
            if at_least.share() < nearest.0 {
                nearest = (at_least.share(), field);
            }
            continue;
        }
        // Binary search for the largest value that fits.
        let mut too_much = value;
        while too_much - fits > 1 {
            let middle = fits + (too_much - fits) / 2;
            if need_with(field, middle).is_met() {
                fits = middle;
            } else {
                too_much = middle;
            }
        }
        let kept_share = f64::from(fits) / f64::from(value);
        if best.is_none_or(|(most, ..)| kept_share > 1.1 * most) {
            best = Some((kept_share, field, fits));
        }
    }
    let (field, allowed) = match best {
        Some((_, field, most)) if field.path == "seeds" => (
            field,
            format!("a list of at most {most} entries{on_engine}"),
        ),
        Some((_, field, most)) => (field, format!("at most {most}{on_engine}")),
        None => (
            nearest.1,
            format!("smaller{on_engine}, and other sizes too"),
        ),
    };
    let given = match field.path {
        "seeds" => json!(experiment.seeds),
        _ => (field.value)(experiment).map_or(Value::Null, Value::from),
    };
    let allowed = format!("{allowed}: {}", now.reason());
    let mut problem = Problem::new(field.path, given, allowed);
    if let Some((_, field, most)) = best {
        offer_lowering(experiment, field, most, &mut problem);
    }
    Err(problem)
}

/// Offers to lower the field. Not a part of `check`, which is compiled once for each engine.
fn offer_lowering(
    experiment: &Experiment,
    field: &LowerableField,
    most: u32,
    problem: &mut Problem,
) {
    let mut lowered = experiment.clone();
    (field.lower)(&mut lowered, most);
    let mut value = json!(lowered);
    for name in field.path.split('.') {
        value = value[name].take();
    }
    let label = match field.path {
        "seeds" => format!("Keep {}", counted(most, "seed")),
        _ => format!("Lower to {most}"),
    };
    problem.offer(label, Change::new(field.path, value));
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

    /// The experiment with the field lowered as the problem says; `None` if it names no value.
    fn lowered(mut experiment: Experiment, problem: &Problem) -> Option<Experiment> {
        let mut fields = LOWERABLE_FIELDS.iter();
        let field = fields.find(|field| field.path == problem.field)?;
        let (_, most) = problem.allowed.split_once("at most ")?;
        let digits = most.split(|c: char| !c.is_ascii_digit()).next()?;
        (field.lower)(&mut experiment, digits.parse().ok()?);
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
    fn an_experiment_that_only_fits_the_cpu_is_refused_on_webgpu() {
        let given = experiment(json!({ "seeds": (0..100).collect::<Vec<u32>>() }));
        assert_eq!(fits(&given, CPU), Ok(()));
        let problem = fits(&given, WEBGPU).unwrap_err();
        let refusal = problem.to_string();
        assert!(refusal.starts_with("seeds is [0,1,2,"), "{refusal}");
        assert!(
            refusal.ends_with(
                "but must be a list of at most 25 entries on WebGPU: the hidden activations \
                 would fill a buffer of 500 MiB, and a GPU's may hold 128 MiB."
            ),
            "{refusal}"
        );
        let large_buffers = EngineKind::WebGpu { buffer: 1 << 30 };
        assert_eq!(fits(&given, large_buffers), Ok(()));
        let lowered = lowered(given, &problem).unwrap();
        assert_eq!(fits(&lowered, WEBGPU), Ok(()));
    }

    #[test]
    fn an_experiment_that_fits_no_engine_is_refused() {
        let answer = |given: Value| match Experiment::from_value(given) {
            Ok(_) => "accepted".into(),
            Err(problems) => problems.to_string(),
        };
        let long = json!({ "T": [16, 1024] });
        let batch = |batch: u32| json!({ "batch": batch, "trainSequences": 8192 });
        assert_eq!(
            answer(json!({ "grid": long, "recipe": batch(8192) })),
            "recipe.batch is 8192, but must be at most 3938: a Worker would need 4 GiB of \
             memory, and can have 2 GiB."
        );
        let recipe = batch(3938);
        assert_eq!(
            answer(json!({ "grid": long, "recipe": recipe })),
            "accepted"
        );
        let recipe = batch(3939);
        assert_ne!(
            answer(json!({ "grid": long, "recipe": recipe })),
            "accepted"
        );
    }

    proptest! {
        #[test]
        fn lowering_the_named_field_makes_it_fit(given in any_sized_experiment(), workers in 1usize..9) {
            for engine in [EngineKind::Cpu { workers }, WEBGPU] {
                if let Err(problem) = fits(&given, engine) {
                    match lowered(given.clone(), &problem) {
                        Some(lowered) => prop_assert_eq!(fits(&lowered, engine), Ok(())),
                        None => prop_assert!(problem.allowed.starts_with("smaller")),
                    }
                }
            }
            if let Err(problem) = fits_anywhere(&given)
                && let Some(lowered) = lowered(given, &problem)
            {
                prop_assert_eq!(fits_anywhere(&lowered), Ok(()));
                // And it is an experiment that is accepted.
                prop_assert_eq!(Experiment::from_json(&lowered.to_json()), Ok(lowered));
            }
        }

        #[test]
        fn a_lower_value_never_needs_more(given in any_sized_experiment(), share in 0.0..1.0) {
            for field in &LOWERABLE_FIELDS {
                let Some(value) = (field.value)(&given) else {
                    continue;
                };
                let least = (field.least)(&given).min(value);
                let to = least + (f64::from(value - least) * share) as u32;
                let mut lowered = given.clone();
                (field.lower)(&mut lowered, to);
                let (less, more) = (memory(&lowered, 1), memory(&given, 1));
                prop_assert!(less.cpu <= more.cpu, "{} to {}", field.path, to);
                prop_assert!(less.webgpu <= more.webgpu, "{} to {}", field.path, to);
                prop_assert!(less.largest_buffer <= more.largest_buffer, "{} to {}", field.path, to);
            }
        }
    }
}
