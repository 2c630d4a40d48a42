//! All seeds of one architecture at one sequence length, folded into a few numbers. What several
//! groups show together is in the other files of this folder.

use crate::order::sorted;
use serde::{Deserialize, Serialize};

use crate::architecture::{is_one, one};

/// All seeds of one architecture at one sequence length.
///
/// Median and quartiles interpolate linearly between the two nearest runs (numpy's default,
/// definition 7 of Hyndman and Fan): the share p of n sorted values lies at place p·(n − 1).
///
/// Four seeds, of which the last diverged.
///
/// ```
/// use lab::{Experiment, results_from_text, summarise};
///
/// let text = r#"{ "grid": { "h": [4] }, "seeds": [0, 1, 2, 3] }"#;
/// let experiment = Experiment::from_json(text).unwrap();
/// let group = &summarise(&results_from_text(&experiment, "0.3,0.1,0.2,~57").unwrap()).groups[0];
/// assert_eq!((group.h, group.count, group.diverged), (4, 3, 1));
/// assert_eq!((group.min, group.median, group.max), (Some(0.1), Some(0.2), Some(0.3)));
/// ```
// `rename_all` would write T as "t": the two long names are renamed one by one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(non_snake_case)]
pub struct Group {
    /// Sequence length.
    pub T: u32,
    /// Hidden width.
    pub N: u32,
    /// Attention layers side by side.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub w: u32,
    /// Layers.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub L: u32,
    /// Heads.
    pub h: u32,
    /// Runs that ended with a number.
    pub count: usize,
    /// Runs that diverged: they ended without a number, or with one that is not finite.
    pub diverged: usize,
    /// Smallest NMSE: the papers' headline figure.
    pub min: Option<f64>,
    /// NMSE that a quarter of the runs stay below.
    #[serde(default, rename = "lowerQuartile")]
    pub lower_quartile: Option<f64>,
    /// Median NMSE.
    pub median: Option<f64>,
    /// NMSE that three quarters of the runs stay below.
    #[serde(default, rename = "upperQuartile")]
    pub upper_quartile: Option<f64>,
    /// Largest NMSE.
    pub max: Option<f64>,
}

/// The sizes that the runs of a group share: (T, N, w, L, h).
pub(super) type Key = (u32, u32, u32, u32, u32);

impl Group {
    /// The sizes that groups of one line share, which differ in h alone: (T, N, w, L).
    pub(crate) fn line(&self) -> (u32, u32, u32, u32) {
        (self.T, self.N, self.w, self.L)
    }
}

/// Four sizes that groups may share.
pub(super) type Sizes = (u32, u32, u32, u32);

/// Groups sorted by the sizes that they share: each sizes once, in ascending order, with its groups in
/// their order. Inserted one by one: the standard library's sort would make the download larger.
pub(super) fn by_sizes<'a>(
    groups: &'a [Group],
    sizes: &dyn Fn(&Group) -> Sizes,
) -> Vec<(Sizes, Vec<&'a Group>)> {
    let mut list: Vec<(Sizes, Vec<&Group>)> = Vec::new();
    for group in groups {
        let own = sizes(group);
        match list.binary_search_by(|(known, _)| known.cmp(&own)) {
            Ok(place) => list[place].1.push(group),
            Err(place) => list.insert(place, (own, vec![group])),
        }
    }
    list
}

/// One group per key, in their order.
pub(super) fn groups(measured: &[(Key, Option<f64>)]) -> Vec<Group> {
    // Sorted by value too, so that each group's values are in order.
    let value = |nmse: Option<f64>| nmse.unwrap_or(f64::NAN);
    let in_order = sorted(measured, &|(a, x), (b, y)| {
        a.cmp(b).then_with(|| value(*x).total_cmp(&value(*y)))
    });
    in_order
        .chunk_by(|a, b| a.0 == b.0)
        .map(|members| {
            // An infinite error or NaN would make every statistic infinite or NaN, and JSON cannot
            // hold either.
            let finite = |nmse: &f64| nmse.is_finite();
            let values = members.iter().filter_map(|(_, nmse)| nmse.filter(finite));
            group(members[0].0, values.collect(), members.len())
        })
        .collect()
}

