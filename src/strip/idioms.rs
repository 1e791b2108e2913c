//! Idioms of other languages, and slips near TypeScript's own: what to write instead, told by what stands around the place
//! where the parser stopped.

const CONDITIONAL: &str = "a conditional expression is `condition ? a : b`";

/// What to write instead.
///
/// `word` is the word or sign before the place, `before` the line up to it, `token` the word or sign at it, and `here` the line
/// from there on.
pub fn hint(word: &str, before: &str, token: &str, here: &str) -> Option<&'static str> {
    Some(match (word, token) {
        (_, "-") if here.starts_with("->") && before.contains("function") => {
            "a return type follows a colon: `function f(): T`"
        }
        (_, "-") if here.starts_with('-') && begins_declaration(before) => "a name has no `-`: write `myName`",
        ("as" | "satisfies", _) if before.trim() == word => "this cannot begin a line: put it behind its value",
        ("`", _) if token.starts_with(char::is_alphanumeric) => {
            "a backtick in a template literal needs a backslash before it"
        }
        ("=", ">") if before.trim_end().ends_with("= ") || here.starts_with('>') => {
            "`=>` is written without a space in it"
        }
        ("=", "<") => "use `<=`",
        ("number" | "string" | "boolean" | "any" | "int" | "String" | "object", _)
            if before.contains('(') && token.starts_with(char::is_alphabetic) =>
        {
            "a type follows its name: `name: type`"
        }
        ("-", ">") => "an arrow function is `a => b`, and a member is `a.b`",
        ("<", ">") => "use `!==`",
        (":", ":") => "a member is `a.b`",
        (".", "[") => "leave out the dot",
        ("(" | "[" | ",", "*") => "what spreads a list is `...list`",
        ("=" | "(" | "," | ":" | "?", "if") => CONDITIONAL,
        // With a block it is a statement, before which something is missing.
        (_, "if") if here.contains(" else ") && !here.contains('{') => CONDITIONAL,
        (_, "if") if word != "return" && !here.contains('{') => "put the condition first: `if (condition) { … }`",
        (_, "for") if before.contains('[') && here.contains(" in ") => {
            "a list is made from another one with `map` and `filter`"
        }
        ("f" | "r" | "b" | "$", "\"" | "'") => "a text with values in it is a template literal: `total ${count}`",
        ("catch", _) if !before.contains(".catch") => "write `catch (error) { … }`",
        ("function", _) if token.starts_with(char::is_alphabetic) => "a method has no `function` before its name",
        ("let" | "var", _) if token.starts_with(char::is_alphabetic) => "a field has no `let` or `var` before its name",
        ("then", "{") if !before.contains(".then") => "leave out `then`",
        ("}", "(") => "to call a function where it stands, put parentheses around it",
        (">", "return" | "throw") if before.trim_end().ends_with("=>") => {
            "a statement stands in a block: `=> { throw error }`; a value needs no `return`: `=> value`"
        }
        ("=" | "?" | ":" | "&" | "|", "return" | "throw" | "break" | "continue") => {
            "a statement cannot be part of an expression: use `if (condition) { … }`"
        }
        (")", "=") if here.starts_with("=>") && is_head(before) => "a loop and an `if` have no `=>`",
        (")", "=") if here.starts_with("=>") && before.contains("function") => {
            "an arrow function has no `function` before its parameters"
        }
        (")", "=") if here.starts_with("=>") && !before.contains('{') => {
            "an arrow function gets its name so: `const name = (a, b) => …`"
        }
        ("(", "const" | "let" | "var") if before.trim_end().ends_with("each (") || before.ends_with("each(") => {
            "a loop over a list is `for (const item of list) { … }`"
        }
        (_, ")") if before.contains("for (") && before.contains(" : ") => {
            "a loop over a list is `for (const item of list) { … }`"
        }
        _ => return None,
    })
}

/// Is this a declaration's beginning, with a name at its end?
fn begins_declaration(before: &str) -> bool {
    let mut words = before.split_whitespace();
    matches!(words.next(), Some("const" | "let" | "var")) && words.next().is_some() && words.next().is_none()
}

/// Is this the head of a loop or of an `if`?
fn is_head(before: &str) -> bool {
    let line = before.trim_start().trim_start_matches('}').trim_start();
    ["for ", "for(", "if ", "if(", "while ", "while(", "else if"].iter().any(|head| line.starts_with(head))
}
