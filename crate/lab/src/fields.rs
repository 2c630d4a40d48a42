//! Reads an experiment out of untrusted JSON and collects *every* problem, where serde stops at
//! the first. Each field is read by exactly one call that names its default and its bounds. The
//! check, the sentence that refuses a value and the field's [`FieldSpec`] all come from that call,
//! so they cannot contradict each other.

mod records;
mod repairs;
mod whole;

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::field_spec::{FieldKind, FieldSpec};
use crate::number_range::{NumberRange, in_single_precision};
use crate::problem::{Problem, Problems};

use repairs::mended_list;
use whole::{as_whole, from_to, nearest_whole, whole_between};

/// Whether the table of fields is wanted in this build.
const RECORDS_SPECS: bool = cfg!(any(test, feature = "field-specs"));

/// What reading an experiment has found so far.
#[derive(Default)]
pub(crate) struct Findings {
    /// Everything that was refused.
    pub problems: Problems,
    /// Every field that was read, in reading order; `None` where they are not needed.
    pub specs: Option<Vec<FieldSpec>>,
}

/// Reads the fields of one JSON object.
pub(crate) struct Fields<'a> {
    path: String,
    fields: Map<String, Value>,
    /// The names of the fields that were read.
    known: Vec<&'static str>,
    findings: &'a mut Findings,
}

impl<'a> Fields<'a> {
    /// The fields of `value`, which is at `path` ("" for the whole document).
    pub fn new(path: &str, value: Value, findings: &'a mut Findings) -> Self {
        let fields = match value {
            Value::Object(fields) => fields,
            Value::Null => Map::new(),
            other => {
                let field = if path.is_empty() { "experiment" } else { path };
                let allowed = "an object with named fields";
                findings.problems.push(Problem::new(field, other, allowed));
                Map::new()
            }
        };
        Self {
            path: path.into(),
            fields,
            known: Vec::new(),
            findings,
        }
    }

    fn path_of(&self, name: &str) -> String {
        if self.path.is_empty() {
            name.into()
        } else {
            format!("{}.{name}", self.path)
        }
    }

    /// Removes the value of `name`; `None` where it is missing or null.
    fn take(&mut self, name: &'static str) -> Option<Value> {
        self.known.push(name);
        self.fields.remove(name).filter(|value| !value.is_null())
    }

    /// Adds the spec of the field `name` to the findings, if specs are needed.
    fn record(
        &mut self,
        name: &str,
        kind: FieldKind,
        default: impl Into<Value>,
        range: &dyn Fn() -> String,
    ) {
        if !RECORDS_SPECS {
            return;
        }
        let path = self.path_of(name);
        if let Some(specs) = &mut self.findings.specs {
            specs.push(FieldSpec {
                path,
                kind,
                default: default.into(),
                range: range(),
                choices: Vec::new(),
                instead_of: None,
            });
        }
    }

    /// Adds the problem that `given` at `name` is not what is `allowed`.
    pub fn refuse(&mut self, name: &str, given: Value, allowed: impl Into<String>) {
        let field = self.path_of(name);
        let problem = Problem::new(field, given, allowed);
        self.findings.problems.push(problem);
    }

