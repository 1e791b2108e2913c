//! The list of edits that erasing a source comes to.

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

fn split_at_line_breaks(source: &str, edit: Edit, lines: &mut Vec<Edit>) {
    let bytes = source.as_bytes().get(edit.start as usize..edit.end as usize).unwrap_or_default();
    let mut edit = edit;
    let mut at = edit.start;
    let mut rest = bytes;
    while let [first, tail @ ..] = rest {
        let width = match (first, tail) {
            (b'\n' | b'\r', _) => 1,
            (0xE2, [0x80, 0xA8 | 0xA9, ..]) => 3,
            _ => {
                at += 1;
                rest = tail;
                continue;
            }
        };
        if edit.start < at {
            lines.push(Edit { end: at, ..edit });
            edit.put = Put::Space;
        }
        at += width;
        edit.start = at;
        rest = rest.get(width as usize..).unwrap_or_default();
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
