//! What is inspected as lossless JSON is JSON to another parser too, and as long as the inspection says.
#![no_main]

use dsh_code_runtime_native::json::inspect;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some(bytes) = inspect(data) else { return };
    let mut parser = serde_json::Deserializer::from_slice(data);
    parser.disable_recursion_limit();
    let read = serde::de::IgnoredAny::deserialize(&mut parser).and_then(|_| parser.end());
    assert!(read.is_ok(), "not JSON: {:?}", String::from_utf8_lossy(data));
    // Escapes and the shortest form of a number can be up to six times as long as what they stand for.
    assert!(bytes > 0 && bytes <= data.len() * 6 + 32);
});

use serde::Deserialize;
