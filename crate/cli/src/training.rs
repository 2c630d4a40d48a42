//! Trains cohorts on several threads. What happens to them is told to the calling thread, event by
//! event; nothing here prints or writes. A run is trained by one thread from its first step to its
//! last, and runs share nothing, so its outcome does not depend on the number of threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use engine::{Cohort, Engine, TrainingError};
use lab::{Experiment, Outcome, RunProgress, Stopped};

use crate::error::CliError;
use crate::interrupt;

/// How many steps are trained between two checks for Ctrl-C.
const STEPS_PER_CHECK: u32 = 10;

/// What is to be trained, and how.
pub struct Training<'a> {
    pub experiment: &'a Experiment,
    pub engine: &'a Engine,
    /// Cohorts of runs, by index into [`lab::runs`], in the order in which they are begun.
    pub cohorts: &'a [Vec<usize>],
    /// The number of threads.
    pub jobs: usize,
    /// Whether finished runs come with their model file.
    pub with_models: bool,
}

/// What a thread reports of the cohort at `place` in [`Training::cohorts`].
pub struct Event {
    pub place: usize,
    pub what: What,
}

pub enum What {
    /// Its training begins.
    Started,
    /// Its runs were trained further.
    Advanced(Vec<RunProgress>),
    /// Its training ended; one result per run.
    Ended(Vec<RunResult>),
}

/// What a run ended with.
pub struct RunResult {
    pub outcome: Outcome,
    /// The bytes of its model file, if model files are wanted and the run finished.
    pub model: Option<Vec<u8>>,
}

impl Training<'_> {
    /// Trains every cohort, until all are done, Ctrl-C is pressed, or something fails: a training, or
    /// `observe`, which is called on this thread. The first failure stops the other threads, whose
    /// cohorts are still reported, as interrupted ones.
    pub fn run(
        &self,
        mut observe: impl FnMut(Event) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..self.jobs.min(self.cohorts.len()) {
                let sender = sender.clone();
                scope.spawn(|| self.work(&next, &failed, sender));
            }
            // The loop below ends when every thread has dropped its own.
            drop(sender);
            let mut result = Ok(());
            for event in receiver {
                let observed = event.map_err(CliError::from).and_then(&mut observe);
                if observed.is_err() {
                    failed.store(true, Ordering::Relaxed);
                    result = result.and(observed);
                }
            }
            result
        })
    }

    /// One thread: trains the next cohort until there is none.
    fn work(
        &self,
        next: &AtomicUsize,
        failed: &AtomicBool,
        sender: Sender<Result<Event, TrainingError>>,
    ) {
        let is_stopped = || interrupt::is_interrupted() || failed.load(Ordering::Relaxed);
        while !is_stopped() {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(indices) = self.cohorts.get(place) else {
                break;
            };
            // Sending fails only if the calling thread panicked: there is nobody to tell.
            let send = |what| drop(sender.send(Ok(Event { place, what })));
            send(What::Started);
            // Futures of the CPU are ready at once; a GPU wakes this thread when it is done.
            match pollster::block_on(self.train(indices, &is_stopped, &send)) {
                Ok(results) => send(What::Ended(results)),
                Err(error) => drop(sender.send(Err(error))),
            }
        }
    }

    /// Trains the runs at `indices` as one cohort, until it is done or stopped.
    async fn train(
        &self,
        indices: &[usize],
        is_stopped: &impl Fn() -> bool,
        send: &impl Fn(What),
    ) -> Result<Vec<RunResult>, TrainingError> {
        let mut cohort = Cohort::new(self.experiment, indices, self.engine)?;
        while !cohort.is_done() && !is_stopped() {
            send(What::Advanced(cohort.advance(STEPS_PER_CHECK).await?));
        }
        let mut results = Vec::with_capacity(indices.len());
        for (member, outcome) in cohort.outcomes().await?.into_iter().enumerate() {
            let model = if self.with_models && outcome.stopped == Stopped::Finished {
                Some(cohort.trained(member).await?.to_safetensors().await?)
            } else {
                None
            };
            results.push(RunResult { outcome, model });
        }
        Ok(results)
    }
}
