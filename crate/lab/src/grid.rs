//! `Grid`: which Transformers are trained on a task: every combination of its lists. The task decides
//! which of the papers' forms there are to choose from.

use serde::Serialize;

use crate::architecture::{Architecture, Form};
use crate::fields::Fields;
use crate::task::Task;

/// The most heads that a Transformer may have.
pub(crate) const MOST_HEADS: u32 = 64;

/// The most dimensions that a head may have where its size is given for one head alone.
const MOST_HEAD_DIMENSIONS: u32 = 256;

/// Every combination of these is trained.
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

/// How large a head is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum HeadSize {
    /// Every head has dimension n, so more heads make a wider embedding (paper 1, table 2).
    #[serde(rename = "n")]
    PerHead(u32),
    /// Heads share an embedding of dimension E: n = ⌈E/h⌉ (paper 1, tables 3 to 5).
    #[serde(rename = "E")]
    Shared(u32),
}

impl HeadSize {
    /// The dimension of one of `h` heads.
    pub fn of_one(self, h: u32) -> u32 {
        match self {
            HeadSize::PerHead(n) => n,
            HeadSize::Shared(e) => e.div_ceil(h),
        }
    }

    fn read(fields: &mut Fields<'_>, default: u32) -> Self {
        let n = fields.optional_whole("n", Some(default), 1..=MOST_HEAD_DIMENSIONS, "grid.E");
        let e = fields.optional_whole("E", None, 1..=1024, "grid.n");
        match (n, e) {
            (Some(n), None) => HeadSize::PerHead(n),
            (None, Some(e)) => HeadSize::Shared(e),
            (None, None) => HeadSize::PerHead(default),
            (Some(n), Some(e)) => {
                let allowed = "left out where n is given: one follows from the other";
                fields.refuse("E", e.into(), allowed);
                HeadSize::PerHead(n)
            }
        }
    }
}

impl Family {
    /// The form of its architectures.
    pub fn form(&self) -> Form {
        match self {
            Self::Reader { .. } => Form::Reader,
            Self::Memoriser { .. } => Form::Memoriser,
            Self::Attention { .. } => Form::Attention,
            Self::Encoder { .. } => Form::Encoder,
        }
    }

    /// The lists that it varies other than h and T, by name; each name is a field of [`Architecture`].
    pub fn varied(&self) -> Vec<(&'static str, &[u32])> {
        match self {
            Self::Reader { N, L, .. } => vec![("N", N), ("L", L)],
            Self::Memoriser { N, .. } => vec![("N", N)],
            Self::Attention { w } => vec![("w", w)],
            Self::Encoder { w, N, L } => vec![("w", w), ("N", N), ("L", L)],
        }
    }

    /// The size of a head; `None` where it follows from the token dimension.
    pub(crate) fn head_size(&self) -> Option<HeadSize> {
        match self {
            Self::Reader { size, .. } | Self::Memoriser { size, .. } => Some(*size),
            Self::Attention { .. } | Self::Encoder { .. } => None,
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
    pub fn head_dimension(&self, h: u32, d: u32) -> u32 {
        match self.head_size() {
            Some(size) => size.of_one(h),
            None => d / h,
        }
    }
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
    pub(crate) fn count(&self) -> usize {
        let varied = self.family.varied().into_iter().map(|(_, list)| list.len());
        self.T.len() * self.h.len() * varied.product::<usize>()
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
        let forms = if task.dimension().is_some() {
            [Form::Reader, Form::Memoriser]
        } else {
            [Form::Attention, Form::Encoder]
        };
        let form = fields.choice("form", &forms.map(|form| (form.name(), form)));
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
                } else if n < least {
                    let allowed = format!(
                        "at least T·{d} = {least} where form is \"memoriser\": the head has to \
                         hold the whole sequence"
                    );
                    fields.refuse(name, n.into(), allowed);
                }
            }
            Family::Attention { .. } | Family::Encoder { .. } => {
                let is_no_divisor = |(_, h): &(usize, &u32)| !d.is_multiple_of(**h);
                for (i, h) in self.h.iter().enumerate().filter(is_no_divisor) {
                    let allowed = format!("a divisor of task.d, which is {d}: a head has rank d/h");
                    fields.refuse(&format!("h[{i}]"), (*h).into(), allowed);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
