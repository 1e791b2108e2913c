//! Everything that can be said about a source that is not taken, one constructor each.

use std::borrow::Cow;

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
pub fn assertion_as_target(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "a type assertion cannot be assigned to")
        .hint("put it in parentheses, or assert the type of the value")
}

#[cold]
pub fn unseparated_member(span: Span) -> Fault {
    Fault::new(
        Code::SyntaxError,
        Span::new(span.start, span.start + 1),
        "expected `;` or `,` before this member of a type",
    )
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
pub fn accessor_without_body(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "this accessor has no body").hint("add `{ … }`, or declare a plain field")
}

#[cold]
pub fn static_import(span: Span, hint: String) -> Fault {
    Fault::new(Code::StaticImport, span, "a program is the body of a function and cannot have an import declaration")
        .hint(hint)
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

#[cold]
pub fn markdown_fence(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "a Markdown code fence is not part of a program")
        .hint("send the code alone, without the lines of backticks")
}

#[cold]
pub fn smart_quote(span: Span, character: char) -> Fault {
    Fault::new(Code::SyntaxError, span, format!("`{character}` is a typographic quote, which code cannot use"))
        .hint("use \", ' or `")
}

#[cold]
pub fn jsx(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "JSX is not supported")
        .hint("build the text with a template literal, or return plain data")
}

#[cold]
pub fn python(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "this is Python; a program is TypeScript")
        .hint("write the body of an async TypeScript function: top-level `await` and `return` work")
}

#[cold]
pub fn shell(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "this is a shell command; a program is TypeScript")
        .hint("write the body of an async TypeScript function: top-level `await` and `return` work")
}

#[cold]
pub fn prose(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "this is text; a program is TypeScript alone")
        .hint("send the code without explanation, or put the text in a `//` comment")
}

#[cold]
pub fn bare_object(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "a `{` at the start of a statement opens a block, not an object")
        .hint("write `return { … }` to give an object back")
}

#[cold]
pub fn conflict_marker(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "a merge conflict is left in the program")
        .hint("keep one side and remove the markers")
}

#[cold]
pub fn html_comment(span: Span) -> Fault {
    Fault::new(
        Code::SyntaxError,
        span,
        "`<!--` and `-->` begin comments in some readings of JavaScript and are refused",
    )
    .hint("use `//` for a comment, or a space between the operators")
}

#[cold]
pub fn unclosed(span: Span, bracket: &str, suspect: Option<String>) -> Fault {
    let fault = Fault::new(Code::SyntaxError, span, format!("this `{bracket}` is never closed"));
    match suspect {
        Some(place) => {
            fault.hint(format!("by the indentation, the bracket at {place} may be the one that lacks its end"))
        }
        None => fault.hint(format!("add the missing `{}`", closer(bracket))),
    }
}

fn closer(bracket: &str) -> &'static str {
    match bracket {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

#[cold]
pub fn ends_early(span: Span, expected: &str) -> Fault {
    Fault::new(Code::SyntaxError, span, format!("the program ends where `{expected}` is expected"))
}

#[cold]
pub fn ends_inside(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "the program ends in the middle of a statement").hint("send the whole program")
}

#[cold]
pub fn stray_bracket(span: Span, bracket: &str) -> Fault {
    Fault::new(Code::SyntaxError, span, format!("this `{bracket}` closes nothing"))
        .hint("remove it, or add the bracket that it should close")
}

#[cold]
pub fn mismatched_bracket(span: Span, bracket: &str, open: &str, place: &str, suspect: Option<String>) -> Fault {
    let closer = closer(open);
    let message = format!("this `{bracket}` stands where the `{open}` at {place} is still open");
    Fault::new(Code::SyntaxError, span, message).hint(match suspect {
        Some(suspect) => {
            format!("add the missing `{closer}`; by the indentation it is that of the bracket at {suspect}")
        }
        None => format!("add the missing `{closer}` before it, or remove it"),
    })
}

#[cold]
pub fn missing_comma(span: Span, found: &str, closing: &str, open: Option<(&str, String)>) -> Fault {
    let fault = Fault::new(Code::SyntaxError, span, format!("expected `,` or `{closing}` before {}", named(found)));
    match open {
        _ if closing == "}" && matches!(found, "-" | ".") => {
            fault.hint("a key that is no name stands in quotes: `\"a-b\": 1`")
        }
        _ if closing == "}" && found == "?" => fault.hint("a key of an object has no `?`"),
        _ if closing == "}" && found == "as" => fault.hint("what is taken apart is renamed with a colon: `{ a: b }`"),
        _ if closing == "}" && found.starts_with(|first: char| first.is_ascii_digit()) => {
            fault.hint("a colon stands between a key and its value")
        }
        Some((bracket, place)) => {
            fault.hint(format!("put a comma between the entries of the `{bracket}` at {place}, or close it"))
        }
        None => fault.hint("put a comma between the entries"),
    }
}

