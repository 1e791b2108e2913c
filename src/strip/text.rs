//! What stands in a source, for what has no place of its own in the tree.

use std::cell::OnceCell;

use oxc_allocator::{Allocator, ArenaVec};
use oxc_ast::ast::Comment;
use oxc_parser::{Token, config::TokensParserConfig};
use oxc_span::Span;
use oxc_syntax::{identifier::is_white_space_single_line, line_terminator::is_line_terminator};

use super::Goal;

/// A source that was read without a fault. Every offset that is asked about is one where a token begins or ends, or that
/// lies between tokens.
pub struct Text<'a> {
    arena: &'a Allocator,
    source: &'a str,
    goal: Goal,
    /// In the order of the source.
    comments: &'a [Comment],
    tokens: OnceCell<ArenaVec<'a, Token>>,
}

impl<'a> Text<'a> {
    pub fn new(arena: &'a Allocator, source: &'a str, goal: Goal, comments: &'a [Comment]) -> Self {
        Self { arena, source, goal, comments, tokens: OnceCell::new() }
    }

    /// Where the first token begins that begins at `offset` or later, or the end of the source.
    pub fn next(&self, offset: u32) -> u32 {
        let bytes = self.source.as_bytes();
        let mut at = offset as usize;
        loop {
            match bytes.get(at) {
                Some(b' ' | b'\n' | b'\r' | b'\t' | 0x0B | 0x0C) => at += 1,
                Some(b'/' | b'<' | b'-') => match self.comment_from(at) {
                    Some(comment) => at = comment.span.end as usize,
                    None => break,
                },
                Some(0x80..) => match self.source.get(at..).and_then(|rest| rest.chars().next()) {
                    Some(space) if is_space(space) => at += space.len_utf8(),
                    _ => break,
                },
                _ => break,
            }
        }
        // No source is longer than an offset can tell.
        u32::try_from(at).unwrap_or(offset)
    }

    /// The first byte of that token, which tells what begins with it. `None` at the end of the source.
    pub fn next_byte(&self, offset: u32) -> Option<u8> {
        self.source.as_bytes().get(self.next(offset) as usize).copied()
    }

    /// The end of that token if it is this one character.
    pub fn end_of(&self, character: u8, offset: u32) -> Option<u32> {
        let at = self.next(offset);
        (self.source.as_bytes().get(at as usize) == Some(&character)).then_some(at + 1)
    }

    /// Where the last token ends that begins before `offset`, which is where one begins, or the start of the source.
    pub fn previous_end(&self, offset: u32) -> u32 {
        let mut before = self.source.get(..offset as usize).unwrap_or_default();
        loop {
            before = before.trim_end_matches(is_space);
            match self.comment_to(before.len()) {
                Some(comment) => before = before.get(..comment.span.start as usize).unwrap_or_default(),
                None => return u32::try_from(before.len()).unwrap_or(offset),
            }
        }
    }

    /// The last byte of that token.
    pub fn previous_byte(&self, offset: u32) -> Option<u8> {
        let last = self.previous_end(offset).checked_sub(1)?;
        self.source.as_bytes().get(last as usize).copied()
    }

    /// The words and other characters that begin in `start..end`, where nothing stands but words and single characters.
    pub fn words(&self, start: u32, end: u32) -> impl Iterator<Item = (Span, &'a str)> {
        let mut at = start;
        std::iter::from_fn(move || {
            at = self.next(at);
            let rest = self.source.get(at as usize..).filter(|_| at < end)?;
            let width = rest.find(|character: char| !character.is_ascii_alphanumeric()).unwrap_or(rest.len());
            let width = width.max(rest.chars().next()?.len_utf8());
            let span = Span::sized(at, u32::try_from(width).unwrap_or(1));
            at = span.end;
            Some((span, rest.get(..width)?))
        })
    }

    /// Does a line end between `offset` and the token before?
    pub fn is_on_new_line(&self, offset: u32) -> bool {
        self.has_line_break(self.previous_end(offset), offset)
    }

