//! Sorting, once for all. The standard library's sort is 4 KB of wasm for every type and every comparison
//! that it is compiled for; this is the one that the whole page shares. Not for millions of values: each
//! comparison is an indirect call.

use std::cmp::Ordering;

/// The indices `0..count` in ascending order by `compare`; what is equal keeps its order.
#[inline(never)]
pub fn sorted_indices(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..count).collect();
    indices.sort_by(|a, b| compare(*a, *b));
    indices
}

/// Values in ascending order by `compare`; what is equal keeps its order.
pub fn sorted<T: Clone>(values: &[T], compare: &dyn Fn(&T, &T) -> Ordering) -> Vec<T> {
    let indices = sorted_indices(values.len(), &|a, b| compare(&values[a], &values[b]));
    indices.into_iter().map(|i| values[i].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_keep_their_order() {
        let given = [(2, 'a'), (1, 'b'), (2, 'c'), (0, 'd'), (1, 'e')];
        let by_number = sorted(&given, &|a, b| a.0.cmp(&b.0));
        assert_eq!(
            by_number,
            [(0, 'd'), (1, 'b'), (1, 'e'), (2, 'a'), (2, 'c')]
        );
    }
}
