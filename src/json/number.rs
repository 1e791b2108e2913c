//! One JSON number: does it survive as a JavaScript number, and how does JavaScript write it?

/// Bytes that `JSON.stringify` gives a number whose text is `text` (already a well-formed JSON number), or `None` where
/// the number is lost: negative zero, or one so large that it reads as infinity.
pub(super) fn canonical_bytes(text: &[u8]) -> Option<usize> {
    if is_plain_integer(text) {
        return Some(text.len());
    }
    let value: f64 = std::str::from_utf8(text).ok()?.parse().ok()?;
    if !value.is_finite() || (value == 0.0 && value.is_sign_negative()) {
        return None;
    }
    Some(ryu_js::Buffer::new().format_finite(value).len())
}

/// An integer of at most 15 digits is written back digit for digit, unless it is `-0`.
fn is_plain_integer(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    digits.len() <= 15 && text != b"-0" && digits.iter().all(u8::is_ascii_digit)
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
