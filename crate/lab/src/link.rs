//! The form an experiment has in a URL: `v=1&kind=farthest&h=1,2,4&steps=500`. Only what differs
//! from the defaults is written, so a link stays short and a person can read it. Nothing is checked
//! here: a query becomes JSON and goes to [`Experiment::from_value`]. Which values are defaults is
//! found by leaving each out and reading the rest again, so there is no second list of defaults.

mod results;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::{Map, Value};

use crate::experiment::Experiment;
use crate::problem::{Problem, Problems};

pub use results::{results_from_text, results_to_text};

/// How a link writes a value.
#[derive(Clone, Copy)]
enum Notation {
    /// A number or a word.
    Single,
    /// Entries with commas between them.
    List,
    /// A word, or lists with ~ between them: ~ needs no escape in a URL, and some programs escape ;.
    Rows,
}

/// A key's name, the part of the experiment that has the field of that name ("" for the experiment
/// itself), and the notation of its value.
type Key = (&'static str, &'static str, Notation);

/// Every key of a link, in the order in which links have them.
const KEYS: [Key; 31] = [
    ("v", "", Notation::Single),
    ("kind", "task", Notation::Single),
    ("D", "task", Notation::Single),
    ("d", "task", Notation::Single),
    ("directions", "task", Notation::Rows),
    ("feature", "task", Notation::Single),
    ("subsets", "task", Notation::Single),
    ("outer", "task", Notation::Single),
    ("queries", "task", Notation::Single),
    ("seed", "task", Notation::Single),
    ("form", "grid", Notation::Single),
    ("h", "grid", Notation::List),
    ("T", "grid", Notation::List),
    ("w", "grid", Notation::List),
    ("N", "grid", Notation::List),
    ("n", "grid", Notation::Single),
    ("E", "grid", Notation::Single),
    ("L", "grid", Notation::List),
    ("steps", "recipe", Notation::Single),
    ("batch", "recipe", Notation::Single),
    ("learningRate", "recipe", Notation::Single),
    ("warmUp", "recipe", Notation::Single),
    ("beta1", "recipe", Notation::Single),
    ("beta2", "recipe", Notation::Single),
    ("weightDecay", "recipe", Notation::Single),
    ("data", "recipe", Notation::Single),
    ("trainSequences", "recipe", Notation::Single),
    ("validationSequences", "recipe", Notation::Single),
    ("curvePoints", "recipe", Notation::Single),
    ("target", "recipe", Notation::Single),
    ("seeds", "", Notation::List),
];

/// The name of a key's field. Only the version has another name in a link.
fn field_of(key: &str) -> &str {
    if key == "v" { "version" } else { key }
}

/// The field's path, as a [`Problem`] has it.
fn path_of(key: &str, part: &str) -> String {
    match part {
        "" => field_of(key).into(),
        _ => format!("{part}.{key}"),
    }
}

impl Experiment {
    /// The experiment as a URL's query, without a leading `?`: the version, and every field that
    /// differs from what [`Self::from_value`] would fill in. Nothing in it needs escaping.
    ///
    /// ```
    /// use lab::Experiment;
    ///
    /// assert_eq!(Experiment::default().to_query(), "v=1");
    /// let text = r#"{ "grid": { "h": [1, 2] }, "recipe": { "steps": 500, "batch": 64 } }"#;
    /// let experiment = Experiment::from_json(text).unwrap();
    /// // A batch of 64 is the default.
    /// assert_eq!(experiment.to_query(), "v=1&h=1,2&steps=500");
    /// ```
    pub fn to_query(&self) -> String {
        let mut json = self.to_value();
        let mut pairs = Vec::new();
        for (key, part, _) in KEYS {
            let Some(value) = take(&mut json, part, field_of(key)) else {
                continue;
            };
            // A field may be left out if the rest is read as the same experiment.
            let shorter = Self::from_value(json.clone());
            if key == "v" || shorter.as_ref() != Ok(self) {
                pairs.push(format!("{key}={}", escape(&text_of(&value))));
                put(&mut json, part, field_of(key), value);
            }
        }
        pairs.join("&")
    }

