//! The parameters needed, in words.

use super::{NONE, Table, Told};
use crate::needed::{DECADES, MOST, Needed};
use crate::words::digits;

impl Told for Needed {
    fn summary(&self) -> String {
        let (curves, sentences) = self.curves();
        let mut said = Vec::new();
        for curve in &curves {
            let (note, name, says) = (&curve.note, &curve.name, curve.says);
            let times = digits(10f64.powf(curve.exponent), 2);
            said.push(format!(
                "{note}: {name}, so for an error ten times smaller {times} times {says}."
            ));
        }
        said.extend(sentences);
        said.join(" ")
    }

    fn table(&self) -> Table {
        let (curves, _) = self.curves();
        let mut table = Table::default();
        table.head.push("error ε allowed".into());
        for curve in &curves {
            table.head.push(format!("{} ({})", curve.name, curve.note));
        }
        for half in 0..=(2.0 * DECADES) as u32 {
            let decade = f64::from(half) / 2.0;
            let mut row = vec![digits(10f64.powf(-decade), 2)];
            for curve in &curves {
                row.push(match curve.exponent * decade {
                    // Where the axis ends, so do the numbers.
                    power if power > MOST => NONE.into(),
                    power => digits(10f64.powf(power), 2),
                });
            }
            table.rows.push(row);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn growth_is_told_and_a_vacuous_bound_said() {
        let chart = |t: u32, h: u32| -> Needed {
            serde_json::from_value(json!({
                "frame": { "width": 400, "height": 300, "scale": 1, "theme": "light" },
                "T": t, "h": h, "n": 8, "D": 4, "d": 4,
            }))
            .unwrap()
        };
        let said = chart(16, 3).summary();
        assert!(
            said.starts_with(
                "h = 4, smooth: 1/ε² suffices, so for an error ten times smaller 100 times the \
                 parameters suffice."
            ) && said.ends_with("vacuous, k = −1.07. It binds from T = 137."),
            "{said}"
        );
        let table = chart(128, 1).table();
        assert_eq!(table.head.len(), 4);
        assert_eq!(table.rows.len(), 7);
        assert_eq!(table.rows[0][0], "1.0");
        // 1/ε^1.8 at ε = 0.1.
        assert_eq!((&*table.rows[2][0], &*table.rows[2][3]), ("0.10", "63"));
    }
}
