//! Enums, namespaces and parameter properties as JavaScript, the way TypeScript writes them.
//!
//! Everything else is erased as [`crate::strip`] does it. What is put in place of a construct has no
//! line break that was not in it, so every line keeps its number, and all that is not written anew is
//! kept as it is: the source map has one segment a token.

mod budget;
mod changes;
mod constants;
mod declarations;
mod emit;
mod enums;
mod namespaces;
mod output;
mod parameter_properties;
mod positions;
mod refusals;
mod resolve;
mod source_map;
mod text;

use std::collections::HashSet;

use oxc_allocator::Allocator;
use oxc_semantic::SemanticBuilder;
use oxc_span::Span;

use crate::{
    guard,
    strip::{self, Code, Diagnostic, Edit, Fault, Goal},
};
use budget::Budget;
use changes::{Change, Changes, Content};
use declarations::Declarations;
use emit::{Emitted, Emitter};
use output::Output;
use resolve::Names;

pub use output::TextEdit;

/// How much text can be put into a source, beside a multiple of its size.
const MIN_TEXT_BYTES: usize = 1 << 20;
const TEXT_PER_SOURCE_BYTE: usize = 8;

/// What has become of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Transformed {
    /// It held nothing but types to erase.
    Erased(Vec<Edit>),
    /// Parts of it were written anew.
    Rewritten {
        /// What takes their place.
        edits: Vec<TextEdit>,
        /// A source map, version 3, as JSON.
        map: String,
    },
}

/// What a transform comes to.
pub type Transformation = Result<Transformed, Box<Diagnostic>>;

/// Erases the types of `source`, and writes enums, namespaces and parameter properties as JavaScript.
///
/// # Errors
/// The first fault of the source.
pub fn transform(source: &str, goal: Goal) -> Transformation {
    match strip::erase(source, goal) {
        Ok(edits) => Ok(Transformed::Erased(edits)),
        Err(found) if is_rewritten(found.code) => rewrite(source, goal).unwrap_or(Err(found)),
        Err(found) => Err(found),
    }
}

/// As [`transform`], on a thread of its own.
pub fn transform_in_background(source: String, goal: Goal, then: impl FnOnce(Transformation) + Clone + Send + 'static) {
    let immediately = then.clone();
    let source: std::sync::Arc<str> = source.into();
    let shared = source.clone();
    let started = guard::run_in_background(source.len(), move |_| transform(&shared, goal), {
        let source = source.clone();
        move |done| then(done.unwrap_or_else(|why| Err(strip::refusal(&source, why))))
    });
    if let Err(why) = started {
        immediately(Err(strip::refusal(&source, why)));
    }
}

/// Whether what cannot be erased can be written anew.
fn is_rewritten(code: Code) -> bool {
    code.is_transformable() || code == Code::NonErasableImportAlias
}

/// `None` where there is nothing to write anew, or no tree to do it in.
fn rewrite(source: &str, goal: Goal) -> Option<Transformation> {
    let refused = |why| strip::refusal(source, why);
    match guard::run(source.len(), |arena| excess(arena, source, goal)) {
        Ok(None) => {}
        Ok(Some(fault)) => return Some(Err(strip::first(source, vec![fault], true))),
        Err(why) => return Some(Err(refused(why))),
    }
    let emitted = match guard::run(source.len(), |arena| emit(arena, source, goal)) {
        Ok(emitted) => emitted?,
        Err(why) => return Some(Err(refused(why))),
    };
    let written = guard::run(source.len(), |arena| write(arena, source, goal, emitted)).map_err(refused);
    Some(written.and_then(|written| {
        let output = written.map_err(|faults| strip::first(source, faults, true))?;
        let fault = guard::run(output.text.len(), |arena| strip::early_error(arena, &output.text, goal));
        let Some(fault) = fault.map_err(refused)? else {
            return Ok(Transformed::Rewritten { edits: output.edits, map: output.map });
        };
        let at = fault.span.map(|span| output.origin(span.start));
        Err(strip::first(source, vec![Fault { span: at.map(|at| Span::new(at, at)), ..fault }], true))
    }))
}

/// What makes a source too costly for what is to come.
fn excess(arena: &Allocator, source: &str, goal: Goal) -> Option<Fault> {
    let (parsed, _) = strip::parse(arena, source, goal);
    let mut program = parsed.program;
    let (_, faults) = strip::erase_beside_transform(arena, &mut program, &parsed.tokens, goal, &HashSet::new());
    faults.into_iter().find(|fault| fault.code == Code::TooLarge)
}

