//! # charts — how it is drawn
//!
//! plotters on a `<canvas>` in the browser, to SVG natively: the same code draws both, so an
//! exported figure is the figure on the page. What is drawn comes from `lab`; nothing here trains
//! or decides.

mod axis;
mod figure;
mod learning;
mod palette;
#[cfg(not(target_family = "wasm"))]
mod svg;
mod transition;
#[cfg(target_family = "wasm")]
mod wasm;

pub use figure::{DrawError, Frame};
pub use learning::{Learning, Line};
pub use palette::{Theme, colour_of};
pub use transition::{Mark, Transition};
#[cfg(target_family = "wasm")]
pub use wasm::{draw_learning, draw_transition, from_query, memory_of, to_query};
