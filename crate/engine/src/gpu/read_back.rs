//! Reads buffers back from the GPU: all ranges in one copy and one mapping, because every mapping
//! waits for the GPU.

use futures_channel::oneshot;

use super::Gpu;
use crate::error::ReadBackError;

/// A range of a buffer, in bytes.
pub struct BufferRange<'a> {
    pub buffer: &'a wgpu::Buffer,
    pub offset: u64,
    pub size: u64,
}

/// The numbers of `ranges`, one after the other, after all earlier commands and those of `pending`,
/// which are submitted together with the copies.
pub async fn read_back(
    Gpu { device, queue }: &Gpu,
    pending: Option<wgpu::CommandEncoder>,
    ranges: &[BufferRange<'_>],
) -> Result<Vec<f32>, ReadBackError> {
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
    map(device, &staging).await?;
    let view = staging
        .get_mapped_range(..)
        .map_err(|error| ReadBackError::Buffer(format!("{error:?}")))?;
    Ok(bytemuck::pod_collect_to_vec(&view))
}

/// Resolves when the buffer is mapped.
async fn map(device: &wgpu::Device, buffer: &wgpu::Buffer) -> Result<(), ReadBackError> {
    let (sender, receiver) = oneshot::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |result| {
        // It fails if the training was dropped meanwhile: then the result is not needed.
        let _ = sender.send(result);
    });
    // In a browser this does nothing, and the event loop calls back; natively nothing else would.
    let _ = device.poll(wgpu::PollType::wait_indefinitely());
    match receiver.await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(wgpu::BufferAsyncError)) | Err(oneshot::Canceled) => Err(ReadBackError::GpuLost),
    }
}
