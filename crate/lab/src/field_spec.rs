//! The table of fields: which an experiment has, with their defaults, ranges and choices, for
//! controls and documentation. It is recorded while an experiment is read (`fields.rs`), so it says
//! what the check does. Labels and explanations of fields are not here.

use serde::Serialize;
use serde_json::Value;

use crate::experiment::Experiment;
use crate::fields::Findings;

/// One field of an experiment.
///
/// ```
/// # #[cfg(feature = "field-specs")] {
/// let specs = lab::field_specs(&serde_json::json!({}));
/// let heads = specs.iter().find(|spec| spec.path == "grid.h").unwrap();
/// assert_eq!(heads.default, serde_json::json!([1, 2, 3, 4, 5]));
/// assert_eq!(heads.range, "up to 64 numbers from 1 to 64");
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FieldSpec {
    /// Where the field is: "task.D", "grid.h", "recipe.steps", "seeds".
    pub path: String,
    /// What kind of value it has.
    pub kind: FieldKind,
    /// Its value where it is left out; null where it then stays empty. Of two fields that take each
    /// other's place it is the value where both are left out.
    pub default: Value,
    /// Which numbers are allowed, in words: "1 to 32", "up to 32 numbers from 1 to 1024", "above 0,
    /// at most 10", "0 to below 1". Empty for choices.
    pub range: String,
    /// The words to choose from; empty where it is not a choice.
    pub choices: Vec<&'static str>,
    /// The path of the field that takes the place of this one; each of the two may be empty.
    pub instead_of: Option<&'static str>,
}

/// What kind of value a field has.
///
/// ```
/// use lab::FieldKind;
///
/// assert_eq!(serde_json::to_value(FieldKind::Choice).unwrap(), "choice");
/// # #[cfg(feature = "field-specs")] {
/// let specs = lab::field_specs(&serde_json::json!({}));
/// assert_eq!((specs[0].path.as_str(), specs[0].kind), ("task.kind", FieldKind::Choice));
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldKind {
    /// A whole number.
    Whole,
    /// A list of different whole numbers.
    List,
    /// Any number.
    Number,
    /// One of a few words.
    Choice,
}

/// The fields of an experiment with the draft's `task.kind` and `grid.form`, in reading order. The
/// draft may have problems: where its kind or form is not known, the default one is taken. The
/// version is not among them: it is not a choice.
///
/// They are only recorded with the feature `field-specs`: without it there are none.
///
/// ```
/// use lab::field_specs;
///
/// # #[cfg(feature = "field-specs")] {
/// let draft = serde_json::json!({ "task": { "kind": "farthest" } });
/// let paths: Vec<String> = field_specs(&draft).into_iter().map(|spec| spec.path).collect();
/// // This task has no D.
/// assert_eq!(paths[..3], ["task.kind", "task.d", "task.seed"]);
/// # }
/// # #[cfg(not(feature = "field-specs"))]
/// # assert!(field_specs(&serde_json::json!({})).is_empty());
/// ```
pub fn field_specs(draft: &Value) -> Vec<FieldSpec> {
    let mut findings = Findings {
        specs: Some(Vec::new()),
        ..Findings::default()
    };
    Experiment::read_fields(draft.clone(), &mut findings);
    let mut specs = findings.specs.unwrap_or_default();
    specs.retain(|spec| spec.path != "version");
    specs
}

#[cfg(test)]
mod tests;
