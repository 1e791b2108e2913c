//! Processes of a run, read from `/proc`.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::Read,
};

/// How often processes are looked for again while a look finds new ones: they may start others while they are killed.
const MAX_LOOKS: usize = 8;

/// Has the thread `thread` of this process children, dead ones that it has not waited for included?
#[must_use]
pub fn has_children(thread: u32) -> bool {
    !thread_children(thread).is_empty()
}

/// Kills the processes that the thread `thread` of this process started, and theirs, and says which.
///
/// The thread must live meanwhile: once it is gone its children belong to another one.
#[must_use]
pub fn end_descendants(thread: u32) -> Vec<u32> {
    end_all(|| thread_descendants(thread))
}

/// Kills the processes whose environment, as it was at their start, holds the entry `marker` (`NAME=value`), and says which.
#[must_use]
pub fn end_marked(marker: &str) -> Vec<u32> {
    end_all(|| marked_processes(marker))
}

fn end_all(look: impl Fn() -> Vec<u32>) -> Vec<u32> {
    let mut killed = BTreeSet::new();
    for _ in 0..MAX_LOOKS {
        let before = killed.len();
        for process in look() {
            if killed.insert(process) {
                kill(process);
            }
        }
        if killed.len() == before {
            break;
        }
    }
    killed.into_iter().collect()
}

/// It may have ended meanwhile.
fn kill(process: u32) {
    let Ok(process) = libc::pid_t::try_from(process) else { return };
    // Zero and below would mean whole groups.
    if process > 0 {
        // SAFETY: it takes any process and a signal, and touches no memory.
        unsafe { libc::kill(process, libc::SIGKILL) };
    }
}

/// Parents before children.
fn thread_descendants(thread: u32) -> Vec<u32> {
    let mut found = thread_children(thread);
    let mut next = 0;
    let mut known: BTreeSet<u32> = found.iter().copied().collect();
    while let Some(&process) = found.get(next) {
        next += 1;
        found.extend(process_children(process).into_iter().filter(|&child| known.insert(child)));
    }
    found
}

fn marked_processes(marker: &str) -> Vec<u32> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let mut environment = Vec::new();
    entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|process| {
            read_environment(*process, &mut environment);
            environment.split(|&byte| byte == 0).any(|entry| entry == marker.as_bytes())
        })
        .collect()
}

/// Leaves nothing in `environment` where it may not be read.
fn read_environment(process: u32, environment: &mut Vec<u8>) {
    environment.clear();
    if let Ok(file) = File::open(format!("/proc/{process}/environ")) {
        // To read up to a limit is not to ask for the size first, which nobody knows here and takes half of the time.
        let _ = file.take(u64::MAX).read_to_end(environment);
    }
}

fn thread_children(thread: u32) -> Vec<u32> {
    children(&format!("/proc/self/task/{thread}/children"))
}

fn process_children(process: u32) -> Vec<u32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
    threads
        .filter_map(Result::ok)
        .flat_map(|thread| children(&format!("{}/children", thread.path().display())))
        .collect()
}

fn children(file: &str) -> Vec<u32> {
    let Ok(text) = fs::read_to_string(file) else { return Vec::new() };
    text.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use std::{
        os::unix::process::ExitStatusExt,
        process::{Child, Command, ExitStatus},
        sync::mpsc,
        thread,
    };

    use super::{end_descendants, end_marked, has_children};

    fn own_thread() -> u32 {
        let link = std::fs::read_link("/proc/thread-self").unwrap();
        link.file_name().unwrap().to_str().unwrap().parse().unwrap()
    }

    fn sleeper() -> Command {
        let mut command = Command::new("sleep");
        command.arg("60");
        command
    }

    fn was_killed(status: ExitStatus) -> bool {
        status.signal() == Some(libc::SIGKILL)
    }

    fn end(mut child: Child) {
        child.kill().unwrap();
        child.wait().unwrap();
    }

    #[test]
    fn ends_the_children_of_one_thread_and_theirs() {
        let (sender, receiver) = mpsc::channel();
        let (done, wait) = mpsc::channel::<()>();
        let worker = thread::spawn(move || {
            let child = Command::new("sh")
                .args(["-c", "sleep 60 & echo up; wait"])
                .stdout(std::process::Stdio::piped())
                .spawn();
            let mut child = child.unwrap();
            let mut line = String::new();
            std::io::BufRead::read_line(&mut std::io::BufReader::new(child.stdout.take().unwrap()), &mut line).unwrap();
            sender.send((own_thread(), child.id())).unwrap();
            wait.recv().unwrap();
            assert!(was_killed(child.wait().unwrap()));
            assert!(!has_children(own_thread()));
        });
        let (thread, shell) = receiver.recv().unwrap();
        let mut other = sleeper().spawn().unwrap();
        assert!(has_children(thread));
        let ended = end_descendants(thread);
        assert!(ended.contains(&shell));
        assert_eq!(ended.len(), 2, "{ended:?}");
        assert!(other.try_wait().unwrap().is_none());
        done.send(()).unwrap();
        worker.join().unwrap();
        end(other);
    }

    #[test]
    fn ends_processes_by_a_marker_in_their_environment() {
        let name = format!("DSH_TEST_MARKER_{}", std::process::id());
        let mut marked = sleeper().env(&name, "7").spawn().unwrap();
        let mut other = sleeper().env(&name, "77").spawn().unwrap();
        // The environment is visible once the child has executed its program.
        let ended = loop {
            let ended = end_marked(&format!("{name}=7"));
            if !ended.is_empty() {
                break ended;
            }
            thread::yield_now();
        };
        assert_eq!(ended, [marked.id()]);
        assert!(was_killed(marked.wait().unwrap()));
        assert!(other.try_wait().unwrap().is_none());
        end(other);
    }

    #[test]
    fn a_thread_that_is_gone_has_none() {
        assert!(!has_children(u32::MAX));
        assert!(end_descendants(u32::MAX).is_empty());
    }
}
