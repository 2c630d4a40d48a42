//! The fields that need less memory when they are lowered, and how each is lowered.

use crate::architecture::Form;
use crate::experiment::Experiment;
use crate::grid::{Family, HeadSize};

/// A field that can be lowered.
pub(super) struct LowerableField {
    pub path: &'static str,
    /// Its value, or the largest entry of a list; `None` where the experiment has no such field.
    pub value: fn(&Experiment) -> Option<u32>,
    /// The smallest value that is allowed.
    pub least: fn(&Experiment) -> u32,
    /// Sets it to this value; every entry of a list to at most this.
    pub lower: fn(&mut Experiment, u32),
}

/// Where two fields would have to be lowered by about the same share, the earlier one is chosen: the
/// recipe comes before the sizes of task and Transformer.
pub(super) const LOWERABLE_FIELDS: [LowerableField; 9] = [
    LowerableField {
        path: "recipe.batch",
        value: |e| Some(e.recipe.batch),
        least: |_| 1,
        lower: |e, to| e.recipe.batch = to,
    },
    LowerableField {
        path: "recipe.validationSequences",
        value: |e| Some(e.recipe.validation_sequences),
        least: |_| 2,
        lower: |e, to| e.recipe.validation_sequences = to,
    },
    LowerableField {
        path: "recipe.trainSequences",
        value: |e| Some(e.recipe.train_sequences),
        least: |e| e.recipe.batch,
        lower: |e, to| e.recipe.train_sequences = to,
    },
    LowerableField {
        path: "seeds",
        value: |e| u32::try_from(e.seeds.len()).ok(),
        least: |_| 1,
        lower: |e, to| e.seeds.truncate(to as usize),
    },
    LowerableField {
        path: "grid.T",
        value: |e| e.grid.T.iter().copied().max(),
        least: |e| e.task.shortest(),
        lower: |e, to| cap(&mut e.grid.T, to),
    },
    LowerableField {
        path: "grid.N",
        value: |e| {
            let widths = e.grid.family.list("N").iter().copied().max();
            // 0 stands for a form without hidden layers.
            widths.filter(|width| *width > 0)
        },
        least: |_| 1,
        lower: |e, to| {
            if let Some(widths) = e.grid.family.widths_mut() {
                cap(widths, to);
            }
        },
    },
    LowerableField {
        path: "grid.n",
        value: |e| match e.grid.family.head_size()? {
            HeadSize::PerHead(n) => Some(n),
            HeadSize::Shared(_) => None,
        },
        least: least_head,
        lower: |e, to| set_head_size(&mut e.grid.family, HeadSize::PerHead(to)),
    },
    LowerableField {
        path: "grid.E",
        value: |e| match e.grid.family.head_size()? {
            HeadSize::Shared(all) => Some(all),
            HeadSize::PerHead(_) => None,
        },
        least: least_head,
        lower: |e, to| set_head_size(&mut e.grid.family, HeadSize::Shared(to)),
    },
    LowerableField {
        path: "grid.h",
        // With a shared E fewer heads are wider heads, and the memoriser has one head.
        value: |e| match e.grid.family.head_size()? {
            HeadSize::PerHead(_) if e.grid.family.form() != Form::Memoriser => {
                e.grid.h.iter().copied().max()
            }
            _ => None,
        },
        least: |_| 1,
        lower: |e, to| cap(&mut e.grid.h, to),
    },
];

/// Lowers every entry to at most `most`, and removes duplicates.
fn cap(list: &mut Vec<u32>, most: u32) {
    let mut capped = Vec::with_capacity(list.len());
    for entry in list.iter().map(|entry| *entry.min(&most)) {
        if !capped.contains(&entry) {
            capped.push(entry);
        }
    }
    *list = capped;
}

fn set_head_size(family: &mut Family, to: HeadSize) {
    if let Some(size) = family.head_size_mut() {
        *size = to;
    }
}

/// The least size of a head: a memoriser's has to hold the whole sequence.
fn least_head(experiment: &Experiment) -> u32 {
    if experiment.grid.family.form() != Form::Memoriser {
        return 1;
    }
    let longest = experiment.grid.T.iter().copied().max().unwrap_or(1);
    longest.saturating_mul(experiment.task.token_dimension())
}
