//! What every chart has in common. What it draws, each chart decides in its own file.

use crate::description::Describe;
use crate::drawing::Drawing;
use crate::frame::Frame;

/// A chart: data that can be drawn in any frame, and described without being seen.
pub trait Chart: Describe {
    /// Which chart it is, as file names and the page have it: "transition", "theory-map", …
    fn kind(&self) -> &'static str;
    /// The heading of the chart, where the caller has no other.
    fn title(&self) -> String;
    /// The paper that its task or theory is from; empty where there is none to cite.
    fn citation(&self) -> &'static str;
    /// The chart in a frame.
    fn draw(&self, frame: Frame) -> Drawing;
}
