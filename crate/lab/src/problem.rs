//! What is wrong with an experiment or a document that was refused, for a program and in words. Input
//! comes from strangers, so both are bounded: a dozen problems, and of long values the beginning.

use std::fmt::{self, Display};
use std::io;

use serde::Serialize;
use serde_json::Value;

use crate::change::{Change, Repair};

/// The most problems that are listed; further ones are counted.
const MOST_LISTED: usize = 12;

/// The most characters of a value or a name that a sentence quotes.
const QUOTED_CHARACTERS: usize = 60;

/// The most characters of the message of a JSON reader that a sentence quotes.
const MESSAGE_CHARACTERS: usize = 200;

/// The most bytes of JSON of a value that a problem keeps for a program.
const KEPT_BYTES: usize = 2000;

/// One thing wrong with an experiment: where, what was given, what is allowed.
///
/// ```
/// use lab::Experiment;
///
/// let problems = Experiment::from_json(r#"{ "recipe": { "steps": 0 } }"#).unwrap_err();
/// let problem = &problems.listed()[0];
/// assert_eq!(problem.field, "recipe.steps");
/// assert_eq!(problem.given, 0);
/// assert_eq!(
///     problem.to_string(),
///     "recipe.steps is 0, but must be a whole number from 1 to 1000000."
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Problem {
    /// The field's path, such as `recipe.steps` or `grid.h[2]`.
    pub field: String,
    /// What was given, as JSON; `null` where something is missing. Of a very long value the beginning
    /// of its JSON, as a string.
    pub given: Value,
    /// What is allowed, as the end of the sentence "… must be …".
    pub allowed: String,
    /// Ways to mend it, in the order in which they are offered. They mend this problem, but may make
    /// others: [`repairs_of`](crate::repairs_of) tries them.
    #[serde(skip)]
    pub repairs: Vec<Repair>,
}

impl Problem {
    /// A problem; what is long is shortened.
    pub(crate) fn new(
        field: impl AsRef<str>,
        given: impl Into<Value>,
        allowed: impl Into<String>,
    ) -> Self {
        let given = given.into();
        Self {
            field: shortened(field.as_ref(), QUOTED_CHARACTERS),
            given: match beginning_of_json(&given, KEPT_BYTES) {
                (_, true) => given,
                (beginning, false) => Value::String(shortened(&beginning, QUOTED_CHARACTERS)),
            },
            allowed: allowed.into(),
            repairs: Vec::new(),
        }
    }

    /// Adds a way to mend it.
    pub(crate) fn offer(&mut self, label: String, change: Change) {
        let changes = vec![change];
        self.repairs.push(Repair { label, changes });
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A value may be a whole file that somebody pasted: a sentence shows its beginning.
        let (beginning, _) = beginning_of_json(&self.given, 8 * QUOTED_CHARACTERS);
        write!(
            f,
            "{} is {}, but must be {}.",
            self.field,
            shortened(&beginning, QUOTED_CHARACTERS),
            self.allowed
        )
    }
}

/// The problem that `text` is not the JSON that it must be.
pub(crate) fn not_json(field: &str, text: &str, error: &serde_json::Error) -> Problem {
    // The error may quote the text.
    let reason = shortened(&error.to_string(), MESSAGE_CHARACTERS);
    let beginning = shortened(text, QUOTED_CHARACTERS);
    Problem::new(field, beginning, format!("JSON ({reason})"))
}

/// The first `most` characters of `text`, with an ellipsis if that is not all of it: input that an error
/// message quotes may be a whole file.
///
/// ```
/// assert_eq!(lab::shortened("attention", 3), "att…");
/// assert_eq!(lab::shortened("head", 4), "head");
/// ```
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

/// The first bytes of a value's JSON, and whether they are all of it. The rest is never written, so
/// that the cost is bounded too.
fn beginning_of_json(value: &Value, most: usize) -> (String, bool) {
    let mut beginning = Beginning {
        bytes: Vec::new(),
        most,
    };
    let is_whole = serde_json::to_writer(&mut beginning, value).is_ok();
    let text = String::from_utf8_lossy(&beginning.bytes);
    // A character may have been cut in two.
    (text.trim_end_matches('\u{fffd}').into(), is_whole)
}

/// Takes so many bytes and refuses the others.
struct Beginning {
    bytes: Vec<u8>,
    most: usize,
}

impl io::Write for Beginning {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = self.most - self.bytes.len();
        if bytes.len() > room {
            self.bytes.extend(&bytes[..room]);
            return Err(io::ErrorKind::WriteZero.into());
        }
        self.bytes.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Everything wrong with an experiment; never empty where it is an error.
///
/// Each problem is a line of its text.
///
/// ```
/// use lab::Experiment;
///
/// let text = r#"{ "task": { "D": 5 }, "seeds": [] }"#;
/// let problems = Experiment::from_json(text).unwrap_err();
/// let sentences = problems.to_string();
/// let lines: Vec<&str> = sentences.lines().collect();
/// assert!(lines[0].starts_with("task.D is 5, but must be at most 4"));
/// assert_eq!(lines[1], "seeds is [], but must be a list of 1 to 100 entries.");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Problems {
    /// The first ones.
    listed: Vec<Problem>,
    /// How many further ones there are.
    more: usize,
}