#[cold]
pub fn missing_comma_or_paren(span: Span, found: &str, open: Option<(&str, String)>) -> Fault {
    let fault = Fault::new(Code::SyntaxError, span, format!("expected `,` or `)` before {}", named(found)));
    match open {
        Some((bracket, place)) => fault.hint(format!("the `{bracket}` at {place} is still open")),
        None => fault,
    }
}

#[cold]
pub fn type_in_call(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "expected `,` or `)` before `:`")
        .hint("only a declaration has types; pass named arguments in an object: `f({ a: 1 })`")
}

#[cold]
pub fn condition_without_parens(span: Span, keyword: &str) -> Fault {
    Fault::new(Code::SyntaxError, span, format!("expected `(` after `{keyword}`"))
        .hint(format!("write `{keyword} (…) {{ … }}`"))
}

#[cold]
pub fn conditional_without_else(span: Span, found: &str) -> Fault {
    missing_colon(span, found).hint("a conditional expression is `condition ? a : b`")
}

#[cold]
pub fn missing_colon(span: Span, found: &str) -> Fault {
    Fault::new(Code::SyntaxError, span, format!("expected `:` before {}", named(found)))
}

#[cold]
pub fn case_without_colon(span: Span, found: &str) -> Fault {
    Fault::new(Code::SyntaxError, span, format!("expected `:` before {}", named(found)))
        .hint("a colon ends what a `case` compares with: `case 1: …`")
}

#[cold]
pub fn expected(span: Span, closing: &str, separator: Option<&str>, found: &str) -> Fault {
    let alternatives = match separator {
        Some(separator) => format!("`{separator}` or `{closing}`"),
        None => format!("`{closing}`"),
    };
    Fault::new(Code::SyntaxError, span, format!("expected {alternatives} before {}", named(found)))
}

fn named(token: &str) -> String {
    if token.is_empty() { "this".to_owned() } else { format!("`{token}`") }
}

#[cold]
pub fn word_operator(span: Span, word: &str, instead: &'static str) -> Fault {
    Fault::new(Code::SyntaxError, span, format!("`{word}` is not an operator of TypeScript")).hint(instead)
}

#[cold]
pub fn else_without_if(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "this `else` belongs to no `if`")
        .hint("an `if` ends at its first statement: put several into a block")
}

#[cold]
pub fn catch_without_try(span: Span, keyword: &str) -> Fault {
    Fault::new(Code::SyntaxError, span, format!("this `{keyword}` belongs to no `try`"))
}

#[cold]
pub fn nested_module_syntax(span: Span, keyword: &str) -> Fault {
    let fault = Fault::new(Code::SyntaxError, span, format!("`{keyword}` cannot stand here"));
    if keyword == "import" { fault.hint("use `await import('…')`") } else { fault.hint("leave out `export`") }
}

#[cold]
pub fn missing_type(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "expected a type before `=`")
        .hint("name the type after the colon, or leave out the colon")
}

#[cold]
pub fn short_declaration(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "`:=` is not an operator of TypeScript").hint("write `const name = …`")
}

#[cold]
pub fn unexpected(span: Span, token: &str, before: &str) -> Fault {
    let after = if before.is_empty() { String::new() } else { format!(" after `{before}`") };
    Fault::new(Code::SyntaxError, span, format!("unexpected {}{after}", named(token)))
}

#[cold]
pub fn no_semicolon(span: Span, before: &str, found: &str, may_begin_statement: bool) -> Fault {
    let is_argument = matches!(found, "'" | "\"") && before.ends_with(|last: char| last.is_alphabetic());
    let fault = unexpected(span, found, before);
    if is_argument {
        fault.hint("if this is a call, put parentheses around its arguments")
    } else if may_begin_statement {
        fault.hint("if a new statement begins here, put a semicolon or a line break before it")
    } else {
        fault
    }
}

#[cold]
pub fn colon_after_expression(span: Span, may_be_declared: bool) -> Fault {
    let fault = Fault::new(Code::SyntaxError, span, "unexpected `:` after an expression");
    if may_be_declared {
        fault.hint("an object to return needs `return { … }`; a variable is declared with `const name: T = …`")
    } else {
        fault
    }
}

#[cold]
pub fn foreign_declaration(span: Span, keyword: &str, name: &str) -> Fault {
    Fault::new(Code::SyntaxError, span, format!("`{keyword} {name}` declares no variable in TypeScript"))
        .hint(format!("write `const {name} = …` or `let {name} = …`"))
}

#[cold]
pub fn foreign_function(span: Span, keyword: &str, name: &str) -> Fault {
    Fault::new(Code::SyntaxError, span, format!("`{keyword}` declares no function in TypeScript"))
        .hint(format!("write `function {name}(…) {{ … }}`"))
}

