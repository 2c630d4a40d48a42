//! The attention of one run's heads to one sequence as text.

use super::{Describe, Table};
use crate::attention_strips::AttentionStrips;

impl Describe for AttentionStrips {
    fn summary(&self) -> String {
        format!("{}.", self.attended.in_words())
    }

    fn caption(&self) -> String {
        let attended = &self.attended;
        let bars = match (attended.asking, attended.rows.as_slice()) {
            (Some(_), _) => {
                let names = attended.target_names.join(", ");
                format!("Bars are the other tokens, and the tallest is the {names} one.")
            }
            (None, [row]) if row.targets.len() > 1 => "Bars are the tokens.".into(),
            (None, [_]) => "Bars are the tokens, and the tallest is the target.".into(),
            (None, _) => {
                "Bars are the tokens, in a row for each target, which is the tallest of its row."
                    .into()
            }
        };
        let mut faint = "";
        if attended.heads.iter().any(|head| head.is_silenced) {
            faint = " Heads whose strips are faint are silenced.";
        }
        let plural = if attended.target_names.len() == 1 {
            ""
        } else {
            "s"
        };
        format!(
            "{}. The seed of the run is {}. {bars} Below them is a strip for each head: the more of its \
             attention a token has, the stronger is its shade. Symbols and upright lines mark the target{plural}.\
             {faint}",
            attended.in_words(),
            self.seed
        )
    }

    fn csv(&self) -> String {
        self.attended.csv()
    }

    fn table(&self, _first_line: usize) -> Table {
        self.attended.table()
    }
}
