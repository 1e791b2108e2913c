//! How long erasing takes, by the size of the source, and how long finding a fault.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dsh_code_runtime_native::strip::{Goal, erase};

/// About a kilobyte of the kind of TypeScript that programs are.
const BLOCK: &str = "
interface Item# { id: string; title: string; score?: number }
type Page#<T extends Item#> = { items: T[]; next?: number }
const rank# = (item: Item#): number => item.score ?? 0
async function all#<T extends Item#>(page: number, seen: T[] = []): Promise<T[]> {
  const result = (await tools.list({ page })) as Page#<T>
  return result.next ? all#<T>(result.next, [...seen, ...result.items]) : [...seen, ...result.items]
}
class Index#<K extends string, V = unknown> {
  private readonly entries = new Map<K, V>()
  put(key: K, value: V): this { this.entries.set(key, value); return this }
  get(key: K): V | undefined { return this.entries.get(key)! }
}
const items# = (await all#<Item#>(1)).filter((item): item is Item# & { score: number } => item.score !== undefined)
const index# = new Index#<string, number>()
for (const { id, score } of items#) index#.put(id, score as number)
console.log(items#.map(item => `${item.title} ${rank#(item)}`), ['a', 'b'] as const satisfies readonly string[])
";

fn source(bytes: usize) -> String {
    let mut text = String::new();
    for number in 0.. {
        if text.len() >= bytes {
            break;
        }
        text.push_str(&BLOCK.replace('#', &number.to_string()));
    }
    text
}

fn by_size(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("erase");
    for (name, bytes) in [("1 KB", 1_000), ("10 KB", 10_000), ("100 KB", 100_000), ("1 MB", 1_000_000)] {
        let source = source(bytes);
        group.throughput(Throughput::Bytes(source.len() as u64));
        group.bench_function(name, |bencher| bencher.iter(|| erase(black_box(&source), Goal::Body).map(|edits| edits.len())));
    }
    group.finish();
}

fn faults(criterion: &mut Criterion) {
    let mut source = source(10_000);
    source.push_str("enum E {}");
    criterion.bench_function("refuse 10 KB", |bencher| bencher.iter(|| erase(black_box(&source), Goal::Body).is_err()));
    let deep = "f<T<".repeat(200_000);
    criterion.bench_function("refuse deep nesting", |bencher| bencher.iter(|| erase(black_box(&deep), Goal::Body).is_err()));
}

criterion_group!(benches, by_size, faults);
criterion_main!(benches);
