//! From what the parser found to what went wrong: the texts are in `diagnostics`, the recognition is here.

use oxc_diagnostics::OxcDiagnostic;
use oxc_span::Span;
use oxc_syntax::keyword::is_reserved_keyword;

use super::{
    Goal, brackets,
    diagnostics::{self, Fault},
    escapes::{DigitEscape, digit_escape},
    guess, idioms,
};

/// An error of the parser or of the search for early errors, taken apart.
pub struct Found<'d> {
    source: &'d str,
    message: &'d str,
    help: Option<&'d str>,
    /// Where the error is.
    pub span: Span,
    /// What it also points at: the bracket that is open, the first of two declarations.
    other: Option<Span>,
}

impl<'d> Found<'d> {
    pub fn new(found: &'d OxcDiagnostic, source: &'d str) -> Self {
        let end = u32::try_from(source.len()).unwrap_or(u32::MAX);
        let mut spans = found.labels.iter().map(|label| {
            let start = label.offset().min(end);
            let length = label.len();
            Span::new(start, start.saturating_add(length).min(end))
        });
        let first = spans.next().unwrap_or(Span::new(end, end));
        let second = spans.next();
        // Of two declarations the first one stands first, and the second one is at fault.
        let (span, other) = match second {
            Some(second) if is_about_repetition(&found.message) => (second, Some(first)),
            _ => (first, second),
        };
        Self { source, message: &found.message, help: found.help.as_deref(), span, other }
    }

