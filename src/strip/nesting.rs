//! An estimate of how deep a source nests, made before anything recurses over it.
//!
//! The parser descends once for each bracket, but also for each operator that takes what follows it (`a => b => …`,
//! `!!!…`, `f<T<…`). What cannot be told without parsing is estimated high: tokens count as nested in one another until
//! something ends the expression. The stack is sized for any source; this keeps it, and the time spent on sources that
//! are read several times, small.

/// More brackets in one another than this do not compile in any engine that the programs run on.
const MAX_BRACKETS: usize = 10_000;
/// Tokens of one expression, those around it included.
const MAX_DEPTH: usize = 100_000;

/// Does `source` nest deeper than any program that could run?
pub fn is_too_deep(source: &str) -> bool {
    may_be_deep(source.as_bytes()) && Scanner::new(source.as_bytes()).is_too_deep()
}

/// Has `bytes` enough brackets or tokens for that? What is counted are more of them than there are.
fn may_be_deep(bytes: &[u8]) -> bool {
    // Each level takes at least one byte.
    if bytes.len() <= MAX_BRACKETS {
        return false;
    }
    // No bracket is a letter. Each word but the first comes after a byte that is in none and no letter; each other token
    // begins with such a byte that is no space either.
    let apart = count(bytes, |byte| !byte.is_ascii_alphabetic());
    if apart <= MAX_BRACKETS {
        return false;
    }
    count(bytes, |byte| matches!(byte, b'(' | b'[' | b'{' | b'<')) > MAX_BRACKETS
        || 2 * apart >= MAX_DEPTH
            && 2 * apart - count(bytes, is_space) >= MAX_DEPTH
            && count(bytes, |byte| !is_space(byte) && !is_word(byte)) + count_words(bytes) > MAX_DEPTH
}

fn count(bytes: &[u8], is_counted: impl Fn(u8) -> bool) -> usize {
    // Sums that fit a byte are those that the compiler makes vectors of.
    let sum = |chunk: &[u8]| usize::from(chunk.iter().map(|&byte| u8::from(is_counted(byte))).sum::<u8>());
    bytes.chunks(128).map(sum).sum()
}

fn count_words(bytes: &[u8]) -> usize {
    let begins = |(&before, &byte): (&u8, &u8)| u8::from(is_word(byte) & !is_word(before));
    let after = bytes.get(1..).unwrap_or_default();
    let sum = |(before, chunk): (&[u8], &[u8])| usize::from(before.iter().zip(chunk).map(begins).sum::<u8>());
    1 + bytes.chunks(128).zip(after.chunks(128)).map(sum).sum::<usize>()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Opener {
    Paren,
    Bracket,
    Brace,
    Angle,
    Substitution,
}

#[derive(Clone, Copy)]
struct Frame {
    opener: Opener,
    /// Is this the head of `if (…)` and the like, after which a statement is still open?
    is_head: bool,
    /// The depth outside, to return to.
    outside: usize,
}

/// What the last token was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// Something after which an expression may end.
    Operand,
    /// A brace that closed.
    Block,
    /// An operator, or a word that takes an operand.
    Operator,
    /// `if`, `for`, `while` or `with`.
    Head,
}

struct Scanner<'s> {
    bytes: &'s [u8],
    at: usize,
    frames: Vec<Frame>,
    /// Frames that are not angles, which may turn out to be comparisons.
    depth: usize,
    last: Last,
    newline: bool,
}

impl<'s> Scanner<'s> {
    fn new(bytes: &'s [u8]) -> Self {
        Self { bytes, at: 0, frames: Vec::new(), depth: 0, last: Last::Operator, newline: false }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or_default()
    }

    fn is_too_deep(&mut self) -> bool {
        while self.at < self.bytes.len() {
            self.token();
            if self.frames.len() > MAX_BRACKETS || self.depth > MAX_DEPTH {
                return true;
            }
        }
        false
    }