    /// Reads an experiment out of a URL's query, which may begin with `?` or `#`, and checks it like
    /// every experiment. What is wrong with the query itself is a [`Problem`] too. A `+` is a plus
    /// sign, not a space: no value has spaces.
    ///
    /// ```
    /// use lab::Experiment;
    ///
    /// let experiment = Experiment::from_query("?v=1&D=3&h=1,2,3&steps=500").unwrap();
    /// assert_eq!((experiment.needed_heads(), experiment.recipe.steps), (Some(3), 500));
    ///
    /// let problems = Experiment::from_query("h=0").unwrap_err();
    /// assert_eq!(problems.listed()[0].field, "grid.h[0]");
    /// ```
    pub fn from_query(query: &str) -> Result<Self, Problems> {
        let mut json = Value::Object(Map::new());
        let mut problems = Problems::default();
        let mut seen = Vec::new();
        let query = query.trim().trim_start_matches(['?', '#']);
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match read_pair(pair) {
                Ok(((key, part, _), text)) if seen.contains(&key) => {
                    let allowed = "given once: it stands here again";
                    problems.push(Problem::new(path_of(key, part), text, allowed));
                }
                Ok(((key, part, notation), text)) => {
                    seen.push(key);
                    put(&mut json, part, field_of(key), value_of(&text, notation));
                }
                Err(problem) => problems.push(problem),
            }
        }
        match Self::from_value(json) {
            Ok(experiment) => problems.none_or(experiment),
            Err(more) => {
                problems.append(more);
                Err(problems)
            }
        }
    }
}

/// The key of one `key=value`, and its value's text.
fn read_pair(pair: &str) -> Result<(Key, String), Problem> {
    let (name, text) = match pair.split_once('=') {
        Some((name, text)) => (name, Some(text)),
        None => (pair, None),
    };
    let (Some(name), Some(given)) = (unescape(name), unescape(text.unwrap_or(""))) else {
        let allowed = "UTF-8 in which each % is followed by two hexadecimal digits";
        return Err(Problem::new(name, pair, allowed));
    };
    let Some(key) = KEYS.into_iter().find(|(key, ..)| *key == name) else {
        let only = KEYS.map(|(key, ..)| key).join(", ");
        let allowed = format!("left out: a link has no such key, only {only}");
        return Err(Problem::new(name, given, allowed));
    };
    if text.is_none() {
        let allowed = format!("given a value, as in {name}=…");
        return Err(Problem::new(path_of(key.0, key.1), given, allowed));
    }
    Ok((key, given))
}

/// Removes a field from `json`, or from a part of it.
fn take(json: &mut Value, part: &str, field: &str) -> Option<Value> {
    let object = match part {
        "" => Some(json),
        _ => json.get_mut(part),
    };
    object?.as_object_mut()?.remove(field)
}

/// Puts a field into `json`, or into a part of it, which is made where there is none.
fn put(json: &mut Value, part: &str, field: &str, value: Value) {
    match part {
        "" => json[field] = value,
        _ => json[part][field] = value,
    }
}

fn text_of(value: &Value) -> String {
    let join = |items: &[Value], between: &str| {
        let texts: Vec<_> = items.iter().map(text_of).collect();
        texts.join(between)
    };
    match value {
        Value::Array(rows) if rows.iter().any(Value::is_array) => join(rows, "~"),
        Value::Array(items) => join(items, ","),
        Value::String(word) => word.clone(),
        // 1e+20 and 1e20 are the same number, but some programs read a + in a URL as a space.
        other => other.to_string().replace("e+", "e"),
    }
}

fn value_of(text: &str, notation: Notation) -> Value {
    let list = |text: &str| match text {
        "" => Value::Array(Vec::new()),
        _ => text.split(',').map(entry_of).collect(),
    };
    match notation {
        Notation::Single => entry_of(text),
        Notation::List => list(text),
        Notation::Rows if text.contains([',', '~']) || entry_of(text).is_number() => {
            text.split('~').map(list).collect()
        }
        Notation::Rows => entry_of(text),
    }
}

/// The value of one entry: a number if the text is one, else a word, which is checked later.
fn entry_of(text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(Value::Number(number)) => Value::Number(number),
        _ => text.into(),
    }
}

/// The bytes that need an escape in a value of a query.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b',');

fn escape(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED).to_string()
}

/// `None` if a % is not followed by two hexadecimal digits, or the result is not UTF-8.
fn unescape(text: &str) -> Option<String> {
    let is_escape = |rest: &str| {
        let digits = rest.as_bytes().get(..2);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    // The crate leaves a % as it is where no two digits follow.
    let mut after_percent = text.split('%').skip(1);
    if !after_percent.all(is_escape) {
        return None;
    }
    let decoded = percent_decode_str(text).decode_utf8().ok()?;
    Some(decoded.into_owned())
}

#[cfg(test)]
mod tests;
