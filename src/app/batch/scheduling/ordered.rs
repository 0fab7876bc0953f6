//! Parallel work whose results are taken in order, on one thread.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};

/// The channel that a job comes back from, with its result.
type Answer<J, R> = Receiver<(J, Option<R>)>;

/// A job with the channel for its result.
type Order<J, R> = (J, Sender<(J, Option<R>)>);

/// Returns how many jobs may be in flight besides the one whose result is taken: one for each thread, and two
/// that wait for their turn: with none a thread that is done has nothing to do while the result is taken, and each
/// holds memory.
pub const fn in_flight(threads: usize) -> usize {
    threads + 2
}

/// Does each job on one of `threads` threads, and passes the results to `take` in the order of the
/// jobs, until `take` breaks. The result is `None` if the work panics; nothing is printed.
///
/// One of the threads produces the jobs, and does some itself while enough wait for the others. If
/// the system cannot create all threads, those it has created do the work. If it creates none, each
/// result is `None`, and `take` has to manage without results.
///
/// Besides the one being taken, at most [`in_flight`] jobs have been begun and not yet been taken. A break
/// does not wait for the threads, since the input that jobs are produced from, such as a pipe, may never
/// come.
pub fn in_order<J: Send + 'static, R: Send + 'static, B>(
    threads: usize,
    jobs: impl Iterator<Item = J> + Send + 'static,
    work: impl Fn(&J) -> R + Send + Sync + 'static,
    take: &mut dyn FnMut(J, Option<R>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    silence_workers();
    let (to_workers, orders) = bounded(threads);
    let (in_turn, results) = bounded(in_flight(threads));
    let worker = Arc::new(Worker { orders, work });
    // shared, so that the jobs can be taken back if no thread can be created to produce them
    let jobs = Arc::new(Mutex::new(Some(jobs)));
    let (produced, producer) = (jobs.clone(), worker.clone());
    let produce = move || producer.produce(take_jobs(&produced), in_turn, to_workers);
    let Ok(producer) = thread::Builder::new().spawn(produce) else {
        return take_jobs(&jobs).try_for_each(|job| take(job, None));
    };
    for _ in 1..threads {
        let worker = worker.clone();
        if thread::Builder::new().spawn(move || worker.run()).is_err() {
            break;
        }
    }
    for result in results {
        // only a panic of the producer leaves an order without an answer
        let Ok((job, result)) = result.recv() else { break };
        take(job, result)?;
    }
    producer.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
    ControlFlow::Continue(())
}

/// A thread that does jobs.
struct Worker<J, R, W> {
    orders: Receiver<Order<J, R>>,
    work: W,
}

impl<J, R, W: Fn(&J) -> R> Worker<J, R, W> {
    /// Produces jobs until there are no more, or until their results are no longer wanted. While
    /// enough of them wait, does the oldest one: results are taken in order, and with the newest a
    /// check took 15 % longer. A thread that only produces was slower, because with one more thread
    /// than cores it did not get enough time.
    fn produce(
        &self,
        jobs: impl Iterator<Item = J>,
        in_turn: Sender<Answer<J, R>>,
        to_workers: Sender<Order<J, R>>,
    ) {
        for job in jobs {
            // a channel for each job keeps the results in the order of the jobs, whichever is done first
            let (answer, result) = bounded(1);
            if in_turn.send(result).is_err() {
                return;
            }
            let mut order = (job, answer);
            while let Err(refused) = to_workers.try_send(order) {
                order = refused.into_inner();
                if self.orders.try_recv().is_ok_and(|oldest| self.carry_out(oldest).is_break()) {
                    return;
                }
            }
        }
        // the workers end when nobody can send orders any more
        drop(to_workers);
        self.run();
    }

    /// Does jobs until there are no more, or until their results are no longer wanted.
    fn run(&self) {
        let _ = self.orders.iter().try_for_each(|order| self.carry_out(order));
    }

    /// Does a job. Breaks if nobody wants its result, because `take` has broken off.
    fn carry_out(&self, (job, answer): Order<J, R>) -> ControlFlow<()> {
        IS_AT_WORK.set(true);
        let result = panic::catch_unwind(AssertUnwindSafe(|| (self.work)(&job))).ok();
        IS_AT_WORK.set(false);
        answer.send((job, result)).map_or(ControlFlow::Break(()), ControlFlow::Continue)
    }
}

/// Takes the jobs out. The second time there are none.
fn take_jobs<I: Iterator>(jobs: &Mutex<Option<I>>) -> impl Iterator<Item = I::Item> + use<I> {
    jobs.lock().unwrap_or_else(PoisonError::into_inner).take().into_iter().flatten()
}

thread_local! {
    /// Whether the thread is doing a job, whose panics are caught.
    static IS_AT_WORK: Cell<bool> = const { Cell::new(false) };
}

/// Keeps the panic hook from printing the panics of jobs.
fn silence_workers() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !IS_AT_WORK.get() {
                print(panic);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        let mut taken = Vec::new();
        let slow_first = |job: &u64| {
            thread::sleep(std::time::Duration::from_micros((7 * job) % 11 * 100));
            job * job
        };
        let flow: ControlFlow<()> = in_order(4, 0..100, slow_first, &mut |job, square| {
            taken.push((job, square));
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        assert_eq!(taken, (0..100).map(|job| (job, Some(job * job))).collect::<Vec<_>>());
    }

    #[test]
    fn breaking_off_ends_the_work() {
        let flow = in_order(2, 0.., |job| *job, &mut |_, result| match result {
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
            in_order(2, jobs, |job| *job, &mut |_, result| ControlFlow::Break(result)),
            ControlFlow::Break(Some(1))
        );
        drop(never);
    }

    #[test]
    fn work_that_panics_has_no_result() {
        // a single thread produces the jobs and does them
        for threads in [1, 2] {
            let mut taken = Vec::new();
            let flow: ControlFlow<()> =
                in_order(threads, [2, 0, 1, 0, 4].into_iter(), |job| 4 / job, &mut |_, result| {
                    taken.push(result);
                    ControlFlow::Continue(())
                });
            assert!(flow.is_continue());
            assert_eq!(taken, [Some(2), None, Some(4), None, Some(1)]);
        }
    }

    #[test]
    fn no_more_threads_than_wanted_do_jobs() {
        let threads = |wanted| {
            let doing = |_: &usize| thread::current().id();
            let mut ids = HashSet::new();
            let _: ControlFlow<()> = in_order(wanted, 0..1000, doing, &mut |_, id| {
                ids.insert(id);
                ControlFlow::Continue(())
            });
            ids.len()
        };
        assert_eq!(threads(1), 1);
        assert!((1..=3).contains(&threads(3)));
    }

    #[test]
    fn a_panic_of_the_producer_is_passed_on() {
        let jobs = (0..10).inspect(|job| assert!(*job < 5));
        let mut taken = 0;
        let caught = panic::catch_unwind(AssertUnwindSafe(|| {
            let _: ControlFlow<()> = in_order(2, jobs, |job| *job, &mut |_, _| {
                taken += 1;
                ControlFlow::Continue(())
            });
        }));
        assert!(caught.is_err());
        assert_eq!(taken, 5);
    }
}
