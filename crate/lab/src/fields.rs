//! Reads an experiment out of untrusted JSON and collects *every* problem, where serde stops at
//! the first. Each field is read by exactly one call that names its default and its bounds, so
//! the sentence a person gets and the check that was made cannot drift apart.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;

use serde::Serialize;
use serde_json::{Map, Value};

/// One thing wrong with an experiment: where, what was given, what is allowed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Problem {
    /// The field's path, such as `recipe.steps` or `grid.h[2]`.
    pub field: String,
    /// What was given, as JSON; `null` where something is missing.
    pub given: Value,
    /// What is allowed, as the end of the sentence "… must be …".
    pub allowed: String,
}

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A pasted file must not flood the page.
        let given = self.given.to_string();
        let short: String = given.chars().take(60).collect();
        let dots = if short.len() < given.len() { "…" } else { "" };
        write!(
            f,
            "{} is {short}{dots}, but must be {}.",
            self.field, self.allowed
        )
    }
}

/// Everything wrong with an experiment; never empty.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Problems(pub Vec<Problem>);

impl Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// Reads the fields of one JSON object.
pub(crate) struct Fields<'a> {
    path: String,
    fields: Map<String, Value>,
    known: Vec<&'static str>,
    problems: &'a mut Vec<Problem>,
}

impl<'a> Fields<'a> {
    /// The fields of `value`, which stands at `path` ("" for the whole document).
    pub fn new(path: &str, value: Value, problems: &'a mut Vec<Problem>) -> Self {
        let fields = match value {
            Value::Object(fields) => fields,
            Value::Null => Map::new(),
            other => {
                let field = if path.is_empty() { "experiment" } else { path };
                problems.push(Problem {
                    field: field.into(),
                    given: other,
                    allowed: "an object with named fields".into(),
                });
                Map::new()
            }
        };
        Self {
            path: path.into(),
            fields,
            known: Vec::new(),
            problems,
        }
    }

    fn at(&self, name: &str) -> String {
        if self.path.is_empty() {
            name.into()
        } else {
            format!("{}.{name}", self.path)
        }
    }

    fn take(&mut self, name: &'static str) -> Option<Value> {
        self.known.push(name);
        self.fields.remove(name).filter(|value| !value.is_null())
    }

    /// Notes that `given` at `name` is not what is `allowed`.
    pub fn refuse(&mut self, name: &str, given: Value, allowed: impl Into<String>) {
        let field = self.at(name);
        self.problems.push(Problem {
            field,
            given,
            allowed: allowed.into(),
        });
    }

