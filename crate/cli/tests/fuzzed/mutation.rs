//! Changed inputs: a known input with a few bytes, numbers or words put, removed, repeated or taken from
//! another one. libFuzzer does this better, because it sees what an input reaches.

use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Words that inputs are made of, one per line, in libFuzzer's form.
const DICTIONARY: &str = include_str!("../../../../fuzz/dictionary.txt");

/// What is done at a place of the input.
#[derive(Clone, Debug)]
enum Change {
    Put(Vec<u8>),
    Replace(Vec<u8>),
    Remove(usize),
    Repeat(usize),
    /// So many bytes of another input.
    Take(Index, Index, usize),
}

fn words() -> Vec<Vec<u8>> {
    let lines = DICTIONARY.lines().filter(|line| line.starts_with('"'));
    let word = |line: &str| line.trim_matches('"').replace("\\\"", "\"").into_bytes();
    lines.map(word).collect()
}

fn change() -> impl Strategy<Value = Change> {
    let bytes = prop_oneof![
        3 => select(words()),
        1 => prop::collection::vec(any::<u8>(), 1..4),
        1 => any::<f64>().prop_map(|x| x.to_string().into_bytes()),
        1 => any::<u32>().prop_map(|x| x.to_string().into_bytes()),
    ];
    prop_oneof![
        2 => bytes.clone().prop_map(Change::Put),
        3 => bytes.prop_map(Change::Replace),
        2 => (1usize..40).prop_map(Change::Remove),
        1 => (1usize..400).prop_map(Change::Repeat),
        1 => (any::<Index>(), any::<Index>(), 1usize..200)
            .prop_map(|(which, start, length)| Change::Take(which, start, length)),
    ]
}

/// A few of `known` inputs' changes.
pub fn changed(known: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let changes = prop::collection::vec((any::<Index>(), change()), 1..5);
    (any::<Index>(), changes).prop_map(move |(which, changes)| {
        let mut data = known[which.index(known.len())].clone();
        for (at, change) in changes {
            let at = at.index(data.len() + 1);
            let all = data.len();
            let end = |length: usize| (at + length).min(all);
            match change {
                Change::Put(bytes) => drop(data.splice(at..at, bytes)),
                Change::Replace(bytes) => drop(data.splice(at..end(bytes.len()), bytes)),
                Change::Remove(length) => drop(data.drain(at..end(length))),
                Change::Repeat(times) => {
                    let part = data[at..end(3)].repeat(times);
                    drop(data.splice(at..at, part));
                }
                Change::Take(which, start, length) => {
                    let other = &known[which.index(known.len())];
                    let start = start.index(other.len() + 1);
                    let part = other[start..(start + length).min(other.len())].to_vec();
                    drop(data.splice(at..end(length), part));
                }
            }
        }
        data
    })
}
