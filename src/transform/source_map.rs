//! Source maps, version 3.

/// The name that the source has in a map.
const SOURCE: &str = "program.ts";

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A line and a column, both from 0, the column in UTF-16 code units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

/// Writes the mappings of a map in ascending order.
#[derive(Default)]
pub struct SourceMap {
    mappings: String,
    generated: Place,
    original: Place,
    /// Whether the line has a segment already.
    is_open: bool,
}

impl SourceMap {
    /// From `generated` on, a position stands for `original`.
    pub fn add(&mut self, generated: Place, original: Place) {
        while self.generated.line < generated.line {
            self.mappings.push(';');
            self.generated = Place { line: self.generated.line + 1, column: 0 };
            self.is_open = false;
        }
        if self.is_open {
            self.mappings.push(',');
        }
        self.is_open = true;
        self.number(generated.column, self.generated.column);
        self.mappings.push('A');
        self.number(original.line, self.original.line);
        self.number(original.column, self.original.column);
        self.generated = generated;
        self.original = original;
    }

    pub fn finish(self) -> String {
        format!(r#"{{"version":3,"sources":["{SOURCE}"],"names":[],"mappings":"{}"}}"#, self.mappings)
    }

    fn number(&mut self, to: u32, from: u32) {
        let mut rest = to.abs_diff(from) << 1 | u32::from(to < from);
        loop {
            let more = if rest > 31 { 32 } else { 0 };
            let digit = DIGITS.get((rest & 31 | more) as usize).copied().unwrap_or_default();
            self.mappings.push(char::from(digit));
            rest >>= 5;
            if rest == 0 {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_differences_line_by_line() {
        let mut map = SourceMap::default();
        map.add(Place { line: 0, column: 0 }, Place { line: 0, column: 0 });
        map.add(Place { line: 0, column: 16 }, Place { line: 0, column: 5 });
        map.add(Place { line: 2, column: 1 }, Place { line: 2, column: 0 });
        assert_eq!(map.finish(), r#"{"version":3,"sources":["program.ts"],"names":[],"mappings":"AAAA,gBAAK;;CAEL"}"#);
    }
}
