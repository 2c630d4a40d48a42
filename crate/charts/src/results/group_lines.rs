//! Groups of a summary sorted into the lines of a chart, each with a label that says only what
//! varies.

use lab::Group;

/// A size of a group: its letter and its value.
pub(crate) type Size = (&'static str, fn(&Group) -> u32);

/// The sizes that lines may differ in.
pub(crate) mod size {
    #![allow(non_upper_case_globals)]

    use super::Size;

    pub const T: Size = ("T", |group| group.T);
    pub const N: Size = ("N", |group| group.N);
    pub const w: Size = ("w", |group| group.w);
    pub const L: Size = ("L", |group| group.L);
    pub const h: Size = ("h", |group| group.h);
}

/// Groups that one line of a chart connects.
pub(crate) struct GroupLine<'a> {
    /// In the order of the summary; never empty. Those whose runs all diverged have no median.
    pub groups: Vec<&'a Group>,
    /// The sizes that vary among all lines, as in "T = 16, N = 32".
    pub label: String,
}

/// One line per combination of `sizes`, in the order in which the summary has them. Where none of
/// the sizes varies, the label says the first of them.
pub(crate) fn group_lines<'a>(groups: &'a [Group], sizes: &[Size]) -> Vec<GroupLine<'a>> {
    let values = |group: &Group| -> Vec<u32> { sizes.iter().map(|(_, of)| of(group)).collect() };
    let varies = |(_, of): &&Size| groups.iter().any(|group| of(group) != of(&groups[0]));
    let mut named: Vec<&Size> = sizes.iter().filter(varies).collect();
    if named.is_empty() {
        named.extend(sizes.first());
    }
    let label = |group: &Group| -> String {
        let parts: Vec<String> = named
            .iter()
            .map(|(letter, of)| format!("{letter} = {}", of(group)))
            .collect();
        parts.join(", ")
    };
    let mut lines: Vec<GroupLine<'a>> = Vec::new();
    // Values and the place of their line, in order of the values: there may be thousands of lines.
    let mut places: Vec<(Vec<u32>, usize)> = Vec::new();
    for group in groups {
        let values = values(group);
        let place = match places.binary_search_by(|(known, _)| known.cmp(&values)) {
            Ok(at) => places[at].1,
            Err(at) => {
                places.insert(at, (values, lines.len()));
                let label = label(group);
                let groups = Vec::new();
                lines.push(GroupLine { groups, label });
                lines.len() - 1
            }
        };
        lines[place].groups.push(group);
    }
    lines
}

/// The longest name that a line may have which differs from others in these sizes, as [`group_lines`] and
/// learning curves write them: those with several values, and the one that is named in any case.
pub(crate) fn longest_name(sizes: &[(&str, &[u32])], always: &str) -> String {
    let named = sizes
        .iter()
        .filter(|(name, values)| values.len() > 1 || *name == always);
    let longest = |values: &[u32]| values.iter().copied().max().unwrap_or(0);
    let parts: Vec<String> = named
        .map(|(name, values)| format!("{name} = {}", longest(values)))
        .collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(length: u32, width: u32, h: u32, median: Option<f64>) -> Group {
        Group {
            T: length,
            N: width,
            w: 1,
            L: 1,
            h,
            count: usize::from(median.is_some()),
            diverged: usize::from(median.is_none()),
            min: median,
            lower_quartile: median,
            median,
            upper_quartile: median,
            max: median,
        }
    }

    fn labels(groups: &[Group], sizes: &[Size]) -> Vec<String> {
        let lines = group_lines(groups, sizes).into_iter();
        lines.map(|line| line.label).collect()
    }

    #[test]
    fn a_label_says_what_varies_and_nothing_else() {
        let sizes = [size::T, size::N, size::w, size::L];
        let one = [group(16, 32, 1, Some(0.1)), group(16, 32, 2, Some(0.2))];
        assert_eq!(labels(&one, &sizes), ["T = 16"]);
        let widths = [group(16, 32, 1, Some(0.1)), group(16, 64, 1, Some(0.2))];
        assert_eq!(labels(&widths, &sizes), ["N = 32", "N = 64"]);
        let both = [group(8, 32, 1, Some(0.1)), group(16, 64, 1, Some(0.2))];
        assert_eq!(labels(&both, &sizes), ["T = 8, N = 32", "T = 16, N = 64"]);
        assert_eq!(labels(&both, &[size::h, size::T]), ["T = 8", "T = 16"]);
        assert!(labels(&[], &sizes).is_empty());
    }

    #[test]
    fn groups_whose_runs_all_diverged_are_on_their_lines() {
        let groups = [
            group(8, 32, 1, None),
            group(16, 32, 1, Some(0.2)),
            group(16, 32, 2, None),
            group(16, 32, 3, Some(0.4)),
        ];
        let lines = group_lines(&groups, &[size::N, size::T]);
        let heads = |line: &GroupLine<'_>| line.groups.iter().map(|of| of.h).collect::<Vec<_>>();
        let found: Vec<_> = lines
            .iter()
            .map(|line| (&*line.label, heads(line)))
            .collect();
        assert_eq!(found, [("T = 8", vec![1]), ("T = 16", vec![1, 2, 3])]);
    }
}
