//! How large a head is: given for one head, or for all of them together.

use serde::Serialize;
use serde_json::Value;

use super::{Grid, MOST_HEAD_DIMENSIONS};
use crate::fields::Fields;

/// How large a head is.
///
/// With n given more heads make a wider embedding; with E given they make narrower heads.
///
/// ```
/// use lab::HeadSize;
///
/// assert_eq!([2, 4].map(|h| h * HeadSize::PerHead(8).of_one(h)), [16, 32]);
/// assert_eq!([2, 4].map(|h| HeadSize::Shared(32).of_one(h)), [16, 8]);
/// ```
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
    ///
    /// ```
    /// use lab::HeadSize;
    ///
    /// assert_eq!(HeadSize::PerHead(8).of_one(5), 8);
    /// // 32/5, rounded up.
    /// assert_eq!(HeadSize::Shared(32).of_one(5), 7);
    /// ```
    pub fn of_one(self, h: u32) -> u32 {
        match self {
            HeadSize::PerHead(n) => n,
            HeadSize::Shared(e) => e.div_ceil(h),
        }
    }

    pub(super) fn read(fields: &mut Fields<'_>, default: u32) -> Self {
        let n = fields.optional_whole("n", Some(default), 1..=MOST_HEAD_DIMENSIONS, "grid.E");
        let e = fields.optional_whole("E", None, 1..=1024, "grid.n");
        match (n, e) {
            (Some(n), None) => HeadSize::PerHead(n),
            (None, Some(e)) => HeadSize::Shared(e),
            (None, None) => HeadSize::PerHead(default),
            (Some(n), Some(e)) => {
                let allowed = "left out where n is given: one follows from the other";
                fields.refuse("E", e.into(), allowed);
                fields.offer("Leave it out".into(), "E", Value::Null);
                fields.offer("Leave n out".into(), "n", Value::Null);
                HeadSize::PerHead(n)
            }
        }
    }
}

impl Grid {
    /// What becomes of a shared size E that some number of heads does not divide, in words; `None`
    /// where all of them do.
    ///
    /// ```
    /// use lab::Experiment;
    ///
    /// let grid = Experiment::from_json(r#"{ "grid": { "h": [1, 2, 3], "E": 32 } }"#).unwrap().grid;
    /// assert_eq!(grid.rounded_heads().unwrap(), "Rounded up: 3 heads have 11 each, 33 in all.");
    /// ```
    pub fn rounded_heads(&self) -> Option<String> {
        let Some(HeadSize::Shared(e)) = self.family.head_size() else {
            return None;
        };
        let is_rounded = |h: &&u32| !e.is_multiple_of(**h);
        let each = |h: &u32| {
            let one = e.div_ceil(*h);
            format!("{h} heads have {one} each, {} in all", h * one)
        };
        let rounded: Vec<String> = self.h.iter().filter(is_rounded).map(each).collect();
        match rounded.is_empty() {
            true => None,
            false => Some(format!("Rounded up: {}.", rounded.join("; "))),
        }
    }
}
