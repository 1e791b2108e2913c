//! Work that must not hold its caller's thread.

use std::{
    sync::{Arc, Mutex},
    thread,
};

/// Does `work` on a thread of its own, or, where none can be started, on this one. Node.js's pool is no place for it: a
/// program can fill that.
pub fn run_in_background(name: &str, work: impl FnOnce() + Send + 'static) {
    let kept = Arc::new(Mutex::new(Some(work)));
    let theirs = Arc::clone(&kept);
    if thread::Builder::new().name(name.into()).spawn(move || run(&theirs)).is_err() {
        run(&kept);
    }
}

fn run(work: &Mutex<Option<impl FnOnce()>>) {
    // The guard is gone before the work begins.
    let work = work.lock().ok().and_then(|mut kept| kept.take());
    if let Some(work) = work {
        work();
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, thread};

    use super::run_in_background;

    #[test]
    fn work_is_done_once_on_another_thread() {
        let (sender, receiver) = mpsc::channel();
        run_in_background("dsh-test", move || {
            sender.send((thread::current().id(), thread::current().name().map(str::to_owned))).unwrap();
        });
        let (id, name) = receiver.recv().unwrap();
        assert_ne!(id, thread::current().id());
        assert_eq!(name.as_deref(), Some("dsh-test"));
        assert!(receiver.recv().is_err());
    }
}
