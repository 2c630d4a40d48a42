//! A machine as text, and what it shares with the attention strips: the heads and the sequence.

use super::{Csv, Describe, NO_VALUE, Table};
use crate::attended::Attended;
use crate::machine::Machine;
use crate::number_format::with_minus_sign;

/// Of more heads than this a summary says how many watch a target.
const MOST_HEADS: usize = 6;
/// Of more targets that are not drawn than this it says how many they are.
const MOST_TARGETS: usize = 6;
/// The column of the tokens' numbers.
const TOKEN: &str = "token";

impl Describe for Machine {
    fn summary(&self) -> String {
        let text = format!("{}. The machine {}.", self.in_words(), self.answer.words());
        match self.answer.blind_guess() {
            Some(guess) => format!("{text} For comparison, {guess}."),
            None => text,
        }
    }

    fn caption(&self) -> String {
        let mut words = self.summary();
        if self.heads.iter().any(|head| !head.torn.is_empty()) {
            words += " The ring of a torn head has a part for each of its targets, as long as that target's \
                      share of the attention.";
        }
        words
    }

    fn csv(&self) -> String {
        self.attended.csv()
    }

    fn table(&self, _first_line: usize) -> Table {
        self.attended.table()
    }
}

impl Attended {
    /// The sequence and what each head does with it, or of many heads how many watch a target; without a
    /// full stop at its end.
    pub(super) fn in_words(&self) -> String {
        let (heads, tokens) = (self.count_of_heads(), self.length());
        let plural = if tokens == 1 { "" } else { "s" };
        let mut text = format!("{heads} at work on a sequence of {tokens} token{plural}");
        if let Some(window) = self.window_in_words() {
            text += &format!(". Tokens {window} are drawn{}", self.out_of_view());
        }
        if let Some(asking) = self.asking {
            text += &format!(". Token {} asks", asking + 1);
        }
        if self.heads.len() <= MOST_HEADS {
            for (i, head) in self.heads.iter().enumerate() {
                text += &format!(". Head {} {}", i + 1, head.words);
            }
        } else {
            let watching = self.heads.iter().filter(|head| head.target.is_some());
            text += &format!(". {} of them watch a target", watching.count());
        }
        text
    }

    /// Which targets have no place in the figure: ". Outside: target 1 (token 5), target 3 (token 90)".
    fn out_of_view(&self) -> String {
        let named = self.targets_outside().map(|(at, target)| {
            let name = &self.target_names[target];
            format!("{name} (token {})", at + 1)
        });
        let named: Vec<String> = named.collect();
        match named.len() {
            0 => String::new(),
            few if few <= MOST_TARGETS => format!(". Outside: {}", named.join(", ")),
            many => format!(". Outside: {many} targets"),
        }
    }

    /// All tokens of the sequence, also those that have no place in the figure, with the attention of each
    /// head.
    pub(super) fn csv(&self) -> String {
        let mut csv = Csv::default();
        csv.cell(TOKEN);
        for name in &self.table().head[1..] {
            csv.cell(name);
        }
        csv.cell("is");
        csv.end_row();
        for position in 0..self.length() {
            csv.cell(&(position + 1).to_string());
            let mut add = |number: Option<f64>| match number.filter(|number| number.is_finite()) {
                // As precise as the engine's numbers.
                Some(number) => csv.cell(&format!("{number:.6}")),
                None => csv.gap(1),
            };
            self.rows.iter().for_each(|row| add(row.values[position]));
            for head in &self.heads {
                add(head.shares.get(position).copied());
            }
            csv.cell(&self.names_at(position).join(" and "));
            csv.end_row();
        }
        csv.text()
    }

    /// The tokens that are drawn, with the attention of each head.
    pub(super) fn table(&self) -> Table {
        let mut head = vec![match self.window_in_words() {
            Some(window) => format!("{TOKEN}, {window}"),
            None => TOKEN.into(),
        }];
        match self.rows.as_slice() {
            [_] => head.push("value".into()),
            rows => {
                head.extend((0..rows.len()).map(|row| format!("for {}", self.target_names[row])));
            }
        }
        head.extend((1..=self.heads.len()).map(|number| format!("head {number}")));
        let cells = |position: usize| {
            let names = self.names_at(position);
            let mut cells = vec![match names.is_empty() {
                true => (position + 1).to_string(),
                false => format!("{} ({})", position + 1, names.join(", ")),
            }];
            for row in &self.rows {
                let value = row.values[position].map(|value| with_minus_sign(value, 3));
                cells.push(value.unwrap_or(NO_VALUE.into()));
            }
            for head in &self.heads {
                let share = head.shares.get(position).filter(|share| share.is_finite());
                cells.push(share.map_or(NO_VALUE.into(), |share| format!("{share:.3}")));
            }
            cells
        };
        Table {
            head,
            rows: self.positions().map(cells).collect(),
            lines: None,
        }
    }
}
