//! Search in the tokens of a source, for what has no place of its own in the tree.

use std::cell::Cell;

use oxc_parser::{Kind, Token};
use oxc_span::Span;

/// The tokens of a source, in its order.
pub struct Tokens<'t> {
    list: &'t [Token],
    /// Where the last search ended. The next one is for a place close by, as a rule.
    recent: Cell<usize>,
}

impl<'t> Tokens<'t> {
    pub fn new(tokens: &'t [Token]) -> Self {
        Self { list: tokens, recent: Cell::new(0) }
    }

    fn index_from(&self, offset: u32) -> usize {
        let begins_before = |index: usize| self.list.get(index).is_some_and(|token| token.start() < offset);
        let (mut low, mut high) = (self.recent.get(), self.recent.get());
        let mut step = 1;
        while low > 0 && !begins_before(low - 1) {
            high = low - 1;
            low = low.saturating_sub(step);
            step *= 2;
        }
        step = 1;
        while begins_before(high) {
            low = high + 1;
            high = (high + step).min(self.list.len());
            step *= 2;
        }
        let between = self.list.get(low..high).unwrap_or_default();
        let index = low + between.partition_point(|token| token.start() < offset);
        self.recent.set(index);
        index
    }

    /// The tokens that begin at `offset` or later.
    pub fn from(&self, offset: u32) -> &'t [Token] {
        self.list.get(self.index_from(offset)..).unwrap_or_default()
    }

    /// The first token that begins at `offset` or later.
    pub fn next(&self, offset: u32) -> Option<Token> {
        self.list.get(self.index_from(offset)).copied()
    }

    /// The kind of that token.
    pub fn next_kind(&self, offset: u32) -> Option<Kind> {
        self.next(offset).map(|token| token.kind())
    }

    /// The last token that begins before `offset`.
    pub fn previous(&self, offset: u32) -> Option<Token> {
        self.index_from(offset).checked_sub(1).and_then(|index| self.list.get(index)).copied()
    }

    /// The tokens that begin in `start..end`.
    pub fn within(&self, start: u32, end: u32) -> &'t [Token] {
        self.list.get(self.index_from(start)..self.index_from(end)).unwrap_or_default()
    }

    /// A `<!--` that is operators to a parser of modules and a comment to the engine.
    pub fn html_comment(&self) -> Option<Span> {
        self.list.windows(3).find_map(|window| match window {
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

#[cfg(test)]
mod tests {
    use oxc_allocator::Allocator;
    use oxc_parser::{Parser, config::TokensParserConfig};
    use oxc_span::SourceType;

    use super::*;

    #[test]
    fn a_search_finds_the_same_from_wherever_the_last_one_ended() {
        let arena = Allocator::default();
        let source = "a + b; ".repeat(50);
        let parsed = Parser::new(&arena, &source, SourceType::ts()).with_config(TokensParserConfig).parse();
        let tokens = Tokens::new(&parsed.tokens);
        let end = u32::try_from(source.len()).unwrap() + 2;
        for first in 0..end {
            for second in [0, 1, first.saturating_sub(9), first, first + 1, first + 40, end - first, end] {
                tokens.next(first);
                let expected = parsed.tokens.iter().find(|token| token.start() >= second);
                assert_eq!(tokens.next(second).map(|token| token.start()), expected.map(Token::start));
            }
        }
    }
}
