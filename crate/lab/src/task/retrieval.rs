//! `retrieval`: paper 1's target class, generalized D-retrieval. Its parts are in other files: the
//! maps f_i in `feature.rs`, positions in `subsets.rs`, the outer map in `outer.rs`.

use serde::Serialize;

use super::feature::{Feature, Minimiser, SEPARATION};
use super::outer::Outer;
use super::subsets::Subsets;
use super::{Kind, TargetRow, least};
use crate::fields::Fields;
use crate::random::{Purpose, Stream};

/// y = F0(z_1, …, z_D) with z_i = min over t in S_i of f_i(x(t)), and x(t) uniform on [0, 1]^d.
///
/// The least f_i is target i. The f_i have one shape and D minimisers, at least 0.2 apart and 0.1 inside the cube.
/// Where the S_i are not all positions, a token needs its position: a last coordinate, t/(T−1) for
/// t = 0 … T−1 (0 if T = 1), is appended to it, which no f_i uses.
///
/// ```
/// use lab::{Dataset, Purpose, Retrieval, Task};
///
/// let task = Task::Retrieval(Retrieval { D: 3, ..Retrieval::default() });
/// let set = Dataset::draw(&task, Purpose::Training, 16, 0, 100);
/// // Each of three minima lies between 0 and 1, and they are added.
/// assert!(set.targets.iter().all(|y| (0.0..=3.0).contains(y)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(non_snake_case)]
pub struct Retrieval {
    /// Intrinsic dimension: the number of targets, which are minima. Default 4.
    pub D: u32,
    /// Dimension of a token, its position not counted. Default 2.
    pub d: u32,
    /// The shape of the maps f_i. Default bowl.
    pub feature: Feature,
    /// Which positions count for each target. Default all.
    pub subsets: Subsets,
    /// How the minima are combined into one number. Default sum.
    pub outer: Outer,
    /// Sets the minimisers, random subsets, and the data. Default 0.
    pub seed: u32,
}

impl Default for Retrieval {
    fn default() -> Self {
        Self {
            D: 4,
            d: 2,
            feature: Feature::Bowl,
            subsets: Subsets::All,
            outer: Outer::Sum,
            seed: 0,
        }
    }
}

impl Retrieval {
    pub(super) fn read(fields: &mut Fields<'_>) -> Self {
        let default = Self::default();
        let task = Self {
            D: fields.whole("D", default.D, 1..=32),
            d: fields.whole("d", default.d, 1..=64),
            feature: fields.choice(
                "feature",
                &[
                    ("bowl", Feature::Bowl),
                    ("well", Feature::Well),
                    ("log", Feature::Log),
                ],
            ),
            subsets: fields.choice(
                "subsets",
                &[
                    ("all", Subsets::All),
                    ("blocks", Subsets::Blocks),
                    ("random", Subsets::Random),
                ],
            ),
            outer: fields.choice(
                "outer",
                &[
                    ("sum", Outer::Sum),
                    ("product", Outer::Product),
                    ("smooth", Outer::Smooth),
                ],
            ),
            seed: fields.whole("seed", default.seed, 0..=u32::MAX),
        };
        if task.minimisers().is_none() {
            fields.refuse(
                "D",
                task.D.into(),
                format!(
                    "smaller, or task.d greater than {}: paper 1 assumes well separated \
                     minimisers, and {} that are {SEPARATION} apart were not found in the cube",
                    task.d, task.D
                ),
            );
            let larger = task.d + 1;
            fields.offer(format!("Set d = {larger}"), "d", larger.into());
        }
        task
    }

    fn minimisers(&self) -> Option<Vec<Minimiser>> {
        let mut stream = Stream::new(Purpose::Task, self.seed, 0);
        Minimiser::draw(&mut stream, self.D as usize, self.d as usize)
    }

    /// The point at which the map of each target is least: D points in the cube.
    pub(crate) fn minimiser_points(&self) -> Vec<Vec<f64>> {
        let found = self.minimisers().into_iter().flatten();
        found.map(|minimiser| minimiser.c).collect()
    }

    /// The positions that count for each target in sequences of length `t`.
    pub(crate) fn positions(&self, t: u32) -> Vec<Vec<usize>> {
        self.subsets.draw(self.seed, self.D as usize, t as usize)
    }

