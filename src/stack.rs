//! A stack that a thread keeps from one source to the next: to make one and to touch its first pages takes as long as
//! erasing a small source.
#![cfg(unix)]

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind},
    ptr::{self, NonNull},
};

/// The size of a stack that is kept: address space, of which…
pub const KEPT_STACK_BYTES: usize = 64 << 20;
/// … no more memory than this is kept.
const KEPT_BYTES: usize = 1 << 20;
/// A multiple of every page size there is. What overflows the stack ends there.
const GUARD_BYTES: usize = 64 << 10;

/// A stack that nothing runs on.
pub struct Stack(NonNull<libc::c_void>);

thread_local! {
    static SPARE: Cell<Option<Stack>> = const { Cell::new(None) };
}

impl Stack {
    /// The one that this thread has kept, or a new one. `None` where there is no memory for one.
    pub fn obtain() -> Option<Self> {
        SPARE.take().or_else(Self::new)
    }

    /// Runs `work`, which needs less than [`KEPT_STACK_BYTES`] of stack, and keeps the stack for the next. `None` where `work`
    /// panics.
    pub fn run<T>(self, work: impl FnOnce() -> T) -> Option<T> {
        // SAFETY: the stack is mapped for reading and writing above its guard, it is aligned, and nothing else runs on it,
        // as it is no longer in its place. What runs there does not unwind out of it.
        let done = unsafe { psm::on_stack(self.base(), KEPT_STACK_BYTES, || catch_unwind(AssertUnwindSafe(work))) };
        self.release();
        SPARE.set(Some(self));
        done.ok()
    }

    fn new() -> Option<Self> {
        let bytes = GUARD_BYTES + KEPT_STACK_BYTES;
        let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANON);
        // SAFETY: a new mapping without an address or a file touches nothing that is there.
        let start = unsafe { libc::mmap(ptr::null_mut(), bytes, access, kind, -1, 0) };
        if start == libc::MAP_FAILED {
            return None;
        }
        let stack = Self(NonNull::new(start)?);
        // SAFETY: the guard is the beginning of the mapping.
        let is_guarded = unsafe { libc::mprotect(start, GUARD_BYTES, libc::PROT_NONE) } == 0;
        is_guarded.then_some(stack)
    }

    fn base(&self) -> *mut u8 {
        // SAFETY: the mapping is longer than its guard.
        unsafe { self.0.byte_add(GUARD_BYTES) }.as_ptr().cast()
    }

    /// Gives back the memory of the part that only deep sources reach: stacks grow downwards.
    fn release(&self) {
        // SAFETY: nothing runs on the stack, and what it held is not read again.
        unsafe { libc::madvise(self.base().cast(), KEPT_STACK_BYTES - KEPT_BYTES, libc::MADV_DONTNEED) };
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        // SAFETY: it was mapped with this size, and nothing runs on it.
        unsafe { libc::munmap(self.0.as_ptr(), GUARD_BYTES + KEPT_STACK_BYTES) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the stack is that this runs on.
    fn here() -> usize {
        let local = 0_u8;
        std::hint::black_box(&raw const local).addr()
    }

    fn run<T>(work: impl FnOnce() -> T) -> Option<T> {
        Stack::obtain().unwrap().run(work)
    }

    #[test]
    fn a_stack_is_kept_also_after_a_panic_and_never_shared() {
        let first = run(here).unwrap();
        let panics = run(|| std::panic::resume_unwind(Box::new("out of memory")));
        assert_eq!(panics, None::<()>);
        let (outer, inner) = run(|| (here(), run(here).unwrap())).unwrap();
        assert!(first.abs_diff(outer) < 64 << 10);
        assert!(outer.abs_diff(inner) > 64 << 10);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_that_a_deep_source_took_is_given_back() {
        fn descend(levels: usize) -> usize {
            let frame = std::hint::black_box([1_u8; 4096]);
            if levels == 0 { here() } else { descend(levels - 1) + usize::from(frame[levels % 4096]) - 1 }
        }
        fn is_resident(page: usize) -> bool {
            let mut resident = [0_u8; 1];
            // SAFETY: this asks about a page and writes a byte.
            let failed = unsafe { libc::mincore(ptr::without_provenance_mut(page), 1, resident.as_mut_ptr()) };
            assert_eq!(failed, 0);
            resident[0] & 1 == 1
        }
        let (page, was_resident) = run(|| {
            let page = descend(8000).next_multiple_of(64 << 10);
            (page, is_resident(page))
        })
        .unwrap();
        assert_eq!((was_resident, is_resident(page)), (true, false));
    }
}
