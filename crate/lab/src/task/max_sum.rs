//! `max-sum`: the task of paper 1's synthetic experiment. Its directions are in `directions.rs`, what
//! all tasks share is in `mod.rs`.

use serde::Serialize;
use serde_json::json;

use super::directions::{Directions, coinciding};
use super::{Kind, TargetRow, least};
use crate::fields::Fields;
use crate::random::Stream;

/// y = Σ_i max_t a_i·x(t), with D directions a_i and x(t) ~ N(0, I_d).
///
/// Each maximum is a target. Each of the D targets may be at another position, so a Transformer has to attend to D positions at
/// once: it needs a head for each.
///
/// Along the first direction the second token reaches 3, along the other the first reaches 10.
///
/// ```
/// use lab::{Directions, MaxSum, Task};
///
/// let directions = Directions::Given(vec![vec![1.0, 0.0], vec![0.0, -2.0]]);
/// let task = Task::MaxSum(MaxSum { D: 2, d: 2, directions, seed: 0 });
/// let tokens = [-1.0, -5.0, 3.0, 4.0];
/// assert_eq!(task.targets(2, &tokens), [13.0]);
/// assert_eq!(task.extrema(2, &tokens), [1, 0]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(non_snake_case)]
pub struct MaxSum {
    /// Intrinsic dimension: the number of targets. Default 4, or the rows of given directions.
    pub D: u32,
    /// Dimension of a token. Default 4, or the columns of given directions.
    pub d: u32,
    /// How the a_i are chosen. Default orthonormal.
    pub directions: Directions,
    /// Sets the a_i and the data. Default 0.
    pub seed: u32,
}

impl Default for MaxSum {
    fn default() -> Self {
        Self {
            D: 4,
            d: 4,
            directions: Directions::Orthonormal,
            seed: 0,
        }
    }
}

impl MaxSum {
    pub(super) fn read(fields: &mut Fields<'_>) -> Self {
        // Directions first: if they are given, D and d follow from them.
        let directions = fields.choice_or_rows(
            "directions",
            &[
                ("orthonormal", Directions::Orthonormal),
                ("gaussian", Directions::Gaussian),
            ],
            Directions::Given,
            (32, 64),
            1e6,
        );
        let mut default = Self::default();
        if let Some(Directions::Given(rows)) = &directions {
            (default.D, default.d) = (rows.len() as u32, rows[0].len() as u32);
        }
        let refused = directions.is_none();
        let task = Self {
            D: fields.whole("D", default.D, 1..=32),
            d: fields.whole("d", default.d, 1..=64),
            directions: directions.unwrap_or(default.directions.clone()),
            seed: fields.whole("seed", default.seed, 0..=u32::MAX),
        };
        // With directions that were refused D and d cannot be checked.
        if !refused {
            task.check(&default, fields);
        }
        task
    }

    /// Refuses D, d and directions that contradict each other. `given` has the D and d of given
    /// directions.
    fn check(&self, given: &Self, fields: &mut Fields<'_>) {
        match &self.directions {
            Directions::Orthonormal if self.D > self.d => {
                let allowed = format!(
                    "at most {d}: tokens of {d} number{s} have room for only {d} target{s} whose \
                     weights are at right angles",
                    d = self.d,
                    s = if self.d == 1 { "" } else { "s" }
                );
                fields.refuse("D", self.D.into(), allowed);
                fields.offer(format!("Set d = {}", self.D), "d", self.D.into());
                let label = "Use random weights".into();
                fields.offer(label, "directions", "gaussian".into());
            }
            Directions::Orthonormal => {}
            // Unless d = 1 this has probability zero.
            Directions::Gaussian => {
                if !coinciding(&self.directions(), self.d as usize).is_empty() {
                    fields.refuse(
                        "D",
                        self.D.into(),
                        format!(
                            "smaller, or task.d greater than {}: two targets would have the same \
                             weights but for a positive factor, and so be one target",
                            self.d
                        ),
                    );
                    let larger = self.d + 1;
                    fields.offer(format!("Set d = {larger}"), "d", larger.into());
                }
            }
            Directions::Given(rows) => {
                for (name, value, expected, what) in [
                    ("D", self.D, given.D, "rows"),
                    ("d", self.d, given.d, "columns"),
                ] {
                    if value != expected {
                        let allowed =
                            format!("{expected}, the number of {what} in task.directions");
                        fields.refuse(name, value.into(), allowed);
                    }
                }
                for (i, other) in coinciding(&self.directions(), given.d as usize) {
                    let allowed = match other {
                        None => "a row that is not zero: with such weights all tokens are alike, \
                                 and there is a target less"
                            .into(),
                        Some(j) => format!(
                            "no positive multiple of directions[{j}]: both would have the same \
                             target"
                        ),
                    };
                    fields.refuse(&format!("directions[{i}]"), json!(rows[i]), allowed);
                }
            }
        }
    }

