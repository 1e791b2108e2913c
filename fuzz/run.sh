#!/usr/bin/env bash
# Builds a fuzz target with a stable toolchain and runs it: fuzz/run.sh TARGET [libFuzzer option …]
set -euo pipefail
cd "$(dirname "$0")"
target=$1
shift
mkdir -p "corpus/$target"
node seeds.js "$target" "corpus/$target"
# The flags that measure coverage are unstable, and the address sanitizer needs the standard library of a nightly.
RUSTC_BOOTSTRAP=1 cargo fuzz run --release --sanitizer none "$target" -- -max_len=4096 -timeout=20 -rss_limit_mb=4096 "$@"
