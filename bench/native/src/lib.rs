//! Benches of the native core: `cargo bench` in this folder.