    /// The directions a_i, row by row: `[D, d]`.
    ///
    /// ```
    /// use lab::{Directions, MaxSum};
    ///
    /// let given = Directions::Given(vec![vec![1.0, 0.5], vec![0.0, -2.0]]);
    /// let task = MaxSum { D: 2, d: 2, directions: given, seed: 0 };
    /// assert_eq!(task.directions(), [1.0, 0.5, 0.0, -2.0]);
    /// ```
    pub fn directions(&self) -> Vec<f32> {
        self.directions
            .rows(self.seed, self.D as usize, self.d as usize)
    }

    /// The target of one sequence `x`, token by token: `[T, d]`.
    ///
    /// ```
    /// use lab::MaxSum;
    ///
    /// let task = MaxSum { D: 2, d: 2, ..MaxSum::default() };
    /// // Two tokens: 3 is the most along the first axis, 4 along the second.
    /// assert_eq!(task.target(&[1.0, 0.0, 0.0, 1.0], &[-1.0, -5.0, 3.0, 4.0]), 7.0);
    /// ```
    pub fn target(&self, directions: &[f32], x: &[f32]) -> f32 {
        let d = self.d as usize;
        directions
            .chunks_exact(d)
            .map(|a| {
                x.chunks_exact(d)
                    .map(|token| dot(a, token))
                    .fold(f32::NEG_INFINITY, f32::max)
            })
            .sum()
    }
}

impl Kind for MaxSum {
    fn dimension(&self) -> Option<u32> {
        Some(self.D)
    }

    fn token_dimension(&self) -> u32 {
        self.d
    }

    fn seed(&self) -> u32 {
        self.seed
    }

    fn sentence(&self) -> String {
        match self.D {
            1 => "Find one target. It has fixed weights, and is the token whose numbers, weighted with \
                  them, have the largest sum. The answer is that sum."
                .into(),
            targets => format!(
                "Find {targets} targets. Each has fixed weights, and is the token whose numbers, \
                 weighted with them, have the largest sum. The answer adds up these {targets} sums."
            ),
        }
    }

    fn inputs(&self, stream: &mut Stream, t: u32, count: u32) -> Vec<f32> {
        (0..count as usize * t as usize * self.d as usize)
            .map(|_| stream.normal())
            .collect()
    }

    fn targets(&self, t: u32, inputs: &[f32]) -> Vec<f32> {
        let directions = self.directions();
        inputs
            .chunks_exact(t as usize * self.d as usize)
            .map(|sequence| self.target(&directions, sequence))
            .collect()
    }

    fn extrema(&self, t: u32, inputs: &[f32]) -> Vec<u32> {
        let directions = self.directions();
        let d = self.d as usize;
        let mut positions = Vec::new();
        for sequence in inputs.chunks_exact(t as usize * d) {
            for a in directions.chunks_exact(d) {
                let (first, _) = least(sequence.chunks_exact(d).map(|x| -f64::from(dot(a, x))));
                positions.push(first as u32);
            }
        }
        positions
    }

    fn target_rows(&self, _t: u32, sequence: &[f32], _query: usize) -> Vec<TargetRow> {
        let (directions, d) = (self.directions(), self.d as usize);
        let row = |(target, a): (usize, &[f32])| {
            let tokens = sequence.chunks_exact(d);
            // a·x is normal with deviation |a|.
            let most = 3.0 * f64::from(dot(a, a)).sqrt();
            let values = tokens.map(|x| Some(f64::from(dot(a, x)))).collect();
            TargetRow::with_largest(target, values, (-most, most))
        };
        directions.chunks_exact(d).enumerate().map(row).collect()
    }

