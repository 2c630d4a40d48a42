//! The form an experiment has in a URL: `v=1&kind=farthest&h=1,2,4&steps=500`. Only what differs
//! from the defaults is written, so a link stays short and a person can read it. Nothing is checked
//! here: what was read becomes JSON and goes to [`Experiment::from_value`], and which values are
//! defaults is found by leaving them out and reading again, so that neither can drift.

mod results;

use serde_json::{Map, Value};

use crate::experiment::Experiment;
use crate::problem::{Problem, Problems};

pub use results::{results_from_text, results_to_text};

/// How a value is written.
#[derive(Clone, Copy)]
enum Written {
    /// A number or a word.
    Plain,
    /// Entries with commas between them.
    List,
    /// A word, or lists with a ~ between them: it survives in a URL as it is, which ; does not
    /// everywhere.
    Rows,
}

/// A key's name, the part of the experiment that has the field of that name ("" for the experiment
/// itself), and how its value is written.
type Key = (&'static str, &'static str, Written);

/// Every key of a link, in the order in which links have them.
const KEYS: [Key; 31] = [
    ("v", "", Written::Plain),
    ("kind", "task", Written::Plain),
    ("D", "task", Written::Plain),
    ("d", "task", Written::Plain),
    ("directions", "task", Written::Rows),
    ("feature", "task", Written::Plain),
    ("subsets", "task", Written::Plain),
    ("outer", "task", Written::Plain),
    ("queries", "task", Written::Plain),
    ("seed", "task", Written::Plain),
    ("form", "grid", Written::Plain),
    ("h", "grid", Written::List),
    ("T", "grid", Written::List),
    ("w", "grid", Written::List),
    ("N", "grid", Written::List),
    ("n", "grid", Written::Plain),
    ("E", "grid", Written::Plain),
    ("L", "grid", Written::List),
    ("steps", "recipe", Written::Plain),
    ("batch", "recipe", Written::Plain),
    ("learningRate", "recipe", Written::Plain),
    ("warmUp", "recipe", Written::Plain),
    ("beta1", "recipe", Written::Plain),
    ("beta2", "recipe", Written::Plain),
    ("weightDecay", "recipe", Written::Plain),
    ("data", "recipe", Written::Plain),
    ("trainSequences", "recipe", Written::Plain),
    ("validationSequences", "recipe", Written::Plain),
    ("curvePoints", "recipe", Written::Plain),
    ("target", "recipe", Written::Plain),
    ("seeds", "", Written::List),
];

/// The field's own name: only the version's key is shorter.
fn field(key: &str) -> &str {
    if key == "v" { "version" } else { key }
}

/// The field's path, as in the validator's sentences.
fn path(key: &str, part: &str) -> String {
    match part {
        "" => field(key).into(),
        _ => format!("{part}.{key}"),
    }
}

impl Experiment {
    /// The experiment as a URL's query, without a leading `?`: the version, and every field that
    /// differs from what [`Self::from_value`] would fill in. Nothing in it needs escaping.
    pub fn to_query(&self) -> String {
        let mut json = serde_json::to_value(self).expect("an experiment has no keys but strings");
        let mut pairs = Vec::new();
        for (key, part, _) in KEYS {
            let Some(value) = take(&mut json, part, field(key)) else {
                continue;
            };
            // A field may be left out if what is left is read as the same experiment.
            let shorter = Self::from_value(json.clone());
            if key == "v" || shorter.as_ref() != Ok(self) {
                pairs.push(format!("{key}={}", escape(&text_of(&value))));
                put(&mut json, part, field(key), value);
            }
        }
        pairs.join("&")
    }

    /// What sets the experiment apart from the default one, in the words of a link: "D=3 h=1,2".
    /// The default experiment is called by its D.
    pub fn settings(&self) -> String {
        let query = self.to_query();
        let settings = query.split('&').skip(1).collect::<Vec<_>>().join(" ");
        match self.task.dimension() {
            _ if !settings.is_empty() => settings,
            Some(dimension) => format!("D={dimension}"),
            None => self.task.kind().into(),
        }
    }

