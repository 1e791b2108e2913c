//! Erases the types of a TypeScript source: what is left is JavaScript, every character of it at its place.

mod declarations;
mod diagnostics;
mod early_errors;
mod edits;
mod eraser;
mod locate;
mod tokens;

use std::collections::HashSet;

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_ast_visit::VisitJsMut;
use oxc_parser::{ParseOptions, Parser, ParserReturn, Token, config::TokensParserConfig};
use oxc_span::{GetSpan, SourceType};

use crate::guard::{self, Refused};
use declarations::Rules;
use edits::Edits;
use eraser::Eraser;

pub(crate) use diagnostics::Fault;
pub(crate) use tokens::Tokens;

pub use diagnostics::Code;
pub use edits::{Edit, Put};
pub use locate::{Diagnostic, Place};

/// What a source is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The body of an async function in strict mode.
    Body,
    /// A whole module.
    Module,
}

/// The edits that erase a source's types, or what is wrong with it.
pub type Erasure = Result<Vec<Edit>, Box<Diagnostic>>;

/// Erases the types of `source`. The offsets of the edits are in UTF-16 code units, ascending and disjoint.
///
/// # Errors
/// The first fault of the source.
pub fn erase(source: &str, goal: Goal) -> Erasure {
    guard::run(source.len(), |arena| erase_in(arena, source, goal)).unwrap_or_else(|why| Err(refusal(source, why)))
}

/// As [`erase`], on a thread of its own.
pub fn erase_in_background(source: String, goal: Goal, then: impl FnOnce(Erasure) + Clone + Send + 'static) {
    let immediately = then.clone();
    let source: std::sync::Arc<str> = source.into();
    let shared = source.clone();
    let started = guard::run_in_background(source.len(), move |arena| erase_in(arena, &shared, goal), {
        let source = source.clone();
        move |done| then(done.unwrap_or_else(|why| Err(refusal(&source, why))))
    });
    if let Err(why) = started {
        immediately(Err(refusal(&source, why)));
    }
}

#[cold]
pub(crate) fn refusal(source: &str, why: Refused) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(source, diagnostics::refused(why), false))
}

fn erase_in(arena: &Allocator, source: &str, goal: Goal) -> Erasure {
    let (parsed, faults) = parse(arena, source, goal);
    if parsed.panicked || !faults.is_empty() {
        return Err(first(source, faults, true));
    }
    let mut program = parsed.program;
    let rules = Rules { goal, in_namespace: false, types: None };
    let (edits, mut faults) = erase_program(arena, &mut program, &parsed.tokens, rules);
    if faults.is_empty() {
        // The tree is plain JavaScript now.
        faults = early_errors::of_program(arena, program, source, goal);
    }
    if faults.is_empty() { Ok(edits.finish(source)) } else { Err(first(source, faults, false)) }
}

/// The tree and the tokens of a source, and what the parser found.
pub(crate) fn parse<'a>(arena: &'a Allocator, source: &'a str, goal: Goal) -> (ParserReturn<'a>, Vec<Fault>) {
    let parsed = Parser::new(arena, source, SourceType::ts().with_module(true))
        .with_options(ParseOptions {
            allow_return_outside_function: goal == Goal::Body,
            parse_regular_expression: true,
            ..ParseOptions::default()
        })
        .with_config(TokensParserConfig)
        .parse();
    let faults = early_errors::of_parser(&parsed.diagnostics, source, goal);
    (parsed, faults)
}

fn erase_program<'a>(
    arena: &'a Allocator,
    program: &mut Program<'a>,
    tokens: &[Token],
    rules: Rules<'_>,
) -> (Edits, Vec<Fault>) {
    let mut eraser = Eraser::new(arena, rules, Tokens::new(tokens));
    eraser.visit_program(program);
    let (edits, mut faults) = eraser.finish();
    if rules.goal == Goal::Body
        && let Some(hashbang) = &program.hashbang
    {
        faults.push(diagnostics::hashbang(hashbang.span()));
    }
    (edits, faults)
}

/// What erases the types of a program of which a transform writes the rest anew: in the order of finding, in offsets of
/// UTF-8 bytes. `types` holds where the namespaces and import aliases begin that are only types.
pub(crate) fn erase_beside_transform<'a>(
    arena: &'a Allocator,
    program: &mut Program<'a>,
    tokens: &[Token],
    goal: Goal,
    types: &HashSet<u32>,
) -> (Vec<Edit>, Vec<Fault>) {
    let rules = Rules { goal, in_namespace: false, types: Some(types) };
    let (edits, faults) = erase_program(arena, program, tokens, rules);
    (edits.into_list(), faults)
}

/// The early errors of a source that is JavaScript.
pub(crate) fn early_errors(arena: &Allocator, source: &str, goal: Goal) -> Vec<Fault> {
    let (parsed, faults) = parse(arena, source, goal);
    if parsed.panicked || !faults.is_empty() {
        return faults;
    }
    early_errors::of_program(arena, parsed.program, source, goal)
}

#[cold]
pub(crate) fn first(source: &str, faults: Vec<Fault>, broken: bool) -> Box<Diagnostic> {
    let needs_transform = !broken && faults.iter().all(|fault| fault.code.is_transformable());
    let first = faults
        .into_iter()
        .min_by_key(|fault| fault.span.map_or(0, |span| span.start))
        .unwrap_or_else(|| diagnostics::refused(Refused::TooComplex));
    Box::new(Diagnostic::new(source, first, needs_transform))
}
