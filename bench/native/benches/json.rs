//! How long inspecting a JSON text takes, by what it holds.

use std::{fmt::Write as _, hint::black_box};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dsh_code_runtime_native::json::inspect;

const MEMBERS: usize = 5000;

fn array_of(member: impl Fn(usize) -> String) -> String {
    format!("[{}]", (0..MEMBERS).map(member).collect::<Vec<_>>().join(","))
}

fn record(id: usize) -> String {
    format!(r#"{{"id":{id},"name":"record number {id}","tags":["alpha","beta-{id}"],"score":{id}.125,"nested":{{"active":true,"parent":null}}}}"#)
}

fn wide() -> String {
    let mut text = String::from("{\"first\":0");
    for id in 0..MEMBERS {
        let _ = write!(text, ",\"key {id}\":{id}");
    }
    text + "}"
}

fn by_content(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("inspect");
    for (name, text) in [
        ("records", array_of(record)),
        ("numbers", array_of(|id| (id * 7919).to_string())),
        ("long decimals", array_of(|id| format!("0.{id:05}12345678901"))),
        ("prose", array_of(|id| format!("\"{}\"", format!("{id} lines of text without an escape ").repeat(10)))),
        ("escapes", array_of(|id| format!(r#""line {id}\n\t\u00e9""#))),
        ("one wide object", wide()),
    ] {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |bencher| bencher.iter(|| inspect(black_box(text.as_bytes()))));
    }
    group.finish();
}

criterion_group!(benches, by_content);
criterion_main!(benches);
