//! Seeded random numbers: one independent ChaCha stream per purpose, so that changing how many
//! numbers one part draws never shifts what another part sees. Not for secrets.

use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use rand_distr::{Distribution, StandardNormal};

/// What a stream's numbers are for. The discriminant is part of every recorded result: never
/// renumber.
///
/// The training set and the validation set of one seed have nothing in common.
///
/// ```
/// use lab::{Purpose, Stream};
///
/// let first = |purpose| Stream::new(purpose, 0, 0).normal();
/// assert_ne!(first(Purpose::Training), first(Purpose::Validation));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Purpose {
    /// The task's own parameters, such as the directions a_i.
    Task = 1,
    /// Training sequences.
    Training = 2,
    /// Validation sequences.
    Validation = 3,
    /// Initial weights of a run.
    Weights = 4,
    /// The order in which a run sees the training set.
    Order = 5,
    /// Random heads whose error the theory gives.
    Theory = 6,
    /// What a mystery is drawn from and scrambled with.
    Mystery = 7,
}

/// A stream of random numbers, fully determined by its purpose, seed and index.
///
/// ```
/// use lab::{Purpose, Stream};
///
/// let five = |seed| {
///     let mut stream = Stream::new(Purpose::Order, seed, 0);
///     [(); 5].map(|_| stream.below(1000))
/// };
/// assert_eq!(five(3), five(3));
/// assert_ne!(five(3), five(4));
/// ```
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream for `purpose` under `seed`. `index` distinguishes streams of one purpose, such as
    /// those of sequence lengths or epochs.
    ///
    /// ```
    /// use lab::{Purpose, Stream};
    ///
    /// // Two epochs of one run: the same seed, another index.
    /// let [first, second] = [0, 1].map(|epoch| Stream::new(Purpose::Order, 7, epoch).order(100));
    /// assert_ne!(first, second);
    /// ```
    pub fn new(purpose: Purpose, seed: u32, index: u64) -> Self {
        let mut key = [0u8; 32];
        key[..8].copy_from_slice(&(purpose as u64).to_le_bytes());
        key[8..12].copy_from_slice(&seed.to_le_bytes());
        key[16..24].copy_from_slice(&index.to_le_bytes());
        Self(ChaCha8Rng::from_seed(key))
    }

    /// A standard normal number.
    ///
    /// ```
    /// use lab::{Purpose, Stream};
    ///
    /// let mut stream = Stream::new(Purpose::Training, 0, 0);
    /// let squares: f32 = (0..10_000).map(|_| stream.normal().powi(2)).sum();
    /// // The variance is 1.
    /// assert!((squares / 10_000.0 - 1.0).abs() < 0.05);
    /// ```
    pub fn normal(&mut self) -> f32 {
        StandardNormal.sample(&mut self.0)
    }

    /// A uniform number in [0, 1), a multiple of 2⁻²⁴.
    ///
    /// ```
    /// use lab::{Purpose, Stream};
    ///
    /// let mut stream = Stream::new(Purpose::Training, 0, 0);
    /// let numbers: Vec<f32> = (0..1000).map(|_| stream.uniform()).collect();
    /// assert!(numbers.iter().all(|x| (0.0..1.0).contains(x)));
    /// ```
    pub fn uniform(&mut self) -> f32 {
        (self.0.next_u32() >> 8) as f32 / (1u32 << 24) as f32
    }

    /// A whole number in `0..below`, without bias.
    ///
    /// ```
    /// use lab::{Purpose, Stream};
    ///
    /// let mut stream = Stream::new(Purpose::Order, 0, 0);
    /// let mut counts = [0; 6];
    /// for _ in 0..6000 {
    ///     counts[stream.below(6) as usize] += 1;
    /// }
    /// // A fair die: each face comes up about 1000 times.
    /// assert!(counts.iter().all(|count| (850..1150).contains(count)));
    /// ```
    pub fn below(&mut self, below: u32) -> u32 {
        // Rejection sampling: the few largest values, which would favour small results, are drawn again.
        let limit = u32::MAX - u32::MAX % below;
        loop {
            let value = self.0.next_u32();
            if value < limit {
                return value % below;
            }
        }
    }

    /// A uniformly random order of `0..len` (Fisher–Yates).
    ///
    /// ```
    /// use lab::{Purpose, Stream};
    ///
    /// let mut order = Stream::new(Purpose::Order, 0, 0).order(5);
    /// order.sort();
    /// assert_eq!(order, [0, 1, 2, 3, 4]);
    /// ```
    pub fn order(&mut self, len: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (0..len as u32).collect();
        for i in (1..len).rev() {
            order.swap(i, self.below(i as u32 + 1) as usize);
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_by_purpose_seed_and_index() {
        let first = |purpose, seed, index| Stream::new(purpose, seed, index).normal();
        let base = first(Purpose::Training, 0, 0);
        assert_eq!(base, first(Purpose::Training, 0, 0));
        assert_ne!(base, first(Purpose::Validation, 0, 0));
        assert_ne!(base, first(Purpose::Training, 1, 0));
        assert_ne!(base, first(Purpose::Training, 0, 1));
    }

    #[test]
    fn normals_have_mean_zero_and_variance_one() {
        let mut stream = Stream::new(Purpose::Training, 7, 0);
        let count = 200_000;
        let (mut sum, mut squares) = (0.0f64, 0.0f64);
        for _ in 0..count {
            let x = stream.normal() as f64;
            sum += x;
            squares += x * x;
        }
        let (mean, variance) = (sum / count as f64, squares / count as f64);
        // Five standard errors: 1/√n for the mean, √(2/n) for the variance.
        assert!(mean.abs() < 5.0 / (count as f64).sqrt(), "mean {mean}");
        assert!((variance - 1.0).abs() < 5.0 * (2.0 / count as f64).sqrt());
    }

    #[test]
    fn uniforms_have_their_moments_and_bounds() {
        let mut stream = Stream::new(Purpose::Training, 7, 1);
        let count = 200_000;
        let x: Vec<f64> = (0..count).map(|_| stream.uniform().into()).collect();
        assert!(x.iter().all(|x| (0.0..1.0).contains(x)));
        let moment = |power| x.iter().map(|x| x.powi(power)).sum::<f64>() / f64::from(count);
        // Five standard errors, from Var(x^k) = 1/(2k+1) − 1/(k+1)².
        for k in 1..=4 {
            let (mean, squares) = (1.0 / f64::from(k + 1), 1.0 / f64::from(2 * k + 1));
            let error = ((squares - mean * mean) / f64::from(count)).sqrt();
            assert!((moment(k) - mean).abs() < 5.0 * error, "power {k}");
        }
    }

    #[test]
    fn an_order_has_every_index_once() {
        let mut order = Stream::new(Purpose::Order, 3, 0).order(1000);
        assert_ne!(order, (0..1000).collect::<Vec<_>>());
        order.sort_unstable();
        assert_eq!(order, (0..1000).collect::<Vec<_>>());
    }
}
