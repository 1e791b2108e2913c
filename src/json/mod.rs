//! The JSON boundary: what crosses from a program is text that nobody vouches for.
//!
//! [`inspect`] decides in one pass whether a text is lossless JSON and how long it is in the form that
//! `JSON.stringify` would give it; [`string_bytes`] and [`fitting_prefix`] measure text as a JSON string.

mod inspect;
mod number;
mod text;

use crate::background::run_in_background;

pub use inspect::{Cut, Inspection, Level, inspect, inspect_for_pieces};
pub use text::{fitting_prefix, string_bytes};

/// Inspects a text for pieces of `piece_bytes` off this thread; `then` gets the outcome there.
pub fn inspect_in_background<T>(text: T, piece_bytes: usize, then: impl FnOnce(Option<Inspection>) + Send + 'static)
where
    T: AsRef<[u8]> + Send + 'static,
{
    run_in_background("dsh-inspect", move || then(inspect_for_pieces(text.as_ref(), piece_bytes)));
}
