//! The ends of processes: of this one, and of those that nobody waits for any more.

/// Ends this process at once, whatever its threads are doing: no destructor runs and no thread is waited for.
#[cfg(unix)]
pub fn end_now(status: i32) -> ! {
    // SAFETY: `_exit` takes any status and does not return.
    unsafe { libc::_exit(status) }
}

/// Ends this process at once, as far as the system has a way for that.
#[cfg(not(unix))]
pub fn end_now(status: i32) -> ! {
    std::process::exit(status)
}

/// Takes ended children of this process out of the process table. Those that are no children, or live, are left alone.
#[cfg(unix)]
pub fn reap(processes: &[u32]) {
    for &process in processes {
        let Ok(process) = libc::pid_t::try_from(process) else { continue };
        // Zero and below would mean whole groups.
        if process > 0 {
            // SAFETY: a null status is allowed, and the call does not wait.
            unsafe { libc::waitpid(process, std::ptr::null_mut(), libc::WNOHANG) };
        }
    }
}

/// Nothing is left in a process table here.
#[cfg(not(unix))]
pub fn reap(_processes: &[u32]) {}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;

    use super::reap;

    #[test]
    #[expect(clippy::zombie_processes, reason = "what is tested takes it out of the table")]
    fn takes_an_ended_child_out_of_the_process_table_and_no_other() {
        let ended = Command::new("true").spawn().unwrap();
        let mut living = Command::new("sleep").arg("60").spawn().unwrap();
        let entry = format!("/proc/{}", ended.id());
        while std::path::Path::new(&entry).exists() {
            reap(&[0, ended.id(), living.id()]);
            std::thread::yield_now();
        }
        assert!(living.try_wait().unwrap().is_none());
        living.kill().unwrap();
        living.wait().unwrap();
    }
}
