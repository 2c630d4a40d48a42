//! `Grid`: which Transformers are trained on a task: every combination of its lists. The task decides
//! which of the papers' forms there are to choose from.

mod head_size;

use serde::Serialize;
use serde_json::Value;

use crate::architecture::{Architecture, Form};
use crate::fields::{Fields, Findings};
use crate::task::{KINDS, Task};

pub use head_size::HeadSize;

/// The most heads that a Transformer may have.
pub(crate) const MOST_HEADS: u32 = 64;

/// The most dimensions that a head may have where its size is given for one head alone.
const MOST_HEAD_DIMENSIONS: u32 = 256;

/// Every combination of these is trained.
///
/// ```
/// use lab::{Experiment, Grid, runs};
///
/// let grid = Grid { h: vec![1, 2], T: vec![8, 16, 32], ..Grid::default() };
/// let experiment = Experiment { grid, ..Experiment::default() };
/// assert_eq!(runs(&experiment).len(), 2 * 3);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(non_snake_case)]
pub struct Grid {
    /// Numbers of heads.
    pub h: Vec<u32>,
    /// Sequence lengths.
    pub T: Vec<u32>,
    /// The form, and the sizes that only this form has.
    #[serde(flatten)]
    pub family: Family,
}

/// The papers' Transformers, each with its sizes other than h and T.
///
/// ```
/// use lab::{Experiment, Family, HeadSize};
///
/// let text = r#"{ "grid": { "N": [16, 32], "E": 32 } }"#;
/// let family = Experiment::from_json(text).unwrap().grid.family;
/// assert_eq!(family, Family::Reader { N: vec![16, 32], size: HeadSize::Shared(32), L: vec![1] });
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "form", rename_all = "kebab-case")]
#[allow(non_snake_case)]
pub enum Family {
    /// Paper 1's, which reads one number from a sequence.
    Reader {
        /// Hidden widths.
        N: Vec<u32>,
        /// Dimension of one head, `n`, or of all heads together, `E`.
        #[serde(flatten)]
        size: HeadSize,
        /// Numbers of layers.
        L: Vec<u32>,
    },
    /// Paper 1's memorising network: one head, at least as wide as the sequence is long.
    Memoriser {
        /// Hidden widths.
        N: Vec<u32>,
        /// Dimension of the head.
        #[serde(flatten)]
        size: HeadSize,
    },
    /// Paper 2's attention layer; the dimension of a head is d/h.
    Attention {
        /// Attention layers side by side, whose outputs are averaged.
        w: Vec<u32>,
    },
    /// Paper 2's encoder; the dimension of a head is d/h.
    Encoder {
        /// Attention layers side by side, whose outputs are averaged.
        w: Vec<u32>,
        /// Hidden widths.
        N: Vec<u32>,
        /// Numbers of layers.
        L: Vec<u32>,
    },
}

impl Family {
    /// The form of its architectures.
    ///
    /// ```
    /// use lab::{Family, Form};
    ///
    /// assert_eq!(Family::Attention { w: vec![1, 8] }.form(), Form::Attention);
    /// ```
    pub fn form(&self) -> Form {
        match self {
            Self::Reader { .. } => Form::Reader,
            Self::Memoriser { .. } => Form::Memoriser,
            Self::Attention { .. } => Form::Attention,
            Self::Encoder { .. } => Form::Encoder,
        }
    }

    /// The lists that it varies other than h and T, by name; each name is a field of [`Architecture`].
    ///
    /// ```
    /// use lab::Family;
    ///
    /// let encoder = Family::Encoder { w: vec![1, 8], N: vec![64], L: vec![1, 2, 3] };
    /// assert_eq!(encoder.varied(), [("w", &[1, 8][..]), ("N", &[64]), ("L", &[1, 2, 3])]);
    /// ```
    pub fn varied(&self) -> Vec<(&'static str, &[u32])> {
        match self {
            Self::Reader { N, L, .. } => vec![("N", N), ("L", L)],
            Self::Memoriser { N, .. } => vec![("N", N)],
            Self::Attention { w } => vec![("w", w)],
            Self::Encoder { w, N, L } => vec![("w", w), ("N", N), ("L", L)],
        }
    }

