//! Which head watches which target as text.

use super::{Csv, Describe, NO_VALUE, Table};
use crate::attended::count_of_heads;
use crate::number_format::format_error;
use crate::specialisation_matrix::{SpecialisationMatrix, share_text};

impl Describe for SpecialisationMatrix {
    fn summary(&self) -> String {
        self.sentence.clone()
    }

    fn caption(&self) -> String {
        format!(
            "{} of one run (seed {}): the share of its attention that each pays to the token where a target is, on \
             average over many sequences of {} token{}. A head that looks at all tokens alike would pay {} everywhere. \
             Outlined is the best way to give every target a head. {}",
            count_of_heads(self.heads()),
            self.seed,
            self.T,
            if self.T == 1 { "" } else { "s" },
            format_error(1.0 / f64::from(self.T)),
            self.sentence
        )
    }

    fn csv(&self) -> String {
        let mut csv = Csv::new("target,head,share,own");
        for (target, row) in self.shares.iter().enumerate() {
            for (head, share) in row.iter().enumerate() {
                csv.cell(&self.target_names[target]);
                csv.cell(&(head + 1).to_string());
                match share.is_finite() {
                    true => csv.numbers(&[*share]),
                    false => csv.gap(1),
                }
                let is_own = self.matching[target] == Some(head);
                csv.cell(if is_own { "yes" } else { "no" });
                csv.end_row();
            }
        }
        csv.text()
    }

    /// In the order of the figure, with the head that each target is matched with.
    fn table(&self, _first_line: usize) -> Table {
        let (rows, columns) = self.order();
        let mut table = Table::default();
        table.head.push("target".into());
        for head in &columns {
            table.head.push(match self.layers.get(*head) {
                Some(layer) => format!("head {} (layer {layer})", head + 1),
                None => format!("head {}", head + 1),
            });
        }
        table.head.push("its own head".into());
        for target in rows {
            let mut cells = vec![self.target_names[target].clone()];
            for head in &columns {
                cells.push(share_text(self.shares[target][*head]));
            }
            let own = self.matching[target];
            cells.push(own.map_or(NO_VALUE.into(), |head| (head + 1).to_string()));
            table.rows.push(cells);
        }
        table
    }
}
