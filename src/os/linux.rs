//! Processes of a run, read from `/proc`.

use std::{collections::BTreeSet, fs};

/// Processes that the thread `thread` of this process started, and theirs, parents before children.
///
/// Must be asked while the thread lives: once it is gone its children belong to another one.
#[must_use]
pub fn thread_descendants(thread: u32) -> Vec<u32> {
    let mut found = children(&format!("/proc/self/task/{thread}/children"));
    let mut next = 0;
    let mut known: BTreeSet<u32> = found.iter().copied().collect();
    while let Some(&process) = found.get(next) {
        next += 1;
        found.extend(process_children(process).into_iter().filter(|&child| known.insert(child)));
    }
    found
}

/// Processes whose environment, as it was at their start, holds the entry `marker` (`NAME=value`).
#[must_use]
pub fn marked_processes(marker: &str) -> Vec<u32> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|process| has_marker(*process, marker.as_bytes()))
        .collect()
}

fn has_marker(process: u32, marker: &[u8]) -> bool {
    fs::read(format!("/proc/{process}/environ"))
        .is_ok_and(|environment| environment.split(|&byte| byte == 0).any(|entry| entry == marker))
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
        process::{Child, Command},
        sync::mpsc,
        thread,
    };

    use super::{marked_processes, thread_descendants};

    fn own_thread() -> u32 {
        let link = std::fs::read_link("/proc/thread-self").unwrap();
        link.file_name().unwrap().to_str().unwrap().parse().unwrap()
    }

    fn sleeper() -> Command {
        let mut command = Command::new("sleep");
        command.arg("60");
        command
    }

    fn end(mut child: Child) {
        child.kill().unwrap();
        child.wait().unwrap();
    }

    #[test]
    fn finds_the_children_of_one_thread_and_theirs() {
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
            end(child);
        });
        let (thread, shell) = receiver.recv().unwrap();
        let other = sleeper().spawn().unwrap();
        let found = thread_descendants(thread);
        assert_eq!(found.first(), Some(&shell));
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(!found.contains(&other.id()));
        Command::new("kill").arg(found[1].to_string()).status().unwrap();
        done.send(()).unwrap();
        worker.join().unwrap();
        end(other);
    }

    #[test]
    fn finds_processes_by_a_marker_in_their_environment() {
        let name = format!("DSH_TEST_MARKER_{}", std::process::id());
        let marked = sleeper().env(&name, "7").spawn().unwrap();
        let other = sleeper().env(&name, "77").spawn().unwrap();
        // The environment is visible once the child has executed its program.
        let found = loop {
            let found = marked_processes(&format!("{name}=7"));
            if !found.is_empty() {
                break found;
            }
            thread::yield_now();
        };
        assert_eq!(found, [marked.id()]);
        end(marked);
        end(other);
    }

    #[test]
    fn a_thread_that_is_gone_has_none() {
        assert!(thread_descendants(u32::MAX).is_empty());
    }
}
