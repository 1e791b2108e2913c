//! One pass over a JSON text.

use std::{borrow::Cow, collections::HashSet, ops::Range};

use super::{number, text::escaped_bytes};

/// Objects of at most this many members compare their keys one by one; larger ones hash them.
const LINEAR_KEYS: usize = 12;

/// Every piece repeats the containers it is in.
const MAX_CUT_LEVELS: usize = 32;

/// UTF-8 bytes of `text` in the form that `JSON.stringify` gives it, or `None` where it is not lossless JSON: not UTF-8,
/// not JSON, a key twice in one object, a number that JavaScript reads as `-0` or as an infinity.
///
/// Any depth is taken: the pass is iterative.
#[must_use]
pub fn inspect(text: &[u8]) -> Option<usize> {
    inspect_for_pieces(text, usize::MAX).map(|inspection| inspection.bytes)
}

/// As [`inspect`], and says where `text` can be taken apart into pieces of some `piece_bytes` bytes.
#[must_use]
pub fn inspect_for_pieces(text: &[u8], piece_bytes: usize) -> Option<Inspection> {
    std::str::from_utf8(text).ok()?;
    let mut reader =
        Reader { text, at: 0, bytes: 0, piece_bytes, next_cut: piece_bytes, cuts: Vec::new(), keys: Vec::new() };
    reader.document()?;
    Some(Inspection { bytes: reader.bytes, cuts: reader.cuts })
}

/// What is told of a lossless JSON text.
#[derive(Debug, PartialEq, Eq)]
pub struct Inspection {
    /// UTF-8 bytes of its canonical form.
    pub bytes: usize,
    /// Ordered by place.
    pub cuts: Vec<Cut>,
}

/// A comma between two members of a container.
#[derive(Debug, PartialEq, Eq)]
pub struct Cut {
    /// Of the comma, in bytes.
    pub at: usize,
    /// The containers that are open there, the outermost first.
    pub path: Vec<Level>,
}

/// A container that is open at a cut.
#[derive(Debug, PartialEq, Eq)]
pub enum Level {
    /// An array.
    Array,
    /// An object, with the range of the key whose value was read last, quotation marks included.
    Object(Range<usize>),
}

/// A container that is open.
enum Open<'a> {
    Array,
    Object(Object<'a>),
}

impl Open<'_> {
    fn level(&self) -> Level {
        match self {
            Self::Array => Level::Array,
            Self::Object(object) => Level::Object(object.last.clone()),
        }
    }
}

/// A key without its escapes, as WTF-8: two spellings of one key are equal.
type Key<'a> = Cow<'a, [u8]>;

/// An object that is open.
struct Object<'a> {
    /// Where its keys begin in [`Reader::keys`].
    first_key: usize,
    /// All its keys, once there are many.
    many: Option<HashSet<Key<'a>>>,
    /// The last key in the text.
    last: Range<usize>,
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    /// Canonical bytes of what was read.
    bytes: usize,
    piece_bytes: usize,
    /// The next piece begins behind a comma from here on.
    next_cut: usize,
    cuts: Vec<Cut>,
    /// The keys of the objects that are open and have few, the outermost object's first.
    keys: Vec<Key<'a>>,
}

impl<'a> Reader<'a> {
    fn document(&mut self) -> Option<()> {
        let mut open: Vec<Open<'a>> = Vec::new();
        loop {
            if self.value(&mut open)? && !self.close(&mut open)? {
                self.space();
                return (self.at == self.text.len()).then_some(());
            }
        }
    }

    /// Reads one value. A container that has members stays open and its first member is next: false. Otherwise the
    /// value is complete: true.
    fn value(&mut self, open: &mut Vec<Open<'a>>) -> Option<bool> {
        self.space();
        match self.peek()? {
            b'{' => {
                self.token();
                self.space();
                if self.peek()? == b'}' {
                    self.token();
                    return Some(true);
                }
                let mut object = Object { first_key: self.keys.len(), many: None, last: 0..0 };
                self.key(&mut object)?;
                open.push(Open::Object(object));
                Some(false)
            }
            b'[' => {
                self.token();
                self.space();
                if self.peek()? == b']' {
                    self.token();
                    return Some(true);
                }
                open.push(Open::Array);
                Some(false)
            }
            b'"' => self.string(None).map(|_| true),
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            _ => self.number(),
        }
    }

