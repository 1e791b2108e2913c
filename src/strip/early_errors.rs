//! What the grammar refuses beyond the shape of the tree.

use oxc_allocator::Allocator;
use oxc_ast::{
    ast::{Directive, Program, StringLiteral},
    builder::AstBuilder,
};
use oxc_diagnostics::{Diagnostics, OxcDiagnostic};
use oxc_semantic::SemanticBuilder;
use oxc_span::{SPAN, SourceType};

use super::{
    Goal,
    diagnostics::{self, Fault},
};

/// Recoverable errors of the parser about types, after whose erasure nothing is wrong.
const IGNORED: [&str; 6] = ["1016", "1098", "1099", "1222", "1354", "1477"];

/// The faults that the parser found.
pub fn of_parser(found: &Diagnostics, source: &str, goal: Goal) -> Vec<Fault> {
    found
        .iter()
        .filter(|diagnostic| !is_ignored(diagnostic, goal))
        .map(|diagnostic| diagnostics::syntax_error(diagnostic, source))
        .collect()
}

fn is_ignored(diagnostic: &OxcDiagnostic, _goal: Goal) -> bool {
    diagnostic.code.scope.as_deref() == Some("TS")
        && diagnostic.code.number.as_deref().is_some_and(|code| IGNORED.contains(&code))
}

/// The early errors of a program whose types are erased, as the engine will see it: a body in a function, in a script.
pub fn of_program<'a>(arena: &'a Allocator, mut program: Program<'a>, source: &'a str, goal: Goal) -> Vec<Fault> {
    if goal == Goal::Body {
        program.source_type = SourceType::script();
        let literal = StringLiteral::new(SPAN, "use strict", None, &AstBuilder::new(arena));
        program.directives.push(Directive::new(SPAN, literal, "use strict", &AstBuilder::new(arena)));
    } else {
        program.source_type = SourceType::mjs();
    }
    let program = arena.alloc(program);
    SemanticBuilder::new_compiler()
        .build(program)
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostics::syntax_error(diagnostic, source))
        .collect()
}