/// The statistics of a group; its values are in ascending order.
#[allow(non_snake_case)]
fn group((T, N, w, L, h): Key, values: Vec<f64>, runs: usize) -> Group {
    Group {
        T,
        N,
        w,
        L,
        h,
        count: values.len(),
        diverged: runs - values.len(),
        min: values.first().copied(),
        lower_quartile: quantile(&values, 0.25),
        median: quantile(&values, 0.5),
        upper_quartile: quantile(&values, 0.75),
        max: values.last().copied(),
    }
}

/// The quantile of `sorted` at `share`, between 0 and 1.
///
/// ```
/// let sorted = [1.0, 2.0, 3.0, 9.0];
/// assert_eq!(lab::quantile(&sorted, 0.5), Some(2.5));
/// assert_eq!(lab::quantile(&sorted, 0.75), Some(4.5));
/// assert_eq!(lab::quantile(&[], 0.5), None);
/// ```
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let place = share * (sorted.len().checked_sub(1)? as f64);
    let low = sorted[place.floor() as usize];
    let high = sorted[place.ceil() as usize];
    Some(low + (high - low) * place.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key = (16, 32, 1, 1, 2);

    #[test]
    fn groups_fold_seeds_and_count_the_diverged() {
        let values = [
            Some(3.0),
            None,
            Some(1.0),
            Some(2.0),
            Some(9.0),
            Some(f64::NAN),
            Some(f64::INFINITY),
        ];
        let found = groups(&values.map(|value| (KEY, value)));
        assert_eq!(found.len(), 1);
        let group = &found[0];
        assert_eq!((group.count, group.diverged), (4, 3));
        assert_eq!(
            (group.min, group.median, group.max),
            (Some(1.0), Some(2.5), Some(9.0))
        );
    }

    #[test]
    fn quantiles_are_numpys() {
        // numpy.quantile([1, 2, 3, 9], [.25, .5, .75]) is [1.75, 2.5, 4.5].
        let sorted = [1.0, 2.0, 3.0, 9.0];
        let found = [0.25, 0.5, 0.75].map(|share| quantile(&sorted, share).unwrap());
        assert_eq!(found, [1.75, 2.5, 4.5]);
        // Of five values the quartiles are the second and the fourth; of one, the one.
        assert_eq!(quantile(&[1.0, 2.0, 4.0, 8.0, 16.0], 0.25), Some(2.0));
        assert_eq!(quantile(&[1.0, 2.0, 4.0, 8.0, 16.0], 0.75), Some(8.0));
        assert_eq!(quantile(&[7.0], 0.75), Some(7.0));
        assert_eq!(quantile(&[], 0.5), None);
    }

    #[test]
    fn groups_are_in_order_whatever_the_order_of_runs() {
        let measured = [
            (16, 32, 1, 1, 2),
            (8, 64, 1, 1, 1),
            (16, 32, 1, 2, 1),
            (16, 32, 1, 1, 3),
            (8, 32, 2, 1, 5),
            (8, 32, 1, 1, 9),
            (16, 32, 1, 1, 2),
        ];
        let found = groups(&measured.map(|key| (key, Some(1.0))));
        let keys: Vec<Key> = found.iter().map(|g| (g.T, g.N, g.w, g.L, g.h)).collect();
        assert_eq!(
            keys,
            [
                (8, 32, 1, 1, 9),
                (8, 32, 2, 1, 5),
                (8, 64, 1, 1, 1),
                (16, 32, 1, 1, 2),
                (16, 32, 1, 1, 3),
                (16, 32, 1, 2, 1)
            ]
        );
        assert_eq!(found[3].count, 2);
    }

    #[test]
    fn json_keeps_the_letters_and_reads_what_was_recorded_before_quartiles() {
        let group = &groups(&[(KEY, Some(0.5))])[0];
        let json = serde_json::to_string(group).unwrap();
        assert_eq!(
            json,
            r#"{"T":16,"N":32,"h":2,"count":1,"diverged":0,"min":0.5,"lowerQuartile":0.5,"median":0.5,"upperQuartile":0.5,"max":0.5}"#
        );
        let old =
            r#"{"T":16,"N":32,"h":2,"count":1,"diverged":0,"min":0.5,"median":0.5,"max":0.5}"#;
        let read: Group = serde_json::from_str(old).unwrap();
        assert_eq!((read.median, read.lower_quartile), (Some(0.5), None));
    }
}
