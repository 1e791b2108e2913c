//! From offsets in UTF-8 to lines, and to columns in UTF-16 code units.

/// Bytes between two places whose units are known.
const STRIDE: usize = 128;

/// The places of one source.
pub struct Positions<'s> {
    source: &'s str,
    line_starts: Vec<u32>,
    /// The code units before each multiple of [`STRIDE`]. Empty where units are bytes.
    units: Vec<u32>,
}

impl<'s> Positions<'s> {
    pub fn new(source: &'s str) -> Self {
        let mut line_starts = vec![0];
        let mut rest = source.as_bytes();
        let mut at = 0;
        while !rest.is_empty() {
            let width = line_break(rest);
            at += width.max(1);
            if width > 0 {
                line_starts.push(offset(at));
            }
            rest = rest.get(width.max(1)..).unwrap_or_default();
        }
        let mut units = Vec::new();
        if !source.is_ascii() {
            let mut before = 0;
            for chunk in source.as_bytes().chunks(STRIDE) {
                units.push(before);
                before += count_units(chunk);
            }
            units.push(before);
        }
        Self { source, line_starts, units }
    }

    /// The code units before a byte.
    pub fn units(&self, at: u32) -> u32 {
        if self.units.is_empty() {
            return at;
        }
        let at = at as usize;
        let known = self.units.get(at / STRIDE).copied().unwrap_or_default();
        known + count_units(self.source.as_bytes().get(at - at % STRIDE..at).unwrap_or_default())
    }

    /// The line of a byte, from 0.
    pub fn line(&self, at: u32) -> u32 {
        offset(self.line_starts.partition_point(|&start| start <= at).saturating_sub(1))
    }

    /// The code units between a byte and the start of its line.
    pub fn column(&self, at: u32) -> u32 {
        let start = self.line_starts.get(self.line(at) as usize).copied().unwrap_or_default();
        self.units(at) - self.units(start)
    }
}

/// The bytes of the line break that a text begins with.
pub fn line_break(text: &[u8]) -> usize {
    match text {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        [0xE2, 0x80, 0xA8 | 0xA9, ..] => 3,
        _ => 0,
    }
}

/// A continuation byte adds no unit, the lead of a four-byte sequence adds two.
fn count_units(bytes: &[u8]) -> u32 {
    bytes.iter().map(|&byte| u32::from(byte & 0xC0 != 0x80) + u32::from(byte >= 0xF0)).sum()
}

/// Sources and what is made of them are far smaller than 4 GiB.
pub fn offset(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_utf_16_units_over_every_line_break() {
        let source = format!("{}\r\né😀x\u{2028}y\rz", "a".repeat(300));
        let positions = Positions::new(&source);
        let place = |needle: char| {
            let at = offset(source.find(needle).unwrap());
            (positions.line(at), positions.column(at), positions.units(at))
        };
        assert_eq!(place('x'), (1, 3, 305));
        assert_eq!(place('y'), (2, 0, 307));
        assert_eq!(place('z'), (3, 0, 309));
    }
}
