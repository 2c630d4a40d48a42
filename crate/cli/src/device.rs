//! `--device`: what to train on. The GPU is in the binary only if it was built with it: it doubles
//! what must be compiled.

use clap::ValueEnum;
use engine::Engine;
use lab::Experiment;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Device {
    /// The CPU.
    Cpu,
    /// A GPU, through Vulkan, Metal or Direct3D.
    Wgpu,
}

impl std::fmt::Display for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Device::Cpu => "cpu",
            Device::Wgpu => "wgpu",
        })
    }
}

impl Device {
    /// Starts it.
    pub fn engine(self) -> Result<Engine, String> {
        match self {
            Device::Cpu => Ok(Engine::cpu()),
            #[cfg(feature = "wgpu")]
            Device::Wgpu => crate::block_on(Engine::webgpu())
                .map_err(|error| format!("{error}. Without --device wgpu, the CPU trains.")),
            // No full stop: the command is there to be copied.
            #[cfg(not(feature = "wgpu"))]
            Device::Wgpu => Err(
                "This binary was built without the GPU; this builds it with: \
                 cargo build --release -p cli --features wgpu"
                    .into(),
            ),
        }
    }

    /// The runs that are `open`, as they are best trained: each alone on a CPU, where nothing is
    /// gained by padding runs to the widest; together on a GPU, which is idle otherwise.
    pub fn cohorts(self, experiment: &Experiment, open: &[bool]) -> Vec<Vec<usize>> {
        let cohorts = match self {
            Device::Cpu => (0..open.len()).map(|index| vec![index]).collect(),
            Device::Wgpu => lab::cohorts(experiment),
        };
        let left = |cohort: Vec<usize>| cohort.into_iter().filter(|&i| open[i]).collect();
        let left = cohorts.into_iter().map(left);
        left.filter(|cohort: &Vec<usize>| !cohort.is_empty())
            .collect()
    }
}