    /// Reads an experiment out of a URL's query, which may begin with `?` or `#`. Checked as every
    /// experiment is; what is wrong with the query itself is a problem of the same kind. A `+` is
    /// a plus sign, not a space: no value has spaces.
    pub fn from_query(query: &str) -> Result<Self, Problems> {
        let mut json = Value::Object(Map::new());
        let mut problems = Vec::new();
        let mut seen = Vec::new();
        let query = query.trim().trim_start_matches(['?', '#']);
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match read(pair) {
                Ok(((key, part, _), text)) if seen.contains(&key) => {
                    let again = "given once: it stands here again";
                    problems.push(refused(path(key, part), text, again));
                }
                Ok(((key, part, written), text)) => {
                    seen.push(key);
                    put(&mut json, part, field(key), value_of(&text, written));
                }
                Err(problem) => problems.push(problem),
            }
        }
        match Self::from_value(json) {
            Ok(experiment) if problems.is_empty() => return Ok(experiment),
            Ok(_) => {}
            Err(more) => problems.extend(more.0),
        }
        Err(Problems(problems))
    }
}

/// The key of one `key=value`, and its value's text.
fn read(pair: &str) -> Result<(Key, String), Problem> {
    let (name, text) = match pair.split_once('=') {
        Some((name, text)) => (name, Some(text)),
        None => (pair, None),
    };
    let (Some(name), Some(given)) = (unescape(name), unescape(text.unwrap_or(""))) else {
        let allowed = "UTF-8 in which each % is followed by two hexadecimal digits";
        return Err(refused(name, pair, allowed));
    };
    let Some(key) = KEYS.into_iter().find(|(key, ..)| *key == name) else {
        let only = KEYS.map(|(key, ..)| key).join(", ");
        let allowed = format!("left out: a link has no such key, only {only}");
        return Err(refused(name, given, allowed));
    };
    if text.is_none() {
        let allowed = format!("given a value, as in {name}=…");
        return Err(refused(path(key.0, key.1), given, allowed));
    }
    Ok((key, given))
}

fn refused(
    field: impl Into<String>,
    given: impl Into<Value>,
    allowed: impl Into<String>,
) -> Problem {
    Problem {
        field: field.into(),
        given: given.into(),
        allowed: allowed.into(),
    }
}

/// Takes a field out of `json`, or out of a part of it.
fn take(json: &mut Value, part: &str, field: &str) -> Option<Value> {
    let of = match part {
        "" => Some(json),
        _ => json.get_mut(part),
    };
    of?.as_object_mut()?.remove(field)
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
        // 1e+20 and 1e20 are the same number, but a + is a space to some who read URLs.
        other => other.to_string().replace("e+", "e"),
    }
}

fn value_of(text: &str, written: Written) -> Value {
    let list = |text: &str| match text {
        "" => Value::Array(Vec::new()),
        _ => text.split(',').map(plain).collect(),
    };
    match written {
        Written::Plain => plain(text),
        Written::List => list(text),
        Written::Rows if text.contains([',', '~']) || plain(text).is_number() => {
            text.split('~').map(list).collect()
        }
        Written::Rows => plain(text),
    }
}

/// A number if it is one, else a word, which the validator then accepts or quotes.
fn plain(text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(Value::Number(number)) => Value::Number(number),
        _ => text.into(),
    }
}

/// Whether a URL's query may hold it as it is, between `=` and `&`.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~,".contains(&byte)
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        if is_plain(byte) {
            escaped.push(byte.into());
        } else {
            escaped += &format!("%{byte:02X}");
        }
    }
    escaped
}

