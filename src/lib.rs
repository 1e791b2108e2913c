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

#[cfg_attr(test, allow(dead_code, reason = "only Node.js calls it, and `cargo test` runs without"))]
mod binding;
pub mod guard;
pub mod json;
pub mod os;
pub mod strip;
pub mod transform;
