//! Which bracket belongs to which, in a source that does not parse.

use oxc_span::Span;

/// A bracket that is never closed.
pub struct Unclosed {
    pub span: Span,
    /// The place of a bracket that, by the indentation, may be the one whose partner is missing.
    pub suspect: Option<String>,
}

impl Unclosed {
    pub fn text<'s>(&self, source: &'s str) -> &'s str {
        source.get(self.span.start as usize..self.span.end as usize).unwrap_or_default()
    }
}

/// The innermost bracket that the source never closes, if there is one.
pub fn unclosed(source: &str) -> Option<Unclosed> {
    let Matched { open, suspect, .. } = Matched::new(source, source.len());
    let at = *open.last()?;
    // Where indentation tells, it tells better than the count.
    let suspect = suspect.filter(|&suspect| suspect != at).map(|at| super::locate::place(source, one(at)));
    Some(Unclosed { span: one(at), suspect })
}

/// The innermost bracket that is open at `offset`, where that lies in a substitution of a template literal.
pub fn open_in_substitution(source: &str, offset: u32) -> Option<Unclosed> {
    let Matched { open, templates, .. } = Matched::new(source, offset as usize);
    templates.last()?;
    Some(Unclosed { span: one(*open.last()?), suspect: None })
}

/// A closing bracket that does not close the innermost one that is open, if any is.
pub struct Stray {
    pub open: Option<Unclosed>,
}

/// Is the bracket at `offset` such a one?
pub fn stray(source: &str, offset: u32) -> Option<Stray> {
    let opener = opener(*source.as_bytes().get(offset as usize)?)?;
    let Matched { open, suspect, .. } = Matched::new(source, offset as usize);
    let innermost = open.last().copied();
    if innermost.and_then(|at| source.as_bytes().get(at)) == Some(&opener) {
        return None;
    }
    let open = innermost.map(|at| {
        let suspect = suspect.filter(|&suspect| suspect != at).map(|at| super::locate::place(source, one(at)));
        Unclosed { span: one(at), suspect }
    });
    Some(Stray { open })
}

fn one(at: usize) -> Span {
    let at = u32::try_from(at).unwrap_or_default();
    Span::new(at, at + 1)
}

fn opener(closer: u8) -> Option<u8> {
    match closer {
        b'}' => Some(b'{'),
        b')' => Some(b'('),
        b']' => Some(b'['),
        _ => None,
    }
}

struct Matched {
    /// The offsets of the brackets that are open.
    open: Vec<usize>,
    /// Those of them that begin a substitution of a template literal.
    templates: Vec<usize>,
    /// The first one that was closed at another indentation than its own.
    suspect: Option<usize>,
}

impl Matched {
    fn new(source: &str, end: usize) -> Self {
        let bytes = source.as_bytes();
        let mut matched = Self { open: Vec::new(), templates: Vec::new(), suspect: None };
        let mut at = 0;
        while let Some(&byte) = bytes.get(at).filter(|_| at < end) {
            let next = bytes.get(at + 1).copied().unwrap_or_default();
            at = match byte {
                b'/' if next == b'/' => skip(bytes, at, |byte| byte == b'\n'),
                b'/' if next == b'*' => {
                    source.get(at + 2..).and_then(|rest| rest.find("*/")).map_or(end, |to| at + to + 4)
                }
                b'"' | b'\'' => string_end(bytes, at, byte),
                b'`' => template_end(bytes, at + 1, &mut matched.templates, &mut matched.open),
                b'(' | b'[' | b'{' => {
                    matched.open.push(at);
                    at + 1
                }
                b'}' if matched.templates.last().is_some_and(|&open| matched.open.last() == Some(&open)) => {
                    matched.templates.pop();
                    matched.open.pop();
                    template_end(bytes, at + 1, &mut matched.templates, &mut matched.open)
                }
                b')' | b']' | b'}' => {
                    matched.close(bytes, at, byte);
                    at + 1
                }
                _ => at + 1,
            };
        }
        matched
    }

    fn close(&mut self, bytes: &[u8], at: usize, closer: u8) {
        let Some(&open) = self.open.last() else { return };
        if bytes.get(open).copied() != opener(closer) {
            return;
        }
        self.open.pop();
        let (own, other) = (indentation(bytes, at), indentation(bytes, open));
        // Only a bracket that begins its line tells something by its indentation.
        if self.suspect.is_none() && own.1 == at && own.0 != other.0 && own.0 < other.0 {
            self.suspect = Some(open);
        }
    }
}

/// The width of the white space that the line of `at` begins with, and the offset after it.
fn indentation(bytes: &[u8], at: usize) -> (usize, usize) {
    let before = bytes.get(..at).unwrap_or_default();
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let line = bytes.get(start..).unwrap_or_default();
    let width = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    (width, start + width)
}

fn skip(bytes: &[u8], at: usize, ends: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|&byte| ends(byte)).unwrap_or(rest.len())
}

fn string_end(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    at
}

/// The end of a template's text: after its closing quote, or in its next substitution.
fn template_end(bytes: &[u8], start: usize, templates: &mut Vec<usize>, open: &mut Vec<usize>) -> usize {
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        match (byte, bytes.get(at + 1)) {
            (b'\\', _) => at += 1,
            (b'`', _) => return at + 1,
            (b'$', Some(b'{')) => {
                templates.push(at + 1);
                open.push(at + 1);
                return at + 2;
            }
            _ => {}
        }
        at += 1;
    }
    at
}
