//! Erases the types of a TypeScript source: what is left is JavaScript, every character of it at its place.

mod brackets;
mod declarations;
mod diagnostics;
mod early_errors;
mod edits;
mod eraser;
mod escapes;
mod explain;
mod guess;
mod idioms;
mod locate;
mod members;
mod nesting;
mod text;

use std::collections::HashSet;

use oxc_allocator::{Allocator, TakeIn};
use oxc_ast::ast::Program;
use oxc_ast_visit::VisitJsMut;
use oxc_parser::{
    Kind, ParseOptions, Parser, ParserReturn, Token,
    config::{NoTokensParserConfig, ParserConfig, TokensParserConfig},
};
use oxc_span::{SourceType, Span};

use crate::guard::{self, Refused};
use declarations::Rules;
use eraser::{Erased, Eraser};
use text::Text;

pub(crate) use diagnostics::Fault;

pub use diagnostics::Code;
pub use edits::{Edit, Put, apply};
pub use locate::{Diagnostic, Place};

/// How many steps from inner to outer scopes the search for early errors may take. It looks each name up in all the scopes
/// around it, so that what nests deep and is long as well would take it hours.
const MAX_SCOPE_STEPS: u64 = 1 << 28;

const HTML_COMMENT: &str = "<!--";
/// White space to TypeScript and to no engine: next line, and zero width space.
const FOREIGN_SPACES: [char; 2] = ['\u{85}', '\u{200B}'];

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
    // The tokens tell a comment from operators in what only a parser of modules takes.
    let parsed = match goal {
        Goal::Body if source.contains(HTML_COMMENT) => read(arena, source, goal, TokensParserConfig),
        _ if !source.is_ascii() && source.contains(FOREIGN_SPACES) => read(arena, source, goal, TokensParserConfig),
        _ => read(arena, source, goal, NoTokensParserConfig),
    };
    let fault = early_errors::of_parser(&parsed.diagnostics, source, goal);
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
    let parsed = read(arena, source, goal, TokensParserConfig);
    let fault = early_errors::of_parser(&parsed.diagnostics, source, goal);
    (parsed, fault)
}

fn read<'a, C: ParserConfig>(arena: &'a Allocator, source: &'a str, goal: Goal, config: C) -> ParserReturn<'a> {
    let is_script = goal == Goal::Script;
    Parser::new(arena, source, SourceType::ts().with_module(!is_script).with_script(is_script))
        .with_options(ParseOptions {
            allow_return_outside_function: goal == Goal::Body,
            parse_regular_expression: true,
            ..ParseOptions::default()
        })
        .with_config(config)
        .parse()
}

fn erase_program<'a>(arena: &'a Allocator, program: &mut Program<'a>, tokens: &[Token], rules: Rules<'_>) -> Erased {
    let in_body = if rules.goal == Goal::Body { only_in_modules(program, tokens) } else { Vec::new() };
    let comments = program.comments.take_in(&arena).into_arena_slice();
    let text = Text::new(arena, program.source_text, rules.goal, comments);
    let mut eraser = Eraser::new(arena, rules, &text);
    eraser.visit_program(program);
    let mut done = eraser.finish();
    done.faults.extend(in_body);
    // What a transform writes anew has none.
    if rules.types.is_none() && !tokens.is_empty() {
        for space in text.between_tokens(&FOREIGN_SPACES, tokens) {
            done.edits.blank(space.start, space.end);
        }
    }
    if done.scope_steps > MAX_SCOPE_STEPS {
        done.faults.push(diagnostics::too_deep());
    }
    done
}

/// What a parser of modules takes and the engine, which compiles a body in a script, does not.
fn only_in_modules(program: &Program<'_>, tokens: &[Token]) -> Vec<Fault> {
    let hashbang = program.hashbang.as_ref().map(|hashbang| diagnostics::hashbang(hashbang.span));
    let comment =
        program.source_text.contains(HTML_COMMENT).then(|| html_comment(tokens).map(diagnostics::html_comment));
    hashbang.into_iter().chain(comment.flatten()).collect()
}

