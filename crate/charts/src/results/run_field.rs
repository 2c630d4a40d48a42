//! The numbers that tell runs apart, by the letters that experiments use for them.

use lab::Run;

/// One of the numbers that tell runs apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunField {
    /// Heads.
    H,
    /// Sequence length.
    T,
    /// Hidden width.
    N,
    /// Attention layers side by side.
    W,
    /// Layers.
    L,
    /// Seed.
    Seed,
}

impl RunField {
    /// Its name in the JSON of a run.
    pub fn name(self) -> &'static str {
        match self {
            Self::H => "h",
            Self::T => "T",
            Self::N => "N",
            Self::W => "w",
            Self::L => "L",
            Self::Seed => "seed",
        }
    }

    /// Its value in a run.
    pub fn of(self, run: &Run) -> u32 {
        match self {
            Self::H => run.architecture.h,
            Self::T => run.T,
            Self::N => run.architecture.N,
            Self::W => run.architecture.w,
            Self::L => run.architecture.L,
            Self::Seed => run.seed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::{Architecture, Form};

    #[test]
    fn every_field_is_found_by_its_name_and_reads_its_own_number() {
        let run = Run {
            T: 2,
            architecture: Architecture {
                form: Form::Encoder,
                h: 1,
                n: 9,
                N: 3,
                w: 4,
                L: 5,
            },
            seed: 6,
        };
        let fields = [
            RunField::H,
            RunField::T,
            RunField::N,
            RunField::W,
            RunField::L,
            RunField::Seed,
        ];
        let names = ["h", "T", "N", "w", "L", "seed"];
        assert_eq!(fields.map(RunField::name), names);
        assert_eq!(fields.map(|field| field.of(&run)), [1, 2, 3, 4, 5, 6]);
    }
}
