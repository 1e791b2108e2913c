//! Escape sequences of digits, which neither strict mode nor a template takes.

/// Such an escape sequence.
#[derive(Debug, PartialEq, Eq)]
pub struct DigitEscape<'s> {
    /// Its offset, in bytes.
    pub start: usize,
    /// How it is written.
    pub text: &'s str,
    /// The character that it stands for in other languages. None for `\8` and `\9`, which are octal nowhere.
    pub code: Option<u8>,
}

/// The first one in the source text of a string, or of a part of a template.
pub fn digit_escape(text: &str) -> Option<DigitEscape<'_>> {
    let bytes = text.as_bytes();
    let mut start = 0;
    while let Some(after) = bytes.get(start..).and_then(|rest| memchr::memchr(b'\\', rest)).map(|at| start + at + 1) {
        let digits = bytes.get(after..).unwrap_or_default();
        let octal = match digits {
            [b'0', b'0'..=b'9', ..] | [b'1'..=b'3', ..] => digits.iter().take(3),
            [b'4'..=b'7', ..] => digits.iter().take(2),
            [b'8' | b'9', ..] => digits.iter().take(0),
            _ => {
                start = after + 1;
                continue;
            }
        };
        let octal = octal.take_while(|digit| matches!(digit, b'0'..=b'7'));
        let length = octal.clone().count();
        let code = (length > 0).then(|| octal.fold(0, |code, digit| code * 8 + (digit - b'0')));
        return Some(DigitEscape { start: after - 1, text: text.get(after - 1..after + length.max(1))?, code });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_is_octal_elsewhere_and_its_end() {
        for (text, start, escape, code) in [
            (r"\033[0m", 0, r"\033", Some(0x1B)),
            (r"a\\\1", 3, r"\1", Some(1)),
            (r"€\777", 3, r"\77", Some(0o77)),
            (r"\4567", 0, r"\45", Some(0o45)),
            (r"\08", 0, r"\0", Some(0)),
            (r"\3778", 0, r"\377", Some(255)),
            (r"\€\19", 4, r"\1", Some(1)),
            (r"\x41\9", 4, r"\9", None),
        ] {
            assert_eq!(digit_escape(text), Some(DigitEscape { start, text: escape, code }), "{text}");
        }
        for text in ["", "033", r"\0", r"\0a", r"\\033", r"\x00\u{0}\n", "\\"] {
            assert_eq!(digit_escape(text), None, "{text}");
        }
    }
}
