//! Whatever the source: an answer, edits in order and in its bounds, nothing left to erase after them, and nothing to erase
//! in what is JavaScript already.
#![no_main]

use dsh_code_runtime_native::{
    strip::{Edit, Goal, erase},
    transform::transform,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    let source = String::from_utf8_lossy(rest);
    let goal = if first & 1 == 0 { Goal::Body } else { Goal::Module };
    match erase(&source, goal) {
        Ok(edits) => {
            let left = apply(&source, &edits);
            assert_eq!(left.encode_utf16().count(), source.encode_utf16().count());
            assert_eq!(line_breaks(&left), line_breaks(&source), "a line break went or came");
            // `a<b>(c)` compares in JavaScript, which is what `a as T<b>(c)` leaves, and calls in TypeScript.
            if left.contains('<') {
                return;
            }
            match erase(&left, goal) {
                Ok(again) => assert_eq!(apply(&left, &again), left, "erased twice"),
                Err(found) => panic!("what is left is refused: {found:?}\n{left}"),
            }
        }
        Err(found) => {
            assert!(!found.message.is_empty());
            assert_ne!(found.message, "there is not enough memory to read a program of this size", "a panic");
            if let Some(place) = found.place {
                let lines = source.split(['\n', '\r', '\u{2028}', '\u{2029}']).count();
                assert!((1..=lines).contains(&(place.line as usize)));
            }
            if found.needs_transform
                && let Err(found) = transform(&source, goal)
            {
                assert_ne!(found.message, "there is not enough memory to read a program of this size", "a panic");
            }
        }
    }
});

fn line_breaks(text: &str) -> Vec<(usize, char)> {
    let units = text.chars().scan(0, |at, character| {
        *at += character.len_utf16();
        Some((*at, character))
    });
    units.filter(|(_, character)| matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')).collect()
}

fn apply(source: &str, edits: &[Edit]) -> String {
    let units: Vec<u16> = source.encode_utf16().collect();
    let mut text = Vec::with_capacity(units.len());
    let mut reached = 0;
    for edit in edits {
        let (start, end) = (edit.start as usize, edit.end as usize);
        assert!(reached <= start && start < end && end <= units.len(), "edits out of order");
        text.extend_from_slice(&units[reached..start]);
        text.push(u16::from(edit.put as u8));
        text.resize(end, u16::from(b' '));
        reached = end;
    }
    text.extend_from_slice(&units[reached..]);
    String::from_utf16(&text).expect("an edit cuts a character in two")
}