    /// After a complete value: closes what ends here. True where another value follows, false at the document's end.
    fn close(&mut self, open: &mut Vec<Open<'a>>) -> Option<bool> {
        loop {
            self.space();
            if self.at >= self.next_cut && self.peek() == Some(b',') {
                self.cut(open);
            }
            let Some(container) = open.last_mut() else { return Some(false) };
            match (self.peek()?, container) {
                (b',', Open::Array) => {
                    self.token();
                    return Some(true);
                }
                (b',', Open::Object(object)) => {
                    self.token();
                    self.space();
                    self.key(object)?;
                    return Some(true);
                }
                (b']', Open::Array) => {
                    self.token();
                    open.pop();
                }
                (b'}', Open::Object(object)) => {
                    self.token();
                    self.keys.truncate(object.first_key);
                    open.pop();
                }
                _ => return None,
            }
        }
    }

    /// Begins a piece here; where it would be inside too many containers, a later comma has to do.
    fn cut(&mut self, open: &[Open<'a>]) {
        if open.len() <= MAX_CUT_LEVELS {
            self.cuts.push(Cut { at: self.at, path: open.iter().map(Open::level).collect() });
            self.next_cut = self.at.saturating_add(self.piece_bytes);
        }
    }

    /// Reads a key and the colon behind it.
    fn key(&mut self, object: &mut Object<'a>) -> Option<()> {
        let start = self.at + 1;
        let mut decoded = Vec::new();
        let escaped = self.string(Some(&mut decoded))?;
        let key = if escaped { Cow::Owned(decoded) } else { Cow::Borrowed(self.text.get(start..self.at - 1)?) };
        object.last = start - 1..self.at;
        if !self.insert(object, key) {
            return None;
        }
        self.space();
        if self.peek()? != b':' {
            return None;
        }
        self.token();
        Some(())
    }

    /// Adds a key to an object, whose inner ones are closed; false where it was there.
    fn insert(&mut self, object: &mut Object<'a>, key: Key<'a>) -> bool {
        if let Some(many) = &mut object.many {
            return many.insert(key);
        }
        let few = self.keys.get(object.first_key..).unwrap_or_default();
        if few.contains(&key) {
            return false;
        }
        let is_many = few.len() == LINEAR_KEYS;
        self.keys.push(key);
        if is_many {
            object.many = Some(self.keys.drain(object.first_key..).collect());
        }
        true
    }

    /// Reads a string and counts its canonical bytes. `decoded` gets its text where it has an escape: then true.
    fn string(&mut self, mut decoded: Option<&mut Vec<u8>>) -> Option<bool> {
        if self.peek()? != b'"' {
            return None;
        }
        self.token();
        let mut escaped = false;
        loop {
            let rest = self.text.get(self.at..)?;
            let plain = plain_length(rest);
            let stop = *rest.get(plain)?;
            self.at += plain;
            self.bytes += plain;
            if let Some(decoded) = decoded.as_deref_mut()
                && (escaped || stop == b'\\')
            {
                decoded.extend(rest.get(..plain)?);
            }
            match stop {
                b'"' => {
                    self.token();
                    return Some(escaped);
                }
                b'\\' => {
                    escaped = true;
                    self.escaped_code_point(decoded.as_deref_mut())?;
                }
                _ => return None,
            }
        }
    }

    /// Reads an escape, or the two escapes of a surrogate pair.
    fn escaped_code_point(&mut self, decoded: Option<&mut Vec<u8>>) -> Option<()> {
        let unit = self.escape()?;
        let code_point = if let Some(low) = self.low_surrogate_after(unit) {
            self.bytes += 4;
            0x1_0000 + ((u32::from(unit) - 0xD800) << 10) + (u32::from(low) - 0xDC00)
        } else {
            self.bytes += escaped_bytes(unit);
            u32::from(unit)
        };
        if let Some(decoded) = decoded {
            push_wtf8(decoded, code_point);
        }
        Some(())
    }

    /// The second half of a pair that `unit` begins, taken from the text.
    fn low_surrogate_after(&mut self, unit: u16) -> Option<u16> {
        if !(0xD800..0xDC00).contains(&unit) || !self.text.get(self.at..)?.starts_with(b"\\u") {
            return None;
        }
        let before = self.at;
        let low = self.escape();
        if !low.is_some_and(|low| (0xDC00..0xE000).contains(&low)) {
            self.at = before;
            return None;
        }
        low
    }

    /// Reads a backslash and what follows it.
    fn escape(&mut self) -> Option<u16> {
        let byte = *self.text.get(self.at + 1)?;
        self.at += 2;
        Some(match byte {
            b'"' | b'\\' | b'/' => u16::from(byte),
            b'b' => 0x08,
            b't' => 0x09,
            b'n' => 0x0A,
            b'f' => 0x0C,
            b'r' => 0x0D,
            b'u' => {
                let digits = self.text.get(self.at..self.at + 4)?;
                self.at += 4;
                digits.iter().try_fold(0u16, |unit, &digit| {
                    Some(unit << 4 | u16::try_from(char::from(digit).to_digit(16)?).ok()?)
                })?
            }
            _ => return None,
        })
    }

    fn number(&mut self) -> Option<bool> {
        let start = self.at;
        if self.peek()? == b'-' {
            self.at += 1;
        }
        match self.peek()? {
            b'0' => self.at += 1,
            b'1'..=b'9' => self.digits()?,
            _ => return None,
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        self.bytes += number::canonical_bytes(self.text.get(start..self.at)?)?;
        Some(true)
    }

    /// One digit or more.
    fn digits(&mut self) -> Option<()> {
        let rest = self.text.get(self.at..)?;
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        (count > 0).then_some(())
    }

    fn word(&mut self, word: &[u8]) -> Option<bool> {
        self.text.get(self.at..)?.starts_with(word).then(|| {
            self.at += word.len();
            self.bytes += word.len();
            true
        })
    }

    /// Takes one punctuation byte.
    fn token(&mut self) {
        self.at += 1;
        self.bytes += 1;
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }
}

/// How many bytes come before a quotation mark, a backslash or a control character.
fn plain_length(text: &[u8]) -> usize {
    let (words, rest) = text.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let found = special_bytes(u64::from_le_bytes(*word));
        if found != 0 {
            return index * 8 + (found.trailing_zeros() / 8) as usize;
        }
    }
    words.len() * 8 + rest.iter().take_while(|&&byte| byte != b'"' && byte != b'\\' && byte >= 0x20).count()
}

/// The high bit of the lowest byte that is a quotation mark, a backslash or a control character; bits above it mean nothing.
/// See "Determine if a word has a byte less than n" in Bit Twiddling Hacks.
const fn special_bytes(word: u64) -> u64 {
    const fn all(byte: u8) -> u64 {
        u64::from_ne_bytes([byte; 8])
    }
    const fn below(word: u64, limit: u8) -> u64 {
        word.wrapping_sub(all(limit)) & !word & all(0x80)
    }
    below(word, b' ') | below(word ^ all(b'"'), 1) | below(word ^ all(b'\\'), 1)
}

/// Appends a code point as UTF-8; a lone surrogate in the same three-byte form.
fn push_wtf8(text: &mut Vec<u8>, code_point: u32) {
    if let Some(character) = char::from_u32(code_point) {
        text.extend(character.encode_utf8(&mut [0; 4]).as_bytes());
    } else {
        text.extend([0xE0 | code_point >> 12, 0x80 | code_point >> 6 & 0x3F, 0x80 | code_point & 0x3F].map(low_byte));
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the callers' values are below 256")]
fn low_byte(value: u32) -> u8 {
    value as u8
}

#[cfg(test)]
mod tests {
    use super::{Cut, Level, inspect, inspect_for_pieces};

    #[test]
    fn a_text_is_cut_at_commas() {
        let text = r#"{"a":[10,20,30],"b":{"c,\"":[1,2]},"d":0}"#;
        let cuts = inspect_for_pieces(text.as_bytes(), 9).map(|inspection| inspection.cuts);
        let array_in = |key| vec![Level::Object(key), Level::Array];
        let expected = vec![
            Cut { at: 11, path: array_in(1..4) },
            Cut { at: 30, path: vec![Level::Object(16..19), Level::Object(21..27), Level::Array] },
        ];
        assert_eq!(cuts, Some(expected));
        assert_eq!(inspect_for_pieces(text.as_bytes(), 100).map(|inspection| inspection.cuts), Some(Vec::new()));
    }

    #[test]
    fn a_text_is_not_cut_far_inside() {
        let text = format!("{}1,2{},3]", "[".repeat(100), "]".repeat(99));
        let cuts = inspect_for_pieces(text.as_bytes(), 1).map(|inspection| inspection.cuts);
        assert_eq!(cuts, Some(vec![Cut { at: text.len() - 3, path: vec![Level::Array] }]));
    }

    #[test]
    fn canonical_text_counts_as_it_stands() {
        for text in [
            "null",
            "true",
            "false",
            "0",
            "-1.5",
            r#""""#,
            r#""a\n\u0001é漢😀""#,
            "[]",
            "{}",
            "[[],{}]",
            r#"{"a":[1,{"b":null}],"c":""}"#,
            r#"{"__proto__":1}"#,
            r#""\ud800""#,
        ] {
            assert_eq!(inspect(text.as_bytes()), Some(text.len()), "{text}");
        }
    }

    #[test]
    fn another_spelling_counts_in_its_canonical_form() {
        for (text, canonical) in [
            (" [ 1 , 2 ]\n", "[1,2]"),
            (r#"{ "\u0061" : 1.0 }"#, r#"{"a":1}"#),
            (r#""\/""#, r#""/""#),
            (r#""\u00e9\ud83d\ude00""#, r#""é😀""#),
            (r#""\u000a""#, r#""\n""#),
            (r#""\ud800\u0061\udc00""#, r#""\ud800a\udc00""#),
        ] {
            assert_eq!(inspect(text.as_bytes()), Some(canonical.len()), "{text}");
        }
    }

    #[test]
    fn a_string_ends_where_it_ends() {
        for before in 0..40 {
            for filler in ["a", "\u{7f}", "é", "漢", "😀"] {
                let start = format!("{}{}", "-".repeat(before % 8), filler.repeat(before / 8));
                for (special, bytes) in [
                    (r"\n", Some(2)),
                    (r#"\""#, Some(2)),
                    (r"\\", Some(2)),
                    ("!", Some(1)),
                    ("\u{1f}", None),
                    ("\0", None),
                ] {
                    let text = format!("\"{start}{special}{start}\"");
                    let expected = bytes.map(|bytes| 2 * start.len() + bytes + 2);
                    assert_eq!(inspect(text.as_bytes()), expected, "{text}");
                    assert_eq!(inspect(format!("{text}{start}\"").as_bytes()), None, "{text}");
                }
            }
        }
    }

    #[test]
    fn what_is_not_json_is_refused() {
        for text in [
            "",
            " ",
            "nul",
            "nulll",
            "[",
            "]",
            "[1,]",
            "[,1]",
            "[1 2]",
            "{",
            r#"{"a"}"#,
            r#"{"a":}"#,
            r#"{"a":1,}"#,
            "{a:1}",
            "'a'",
            r#""a"#,
            r#""\x""#,
            r#""\u12""#,
            r#""\u12g4""#,
            "\"\n\"",
            "01",
            "1.",
            ".5",
            "+1",
            "-",
            "1e",
            "NaN",
            "Infinity",
            "undefined",
            "1 1",
            "[}",
            r#"{"a":1]"#,
        ] {
            assert_eq!(inspect(text.as_bytes()), None, "{text}");
        }
        assert_eq!(inspect(b"\"\xff\""), None);
        assert_eq!(inspect(b"\"\xed\xa0\x80\""), None);
    }

    #[test]
    fn what_javascript_would_lose_is_refused() {
        for text in
            ["-0", "[-0.0]", "1e999", r#"{"a":1,"a":2}"#, r#"{"a":1,"\u0061":2}"#, r#"{"\ud83d\ude00":1,"😀":2}"#]
        {
            assert_eq!(inspect(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn keys_are_told_apart_in_large_objects() {
        let members = |count: usize| (0..count).map(|n| format!("\"k{n}\":{n}")).collect::<Vec<_>>().join(",");
        for count in [1, 12, 13, 1000] {
            let text = format!("{{{}}}", members(count));
            assert_eq!(inspect(text.as_bytes()), Some(text.len()), "{count}");
            let twice = format!("{{{},\"k0\":0}}", members(count));
            assert_eq!(inspect(twice.as_bytes()), None, "{count}");
        }
    }

    #[test]
    fn a_million_levels_are_taken() {
        let text = format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
        assert_eq!(inspect(text.as_bytes()), Some(text.len()));
        let text = format!("{}1{}", "{\"a\":".repeat(1_000_000), "}".repeat(1_000_000));
        assert_eq!(inspect(text.as_bytes()), Some(text.len()));
    }
}
