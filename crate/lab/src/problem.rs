//! What is wrong with an experiment that was refused, for a program and in words.

use std::fmt::{self, Display};

use serde::Serialize;
use serde_json::Value;

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
        // A value may be a whole file that somebody pasted: a sentence shows its beginning.
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
