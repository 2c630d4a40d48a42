//! `InstructionSet`: which instructions the kernels compute with, chosen when the program runs. All
//! of them compute the same bits: it is a matter of speed alone.

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
use super::portable::Portable;
use crate::reader::ComputePath;

/// Instructions that this machine has.
#[derive(Clone, Copy, Debug)]
pub enum InstructionSet {
    /// Those that the program is compiled for.
    Portable(Portable),
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

/// Evaluates an expression with `$simd` as the [`super::lanes::Simd`] of an instruction set.
macro_rules! with_simd {
    ($set:expr, |$simd:ident| $value:expr) => {
        match $set {
            $crate::fused::InstructionSet::Portable($simd) => $value,
            #[cfg(target_arch = "x86_64")]
            $crate::fused::InstructionSet::Avx2($simd) => $value,
        }
    };
}
pub(super) use with_simd;

impl InstructionSet {
    /// The fastest of this machine.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            return Self::Avx2(avx2);
        }
        Self::Portable(Portable)
    }

    /// What a path computes with.
    pub fn of(path: ComputePath) -> Self {
        match path {
            ComputePath::Fused | ComputePath::Reference => Self::detect(),
            ComputePath::Portable => Self::Portable(Portable),
        }
    }

    /// Its name, one of those that `lab::common_engine` knows; `None` where numbers are computed one by one, as in a browser without SIMD.
    pub fn name(self) -> Option<&'static str> {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => Some("AVX2"),
            Self::Portable(_) if cfg!(target_arch = "x86_64") => Some("SSE2"),
            Self::Portable(_) if cfg!(target_arch = "aarch64") => Some("NEON"),
            Self::Portable(_) if cfg!(target_feature = "simd128") => Some("SIMD"),
            Self::Portable(_) if cfg!(target_family = "wasm") => None,
            Self::Portable(_) => Some("SIMD"),
        }
    }
}
