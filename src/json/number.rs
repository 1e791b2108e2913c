//! One JSON number: does it survive as a JavaScript number, and how does JavaScript write it?

/// Bytes that `JSON.stringify` gives a number whose text is `text` (already a well-formed JSON number), or `None` where
/// the number is lost: negative zero, or one so large that it reads as infinity.
pub(super) fn canonical_bytes(text: &[u8]) -> Option<usize> {
    if is_canonical(text) {
        return Some(text.len());
    }
    let value: f64 = std::str::from_utf8(text).ok()?.parse().ok()?;
    if !value.is_finite() || (value == 0.0 && value.is_sign_negative()) {
        return None;
    }
    Some(ryu_js::Buffer::new().format_finite(value).len())
}

/// Digits that every decimal keeps as an `f64` (C's `DBL_DIG`): no shorter one is the same number.
const KEPT_DIGITS: usize = 15;
/// With so many zeros behind the point a number is written with an exponent.
const EXPONENT_ZEROS: usize = 6;

/// Is this for certain how JavaScript writes it? No exponent, few digits, and no zero at the end of a fraction.
fn is_canonical(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let whole = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits.len() > KEPT_DIGITS {
        return false;
    }
    match digits.split_at(whole) {
        (_, []) => text != b"-0",
        (whole, [b'.', fraction @ ..]) => {
            fraction.iter().all(u8::is_ascii_digit)
                && fraction.last() != Some(&b'0')
                && (whole != b"0" || fraction.iter().take(EXPONENT_ZEROS).any(|&digit| digit != b'0'))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::canonical_bytes;

    #[test]
    fn counts_the_form_that_javascript_writes() {
        for (text, written) in [
            ("0", Some("0")),
            ("-12", Some("-12")),
            ("1.50", Some("1.5")),
            ("-0.5", Some("-0.5")),
            ("12500.375", Some("12500.375")),
            ("0.1234567890123", Some("0.1234567890123")),
            ("0.30000000000000004", Some("0.30000000000000004")),
            ("0.1000000000000000055", Some("0.1")),
            ("9007199254740993", Some("9007199254740992")),
            ("0.000001", Some("0.000001")),
            ("0.00000012", Some("1.2e-7")),
            ("1.5e0", Some("1.5")),
            ("-0.000", None),
            ("1e2", Some("100")),
            ("1E21", Some("1e+21")),
            ("123456789012345678901234567890", Some("1.2345678901234568e+29")),
            ("0.0000001", Some("1e-7")),
            ("5e-324", Some("5e-324")),
            ("1e-400", Some("0")),
            ("-0", None),
            ("-0.0", None),
            ("-1e-400", None),
            ("1e309", None),
            ("-1e309", None),
        ] {
            assert_eq!(canonical_bytes(text.as_bytes()), written.map(str::len), "{text}");
        }
    }
}
