//! # charts — how it is drawn
//!
//! From results to a picture, on any plotters backend: the same code draws on a `<canvas>` and to
//! SVG, so an exported figure is the figure on the page. What is drawn comes from `lab`; nothing
//! here trains or decides, and nothing here knows a browser.

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
pub use width::{Width, WidthLine, WidthPoint};

#[cfg(test)]
mod layout;
