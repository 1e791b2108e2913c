//! What the operating system knows of a run: the processes that its program started.
//!
//! Read from `/proc`, hence empty on every system but Linux.

#[cfg(target_os = "linux")]
mod linux;

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