    /// The object at `name`, to be read on its own.
    pub fn object(&mut self, name: &'static str) -> Fields<'_> {
        let value = self.take(name).unwrap_or(Value::Null);
        let path = self.at(name);
        Fields::new(&path, value, self.problems)
    }

    /// A whole number that may be left out.
    pub fn optional_whole(
        &mut self,
        name: &'static str,
        range: RangeInclusive<u32>,
    ) -> Option<u32> {
        let given = self.take(name)?;
        let value = as_whole(&given, &range);
        if value.is_none() {
            self.refuse(name, given, whole_between(&range));
        }
        value
    }

    /// A whole number.
    pub fn whole(&mut self, name: &'static str, default: u32, range: RangeInclusive<u32>) -> u32 {
        self.optional_whole(name, range).unwrap_or(default)
    }

    /// A list of different whole numbers, in the order given.
    pub fn wholes(
        &mut self,
        name: &'static str,
        default: &[u32],
        range: RangeInclusive<u32>,
        most: usize,
    ) -> Vec<u32> {
        let Some(given) = self.take(name) else {
            return default.to_vec();
        };
        let Value::Array(items) = &given else {
            let allowed = format!("a list, each {}", whole_between(&range));
            self.refuse(name, given, allowed);
            return default.to_vec();
        };
        if items.is_empty() || items.len() > most {
            let allowed = format!("a list of 1 to {most} entries");
            self.refuse(name, given, allowed);
            return default.to_vec();
        }
        let mut values = Vec::with_capacity(items.len());
        for (i, item) in items.iter().enumerate() {
            match as_whole(item, &range) {
                Some(value) if values.contains(&value) => self.refuse(
                    &format!("{name}[{i}]"),
                    item.clone(),
                    "a value that the list does not hold already",
                ),
                Some(value) => values.push(value),
                None => self.refuse(&format!("{name}[{i}]"), item.clone(), whole_between(&range)),
            }
        }
        values
    }

    /// A number. `allowed` says the range in words, because a bound may be open.
    pub fn number(
        &mut self,
        name: &'static str,
        default: f64,
        fits: impl Fn(f64) -> bool,
        allowed: &str,
    ) -> f64 {
        match self.take(name) {
            None => default,
            Some(given) => match given.as_f64() {
                Some(value) if fits(value) => value,
                _ => {
                    self.refuse(name, given, allowed);
                    default
                }
            },
        }
    }

    /// One of a few words.
    pub fn choice<C: Clone>(
        &mut self,
        name: &'static str,
        default: C,
        choices: &[(&'static str, C)],
    ) -> C {
        match self.take(name) {
            None => default,
            Some(given) => self.word(name, given, choices, "").unwrap_or(default),
        }
    }

    /// One of a few words, or a list of equally long rows of numbers, which `from_rows` makes
    /// into a choice. There may be up to `most.0` rows of `most.1` numbers, none beyond
    /// ±`bound`. `None` if what was given is refused.
    pub fn choice_or_rows<C: Clone>(
        &mut self,
        name: &'static str,
        default: C,
        choices: &[(&'static str, C)],
        from_rows: impl FnOnce(Vec<Vec<f64>>) -> C,
        most: (usize, usize),
        bound: f64,
    ) -> Option<C> {
        match self.take(name) {
            None => Some(default),
            Some(Value::Array(rows)) => self.rows(name, rows, most, bound).map(from_rows),
            Some(given) => self.word(name, given, choices, " or a list of rows of numbers"),
        }
    }

    fn word<C: Clone>(
        &mut self,
        name: &str,
        given: Value,
        choices: &[(&'static str, C)],
        also: &str,
    ) -> Option<C> {
        if let Some((_, choice)) = choices.iter().find(|(word, _)| given == *word) {
            return Some(choice.clone());
        }
        let words: Vec<_> = choices
            .iter()
            .map(|(word, _)| format!("\"{word}\""))
            .collect();
        self.refuse(name, given, words.join(" or ") + also);
        None
    }

    /// `None` if anything was refused.
    fn rows(
        &mut self,
        name: &str,
        given: Vec<Value>,
        most: (usize, usize),
        bound: f64,
    ) -> Option<Vec<Vec<f64>>> {
        if given.is_empty() || given.len() > most.0 {
            let allowed = format!("a list of 1 to {} rows", most.0);
            self.refuse(name, given.into(), allowed);
            return None;
        }
        let before = self.problems.len();
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(given.len());
        for (i, row) in given.into_iter().enumerate() {
            let length = match rows.first() {
                Some(first) => first.len()..=first.len(),
                None => 1..=most.1,
            };
            match row {
                Value::Array(items) if length.contains(&items.len()) => {
                    rows.push(self.numbers(&format!("{name}[{i}]"), items, bound));
                }
                other => {
                    let allowed = match rows.first() {
                        Some(first) => format!("a row of {} numbers, as the first", first.len()),
                        None => format!("a row of 1 to {} numbers", most.1),
                    };
                    self.refuse(&format!("{name}[{i}]"), other, allowed);
                }
            }
        }
        (self.problems.len() == before).then_some(rows)
    }

    /// One number per item, whatever the item is, so that a row keeps its length.
    fn numbers(&mut self, name: &str, items: Vec<Value>, bound: f64) -> Vec<f64> {
        let mut numbers = Vec::with_capacity(items.len());
        for (i, item) in items.into_iter().enumerate() {
            match item.as_f64() {
                Some(x) if x.abs() <= bound => numbers.push(x),
                _ => {
                    let allowed = format!("a number from -{bound} to {bound}");
                    self.refuse(&format!("{name}[{i}]"), item, allowed);
                    numbers.push(0.0);
                }
            }
        }
        numbers
    }

    /// Refuses every field that was not read.
    pub fn finish(mut self) {
        let known = self.known.join(", ");
        let left: Vec<_> = std::mem::take(&mut self.fields).into_iter().collect();
        for (name, given) in left {
            self.refuse(
                &name,
                given,
                format!("left out: there is no such field here, only {known}"),
            );
        }
    }
}

fn as_whole(value: &Value, range: &RangeInclusive<u32>) -> Option<u32> {
    // JS writes whole numbers above 2^53 or from arithmetic as floats: 16.0 is a 16.
    let number = value.as_f64()?;
    let whole = number as u32;
    (f64::from(whole) == number && range.contains(&whole)).then_some(whole)
}

fn whole_between(range: &RangeInclusive<u32>) -> String {
    format!("a whole number from {} to {}", range.start(), range.end())
}