    /// The size of a head; `None` where it follows from the token dimension.
    ///
    /// ```
    /// use lab::{Family, Grid, HeadSize};
    ///
    /// assert_eq!(Grid::default().family.head_size(), Some(HeadSize::PerHead(8)));
    /// assert_eq!(Family::Attention { w: vec![1] }.head_size(), None);
    /// ```
    pub fn head_size(&self) -> Option<HeadSize> {
        match self {
            Self::Reader { size, .. } | Self::Memoriser { size, .. } => Some(*size),
            Self::Attention { .. } | Self::Encoder { .. } => None,
        }
    }

    /// As [`Self::head_size`], to change it.
    pub(crate) fn head_size_mut(&mut self) -> Option<&mut HeadSize> {
        match self {
            Self::Reader { size, .. } | Self::Memoriser { size, .. } => Some(size),
            Self::Attention { .. } | Self::Encoder { .. } => None,
        }
    }

    /// The hidden widths, to change them; `None` for a form without hidden layers.
    pub(crate) fn widths_mut(&mut self) -> Option<&mut Vec<u32>> {
        match self {
            Self::Reader { N, .. } | Self::Memoriser { N, .. } | Self::Encoder { N, .. } => Some(N),
            Self::Attention { .. } => None,
        }
    }

    /// The list of that name; where there is none, the value that every architecture has.
    pub(crate) fn list(&self, name: &str) -> &[u32] {
        let found = self.varied().into_iter().find(|(key, _)| *key == name);
        match found {
            Some((_, list)) => list,
            None if name == "N" => &[0],
            None => &[1],
        }
    }

    /// The dimension of one of `h` heads, for tokens of dimension `d`.
    ///
    /// ```
    /// use lab::{Family, Grid};
    ///
    /// // Paper 1's heads have a size of their own; paper 2's divide the token dimension d = 16 among them.
    /// assert_eq!(Grid::default().family.head_dimension(4, 16), 8);
    /// assert_eq!(Family::Attention { w: vec![1] }.head_dimension(4, 16), 4);
    /// ```
    pub fn head_dimension(&self, h: u32, d: u32) -> u32 {
        match self.head_size() {
            Some(size) => size.of_one(h),
            None => d / h,
        }
    }
}

/// The forms that `task` can be learned with; the first is the default.
fn forms_of(task: &Task) -> &'static [Form] {
    match task.dimension() {
        Some(_) => &[Form::Reader, Form::Memoriser],
        None => &[Form::Attention, Form::Encoder],
    }
}

/// Every kind of task with every form that it can be learned with, by their words in JSON: what a test
/// of all of them has to cover.
///
/// ```
/// let all = lab::kinds_and_forms();
/// assert_eq!(all[0], ("max-sum", "reader"));
/// assert!(all.contains(&("farthest", "encoder")) && !all.contains(&("farthest", "reader")));
/// ```
pub fn kinds_and_forms() -> Vec<(&'static str, &'static str)> {
    let mut all = Vec::new();
    for (kind, read) in KINDS {
        let mut findings = Findings::default();
        let task = read(&mut Fields::new("task", Value::Null, &mut findings));
        all.extend(forms_of(&task).iter().map(|form| (kind, form.name())));
    }
    all
}

impl Default for Grid {
    fn default() -> Self {
        Self {
            h: vec![1, 2, 3, 4, 5],
            T: vec![16],
            family: Family::Reader {
                N: vec![32],
                size: HeadSize::PerHead(8),
                L: vec![1],
            },
        }
    }
}

impl Grid {
    /// The number of architectures, times the number of sequence lengths.
    pub(crate) fn count(&self) -> u64 {
        let varied = self.family.varied().into_iter().map(|(_, list)| list);
        // Not usize, which has 32 bits in wasm: a count that wraps there would pass for a small one.
        let lengths = [&self.T[..], &self.h].into_iter().chain(varied);
        lengths.fold(1, |all: u64, list| all.saturating_mul(list.len() as u64))
    }

    /// Every architecture, for tokens of dimension `d`.
    #[allow(non_snake_case)]
    pub(crate) fn architectures(&self, d: u32) -> Vec<Architecture> {
        let form = self.family.form();
        let mut all = Vec::new();
        for &L in self.family.list("L") {
            for &w in self.family.list("w") {
                for &N in self.family.list("N") {
                    all.extend(self.h.iter().map(|&h| Architecture {
                        form,
                        h,
                        n: self.family.head_dimension(h, d),
                        N,
                        w,
                        L,
                    }));
                }
            }
        }
        all
    }

