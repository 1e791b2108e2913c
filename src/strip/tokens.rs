//! Search in the tokens of a source, for what has no place of its own in the tree.

use oxc_parser::{Kind, Token};
use oxc_span::Span;

/// The tokens of a source, in its order.
pub struct Tokens<'t>(&'t [Token]);

impl<'t> Tokens<'t> {
    pub fn new(tokens: &'t [Token]) -> Self {
        Self(tokens)
    }

    fn index_from(&self, offset: u32) -> usize {
        self.0.partition_point(|token| token.start() < offset)
    }

    /// The tokens that begin at `offset` or later.
    pub fn from(&self, offset: u32) -> &'t [Token] {
        self.0.get(self.index_from(offset)..).unwrap_or_default()
    }

    /// The first token that begins at `offset` or later.
    pub fn next(&self, offset: u32) -> Option<Token> {
        self.0.get(self.index_from(offset)).copied()
    }

    /// The kind of that token.
    pub fn next_kind(&self, offset: u32) -> Option<Kind> {
        self.next(offset).map(|token| token.kind())
    }

    /// The last token that begins before `offset`.
    pub fn previous(&self, offset: u32) -> Option<Token> {
        self.index_from(offset).checked_sub(1).and_then(|index| self.0.get(index)).copied()
    }

    /// The tokens that begin in `start..end`.
    pub fn within(&self, start: u32, end: u32) -> &'t [Token] {
        self.0.get(self.index_from(start)..self.index_from(end)).unwrap_or_default()
    }

    /// A `<!--` that is operators to a parser of modules and a comment to the engine.
    pub fn html_comment(&self) -> Option<Span> {
        self.0.windows(3).find_map(|window| match window {
            [less, not, minus]
                if less.kind() == Kind::LAngle
                    && not.kind() == Kind::Bang
                    && minus.kind() == Kind::Minus2
                    && less.end() == not.start()
                    && not.end() == minus.start() =>
            {
                Some(Span::new(less.start(), minus.end()))
            }
            _ => None,
        })
    }
}
