//! What is inspected as lossless JSON is JSON to another parser too, and as long as the inspection says. Where it is cut each
//! piece is JSON with what is open around it, and all of them together are the text.
#![no_main]

use dsh_code_runtime_native::json::{Cut, Level, inspect, inspect_for_pieces};
use libfuzzer_sys::fuzz_target;
use serde::{Deserialize, de::IgnoredAny};
use serde_json::Value;

fuzz_target!(|data: &[u8]| {
    let Some(bytes) = inspect(data) else {
        assert!(inspect_for_pieces(data, 1).is_none());
        return;
    };
    require_json(data);
    // Escapes and the shortest form of a number can be up to six times as long as what they stand for.
    assert!(bytes > 0 && bytes <= data.len() * 6 + 32);
    for piece_bytes in [1, 7, 60] {
        let inspection = inspect_for_pieces(data, piece_bytes).expect("it was taken");
        assert_eq!(inspection.bytes, bytes);
        take_apart(data, &inspection.cuts);
    }
});

fn require_json(text: &[u8]) {
    let mut parser = serde_json::Deserializer::from_slice(text);
    parser.disable_recursion_limit();
    let read = IgnoredAny::deserialize(&mut parser).and_then(|_| parser.end());
    assert!(read.is_ok(), "not JSON: {:?}", String::from_utf8_lossy(text));
}

/// As `js/pieces.js` does.
fn take_apart(text: &[u8], cuts: &[Cut]) {
    // Not of what is deep or holds half of a surrogate pair.
    let whole: Option<Value> = serde_json::from_slice(text).ok();
    let mut joined: Option<Value> = None;
    let mut start = 0;
    for number in 0..=cuts.len() {
        let begin: &[Level] = number.checked_sub(1).map_or(&[], |last| &cuts[last].path);
        let (end, open): (usize, &[Level]) = cuts.get(number).map_or((text.len(), &[]), |cut| (cut.at, &cut.path));
        let piece = [&opening(text, begin)[..], &text[start..end], &closing(open)].concat();
        require_json(&piece);
        if whole.is_some() {
            let piece: Value = serde_json::from_slice(&piece).expect("no deeper than the whole");
            match &mut joined {
                Some(value) => append(value, piece, begin, text),
                None => joined = Some(piece),
            }
        }
        assert!(end == text.len() || text[end] == b',');
        start = end + 1;
    }
    // As texts: the order of members counts.
    assert_eq!(joined.map(|value| value.to_string()), whole.map(|value| value.to_string()));
}

fn opening(text: &[u8], path: &[Level]) -> Vec<u8> {
    let mut opening = Vec::new();
    for (at, level) in path.iter().enumerate() {
        match level {
            Level::Array => opening.push(b'['),
            Level::Object(_) if at + 1 == path.len() => opening.push(b'{'),
            Level::Object(key) => opening.extend([b"{", &text[key.clone()], b":"].concat()),
        }
    }
    opening
}

fn closing(path: &[Level]) -> Vec<u8> {
    path.iter().rev().map(|level| if matches!(level, Level::Array) { b']' } else { b'}' }).collect()
}

/// Moves the members of a piece, and of what it repeats of `path`, to those that are there.
fn append(target: &mut Value, piece: Value, path: &[Level], text: &[u8]) {
    let (level, rest) = path.split_first().expect("a cut is in a container");
    match (level, target, piece) {
        (Level::Array, Value::Array(target), Value::Array(piece)) => {
            let mut piece = piece.into_iter();
            if !rest.is_empty() {
                let inner = target.last_mut().expect("what is open there");
                append(inner, piece.next().expect("what it repeats"), rest, text);
            }
            target.extend(piece);
        }
        (Level::Object(key), Value::Object(target), Value::Object(mut piece)) => {
            if !rest.is_empty() {
                let key: String = serde_json::from_slice(&text[key.clone()]).expect("a key");
                let inner = target.get_mut(&key).expect("what is open there");
                append(inner, piece.shift_remove(&key).expect("what it repeats"), rest, text);
            }
            for (key, value) in piece {
                assert!(target.insert(key, value).is_none());
            }
        }
        _ => panic!("another container is open"),
    }
}