    /// The object at `name`, to be read on its own.
    pub fn object(&mut self, name: &'static str) -> Fields<'_> {
        let value = self.take(name).unwrap_or(Value::Null);
        let path = self.path_of(name);
        Fields::new(&path, value, self.findings)
    }

    /// A whole number.
    pub fn whole(&mut self, name: &'static str, default: u32, range: RangeInclusive<u32>) -> u32 {
        self.record(name, FieldKind::Whole, default, &|| from_to(&range));
        self.take_whole(name, &range).unwrap_or(default)
    }

    /// A whole number that stays empty where it is left out, because another field takes its place.
    /// `default` is the value of the two where both are left out, if it belongs to this one.
    pub fn optional_whole(
        &mut self,
        name: &'static str,
        default: Option<u32>,
        range: RangeInclusive<u32>,
        instead_of: &'static str,
    ) -> Option<u32> {
        self.record(name, FieldKind::Whole, default, &|| from_to(&range));
        if let Some(spec) = self.last_spec() {
            spec.instead_of = Some(instead_of);
        }
        self.take_whole(name, &range)
    }

    fn last_spec(&mut self) -> Option<&mut FieldSpec> {
        if !RECORDS_SPECS {
            return None;
        }
        self.findings.specs.as_mut()?.last_mut()
    }

    fn take_whole(&mut self, name: &'static str, range: &RangeInclusive<u32>) -> Option<u32> {
        let given = self.take(name)?;
        let value = as_whole(&given, range);
        if value.is_none() {
            let nearest = nearest_whole(&given, range);
            self.refuse(name, given, whole_between(range));
            self.offer_value(name, nearest.map(Value::from));
        }
        value
    }

    /// A list of different whole numbers, in the order given.
    pub fn wholes(
        &mut self,
        name: &'static str,
        default: &[u32],
        range: RangeInclusive<u32>,
        most: usize,
    ) -> Vec<u32> {
        self.record(name, FieldKind::List, default, &|| {
            format!("up to {most} numbers from {}", from_to(&range))
        });
        let Some(given) = self.take(name) else {
            return default.to_vec();
        };
        let Value::Array(items) = &given else {
            let allowed = format!("a list, each {}", whole_between(&range));
            self.refuse(name, given, allowed);
            return default.to_vec();
        };
        let place = self.findings.problems.count();
        let mended = mended_list(items, &range, most, default);
        if items.is_empty() || items.len() > most {
            let allowed = format!("a list of 1 to {most} entries");
            self.refuse(name, given, allowed);
            self.offer_list(name, place, &mended);
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
        self.offer_list(name, place, &mended);
        values
    }

    /// A number.
    pub fn number(&mut self, name: &'static str, default: f64, range: NumberRange) -> f64 {
        self.record(name, FieldKind::Number, default, &|| range.in_words());
        let Some(given) = self.take(name) else {
            return default;
        };
        let value = given.as_f64();
        if let Some(allowed) = range.refusal(value) {
            self.refuse(name, given, allowed);
            let nearest = value.and_then(|x| range.nearest(x));
            self.offer_value(name, nearest.map(Value::from));
            return default;
        }
        value.unwrap_or(default)
    }

    /// One of a few words. The first is the default.
    pub fn choice<C: Clone>(&mut self, name: &'static str, choices: &[(&'static str, C)]) -> C {
        let words = choices.iter().map(|(word, _)| *word).collect();
        let chosen = match self.take_choice(name, words) {
            None => 0,
            Some((given, words)) => self.place_of(name, given, &words, "").unwrap_or(0),
        };
        choices[chosen].1.clone()
    }

    /// One of a few words, of which the first is the default, or a list of equally long rows of
    /// numbers, which `from_rows` makes into a choice. There may be up to `most.0` rows of `most.1`
    /// numbers, none beyond ±`bound`. `None` if what was given is refused.
    pub fn choice_or_rows<C: Clone>(
        &mut self,
        name: &'static str,
        choices: &[(&'static str, C)],
        from_rows: impl FnOnce(Vec<Vec<f64>>) -> C,
        most: (usize, usize),
        bound: f64,
    ) -> Option<C> {
        let words = choices.iter().map(|(word, _)| *word).collect();
        let chosen = match self.take_choice(name, words) {
            None => Some(0),
            Some((Value::Array(rows), _)) => {
                return self.rows(name, rows, most, bound).map(from_rows);
            }
            Some((given, words)) => {
                self.place_of(name, given, &words, " or a list of rows of numbers")
            }
        };
        chosen.map(|place| choices[place].1.clone())
    }

    /// Records a choice among `words`, and takes what was given; `None` where nothing was. Not
    /// generic, so that it is compiled once for all choices.
    fn take_choice(
        &mut self,
        name: &'static str,
        words: Vec<&'static str>,
    ) -> Option<(Value, Vec<&'static str>)> {
        self.record(name, FieldKind::Choice, words[0], &String::new);
        if let Some(spec) = self.last_spec() {
            spec.choices.clone_from(&words);
        }
        Some((self.take(name)?, words))
    }

    /// Which of `words` was given; `None` if it is none of them, which is refused.
    fn place_of(
        &mut self,
        name: &str,
        given: Value,
        words: &[&'static str],
        or_else: &str,
    ) -> Option<usize> {
        let place = words.iter().position(|word| given == *word);
        if place.is_none() {
            let quoted: Vec<_> = words.iter().map(|word| format!("\"{word}\"")).collect();
            self.refuse(name, given, quoted.join(" or ") + or_else);
        }
        place
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
        let problems_before = self.findings.problems.count();
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
        (self.findings.problems.count() == problems_before).then_some(rows)
    }

    /// One number per item, 0 in place of an item that is refused, so that a row keeps its length.
    fn numbers(&mut self, name: &str, items: Vec<Value>, bound: f64) -> Vec<f64> {
        let mut numbers = Vec::with_capacity(items.len());
        for (i, item) in items.into_iter().enumerate() {
            match item.as_f64() {
                Some(x) if x.abs() <= bound && (x == 0.0 || in_single_precision(x) != 0.0) => {
                    numbers.push(x);
                }
                other => {
                    let mut allowed = format!("a number from -{bound} to {bound}");
                    if other.is_some_and(|x| x.abs() <= bound) {
                        allowed += ", and 0 or not so small that it is 0 in single precision";
                    }
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
        let unread: Vec<_> = std::mem::take(&mut self.fields).into_iter().collect();
        for (name, given) in unread {
            self.refuse(
                &name,
                given,
                format!("left out: there is no such field here, only {known}"),
            );
        }
    }
}