    /// For each sequence, the D positions of the minima and the D minima z_i.
    fn minima(&self, t: u32, inputs: &[f32]) -> Vec<Vec<(usize, f64)>> {
        let minimisers = self
            .minimisers()
            .expect("a task that was read has its minimisers");
        let subsets = self.positions(t);
        let (d, width) = (self.d as usize, self.token_dimension() as usize);
        inputs
            .chunks_exact(t as usize * width)
            .map(|sequence| {
                let minimum = |(place, subset): (&Minimiser, &Vec<usize>)| {
                    // Every shape grows with the distance, so the nearest token has the minimum.
                    let (nth, share) = least(subset.iter().map(|position| {
                        let token = &sequence[position * width..][..d];
                        place.share(token.iter().map(|x| f64::from(*x)))
                    }));
                    (subset[nth], self.feature.value(share))
                };
                minimisers.iter().zip(&subsets).map(minimum).collect()
            })
            .collect()
    }
}

impl Kind for Retrieval {
    fn dimension(&self) -> Option<u32> {
        Some(self.D)
    }

    fn token_dimension(&self) -> u32 {
        self.d + u32::from(self.subsets != Subsets::All)
    }

    fn seed(&self) -> u32 {
        self.seed
    }

    fn sentence(&self) -> String {
        let spots = match self.D {
            1 => "1 hidden spot".into(),
            more => format!("each of {more} hidden spots"),
        };
        let part = match self.subsets {
            Subsets::All => "the sequence",
            Subsets::Blocks => "its own stretch of the sequence",
            Subsets::Random => "its own part of the sequence",
        };
        let combined = match self.outer {
            Outer::Sum => "Add up what was found.",
            Outer::Product => "Add one to each answer, and multiply.",
            Outer::Smooth => "Blend the answers into one number.",
        };
        format!("For {spots}, find how close {part} comes to it. {combined}")
    }

    fn inputs(&self, stream: &mut Stream, t: u32, count: u32) -> Vec<f32> {
        let width = self.token_dimension() as usize;
        let mut inputs = Vec::with_capacity(count as usize * t as usize * width);
        for _ in 0..count {
            for position in 0..t {
                inputs.extend((0..self.d).map(|_| stream.uniform()));
                if self.subsets != Subsets::All {
                    inputs.push(position as f32 / t.saturating_sub(1).max(1) as f32);
                }
            }
        }
        inputs
    }

    fn targets(&self, t: u32, inputs: &[f32]) -> Vec<f32> {
        self.minima(t, inputs)
            .into_iter()
            .map(|minima| {
                let z: Vec<f64> = minima.into_iter().map(|(_, z)| z).collect();
                self.outer.value(&z) as f32
            })
            .collect()
    }

    fn extrema(&self, t: u32, inputs: &[f32]) -> Vec<u32> {
        let minima = self.minima(t, inputs);
        minima.iter().flatten().map(|(at, _)| *at as u32).collect()
    }

    /// How close each token is to a hidden spot: 1 − f_i, which is largest where f_i is least.
    fn target_rows(&self, t: u32, sequence: &[f32], _query: usize) -> Vec<TargetRow> {
        let (d, width) = (self.d as usize, self.token_dimension() as usize);
        let minimisers = self.minimisers().unwrap_or_default();
        let subsets = self.positions(t);
        let row = |(target, (place, subset)): (usize, (&Minimiser, &Vec<usize>))| {
            let closeness = |(position, token): (usize, &[f32])| {
                let share = place.share(token[..d].iter().map(|x| f64::from(*x)));
                let counts = subset.contains(&position);
                counts.then(|| 1.0 - self.feature.value(share))
            };
            let tokens = sequence.chunks_exact(width).enumerate();
            TargetRow::with_largest(target, tokens.map(closeness).collect(), (0.0, 1.0))
        };
        let both = minimisers.iter().zip(&subsets);
        both.enumerate().map(row).collect()
    }

