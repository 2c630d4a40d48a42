//! Parts of a chart that a figure may do without. What they look like, each chart decides.

/// A part that can be shown or hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The line at the task's D.
    Dimension,
    /// The shades of too few and enough heads, and their names.
    Zones,
    /// A paper's own values.
    Paper,
    /// The spread over seeds.
    Band,
    /// Results that were recorded earlier.
    Recorded,
}

/// Every part, and its name.
const NAMES: [(Part, &str); 5] = [
    (Part::Dimension, "dimension"),
    (Part::Zones, "zones"),
    (Part::Paper, "paper"),
    (Part::Band, "band"),
    (Part::Recorded, "recorded"),
];

impl Part {
    /// Its name, for JavaScript and the command line.
    pub fn name(self) -> &'static str {
        let own = NAMES.iter().find(|(part, _)| *part == self);
        own.map_or("", |(_, name)| name)
    }

    /// The part of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        let own = NAMES.iter().find(|(_, known)| *known == name);
        own.map(|(part, _)| *part)
    }
}

/// A part of a chart, and whether it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartShown {
    /// The part.
    pub part: Part,
    /// Whether it is shown.
    pub shown: bool,
}
