//! # charts — how results are drawn
//!
//! From results to a picture, on any plotters backend: the same code draws on a `<canvas>` and to
//! SVG, so an exported figure is the figure on the page. [`Results`] become a chart here and nowhere
//! else. The numbers come from `lab`: this crate neither trains nor computes a verdict, and it does
//! not know a browser.

mod axis;
mod chart;
mod description;
mod drawing;
mod figure;
mod frame;
mod label;
mod learning;
mod marker;
mod number_format;
mod palette;
mod parameters_needed;
mod plot;
mod results;
mod scatter;
mod soft_minimum;
mod svg;
mod theory_map;
mod transition;
mod width;

pub use chart::Chart;
pub use description::{Describe, Table};
pub use drawing::{DrawError, Drawing, Position, Spot};
pub use frame::Frame;
pub use learning::{Learning, LearningLine};
pub use palette::{Theme, colour_of};
pub use parameters_needed::ParametersNeeded;
pub use results::{Entry, Results, RunCurve, RunField};
pub use scatter::Scatter;
pub use soft_minimum::SoftMinimum;
pub use svg::svg;
pub use theory_map::{Setting, TheoryMap};
pub use transition::{
    HeadsAxis, PaperLine, SingleValue, Transition, TransitionLine, TransitionOptions,
    TransitionPoint,
};
pub use width::{Width, WidthLine, WidthPoint};

#[cfg(test)]
mod layout_tests;
