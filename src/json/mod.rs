//! The JSON boundary: what crosses from a program is text that nobody vouches for.
//!
//! [`inspect`] decides in one pass whether a text is lossless JSON and how long it is in the form that
//! `JSON.stringify` would give it; [`string_bytes`] and [`fitting_prefix`] measure text as a JSON string.

mod inspect;
mod number;
mod text;

use std::{sync::Arc, thread};

pub use inspect::{Cut, Inspection, Level, inspect, inspect_for_pieces};
pub use text::{fitting_prefix, string_bytes};

/// Inspects a text for pieces of `piece_bytes` on a thread of its own, or, where none can be started, on this one; `then`
/// gets the outcome there.
pub fn inspect_in_background<T>(
    text: T,
    piece_bytes: usize,
    then: impl FnOnce(Option<Inspection>) + Clone + Send + 'static,
) where
    T: AsRef<[u8]> + Send + Sync + 'static,
{
    let text = Arc::new(text);
    let work = {
        let (text, then) = (text.clone(), then.clone());
        move || then(inspect_for_pieces((*text).as_ref(), piece_bytes))
    };
    if thread::Builder::new().name("dsh-inspect".into()).spawn(work).is_err() {
        then(inspect_for_pieces((*text).as_ref(), piece_bytes));
    }
}
