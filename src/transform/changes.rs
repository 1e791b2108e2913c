//! What is put in place of parts of the source.

use oxc_span::Span;

/// What stands where a part of the source stood. Line breaks of that part are kept beside it.
#[derive(Debug, Clone)]
pub enum Content {
    /// Text without line breaks.
    Text(String),
    /// This character, then spaces up to the width of the part.
    Blank(char),
}

/// A part of the source and what takes its place.
#[derive(Debug, Clone)]
pub struct Change {
    /// The part, in bytes of UTF-8. Where it is empty, the content is put before what follows.
    pub span: Span,
    pub content: Content,
    /// The place in the source that a position in the content stands for.
    pub origin: u32,
}

/// The changes of a transform, in the order in which they are found.
pub struct Changes {
    list: Vec<Change>,
    bytes_left: usize,
    overflown: bool,
}

impl Changes {
    /// Takes at most `bytes` of text.
    pub fn with_limit(bytes: usize) -> Self {
        Self { list: Vec::new(), bytes_left: bytes, overflown: false }
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether there was more text than the limit allows.
    pub fn is_overflown(&self) -> bool {
        self.overflown
    }

    pub fn replace(&mut self, start: u32, end: u32, text: String) {
        self.replace_as(start, end, text, start);
    }

    /// Puts text before what follows `at`.
    pub fn insert(&mut self, at: u32, text: String, origin: u32) {
        self.replace_as(at, at, text, origin);
    }

    /// Puts text in place of a part, that stands for the place `origin`.
    pub fn replace_as(&mut self, start: u32, end: u32, text: String, origin: u32) {
        match self.bytes_left.checked_sub(text.len()) {
            Some(left) => self.bytes_left = left,
            None => self.overflown = true,
        }
        if !self.overflown {
            self.list.push(Change { span: Span::new(start, end), content: Content::Text(text), origin });
        }
    }

    pub fn blank(&mut self, start: u32, end: u32) {
        self.list.push(Change { span: Span::new(start, end), content: Content::Blank(' '), origin: start });
    }

    /// These changes and `erasures` together, ascending and disjoint. Of two that overlap the outer one stays, or ours.
    pub fn merge(self, erasures: impl IntoIterator<Item = Change>) -> Vec<Change> {
        let mut all = self.list;
        all.extend(erasures);
        // Stable: ours come before erasures, and each in the order of their finding.
        all.sort_by_key(|change| {
            let Span { start, end, .. } = change.span;
            (start, start != end, u32::MAX - end)
        });
        let mut reached = 0;
        all.retain_mut(|change| {
            let Span { start, end, .. } = change.span;
            if start < reached && end <= reached {
                return false;
            }
            change.span = Span::new(start.max(reached), end);
            reached = end;
            true
        });
        all
    }
}
