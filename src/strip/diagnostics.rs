//! Everything that can be said about a source that is not taken, one constructor each.

use std::borrow::Cow;

use oxc_diagnostics::OxcDiagnostic;
use oxc_span::Span;

use crate::guard::Refused;

/// What kind of fault a diagnostic is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// The grammar of TypeScript or JavaScript does not have it.
    SyntaxError,
    /// An enum.
    NonErasableEnum,
    /// A namespace that holds values.
    NonErasableNamespace,
    /// A constructor parameter that is a property too.
    NonErasableParameterProperty,
    /// `import x = …`.
    NonErasableImportAlias,
    /// `export = …`.
    NonErasableExportAssignment,
    /// `<T>x`.
    AngleBracketAssertion,
    /// An assertion whose removal would change what the operators beside it apply to.
    RegroupingAssertion,
    /// `@decorator`.
    Decorator,
    /// Syntax of TypeScript or of a proposal that the engine does not run.
    Unsupported,
    /// `import … from` in a program.
    StaticImport,
    /// `export` in a program.
    StaticExport,
    /// The source is over the limit, or too costly to read.
    TooLarge,
}

impl Code {
    /// The code as it is handed out.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SyntaxError => "syntax-error",
            Self::NonErasableEnum => "non-erasable-enum",
            Self::NonErasableNamespace => "non-erasable-namespace",
            Self::NonErasableParameterProperty => "non-erasable-parameter-property",
            Self::NonErasableImportAlias => "non-erasable-import-alias",
            Self::NonErasableExportAssignment => "non-erasable-export-assignment",
            Self::AngleBracketAssertion => "angle-bracket-assertion",
            Self::RegroupingAssertion => "regrouping-assertion",
            Self::Decorator => "decorator",
            Self::Unsupported => "unsupported-syntax",
            Self::StaticImport => "static-import",
            Self::StaticExport => "static-export",
            Self::TooLarge => "source-too-large",
        }
    }

    /// Is this one of the faults that the transform mode takes?
    #[must_use]
    pub fn is_transformable(self) -> bool {
        matches!(self, Self::NonErasableEnum | Self::NonErasableNamespace | Self::NonErasableParameterProperty)
    }
}

/// One fault at one place, in offsets of UTF-8 bytes.
#[derive(Debug, Clone)]
pub struct Fault {
    /// What kind of fault it is.
    pub code: Code,
    /// Where it is; a fault of the whole source has no place.
    pub span: Option<Span>,
    /// One sentence, without a full stop.
    pub message: Cow<'static, str>,
    /// What to write instead.
    pub hint: Option<Cow<'static, str>>,
}