fn emit(arena: &Allocator, source: &str, goal: Goal) -> Option<Emitted> {
    let (parsed, fault) = strip::parse(arena, source, goal);
    if parsed.panicked || fault.is_some() {
        return None;
    }
    let program = arena.alloc(parsed.program);
    let semantic = SemanticBuilder::new().with_build_nodes(true).build(program).semantic;
    let budget = Budget::new();
    let declarations = Declarations::collect(semantic.nodes(), semantic.scoping(), &budget);
    let names =
        Names { nodes: semantic.nodes(), scoping: semantic.scoping(), declarations: &declarations, budget: &budget };
    let changes = Changes::with_limit(MIN_TEXT_BYTES + source.len() * TEXT_PER_SOURCE_BYTE);
    let emitted = Emitter::new(names, &parsed.tokens, changes).emit();
    let is_needed = !(emitted.changes.is_empty() && emitted.types.is_empty() && emitted.faults.is_empty());
    is_needed.then_some(emitted)
}

fn write(arena: &Allocator, source: &str, goal: Goal, emitted: Emitted) -> Result<Output, Vec<Fault>> {
    let Emitted { changes, mut faults, types } = emitted;
    let (parsed, _) = strip::parse(arena, source, goal);
    let mut program = parsed.program;
    let (edits, refusals) = strip::erase_beside_transform(arena, &mut program, &parsed.tokens, goal, &types);
    faults.extend(refusals);
    if !faults.is_empty() {
        return Err(faults);
    }
    let changes = changes.merge(edits.into_iter().map(|edit| Change {
        span: Span::new(edit.start, edit.end),
        content: Content::Blank(char::from(edit.put as u8)),
        origin: edit.start,
    }));
    Ok(Output::new(source, &changes, &parsed.tokens))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output for a source of ASCII.
    fn code(source: &str) -> String {
        match transform(source, Goal::Body) {
            Ok(Transformed::Rewritten { edits, .. }) => {
                let mut code = String::new();
                let mut kept = 0;
                for edit in edits {
                    code.push_str(&source[kept..edit.start as usize]);
                    code.push_str(&edit.text);
                    kept = edit.end as usize;
                }
                code + &source[kept..]
            }
            other => panic!("{other:?}"),
        }
    }

    fn refusal(source: &str) -> Diagnostic {
        *transform(source, Goal::Body).unwrap_err()
    }

    #[test]
    fn enums() {
        assert_eq!(
            code("enum E { A, B = A + 1 }"),
            r#"var E; (function (E) { E[E["A"] = 0] = "A";  E[E["B"] = 1] = "B"; })(E || (E = {}));"#
        );
        assert_eq!(
            code("{ enum E { A = f() as number } }"),
            r#"{ let E; (function (E) { E[E["A"] = f()          ] = "A"; })(E || (E = {})); }"#
        );
    }

    #[test]
    fn namespaces() {
        assert_eq!(
            code("namespace N { export let a = 1, { b } = a; b++ }"),
            "var N; (function (N) { ;N.a = 1, ({ b: N.b } = N.a);; N.b++ })(N || (N = {}));"
        );
    }

    #[test]
    fn parameter_properties() {
        assert_eq!(
            code("class A extends B { constructor(public x) { super() } }"),
            "class A extends B { x; constructor(       x) { super(); this.x = x; } }"
        );
    }

    #[test]
    fn line_breaks_stay_where_they_are() {
        assert_eq!(
            code("enum\nE {\n A\n=\n1\n}"),
            "var E; (function (E) \n{\n E[E[\"A\"] = \n\n1] = \"A\";\n})(E || (E = {}));"
        );
    }

    #[test]
    fn only_types_are_erased() {
        let erased = transform("namespace N { export type T = 1 } let a: N.T", Goal::Body);
        assert!(matches!(erased, Ok(Transformed::Erased(_))));
    }

    #[test]
    fn faults_of_the_output_are_told_at_their_place_in_the_source() {
        let found = refusal("enum E { A }\nlet a: number = 1; let  a = 2");
        assert_eq!(found.place.map(|place| place.line), Some(2));
    }

    #[test]
    fn work_without_bound_is_refused() {
        let name = "N".repeat(1 << 16);
        let members = (0..1 << 14).map(|member| format!("A{member}")).collect::<Vec<_>>().join(",");
        assert_eq!(refusal(&format!("enum {name} {{ {members} }}")).code, Code::TooLarge);
    }
}
