//! Everything the transform can say about a source that it does not take.

use oxc_span::Span;

use crate::strip::{Code, Fault};

fn refusal(span: Span, message: String) -> Fault {
    Fault::new(Code::Unsupported, span, message)
}

#[cold]
pub fn in_namespace(span: Span, what: &str) -> Fault {
    refusal(span, format!("`{what}` cannot stand in the body of a namespace, outside of a function"))
        .hint("move it out of the namespace, or into a function")
}

#[cold]
pub fn in_enum(span: Span, what: &str) -> Fault {
    refusal(span, format!("`{what}` cannot stand in the initializer of an enum member"))
        .hint("store the value in a constant before the enum")
}

#[cold]
pub fn module_syntax_in_namespace(span: Span) -> Fault {
    refusal(span, "imports and exports of modules cannot stand in a namespace".to_owned())
        .hint("write `export` before the declaration itself")
}

#[cold]
pub fn nested_namespace(span: Span) -> Fault {
    refusal(span, "a namespace can only be declared at the top level, or in another namespace".to_owned())
        .hint("move it to the top level, or use an object")
}

#[cold]
pub fn nested_alias(span: Span) -> Fault {
    refusal(span, "an import alias can only be declared at the top level, or in a namespace".to_owned())
        .hint("use `const`")
}

#[cold]
pub fn mixed_export(span: Span, name: &str) -> Fault {
    refusal(span, format!("the declarations of `{name}` must be all exported or all local"))
}

#[cold]
pub fn numeric_member(span: Span) -> Fault {
    refusal(span, "an enum member cannot have a numeric name".to_owned())
}

#[cold]
pub fn lossy_member(span: Span) -> Fault {
    refusal(span, "the name of an enum member must be well-formed text".to_owned())
        .hint("write the character as an escape")
}

#[cold]
pub fn nested_super(span: Span) -> Fault {
    refusal(
        span,
        "in a constructor with parameter properties `super()` must be a statement at the top of the body".to_owned(),
    )
    .hint("move it there, or declare the fields in the class and assign them after it")
}

#[cold]
pub fn too_complex() -> Fault {
    Fault::new(Code::TooLarge, Span::new(0, 0), "the program takes too long to transform")
}