    fn token(&mut self) {
        match self.peek(0) {
            b'\n' | b'\r' => {
                self.newline = true;
                self.at += 1;
            }
            b' ' | b'\t' => self.at += 1,
            b'/' if self.peek(1) == b'/' => self.at += self.length_until(|byte| matches!(byte, b'\n' | b'\r')),
            b'/' if self.peek(1) == b'*' => self.block_comment(),
            b'/' if matches!(self.last, Last::Operator | Last::Head) => self.regex(),
            quote @ (b'"' | b'\'') => self.string(quote),
            b'`' => {
                self.at += 1;
                self.template();
            }
            b'(' => self.open(Opener::Paren),
            b'[' => self.open(Opener::Bracket),
            b'{' => self.open(Opener::Brace),
            b'<' => self.open(Opener::Angle),
            b')' => self.close(Opener::Paren),
            b']' => self.close(Opener::Bracket),
            b'}' => self.close_brace(),
            b'=' if self.peek(1) == b'>' => self.operator(2),
            b'>' => self.close_angle(),
            b';' => {
                self.drop_angles();
                self.boundary();
                self.at += 1;
            }
            b',' => {
                self.boundary();
                self.at += 1;
            }
            byte if is_word(byte) => self.word(),
            _ => self.operator(1),
        }
    }

    /// What was open up to here is over: the next token is no deeper than its brackets.
    fn boundary(&mut self) {
        self.depth = self.frames.last().map_or(0, |frame| frame.outside + 1);
        self.last = Last::Operator;
        self.newline = false;
    }

    fn operator(&mut self, length: usize) {
        self.depth += 1;
        self.at += length;
        self.last = Last::Operator;
        self.newline = false;
    }

    fn operand(&mut self) {
        self.depth += 1;
        self.last = Last::Operand;
        self.newline = false;
    }

    fn open(&mut self, opener: Opener) {
        let is_head = opener == Opener::Paren && self.last == Last::Head;
        self.frames.push(Frame { opener, is_head, outside: self.depth });
        self.depth += 1;
        self.at += 1;
        self.last = Last::Operator;
        self.newline = false;
    }

    fn drop_angles(&mut self) {
        while self.frames.last().is_some_and(|frame| frame.opener == Opener::Angle) {
            self.frames.pop();
        }
    }

    fn close(&mut self, opener: Opener) {
        self.drop_angles();
        let closed = self.frames.pop_if(|frame| frame.opener == opener);
        self.closed(closed);
    }

    fn closed(&mut self, frame: Option<Frame>) {
        self.depth = frame.map_or(self.depth, |frame| frame.outside) + 1;
        self.at += 1;
        self.last = if frame.is_some_and(|frame| frame.is_head) { Last::Operator } else { Last::Operand };
        self.newline = false;
    }

    fn close_angle(&mut self) {
        match self.frames.pop_if(|frame| frame.opener == Opener::Angle) {
            Some(frame) => self.closed(Some(frame)),
            None => self.operator(1),
        }
    }

    fn close_brace(&mut self) {
        self.drop_angles();
        match self.frames.pop_if(|frame| matches!(frame.opener, Opener::Brace | Opener::Substitution)) {
            Some(frame) if frame.opener == Opener::Substitution => {
                self.depth = frame.outside;
                self.at += 1;
                self.template();
            }
            frame => {
                self.closed(frame);
                self.last = Last::Block;
            }
        }
    }

    fn word(&mut self) {
        let start = self.at;
        self.at += self.length_until(|byte| !is_word(byte));
        let word = self.bytes.get(start..self.at).unwrap_or_default();
        let follows_operand = match self.last {
            Last::Block => true,
            Last::Operand => self.newline,
            Last::Operator | Last::Head => false,
        };
        if follows_operand && !goes_on(word) {
            // A statement begins: two operands do not stand beside each other.
            self.drop_angles();
            self.boundary();
        }
        self.depth += 1;
        self.newline = false;
        self.last = match word {
            b"if" | b"for" | b"while" | b"with" => Last::Head,
            _ if takes_operand(word) => Last::Operator,
            _ => Last::Operand,
        };
    }

    fn length_until(&self, ends: impl Fn(u8) -> bool) -> usize {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        rest.iter().position(|&byte| ends(byte)).unwrap_or(rest.len())
    }

