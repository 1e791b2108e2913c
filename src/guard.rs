//! Where native work on a source runs: with a stack that its deepest nesting cannot overflow, an
//! arena that cannot outgrow its budget, and panics turned into an error.

use std::{
    alloc::{Layout, alloc, dealloc},
    cell::Cell,
    mem::ManuallyDrop,
    panic::{self, AssertUnwindSafe, catch_unwind},
    ptr::NonNull,
    sync::Once,
    thread,
};

use oxc_allocator::Allocator;
use thiserror::Error;

#[cfg(unix)]
use crate::stack::{KEPT_STACK_BYTES, Stack};

/// The largest source that is taken, in UTF-8 bytes.
pub const MAX_SOURCE_BYTES: usize = 2 << 20;

/// What one byte of source can cost at most in stack, over all phases.
const STACK_PER_SOURCE_BYTE: usize = 2 << 10;
const MIN_STACK_BYTES: usize = 8 << 20;
/// What the work needs beside its recursion.
const STACK_RESERVE_BYTES: usize = 256 << 10;

/// The arena holds the tree, and the tokens where they are asked for. A source for which this does not suffice is one that
/// the parser reads again and again, so this bounds the time as well.
const ARENA_PER_SOURCE_BYTE: usize = 192;
const MIN_ARENA_BYTES: usize = 16 << 20;

/// An arena of this size, which serves sources of up to 256 KiB, is kept by its thread from one source to the next…
const SPARE_ARENA_BYTES: usize = 64 << 20;
/// … if no more of it than this was touched.
const MAX_SPARE_BYTES_IN_USE: usize = 8 << 20;

/// Up to this size a stack is switched to on the calling thread. On Windows that would take a fiber.
const MAX_SWITCHED_STACK_BYTES: usize = if cfg!(unix) { 256 << 20 } else { 0 };

/// Why the work on a source was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Refused {
    /// The source is over [`MAX_SOURCE_BYTES`].
    #[error("the source is over 2 MiB")]
    TooLarge,
    /// No stack or arena of the needed size could be had.
    #[error("there is not enough memory for a source of this size")]
    NoMemory,
    /// The work outgrew its arena, or ran into a fault of the parser.
    #[error("the source takes too long to read")]
    TooComplex,
}

/// Runs `work` on a source of `source_bytes` bytes. The calling thread waits, on its own stack while that suffices.
///
/// # Errors
/// Says why the work could not be done or finished.
pub fn run<T: Send>(source_bytes: usize, work: impl FnOnce(&Allocator) -> T + Send) -> Result<T, Refused> {
    if source_bytes > MAX_SOURCE_BYTES {
        return Err(Refused::TooLarge);
    }
    let bytes = source_bytes * STACK_PER_SOURCE_BYTE + STACK_RESERVE_BYTES;
    let work = || contain(source_bytes, work);
    if stacker::remaining_stack().is_some_and(|left| left > bytes) {
        return work();
    }
    #[cfg(unix)]
    if bytes < KEPT_STACK_BYTES
        && let Some(stack) = Stack::obtain()
    {
        return stack.run(work).unwrap_or(Err(Refused::NoMemory));
    }
    if bytes <= MAX_SWITCHED_STACK_BYTES {
        // A thread would cost more than the work itself, above all on a busy machine.
        return catch_unwind(AssertUnwindSafe(|| stacker::grow(bytes, work))).unwrap_or(Err(Refused::NoMemory));
    }
    thread::scope(|scope| {
        let thread = builder(bytes).spawn_scoped(scope, work);
        thread.map_err(|_| Refused::NoMemory)?.join().unwrap_or(Err(Refused::TooComplex))
    })
}

/// Runs `work` as [`run`] does, always on a thread of its own, and hands its outcome to `then` there.
///
/// # Errors
/// Gives `then` back where no thread could be started.
pub fn run_in_background<T, W, F>(source_bytes: usize, work: W, then: F) -> Result<(), Refused>
where
    W: FnOnce(&Allocator) -> T + Send + 'static,
    F: FnOnce(Result<T, Refused>) + Send + 'static,
{
    if source_bytes > MAX_SOURCE_BYTES {
        return Err(Refused::TooLarge);
    }
    builder(source_bytes * STACK_PER_SOURCE_BYTE + STACK_RESERVE_BYTES)
        .spawn(move || then(contain(source_bytes, work)))
        .map(drop)
        .map_err(|_| Refused::NoMemory)
}

fn builder(stack: usize) -> thread::Builder {
    thread::Builder::new().name("dsh-strip".into()).stack_size(stack.max(MIN_STACK_BYTES))
}

fn contain<T>(source_bytes: usize, work: impl FnOnce(&Allocator) -> T) -> Result<T, Refused> {
    let arena = Arena::obtain(MIN_ARENA_BYTES + source_bytes * ARENA_PER_SOURCE_BYTE).ok_or(Refused::NoMemory)?;
    silence_panics();
    let contained = CONTAINED.replace(true);
    // What a panic leaves behind goes with the arena.
    let done = catch_unwind(AssertUnwindSafe(|| work(&arena.allocator)));
    CONTAINED.set(contained);
    arena.give_back();
    done.map_err(|panic| {
        // A fuzz target is to see every panic that is not the arena's.
        if cfg!(fuzzing) && panic.downcast_ref::<&str>() != Some(&"out of memory") {
            panic::resume_unwind(panic);
        }
        Refused::TooComplex
    })
}

thread_local! {
    /// Is this thread doing work whose panics are caught?
    static CONTAINED: Cell<bool> = const { Cell::new(false) };
}

/// A panic that is caught is an ordinary outcome here: it must not write to the host's standard error.
fn silence_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !CONTAINED.get() {
                report(panic);
            }
        }));
    });
}

/// An allocator that panics, instead of growing, when its bytes are used up. Only what is used of it is ever touched.
struct Arena {
    allocator: ManuallyDrop<Allocator>,
    start: NonNull<u8>,
    layout: Layout,
}

thread_local! {
    /// The arena of the last source, whose pages are there already.
    static SPARE: Cell<Option<Arena>> = const { Cell::new(None) };
}

impl Arena {
    /// One of at least `bytes` bytes.
    fn obtain(bytes: usize) -> Option<Self> {
        match SPARE.take() {
            Some(spare) if spare.layout.size() >= bytes && bytes <= SPARE_ARENA_BYTES => Some(spare),
            _ => Self::new(bytes.max(SPARE_ARENA_BYTES)),
        }
    }

    /// Keeps it for the next source, unless more of it is in use than should stay so.
    fn give_back(mut self) {
        if self.layout.size() == SPARE_ARENA_BYTES && self.allocator.used_bytes() <= MAX_SPARE_BYTES_IN_USE {
            self.allocator.reset();
            SPARE.set(Some(self));
        }
    }

    fn new(bytes: usize) -> Option<Self> {
        let bytes = bytes.next_multiple_of(Allocator::RAW_MIN_ALIGN);
        let layout = Layout::from_size_align(bytes, Allocator::RAW_MIN_ALIGN).ok()?;
        // SAFETY: the layout is not empty.
        let start = NonNull::new(unsafe { alloc(layout) })?;
        // SAFETY: the allocation is as long as the layout says, its start and size are multiples of the minimum
        // alignment, and it is freed below and not by the allocator.
        let allocator = ManuallyDrop::new(unsafe { Allocator::from_raw_parts(start, bytes, start, layout) });
        Some(Self { allocator, start, layout })
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: it was allocated with this layout, and the allocator in it is never dropped and not used after this.
        unsafe { dealloc(self.start.as_ptr(), self.layout) };
    }
}