    /// The text that the error is at.
    pub fn text(&self) -> &'d str {
        self.source.get(self.span.start as usize..self.span.end as usize).unwrap_or_default()
    }

    /// The first token of that text, or of what follows it where it is empty.
    fn token(&self) -> &'d str {
        let rest = self.source.get(self.span.start as usize..).unwrap_or_default().trim_start();
        let word = rest.find(|character: char| !is_word(character)).unwrap_or(rest.len());
        let end = if word > 0 { word } else { rest.chars().next().map_or(0, char::len_utf8) };
        rest.get(..end).unwrap_or_default()
    }

    fn is_at_end(&self) -> bool {
        self.source.get(self.span.start as usize..).unwrap_or_default().trim().is_empty()
    }

    /// The word or sign before the error.
    fn before(&self) -> &'d str {
        let before = self.source.get(..self.span.start as usize).unwrap_or_default().trim_end();
        let word = before
            .rfind(|character: char| !is_word(character))
            .map_or(0, |at| at + before.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8));
        let word = before.get(word..).unwrap_or_default();
        if word.is_empty() {
            before.char_indices().last().and_then(|(at, _)| before.get(at..)).unwrap_or_default()
        } else {
            word
        }
    }

    /// What the parser stopped at, with an operator of several signs whole.
    fn shown_token(&self) -> &'d str {
        let token = self.token();
        let rest = self.source.get(self.span.start as usize..).unwrap_or_default().trim_start();
        let signs = rest.len() - rest.trim_start_matches(is_operator).len();
        rest.get(..signs).filter(|signs| is_longer_operator(token, signs)).unwrap_or(token)
    }

    /// What stands before it, as above.
    fn shown_before(&self) -> &'d str {
        let sign = self.before();
        let before = self.source.get(..self.span.start as usize).unwrap_or_default().trim_end();
        let start = before.trim_end_matches(is_operator).len();
        before.get(start..).filter(|signs| is_longer_operator(sign, signs)).unwrap_or(sign)
    }

    fn before_span(&self) -> Span {
        let end = self.source.get(..self.span.start as usize).unwrap_or_default().trim_end().len();
        let start = end - self.before().len();
        Span::new(u32::try_from(start).unwrap_or_default(), u32::try_from(end).unwrap_or_default())
    }

    /// Does a plain `=` follow the text?
    fn is_assigned(&self) -> bool {
        let rest = self.source.get(self.span.end as usize..).unwrap_or_default().trim_start();
        rest.strip_prefix('=').is_some_and(|behind| !behind.starts_with(['=', '>']))
    }

    /// What stands before it in its statement.
    fn statement(&self) -> &'d str {
        let before = self.source.get(..self.span.start as usize).unwrap_or_default();
        before.trim_end().rsplit(['{', '}', ';', '\n']).next().unwrap_or_default()
    }

    /// Does its statement begin with `case`, and hold no conditional expression?
    fn is_in_case(&self) -> bool {
        let statement = self.statement();
        let statement = statement.trim_start();
        (statement.starts_with("case ") || statement.trim_end() == "default") && !statement.contains('?')
    }

    /// What the message has in its n-th pair of backticks or quotes.
    fn quoted(&self, index: usize) -> &'d str {
        self.message.split(['`', '\'']).nth(index * 2 + 1).unwrap_or_default()
    }

    /// What to say about it.
    #[cold]
    pub fn explain(&self, goal: Goal) -> Fault {
        guess::foreign_text(self.source, self)
            .or_else(|| self.of_tokens())
            .or_else(|| self.of_literals())
            .or_else(|| self.of_functions(goal))
            .or_else(|| self.of_declarations())
            .or_else(|| self.of_expressions())
            .or_else(|| self.of_statements())
            .unwrap_or_else(|| diagnostics::other(self.span, self.message, self.help))
    }

    fn of_tokens(&self) -> Option<Fault> {
        let message = self.message;
        if let Some(expected) = message.strip_prefix("Expected `") {
            let closing = expected.split('`').next().unwrap_or_default();
            let alternative = expected.split('`').nth(2).filter(|_| message.contains("` or `"));
            return Some(self.expected(alternative.unwrap_or(closing), alternative.map(|_| closing)));
        }
        match message {
            "Unexpected token" | "Unexpected end of file" if self.is_at_end() => Some(self.ends_early()),
            "Unexpected token" => Some(self.unexpected()),
            "Expected a semicolon or an implicit semicolon after a statement, but found none" => {
                Some(self.no_semicolon())
            }
            "Encountered diff marker" => Some(diagnostics::conflict_marker(self.span)),
            "HTML comments are not allowed in modules" => Some(diagnostics::html_comment(self.span)),
            "Unexpected JSX expression" => Some(diagnostics::jsx(self.span)),
            _ => None,
        }
    }

    /// `closing` was expected, or `separator`.
    fn expected(&self, closing: &str, separator: Option<&str>) -> Fault {
        if self.is_at_end() {
            return match brackets::unclosed(self.source) {
                Some(open) => diagnostics::unclosed(open.span, open.text(self.source), open.suspect),
                None => diagnostics::ends_early(self.end(), closing),
            };
        }
        let token = self.token();
        if let Some(stray) = brackets::stray(self.source, self.span.start) {
            return self.stray_bracket(self.span, token, stray);
        }
        if let Some(instead) = word_operator(token, self.behind(token)) {
            return diagnostics::word_operator(self.span, token, instead);
        }
        if self.before() == "not" {
            return diagnostics::word_operator(self.before_span(), "not", NOT);
        }
        if closing == "Identifier" && is_reserved_keyword(token) {
            return diagnostics::reserved_word(self.span, token);
        }
        let shown = self.shown_token();
        let open = self
            .other
            .filter(|_| matches!(closing, ")" | "]" | "}"))
            .map(|open| (self.open_text(open), self.place(open)));
        self.with_idiom(match (closing, separator, token) {
            (")", Some(","), ":") => diagnostics::type_in_call(self.span),
            ("}", Some(","), "=") => diagnostics::equals_in_object(self.span),
            ("}" | "]", Some(","), _) => diagnostics::missing_comma(self.gap(), shown, closing, open),
            (")", Some(","), _) => diagnostics::missing_comma_or_paren(self.gap(), shown, open),
            ("(", ..) if matches!(self.before(), "if" | "while" | "for" | "switch" | "with") => {
                diagnostics::condition_without_parens(self.span, self.before())
            }
            (":", ..) if self.is_in_case() => diagnostics::case_without_colon(self.span, shown),
            (":", _, "=") if !self.statement().contains('?') => diagnostics::equals_in_object(self.span),
            (":", ..) if self.follows_question() => diagnostics::conditional_without_else(self.span, shown),
            (":", ..) => diagnostics::missing_colon(self.span, shown),
            _ => diagnostics::expected(self.span, closing, separator, shown),
        })
    }

    /// A fault at the token where the parser stopped, with what to write instead where that is told by what stands around it.
    fn with_idiom(&self, fault: Fault) -> Fault {
        let (before, here) = self.source.split_at_checked(self.span.start as usize).unwrap_or_default();
        let before = before.rsplit('\n').next().unwrap_or_default();
        let here = here.split('\n').next().unwrap_or_default();
        match idioms::hint(self.before(), before, self.token(), here) {
            Some(hint) => fault.hint(hint),
            None => fault,
        }
    }

    fn stray_bracket(&self, span: Span, token: &str, stray: brackets::Stray) -> Fault {
        match stray.open {
            Some(open) => {
                let place = self.place(open.span);
                diagnostics::mismatched_bracket(span, token, open.text(self.source), &place, open.suspect)
            }
            None => diagnostics::stray_bracket(span, token),
        }
    }

    /// What comes behind the token where the parser stopped.
    fn behind(&self, token: &str) -> &'d str {
        let rest = self.source.get(self.span.start as usize..).unwrap_or_default().trim_start();
        rest.get(token.len()..).unwrap_or_default()
    }

    /// Does a question mark stand somewhere before, in what may be the same expression?
    fn follows_question(&self) -> bool {
        let before = self.source.get(..self.span.start as usize).unwrap_or_default();
        before.rsplit([';', '{']).next().unwrap_or_default().contains('?')
    }

    /// Does a number with a point at its end stand before? It is the number's, not that of a member.
    fn follows_point(&self) -> bool {
        self.source.get(..self.span.start as usize).unwrap_or_default().ends_with('.')
    }

    fn is_before_arrow(&self) -> bool {
        self.source.get(self.span.end as usize..).unwrap_or_default().trim_start().starts_with("=>")
    }

    fn ends_early(&self) -> Fault {
        match brackets::unclosed(self.source) {
            Some(open) => diagnostics::unclosed(open.span, open.text(self.source), open.suspect),
            None => diagnostics::ends_inside(self.end()),
        }
    }

    fn end(&self) -> Span {
        let end = u32::try_from(self.source.trim_end().len()).unwrap_or(self.span.start);
        Span::new(end, end)
    }

    fn unexpected(&self) -> Fault {
        let token = self.token();
        match token {
            "}" | ")" | "]" if let Some(stray) = brackets::stray(self.source, self.span.start) => {
                self.stray_bracket(self.span, token, stray)
            }
            "else" => diagnostics::else_without_if(self.span),
            "catch" | "finally" => diagnostics::catch_without_try(self.span, token),
            "import" | "export" => diagnostics::nested_module_syntax(self.span, token),
            "=" if self.source.get(..self.span.start as usize).is_some_and(|it| it.ends_with(':'))
                && self.statement().trim_end_matches(':').trim().chars().all(is_word) =>
            {
                diagnostics::short_declaration(Span::new(self.span.start - 1, self.span.start + 1))
            }
            "=" if self.before() == ":" => diagnostics::missing_type(self.span),
            "enum" => diagnostics::non_erasable_enum(self.span),
            "@" => diagnostics::decorator(self.span),
            _ if let Some(character) = token.chars().next().filter(|&it| is_invisible(it)) => {
                diagnostics::invisible_character(self.span, character)
            }
            _ => match word_operator(token, self.behind(token)) {
                Some(instead) => diagnostics::word_operator(self.span, token, instead),
                None => self.with_idiom(diagnostics::unexpected(self.span, self.shown_token(), self.shown_before())),
            },
        }
    }

    fn no_semicolon(&self) -> Fault {
        // The parser points between the two tokens.
        let next = self.source.get(self.span.end as usize..).unwrap_or_default();
        let offset = self.span.end + u32::try_from(next.len() - next.trim_start().len()).unwrap_or_default();
        let rest = Self { span: Span::new(offset, offset), ..*self };
        let token = rest.token();
        let span = Span::new(offset, offset + u32::try_from(token.len()).unwrap_or_default());
        if let Some(stray) = brackets::stray(self.source, offset) {
            return self.stray_bracket(span, token, stray);
        }
        if let Some(instead) = word_operator(token, rest.behind(token)) {
            return diagnostics::word_operator(span, token, instead);
        }
        if let Some(character) = token.chars().next().filter(|&it| is_invisible(it)) {
            return diagnostics::invisible_character(span, character);
        }
        if token == "\\" {
            return diagnostics::stray_backslash(span, rest.behind(token).chars().next());
        }
        let line = self.source.get(..offset as usize).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
        match (rest.before(), token) {
            (_, "*" | "/" | "%" | "+" | "-" | "<" | "&" | "|" | "^")
                if line.contains(" as ") || line.contains(" satisfies ") =>
            {
                diagnostics::regrouping_assertion(span)
            }
            ("'" | "\"", word) if word.chars().all(is_word) => diagnostics::quote_in_string(span, word),
            (
                word @ ("private" | "public" | "protected" | "readonly" | "abstract" | "override" | "static"
                | "declare"),
                _,
            ) => diagnostics::misplaced_modifier(rest.before_span(), word),
            (word @ ("interface" | "type" | "namespace" | "module"), _) => diagnostics::missing_name(span, word),
            ("not", _) => {
                diagnostics::word_operator(rest.before_span(), "not", if token == "in" { NOT_IN } else { NOT })
            }
            ("lambda", _) => diagnostics::python(rest.before_span()),
            ("await", _) => diagnostics::await_in_sync_function(Span::new(offset.saturating_sub(6), offset)),
            (before, ":") => {
                let may_be_declared = before.ends_with(is_word) && !line.contains(['?', '>']);
                diagnostics::colon_after_expression(span, may_be_declared || before.ends_with(['"', '\'']))
            }
            (before @ ("int" | "float" | "double" | "String" | "auto" | "val" | "mut" | "final"), name) => {
                diagnostics::foreign_declaration(span, before, name)
            }
            (before @ ("fn" | "func" | "fun" | "def" | "sub"), name) => {
                diagnostics::foreign_function(span, before, name)
            }
            (before, _) => {
                let may_begin = may_begin_statement(before, token, rest.behind(token));
                rest.with_idiom(diagnostics::no_semicolon(span, rest.shown_before(), rest.shown_token(), may_begin))
            }
        }
    }

    fn of_literals(&self) -> Option<Fault> {
        let message = self.message;
        Some(match message {
            "Unterminated string" => match self.text().chars().next() {
                Some(quote @ ('"' | '\'')) => diagnostics::unterminated_string(self.start_only(), quote),
                _ => self.unterminated_template(),
            },
            "Unterminated regular expression" => diagnostics::unterminated_regex(self.start_only()),
            "Unterminated multiline comment" => diagnostics::unterminated_comment(self.start_only()),
            "Invalid characters after number" if self.follows_point() => diagnostics::number_with_member(self.span),
            "Invalid characters after number" => diagnostics::after_number(self.span),
            _ if message.eq_ignore_ascii_case("keywords cannot contain escape characters") => {
                diagnostics::stray_backslash(self.start_only(), self.text().chars().nth(1))
            }
            "Bad escape sequence in untagged template literal"
            | "Invalid escape sequence"
            | "Invalid Unicode escape sequence" => self.escape(),
            "'0'-prefixed octal literals and octal escape sequences are deprecated"
                if self.text().starts_with(['"', '\'']) =>
            {
                self.escape()
            }
            "'0'-prefixed octal literals and octal escape sequences are deprecated"
            | "Decimals with leading zeros are not allowed in strict mode" => diagnostics::octal(self.span),
            _ if message.starts_with("Invalid Character") || message.starts_with("Invalid character") => {
                self.invalid_character()
            }
            _ if message.starts_with("Invalid Number") => diagnostics::invalid_number(self.span),
            _ => return None,
        })
    }

    fn invalid_character(&self) -> Fault {
        let before = self.source.get(..self.span.start as usize).unwrap_or_default();
        if before.ends_with('#') {
            return diagnostics::number_sign(Span::new(self.span.start - 1, self.span.start));
        }
        match self.text().chars().next() {
            Some(character) if is_invisible(character) => diagnostics::invisible_character(self.span, character),
            Some(character) => diagnostics::invalid_character(self.span, character),
            None => diagnostics::invalid_number(self.span),
        }
    }

    /// A string or a template with an escape sequence that is none.
    fn escape(&self) -> Fault {
        let (before, here) = self.source.split_at_checked(self.span.start as usize).unwrap_or_default();
        if before.ends_with('\\') && !here.starts_with('\\') {
            let backslash = Span::new(self.span.start - 1, self.span.start);
            return diagnostics::stray_backslash(backslash, here.chars().next());
        }
        let Some(DigitEscape { start, text, code }) = digit_escape(self.text()) else {
            return diagnostics::bad_escape(self.span);
        };
        let start = self.span.start + u32::try_from(start).unwrap_or_default();
        let span = Span::new(start, start + u32::try_from(text.len()).unwrap_or_default());
        code.map_or_else(|| diagnostics::bad_escape(span), |code| diagnostics::octal_escape(span, text, code))
    }

    fn of_functions(&self, goal: Goal) -> Option<Fault> {
        let message = self.message;
        Some(match message {
            "`await` is only allowed within async functions and at the top levels of modules" => {
                diagnostics::await_in_sync_function(self.span)
            }
            "`for await` loops are only allowed within async functions and at the top levels of modules" => {
                diagnostics::for_await_in_sync_function(self.span)
            }
            "A 'yield' expression is only allowed in a generator body." => {
                diagnostics::yield_outside_generator(self.span)
            }
            "Line terminator not permitted before arrow" => diagnostics::arrow_on_new_line(self.span),
            "Cannot use `await` as an identifier in an async context"
            | "Identifier expected. 'await' is a reserved word that cannot be used here."
            | "The keyword 'await' is reserved" => diagnostics::await_as_name(self.span, goal == Goal::Body),
            "Expected function name" => diagnostics::function_without_name(self.span),
            "Expected function body" if self.is_before_arrow() => diagnostics::method_with_arrow(self.span),
            "Expected function body" => diagnostics::function_without_body(self.span),
            _ if message.starts_with("A 'return' statement") => diagnostics::return_outside_function(self.span),
            _ if message.starts_with("Super calls are not") || message.starts_with("'super' can only") => {
                diagnostics::super_outside_class(self.span)
            }
            _ => return None,
        })
    }

    fn of_declarations(&self) -> Option<Fault> {
        let message = self.message;
        Some(match message {
            "Missing initializer in const declaration" => diagnostics::const_without_value(self.span),
            "Missing initializer in destructuring declaration" => diagnostics::pattern_without_value(self.span),
            "Lexical declaration cannot appear in a single-statement context"
            | "Invalid class declaration"
            | "Invalid function declaration" => diagnostics::declaration_as_body(self.span),
            _ if message.starts_with("Identifier `") && message.ends_with("has already been declared") => {
                diagnostics::declared_twice(self.span, self.quoted(0), self.other.map(|first| self.place(first)))
            }
            _ if message.contains("is a reserved word") || message.starts_with("The keyword '") => {
                diagnostics::reserved_word(self.span, self.token())
            }
            _ if message.starts_with("Cannot assign to '") => diagnostics::protected_name(self.span, self.quoted(0)),
            _ if message.starts_with("Private identifier '#") || message.starts_with("Private field '") => {
                diagnostics::unknown_private_name(self.span, self.text())
            }
            _ => return None,
        })
    }

    fn of_expressions(&self) -> Option<Fault> {
        let message = self.message;
        Some(match message {
            "Cannot assign to this expression"
            | "Invalid left-hand side in assignment"
            | "The left-hand side of an assignment expression must be a variable or a property access." => {
                let text = self.text();
                let is_generic = text.contains('<') && text.contains('>');
                diagnostics::assignment_target(self.span, text.contains("?."), is_generic, self.is_assigned())
            }
            "Logical expressions and coalesce expressions cannot be mixed" => diagnostics::mixed_coalesce(self.span),
            "Delete of an unqualified identifier in strict mode." => diagnostics::delete_of_variable(self.span),
            "Invalid assignment in object literal" => diagnostics::equals_in_object(self.span),
            "Unexpected import.meta expression" => diagnostics::import_meta(self.span),
            "A type assertion cannot be used as the left operand of an exponentiation expression" => {
                diagnostics::regrouping_assertion(self.span)
            }
            _ if message.starts_with("A unary expression with the") => diagnostics::unary_before_power(self.span),
            _ => return None,
        })
    }

    fn of_statements(&self) -> Option<Fault> {
        let message = self.message;
        Some(match message {
            "Illegal break statement" => diagnostics::break_outside_loop(self.span),
            "Illegal continue statement: no surrounding iteration statement" => {
                diagnostics::continue_outside_loop(self.span)
            }
            "Use of undefined label" | "Jump target cannot cross function boundary." => {
                diagnostics::unknown_label(self.span)
            }
            "'with' statements are not allowed" => diagnostics::with_statement(self.span),
            "Missing catch or finally clause" => diagnostics::try_alone(self.span),
            "Expected switch clause" => diagnostics::expected_case(self.span),
            "Decorators are not valid here." => diagnostics::decorator(self.span),
            _ if message.contains("modifier cannot be used here") || message == "Modifiers cannot appear here." => {
                diagnostics::misplaced_modifier(self.span, self.token())
            }
            _ => return None,
        })
    }

    /// Only the first character, of what may go on for many lines.
    fn start_only(&self) -> Span {
        Span::new(self.span.start, (self.span.start + 1).min(self.span.end.max(self.span.start)))
    }

    /// The end of what stands before the error, where something is missing.
    fn gap(&self) -> Span {
        self.span
    }

    fn unterminated_template(&self) -> Fault {
        let start = self.template_start();
        match brackets::open_in_substitution(self.source, start.start) {
            Some(open) => diagnostics::unclosed(open.span, open.text(self.source), None),
            None => diagnostics::unterminated_template(start),
        }
    }

    /// The backtick that begins the template which ends at the error.
    fn template_start(&self) -> Span {
        let end = (self.span.start as usize + 1).min(self.source.len());
        let start = self.source.get(..end).and_then(|before| before.rfind('`'));
        start.and_then(|start| u32::try_from(start).ok()).map_or(self.start_only(), |start| Span::new(start, start + 1))
    }

    fn open_text(&self, open: Span) -> &'d str {
        self.source.get(open.start as usize..open.end as usize).unwrap_or_default()
    }

    fn place(&self, span: Span) -> String {
        super::locate::place(self.source, span)
    }
}

