//! Idioms of other languages, and slips near TypeScript's own: what to write instead, told by what stands around the place
//! where the parser stopped.

const CONDITIONAL: &str = "a conditional expression is `condition ? a : b`";

/// What to write instead.
///
/// `word` is the word or sign before the place, `before` the line up to it, `token` the word or sign at it, and `here` the line
/// from there on.
pub fn hint(word: &str, before: &str, token: &str, here: &str) -> Option<&'static str> {
    Some(match (word, token) {
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
        ("f" | "r" | "b", "\"" | "'") => "a text with values in it is a template literal: `total ${count}`",
        ("catch", _) if !before.contains(".catch") => "write `catch (error) { … }`",
        ("function", _) if token.starts_with(char::is_alphabetic) => "a method has no `function` before its name",
        ("let" | "var", _) if token.starts_with(char::is_alphabetic) => "a field has no `let` or `var` before its name",
        ("then", "{") if !before.contains(".then") => "leave out `then`",
        ("}", "(") => "to call a function where it stands, put parentheses around it",
        (">", "return" | "throw") if before.trim_end().ends_with("=>") => {
            "a statement stands in a block: `=> { throw error }`; a value needs no `return`: `=> value`"
        }
        ("?" | ":" | "&" | "|", "return" | "throw" | "break" | "continue") => {
            "a statement cannot be part of an expression: use `if (condition) { … }`"
        }
        (")", "=") if here.starts_with("=>") && before.contains("function") => {
            "an arrow function has no `function` before its parameters"
        }
        (")", "=") if here.starts_with("=>") => "an arrow function gets its name so: `const name = (a, b) => …`",
        ("(", "const" | "let" | "var") if before.trim_end().ends_with("each (") || before.ends_with("each(") => {
            "a loop over a list is `for (const item of list) { … }`"
        }
        (_, ")") if before.contains("for (") && before.contains(" : ") => {
            "a loop over a list is `for (const item of list) { … }`"
        }
        _ => return None,
    })
}