    pub fn has_line_break(&self, start: u32, end: u32) -> bool {
        let text = self.source.get(start as usize..end as usize).unwrap_or_default();
        text.contains(is_line_terminator)
    }

    pub fn source(&self) -> &'a str {
        self.source
    }

    /// The token that begins at `offset`. This reads the whole source once more.
    #[cold]
    pub fn token(&self, offset: u32) -> Option<Token> {
        let read = || super::read(self.arena, self.source, self.goal, TokensParserConfig).tokens;
        let tokens = self.tokens.get_or_init(read);
        let index = tokens.binary_search_by_key(&offset, Token::start).ok()?;
        tokens.get(index).copied()
    }

    /// Where one of `characters` stands outside of the tokens of the source, which are all of them, and of its comments.
    pub fn between_tokens(&self, characters: &[char], tokens: &[Token]) -> impl Iterator<Item = Span> {
        self.source.match_indices(characters).filter_map(|(at, found)| {
            let span = Span::sized(u32::try_from(at).ok()?, u32::try_from(found.len()).ok()?);
            let token = tokens.partition_point(|token| token.start() <= span.start).checked_sub(1);
            let comment = self.comments.partition_point(|comment| comment.span.start <= span.start).checked_sub(1);
            let is_in_token = token.and_then(|index| tokens.get(index)).is_some_and(|token| token.end() > span.start);
            let is_in_comment =
                comment.and_then(|index| self.comments.get(index)).is_some_and(|comment| comment.span.end > span.start);
            (!is_in_token && !is_in_comment).then_some(span)
        })
    }

    fn comment_from(&self, start: usize) -> Option<&Comment> {
        let index = self.comments.binary_search_by_key(&start, |comment| comment.span.start as usize).ok()?;
        self.comments.get(index)
    }

    fn comment_to(&self, end: usize) -> Option<&Comment> {
        let index = self.comments.binary_search_by_key(&end, |comment| comment.span.end as usize).ok()?;
        self.comments.get(index)
    }
}

fn is_space(character: char) -> bool {
    is_white_space_single_line(character) || is_line_terminator(character)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strip::{NoTokensParserConfig, read};

    const GAPS: [&str; 8] =
        ["", " ", "\r\n\t", "/* a / b */", " // a */ b\n", "\u{2028}\u{a0}\u{feff}", "/**//*\n*/ ", "\u{b}//é\u{2029}"];

    #[test]
    fn what_stands_around_a_gap_is_found_from_both_sides_of_it() {
        for gap in GAPS {
            let source = format!("a{gap}={gap}'x'{gap};{gap}b{gap}");
            let arena = Allocator::default();
            let program = read(&arena, &source, Goal::Body, NoTokensParserConfig).program;
            let text = Text::new(&arena, &source, Goal::Body, &program.comments);
            let tokens = read(&arena, &source, Goal::Body, TokensParserConfig).tokens;
            let mut end = 0;
            for token in &tokens {
                assert_eq!((text.next(end), text.previous_end(token.start())), (token.start(), end), "{source:?}");
                assert_eq!(text.is_on_new_line(token.start()), token.is_on_new_line() && end > 0, "{source:?}");
                assert_eq!(text.token(token.start()).map(|found| found.span()), Some(token.span()));
                end = token.end();
            }
            assert_eq!(text.next(end) as usize, source.len());
            assert_eq!(text.next_byte(end), None);
        }
    }

    #[test]
    fn words_are_told_from_each_other_and_from_what_is_none() {
        let arena = Allocator::default();
        let text = Text::new(&arena, "public static\tasync *[key", Goal::Body, &[]);
        let words: Vec<_> = text.words(0, 22).map(|(span, word)| (span.start, word)).collect();
        assert_eq!(words, [(0, "public"), (7, "static"), (14, "async"), (20, "*"), (21, "[")]);
    }
}
