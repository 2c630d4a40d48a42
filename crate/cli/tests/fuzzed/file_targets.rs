//! What is fuzzed, as in `targets.rs`: files that the engine reads.

use engine::{Checkpoint, Cohort, Engine, Trained};
use lab::{Outcome, Stopped};

use crate::targets::check_message;

/// Files that would need more memory than this are not opened: that they can be large is allowed, and
/// would only make the search slow.
const MOST_MEMORY: u64 = 16 << 20;

/// A model file.
pub fn model(data: &[u8]) {
    let bytes = file_of(data);
    let Ok((experiment, run)) = Trained::origin(&bytes).map_err(|error| check_message(&error))
    else {
        return;
    };
    assert!(lab::runs(&experiment).contains(&run));
    if lab::memory(&experiment, 1).cpu > MOST_MEMORY {
        return;
    }
    let Ok(trained) =
        Trained::from_safetensors(&bytes, &Engine::cpu()).map_err(|error| check_message(&error))
    else {
        return;
    };
    // What is accepted can be looked into, and written again.
    pollster::block_on(async {
        trained.error(&[]).await.expect("an error");
        trained.look_at_random(0, &[0]).await.expect("a look");
        trained.specialisation().await.expect("a specialisation");
        let again = trained.to_safetensors().await.expect("a file");
        let engine = Engine::cpu();
        let again = Trained::from_safetensors(&again, &engine).expect("it was read before");
        let (one, two) = (trained.weights().await, again.weights().await);
        assert_eq!(one.expect("weights"), two.expect("weights"));
    });
}

/// A checkpoint file.
pub fn checkpoint(data: &[u8]) {
    let bytes = file_of(data);
    let engine = Engine::cpu();
    let Ok(checkpoint) =
        Checkpoint::from_bytes(&bytes, &engine).map_err(|error| check_message(&error))
    else {
        return;
    };
    let experiment = checkpoint.experiment().clone();
    let runs = lab::runs(&experiment);
    let index = runs.iter().position(|run| *run == checkpoint.run());
    let index = index.expect("a run of the experiment");
    if lab::memory(&experiment, 1).cpu > MOST_MEMORY {
        return;
    }
    let written = checkpoint.to_bytes(&engine).expect("a file");
    assert!(Checkpoint::from_bytes(&written, &engine).is_ok());
    // What is accepted can be trained further.
    let mut cohort = Cohort::resume(&experiment, &[index], vec![checkpoint], &engine)
        .expect("one checkpoint of a run of its experiment");
    pollster::block_on(async {
        cohort.advance(2).await.expect("it trains");
        let outcomes: Vec<Outcome> = cohort.outcomes().await.expect("an outcome");
        let is_known = |of: &Outcome| of.nmse.is_some() || of.stopped == Stopped::Diverged;
        assert!(outcomes.iter().all(is_known));
        // And what it ends with is a document.
        let checked = experiment.check_outcomes(outcomes);
        assert!(checked.is_ok(), "{}", checked.unwrap_err());
    });
}

/// The bytes of a safetensors file. A file begins with the length of its header, which no search keeps
/// right: input that begins with a brace is a header, which ends at the first zero byte, and the data
/// behind it.
pub fn file_of(data: &[u8]) -> Vec<u8> {
    if data.first() != Some(&b'{') {
        return data.to_vec();
    }
    let end = data.iter().position(|byte| *byte == 0);
    let (header, values) = match end {
        Some(end) => (&data[..end], &data[end + 1..]),
        None => (data, &[][..]),
    };
    let length = (header.len() as u64).to_le_bytes();
    [&length[..], header, values].concat()
}
