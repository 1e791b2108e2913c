//! From a fault at an offset to a diagnostic with a position that a reader can find.

use std::borrow::Cow;

use oxc_span::Span;

use super::diagnostics::{Code, Fault};

/// The longest part of a source line that is shown, in characters.
const MAX_EXCERPT: usize = 160;

/// A fault, ready to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of fault it is.
    pub code: Code,
    /// One sentence, without a full stop.
    pub message: String,
    /// Where it is; a fault of the whole source has no place.
    pub place: Option<Place>,
    /// What to write instead.
    pub hint: Option<String>,
    /// Would the transform mode take the source, as far as can be told without it?
    pub needs_transform: bool,
}

/// A position in a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// 1-based.
    pub line: u32,
    /// 1-based, in UTF-16 code units.
    pub column: u32,
    /// The source line and, on a second line, carets under the place.
    pub excerpt: String,
}

impl Diagnostic {
    #[cold]
    pub(super) fn new(source: &str, fault: Fault, needs_transform: bool) -> Self {
        Self {
            code: fault.code,
            message: fault.message.into_owned(),
            place: fault.span.map(|span| Place::new(source, span)),
            hint: fault.hint.map(Cow::into_owned),
            needs_transform,
        }
    }
}

impl Place {
    fn new(source: &str, span: Span) -> Self {
        let offset = source.floor_char_boundary(span.start as usize);
        let end = source.floor_char_boundary((span.end as usize).max(offset));
        let before = source.get(..offset).unwrap_or_default();
        let (line, line_start) = last_line(before);
        let text = source.get(line_start..).unwrap_or_default();
        let text = text.get(..text.find(is_line_break).unwrap_or(text.len())).unwrap_or_default();
        let lead = before.get(line_start..).unwrap_or_default();
        Self {
            line,
            column: u32::try_from(lead.encode_utf16().count() + 1).unwrap_or(u32::MAX),
            excerpt: excerpt(text, lead.len(), end - offset),
        }
    }
}

/// `line:column` of the start of `span`.
pub(super) fn place(source: &str, span: Span) -> String {
    let Place { line, column, .. } = Place::new(source, span);
    format!("{line}:{column}")
}

fn is_line_break(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// The number of the last line of `text`, and where it starts.
fn last_line(text: &str) -> (u32, usize) {
    let mut line = 1;
    let mut start = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        if is_line_break(character) {
            let next = characters.peek().copied();
            if character == '\r' && next.is_some_and(|(_, next)| next == '\n') {
                continue;
            }
            line += 1;
            start = at + character.len_utf8();
        }
    }
    (line, start)
}

/// A line with carets under `length` bytes from byte `at` on, both cut to what can be read.
fn excerpt(line: &str, at: usize, length: usize) -> String {
    let at_char = line.get(..at).unwrap_or(line).chars().count();
    let marked = line.get(at..).unwrap_or_default();
    let width = marked.get(..length.min(marked.len())).map_or(1, |text| text.chars().count()).max(1);
    let from = if at_char + width <= MAX_EXCERPT { 0 } else { at_char.saturating_sub(MAX_EXCERPT / 2) };
    let total = line.chars().count();
    let shown: String = line.chars().skip(from).take(MAX_EXCERPT).collect();
    let (head, tail) = (if from > 0 { "…" } else { "" }, if from + MAX_EXCERPT < total { "…" } else { "" });
    // Tabs are kept, so that the caret stands right however wide they are shown.
    let indent: String = head
        .chars()
        .map(|_| ' ')
        .chain(shown.chars().take(at_char - from).map(|character| if character == '\t' { '\t' } else { ' ' }))
        .collect();
    let carets = "^".repeat(width.min(MAX_EXCERPT.saturating_sub(at_char - from)).max(1));
    format!("{head}{shown}{tail}\n{indent}{carets}")
}
