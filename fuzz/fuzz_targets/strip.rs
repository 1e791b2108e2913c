//! Whatever the source: an answer, edits in order and in its bounds, and nothing left to erase after them.
#![no_main]

use dsh_code_runtime_native::strip::{Edit, Goal, erase};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    let source = String::from_utf8_lossy(rest);
    let goal = if first & 1 == 0 { Goal::Body } else { Goal::Module };
    match erase(&source, goal) {
        Ok(edits) => {
            let left = apply(&source, &edits);
            assert_eq!(left.encode_utf16().count(), source.encode_utf16().count());
            match erase(&left, goal) {
                Ok(again) => assert_eq!(apply(&left, &again), left, "erased twice"),
                Err(found) => panic!("what is left is refused: {found:?}\n{left}"),
            }
        }
        Err(found) => {
            assert!(!found.message.is_empty());
            if let Some(place) = found.place {
                let lines = source.split(['\n', '\r', '\u{2028}', '\u{2029}']).count();
                assert!((1..=lines).contains(&(place.line as usize)));
            }
        }
    }
});

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
