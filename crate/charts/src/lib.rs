//! # charts — how it is drawn
//!
//! plotters on a `<canvas>` in the browser, or to SVG: the same code draws both, so an exported
//! figure is the figure on the page. What is drawn comes from `lab`; nothing here trains or
//! decides.

mod axis;
mod drawing;
mod figure;
mod learning;
mod marker;
mod needed;
mod palette;
mod scatter;
mod soft_minimum;
mod svg;
mod theory_map;
mod told;
mod transition;
#[cfg(target_family = "wasm")]
mod wasm;
mod width;
mod words;

pub use drawing::{Drawing, Point, Spot};
pub use figure::{Chart, DrawError, Frame};
pub use learning::{Learning, Line};
pub use needed::Needed;
pub use palette::{Theme, colour_of};
pub use scatter::Scatter;
pub use soft_minimum::SoftMinimum;
pub use svg::svg;
pub use theory_map::{Setting, TheoryMap};
pub use told::{Table, Told};
pub use transition::{Heads, Mark, PaperLine, PlainMark, Transition, TransitionLine};
#[cfg(target_family = "wasm")]
pub use wasm::{
    compare, csv_of, draw_learning, draw_needed, draw_scatter, draw_soft_minimum, draw_theory_map,
    draw_transition, draw_width, from_query, memory_of, paper_values, stepped, stroke_of, svg_of,
    table_of, theory, to_query,
};
pub use width::{Width, WidthLine, WidthPoint};

#[cfg(test)]
mod layout;
