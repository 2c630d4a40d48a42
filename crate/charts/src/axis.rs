//! Axes: the place of a value along an axis, which values have a tick, and how the ticks are written.
//! Nothing is drawn here.

use crate::number_format::superscript;

/// The two ends of an axis, and its scale.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Axis {
    /// Equal distances are equal differences.
    Linear(f64, f64),
    /// Equal distances are equal factors; both ends are above 0. May run backwards.
    Log(f64, f64),
}

impl Axis {
    /// How far along the axis a value is, from 0 to 1; values beyond an end are at that end.
    pub fn share(&self, value: f64) -> f64 {
        let (from, to, value) = match *self {
            Axis::Linear(from, to) => (from, to, value),
            Axis::Log(from, to) => (from.ln(), to.ln(), value.max(f64::MIN_POSITIVE).ln()),
        };
        let share = (value - from) / (to - from);
        if share.is_finite() {
            share.clamp(0.0, 1.0)
        } else {
            0.0
        }
    }

    /// The value at a share of the axis: the inverse of [`Axis::share`].
    pub fn value(&self, share: f64) -> f64 {
        let share = share.clamp(0.0, 1.0);
        match *self {
            Axis::Linear(from, to) => from + share * (to - from),
            Axis::Log(from, to) => (from.ln() + share * (to.ln() - from.ln())).exp(),
        }
    }
}

/// A value with a name on an axis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    pub value: f64,
    pub name: String,
}

impl Tick {
    pub fn new(value: f64, name: impl Into<String>) -> Self {
        let name = name.into();
        Self { value, name }
    }
}

/// The name of an error axis; the measure may follow in brackets.
pub(crate) const ERROR_AXIS_NAME: &str = "error on unseen data";

/// A logarithmic axis of errors, from a power of ten up to the largest error.
pub(crate) struct ErrorAxis {
    /// The lower end, as a power of ten.
    lowest: i32,
    highest: f64,
}

impl ErrorAxis {
    /// No axis goes farther down.
    pub const LEAST: f64 = 1e-9;
    /// And none farther up: one diverging run must not squeeze the others.
    pub const MOST: f64 = 10.0;

    /// An axis for these errors, as far as these two ends.
    pub fn of(errors: impl Iterator<Item = f64>) -> Self {
        let positive = errors.filter(|y| y.is_finite() && *y > 0.0);
        // Untrained models have errors of 1 to 2.5: an axis that includes them from the start does
        // not change once training begins.
        let (low, high) = positive.fold((0.05, 2.5), |(low, high): (f64, f64), y| {
            (low.min(y), high.max(y))
        });
        Self {
            lowest: low.max(Self::LEAST).log10().floor() as i32,
            highest: high.min(Self::MOST),
        }
    }

    /// The axis.
    pub fn axis(&self) -> Axis {
        Axis::Log(10f64.powi(self.lowest), self.highest)
    }

    /// Its powers of ten, the largest first: where not all have space, that one stays.
    pub fn ticks(&self) -> Vec<Tick> {
        let powers = self.lowest..=self.highest.log10().floor() as i32;
        powers_of_ten(powers.rev())
    }
}

/// Ticks at powers of ten.
pub(crate) fn powers_of_ten(exponents: impl Iterator<Item = i32>) -> Vec<Tick> {
    exponents
        .map(|exponent| Tick::new(10f64.powi(exponent), power_of_ten(exponent)))
        .collect()
}

/// 10^`exponent` as text, all in one notation: "10⁰", "10⁻¹", "10⁻³".
pub(crate) fn power_of_ten(exponent: i32) -> String {
    format!("10{}", superscript(exponent))
}

/// The indices of the labels that can be written so that none touches another: all of them, or every
/// second, every third …, counted from the first. `places` and `sizes` are along the axis.
pub(crate) fn keep_apart(places: &[f64], sizes: &[f64]) -> Vec<usize> {
    let fit = |indices: &[usize]| {
        indices.windows(2).all(|pair| {
            let [a, b] = [pair[0], pair[1]];
            (places[a] - places[b]).abs() >= (sizes[a] + sizes[b]) / 2.0
        })
    };
    (1..=places.len())
        .map(|every| (0..places.len()).step_by(every).collect::<Vec<_>>())
        .find(|indices| fit(indices))
        .unwrap_or_default()
}

/// Round numbers from 0 to `end`, in at most `most` steps: multiples of 1, 2 or 5 times a power
/// of ten.
pub(crate) fn round_steps(end: u32, most: usize) -> Vec<u32> {
    let step = round(f64::from(end) / most.max(1) as f64, 1.0) as u32;
    (0..=end).step_by(step.max(1) as usize).collect()
}

/// Round numbers between `from` and `to`, about `most` of them.
pub(crate) fn round_ticks(from: f64, to: f64, most: usize) -> Vec<Tick> {
    let step = round((to - from) / most.max(1) as f64, f64::MIN_POSITIVE);
    let digits = (-step.log10().floor()).clamp(0.0, 9.0) as usize;
    let first = (from / step).ceil();
    (0..=2 * most)
        // Adding 0 turns −0 into 0.
        .map(|i| (first + i as f64) * step + 0.0)
        .take_while(|value| *value <= to)
        .map(|value| Tick::new(value, format!("{value:.digits$}").replace('-', "−")))
        .collect()
}

