//! Strings of the program, as values and as source text.

use std::fmt::Write;

use oxc_ast::ast::{StringLiteral, TSEnumMemberName, TemplateElement};

/// What stands for code units that the source text could not be converted with.
const REPLACEMENT: u16 = 0xFFFD;

/// The value of a string, in UTF-16 code units: it can hold lone surrogates.
pub type Text = Vec<u16>;

pub fn of_literal(literal: &StringLiteral) -> Text {
    decode(&literal.value, literal.lone_surrogates)
}

pub fn of_template_element(element: &TemplateElement) -> Option<Text> {
    element.value.cooked.as_ref().map(|cooked| decode(cooked, element.lone_surrogates))
}

pub fn of_member_name(name: &TSEnumMemberName) -> Option<Text> {
    match name {
        TSEnumMemberName::Identifier(name) => Some(decode(&name.name, false)),
        TSEnumMemberName::String(literal) | TSEnumMemberName::ComputedString(literal) => Some(of_literal(literal)),
        TSEnumMemberName::ComputedTemplateString(template) => template.quasis.first().and_then(of_template_element),
    }
}

/// Whether the text may have lost a lone surrogate of the source.
pub fn may_be_lossy(text: &[u16]) -> bool {
    text.contains(&REPLACEMENT)
}

/// The parser writes a lone surrogate as U+FFFD and four hexadecimal digits.
fn decode(value: &str, lone_surrogates: bool) -> Text {
    if !lone_surrogates {
        return value.encode_utf16().collect();
    }
    let mut text = Text::with_capacity(value.len());
    let mut rest = value.chars();
    while let Some(char) = rest.next() {
        let digits = rest.as_str().get(..4).filter(|_| char == '\u{FFFD}');
        match digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()) {
            Some(unit) => {
                text.push(unit);
                rest.by_ref().take(4).for_each(drop);
            }
            None => text.extend_from_slice(char.encode_utf16(&mut [0; 2])),
        }
    }
    text
}

/// A string literal with this value, in one line.
pub fn quote(text: &[u16]) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for char in char::decode_utf16(text.iter().copied()) {
        match char {
            Ok(char @ ('"' | '\\')) => literal.extend(['\\', char]),
            Ok(char @ ('\0'..=' ' | '\u{7F}'..='\u{9F}' | '\u{2028}' | '\u{2029}')) if char != ' ' => {
                escape(&mut literal, u32::from(char));
            }
            Ok(char) => literal.push(char),
            Err(lone) => escape(&mut literal, u32::from(lone.unpaired_surrogate())),
        }
    }
    literal.push('"');
    literal
}

fn escape(literal: &mut String, unit: u32) {
    // Writing to a string cannot fail.
    let _ = write!(literal, "\\u{unit:04x}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lone_surrogates_survive() {
        assert_eq!(decode("a\u{FFFD}d800b\u{FFFD}fffd", true), [0x61, 0xD800, 0x62, 0xFFFD]);
        assert_eq!(quote(&[0x61, 0xD800, 0x22]), r#""a\ud800\"""#);
    }

    #[test]
    fn a_literal_stays_in_one_line() {
        assert_eq!(quote(&"a\n\u{2028}\\ é😀".encode_utf16().collect::<Text>()), "\"a\\u000a\\u2028\\\\ é😀\"");
    }
}
