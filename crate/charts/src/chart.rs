//! What every chart has in common. What it draws, each chart decides in its own file.

use crate::description::Describe;
use crate::drawing::Drawing;
use crate::frame::Frame;
use crate::part::{Part, PartShown};

/// A chart: data that can be drawn in any frame, and described without being seen.
pub trait Chart: Describe {
    /// Which chart it is, as file names and the page have it: "transition", "theory-map", …
    fn kind(&self) -> &'static str;
    /// The heading of the chart, where the caller has no other.
    fn title(&self) -> String;
    /// The paper that its task or theory is from; empty where there is none to cite.
    fn citation(&self) -> &'static str;
    /// The parts that can be shown or hidden: only those that this chart has something for.
    fn parts(&self) -> Vec<PartShown> {
        Vec::new()
    }
    /// Shows or hides a part; one that it has nothing for changes nothing. Recorded results that are hidden
    /// are gone: a chart that shows them is made anew.
    fn show(&mut self, _part: Part, _shown: bool) {}
    /// The chart in a frame.
    fn draw(&self, frame: Frame) -> Drawing;
}
