//! Mysteries: experiments whose D a reader finds out. Here is how one is drawn, how a link holds it
//! so that nobody reads D off the address, and what is said once the reader has guessed. It keeps
//! a secret from a glance, not from somebody who reads this file.

use crate::experiment::Experiment;
use crate::grid::Grid;
use crate::outcome::Outcome;
use crate::problem::{Problem, Problems};
use crate::random::{Purpose, Stream};
use crate::search::{SearchError, check_heads_show_d};
use crate::summary::{summarise, two_digits};
use crate::task::{MaxSum, Task};

/// RFC 4648's alphabet for URLs.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Words are as long as so many bytes take, or twice as many, and so on.
const PADDED: usize = 48;

impl Experiment {
    /// A mystery, drawn by `seed`: D is 2 to 6, and nothing else tells which. The tokens have the
    /// same size for every D, and the cliff shows within the heads and steps that it has.
    pub fn mystery(seed: u32) -> Self {
        let mut stream = Stream::new(Purpose::Mystery, seed, 0);
        Self {
            task: Task::MaxSum(MaxSum {
                D: 2 + stream.below(5),
                d: 8,
                seed: stream.below(1_000_000),
                ..MaxSum::default()
            }),
            grid: Grid {
                h: (1..=8).collect(),
                ..Grid::default()
            },
            ..Self::default()
        }
    }

    /// The experiment as a word for a URL that does not show what it says. Refuses, in a sentence,
    /// what no number of heads would solve.
    pub fn to_mystery(&self) -> Result<String, SearchError> {
        check_heads_show_d(self)?;
        let mut query = self.to_query();
        // What is a default is left out: the length would tell that D = 4. Links ignore empty pairs.
        query.extend(std::iter::repeat_n(
            '&',
            query.len().next_multiple_of(PADDED) - query.len(),
        ));
        let mark = mark_of(query.as_bytes());
        let mut bytes = mark.to_le_bytes().to_vec();
        bytes.extend(turned(query.as_bytes(), mark));
        Ok(encode(&bytes))
    }

    /// Reads such a word; the experiment is checked as every other.
    pub fn from_mystery(word: &str) -> Result<Self, Problems> {
        let query = decode(word).and_then(|bytes| {
            let (mark, rest) = bytes.split_first_chunk::<4>()?;
            let mark = u32::from_le_bytes(*mark);
            let query = turned(rest, mark);
            (mark_of(&query) == mark).then_some(query)
        });
        let query = query.and_then(|query| String::from_utf8(query).ok());
        let refused = |allowed: String| {
            let (field, given) = ("mystery".into(), word.into());
            Problems(vec![Problem {
                field,
                given,
                allowed,
            }])
        };
        let Some(query) = query else {
            let allowed = "a whole mystery, as this page makes them: ask for the link again";
            return Err(refused(allowed.into()));
        };
        let experiment = Self::from_query(&query)?;
        match check_heads_show_d(&experiment) {
            Ok(()) => Ok(experiment),
            Err(why) => Err(refused(format!("one that heads can solve. {why}"))),
        }
    }
}

/// Compares a guess with the truth, and both with what was measured.
pub fn judge(experiment: &Experiment, guess: u32, outcomes: &[Outcome]) -> String {
    let dimension = experiment.task.dimension().unwrap_or(0);
    let judged = match guess == dimension {
        true => format!("D is {dimension}, as you guessed."),
        false => format!("D is {dimension}; you guessed {guess}."),
    };
    let summary = summarise(outcomes);
    let cliff = summary
        .transitions
        .iter()
        .find_map(|t| Some((t.before?, t.h?, t.drop?)));
    let measured = match cliff {
        None if outcomes.is_empty() => "Nothing was trained to tell it from.".into(),
        None => "What was trained shows no cliff yet: more steps may.".into(),
        Some((before, h, drop)) => {
            let fall = format!(
                "the error falls {}-fold from {before} to {h} heads.",
                two_digits(drop)
            );
            match before < dimension && dimension <= h {
                true => format!("The training shows it: {fall}"),
                false => format!("The training points elsewhere: {fall}"),
            }
        }
    };
    format!("{judged} {measured}")
}

/// A mark by which a word that was cut or changed is known (FNV-1a).
fn mark_of(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |mark, byte| {
        (mark ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    })
}

/// Unreadable if it was readable, and the other way round.
fn turned(bytes: &[u8], mark: u32) -> Vec<u8> {
    let mut stream = Stream::new(Purpose::Mystery, mark, 1);
    bytes
        .iter()
        .map(|byte| byte ^ stream.below(256) as u8)
        .collect()
}

/// Base64 for URLs, without padding.
fn encode(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let mut three = [0; 4];
        three[1..=chunk.len()].copy_from_slice(chunk);
        let value = u32::from_be_bytes(three);
        for place in 0..=chunk.len() {
            let digit = value >> (18 - 6 * place) & 63;
            text.push(DIGITS[digit as usize].into());
        }
    }
    text
}

fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for chunk in text.as_bytes().chunks(4) {
        let mut value = 0;
        for place in 0..4 {
            let digit = match chunk.get(place) {
                Some(byte) => DIGITS.iter().position(|digit| digit == byte)? as u32,
                None => 0,
            };
            value = value << 6 | digit;
        }
        bytes.extend(&value.to_be_bytes()[1..chunk.len()]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::Stopped;
    use crate::arbitrary::any_experiment;
    use crate::plan::runs;

    fn given(value: Value) -> Experiment {
        Experiment::from_value(value).unwrap()
    }

    #[test]
    fn a_word_shows_nothing_of_what_it_says() {
        let words: Vec<String> = (1..=8)
            .map(|d| given(json!({ "task": { "D": d, "d": 8 } })).to_mystery())
            .map(Result::unwrap)
            .collect();
        for word in &words {
            // Not even to somebody who knows base64.
            let decoded = decode(word).unwrap();
            assert!(!String::from_utf8_lossy(&decoded).contains("D="));
            assert_eq!(word.len(), words[0].len());
        }
    }

    #[test]
    fn a_broken_word_is_met_with_a_sentence() {
        let word = Experiment::default().to_mystery().unwrap();
        let swapped: String = word.chars().rev().collect();
        for broken in [
            "",
            "A",
            "hello",
            "ünï",
            &word[1..],
            &word[..word.len() - 2],
            &swapped,
        ] {
            let said = Experiment::from_mystery(broken).unwrap_err().to_string();
            assert!(said.contains("must be a whole mystery"), "{said}");
        }
    }

    #[test]
    fn what_heads_cannot_solve_is_no_mystery() {
        let refused = given(json!({ "task": { "kind": "farthest" } })).to_mystery();
        assert_eq!(refused, Err(SearchError::NoDimension));
        assert!(
            given(json!({ "grid": { "L": [1, 2] } }))
                .to_mystery()
                .is_err()
        );
        // Nor when somebody made the word all the same.
        let query = "v=1&kind=farthest".as_bytes();
        let mark = mark_of(query);
        let mut bytes = mark.to_le_bytes().to_vec();
        bytes.extend(turned(query, mark));
        let said = Experiment::from_mystery(&encode(&bytes))
            .unwrap_err()
            .to_string();
        assert!(said.contains("one that heads can solve"), "{said}");
    }

    #[test]
    fn drawn_mysteries_differ_in_d_and_data_alone() {
        let mut seen = [0; 9];
        for seed in 0..200 {
            let Experiment {
                task: Task::MaxSum(mut task),
                grid,
                recipe,
                seeds,
                ..
            } = Experiment::mystery(seed)
            else {
                panic!("another kind of task");
            };
            seen[task.D as usize] += 1;
            (task.D, task.seed) = (4, 0);
            let plain =
                given(json!({ "task": { "d": 8 }, "grid": { "h": [1, 2, 3, 4, 5, 6, 7, 8] } }));
            assert_eq!(Task::MaxSum(task), plain.task);
            assert_eq!(
                (grid, recipe, seeds),
                (plain.grid, plain.recipe, plain.seeds)
            );
        }
        assert_eq!(
            seen.iter().filter(|count| **count > 20).count(),
            5,
            "{seen:?}"
        );
        assert_eq!(seen[2..=6].iter().sum::<i32>(), 200);
    }

    #[test]
    fn a_guess_is_compared_with_the_truth_and_with_what_was_measured() {
        let experiment = given(json!({ "task": { "D": 3 }, "grid": { "h": [2, 3] } }));
        let trained = |errors: [f64; 2]| -> Vec<Outcome> {
            let outcome = |(run, nmse)| Outcome {
                run,
                parameters: 0,
                steps: 1,
                stopped: Stopped::Finished,
                nmse: Some(nmse),
                curve: Vec::new(),
            };
            runs(&experiment)
                .into_iter()
                .zip(errors)
                .map(outcome)
                .collect()
        };
        assert_eq!(
            judge(&experiment, 3, &trained([0.1, 0.002])),
            "D is 3, as you guessed. The training shows it: the error falls 50-fold from 2 to 3 heads."
        );
        assert_eq!(
            judge(&experiment, 5, &trained([0.1, 0.09])),
            "D is 3; you guessed 5. What was trained shows no cliff yet: more steps may."
        );
        assert!(judge(&experiment, 3, &[]).ends_with("Nothing was trained to tell it from."));
        let other = given(json!({ "task": { "D": 2 } }));
        assert!(judge(&other, 3, &trained([0.1, 0.002])).contains("points elsewhere"));
    }

    proptest! {
        #[test]
        fn mysteries_survive(experiment in any_experiment()) {
            if let Ok(word) = experiment.to_mystery() {
                prop_assert!(word.bytes().all(|byte| DIGITS.contains(&byte)));
                prop_assert_eq!(Experiment::from_mystery(&word), Ok(experiment));
            }
        }

        #[test]
        fn bytes_survive(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            prop_assert_eq!(decode(&encode(&bytes)), Some(bytes));
        }

        #[test]
        fn no_word_panics(word in "\\PC{0,60}") {
            prop_assert!(Experiment::from_mystery(&word).is_err());
        }
    }
}
