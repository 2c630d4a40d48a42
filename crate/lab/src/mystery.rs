//! Mysteries: experiments whose D a reader is to find out. Here one is drawn, written as a word for
//! a URL that does not show D, and compared with the reader's guess. The word hides D from a glance
//! at the address, not from a reader of this file: it is scrambled, not encrypted.

use base64ct::{Base64UrlUnpadded, Encoding};

use crate::experiment::Experiment;
use crate::grid::Grid;
use crate::outcome::Outcome;
use crate::problem::{Problem, Problems};
use crate::random::{Purpose, Stream};
use crate::search::{SearchError, check_heads_show_d};
use crate::summary::{summarise, times};
use crate::task::{MaxSum, Task};

/// The text in a word is padded to a multiple of this many bytes, so that its length does not show
/// which fields are defaults.
const PADDED_TO: usize = 48;

impl Experiment {
    /// A mystery, drawn by `seed`: D is 2 to 6, and no other field depends on D. Tokens have the same
    /// dimension for every D, and the heads and steps suffice to show the cliff.
    ///
    /// ```
    /// use lab::Experiment;
    ///
    /// assert!(Experiment::mystery(3).needed_heads().is_some());
    /// ```
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

    /// The experiment as a word for a URL that does not show its D: base64 of a checksum and the
    /// scrambled query. Refuses experiments whose number of heads does not show D.
    ///
    /// ```
    /// use lab::{Experiment, SearchError};
    ///
    /// let word = |task: &str| {
    ///     Experiment::from_json(&format!(r#"{{ "task": {task} }}"#)).unwrap().to_mystery()
    /// };
    /// let three = word(r#"{ "D": 3 }"#).unwrap();
    /// assert!(!three.contains("D=3"));
    /// // Not even its length depends on D.
    /// assert_eq!(three.len(), word(r#"{ "D": 4 }"#).unwrap().len());
    /// assert_eq!(word(r#"{ "kind": "farthest" }"#), Err(SearchError::NoDimension));
    /// ```
    pub fn to_mystery(&self) -> Result<String, SearchError> {
        check_heads_show_d(self)?;
        let mut query = self.to_query();
        // A query leaves out defaults: a shorter one would show that D = 4. Links ignore empty pairs.
        let padding = query.len().next_multiple_of(PADDED_TO) - query.len();
        query.extend(std::iter::repeat_n('&', padding));
        Ok(word_of(query.as_bytes()))
    }

    /// Reads such a word; the experiment is checked like every other.
    ///
    /// ```
    /// use lab::Experiment;
    ///
    /// let word = Experiment::mystery(3).to_mystery().unwrap();
    /// assert_eq!(Experiment::from_mystery(&word).unwrap(), Experiment::mystery(3));
    /// ```
    pub fn from_mystery(word: &str) -> Result<Self, Problems> {
        let query = text_in(word).and_then(|bytes| String::from_utf8(bytes).ok());
        let refused = |allowed: String| Problems::from(Problem::new("mystery", word, allowed));
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

/// A sentence that compares a reader's guess of D with the task's D, and with the results.
///
/// ```
/// use lab::{Experiment, judge_guess, results_from_text};
///
/// let text = r#"{ "task": { "D": 3 }, "grid": { "h": [2, 3] } }"#;
/// let experiment = Experiment::from_json(text).unwrap();
/// let outcomes = results_from_text(&experiment, "0.1,0.002").unwrap();
/// let verdict = judge_guess(&experiment, 4, &outcomes);
/// assert!(verdict.starts_with("D is 3; you guessed 4. The training shows it: the error is 50 times"));
/// ```
pub fn judge_guess(experiment: &Experiment, guess: u32, outcomes: &[Outcome]) -> String {
    let dimension = experiment.task.dimension().unwrap_or(0);
    let verdict = match guess == dimension {
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
                "the error is {} times lower with {h} heads than with {before}.",
                times(drop)
            );
            match before < dimension && dimension <= h {
                true => format!("The training shows it: {fall}"),
                false => format!("The training points elsewhere: {fall}"),
            }
        }
    };
    format!("{verdict} {measured}")
}

/// `text` as a word: base64 of its checksum in 4 bytes, then the scrambled text.
fn word_of(text: &[u8]) -> String {
    let checksum = checksum(text);
    let mut bytes = checksum.to_le_bytes().to_vec();
    bytes.extend(scramble(text, checksum));
    Base64UrlUnpadded::encode_string(&bytes)
}