/// `None` if a % is not followed by two hexadecimal digits, or what comes out is not UTF-8.
fn unescape(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            let code = 16 * digit()? + digit()?;
            bytes.push(u8::try_from(code).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arbitrary::any_experiment;
    use proptest::prelude::*;
    use serde_json::json;

    fn query(given: Value) -> String {
        Experiment::from_value(given).unwrap().to_query()
    }

    fn problems(query: &str) -> Vec<String> {
        let problems = Experiment::from_query(query).expect_err("it was accepted");
        problems.0.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_link_says_what_differs_and_no_more() {
        assert_eq!(Experiment::default().to_query(), "v=1");
        assert_eq!(
            query(json!({
                "task": { "kind": "farthest", "d": 32 },
                "grid": { "h": [1, 2, 8], "form": "attention" },
                "recipe": { "steps": 500, "learningRate": 1.5e-2, "batch": 64 },
                "seeds": [0, 1],
            })),
            "v=1&kind=farthest&d=32&h=1,2,8&steps=500&seeds=0,1"
        );
        // What follows from other fields: paper 2's heads, the memoriser's width.
        assert_eq!(
            query(json!({ "task": { "kind": "farthest" }, "grid": { "h": [1, 2, 4] } })),
            "v=1&kind=farthest"
        );
        assert_eq!(
            query(json!({ "grid": { "form": "memoriser", "T": [8], "h": [1], "n": 32 } })),
            "v=1&form=memoriser&T=8"
        );
        assert_eq!(
            query(json!({ "grid": { "form": "memoriser", "T": [8], "n": 33 } })),
            "v=1&form=memoriser&T=8&n=33"
        );
    }

    #[test]
    fn settings_are_a_links_words() {
        let settings = |given: Value| Experiment::from_value(given).unwrap().settings();
        assert_eq!(settings(json!({})), "D=4");
        assert_eq!(
            settings(json!({ "task": { "D": 3 }, "grid": { "h": [1, 2] } })),
            "D=3 h=1,2"
        );
        assert_eq!(
            settings(json!({ "task": { "kind": "farthest" } })),
            "kind=farthest"
        );
    }

    #[test]
    fn given_directions_are_rows() {
        let task = json!({ "directions": [[1, 0, 0.5], [-1e-7, 0.1, 1e6]] });
        let given = query(json!({ "task": task }));
        assert_eq!(given, "v=1&directions=1,0,0.5~-1e-7,0.1,1000000");
        assert_eq!(
            Experiment::from_query(&given),
            Experiment::from_value(json!({ "task": task }))
        );
        // A single row, and a single number.
        for rows in [json!([[0.5, 2]]), json!([[-3]])] {
            let given = json!({ "task": { "directions": rows } });
            let link = query(given.clone());
            assert_eq!(
                Experiment::from_query(&link),
                Experiment::from_value(given),
                "{link}"
            );
        }
    }

    #[test]
    fn links_may_be_written_in_other_ways() {
        let expected = Experiment::from_value(json!({ "grid": { "h": [1, 4] } }));
        for query in [
            "h=1,4",
            "?h=1,4",
            "#h=1,4&",
            "&&v=1&h=1%2c4",
            "%68=1%2C4&steps=2e3&learningRate=0.0150",
            " ?h=1,4.0\n",
        ] {
            assert_eq!(Experiment::from_query(query), expected, "{query}");
        }
        for nothing in ["", "?", "#", "v=1"] {
            assert_eq!(
                Experiment::from_query(nothing),
                Ok(Experiment::default()),
                "{nothing}"
            );
        }
    }

    #[test]
    fn every_problem_is_named_with_its_value_and_what_is_allowed() {
        let said = problems("v=2&h=1,x,0&h=3&steps=many&steps&D=%4&%ff=1&N=&directions=1,a~2");
        assert_eq!(
            said,
            [
                "grid.h is \"3\", but must be given once: it stands here again.",
                "recipe.steps is \"\", but must be given a value, as in steps=….",
                "D is \"D=%4\", but must be UTF-8 in which each % is followed by two hexadecimal digits.",
                "%ff is \"%ff=1\", but must be UTF-8 in which each % is followed by two hexadecimal digits.",
                "version is 2, but must be a whole number from 1 to 1.",
                "task.directions[0][1] is \"a\", but must be a number from -1000000 to 1000000.",
                "task.directions[1] is [2], but must be a row of 2 numbers, as the first.",
                "grid.h[1] is \"x\", but must be a whole number from 1 to 64.",
                "grid.h[2] is 0, but must be a whole number from 1 to 64.",
                "grid.N is [], but must be a list of 1 to 32 entries.",
                "recipe.steps is \"many\", but must be a whole number from 1 to 1000000.",
            ]
        );
        let unknown = problems("heads=4").join(" ");
        assert!(
            unknown.starts_with(
                "heads is \"4\", but must be left out: a link has no such key, only v, kind, D,"
            ),
            "{unknown}"
        );
        assert_eq!(
            problems("kind=min-max&D=3"),
            ["task.D is 3, but must be left out: there is no such field here, only kind, seed."]
        );
    }

    #[test]
    fn every_field_has_a_key() {
        for given in [
            json!({}),
            json!({ "grid": { "E": 32 } }),
            json!({ "task": { "kind": "retrieval" }, "grid": { "form": "memoriser" } }),
            json!({ "task": { "kind": "min-max" } }),
            json!({ "task": { "kind": "farthest" } }),
            json!({ "task": { "kind": "nearest" }, "grid": { "form": "encoder" } }),
        ] {
            let experiment = Experiment::from_value(given).unwrap();
            let mut json = serde_json::to_value(&experiment).unwrap();
            for (key, part, _) in KEYS {
                take(&mut json, part, field(key));
            }
            assert_eq!(json, json!({ "task": {}, "grid": {}, "recipe": {} }));
        }
    }

    #[test]
    fn keys_are_unique() {
        let mut names = KEYS.map(|(key, ..)| key).to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), KEYS.len());
    }

    /// Text that looks like a query more often than not.
    fn any_query() -> impl Strategy<Value = String> {
        let key = prop_oneof![
            prop::sample::select(KEYS.map(|(key, ..)| key).to_vec()).prop_map(String::from),
            "[a-zA-Z%]{0,4}",
        ];
        let value = prop_oneof![
            "[0-9,.e~-]{0,12}",
            "(max-sum|farthest|nearest|retrieval|encoder|memoriser|gaussian|fresh)",
            "\\PC{0,6}",
        ];
        let pair = (key, prop_oneof![Just("="), Just("")], value)
            .prop_map(|(key, is, value)| format!("{key}{is}{value}"));
        prop::collection::vec(pair, 0..8).prop_map(|pairs| pairs.join("&"))
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,200}") {
            let _ = Experiment::from_query(&text);
        }

        #[test]
        fn no_query_panics_and_what_is_accepted_survives(text in any_query()) {
            if let Ok(experiment) = Experiment::from_query(&text) {
                prop_assert_eq!(Experiment::from_query(&experiment.to_query()), Ok(experiment));
            }
        }

        #[test]
        fn valid_experiments_survive_their_link(experiment in any_experiment()) {
            let query = experiment.to_query();
            prop_assert!(
                query.bytes().all(|byte| is_plain(byte) || b"=&".contains(&byte)),
                "{}", query
            );
            let read = Experiment::from_query(&query);
            prop_assert_eq!(read.as_ref(), Ok(&experiment), "{}", query);
            // Equality of floats is not that of their bits, but their text is.
            prop_assert_eq!(read.unwrap().to_json(), experiment.to_json());
        }

        #[test]
        fn escaped_text_survives(text in "\\PC{0,20}") {
            let escaped = escape(&text);
            prop_assert!(escaped.bytes().all(|byte| is_plain(byte) || byte == b'%'));
            prop_assert_eq!(unescape(&escaped), Some(text));
        }
    }
}
