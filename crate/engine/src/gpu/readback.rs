//! Reads buffers off the GPU: all that is asked for in one copy and one mapping, because every
//! mapping waits for the GPU.

use std::future::poll_fn;
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

use super::Gpu;
use crate::cohort::TrainingError;

/// A part of a buffer, in bytes.
pub struct Part<'a> {
    pub buffer: &'a wgpu::Buffer,
    pub from: u64,
    pub size: u64,
}

/// The numbers of `parts`, one after the other, as they are when all before and all of `pending` is
/// done; that and the copies are one submission.
pub async fn read(
    Gpu { device, queue }: &Gpu,
    pending: Option<wgpu::CommandEncoder>,
    parts: &[Part<'_>],
) -> Result<Vec<f32>, TrainingError> {
    let size: u64 = parts.iter().map(|part| part.size).sum();
    let staging = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("readback"),
        size,
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let mut encoder = pending.unwrap_or_else(|| device.create_command_encoder(&Default::default()));
    let mut to = 0;
    for part in parts {
        encoder.copy_buffer_to_buffer(part.buffer, part.from, &staging, to, part.size);
        to += part.size;
    }
    queue.submit([encoder.finish()]);
    mapped(device, &staging).await?;
    let unread = |error: &dyn std::fmt::Debug| {
        TrainingError(format!("The GPU's numbers could not be read: {error:?}"))
    };
    let view = staging.get_mapped_range(..).map_err(|e| unread(&e))?;
    let number = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    Ok(view.chunks_exact(4).map(number).collect())
}

type Outcome = Result<(), wgpu::BufferAsyncError>;

/// Resolves when the buffer can be read.
async fn mapped(device: &wgpu::Device, buffer: &wgpu::Buffer) -> Result<(), TrainingError> {
    let shared: Arc<Mutex<(Option<Outcome>, Option<Waker>)>> = Arc::default();
    let there = shared.clone();
    buffer.map_async(wgpu::MapMode::Read, .., move |outcome| {
        if let Ok(mut here) = there.lock() {
            here.0 = Some(outcome);
            if let Some(waker) = here.1.take() {
                waker.wake();
            }
        }
    });
    // In a browser this does nothing, and the event loop calls back; natively nothing else would.
    let _ = device.poll(wgpu::PollType::wait_indefinitely());
    let outcome = poll_fn(|context| match shared.lock() {
        Ok(mut shared) => match shared.0.take() {
            Some(outcome) => Poll::Ready(outcome),
            None => {
                shared.1 = Some(context.waker().clone());
                Poll::Pending
            }
        },
        Err(_) => Poll::Ready(Err(wgpu::BufferAsyncError)),
    })
    .await;
    outcome.map_err(|_| TrainingError("The GPU gave no numbers back: it may be lost.".into()))
}