/// The smallest number from `rough` up that is 1, 2 or 5 times a power of ten, and at least `least`.
fn round(rough: f64, least: f64) -> f64 {
    let unit = 10f64.powf(rough.max(least).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|m| m * unit);
    let found = steps.into_iter().find(|step| *step >= rough);
    found.unwrap_or(10.0 * unit)
}

/// 12500 as "12 500", with thin spaces: commas and points mean different things in different
/// countries.
pub(crate) fn grouped(value: u32) -> String {
    let digits = value.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
}

/// The indices of `keys` in ascending order of the keys; equal keys keep their order. The standard
/// library's sort would add kilobytes of wasm for every type; the lists here are short, and one
/// insertion sort does for all charts.
pub(crate) fn ascending(keys: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::with_capacity(keys.len());
    for (i, key) in keys.iter().enumerate() {
        let before = order.iter().rposition(|&known| keys[known] <= *key);
        order.insert(before.map_or(0, |before| before + 1), i);
    }
    order
}

/// Every value once, in ascending order.
pub(crate) fn distinct(values: &mut dyn Iterator<Item = u32>) -> Vec<u32> {
    let mut list = Vec::new();
    for value in values {
        if let Err(index) = list.binary_search(&value) {
            list.insert(index, value);
        }
    }
    list
}

/// Moves labels apart until there is a `gap` between any two, as little as possible and inside
/// `low..=high`. Takes and returns their places in the same order.
pub(crate) fn move_apart(places: &[f64], gap: f64, low: f64, high: f64) -> Vec<f64> {
    let order = ascending(places);
    // Upwards from `low`, then downwards from `high`.
    let mut moved = places.to_vec();
    let mut free = low;
    for &i in &order {
        moved[i] = moved[i].max(free);
        free = moved[i] + gap;
    }
    let mut free = high;
    for &i in order.iter().rev() {
        moved[i] = moved[i].min(free);
        free = moved[i] - gap;
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_are_superscripts() {
        assert_eq!(power_of_ten(-3), "10⁻³");
        assert_eq!(power_of_ten(-12), "10⁻¹²");
        assert_eq!(power_of_ten(4), "10⁴");
        assert_eq!(power_of_ten(0), "10⁰");
        assert_eq!(power_of_ten(-1), "10⁻¹");
    }

    #[test]
    fn steps_are_round_and_few() {
        assert_eq!(round_steps(1000, 5), [0, 200, 400, 600, 800, 1000]);
        assert_eq!(round_steps(3, 5), [0, 1, 2, 3]);
        assert_eq!(round_steps(12_345, 4), [0, 5000, 10_000]);
        for end in [1, 7, 99, 1_000_000, u32::MAX] {
            assert!(round_steps(end, 6).len() <= 7, "{end}");
        }
    }

    #[test]
    fn ticks_of_any_span_are_round() {
        let names = |from, to, most| -> Vec<String> {
            round_ticks(from, to, most)
                .into_iter()
                .map(|t| t.name)
                .collect()
        };
        assert_eq!(names(-1.3, 2.2, 4), ["−1", "0", "1", "2"]);
        assert_eq!(names(0.0, 0.1, 4), ["0.00", "0.05", "0.10"]);
        assert!(names(-1e9, 1e9, 5).len() <= 6);
    }

    #[test]
    fn a_logarithmic_axis_may_run_backwards_and_has_ends() {
        let axis = Axis::Log(1.0, 1e-4);
        assert!((axis.share(1e-2) - 0.5).abs() < 1e-12);
        assert_eq!((axis.share(10.0), axis.share(0.0)), (0.0, 1.0));
        assert_eq!(Axis::Linear(1.0, 1.0).share(f64::NAN), 0.0);
    }

    #[test]
    fn value_is_the_inverse_of_share() {
        for axis in [
            Axis::Linear(-2.0, 6.0),
            Axis::Log(1e-6, 2.5),
            Axis::Log(9.0, 0.1),
        ] {
            for share in [0.0, 0.3, 1.0] {
                assert!(
                    (axis.share(axis.value(share)) - share).abs() < 1e-12,
                    "{axis:?}"
                );
            }
            assert_eq!(axis.value(1.5), axis.value(1.0));
        }
    }

    #[test]
    fn crowded_labels_are_thinned_evenly() {
        let places: Vec<f64> = (0..10).map(|i| f64::from(i) * 10.0).collect();
        assert_eq!(keep_apart(&places, &[10.0; 10]).len(), 10);
        assert_eq!(keep_apart(&places, &[25.0; 10]), [0, 3, 6, 9]);
        assert_eq!(keep_apart(&places, &[1000.0; 10]), [0]);
        assert!(keep_apart(&[], &[]).is_empty());
    }

    #[test]
    fn lists_are_sorted() {
        assert_eq!(ascending(&[3.0, 1.0, 2.0, 1.0]), [1, 3, 2, 0]);
        assert_eq!(distinct(&mut [3, 1, 3, 2].into_iter()), [1, 2, 3]);
    }

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!(grouped(1000), "1000");
        assert_eq!(grouped(1_250_000), "1\u{2009}250\u{2009}000");
    }

    #[test]
    fn labels_are_kept_apart_and_inside() {
        let moved = move_apart(&[50.0, 52.0, 51.0, 98.0, 99.0], 10.0, 0.0, 100.0);
        let mut sorted = moved.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(
            sorted
                .windows(2)
                .all(|pair| pair[1] - pair[0] >= 10.0 - 1e-9),
            "{moved:?}"
        );
        assert!(sorted[4] <= 100.0 && moved[0] < moved[2] && moved[2] < moved[1]);
    }
}
