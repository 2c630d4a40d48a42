//! Numbers and errors in words, for sentences about results. What there is to say is decided in the
//! other files of this folder.

use super::Group;

/// How many times something is larger: 38.4 as "38", 7.31 as "7.3". Further digits would differ between
/// seeds, and beyond 1000 even the first would.
///
/// ```
/// assert_eq!(lab::times(212.4), "210");
/// assert_eq!(lab::times(9.96), "10");
/// ```
pub fn times(factor: f64) -> String {
    match factor {
        // From 9.95 on "{:.1}" gives three digits.
        _ if factor < 9.95 => format!("{factor:.1}"),
        _ if factor < 99.5 => format!("{factor:.0}"),
        _ if factor <= 1000.0 => format!("{:.0}", (factor / 10.0).round() * 10.0),
        _ => "more than 1000".into(),
    }
}

/// "1 head", "2 heads".
pub(crate) fn heads(h: u32) -> String {
    format!("{h} {}", if h == 1 { "head" } else { "heads" })
}

/// "1 target", "2 targets".
pub(super) fn targets(count: u32) -> String {
    format!("{count} {}", if count == 1 { "target" } else { "targets" })
}

/// Lists the errors of every number of heads, or where there is one number of heads alone, of every
/// value of the first size that varies.
pub(super) fn errors(measured: &[(&Group, f64)]) -> String {
    let Some(((first, _), others)) = measured.split_first() else {
        return String::new();
    };
    let same_heads = others.iter().all(|(group, _)| group.h == first.h);
    let sizes = |group: &Group| {
        [
            ("T", group.T),
            ("N", group.N),
            ("w", group.w),
            ("L", group.L),
        ]
    };
    let varied = (0..4).find(|i| others.iter().any(|(g, _)| sizes(g)[*i] != sizes(first)[*i]));
    let mut text = format!("With {} the error is", heads(first.h));
    for (i, (group, error)) in measured.iter().enumerate() {
        let error = three_digits(*error);
        let between = if i > 0 { "," } else { "" };
        match varied.filter(|_| same_heads) {
            Some(size) => {
                let (name, value) = sizes(group)[size];
                text += &format!("{between} {error} at {name} = {value}");
            }
            None if i == 0 => text += &format!(" {error}"),
            None if group.line() == first.line() => {
                text += &format!(", with {} it is {error}", group.h);
            }
            None => {}
        }
    }
    text + "."
}

/// Three significant digits: 0.00123 as "1.23 × 10⁻³", 0.0712 as "0.0712".
pub(super) fn three_digits(value: f64) -> String {
    let short = format!("{value:.2e}");
    let (mantissa, exponent) = short.split_once('e').unwrap_or((&short, "0"));
    let power: i32 = exponent.parse().unwrap_or(0);
    if value == 0.0 || (-2..3).contains(&power) {
        let places = (2 - power).max(0) as usize;
        return format!("{value:.places$}");
    }
    let mut text = format!("{mantissa} × 10");
    for c in exponent.chars() {
        text.push(match c {
            '-' => '⁻',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            digit => char::from_u32(0x2070 + digit as u32 - '0' as u32).unwrap_or(digit),
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_have_two_digits_and_end_at_a_thousand() {
        for (factor, words) in [
            (1.0, "1.0"),
            (7.31, "7.3"),
            (9.96, "10"),
            (43.3, "43"),
            (234.0, "230"),
            (999.0, "1000"),
            (1000.1, "more than 1000"),
            (2.1e21, "more than 1000"),
        ] {
            assert_eq!(times(factor), words);
        }
    }

    #[test]
    fn one_is_no_plural() {
        assert_eq!((heads(1), heads(2)), ("1 head".into(), "2 heads".into()));
        let both = (targets(1), targets(4));
        assert_eq!(both, ("1 target".into(), "4 targets".into()));
    }

    #[test]
    fn numbers_have_three_significant_digits() {
        for (value, words) in [
            (0.0, "0.00"),
            (0.01, "0.0100"),
            (0.0099999, "0.0100"),
            (1.0, "1.00"),
            (12.34, "12.3"),
            (999.9, "1.00 × 10³"),
            (0.00123, "1.23 × 10⁻³"),
            (4.5e-12, "4.50 × 10⁻¹²"),
        ] {
            assert_eq!(three_digits(value), words);
        }
    }
}