fn is_operator(character: char) -> bool {
    "=<>&|?*+-!.^%".contains(character)
}

/// An operator of TypeScript has at most three signs, but for `>>>=`.
fn is_longer_operator(sign: &str, signs: &str) -> bool {
    sign.starts_with(is_operator) && matches!(signs.len(), 2..=3)
}

fn is_about_repetition(message: &str) -> bool {
    message.ends_with("has already been declared") || message.starts_with("Multiple constructor")
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$')
}

const NOT: &str = "use `!`";
const NOT_IN: &str = "use `!(key in object)`; for a list, `!list.includes(value)`";

/// What to write for a word that is an operator of another language. `behind` is what comes after it.
fn word_operator(word: &str, behind: &str) -> Option<&'static str> {
    let next = behind.trim_start();
    match word {
        "and" => Some("use `&&`"),
        "or" => Some("use `||`"),
        "not" if next.starts_with("in ") => Some(NOT_IN),
        "not" => Some(NOT),
        "is" if next.starts_with("not ") => Some("use `!==`"),
        "is" => Some("use `===`"),
        "then" | "begin" => Some("use `{`"),
        _ => None,
    }
}

/// May a statement begin with `token`, between which and what stands `before` it nothing but a semicolon is missing?
fn may_begin_statement(before: &str, token: &str, behind: &str) -> bool {
    let is_keyword = matches!(
        token,
        "const"
            | "let"
            | "var"
            | "return"
            | "if"
            | "for"
            | "while"
            | "do"
            | "switch"
            | "throw"
            | "try"
            | "function"
            | "class"
            | "break"
            | "continue"
            | "type"
            | "interface"
    );
    // Behind a word another word is more often a slip of another kind.
    let is_behind_end =
        before.ends_with([')', ']', '}', '"', '\'']) || before.starts_with(|first: char| first.is_ascii_digit());
    let goes_on = behind.trim_start();
    let is_use = goes_on.starts_with(['(', '.', '[']) || (goes_on.starts_with('=') && !goes_on.starts_with("=>"));
    before != "async" && (is_keyword || (is_behind_end && token.starts_with(is_word) && is_use))
}

/// Characters of no width, and the soft hyphen.
fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}