    /// Reads a grid for `task`; problems go to the findings of `fields`.
    pub(crate) fn read(mut fields: Fields<'_>, task: &Task) -> Self {
        let forms = forms_of(task).iter().map(|form| (form.name(), *form));
        let form = fields.choice("form", &forms.collect::<Vec<_>>());
        let heads: &[u32] = match form {
            Form::Reader => &[1, 2, 3, 4, 5],
            Form::Memoriser => &[1],
            Form::Attention | Form::Encoder => &[1, 2, 4],
        };
        let h = fields.wholes("h", heads, 1..=MOST_HEADS, 64);
        let lengths = fields.wholes("T", &[16], 1..=1024, 32);
        let d = task.token_dimension();
        let widths =
            |fields: &mut Fields<'_>, default| fields.wholes("N", &[default], 1..=1024, 32);
        let layers_beside = |fields: &mut Fields<'_>| fields.wholes("w", &[1], 1..=64, 16);
        let family = match form {
            Form::Reader => Family::Reader {
                N: widths(&mut fields, 32),
                size: HeadSize::read(&mut fields, 8),
                L: fields.wholes("L", &[1], 1..=2, 2),
            },
            Form::Memoriser => {
                let longest = lengths.iter().copied().max().unwrap_or(1);
                Family::Memoriser {
                    N: widths(&mut fields, 32),
                    size: HeadSize::read(&mut fields, longest * d),
                }
            }
            Form::Attention => Family::Attention {
                w: layers_beside(&mut fields),
            },
            Form::Encoder => Family::Encoder {
                w: layers_beside(&mut fields),
                N: widths(&mut fields, 64),
                L: fields.wholes("L", &[1], 1..=3, 3),
            },
        };
        let grid = Self {
            h,
            T: lengths,
            family,
        };
        grid.check(d, &mut fields);
        fields.finish();
        grid
    }

    /// Refuses values that are wrong in view of other fields.
    fn check(&self, d: u32, fields: &mut Fields<'_>) {
        match &self.family {
            Family::Reader { .. } => {}
            Family::Memoriser { size, .. } => {
                for (i, h) in self.h.iter().enumerate().filter(|(_, h)| **h != 1) {
                    let allowed = "1 where form is \"memoriser\": the theorem is about one head";
                    fields.refuse(&format!("h[{i}]"), (*h).into(), allowed);
                    fields.offer("Use 1".into(), "h", vec![1].into());
                }
                let (name, n) = match size {
                    HeadSize::PerHead(n) => ("n", *n),
                    HeadSize::Shared(e) => ("E", *e),
                };
                let longest = self.T.iter().copied().max().unwrap_or(1);
                let least = longest.saturating_mul(d);
                if least > MOST_HEAD_DIMENSIONS {
                    let allowed = format!(
                        "at most {} where form is \"memoriser\": its head has at least T·{d} \
                         dimensions, and at most {MOST_HEAD_DIMENSIONS}",
                        MOST_HEAD_DIMENSIONS / d
                    );
                    fields.refuse("T", longest.into(), allowed);
                    let most = MOST_HEAD_DIMENSIONS / d;
                    fields.offer(format!("Use {most}"), "T", vec![most].into());
                } else if n < least {
                    let allowed = format!(
                        "at least T·{d} = {least} where form is \"memoriser\": the head has to \
                         hold the whole sequence"
                    );
                    fields.refuse(name, n.into(), allowed);
                    fields.offer(format!("Set to {least}"), name, least.into());
                }
            }
            Family::Attention { .. } | Family::Encoder { .. } => {
                let place = fields.problems();
                let is_no_divisor = |(_, h): &(usize, &u32)| !d.is_multiple_of(**h);
                for (i, h) in self.h.iter().enumerate().filter(is_no_divisor) {
                    let allowed = format!("a divisor of task.d, which is {d}: a head has rank d/h");
                    fields.refuse(&format!("h[{i}]"), (*h).into(), allowed);
                }
                let divides = |h: &u32| d.is_multiple_of(*h);
                let mut mended: Vec<u32> = self.h.iter().copied().filter(divides).collect();
                if mended.len() < 2 {
                    mended = [1, 2, 4].into_iter().filter(divides).collect();
                }
                if fields.problems() > place {
                    fields.offer_list("h", place, &mended);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
