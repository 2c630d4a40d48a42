//! The parameters needed as text.

use super::{Describe, NO_VALUE, Table};
use crate::number_format::{digits_for_files, significant_digits};
use crate::parameters_needed::{DECADES, MOST_DECADES, ParametersNeeded};

impl Describe for ParametersNeeded {
    fn summary(&self) -> String {
        let (curves, without_curve) = self.curves();
        let mut sentences = Vec::new();
        for curve in &curves {
            let (note, name, claim) = (&curve.note, &curve.name, curve.claim);
            let times = significant_digits(10f64.powf(curve.exponent), 2);
            sentences.push(format!(
                "{note}: {name}, so for an error ten times smaller {times} times {claim}."
            ));
        }
        sentences.extend(without_curve);
        sentences.join(" ")
    }

    fn caption(&self) -> String {
        format!(
            "Growth of the number of parameters with the allowed error ε, as multiples of that at ε = 1: \
             how many suffice with enough heads and, shaded below, how many are needed with too few \
             (T = {}, n = {}, D = {}).",
            self.T, self.n, self.D
        )
    }

    fn csv(&self) -> String {
        self.table_in(&digits_for_files).csv()
    }

    fn table(&self, _first_line: usize) -> Table {
        self.table_in(&significant_digits)
    }
}

impl ParametersNeeded {
    /// Its table, with numbers of so many digits written by `digits`.
    fn table_in(&self, digits: &dyn Fn(f64, usize) -> String) -> Table {
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
                    // Beyond the end of the axis.
                    power if power > MOST_DECADES => NO_VALUE.into(),
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
    use crate::parameters_needed::exponent_in_words;

    #[test]
    fn the_growth_of_every_curve_and_a_vacuous_bound_are_described() {
        let chart = |t: u32, h: u32| ParametersNeeded {
            T: t,
            h,
            n: 8,
            D: 4,
            d: 4,
        };
        let summary = chart(16, 3).summary();
        assert!(
            summary.starts_with(
                "h = 4, smooth: 1/ε² suffices, so for an error ten times smaller 100 times the \
                 parameters suffice."
            ) && summary.ends_with("vacuous, k = −1.07. It binds from T = 137."),
            "{summary}"
        );
        let table = chart(128, 1).table(0);
        assert_eq!(table.head.len(), 4);
        assert_eq!(table.rows.len(), 7);
        assert_eq!(table.rows[0][0], "1.0");
        // 1/ε^1.8 at ε = 0.1.
        assert_eq!((&*table.rows[2][0], &*table.rows[2][3]), ("0.10", "63"));
        // Programs read no superscripts.
        assert_eq!(table.rows[6][..2], ["1.0 × 10⁻³", "1.0 × 10⁶"]);
        let csv = chart(128, 1).csv();
        assert!(csv.contains("\n1.0e-3,1.0e6,"), "{csv}");
    }

    #[test]
    fn an_exponent_is_written_in_full() {
        for (k, words) in [
            (1.8, "1.8"),
            (2.0, "2"),
            (0.0312, "0.031"),
            (8332.3, "8332"),
        ] {
            assert_eq!(exponent_in_words(k), words);
        }
    }
}
