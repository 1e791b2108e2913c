//! Erases the types of a TypeScript source: what is left is JavaScript, every character of it at its place.

mod declarations;
mod diagnostics;
mod early_errors;
mod edits;
mod eraser;
mod locate;
mod tokens;

use oxc_allocator::Allocator;
use oxc_ast_visit::VisitJsMut;
use oxc_parser::{ParseOptions, Parser, config::TokensParserConfig};
use oxc_span::{GetSpan, SourceType};

use crate::guard::{self, Refused};
use diagnostics::Fault;
use eraser::Eraser;
use tokens::Tokens;

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
fn refusal(source: &str, why: Refused) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(source, diagnostics::refused(why), false))
}

fn erase_in(arena: &Allocator, source: &str, goal: Goal) -> Erasure {
    let parsed = Parser::new(arena, source, SourceType::ts().with_module(true))
        .with_options(ParseOptions {
            allow_return_outside_function: goal == Goal::Body,
            parse_regular_expression: true,
            ..ParseOptions::default()
        })
        .with_config(TokensParserConfig)
        .parse();
    let mut faults: Vec<Fault> = early_errors::of_parser(&parsed.diagnostics, source, goal);
    if parsed.panicked || !faults.is_empty() {
        return Err(first(source, faults, true));
    }
    let mut program = parsed.program;
    if goal == Goal::Body
        && let Some(hashbang) = &program.hashbang
    {
        faults.push(diagnostics::hashbang(hashbang.span()));
    }
    let mut eraser = Eraser::new(arena, goal, Tokens::new(&parsed.tokens));
    eraser.visit_program(&mut program);
    let (edits, mut refusals) = eraser.finish();
    faults.append(&mut refusals);
    if faults.is_empty() {
        // The tree is plain JavaScript now.
        faults = early_errors::of_program(arena, program, source, goal);
    }
    if faults.is_empty() { Ok(edits.finish(source)) } else { Err(first(source, faults, false)) }
}

#[cold]
fn first(source: &str, faults: Vec<Fault>, broken: bool) -> Box<Diagnostic> {
    let needs_transform = !broken && faults.iter().all(|fault| fault.code.is_transformable());
    let first = faults
        .into_iter()
        .min_by_key(|fault| fault.span.map_or(0, |span| span.start))
        .unwrap_or_else(|| diagnostics::refused(Refused::TooComplex));
    Box::new(Diagnostic::new(source, first, needs_transform))
}
