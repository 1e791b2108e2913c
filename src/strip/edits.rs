//! The list of edits that erasing a source comes to.

use memchr::memchr3;

/// A stretch of the source to blank, with one character put in at its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edit {
    /// Offset of the first code unit.
    pub start: u32,
    /// Offset after the last one.
    pub end: u32,
    /// What is put at `start`; the rest becomes spaces.
    pub put: Put,
}

/// The character at the start of an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Put {
    /// A space, as in the rest of the edit.
    Space = b' ',
    /// Ends a statement or a class element.
    Semicolon = b';',
    /// Opens the parameters of an arrow function.
    OpenParen = b'(',
    /// Closes the parameters of an arrow function.
    CloseParen = b')',
}

/// Edits in the order in which they are found, in offsets of UTF-8 bytes.
#[derive(Default)]
pub struct Edits(Vec<Edit>);

impl Edits {
    pub fn blank(&mut self, start: u32, end: u32) {
        self.put(start, end, Put::Space);
    }

    pub fn put(&mut self, start: u32, end: u32, put: Put) {
        if start < end {
            self.0.push(Edit { start, end, put });
        }
    }

    /// Makes the newest edit begin with a semicolon if it ends at `end`. Tells whether it does.
    pub fn end_with_semicolon(&mut self, end: u32) -> bool {
        match self.0.last_mut() {
            Some(edit) if edit.end == end && edit.put == Put::Space => {
                edit.put = Put::Semicolon;
                true
            }
            _ => false,
        }
    }

    /// The edits as they were found, in offsets of UTF-8 bytes.
    pub fn into_list(self) -> Vec<Edit> {
        self.0
    }

    /// The edits in ascending order, none with a line break in it, in offsets of UTF-16 code units.
    pub fn finish(mut self, source: &str) -> Vec<Edit> {
        if !self.0.is_sorted_by_key(|edit| edit.start) {
            self.0.sort_by_key(|edit| edit.start);
        }
        let mut lines = Vec::with_capacity(self.0.len());
        let mut reached = 0;
        for mut edit in self.0 {
            edit.start = edit.start.max(reached);
            if edit.start < edit.end {
                reached = edit.end;
                split_at_line_breaks(source, edit, &mut lines);
            }
        }
        if !source.is_ascii() {
            to_utf16(source, &mut lines);
        }
        lines
    }
}

/// What `edits` leave of an ASCII source.
#[must_use]
pub fn apply(source: String, edits: &[Edit]) -> Option<String> {
    let mut bytes = source.into_bytes();
    for edit in edits {
        let erased = bytes.get_mut(edit.start as usize..edit.end as usize)?;
        erased.fill(b' ');
        *erased.first_mut()? = edit.put as u8;
    }
    String::from_utf8(bytes).ok()
}

fn split_at_line_breaks(source: &str, mut edit: Edit, lines: &mut Vec<Edit>) {
    let bytes = source.as_bytes().get(..edit.end as usize).unwrap_or_default();
    let mut at = edit.start as usize;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr3(b'\n', b'\r', 0xE2, rest)) {
        at += found;
        let width = match bytes.get(at..) {
            Some([b'\n' | b'\r', ..]) => 1,
            Some([_, 0x80, 0xA8 | 0xA9, ..]) => 3,
            _ => {
                at += 1;
                continue;
            }
        };
        // No source is longer than an offset can tell.
        let end = u32::try_from(at).unwrap_or(edit.end);
        if edit.start < end {
            lines.push(Edit { end, ..edit });
            edit.put = Put::Space;
        }
        at += width;
        edit.start = u32::try_from(at).unwrap_or(edit.end);
    }
    if edit.start < edit.end {
        lines.push(edit);
    }
}

fn to_utf16(source: &str, edits: &mut [Edit]) {
    let mut at = 0;
    let mut units = 0;
    let mut advance = |to: u32| {
        let between = source.as_bytes().get(at as usize..to as usize).unwrap_or_default();
        // A continuation byte adds no unit, the lead of a four-byte sequence adds two.
        units += between.iter().map(|&byte| u32::from(byte & 0xC0 != 0x80) + u32::from(byte >= 0xF0)).sum::<u32>();
        at = to;
        units
    };
    for edit in edits {
        edit.start = advance(edit.start);
        edit.end = advance(edit.end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_leave_out_every_kind_of_line_break_and_nothing_else() {
        let source = "€a\r\nb€\u{2028}\u{2029}\n€é";
        let mut edits = Edits::default();
        edits.put(0, u32::try_from(source.len()).unwrap(), Put::Semicolon);
        let (space, semicolon) = (Put::Space, Put::Semicolon);
        let expected = [(0, 2, semicolon), (4, 6, space), (9, 11, space)];
        assert_eq!(edits.finish(source), expected.map(|(start, end, put)| Edit { start, end, put }));
    }
}
