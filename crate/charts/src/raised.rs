//! Superscripts in texts: Unicode has characters for them, fonts of papers have few of these. Files write
//! them as smaller letters that stand higher. Which exponents there are, `number_format` decides.

/// The size of raised letters, and how far they are raised, as shares of the size of the others.
pub(crate) const RAISED_SIZE: f64 = 0.7;
pub(crate) const RAISED_BY: f64 = 0.36;

/// The plain character that is raised.
fn lowered(letter: char) -> Option<char> {
    match letter {
        '¹' => Some('1'),
        '²' => Some('2'),
        '³' => Some('3'),
        '⁻' => Some('−'),
        '⁰' | '⁴'..='⁹' => char::from_u32('0' as u32 + (letter as u32 - '⁰' as u32)),
        _ => None,
    }
}

/// A text in runs of letters that stand equally high, and whether they are raised: "10⁻³" is "10" and,
/// raised, "−3".
pub(crate) fn runs(text: &str) -> Vec<(String, bool)> {
    let mut runs: Vec<(String, bool)> = Vec::new();
    for letter in text.chars() {
        let raised = lowered(letter);
        let (letter, is_raised) = (raised.unwrap_or(letter), raised.is_some());
        match runs.last_mut() {
            Some((run, of)) if *of == is_raised => run.push(letter),
            _ => runs.push((letter.into(), is_raised)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn superscripts_are_plain_letters_that_stand_higher() {
        let own = |text: &str, raised: bool| (text.to_string(), raised);
        assert_eq!(runs("10⁻¹²"), [own("10", false), own("−12", true)]);
        assert_eq!(
            runs("1/ε⁴ suffices"),
            [own("1/ε", false), own("4", true), own(" suffices", false)]
        );
        let all = runs("⁰¹²³⁴⁵⁶⁷⁸⁹");
        assert_eq!(all, [own("0123456789", true)]);
        assert!(runs("").is_empty());
    }
}
