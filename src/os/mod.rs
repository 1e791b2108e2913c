//! What the operating system knows of a run: the processes that its program started; and the end of this one.
//!
//! Processes are read from `/proc`, hence there are none on any system but Linux.

mod end;
#[cfg(target_os = "linux")]
mod linux;

use crate::background::run_in_background;

pub use end::{end_now, reap};

#[cfg(target_os = "linux")]
pub use linux::{end_descendants, end_marked, has_children};

/// Ends processes off this thread; `then` gets there which.
pub fn in_background(end: impl FnOnce() -> Vec<u32> + Send + 'static, then: impl FnOnce(Vec<u32>) + Send + 'static) {
    run_in_background("dsh-processes", move || then(end()));
}

/// Has a thread of this process children? Unknown on this system.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn has_children(_thread: u32) -> bool {
    false
}

/// Kills the processes that a thread of this process started, and theirs. Unknown on this system.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn end_descendants(_thread: u32) -> Vec<u32> {
    Vec::new()
}

/// Kills the processes whose environment holds `marker`. Unknown on this system.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn end_marked(_marker: &str) -> Vec<u32> {
    Vec::new()
}
