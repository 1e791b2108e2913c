//! What the operating system knows of a run: the processes that its program started; and the end of this one.
//!
//! Processes are read from `/proc`, hence there are none on any system but Linux.

mod end;
#[cfg(target_os = "linux")]
mod linux;

pub use end::{end_now, reap};

#[cfg(target_os = "linux")]
pub use linux::{marked_processes, thread_descendants};

/// Processes that a thread of this process started, and theirs. Unknown on this system.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn thread_descendants(_thread: u32) -> Vec<u32> {
    Vec::new()
}

/// Processes whose environment holds `marker`. Unknown on this system.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn marked_processes(_marker: &str) -> Vec<u32> {
    Vec::new()
}
