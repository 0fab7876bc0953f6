//! Work that many threads do and one takes in, in order.

use std::ops::ControlFlow;
use std::thread;

use crossbeam_channel::{Sender, bounded};

/// Does each job on one of some threads, and hands the results to `take` in the order
/// of the jobs, until it breaks off.
///
/// Jobs are made on a thread of their own, since that may mean to wait for input, and
/// no more than twice as many as there are threads are under way at a time.
pub(super) fn in_order<J: Send, R: Send, B>(
    threads: usize,
    jobs: impl Iterator<Item = J> + Send,
    work: impl Fn(&J) -> R + Sync,
    mut take: impl FnMut(J, R) -> ControlFlow<B>,
) -> ControlFlow<B> {
    thread::scope(|scope| {
        let (to_workers, jobs_to_do) = bounded::<(J, Sender<(J, R)>)>(threads);
        let (in_turn, results) = bounded(2 * threads);
        for _ in 0..threads {
            let jobs_to_do = jobs_to_do.clone();
            scope.spawn(|| {
                for (job, answer) in jobs_to_do {
                    let result = work(&job);
                    // nobody takes it if the others were enough
                    let _ = answer.send((job, result));
                }
            });
        }
        drop(jobs_to_do);
        scope.spawn(move || {
            for job in jobs {
                let (answer, result) = bounded(1);
                if in_turn.send(result).is_err() || to_workers.send((job, answer)).is_err() {
                    break;
                }
            }
        });
        for result in results {
            // a worker that panicked makes the scope panic
            let Ok((job, result)) = result.recv() else { break };
            take(job, result)?;
        }
        ControlFlow::Continue(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        let mut taken = Vec::new();
        let slow_first = |job: &u64| {
            thread::sleep(std::time::Duration::from_micros((7 * job) % 11 * 100));
            job * job
        };
        let flow: ControlFlow<()> = in_order(4, 0..100, slow_first, |job, square| {
            taken.push((job, square));
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        assert_eq!(taken, (0..100).map(|job| (job, job * job)).collect::<Vec<_>>());
    }

    #[test]
    fn breaking_off_ends_the_work() {
        let flow = in_order(
            2,
            0..,
            |job| *job,
            |_, result| match result {
                10 => ControlFlow::Break(result),
                _ => ControlFlow::Continue(()),
            },
        );
        assert_eq!(flow, ControlFlow::Break(10));
    }
}