    /// Towards the hidden spot or away from it, as far as the cube goes.
    fn move_token(&self, row: usize, token: &mut [f32], _query: &[f32], value: f64) {
        let minimisers = self.minimisers().unwrap_or_default();
        let Some(place) = minimisers.get(row) else {
            return;
        };
        let x = &mut token[..self.d as usize];
        let now = place.share(x.iter().map(|x| f64::from(*x)));
        let wanted = self.feature.share_of(1.0 - value.clamp(0.0, 1.0));
        for (x, c) in x.iter_mut().zip(&place.c) {
            // At the spot itself there is no direction to go on in: any will do.
            let away = if now > 1e-12 { f64::from(*x) - c } else { 1e-3 };
            let factor = (wanted / now.max(1e-12)).sqrt();
            *x = (c + factor * away).clamp(0.0, 1.0) as f32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::tests::read;
    use crate::{Dataset, Task};
    use serde_json::json;

    #[test]
    fn targets_and_extrema_agree_with_plain_loops() {
        let t = 11;
        for subsets in [Subsets::All, Subsets::Blocks, Subsets::Random] {
            for feature in [Feature::Bowl, Feature::Well, Feature::Log] {
                let task = Retrieval {
                    D: 3,
                    d: 2,
                    feature,
                    subsets,
                    outer: Outer::Smooth,
                    seed: 8,
                };
                let set = Dataset::draw(&Task::Retrieval(task.clone()), Purpose::Training, t, 0, 9);
                let extrema = task.extrema(t, &set.inputs);
                let places = task.minimisers().unwrap();
                let sets = subsets.draw(8, 3, t as usize);
                let width = if subsets == Subsets::All { 2 } else { 3 };
                assert_eq!(set.inputs.len(), 9 * 11 * width);
                for s in 0..9 {
                    let mut z = [f64::INFINITY; 3];
                    for i in 0..3 {
                        for position in 0..11 {
                            let token = &set.inputs[(s * 11 + position) * width..][..width];
                            if width == 3 {
                                assert_eq!(token[2], position as f32 / 10.0);
                            }
                            if !sets[i].contains(&position) {
                                continue;
                            }
                            let share = places[i].share(token[..2].iter().map(|x| (*x).into()));
                            let value = feature.value(share);
                            z[i] = z[i].min(value);
                            // Nothing in S_i lies below what extrema points at.
                            let at = extrema[s * 3 + i] as usize;
                            assert!(sets[i].contains(&at));
                            let best = &set.inputs[(s * 11 + at) * width..][..2];
                            let best = places[i].share(best.iter().map(|x| (*x).into()));
                            assert!(feature.value(best) <= value);
                        }
                    }
                    assert_eq!(set.targets[s], Outer::Smooth.value(&z) as f32);
                }
            }
        }
    }

    #[test]
    fn the_mean_minimum_follows_its_integral() {
        // On a line, P(|x − c| > r) = 1 − |[c−r, c+r] ∩ [0, 1]|, and the mean of the least of T
        // values g(r²/R²) is the integral of P(value > v) over v, here in 20 000 steps.
        for feature in [Feature::Bowl, Feature::Well, Feature::Log] {
            let task = Retrieval {
                D: 1,
                d: 1,
                feature,
                ..Retrieval::default()
            };
            let c = task.minimisers().unwrap()[0].c[0];
            let (t, count, steps) = (6, 40_000, 20_000);
            let reach = c.max(1.0 - c);
            let at = |i: i32| feature.value((f64::from(i) / f64::from(steps)).powi(2));
            let (mut mean, mut square) = (0.0, 0.0);
            for i in 0..steps {
                let r = reach * (f64::from(i) + 0.5) / f64::from(steps);
                let inside = (c + r).min(1.0) - (c - r).max(0.0);
                let (low, high) = (at(i), at(i + 1));
                mean += (1.0 - inside).powi(t) * (high - low);
                square += (1.0 - inside).powi(t) * (high * high - low * low);
            }
            let set = Dataset::draw(
                &Task::Retrieval(task),
                Purpose::Training,
                t as u32,
                0,
                count,
            );
            let error = ((square - mean * mean) / f64::from(count)).sqrt();
            let measured = f64::from(set.scale().mean);
            assert!((measured - mean).abs() < 5.0 * error, "{measured} {mean}");
        }
    }

    #[test]
    fn the_sentence_describes_the_task() {
        let mut task = Retrieval::default();
        assert_eq!(
            task.sentence(),
            "For each of 4 hidden spots, find how close the sequence comes to it. Add up what \
             was found."
        );
        (task.D, task.subsets, task.outer) = (1, Subsets::Blocks, Outer::Product);
        assert_eq!(
            task.sentence(),
            "For 1 hidden spot, find how close its own stretch of the sequence comes to it. Add \
             one to each answer, and multiply."
        );
    }

    #[test]
    fn a_sequence_of_one_token_has_position_zero() {
        let task = Task::Retrieval(Retrieval {
            subsets: Subsets::Blocks,
            ..Retrieval::default()
        });
        let set = Dataset::draw(&task, Purpose::Training, 1, 0, 5);
        assert!(set.inputs.chunks(3).all(|token| token[2] == 0.0));
        assert_eq!(task.extrema(1, &set.inputs), [0; 20]);
    }

    #[test]
    fn too_many_minimisers_are_refused_with_the_assumption() {
        let given = json!({ "kind": "retrieval", "D": 9, "d": 1, "outer": "max" });
        assert_eq!(
            read(given).unwrap_err(),
            "task.outer is \"max\", but must be \"sum\" or \"product\" or \"smooth\".\n\
             task.D is 9, but must be smaller, or task.d greater than 1: paper 1 assumes well \
             separated minimisers, and 9 that are 0.2 apart were not found in the cube."
        );
    }
}
