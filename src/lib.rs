//! The native core of `dsh-code-runtime-native`.
//!
//! Everything but `binding` is plain Rust that `cargo test` runs without Node.js.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::indexing_slicing
    )
)]

mod background;
// Without Node.js there is nobody to call it.
#[cfg(all(feature = "addon", not(test)))]
mod binding;
pub mod guard;
pub mod json;
pub mod os;
mod stack;
pub mod strip;
pub mod transform;
