//! Names of engines, such as "CPU · AVX2 · native": which of them may compute parts of one document.

/// The instruction sets in names. All of them compute the same kernels in the same order. The first stands
/// for any of them: earlier versions wrote it for all, and browsers still do.
const INSTRUCTION_SETS: [&str; 4] = ["SIMD", "AVX2", "NEON", "SSE2"];

/// The engine that has computed a document of which one engine has computed a part and another one the rest;
/// `None` if they may not share a document, because their last digits differ.
///
/// Engines that differ in nothing but the instruction set may: it makes an engine faster, and does not
/// change what it computes. The name of both then leaves it open.
///
/// ```
/// use lab::common_engine;
///
/// let common = |one, other| common_engine(one, other).unwrap_or_default();
/// assert_eq!(common("CPU · AVX2 · native", "CPU · AVX2 · native"), "CPU · AVX2 · native");
/// assert_eq!(common("CPU · AVX2 · native", "CPU · NEON · native"), "CPU · SIMD · native");
/// assert_eq!(common("CPU · SIMD · native", "CPU · AVX2 · native"), "CPU · SIMD · native");
/// assert_eq!(common_engine("CPU · AVX2 · native", "WebGPU · adapter · native"), None);
/// ```
pub fn common_engine(one: &str, other: &str) -> Option<String> {
    let common = |(one, other): (&str, &str)| {
        let are_sets = [one, other].map(|word| INSTRUCTION_SETS.contains(&word)) == [true; 2];
        match one == other {
            true => Some(one.to_string()),
            false => are_sets.then(|| INSTRUCTION_SETS[0].to_string()),
        }
    };
    const SEPARATOR: &str = " · ";
    let [one, other] = [one, other].map(|name| name.split(SEPARATOR));
    if one.clone().count() != other.clone().count() {
        return None;
    }
    let words: Option<Vec<String>> = one.zip(other).map(common).collect();
    words.map(|words| words.join(SEPARATOR))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_engine_is_that_of_any_order() {
        let names = [
            "CPU · SIMD · native",
            "CPU · AVX2 · native",
            "CPU · SSE2 · native",
            "CPU · SIMD · 2 workers",
            "CPU · native",
            "CPU",
            "",
            "WebGPU · SIMD · native",
        ];
        for (place, one) in names.into_iter().enumerate() {
            assert_eq!(common_engine(one, one).as_deref(), Some(one));
            for (other_place, other) in names.into_iter().enumerate() {
                let common = common_engine(one, other);
                assert_eq!(common, common_engine(other, one));
                let may_share = place == other_place || place.max(other_place) <= 2;
                assert_eq!(common.is_some(), may_share, "{one} and {other}");
            }
        }
    }
}
