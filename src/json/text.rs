//! The size of a text as a JSON string, as `JSON.stringify` writes it: `"` and `\` escaped, control characters as
//! `\b \t \n \f \r` or `\u00xx`, lone surrogates as `\udxxx`, everything else as UTF-8.

/// Bytes of the two quotation marks.
const QUOTES: usize = 2;

/// UTF-8 bytes of the JSON string that holds `text` (UTF-16), quotation marks included.
#[must_use]
pub fn string_bytes(text: &[u16]) -> usize {
    QUOTES + Units(text).map(|(_, bytes)| bytes).sum::<usize>()
}

/// Length in UTF-16 units of the longest prefix of `text` that ends between code points and whose JSON string takes at
/// most `max_bytes`; 0 where not even the quotation marks fit.
#[must_use]
pub fn fitting_prefix(text: &[u16], max_bytes: usize) -> usize {
    let Some(mut left) = max_bytes.checked_sub(QUOTES) else { return 0 };
    let mut end = 0;
    for (units, bytes) in Units(text) {
        let Some(rest) = left.checked_sub(bytes) else { break };
        left = rest;
        end += units;
    }
    end
}

/// Code points of a UTF-16 text as pairs: UTF-16 units, bytes inside a JSON string.
struct Units<'a>(&'a [u16]);

impl Iterator for Units<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let (&unit, rest) = self.0.split_first()?;
        if (0xD800..0xDC00).contains(&unit)
            && let Some((0xDC00..0xE000, rest)) = rest.split_first()
        {
            self.0 = rest;
            return Some((2, 4));
        }
        self.0 = rest;
        Some((1, escaped_bytes(unit)))
    }
}

/// Bytes of one UTF-16 unit that is no half of a pair.
pub(super) fn escaped_bytes(unit: u16) -> usize {
    match unit {
        0x22 | 0x5C | 0x08 | 0x09 | 0x0A | 0x0C | 0x0D | 0x80..0x800 => 2,
        0x00..0x20 | 0xD800..0xE000 => 6,
        0x20..0x80 => 1,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::{fitting_prefix, string_bytes};

    fn utf16(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    #[test]
    fn counts_what_json_stringify_writes() {
        for (text, bytes) in [
            ("", 2),
            ("abc", 5),
            ("\"\\", 6),
            ("\u{8}\t\n\u{c}\r", 12),
            ("\0\u{1f}", 14),
            ("\u{7f}", 3),
            ("é", 4),
            ("\u{2028}", 5),
            ("漢", 5),
            ("😀", 6),
        ] {
            assert_eq!(string_bytes(&utf16(text)), bytes, "{text:?}");
        }
    }

    #[test]
    fn lone_surrogates_are_escaped() {
        assert_eq!(string_bytes(&[0xD800]), 8);
        assert_eq!(string_bytes(&[0xDC00, 0xD800]), 14);
        assert_eq!(string_bytes(&[0xD800, 0x61]), 9);
    }

    #[test]
    fn a_prefix_never_splits_a_code_point_and_never_overflows() {
        let text = utf16("a😀\"é");
        let expected = [0, 0, 0, 1, 1, 1, 1, 3, 3, 4, 4, 5, 5];
        for (max, &end) in expected.iter().enumerate() {
            assert_eq!(fitting_prefix(&text, max), end, "{max} bytes");
            assert!(end == 0 || string_bytes(&text[..end]) <= max);
        }
    }
}
