//! Ways to mend what a field refuses: the nearest value that is allowed. They are offered where a problem
//! is found, and tried before anybody sees them (`repairs_of` in `change.rs`).

use std::ops::RangeInclusive;

use serde_json::Value;

use super::Fields;
use super::whole::{as_whole, nearest_whole};
use crate::change::Change;

/// A list of more entries is not spelled out in the name of a repair.
const MOST_SPELLED: usize = 8;

impl Fields<'_> {
    /// Offers another value of a field of this object for the problem that was found last.
    pub fn offer(&mut self, label: String, name: &str, value: Value) {
        let change = Change::new(self.path_of(name), value);
        let last = self.findings.problems.count().wrapping_sub(1);
        if let Some(problem) = self.findings.problems.listed_mut(last) {
            problem.offer(label, change);
        }
    }

    /// Offers a value for the field that was refused last, if there is one.
    pub(super) fn offer_value(&mut self, name: &str, value: Option<Value>) {
        if let Some(value) = value {
            // As a reader writes it: JSON has 10 as 10.0 where it is not a whole number's field.
            let number = value.as_f64().unwrap_or_default();
            self.offer(format!("Set to {number}"), name, value);
        }
    }

    /// Offers a list for the first of its problems, which is at `place`; nothing where there is none.
    pub fn offer_list(&mut self, name: &str, place: usize, list: &[u32]) {
        let path = self.path_of(name);
        let Some(problem) = self.findings.problems.listed_mut(place) else {
            return;
        };
        if list.is_empty() {
            return;
        }
        let entries: Vec<String> = list.iter().map(u32::to_string).collect();
        let label = match entries.len() > MOST_SPELLED {
            true => format!("Use the {} that are allowed", entries.len()),
            false => format!("Use {}", entries.join(", ")),
        };
        problem.offer(label, Change::new(path, list));
    }

    /// How many problems were found so far.
    pub fn problems(&self) -> usize {
        self.findings.problems.count()
    }
}

/// A list as it may be: every number in its range, each once, no more than `most`.
pub(super) fn mended_list(
    items: &[Value],
    range: &RangeInclusive<u32>,
    most: usize,
    default: &[u32],
) -> Vec<u32> {
    let mut list = Vec::new();
    for item in items {
        let value = as_whole(item, range).or_else(|| nearest_whole(item, range));
        if let Some(value) = value.filter(|value| !list.contains(value))
            && list.len() < most
        {
            list.push(value);
        }
    }
    match list.is_empty() {
        true => default.to_vec(),
        false => list,
    }
}
