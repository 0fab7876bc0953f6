//! Parallel work whose results are taken in order, on one thread.

use std::cell::Cell;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, select};

/// A job with the channel for its result.
type Order<J, R> = (J, Sender<(J, Option<R>)>);

/// Returns how many jobs are in flight at most: one for each thread, and two that wait for their turn.
pub(super) const fn in_flight(threads: usize) -> usize {
    threads + 2
}

/// Does each job on one of `threads` threads, and passes the results to `take` in the order of the
/// jobs, until `take` breaks. The result is `None` if the work panics; nothing is printed.
///
/// If the system makes fewer threads, those do the work, and without any there are no results:
/// `take` has to do without them.
///
/// The jobs are produced on a thread of their own, since that may block on input. At most
/// [`in_flight`] jobs have been begun and not yet been taken. A break does not wait for the producer,
/// whose input may never come.
pub(super) fn in_order<J: Send + 'static, R: Send + 'static, B>(
    threads: usize,
    jobs: impl Iterator<Item = J> + Send + 'static,
    work: &(dyn Fn(&J) -> R + Sync),
    take: &mut dyn FnMut(J, Option<R>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    silence_workers();
    let (to_workers, orders) = bounded::<Order<J, R>>(threads);
    let (in_turn, results) = bounded(in_flight(threads));
    // taken back if there is no thread to produce them
    let jobs = Arc::new(Mutex::new(Some(jobs)));
    let produced = jobs.clone();
    let produce = move || {
        for job in take_jobs(&produced) {
            let (answer, result) = bounded(1);
            if in_turn.send(result).is_err() || to_workers.send((job, answer)).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        // nothing is ever sent; closing the channel ends the work
        let (_open, closed) = bounded(0);
        let workers = (0..threads).map_while(|_| {
            let (orders, closed) = (orders.clone(), closed.clone());
            thread::Builder::new().spawn_scoped(scope, || carry_out(orders, closed, work)).ok()
        });
        let has_workers = workers.count() > 0;
        drop(orders);
        let producer = has_workers.then(|| thread::Builder::new().spawn(produce).ok()).flatten();
        let Some(producer) = producer else {
            return take_jobs(&jobs).try_for_each(|job| take(job, None));
        };
        for result in results {
            // only a panic of the producer leaves an order without an answer
            let Ok((job, result)) = result.recv() else { break };
            take(job, result)?;
        }
        producer.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
        ControlFlow::Continue(())
    })
}

/// Takes the jobs, of which there are none the second time.
fn take_jobs<I: Iterator>(jobs: &Mutex<Option<I>>) -> impl Iterator<Item = I::Item> + use<I> {
    jobs.lock().unwrap_or_else(PoisonError::into_inner).take().into_iter().flatten()
}

/// Does jobs until there are no more, or until their results are no longer wanted.
fn carry_out<J, R>(orders: Receiver<Order<J, R>>, closed: Receiver<Infallible>, work: &dyn Fn(&J) -> R) {
    IS_WORKER.set(true);
    loop {
        let order = select! {
            recv(orders) -> order => order,
            recv(closed) -> _ => return,
        };
        let Ok((job, answer)) = order else { return };
        let result = panic::catch_unwind(AssertUnwindSafe(|| work(&job))).ok();
        // after a break nobody receives it
        let _ = answer.send((job, result));
    }
}

thread_local! {
    /// Whether the thread is a worker, whose panics are caught.
    static IS_WORKER: Cell<bool> = const { Cell::new(false) };
}

/// Keeps the panic hook from printing the panics of workers.
fn silence_workers() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !IS_WORKER.get() {
                print(panic);
            }
        }));
    });
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
        let flow: ControlFlow<()> = in_order(4, 0..100, &slow_first, &mut |job, square| {
            taken.push((job, square));
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        assert_eq!(taken, (0..100).map(|job| (job, Some(job * job))).collect::<Vec<_>>());
    }

    #[test]
    fn breaking_off_ends_the_work() {
        let flow = in_order(2, 0.., &|job| *job, &mut |_, result| match result {
            Some(10) => ControlFlow::Break(result),
            _ => ControlFlow::Continue(()),
        });
        assert_eq!(flow, ControlFlow::Break(Some(10)));
    }

    #[test]
    fn breaking_off_does_not_wait_for_more_jobs() {
        let (never, more) = bounded::<u64>(0);
        let jobs = std::iter::once(1).chain(more);
        assert_eq!(
            in_order(2, jobs, &|job| *job, &mut |_, result| ControlFlow::Break(result)),
            ControlFlow::Break(Some(1))
        );
        drop(never);
    }

    #[test]
    fn work_that_panics_has_no_result() {
        let mut taken = Vec::new();
        let flow: ControlFlow<()> =
            in_order(2, [2, 0, 1, 0, 4].into_iter(), &|job| 4 / job, &mut |_, result| {
                taken.push(result);
                ControlFlow::Continue(())
            });
        assert!(flow.is_continue());
        assert_eq!(taken, [Some(2), None, Some(4), None, Some(1)]);
    }
}