    fn block_comment(&mut self) {
        self.at += 2;
        while self.at < self.bytes.len() && !(self.peek(0) == b'*' && self.peek(1) == b'/') {
            self.newline |= matches!(self.peek(0), b'\n' | b'\r');
            self.at += 1;
        }
        self.at += 2;
    }

    fn string(&mut self, quote: u8) {
        self.at += 1;
        while self.at < self.bytes.len() && !matches!(self.peek(0), b'\n' | b'\r') && self.peek(0) != quote {
            self.at += if self.peek(0) == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
        self.operand();
    }

    fn regex(&mut self) {
        self.at += 1;
        let mut in_class = false;
        while self.at < self.bytes.len() {
            match self.peek(0) {
                b'\n' | b'\r' => break,
                b'/' if !in_class => break,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'\\' => self.at += 1,
                _ => {}
            }
            self.at += 1;
        }
        self.at += 1;
        self.operand();
    }

    /// Goes on in a template, up to its end or its next substitution.
    fn template(&mut self) {
        while self.at < self.bytes.len() {
            match self.peek(0) {
                b'`' => {
                    self.at += 1;
                    return self.operand();
                }
                b'$' if self.peek(1) == b'{' => {
                    self.at += 1;
                    return self.open(Opener::Substitution);
                }
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'#' | b'@' | b'\\') || byte >= 0x80
}

/// Does this word go on with the expression or statement before it?
fn goes_on(word: &[u8]) -> bool {
    matches!(word, b"else" | b"in" | b"instanceof" | b"as" | b"satisfies" | b"extends" | b"is")
}

/// Does this word take what follows it, on the next line too?
fn takes_operand(word: &[u8]) -> bool {
    goes_on(word)
        || matches!(
            word,
            b"new"
                | b"typeof"
                | b"void"
                | b"delete"
                | b"await"
                | b"yield"
                | b"do"
                | b"return"
                | b"throw"
                | b"case"
                | b"default"
                | b"keyof"
                | b"readonly"
                | b"unique"
                | b"infer"
                | b"asserts"
                | b"abstract"
                | b"async"
                | b"class"
                | b"function"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    const NESTING: [&str; 20] = [
        "(",
        "[",
        "{",
        "a=>",
        "f<T<",
        "!",
        "x?y:",
        "`${",
        "f<{[",
        "(a=",
        "new ",
        "a\n=>",
        "typeof\n",
        "if(a)\n",
        "a[",
        "f<T\n,f<T,",
        "a.b",
        "while(a){}else ",
        "-",
        "\ninstanceof b",
    ];

    #[test]
    fn nesting_of_every_kind_is_seen() {
        for unit in NESTING {
            assert!(is_too_deep(&unit.repeat(150_000)), "{unit:?}");
        }
    }

    #[test]
    fn what_is_too_deep_is_never_passed_over() {
        for unit in NESTING {
            for space in ["", " \u{c}é1 "] {
                let unit = format!("{space}{unit}{space}");
                let is_too_deep = |times: usize| Scanner::new(unit.repeat(times).as_bytes()).is_too_deep();
                // The fewest repetitions that are too deep.
                let (mut passes, mut fails) = (1, 200_000);
                while passes + 1 < fails {
                    let middle = usize::midpoint(passes, fails);
                    *if is_too_deep(middle) { &mut fails } else { &mut passes } = middle;
                }
                assert!(may_be_deep(unit.repeat(fails).as_bytes()), "{fails} times {unit:?}");
            }
        }
    }

    #[test]
    fn long_programs_are_not_deep() {
        for unit in [
            "const a = f(b)\n",
            "if (a < b) { c() } else { d() }\n",
            "function f(){return 1}",
            "x = `${a}` + '((((((('\n",
            "// ((((((\n",
            "/[(]/.test(a);\n",
            "a[1,2],",
            "{a:[1]},",
            "for (let i = 0; i < n; i++) f(i)\n",
            "type A = B<C<D>>\n",
            "}\n",
            "let x = a / b\n",
            "export class A extends B<C> { d = 1 }\n",
        ] {
            assert!(!is_too_deep(&unit.repeat(60_000)), "{unit:?}");
        }
    }
}
