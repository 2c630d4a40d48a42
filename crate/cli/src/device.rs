//! Option `--device`: the hardware that trains. GPU support is a cargo feature, because it doubles
//! what must be compiled.

use clap::ValueEnum;
use engine::Engine;
use lab::Experiment;

use crate::error::CliError;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Device {
    /// The CPU.
    Cpu,
    /// A GPU, through Vulkan, Metal or Direct3D; needs a binary built with --features wgpu.
    Wgpu,
}

impl Device {
    /// The engine that trains on this device.
    pub fn engine(self) -> Result<Engine, CliError> {
        match self {
            Device::Cpu => Ok(Engine::cpu()),
            #[cfg(feature = "wgpu")]
            Device::Wgpu => pollster::block_on(Engine::webgpu())
                .map_err(|error| format!("{error}. Without --device wgpu, the CPU trains.").into()),
            // No full stop: the command is there to be copied.
            #[cfg(not(feature = "wgpu"))]
            Device::Wgpu => Err(CliError::Other(
                "This binary was built without the GPU; this builds it with: \
                 cargo build --release -p cli --features wgpu"
                    .into(),
            )),
        }
    }

    /// Groups the runs that are `pending` (by index into [`lab::runs`]) into cohorts, the longest
    /// training first: on a CPU each run alone, because a cohort pads its runs to the widest; on a
    /// GPU together, because a single run leaves it idle.
    pub fn cohorts(self, experiment: &Experiment, pending: &[bool]) -> Vec<Vec<usize>> {
        let cohorts = match self {
            Device::Cpu => (0..pending.len()).map(|index| vec![index]).collect(),
            Device::Wgpu => lab::cohorts(experiment),
        };
        let only_pending = |mut cohort: Vec<usize>| {
            cohort.retain(|&index| pending[index]);
            (!cohort.is_empty()).then_some(cohort)
        };
        let cohorts: Vec<_> = cohorts.into_iter().filter_map(only_pending).collect();
        lab::longest_first(experiment, &cohorts)
    }

    /// Its name on the command line.
    pub fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().into())
    }
}
