//! # charts — how results are drawn
//!
//! From results to a picture, on any plotters backend: the same code draws on a `<canvas>` and to
//! SVG, so an exported figure is the figure on the page. [`Results`] become a chart here and nowhere
//! else. The numbers come from `lab`: this crate neither trains nor computes a verdict, and it does
//! not know a browser.

mod attended;
mod attention_strips;
mod axes;
mod axis;
mod chart;
mod curve;
mod dashes;
mod description;
mod drawing;
mod figure;
mod figure_page;
mod frame;
mod label;
mod learning;
mod machine;
mod marker;
mod number_format;
mod number_text;
mod off_scale;
mod other_lengths;
mod paint;
mod palette;
mod parameters_needed;
mod part;
mod pdf;
mod plot;
#[cfg(feature = "png")]
mod png;
mod raised;
mod random_heads;
mod results;
mod scatter;
mod shade;
mod soft_minimum;
mod specialisation_matrix;
mod svg;
mod theory_map;
mod transition;
mod width;

pub use attended::{Attended, MachineHead};
pub use attention_strips::AttentionStrips;
pub use chart::Chart;
pub use curve::Curve;
pub use description::{Columns, Describe, Table};
pub use drawing::{DrawError, Drawing, Position, Spot};
pub use figure_page::figure_page;
pub use frame::{Font, Frame, PrintSize};
pub use learning::{Learning, LearningLine};
pub use machine::{Grip, Machine, MachineAnswer, MachineOptions};
pub use other_lengths::{LengthLine, OtherLengths};
pub use paint::PARTS_OF_PIXEL;
pub use palette::Theme;
pub use parameters_needed::ParametersNeeded;
pub use part::{Part, PartShown};
pub use pdf::pdf;
#[cfg(feature = "png")]
pub use png::{FontFile, PngError, PngFonts, png};
pub use random_heads::{RandomHeads, RandomHeadsLine};
pub use results::{Entry, Results, RunCurve, RunField, RunNews};
pub use scatter::Scatter;
pub use soft_minimum::SoftMinimum;
pub use specialisation_matrix::SpecialisationMatrix;
pub use svg::svg;
pub use theory_map::{Setting, TheoryMap};
pub use transition::{
    Diverged, Drop, HeadsAxis, PaperLine, RunSizes, SingleValue, Transition, TransitionLine,
    TransitionOptions, TransitionPoint,
};
pub use width::{Width, WidthLine, WidthPoint};

#[cfg(test)]
mod layout_tests;
#[cfg(test)]
mod one_is_no_plural;
