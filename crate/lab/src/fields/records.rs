//! Further kinds of fields, for outcomes and progress: what programs write has no defaults.

use serde_json::Value;

use super::Fields;
use super::whole::{as_whole, whole_between};
use crate::outcome::{CurvePoint, Stopped};

impl Fields<'_> {
    /// A whole number that must be given.
    pub fn required_whole(&mut self, name: &'static str) -> u32 {
        let range = 0..=u32::MAX;
        let given = self.take(name).unwrap_or_default();
        as_whole(&given, &range).unwrap_or_else(|| {
            self.refuse(name, given, whole_between(&range));
            0
        })
    }

    /// A whole number, or `default` where it is left out.
    pub fn whole_or(&mut self, name: &'static str, default: u32) -> u32 {
        match self.fields.contains_key(name) {
            true => self.required_whole(name),
            false => default,
        }
    }

    /// A number; `None` where it is null or left out.
    pub fn optional_number(&mut self, name: &'static str) -> Option<f64> {
        let given = self.take(name)?;
        let number = given.as_f64();
        if number.is_none() {
            self.refuse(name, given, "a number or null");
        }
        number
    }

    /// A list that must be given.
    pub fn required_list(&mut self, name: &'static str) -> Vec<Value> {
        match self.take(name).unwrap_or_default() {
            Value::Array(items) => items,
            other => {
                self.refuse(name, other, "a list");
                Vec::new()
            }
        }
    }

    /// A learning curve: a list of steps with their errors.
    pub fn curve(&mut self, name: &'static str) -> Vec<CurvePoint> {
        let items = self.required_list(name);
        let mut points = Vec::with_capacity(items.len());
        for (i, item) in items.into_iter().enumerate() {
            let point = match item.as_array().map(Vec::as_slice) {
                Some([step, error]) => as_whole(step, &(0..=u32::MAX)).zip(error.as_f64()),
                _ => None,
            };
            match point {
                Some((step, error)) => points.push(CurvePoint(step, error)),
                None => self.refuse(&format!("{name}[{i}]"), item, "a step and an error"),
            }
        }
        points
    }

    /// Why a run stopped; `None` where it is refused.
    pub fn stopped(&mut self, name: &'static str) -> Option<Stopped> {
        let given = self.take(name).unwrap_or(Value::Null);
        let place = self.place_of(name, given, &Stopped::WORDS.map(|of| of.0), "")?;
        Some(Stopped::WORDS[place].1)
    }

    /// One of these words, of which the first is the default.
    pub fn word(&mut self, name: &'static str, words: &[&'static str]) -> usize {
        match self.take(name) {
            None => 0,
            Some(given) => self.place_of(name, given, words, "").unwrap_or(0),
        }
    }
}
