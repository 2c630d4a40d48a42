//! `headcount run --tensorboard`. One test has TensorBoard's own reader read it back, in the Python that
//! `npm test -- cluster` installs it into.

use std::process::Command;

use serde_json::Value;

use crate::test_directory::{TestDirectory, experiment};

/// Prints what TensorBoard reads in the directory of its argument: `{ run: { tag: [[step, value]] } }`.
const READ: &str = "
import json, sys
from tensorboard.backend.event_processing.event_multiplexer import EventMultiplexer
multiplexer = EventMultiplexer().AddRunsFromDirectory(sys.argv[1])
multiplexer.Reload()
runs = {}
for run, tags in multiplexer.Runs().items():
    tags = list(tags['scalars']) + list(tags['tensors'])
    runs[run] = {}
    for tag in tags:
        try:
            points = [[e.step, e.value] for e in multiplexer.Scalars(run, tag)]
        except KeyError:
            points = [[e.step, e.tensor_proto.float_val[0]] for e in multiplexer.Tensors(run, tag)]
        runs[run][tag] = points
print(json.dumps(runs))
";

/// What TensorBoard reads in a directory.
fn read_by_tensorboard(directory: &TestDirectory, name: &str) -> Value {
    let python = std::env::var("HEADCOUNT_PYTHON").unwrap_or("python3".into());
    let mut command = Command::new(&python);
    command.args(["-c", READ]).arg(directory.path(name));
    let output = command.output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let text = String::from_utf8(output.stdout).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
#[ignore = "needs TensorBoard (pip install tensorboard) in HEADCOUNT_PYTHON: npm test -- cluster"]
fn tensorboard_reads_the_learning_curves() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(40, &[0]));
    let output = directory.run("run e.json -o o.json --tensorboard tb --jobs 2");
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let runs = read_by_tensorboard(&directory, "tb");
    let outcomes = directory.outcomes("o.json").outcomes;
    assert_eq!(runs.as_object().unwrap().len(), outcomes.len());
    for outcome in outcomes {
        let run = &runs[outcome.run.name()];
        let curve = outcome.curve.iter();
        let curve: Vec<(u32, f32)> = curve.map(|point| (point.0, point.1 as f32)).collect();
        let points =
            |tag: &str| -> Vec<(u32, f32)> { serde_json::from_value(run[tag].clone()).unwrap() };
        assert_eq!(points("nmse"), curve);
        let losses = points("loss");
        // The first point is before the first step, but reported after it.
        assert_eq!(losses.len(), curve.len());
        assert!(losses.iter().all(|(_, loss)| *loss > 0.0));
    }
}

#[test]
fn event_files_are_framed_with_lengths_and_checksums() {
    let directory = TestDirectory::new().with_json("e.json", &experiment(6, &[0]));
    let run = "run e.json -o o.json --tensorboard tb";
    assert_eq!(directory.run(run).code, Some(0));
    let folder = "tb/T6-h1-n4-N8-seed0";
    let files = directory.names(folder);
    assert_eq!(files.len(), 1);
    assert!(files[0].starts_with("events.out.tfevents."), "{files:?}");
    let bytes = std::fs::read(directory.path(folder).join(&files[0])).unwrap();
    let masked = |bytes: &[u8]| {
        let checksum = crc32c::crc32c(bytes).rotate_right(15);
        checksum.wrapping_add(0xa282_ead8).to_le_bytes()
    };
    let (mut rest, mut records) = (&bytes[..], Vec::new());
    while let Some((length, after)) = rest.split_at_checked(8) {
        let size = u64::from_le_bytes(length.try_into().unwrap()) as usize;
        assert_eq!(after[..4], masked(length));
        let message = &after[4..4 + size];
        assert_eq!(after[4 + size..8 + size], masked(message));
        records.push(message.to_vec());
        rest = &after[8 + size..];
    }
    assert!(rest.is_empty());
    // One that names the format, then one for each point of the curve.
    assert!(records[0].ends_with(b"brain.Event:2"));
    let curve = directory.outcomes("o.json").outcomes[0].curve.len();
    assert_eq!(records.len(), 1 + curve);

    // Event files of an earlier training are not mixed with those of another.
    directory.assert_refused(
        "run e.json -o new.json --tensorboard tb",
        "is there already: --resume keeps those of finished runs, --force overwrites all.",
    );
    assert_eq!(directory.run(&format!("{run} --resume")).code, Some(0));
    assert_eq!(directory.names(folder), files);
    assert_eq!(directory.run(&format!("{run} --force")).code, Some(0));
    assert_eq!(directory.names(folder).len(), 1);
}
