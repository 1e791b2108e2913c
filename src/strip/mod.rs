//! Erases the types of a TypeScript source: what is left is JavaScript, every character of it at its place.

mod brackets;
mod declarations;
mod diagnostics;
mod early_errors;
mod edits;
mod eraser;
mod explain;
mod guess;
mod locate;
mod members;
mod nesting;
mod tokens;

use std::collections::HashSet;

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_ast_visit::VisitJsMut;
use oxc_parser::{ParseOptions, Parser, ParserReturn, Token, config::TokensParserConfig};
use oxc_span::SourceType;

use crate::guard::{self, Refused};
use declarations::Rules;
use eraser::{Erased, Eraser};

pub(crate) use diagnostics::Fault;
pub(crate) use tokens::Tokens;

pub use diagnostics::Code;
pub use edits::{Edit, Put, apply};
pub use locate::{Diagnostic, Place};

/// How many steps from inner to outer scopes the search for early errors may take. It looks each name up in all the scopes
/// around it, so that what nests deep and is long as well would take it hours.
const MAX_SCOPE_STEPS: u64 = 1 << 28;

/// What a source is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The body of an async function in strict mode.
    Body,
    /// A whole module, or a script where it has no imports and exports.
    Module,
    /// A script.
    Script,
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
#[expect(clippy::unnecessary_box_returns, reason = "it is the error of a result, which is boxed")]
pub(crate) fn refusal(source: &str, why: Refused) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(source, diagnostics::refused(why), false))
}

fn erase_in(arena: &Allocator, source: &str, goal: Goal) -> Erasure {
    if nesting::is_too_deep(source) {
        return Err(first(source, vec![diagnostics::too_deep()], true));
    }
    if let Some(fault) = guess::opening_fence(source) {
        return Err(first(source, vec![fault], true));
    }
    erase_as(arena, source, goal).or_else(|failure| {
        let script = failure.may_be_script.then(|| erase_as(arena, source, Goal::Script).ok()).flatten();
        script.ok_or(failure.diagnostic)
    })
}

struct Failure {
    diagnostic: Box<Diagnostic>,
    /// Is it a file without imports and exports? As a script it may have some names and statements more.
    may_be_script: bool,
}

fn erase_as(arena: &Allocator, source: &str, goal: Goal) -> Result<Vec<Edit>, Failure> {
    let (parsed, fault) = parse(arena, source, goal);
    let may_be_script = goal == Goal::Module && !parsed.module_record.has_module_syntax;
    let fail = |faults, broken| Failure { diagnostic: first(source, faults, broken), may_be_script };
    if parsed.panicked || fault.is_some() {
        return Err(fail(fault.into_iter().collect(), true));
    }
    let mut program = parsed.program;
    let rules = Rules { goal, in_namespace: false, types: None };
    let Erased { edits, mut faults, stats, .. } = erase_program(arena, &mut program, &parsed.tokens, rules);
    if faults.is_empty() {
        // The tree is plain JavaScript now.
        faults.extend(early_errors::of_program(arena, program, source, goal, Some(stats)));
    }
    if faults.is_empty() { Ok(edits.finish(source)) } else { Err(fail(faults, false)) }
}

/// The tree and the tokens of a source, and the first fault that the parser found.
pub(crate) fn parse<'a>(arena: &'a Allocator, source: &'a str, goal: Goal) -> (ParserReturn<'a>, Option<Fault>) {
    let is_script = goal == Goal::Script;
    let parsed = Parser::new(arena, source, SourceType::ts().with_module(!is_script).with_script(is_script))
        .with_options(ParseOptions {
            allow_return_outside_function: goal == Goal::Body,
            parse_regular_expression: true,
            ..ParseOptions::default()
        })
        .with_config(TokensParserConfig)
        .parse();
    let fault = early_errors::of_parser(&parsed.diagnostics, source, goal);
    (parsed, fault)
}

fn erase_program<'a>(arena: &'a Allocator, program: &mut Program<'a>, tokens: &[Token], rules: Rules<'_>) -> Erased {
    let tokens = Tokens::new(tokens);
    let in_body = if rules.goal == Goal::Body { only_in_modules(program, &tokens) } else { Vec::new() };
    let mut eraser = Eraser::new(arena, program.source_text, rules, tokens);
    eraser.visit_program(program);
    let mut done = eraser.finish();
    done.faults.extend(in_body);
    if done.scope_steps > MAX_SCOPE_STEPS {
        done.faults.push(diagnostics::too_deep());
    }
    done
}

/// What a parser of modules takes and the engine, which compiles a body in a script, does not.
fn only_in_modules(program: &Program<'_>, tokens: &Tokens<'_>) -> Vec<Fault> {
    let hashbang = program.hashbang.as_ref().map(|hashbang| diagnostics::hashbang(hashbang.span));
    let comment = program.source_text.contains("<!--").then(|| tokens.html_comment().map(diagnostics::html_comment));
    hashbang.into_iter().chain(comment.flatten()).collect()
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
    let Erased { edits, faults, .. } = erase_program(arena, program, tokens, rules);
    (edits.into_list(), faults)
}

/// The first early error of a source that is JavaScript.
pub(crate) fn early_error(arena: &Allocator, source: &str, goal: Goal) -> Option<Fault> {
    let (parsed, fault) = parse(arena, source, goal);
    if parsed.panicked || fault.is_some() {
        return fault;
    }
    early_errors::of_program(arena, parsed.program, source, goal, None)
}

#[cold]
#[expect(clippy::unnecessary_box_returns, reason = "it is the error of a result, which is boxed")]
pub(crate) fn first(source: &str, faults: Vec<Fault>, broken: bool) -> Box<Diagnostic> {
    let needs_transform = !broken && faults.iter().all(|fault| fault.code.is_transformable());
    let first = faults
        .into_iter()
        .min_by_key(|fault| fault.span.map_or(0, |span| span.start))
        .unwrap_or_else(|| diagnostics::refused(Refused::TooComplex));
    Box::new(Diagnostic::new(source, first, needs_transform))
}