/// The text of a word; `None` if the word was cut or changed.
fn text_in(word: &str) -> Option<Vec<u8>> {
    let bytes = Base64UrlUnpadded::decode_vec(word).ok()?;
    let (expected, scrambled) = bytes.split_first_chunk::<4>()?;
    let expected = u32::from_le_bytes(*expected);
    let text = scramble(scrambled, expected);
    (checksum(&text) == expected).then_some(text)
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    })
}

/// XOR with a random stream that `seed` sets. Scrambling twice gives the bytes back.
fn scramble(bytes: &[u8], seed: u32) -> Vec<u8> {
    let mut stream = Stream::new(Purpose::Mystery, seed, 1);
    bytes
        .iter()
        .map(|byte| byte ^ stream.below(256) as u8)
        .collect()
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
    fn a_word_does_not_show_its_text() {
        let words: Vec<String> = (1..=8)
            .map(|d| given(json!({ "task": { "D": d, "d": 8 } })).to_mystery())
            .map(Result::unwrap)
            .collect();
        for word in &words {
            // Not even after base64 is decoded.
            let decoded = Base64UrlUnpadded::decode_vec(word).unwrap();
            assert!(!String::from_utf8_lossy(&decoded).contains("D="));
            assert_eq!(word.len(), words[0].len());
        }
    }

    #[test]
    fn the_words_of_links_that_were_shared_never_change() {
        let word = Experiment::default().to_mystery().unwrap();
        assert_eq!(
            word,
            "8w2AQOg60jCBXPTHv9KXaXmpPNFD-XBYRpeUWj3syLn0wr3ejv280UaFPLiZd4yJPI_y5w"
        );
    }

    #[test]
    fn a_broken_word_is_refused() {
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
            let refusal = Experiment::from_mystery(broken).unwrap_err().to_string();
            assert!(refusal.contains("must be a whole mystery"), "{refusal}");
        }
    }

    #[test]
    fn an_experiment_whose_heads_do_not_show_d_is_no_mystery() {
        let refused = given(json!({ "task": { "kind": "farthest" } })).to_mystery();
        assert_eq!(refused, Err(SearchError::NoDimension));
        assert!(
            given(json!({ "grid": { "L": [1, 2] } }))
                .to_mystery()
                .is_err()
        );
        // Nor is one that was written as a word by other means.
        let word = word_of(b"v=1&kind=farthest");
        let refusal = Experiment::from_mystery(&word).unwrap_err().to_string();
        assert!(refusal.contains("one that heads can solve"), "{refusal}");
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
    fn a_guess_is_compared_with_d_and_with_the_results() {
        let experiment = given(json!({ "task": { "D": 3 }, "grid": { "h": [2, 3] } }));
        let trained = |errors: [f64; 2]| -> Vec<Outcome> {
            let outcome = |(run, nmse)| Outcome {
                run,
                parameters: 0,
                steps: 1,
                stopped: Stopped::Finished,
                nmse: Some(nmse),
                standard_error: None,
                curve: Vec::new(),
            };
            runs(&experiment)
                .into_iter()
                .zip(errors)
                .map(outcome)
                .collect()
        };
        assert_eq!(
            judge_guess(&experiment, 3, &trained([0.1, 0.002])),
            "D is 3, as you guessed. The training shows it: the error is 50 times lower with 3 heads than with 2."
        );
        assert_eq!(
            judge_guess(&experiment, 5, &trained([0.1, 0.09])),
            "D is 3; you guessed 5. What was trained shows no cliff yet: more steps may."
        );
        assert!(judge_guess(&experiment, 3, &[]).ends_with("Nothing was trained to tell it from."));
        let other = given(json!({ "task": { "D": 2 } }));
        assert!(judge_guess(&other, 3, &trained([0.1, 0.002])).contains("points elsewhere"));
    }

    proptest! {
        #[test]
        fn mysteries_survive_their_word(experiment in any_experiment()) {
            if let Ok(word) = experiment.to_mystery() {
                let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
                prop_assert!(word.bytes().all(is_digit));
                prop_assert_eq!(Experiment::from_mystery(&word), Ok(experiment));
            }
        }

        #[test]
        fn texts_survive(text in prop::collection::vec(any::<u8>(), 0..40)) {
            prop_assert_eq!(text_in(&word_of(&text)), Some(text));
        }

        #[test]
        fn no_word_panics(word in "\\PC{0,60}") {
            prop_assert!(Experiment::from_mystery(&word).is_err());
        }
    }
}