#[cold]
pub fn unterminated_string(span: Span, quote: char) -> Fault {
    Fault::new(Code::SyntaxError, span, "this string is not closed on its line").hint(format!(
        "close it with {quote}, write \\n for a line break, or use a template literal (`…`) for several lines"
    ))
}

#[cold]
pub fn unterminated_template(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "this template literal is never closed").hint("add the missing backtick")
}

#[cold]
pub fn quote_in_string(span: Span, word: &str) -> Fault {
    Fault::new(Code::SyntaxError, span, format!("unexpected `{word}` after the end of a string"))
        .hint("a quote in a string needs a backslash before it, or the other kind of quotes around the string")
}

#[cold]
pub fn missing_name(span: Span, keyword: &str) -> Fault {
    Fault::new(Code::SyntaxError, span, format!("expected a name after `{keyword}`"))
}

#[cold]
pub fn unterminated_regex(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "this regular expression is not closed on its line")
        .hint("close it with /, and write \\/ for a slash in it")
}

#[cold]
pub fn unterminated_comment(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "this comment is never closed").hint("add the missing `*/`")
}

#[cold]
pub fn after_number(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "a name cannot follow a number directly")
        .hint("a name cannot begin with a digit; a unit belongs in a string")
}

#[cold]
pub fn stray_backslash(span: Span, escaped: Option<char>) -> Fault {
    Fault::new(Code::SyntaxError, span, "a backslash stands outside of a string").hint(match escaped {
        Some('"' | '\'' | '`') => "leave the backslash out: the program was escaped once too often",
        Some('n' | 'r' | 't') => "put a real line break or space there: the program was escaped once too often",
        _ => "leave it out: a line goes on without one",
    })
}

#[cold]
pub fn number_with_member(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "a name cannot follow a number directly")
        .hint("put the number in parentheses: `(1).toFixed(2)`")
}

#[cold]
pub fn html_entity(span: Span, entity: &str, character: char) -> Fault {
    Fault::new(Code::SyntaxError, span, format!("`{entity}` is HTML and means nothing in code"))
        .hint(format!("write `{character}`"))
}

#[cold]
pub fn method_with_arrow(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "a method has no `=>`")
        .hint("write `name() { … }`, or `name: () => …` in an object")
}

#[cold]
pub fn invisible_character(span: Span, character: char) -> Fault {
    let message = format!("an invisible character stands here (U+{:04X})", u32::from(character));
    Fault::new(Code::SyntaxError, span, message).hint("remove it")
}

#[cold]
pub fn bad_escape(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "this is not an escape sequence").hint("write \\\\ for a backslash")
}

#[cold]
pub fn octal_escape(span: Span, escape: &str, code: u8) -> Fault {
    let message = format!("`{escape}` is an octal escape sequence, which TypeScript does not have");
    Fault::new(Code::SyntaxError, span, message).hint(format!("write `\\x{code:02x}`"))
}

#[cold]
pub fn octal(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "a number cannot begin with 0 here")
        .hint("write 0o17 for an octal number, or leave out the zero")
}

#[cold]
pub fn number_sign(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "`#` begins a private name and no comment").hint("a comment begins with `//`")
}

#[cold]
pub fn invalid_character(span: Span, character: char) -> Fault {
    let fault = Fault::new(Code::SyntaxError, span, format!("`{character}` has no meaning in TypeScript"));
    match ascii_twin(character) {
        _ if character == '…' => fault.hint("what spreads is three dots: `...`"),
        Some(twin) => fault.hint(format!("use the ASCII `{twin}`")),
        None => fault,
    }
}

fn ascii_twin(character: char) -> Option<char> {
    Some(match character {
        '（' => '(',
        '）' => ')',
        '，' | '、' => ',',
        '；' => ';',
        '：' => ':',
        '–' | '—' | '−' => '-',
        '×' => '*',
        '÷' => '/',
        _ => return None,
    })
}

#[cold]
pub fn invalid_number(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "this is not a number")
}

#[cold]
pub fn await_in_sync_function(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "`await` stands in a function that is not async").hint(
        "mark that function `async`; if it is a callback of `map`, wait for all with `await Promise.all(items.map(async …))`",
    )
}

#[cold]
pub fn for_await_in_sync_function(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "`for await` stands in a function that is not async")
        .hint("mark that function `async`")
}

#[cold]
pub fn yield_outside_generator(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "`yield` stands outside of a generator")
        .hint("write `function*`, or `return` the value")
}

#[cold]
pub fn arrow_on_new_line(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "`=>` cannot begin a line").hint("put it on the line of the parameters")
}