    /// Along a_i: what the token is at right angles to it stays.
    fn move_token(&self, row: usize, token: &mut [f32], _query: &[f32], value: f64) {
        let directions = self.directions();
        let Some(a) = directions.chunks_exact(self.d as usize).nth(row) else {
            return;
        };
        let by = (value as f32 - dot(a, token)) / dot(a, a);
        token.iter_mut().zip(a).for_each(|(x, a)| *x += by * a);
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Purpose;
    use crate::task::Task;
    use crate::task::tests::read;

    #[test]
    fn the_target_is_the_sum_of_maxima() {
        let task = MaxSum {
            D: 2,
            d: 2,
            ..MaxSum::default()
        };
        let directions = [1.0, 0.0, 0.0, -2.0];
        // Maxima: 3 along the first axis (token 1), -2·-5 = 10 along the second (token 0).
        assert_eq!(task.target(&directions, &[-1.0, -5.0, 3.0, 4.0]), 13.0);
    }

    #[test]
    fn the_sentence_speaks_of_targets() {
        let sentence = |count| {
            let task = MaxSum {
                D: count,
                ..MaxSum::default()
            };
            task.sentence()
        };
        assert_eq!(
            sentence(1),
            "Find one target. It has fixed weights, and is the token whose numbers, weighted with \
             them, have the largest sum. The answer is that sum."
        );
        assert_eq!(
            sentence(3),
            "Find 3 targets. Each has fixed weights, and is the token whose numbers, weighted with \
             them, have the largest sum. The answer adds up these 3 sums."
        );
    }

    #[test]
    fn extrema_are_where_the_target_comes_from() {
        let task = MaxSum {
            D: 3,
            d: 5,
            directions: Directions::Gaussian,
            seed: 9,
        };
        let (t, count) = (7, 50);
        let inputs = task.inputs(&mut Stream::new(Purpose::Training, 9, 0), t, count);
        let (targets, extrema) = (task.targets(t, &inputs), task.extrema(t, &inputs));
        assert_eq!(extrema.len(), 150);
        let a = task.directions();
        for (s, sequence) in inputs.chunks(35).enumerate() {
            let sum: f32 = (0..3)
                .map(|i| {
                    let at = extrema[s * 3 + i] as usize;
                    dot(&a[i * 5..][..5], &sequence[at * 5..][..5])
                })
                .sum();
            assert_eq!(sum, targets[s]);
        }
    }

    #[test]
    fn given_directions_are_used_and_written_as_they_are() {
        let given = json!({ "kind": "max-sum", "directions": [[1, 0.5], [0, -2], [-1, 0]] });
        let task = read(given).unwrap();
        let Task::MaxSum(inner) = &task else {
            panic!("{task:?}")
        };
        assert_eq!((inner.D, inner.d), (3, 2));
        assert_eq!(inner.directions(), [1.0, 0.5, 0.0, -2.0, -1.0, 0.0]);
        assert_eq!(
            serde_json::to_string(&task).unwrap(),
            r#"{"kind":"max-sum","D":3,"d":2,"directions":[[1,0.5],[0,-2],[-1,0]],"seed":0}"#
        );
    }

    #[test]
    fn degenerate_directions_are_refused() {
        for (given, refusal) in [
            (
                json!([[1, 2], [0, 0]]),
                "directions[1] is [0.0,0.0], but must be a row that is not",
            ),
            (
                json!([[1, 2], [1, 2]]),
                "directions[1] is [1.0,2.0], but must be no positive multiple of directions[0]: both would have the same target.",
            ),
            (json!([[1, 2], [0.5, 1]]), "no positive multiple"),
            (json!([[1, 2], [1e-60, 0]]), "0 in single precision"),
            (
                json!([[1, 2], [1]]),
                "directions[1] is [1], but must be a row of 2 numbers",
            ),
            (
                json!([[1, "x"]]),
                "directions[0][1] is \"x\", but must be a number from -1000000 to 1000000.",
            ),
            (
                json!([[]]),
                "directions[0] is [], but must be a row of 1 to 64 numbers",
            ),
            (json!([]), "a list of 1 to 32 rows"),
            (
                json!(7),
                "\"orthonormal\" or \"gaussian\" or a list of rows of numbers",
            ),
        ] {
            let problems = read(json!({ "directions": given })).unwrap_err();
            assert!(problems.contains(refusal), "{given}: {problems}");
        }
        let clash = json!({ "D": 3, "d": 1, "directions": [[1, 2], [1, 3]] });
        assert_eq!(
            read(clash).unwrap_err(),
            "task.D is 3, but must be 2, the number of rows in task.directions.\n\
             task.d is 1, but must be 2, the number of columns in task.directions."
        );
        // Every row is checked, and D is not refused for directions that could not be read.
        let many = read(json!({ "directions": [[0], [1], [2], [3]] })).unwrap_err();
        assert_eq!(many.lines().count(), 3, "{many}");
        let typo = json!({ "D": 2, "d": 1, "directions": [["1"], [-1]] });
        assert_eq!(read(typo).unwrap_err().lines().count(), 1);
        // On a line there are only two directions.
        let line = json!({ "D": 3, "d": 1, "directions": "gaussian" });
        assert!(read(line).unwrap_err().contains("be one target"));
    }
}
