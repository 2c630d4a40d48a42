//! The count of memory: by hand for one run, and against what was measured.

use super::*;
use crate::arbitrary::any_sized_experiment;
use proptest::prelude::*;
use serde_json::{Value, json};

fn experiment(given: Value) -> Experiment {
    Experiment::from_value(given).unwrap()
}

#[test]
fn counts_a_small_reader_by_hand() {
    let recipe = json!({ "batch": 2, "trainSequences": 3, "validationSequences": 2 });
    let given = experiment(json!({
        "task": { "kind": "min-max" },
        "grid": { "h": [1], "T": [2], "N": [1], "n": 1 },
        "recipe": recipe,
    }));
    // On the device: 3 sequences of 2 numbers, 3 targets, 2 validation sequences, an order of 3. On
    // the host the validation sequences again, with their targets. 13 weights and two moments.
    let resident = (6 + 3 + 4 + 3) + (4 + 2) + 3 * 13;
    // A step: tokens, answers, hidden activations, attention, what heads see, before the
    // values and behind, hidden activations of the readout, and gradients.
    let step = 4 + 4 * 2 + 3 * 4 + 4 * 4 + 3 * 2 + 3 * 2 + 4 * 2 + 2 * 13;
    let expected = Memory {
        cpu: 4 * (resident + step),
        webgpu: 4 * (resident + step),
        largest_buffer: 4 * 6,
        largest_buffer_is: "training sequences",
    };
    assert_eq!(memory(&given, 1), expected);
    // A second seed: on the CPU a second program, which steps after the first; on WebGPU one
    // program with the same data but two orders.
    let two = Experiment {
        seeds: vec![0, 1],
        ..given
    };
    assert_eq!(memory(&two, 1).cpu, 4 * (2 * resident + step));
    assert_eq!(memory(&two, 2).cpu, 4 * (resident + step));
    assert_eq!(memory(&two, 1).webgpu, 4 * (resident + 3 + 39 + 2 * step));
}

#[test]
fn the_count_is_within_a_factor_of_two_of_measurements() {
    // The most that two steps of a native build took, in MB, minus what a tiny experiment takes;
    // one run each.
    let of = |grid: Value, task: Value, batch: u32, sequences: u32, validation: u32| {
        let recipe = json!({
            "batch": batch, "trainSequences": sequences, "validationSequences": validation,
        });
        let given = experiment(json!({ "task": task, "grid": grid, "recipe": recipe }));
        memory(&given, 1).cpu as f64 / 1e6
    };
    let max_sum = json!({});
    let far = json!({ "kind": "farthest" });
    let near = json!({ "kind": "nearest", "d": 64 });
    let encoder = |h: u32, t: u32, hidden: u32, layers: u32| json!({ "form": "encoder", "h": [h], "T": [t], "N": [hidden], "L": [layers] });
    let wide = json!({ "h": [8], "n": 256 });
    let long = json!({ "h": [4], "T": [64] });
    let deep = json!({ "h": [4], "T": [64], "L": [2] });
    let deep_and_wide = json!({ "h": [2], "n": 64, "L": [2] });
    let memoriser = json!({ "form": "memoriser" });
    let hidden = json!({ "form": "memoriser", "T": [8], "N": [512] });
    let side_by_side = json!({ "h": [1], "w": [4] });
    for (counted, measured) in [
        (of(wide, max_sum.clone(), 16, 16, 16), 293.0),
        (of(deep, max_sum.clone(), 512, 512, 16), 189.0),
        (of(deep_and_wide, max_sum.clone(), 512, 512, 16), 59.0),
        (of(memoriser, max_sum.clone(), 2048, 2048, 16), 61.0),
        (of(hidden, max_sum, 1024, 1024, 16), 90.0),
        (of(long.clone(), far.clone(), 512, 512, 16), 156.0),
        (of(side_by_side, near, 1024, 1024, 16), 148.0),
        (of(encoder(4, 64, 64, 1), far.clone(), 512, 512, 16), 162.0),
        (of(encoder(1, 16, 64, 3), far.clone(), 1024, 1024, 16), 78.0),
        (of(encoder(1, 16, 512, 2), far.clone(), 512, 512, 16), 102.0),
        // Mostly data, and mostly evaluation.
        (of(long.clone(), json!({ "d": 16 }), 16, 50_000, 16), 409.0),
        (of(long, far, 16, 16, 10_000), 234.0),
    ] {
        let ratio = counted / measured;
        assert!((0.5..2.0).contains(&ratio), "{counted} for {measured}");
    }
}

#[test]
fn sizes_beyond_32_bits_are_counted_in_full() {
    // No engine has the memory for it: `read` does without that check.
    let given = Experiment::read(json!({
        "task": { "d": 64 },
        "grid": { "h": [64], "T": [1024], "N": [1024], "n": 256 },
        "recipe": { "batch": 8192, "trainSequences": 1_000_000, "validationSequences": 100_000 },
        "seeds": (0..100).collect::<Vec<u32>>(),
    }))
    .unwrap();
    let need = memory(&given, 1);
    let sequences = 4 * 1_000_000 * 1024 * 64u64;
    // The hidden activations of all runs, which are 0 in 32 bits.
    let activations = 4 * 100 * 8192 * 1024 * 1024u64;
    assert_eq!(need.largest_buffer, activations);
    assert_eq!(activations as u32, 0);
    assert!(need.webgpu > 3 * activations + sequences);
    assert!(need.cpu > 100 * sequences);
    // Every field alone would still need more than a Worker has.
    let refusal = crate::capacity::fits_anywhere(&given)
        .unwrap_err()
        .to_string();
    assert!(refusal.contains("a Worker would need"), "{refusal}");
}

proptest! {
    #[test]
    fn no_size_is_too_large_to_count(experiment in any_sized_experiment(), workers in 0usize..9) {
        let memory = memory(&experiment, workers);
        prop_assert!(memory.largest_buffer <= memory.webgpu);
        prop_assert!(largest_run(&experiment) <= memory.cpu);
        prop_assert!(memory.cpu <= fullest_worker(&experiment, 1));
        // Whole numbers up to 2^53 are exact in f64, and so in JavaScript.
        prop_assert!(memory.webgpu < 1 << 53 && memory.cpu < 1 << 53);
    }
}

#[test]
fn an_experiment_of_one_cohort_needs_what_its_cohort_needs() {
    let experiment = Experiment::default();
    let cohort = cohort_memory(&experiment, &runs(&experiment));
    let whole = memory(&experiment, 1);
    let buffer = largest_buffer(&experiment, &runs(&experiment));
    assert_eq!((cohort.total, buffer), (whole.webgpu, whole.largest_buffer));
    let recipe = &experiment.recipe;
    let sequence = u64::from(experiment.grid.T[0] * experiment.task.token_dimension());
    assert_eq!(
        cohort.longest_list,
        u64::from(recipe.train_sequences) * sequence * NUMBER
    );
    assert_eq!(
        cohort.validation,
        u64::from(recipe.validation_sequences) * (sequence + 1) * NUMBER
    );
    assert!(cohort.drawing > cohort.longest_list + cohort.validation);
}

#[test]
fn sizes_that_no_machine_has_do_not_wrap() {
    let mut experiment = Experiment::default();
    experiment.grid.T = vec![u32::MAX];
    experiment.recipe.train_sequences = u32::MAX;
    let cohort = cohort_memory(&experiment, &runs(&experiment)[..1]);
    for bytes in [cohort.total, cohort.drawing, cohort.longest_list] {
        assert_eq!(bytes, u64::MAX);
    }
}
