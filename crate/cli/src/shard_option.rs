//! Option `--shard`: which share of an experiment's runs this process trains. `auto` asks the scheduler
//! that started it, through the environment.

use std::env;

use lab::{MOST_SHARDS, Shard};

/// Why there is no share to train.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardError {
    /// The option has another form.
    #[error(
        "--shard is {text:?}, but must be K/N with 1 ≤ K ≤ N ≤ {MOST_SHARDS}, such as 3/16, or auto, or \
         auto/N."
    )]
    Form { text: String },

    /// No scheduler started this process.
    #[error(
        "--shard auto finds no task of a scheduler: HQ_TASK_ID, SLURM_ARRAY_TASK_ID and \
         JOB_COMPLETION_INDEX are not set. Without a scheduler, write --shard K/N."
    )]
    NoScheduler,

    /// A variable of the environment is not a number.
    #[error(
        "{variable} is {text:?}, but must be a whole number from 0 to {}.",
        u32::MAX
    )]
    NotANumber {
        variable: &'static str,
        text: String,
    },

    /// The scheduler tells the number of this task only.
    #[error(
        "{variable} says which share this is, but not of how many: write --shard auto/N for N shares."
    )]
    UnknownCount { variable: &'static str },

    /// The numbers of a Slurm array are no range, so they do not number shares.
    #[error(
        "This Slurm array has {count} tasks with numbers from {first} to {last}, so a number does not \
         say which share is meant: write --shard auto/N for N shares, which are numbered from 1."
    )]
    Gaps { count: u32, first: u32, last: u32 },

    /// The number is outside the shares.
    #[error(
        "{variable} is {number}, but {count} shares are numbered from {first} to {last}.",
        last = first + count - 1
    )]
    NoSuchShare {
        variable: &'static str,
        number: u32,
        count: u32,
        first: u32,
    },
}

/// The share that the option's text asks for.
pub fn shard(text: &str) -> Result<Shard, ShardError> {
    let form = || ShardError::Form { text: text.into() };
    let Some(after_auto) = text.strip_prefix("auto") else {
        return Shard::parse(text).ok_or_else(form);
    };
    if after_auto.is_empty() {
        return from_scheduler(None);
    }
    let count = after_auto.strip_prefix('/').ok_or_else(form)?;
    let count = count.parse().ok().filter(|n| (1..=MOST_SHARDS).contains(n));
    from_scheduler(Some(count.ok_or_else(form)?))
}

/// The share of this task, of `count` or of as many as the scheduler says. HyperQueue is asked first: its
/// workers may themselves be tasks of a Slurm array.
fn from_scheduler(count: Option<u32>) -> Result<Shard, ShardError> {
    let (variable, number, count, first) = if let Some(number) = variable("HQ_TASK_ID")? {
        ("HQ_TASK_ID", number, count, 1)
    } else if let Some(number) = variable("SLURM_ARRAY_TASK_ID")? {
        match count {
            Some(_) => ("SLURM_ARRAY_TASK_ID", number, count, 1),
            None => return from_slurm_range(number),
        }
    } else if let Some(number) = variable("JOB_COMPLETION_INDEX")? {
        ("JOB_COMPLETION_INDEX", number, count, 0)
    } else {
        return Err(ShardError::NoScheduler);
    };
    let count = count.ok_or(ShardError::UnknownCount { variable })?;
    let from_one = (u64::from(number) + 1).checked_sub(first.into());
    shard_at(from_one, count).ok_or(ShardError::NoSuchShare {
        variable,
        number,
        count,
        first,
    })
}

/// The share of task `number` of a Slurm array that is a range, such as 0-15, 1-16 or 0-30:2.
fn from_slurm_range(number: u32) -> Result<Shard, ShardError> {
    let name = "SLURM_ARRAY_TASK_COUNT";
    let count = variable(name)?.ok_or(ShardError::UnknownCount {
        variable: "SLURM_ARRAY_TASK_ID",
    })?;
    let first = variable("SLURM_ARRAY_TASK_MIN")?.unwrap_or(1);
    let step = variable("SLURM_ARRAY_TASK_STEP")?.unwrap_or(1).max(1);
    let last = variable("SLURM_ARRAY_TASK_MAX")?.unwrap_or(number);
    let gaps = ShardError::Gaps { count, first, last };
    let place = |id: u32| {
        let above = id.checked_sub(first)?;
        (above % step == 0).then_some(u64::from(above / step) + 1)
    };
    if variable("SLURM_ARRAY_TASK_MAX")?.is_some() && place(last) != Some(count.into()) {
        return Err(gaps);
    }
    shard_at(place(number), count).ok_or(gaps)
}

/// The share with a number from 1.
fn shard_at(number: Option<u64>, count: u32) -> Option<Shard> {
    Shard::new(u32::try_from(number?).ok()?, count)
}

/// The number in a variable of the environment; `None` if it is not set.
fn variable(variable: &'static str) -> Result<Option<u32>, ShardError> {
    let Some(text) = env::var_os(variable) else {
        return Ok(None);
    };
    let text = text.to_string_lossy().into_owned();
    match text.parse() {
        Ok(number) => Ok(Some(number)),
        Err(_) => Err(ShardError::NotANumber { variable, text }),
    }
}