#[cold]
pub fn await_as_name(span: Span, in_body: bool) -> Fault {
    let fault = Fault::new(Code::SyntaxError, span, "`await` cannot be a name here");
    if in_body { fault.hint("a program is the body of an async function") } else { fault }
}

#[cold]
pub fn function_without_name(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "a function declaration needs a name")
}

#[cold]
pub fn function_without_body(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "this function has no body").hint("add `{ … }`")
}

#[cold]
pub fn return_outside_function(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "`return` stands outside of a function")
}

#[cold]
pub fn super_outside_class(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "`super` stands outside of a method of a derived class")
}

#[cold]
pub fn const_without_value(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "a `const` needs a value").hint("give it one, or use `let`")
}

#[cold]
pub fn pattern_without_value(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "a destructuring declaration needs a value").hint("add `= …`")
}

#[cold]
pub fn declaration_as_body(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "a declaration cannot be the whole body of another statement")
        .hint("put it in a block")
}

#[cold]
pub fn declared_twice(span: Span, name: &str, first: Option<String>) -> Fault {
    let fault = Fault::new(Code::SyntaxError, span, format!("`{name}` is declared twice in the same scope"));
    match first {
        Some(place) => fault.hint(format!("it is first declared at {place}; assign to it or choose another name")),
        None => fault.hint("assign to it or choose another name"),
    }
}

#[cold]
pub fn reserved_word(span: Span, word: &str) -> Fault {
    Fault::new(Code::SyntaxError, span, format!("`{word}` is a reserved word and cannot be a name"))
        .hint("choose another name")
}

#[cold]
pub fn protected_name(span: Span, name: &str) -> Fault {
    Fault::new(Code::SyntaxError, span, format!("`{name}` cannot be declared or assigned to in strict mode"))
        .hint("choose another name")
}

#[cold]
pub fn unknown_private_name(span: Span, name: &str) -> Fault {
    Fault::new(Code::SyntaxError, span, format!("`{name}` is a private name that no class around it declares"))
}

#[cold]
pub fn assignment_target(span: Span, is_optional_chain: bool, is_generic: bool, is_assigned: bool) -> Fault {
    let fault = Fault::new(Code::SyntaxError, span, "this cannot be assigned to");
    if is_generic {
        fault.hint("a variable is declared with `const name: Type<Other> = …`")
    } else if is_optional_chain {
        fault.hint("test for it first: `if (a) a.b = …`")
    } else if is_assigned {
        fault.hint("use `===` to compare")
    } else {
        fault
    }
}

#[cold]
pub fn mixed_coalesce(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "`??` cannot stand beside `&&` or `||` without parentheses")
        .hint("put parentheses around one of them: `a ?? (b || c)`")
}

#[cold]
pub fn unary_before_power(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "a unary operator cannot stand before `**` without parentheses")
        .hint("write `(-a) ** b` or `-(a ** b)`")
}

#[cold]
pub fn delete_of_variable(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "a variable cannot be deleted").hint("assign `undefined` to it")
}

#[cold]
pub fn equals_in_object(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "an object has `name: value`, not `name = value`").hint("use a colon")
}

#[cold]
pub fn break_outside_loop(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "`break` stands outside of a loop or switch")
        .hint("use `return` to leave a function or a callback")
}

#[cold]
pub fn continue_outside_loop(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "`continue` stands outside of a loop").hint("use `return` to end a callback")
}

#[cold]
pub fn unknown_label(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "no statement around this has such a label")
}

#[cold]
pub fn with_statement(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "`with` does not exist in strict mode")
        .hint("destructure the object: `const { a, b } = object`")
}

#[cold]
pub fn try_alone(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "a `try` needs a `catch` or a `finally`")
}

#[cold]
pub fn expected_case(span: Span) -> Fault {
    Fault::new(Code::SyntaxError, span, "a `switch` holds only `case` and `default`")
}

#[cold]
pub fn misplaced_modifier(span: Span, word: &str) -> Fault {
    Fault::new(Code::SyntaxError, span, format!("`{word}` cannot stand here")).hint(if word == "async" {
        "it stands before a function: `const f = async () => …`"
    } else {
        "it belongs to members of a class"
    })
}

/// What has no words of its own here: those of the parser.
#[cold]
pub fn other(span: Span, message: &str, hint: Option<&str>) -> Fault {
    let message = message.trim_end_matches('.');
    let mut fault = Fault::new(Code::SyntaxError, span, lower_first(message));
    fault.hint = hint.map(|hint| Cow::Owned(lower_first(hint.trim_end_matches('.'))));
    fault
}

/// In the case of the other messages, unless it begins with a name.
fn lower_first(text: &str) -> String {
    let mut rest = text.chars();
    match (rest.next(), rest.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() || second == ' ' => {
            first.to_lowercase().chain(rest).collect()
        }
        _ => text.to_owned(),
    }
}
