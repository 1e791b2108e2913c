//! What the grammar refuses beyond the shape of the tree.

use oxc_allocator::{Allocator, ArenaVec, GetAllocator, TakeIn};
use oxc_ast::{
    ast::{
        Directive, Expression, FormalParameterKind, FormalParameters, Function, FunctionBody, FunctionType, Program,
        Statement, StringLiteral,
    },
    builder::AstBuilder,
};
use oxc_diagnostics::{Diagnostics, OxcDiagnostic};
use oxc_semantic::{SemanticBuilder, Stats};
use oxc_span::{SPAN, SourceType};

use super::{Goal, diagnostics::Fault, explain::Found};

/// Recoverable errors of the parser about types, after whose erasure nothing is wrong.
const IGNORED: [&str; 27] = [
    "1016", "1019", "1047", "1051", "1092", "1093", "1094", "1095", "1096", "1098", "1099", "1222", "1257", "1265",
    "1266", "1354", "1477", "2206", "2207", "2368", "2414", "2427", "2457", "2499", "5085", "5086", "5087",
];

/// The first fault that the parser found.
pub fn of_parser(found: &Diagnostics, source: &str, goal: Goal) -> Option<Fault> {
    first(found.iter().filter(|diagnostic| !is_ignored(diagnostic, goal)), source, goal)
}

/// Explains the first one of `found`: an explanation looks through the source, and they may be as many as its characters.
fn first<'d>(found: impl Iterator<Item = &'d OxcDiagnostic>, source: &str, goal: Goal) -> Option<Fault> {
    found
        .map(|diagnostic| Found::new(diagnostic, source))
        .min_by_key(|found| found.span.start)
        .map(|found| found.explain(goal))
}

fn is_ignored(diagnostic: &OxcDiagnostic, goal: Goal) -> bool {
    // Raised at the top level only, which in a body is that of a function.
    if goal == Goal::Body && diagnostic.message == "Unexpected new.target expression" {
        return true;
    }
    // Raised for types only; what is left of them is an empty statement.
    if diagnostic.message == "Declaration cannot appear in a single-statement context" {
        return true;
    }
    diagnostic.code.scope.as_deref() == Some("TS")
        && diagnostic.code.number.as_deref().is_some_and(|code| IGNORED.contains(&code))
}

/// The first early error of a program whose types are erased, as the engine will see it. `stats` says how much memory that will
/// take; without them the program is counted.
pub fn of_program<'a>(
    arena: &'a Allocator,
    mut program: Program<'a>,
    source: &'a str,
    goal: Goal,
    stats: Option<Stats>,
) -> Option<Fault> {
    match goal {
        Goal::Body => enclose(&mut program, &AstBuilder::new(arena)),
        Goal::Module => program.source_type = SourceType::mjs(),
        Goal::Script => program.source_type = SourceType::script(),
    }
    let program = arena.alloc(program);
    let builder = SemanticBuilder::new_compiler();
    let builder = match stats {
        Some(stats) => builder.with_stats(stats),
        None => builder,
    };
    first(builder.build(program).diagnostics.iter(), source, goal)
}

/// Makes a body what it is: that of an async function in strict mode, in a script.
fn enclose<'a>(program: &mut Program<'a>, builder: &AstBuilder<'a>) {
    let arena = builder.allocator();
    let literal = StringLiteral::new(SPAN, "use strict", None, builder);
    let mut directives = ArenaVec::new_in(&arena);
    directives.push(Directive::new(SPAN, literal, "use strict", builder));
    directives.extend(program.directives.take_in(&arena));
    let body = FunctionBody::boxed(SPAN, directives, program.body.take_in(&arena), builder);
    let params = FormalParameters::boxed(SPAN, FormalParameterKind::FormalParameter, [], None, builder);
    let function = Function::boxed(
        SPAN,
        FunctionType::FunctionExpression,
        None,
        false,
        true,
        false,
        None,
        None,
        params,
        None,
        Some(body),
        builder,
    );
    program.body.push(Statement::new_expression_statement(SPAN, Expression::FunctionExpression(function), builder));
    program.source_type = SourceType::script();
}
