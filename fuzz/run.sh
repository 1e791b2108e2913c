#!/usr/bin/env bash
# Builds a fuzz target with a stable toolchain and runs it: fuzz/run.sh TARGET [libFuzzer option …]
set -euo pipefail
cd "$(dirname "$0")"
target=$1
shift
export RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing"
# A target triple of its own keeps the flags from build scripts and macros.
triple=$(rustc -vV | sed -n 's/^host: //p')
cargo build --release --target "$triple" --bin "$target"
mkdir -p "corpus/$target" "artifacts/$target"
node seeds.js "$target" "corpus/$target"
"${CARGO_TARGET_DIR:-target}/$triple/release/$target" "corpus/$target" -artifact_prefix="artifacts/$target/" -max_len=4096 -timeout=10 "$@"
