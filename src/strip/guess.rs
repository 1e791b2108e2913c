//! Recognises text that is no TypeScript at all, so that a message can say what it is instead of where it broke.

use oxc_span::Span;

use super::{
    diagnostics::{self, Fault},
    explain::Found,
};

/// What the source is, where it is something else than TypeScript.
#[cold]
pub fn foreign_text(source: &str, found: &Found<'_>) -> Option<Fault> {
    fence(source, found)
        .or_else(|| smart_quote(found))
        .or_else(|| html_entity(source, found))
        .or_else(|| jsx(source, found))
        .or_else(|| other_language(source, found))
}

/// The line that holds `offset`: its text and where it starts.
fn line_at(source: &str, offset: usize) -> (&str, usize) {
    let start = source.get(..offset).unwrap_or_default().rfind('\n').map_or(0, |at| at + 1);
    let rest = source.get(start..).unwrap_or_default();
    (rest.split(['\n', '\r']).next().unwrap_or_default(), start)
}

fn span(start: usize, length: usize) -> Span {
    let start = u32::try_from(start).unwrap_or_default();
    Span::new(start, start + u32::try_from(length).unwrap_or_default())
}

/// A source that begins with a fence can parse, as templates in one another's place, but never means that.
pub fn opening_fence(source: &str) -> Option<Fault> {
    let start = source.len() - source.trim_start().len();
    let rest = source.get(start..)?.strip_prefix("```")?;
    let language = rest.split(['\n', '\r']).next().unwrap_or_default().trim();
    language
        .chars()
        .all(|character| character.is_ascii_alphanumeric())
        .then(|| diagnostics::markdown_fence(span(start, 3)))
}

fn fence(source: &str, found: &Found<'_>) -> Option<Fault> {
    let (line, line_start) = line_at(source, found.span.start as usize);
    let indent = line.len() - line.trim_start().len();
    if line.trim_start().starts_with("```") {
        Some(diagnostics::markdown_fence(span(line_start + indent, 3)))
    } else {
        // An opening fence further up reads as templates, and what follows it as code.
        let fence = source.find("\n```")?;
        (fence < found.span.start as usize + 4).then(|| diagnostics::markdown_fence(span(fence + 1, 3)))
    }
}

fn smart_quote(found: &Found<'_>) -> Option<Fault> {
    let character = found.text().chars().next()?;
    matches!(character, '“' | '”' | '‘' | '’' | '„' | '«' | '»' | '´')
        .then(|| diagnostics::smart_quote(found.span, character))
}

/// What HTML writes for signs that code has.
const ENTITIES: [(&str, char); 6] =
    [("&gt;", '>'), ("&lt;", '<'), ("&amp;", '&'), ("&quot;", '"'), ("&#39;", '\''), ("&apos;", '\'')];

/// The first one of the line, at the error or before it and not in a string.
fn html_entity(source: &str, found: &Found<'_>) -> Option<Fault> {
    let offset = found.span.start as usize;
    let (line, start) = line_at(source, offset);
    let first =
        ENTITIES.iter().filter_map(|&(entity, character)| Some((line.find(entity)?, entity, character))).min()?;
    let (at, entity, character) = first;
    let is_in_string = line.get(..at)?.contains(['"', '\'', '`']);
    (start + at <= offset && !is_in_string)
        .then(|| diagnostics::html_entity(span(start + at, entity.len()), entity, character))
}

/// A tag where an expression should be, before the error and in the same statement.
fn jsx(source: &str, found: &Found<'_>) -> Option<Fault> {
    let bytes = source.as_bytes();
    let offset = (found.span.start as usize).min(source.len());
    let from = source.floor_char_boundary(offset.saturating_sub(400));
    let until = source.floor_char_boundary((offset + 40).min(source.len()));
    let window = source.get(from..until)?;
    window.match_indices('<').map(|(at, _)| from + at).find_map(|at| {
        let opens = bytes.get(at + 1).is_some_and(|&byte| byte.is_ascii_alphabetic() || byte == b'>');
        let before = source.get(..at).unwrap_or_default().trim_end();
        let expects = before.is_empty()
            || before.ends_with(['(', '=', '?', ':', '>', ',', '[', '{', '}', '&', '|', ';'])
            || before.ends_with("return");
        let after = source.get(at + 1..).unwrap_or_default();
        let name: String =
            after.chars().take_while(|character| character.is_ascii_alphanumeric() || *character == '.').collect();
        let closes = after.contains(&format!("</{name}"))
            || after.split('>').next().is_some_and(|tag| tag.ends_with('/') && !tag.contains(['\n', ';']));
        (opens && expects && closes).then(|| diagnostics::jsx(span(at, 1 + name.len())))
    })
}

