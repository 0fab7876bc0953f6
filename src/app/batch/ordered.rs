//! Work that many threads do and one takes in, in order.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, select};

/// A job with where its result is awaited.
type Order<J, R> = (J, Sender<(J, R)>);

/// Does each job on one of some threads, and hands the results to `take` in the order
/// of the jobs, until it breaks off.
///
/// Jobs are made on a thread of their own, since that may mean to wait for input, and
/// no more than twice as many as there are threads are under way at a time. Who breaks
/// off does not wait for that thread, whose input may never come.
pub(super) fn in_order<J: Send + 'static, R: Send + 'static, B>(
    threads: usize,
    jobs: impl Iterator<Item = J> + Send + 'static,
    work: impl Fn(&J) -> R + Sync,
    mut take: impl FnMut(J, R) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (to_workers, orders) = bounded::<Order<J, R>>(threads);
    let (in_turn, results) = bounded(2 * threads);
    let maker = thread::spawn(move || {
        for job in jobs {
            let (answer, result) = bounded(1);
            if in_turn.send(result).is_err() || to_workers.send((job, answer)).is_err() {
                break;
            }
        }
    });
    thread::scope(|scope| {
        // nothing is ever sent: that it is closed ends the work
        let (_open, closed) = bounded(0);
        for _ in 0..threads {
            let (orders, closed) = (orders.clone(), closed.clone());
            scope.spawn(|| carry_out(orders, closed, &work));
        }
        drop(orders);
        for result in results {
            // a worker that panicked makes the scope panic
            let Ok((job, result)) = result.recv() else { return ControlFlow::Continue(()) };
            take(job, result)?;
        }
        maker.join().unwrap_or_else(|panic| resume_unwind(panic));
        ControlFlow::Continue(())
    })
}

/// Does jobs until there are no more, or until nobody wants them any longer.
fn carry_out<J, R>(orders: Receiver<Order<J, R>>, closed: Receiver<Infallible>, work: impl Fn(&J) -> R) {
    loop {
        let order = select! {
            recv(orders) -> order => order,
            recv(closed) -> _ => return,
        };
        let Ok((job, answer)) = order else { return };
        let result = work(&job);
        // nobody takes it if the others were enough
        let _ = answer.send((job, result));
    }
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

    #[test]
    fn breaking_off_does_not_wait_for_more_jobs() {
        let (never, more) = bounded::<u64>(0);
        let jobs = std::iter::once(1).chain(more);
        assert_eq!(
            in_order(2, jobs, |job| *job, |_, result| ControlFlow::Break(result)),
            ControlFlow::Break(1)
        );
        drop(never);
    }
}