impl Problems {
    /// The first dozen of them.
    ///
    /// ```
    /// use lab::Experiment;
    ///
    /// let problems = Experiment::from_json(r#"{ "grid": { "h": [1, 0, 1] } }"#).unwrap_err();
    /// let fields: Vec<&str> = problems.listed().iter().map(|problem| problem.field.as_str()).collect();
    /// assert_eq!(fields, ["grid.h[1]", "grid.h[2]"]);
    /// ```
    pub fn listed(&self) -> &[Problem] {
        &self.listed
    }

    /// How many there are in all.
    ///
    /// ```
    /// use lab::Experiment;
    ///
    /// // Twenty numbers of heads, none of them allowed: twelve are listed, all are counted.
    /// let draft = serde_json::json!({ "grid": { "h": vec![0; 20] } });
    /// let problems = Experiment::from_value(draft).unwrap_err();
    /// assert_eq!((problems.listed().len(), problems.count()), (12, 20));
    /// ```
    pub fn count(&self) -> usize {
        self.listed.len() + self.more
    }

    pub(crate) fn push(&mut self, problem: Problem) {
        if self.listed.len() < MOST_LISTED {
            self.listed.push(problem);
        } else {
            self.more += 1;
        }
    }

    pub(crate) fn append(&mut self, other: Self) {
        for problem in other.listed {
            self.push(problem);
        }
        self.more += other.more;
    }

    /// The problem at `place`, to offer a repair for it; `None` where it is not listed.
    pub(crate) fn listed_mut(&mut self, place: usize) -> Option<&mut Problem> {
        self.listed.get_mut(place)
    }

    /// `value` if there are no problems.
    pub(crate) fn none_or<T>(self, value: T) -> Result<T, Self> {
        match self.count() {
            0 => Ok(value),
            _ => Err(self),
        }
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self {
            listed: vec![problem],
            more: 0,
        }
    }
}

impl Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.listed.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            problem.fmt(f)?;
        }
        match self.more {
            0 => Ok(()),
            1 => f.write_str("\nAnd 1 more problem."),
            more => write!(f, "\nAnd {more} more problems."),
        }
    }
}

impl std::error::Error for Problems {}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Experiment, Outcomes, results_from_text};

    /// Whatever is refused: a dozen sentences and a count, each of a bounded length.
    fn assert_bounded(problems: &Problems) {
        let text = problems.to_string();
        assert!(problems.listed().len() <= MOST_LISTED);
        assert!(text.lines().count() <= MOST_LISTED + 1, "{text}");
        assert!(text.len() < 10_000, "{} bytes", text.len());
        let given = |problem: &Problem| problem.given.to_string().len() + problem.field.len();
        assert!(problems.listed().iter().all(|of| given(of) < 5000));
    }

    #[test]
    fn many_problems_are_a_dozen_sentences_and_a_count() {
        let unknown = |i: u32| (format!("key{i}"), json!(i));
        let fields: serde_json::Map<_, _> = (0..200_000).map(unknown).collect();
        let refused = Experiment::from_value(fields.into()).unwrap_err();
        assert_bounded(&refused);
        assert_eq!(refused.count(), 200_000);
        assert!(refused.to_string().ends_with("\nAnd 199988 more problems."));
        let thirteen: Vec<String> = (0..13).map(|i| format!("key{i}=1")).collect();
        let refused = Experiment::from_query(&thirteen.join("&")).unwrap_err();
        assert!(refused.to_string().ends_with("\nAnd 1 more problem."));
    }

    #[test]
    fn long_input_is_quoted_by_its_beginning() {
        let long = "x".repeat(1_000_000);
        let row = json!(vec![json!(long); 3]);
        for given in [
            json!(long),
            json!({ long.clone(): 1 }),
            json!({ "task": { "kind": long } }),
            json!({ "task": { "directions": vec![row; 3] } }),
            json!({ "grid": { "h": vec![1.5; 1_000_000] } }),
            json!({ "grid": { "h": vec![long.as_str(); 60] } }),
            json!({ "recipe": { "steps": "\"é\\".repeat(100_000) } }),
        ] {
            assert_bounded(&Experiment::from_json(&given.to_string()).unwrap_err());
        }
        for query in [
            format!("{long}=1"),
            format!("kind={long}"),
            format!("h={}", vec![&long[..]; 60].join(",")),
            format!("%{long}"),
            "steps=x&".repeat(200_000),
            "x=1&".repeat(200_000),
        ] {
            assert_bounded(&Experiment::from_query(&query).unwrap_err());
        }
        assert_bounded(&Experiment::from_mystery(&long).unwrap_err());
        let default = Experiment::default();
        assert_bounded(&results_from_text(&default, &long).unwrap_err());
        let entries = format!("{long},{long},{long},{long},{long}");
        assert_bounded(&results_from_text(&default, &entries).unwrap_err());
        for document in [
            long.clone(),
            format!(r#"{{ "experiment": {{ "{long}": 1 }}, "outcomes": [] }}"#),
            format!(r#"{{ "experiment": {{}}, "outcomes": [{{ "stopped": "{long}" }}] }}"#),
            format!(r#"{{ "experiment": {{}}, "engine": "{long}", "outcomes": [] }}"#),
        ] {
            assert_bounded(&Outcomes::from_json(&document).unwrap_err());
        }
    }
}
