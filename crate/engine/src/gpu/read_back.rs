//! Reads buffers back from the GPU: all ranges in one copy and one mapping, because every mapping
//! waits for the GPU.

use futures_channel::oneshot;

use super::Gpu;
use crate::error::{GpuError, ReadBackError};

/// A range of a buffer, in bytes.
pub struct BufferRange<'a> {
    pub buffer: &'a wgpu::Buffer,
    pub offset: u64,
    pub size: u64,
}

impl Gpu {
    /// Why burn could not read from the device, if it says `said`. A browser may refuse to map a
    /// buffer before it reports the loss of its device, so the device itself is asked.
    pub async fn why_unreadable(&self, said: String) -> GpuError {
        let probe = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("probe"),
            size: 4,
            usage: wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        let range = BufferRange {
            buffer: &probe,
            offset: 0,
            size: 4,
        };
        match read_back(self, None, &[range]).await {
            Err(ReadBackError::Gpu(error)) => error,
            _ => GpuError::Refused(said),
        }
    }
}

/// The numbers of `ranges`, one after the other, after all earlier commands and those of `pending`,
/// which are submitted together with the copies. It ends on a lost device too.
pub async fn read_back(
    gpu: &Gpu,
    pending: Option<wgpu::CommandEncoder>,
    ranges: &[BufferRange<'_>],
) -> Result<Vec<f32>, ReadBackError> {
    let Gpu { device, queue, .. } = gpu;
    let staging = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("read-back"),
        size: ranges.iter().map(|range| range.size).sum(),
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let mut encoder = pending.unwrap_or_else(|| device.create_command_encoder(&Default::default()));
    let mut to = 0;
    for range in ranges {
        encoder.copy_buffer_to_buffer(range.buffer, range.offset, &staging, to, range.size);
        to += range.size;
    }
    queue.submit([encoder.finish()]);
    let is_mapped = map(device, &staging).await;
    // A device that was lost or that refused a command may map a buffer of zeros.
    gpu.check()?;
    if !is_mapped {
        // The browser may refuse the mapping before it reports the loss of the device.
        return Err(GpuError::Lost(String::new()).into());
    }
    let view = staging
        .get_mapped_range(..)
        .map_err(|error| GpuError::Refused(format!("{error:?}")))?;
    Ok(bytemuck::pod_collect_to_vec(&view))
}

/// Resolves when the buffer is mapped, to true, or when it never will be, to false.
async fn map(device: &wgpu::Device, buffer: &wgpu::Buffer) -> bool {
    let (sender, receiver) = oneshot::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |result| {
        // It fails if the training was dropped meanwhile: then the result is not needed.
        let _ = sender.send(result);
    });
    // In a browser this does nothing, and the event loop calls back; natively nothing else would.
    let _ = device.poll(wgpu::PollType::wait_indefinitely());
    matches!(receiver.await, Ok(Ok(())))
}
