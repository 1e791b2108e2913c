//! From a source and its changes to the output: as text, as edits in UTF-16, and as a source map.

use oxc_parser::Token;
use oxc_span::Span;

use super::{
    changes::{Change, Content},
    positions::{Positions, line_break, offset},
    source_map::{Place, SourceMap},
};

/// A part of the source and the text in its place, in offsets of UTF-16 code units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    /// Where the part starts.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// What takes its place, without line breaks.
    pub text: String,
}

/// What a source has become.
pub struct Output {
    pub text: String,
    pub edits: Vec<TextEdit>,
    pub map: String,
    origins: Vec<Origin>,
}

/// Where a part of the output comes from.
struct Origin {
    output: u32,
    source: u32,
    /// The part is the same in the source, so that what is inside of it can be told apart.
    is_copy: bool,
}

impl Output {
    pub fn new(source: &str, changes: &[Change], tokens: &[Token]) -> Self {
        let mut writer = Writer {
            source,
            positions: Positions::new(source),
            tokens,
            text: String::with_capacity(source.len() * 2),
            edits: Vec::with_capacity(changes.len()),
            map: SourceMap::default(),
            origins: Vec::new(),
            generated: Place::default(),
        };
        let mut reached = 0;
        for change in changes {
            writer.copy(reached, change.span.start);
            writer.change(change);
            reached = change.span.end;
        }
        writer.copy(reached, offset(source.len()));
        Self { text: writer.text, edits: writer.edits, map: writer.map.finish(), origins: writer.origins }
    }

    /// The place in the source of a place in the output.
    pub fn origin(&self, at: u32) -> u32 {
        let index = self.origins.partition_point(|origin| origin.output <= at);
        let origin = index.checked_sub(1).and_then(|index| self.origins.get(index));
        origin.map_or(0, |origin| if origin.is_copy { origin.source + (at - origin.output) } else { origin.source })
    }
}

struct Writer<'s> {
    source: &'s str,
    positions: Positions<'s>,
    /// Those that have not been reached.
    tokens: &'s [Token],
    text: String,
    edits: Vec<TextEdit>,
    map: SourceMap,
    origins: Vec<Origin>,
    /// The place of what comes next.
    generated: Place,
}

impl<'s> Writer<'s> {
    /// Copies a part of the source, and maps each of its tokens.
    fn copy(&mut self, start: u32, end: u32) {
        if start >= end {
            return;
        }
        let from = self.positions.units(start);
        let line = self.positions.line(start);
        let place = |positions: &Positions, generated: Place, at: u32| {
            let line_at = positions.line(at);
            if line_at == line {
                Place { line: line_at, column: generated.column + (positions.units(at) - from) }
            } else {
                Place { line: line_at, column: positions.column(at) }
            }
        };
        self.skip_tokens(start);
        while let [token, rest @ ..] = self.tokens
            && token.start() < end
        {
            let original = self.place(token.start());
            self.map.add(place(&self.positions, self.generated, token.start()), original);
            self.tokens = rest;
        }
        self.origins.push(Origin { output: offset(self.text.len()), source: start, is_copy: true });
        self.text.push_str(self.slice(start, end));
        self.generated = place(&self.positions, self.generated, end);
    }

    fn change(&mut self, change: &Change) {
        let Span { start, end, .. } = change.span;
        let mut part = start;
        let mut at = start;
        let mut written = false;
        while at < end {
            let width = line_break(self.slice_bytes(at, end));
            if width > 0 {
                self.put(change, part, at, written);
                written = true;
                self.skip_tokens(at);
                self.copy(at, at + offset(width));
                part = at + offset(width);
            }
            at += offset(width.max(1));
        }
        if !written || part < end {
            self.put(change, part, end, written);
        }
        self.skip_tokens(end);
    }

    /// Puts the content of a change in place of a part that is in one line.
    fn put(&mut self, change: &Change, start: u32, end: u32, is_later_line: bool) {
        let (from, to) = (self.positions.units(start), self.positions.units(end));
        let text = match &change.content {
            Content::Text(_) if is_later_line => String::new(),
            Content::Text(text) => text.clone(),
            Content::Blank(_) if from == to => String::new(),
            Content::Blank(put) => {
                let first = if is_later_line { ' ' } else { *put };
                std::iter::once(first).chain(std::iter::repeat_n(' ', (to - from) as usize - 1)).collect()
            }
        };
        if text.is_empty() && from == to {
            return;
        }
        if !text.is_empty() {
            let origin = if let Content::Text(_) = change.content { change.origin } else { start };
            self.map.add(self.generated, self.place(origin));
            self.origins.push(Origin { output: offset(self.text.len()), source: origin, is_copy: false });
        }
        self.text.push_str(&text);
        self.generated.column += offset(text.encode_utf16().count());
        self.edits.push(TextEdit { start: from, end: to, text });
    }

    fn place(&self, at: u32) -> Place {
        Place { line: self.positions.line(at), column: self.positions.column(at) }
    }

    fn skip_tokens(&mut self, until: u32) {
        while let [token, rest @ ..] = self.tokens
            && token.start() < until
        {
            self.tokens = rest;
        }
    }

    fn slice(&self, start: u32, end: u32) -> &'s str {
        self.source.get(start as usize..end as usize).unwrap_or_default()
    }

    fn slice_bytes(&self, start: u32, end: u32) -> &'s [u8] {
        self.source.as_bytes().get(start as usize..end as usize).unwrap_or_default()
    }
}