fn other_language(source: &str, found: &Found<'_>) -> Option<Fault> {
    let (line, start) = line_at(source, found.span.start as usize);
    let (first_line, first_start) = first_line(source);
    for (line, start) in [(first_line, first_start), (line, start)] {
        let text = line.trim();
        let at = span(start + line.len() - line.trim_start().len(), text.len());
        if is_python(text) {
            return Some(diagnostics::python(at));
        }
        if is_shell(text) {
            return Some(diagnostics::shell(at));
        }
    }
    let text = first_line.trim();
    if is_prose(text) {
        return Some(diagnostics::prose(span(
            first_start + first_line.len() - first_line.trim_start().len(),
            text.len(),
        )));
    }
    let json = source.trim_start().starts_with('{') && text.trim_start_matches('{').trim_start().starts_with('"')
        || text == "{" && source.trim_start_matches(['{', ' ', '\n', '\t', '\r']).starts_with('"');
    json.then(|| diagnostics::bare_object(span(first_start + first_line.len() - first_line.trim_start().len(), 1)))
}

fn first_line(source: &str) -> (&str, usize) {
    let start = source.len() - source.trim_start().len();
    line_at(source, start)
}

fn is_python(line: &str) -> bool {
    let code = line.split('#').next().unwrap_or_default().trim_end();
    let first = code.split(|character: char| !character.is_ascii_alphanumeric() && character != '_').next();
    match first.unwrap_or_default() {
        "def" => code.contains('(') && code.contains(':'),
        "elif" | "except" => true,
        "import" => !code.contains(['{', '"', '\'', '*', '(', '=']),
        "from" => code.contains(" import "),
        "if" | "for" | "while" | "with" | "class" | "try" | "else" | "finally" => {
            code.ends_with(':') && !code.contains(['{', '?'])
        }
        "print" => code.get(5..).is_some_and(|rest| rest.starts_with([' ', '"', '\''])),
        "async" => code.starts_with("async def"),
        _ => false,
    }
}

fn is_shell(line: &str) -> bool {
    if line.starts_with("$ ") || line.starts_with("#!/") || line.starts_with("#!") {
        return true;
    }
    let mut words = line.split_whitespace();
    let command = words.next().unwrap_or_default();
    let Some(next) = words.next() else { return false };
    let known = matches!(
        command,
        "cd" | "ls"
            | "cat"
            | "curl"
            | "wget"
            | "npm"
            | "npx"
            | "pip"
            | "git"
            | "echo"
            | "sudo"
            | "mkdir"
            | "rm"
            | "cp"
            | "mv"
            | "grep"
            | "export"
            | "node"
            | "python"
            | "python3"
            | "apt"
            | "apt-get"
            | "docker"
            | "yarn"
            | "pnpm"
            | "chmod"
            | "touch"
            | "find"
            | "sed"
            | "awk"
    );
    let is_code = next.starts_with(['=', '(', '.', ':', ',', '+', '?', ';', '[', '!', '&', '|', '<', '>', '*', '{']);
    known && !is_code && (command != "export" || next.contains('='))
}

fn is_prose(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.len() >= 4
        && line.starts_with(|character: char| character.is_uppercase())
        && words.iter().take(4).all(|word| {
            word.trim_end_matches([',', '.', ':', '!', '?'])
                .chars()
                .all(|character| character.is_alphabetic() || matches!(character, '\'' | '’' | '-' | '`'))
        })
}
