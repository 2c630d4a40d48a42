//! How an experiment is trained, in words: for the caption of a figure. What its task is, the task says.

use crate::experiment::Experiment;
use crate::grid::{Family, HeadSize};
use crate::recipe::Data;

/// Numbers as a list: "16, 32".
fn list(values: &[u32]) -> String {
    let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
    texts.join(", ")
}

/// "1 seed", "2 seeds".
pub(crate) fn counted(count: u32, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

impl Experiment {
    /// The architecture and the recipe, in two sentences.
    ///
    /// ```
    /// use lab::Experiment;
    ///
    /// let words = Experiment::default().training_in_words();
    /// assert!(words.starts_with("Transformers: one layer, heads of dimension n = 8, hidden width N = 32."));
    /// assert!(words.contains("2000 steps of 64 sequences"));
    /// ```
    pub fn training_in_words(&self) -> String {
        let of_head = |size: &HeadSize| match size {
            HeadSize::PerHead(n) => format!("heads of dimension n = {n}"),
            HeadSize::Shared(e) => format!("heads that share E = {}", counted(*e, "dimension")),
        };
        let beside = |w: &[u32]| match w {
            [1] => String::new(),
            w => format!(", w = {} side by side", list(w)),
        };
        let layers = |l: &[u32]| match l {
            [1] => "one layer".into(),
            l => format!("L = {} layers", list(l)),
        };
        let architecture = match &self.grid.family {
            Family::Reader { N, size, L } => {
                let (layers, heads) = (layers(L), of_head(size));
                format!("{layers}, {heads}, hidden width N = {}", list(N))
            }
            Family::Memoriser { N, size } => {
                let heads = of_head(size);
                format!(
                    "the memorising network, {heads}, hidden width N = {}",
                    list(N)
                )
            }
            Family::Attention { w } => format!("attention alone{}", beside(w)),
            Family::Encoder { w, N, L } => {
                let (layers, beside) = (layers(L), beside(w));
                format!(
                    "an encoder of {layers}{beside}, hidden width N = {}",
                    list(N)
                )
            }
        };
        let recipe = &self.recipe;
        let data = match recipe.data {
            Data::Fixed => counted(recipe.train_sequences, "fixed sequence"),
            Data::Fresh => "fresh sequences".into(),
        };
        format!(
            "Transformers: {architecture}. Each was trained for {} of {} by AdamW (learning rate {}, cosine to 0) \
             on {data} and tested on {}, with {}.",
            counted(recipe.steps, "step"),
            counted(recipe.batch, "sequence"),
            recipe.learning_rate,
            counted(recipe.validation_sequences, "other"),
            counted(self.seeds.len() as u32, "seed"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_form_says_its_sizes_and_its_recipe() {
        let words = |json| Experiment::from_value(json).unwrap().training_in_words();
        assert_eq!(
            words(json!({ "seeds": [0, 1, 2] })),
            "Transformers: one layer, heads of dimension n = 8, hidden width N = 32. Each was trained for \
             2000 steps of 64 sequences by AdamW (learning rate 0.015, cosine to 0) on 8000 fixed \
             sequences and tested on 2000 others, with 3 seeds."
        );
        let shared = json!({ "grid": { "E": 32, "L": [1, 2] } });
        assert!(
            words(shared).starts_with("Transformers: L = 1, 2 layers, heads that share E = 32")
        );
        let attention = json!({
            "task": { "kind": "farthest" }, "grid": { "w": [1, 8] }, "recipe": { "data": "fresh" }
        });
        let attention = words(attention);
        assert!(
            attention.contains("attention alone, w = 1, 8 side by side."),
            "{attention}"
        );
        assert!(attention.contains("on fresh sequences and") && attention.ends_with("1 seed."));
    }
}