/// A `<!--` that is operators to a parser of modules and a comment to the engine.
fn html_comment(tokens: &[Token]) -> Option<Span> {
    tokens.windows(3).find_map(|window| match window {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Where `@` stands for a part.
    const PLACES: &[&str] = &[
        "@",
        "f(a, @)",
        "a = { b: @, c }",
        "[a, @]",
        "`a${@}b`",
        "const a = @",
        "(b) => @",
        "(b, c) => { @; return b }",
        "async () => { await @; }",
        "if (a) { f(@) }",
        "for (;;) { if (@) break }",
        "function f(b) { return @ }",
        "(function (b, c) { @ })",
        "class A { a = @ }",
        "class A { static { @ } }",
        "class A extends B { m(b) { @ } }",
        "class A { #p = 1; m() { return @ } }",
        "({ m(b) { @ }, get a() { return @ } })",
        "function f(b = @) {}",
        "(b = @) => b",
        "new A(@)",
        "a ? @ : b",
        "a && @",
        "!@",
        "(@) as T",
        "throw @",
        "switch (a) { case @: b }",
        "do { @ } while (@)",
        "try { @ } catch { @ }",
        "function f(b, c, d, e, g) { @ }",
        "\"use strict\"; @",
        "function f(b) { \"use strict\"; @ }",
        "a: { @ }",
        "a[@]",
        "a.b(@).c",
        "import(@)",
        "f`${@}`",
    ];

    const PARTS: &[&str] = &[
        "a",
        "eval",
        "eval = 1",
        "arguments",
        "arguments++",
        "[eval] = a",
        "({ eval } = a)",
        "yield",
        "let",
        "public",
        "static",
        "l\\u0065t",
        "010",
        "08",
        "0",
        "0.5",
        "'\\1'",
        "'\\u0041'",
        "'\\08'",
        "await 1",
        "async () => await 1",
        "async (b) => { await b }",
        "delete a",
        "delete a.b",
        "delete (a)",
        "delete this.#p",
        "this.#p",
        "#p in a",
        "this.#q",
        "super.a",
        "super()",
        "new.target",
        "{ __proto__: 1, '__proto__': 2 }",
        "({ __proto__: 1, '__proto__': 2 })",
        "({ __proto__: 1, ['__proto__']: 2, __proto__() {} })",
        "b => b",
        "(b, b) => b",
        "(b, c) => { let b }",
        "(eval) => 1",
        "(b, let) => 1",
        "(public) => 1",
        "({ b, c }) => { var b }",
        "(...b) => { const b = 1 }",
        "function (b, b) {}",
        "(function (b, b) {})",
        "(function eval() {})",
        "(function (arguments) {})",
        "(function (b) { let b })",
        "(function* (b) { yield b })",
        "(function (b = 1) { 'use strict' })",
        "(class { constructor() {} constructor() {} })",
        "(class eval {})",
        "(class { #p; #p })",
        "{ let b; let b }",
        "var b; let b",
        "let c; { var c }",
        "function b() {} let b",
        "break",
        "continue",
        "a: a: b",
        "break a",
        "with (a) b",
        "if (a) function b() {}",
        "for (var b = 1 of a) ;",
        "for (const b of a) { let b }",
        "return eval",
    ];

    /// As much as a transform leaves in the tree.
    fn early_error_of_whole(source: &str, goal: Goal) -> Option<String> {
        guard::run(source.len(), |arena| {
            let (parsed, fault) = parse(arena, source, goal);
            assert!(fault.is_none() && !parsed.panicked);
            let mut program = parsed.program;
            let (_, faults) = erase_beside_transform(arena, &mut program, &parsed.tokens, goal, &HashSet::new());
            assert!(faults.is_empty());
            let fault = early_errors::of_program(arena, program, source, goal, None)?;
            Some(format!("{:?}", first(source, vec![fault], false)))
        })
        .unwrap()
    }

    fn parses(source: &str, goal: Goal) -> bool {
        guard::run(source.len(), |arena| {
            let (parsed, fault) = parse(arena, source, goal);
            fault.is_none() && !parsed.panicked && parsed.program.hashbang.is_none()
        })
        .unwrap()
    }

    #[test]
    fn what_is_left_out_of_the_tree_hides_no_early_error() {
        let mut found = 0;
        for goal in [Goal::Body, Goal::Module, Goal::Script] {
            for (place, part) in PLACES.iter().flat_map(|place| PARTS.iter().map(move |part| (place, part))) {
                let source = place.replace('@', part);
                if parses(&source, goal) {
                    let fault = guard::run(source.len(), |arena| erase_as(arena, &source, goal).err()).unwrap();
                    let expected = early_error_of_whole(&source, goal);
                    assert_eq!(fault.map(|failure| format!("{:?}", failure.diagnostic)), expected, "{source}");
                    found += usize::from(expected.is_some());
                }
            }
        }
        assert!(found > 1000, "{found}");
        for source in [
            "import { a } from 'b'; let a",
            "export { a }",
            "export { \"\\1\" as a } from 'b'",
            "export { a as b, a as b }",
        ] {
            assert!(erase(source, Goal::Module).is_err(), "{source}");
        }
    }
}