impl Fault {
    pub fn new(code: Code, span: impl Into<Option<Span>>, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, span: span.into(), message: message.into(), hint: None }
    }

    pub fn hint(mut self, hint: impl Into<Cow<'static, str>>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

#[cold]
pub fn refused(why: Refused) -> Fault {
    match why {
        Refused::TooLarge => Fault::new(Code::TooLarge, None, "the program is over 2 MiB")
            .hint("pass large data through a binding instead of writing it into the program"),
        Refused::NoMemory => {
            Fault::new(Code::TooLarge, None, "there is not enough memory to read a program of this size")
        }
        Refused::TooComplex => Fault::new(
            Code::TooLarge,
            None,
            "the program is nested too deeply or too ambiguously to be read in bounded time",
        )
        .hint("split its deepest expressions into variables"),
    }
}

#[cold]
pub fn too_deep() -> Fault {
    Fault::new(Code::TooLarge, None, "the program is nested too deeply for its size")
        .hint("split its deepest functions and blocks into separate ones")
}

#[cold]
pub fn non_erasable_enum(span: Span) -> Fault {
    Fault::new(Code::NonErasableEnum, span, "an enum is code, not only types, and cannot be erased")
        .hint("write `const Color = { Red: 0, Green: 1 } as const` and `type Color = (typeof Color)[keyof typeof Color]`, or set `typescript: 'transform'`")
}

#[cold]
pub fn non_erasable_namespace(span: Span) -> Fault {
    Fault::new(
        Code::NonErasableNamespace,
        span,
        "a namespace that holds values is code, not only types, and cannot be erased",
    )
    .hint("use a const object or plain top-level declarations, or set `typescript: 'transform'`")
}

#[cold]
pub fn non_erasable_parameter_property(span: Span) -> Fault {
    Fault::new(
        Code::NonErasableParameterProperty,
        span,
        "a parameter property is code, not only types, and cannot be erased",
    )
    .hint("declare the field in the class and assign it in the constructor, or set `typescript: 'transform'`")
}

#[cold]
pub fn non_erasable_import_alias(span: Span) -> Fault {
    Fault::new(Code::NonErasableImportAlias, span, "`import … =` is code, not only types, and cannot be erased")
        .hint("use `const x = await import('…')`, or `const x = A.B` for an alias")
}

#[cold]
pub fn non_erasable_export_assignment(span: Span) -> Fault {
    Fault::new(Code::NonErasableExportAssignment, span, "`export =` is code, not only types, and cannot be erased")
        .hint("use `export default`")
}

#[cold]
pub fn angle_bracket_assertion(span: Span) -> Fault {
    Fault::new(Code::AngleBracketAssertion, span, "an angle-bracket type assertion is not supported")
        .hint("write `value as T` instead of `<T>value`")
}

#[cold]
pub fn regrouping_assertion(span: Span) -> Fault {
    Fault::new(
        Code::RegroupingAssertion,
        span,
        "without this type assertion the operators around it would apply to other operands",
    )
    .hint("put parentheses around the asserted expression")
}

#[cold]
pub fn decorator(span: Span) -> Fault {
    Fault::new(Code::Decorator, span, "decorators are not supported").hint("call the decorating function yourself")
}

#[cold]
pub fn accessor_keyword(span: Span) -> Fault {
    Fault::new(Code::Unsupported, span, "the `accessor` keyword is not supported").hint("write a getter and a setter")
}

#[cold]
pub fn static_import(span: Span, hint: Option<String>) -> Fault {
    let fault = Fault::new(
        Code::StaticImport,
        span,
        "a program is the body of a function and cannot have an import declaration",
    );
    match hint {
        Some(hint) => fault.hint(hint),
        None => fault.hint("use `const { x } = await import('…')`"),
    }
}

#[cold]
pub fn static_type_import(span: Span) -> Fault {
    Fault::new(Code::StaticImport, span, "a program is the body of a function and cannot have an import declaration")
        .hint("declare the types that you need in the program itself")
}

#[cold]
pub fn static_export(span: Span) -> Fault {
    Fault::new(Code::StaticExport, span, "a program is the body of a function and cannot export")
        .hint("leave out `export`, and `return` what the program is to give back")
}

#[cold]
pub fn import_meta(span: Span) -> Fault {
    Fault::new(Code::Unsupported, span, "`import.meta` exists only in modules; a program is the body of a function")
        .hint("use `process.cwd()` for the working directory")
}

#[cold]
pub fn import_phase(span: Span) -> Fault {
    Fault::new(Code::Unsupported, span, "phased imports are not supported").hint("use plain `await import('…')`")
}

#[cold]
pub fn hashbang(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "a program cannot begin with `#!`").hint("leave out that line")
}

/// What the parser or the checker of early errors has found.
#[cold]
pub fn syntax_error(found: &OxcDiagnostic, source: &str) -> Fault {
    let span = found.labels.first().map(|label| {
        let offset = u32::try_from(label.offset()).unwrap_or_default();
        let end = u32::try_from(source.len()).unwrap_or_default();
        Span::new(offset.min(end), end.min(offset + u32::try_from(label.len()).unwrap_or_default()))
    });
    let mut fault = Fault::new(Code::SyntaxError, span, found.message.clone());
    fault.hint.clone_from(&found.help);
    fault
}
