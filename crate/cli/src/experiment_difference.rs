//! Where two experiments differ, in words: it explains why a file cannot be resumed.

use lab::Experiment;
use serde_json::Value;

/// The first field in which two experiments differ, with both values, such as
/// "recipe.steps is 7 here, but 6 there"; `None` if they are equal.
pub fn first_difference(here: &Experiment, there: &Experiment) -> Option<String> {
    let here = serde_json::to_value(here).ok()?;
    let there = serde_json::to_value(there).ok()?;
    first_difference_at("", &here, &there)
}

/// The same for the JSON values of the field at the path `field`, such as "recipe.steps".
fn first_difference_at(field: &str, here: &Value, there: &Value) -> Option<String> {
    let (Value::Object(here_fields), Value::Object(there_fields)) = (here, there) else {
        return (here != there).then(|| format!("{field} is {here} here, but {there} there"));
    };
    // In the order of an experiment's parts. `kind` precedes all other fields of a task, because
    // tasks of different kinds have different fields.
    let order = ["version", "kind", "task", "grid", "recipe", "seeds"];
    let mut names: Vec<&String> = here_fields.keys().chain(there_fields.keys()).collect();
    names.sort_by_key(|name| order.iter().position(|o| o == name).unwrap_or(order.len()));
    names.into_iter().find_map(|name| {
        let field = if field.is_empty() {
            name.clone()
        } else {
            format!("{field}.{name}")
        };
        match (here_fields.get(name), there_fields.get(name)) {
            (Some(here), Some(there)) => first_difference_at(&field, here, there),
            (Some(here), None) => Some(format!("{field} is {here} here, but not given there")),
            (None, Some(there)) => Some(format!("{field} is not given here, but {there} there")),
            (None, None) => None,
        }
    })
}
