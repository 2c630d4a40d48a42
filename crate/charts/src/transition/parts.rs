//! The parts of the chart that can be shown or hidden. How each is drawn stands in the other files of this
//! folder.

use super::Transition;
use crate::part::{Part, PartShown};

impl Transition {
    /// Whether a part that is drawn or not is hidden; the paper's values and recorded results are lines,
    /// which are here or not.
    pub(super) fn hides(&self, part: Part) -> bool {
        self.hidden.contains(&part)
    }

    /// The parts that it has something for.
    pub(super) fn own_parts(&self) -> Vec<PartShown> {
        let mut parts = Vec::new();
        let mut add = |part: Part, is_there: bool, shown: bool| {
            if is_there {
                parts.push(PartShown { part, shown });
            }
        };
        let has_dimension = self.D.is_some();
        for part in [Part::Dimension, Part::Zones] {
            add(part, has_dimension, !self.hides(part));
        }
        let paper = !self.paper.is_empty();
        add(Part::Paper, paper || !self.hidden_paper.is_empty(), paper);
        // Recorded lines are drawn without theirs.
        let trained = self.lines.iter().filter(|line| !line.recorded);
        let mut points = trained.flat_map(|line| &line.points);
        let has_spread = points.any(|point| point.min < point.max);
        add(Part::Band, has_spread, !self.hides(Part::Band));
        // A chart of recorded results alone would be empty without them.
        let recorded = self.lines.iter().any(|line| line.recorded);
        let has_others = self.lines.iter().any(|line| !line.recorded);
        add(Part::Recorded, recorded && has_others, true);
        parts
    }

    /// Shows or hides a part.
    pub(super) fn show_part(&mut self, part: Part, shown: bool) {
        let is_other = |of: &PartShown| of.part == part && of.shown != shown;
        if !self.own_parts().iter().any(is_other) {
            return;
        }
        match part {
            Part::Paper => {
                std::mem::swap(&mut self.paper, &mut self.hidden_paper);
                std::mem::swap(&mut self.citation, &mut self.hidden_citation);
            }
            Part::Recorded => self.lines.retain(|line| !line.recorded),
            _ if shown => self.hidden.retain(|of| *of != part),
            _ => self.hidden.push(part),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::samples::results;
    use crate::{Chart, Describe, Frame, TransitionOptions, svg};
    use serde_json::json;

    fn chart() -> Transition {
        let grid = json!({ "grid": { "h": [1, 2, 3, 4, 5] }, "seeds": [0, 1] });
        let all = results(grid, |run| Some(0.1 / f64::from(1 + run.seed)));
        let entries = [all.trained_here(), all.recorded_as("earlier")];
        Transition::of(all.experiment(), &entries, TransitionOptions::default())
    }

    fn shown(chart: &Transition) -> Vec<Part> {
        let shown = chart.parts().into_iter().filter(|of| of.shown);
        shown.map(|of| of.part).collect()
    }

    #[test]
    fn every_part_is_hidden_and_most_are_shown_again() {
        use Part::{Band, Dimension, Paper, Recorded, Zones};
        let mut chart = chart();
        assert_eq!(shown(&chart), [Dimension, Zones, Band, Recorded]);
        let words =
            |chart: &Transition| svg(chart, Frame::default(), "", chart.citation()).unwrap();
        let before = words(&chart);
        for (part, word) in [
            (Dimension, ">D = 4 targets<"),
            (Zones, "<g id=\"zones\">"),
            (Zones, "<g id=\"zone-names\">"),
            (Band, "<polygon"),
        ] {
            chart.show(part, false);
            assert!(!shown(&chart).contains(&part));
            let without = words(&chart);
            assert!(
                before.contains(word) && !without.contains(word),
                "{word}: {without}"
            );
            chart.show(part, true);
            assert_eq!(words(&chart).len(), before.len(), "{part:?}");
        }
        chart.show(Paper, true);
        assert!(words(&chart).contains(">paper, T = 16<"));
        assert!(chart.caption().contains("Diamonds"));
        chart.show(Paper, false);
        assert_eq!(words(&chart), before);
        chart.show(Recorded, false);
        assert!(before.contains("earlier") && !words(&chart).contains("earlier"));
        assert_eq!(shown(&chart), [Dimension, Zones, Band]);
    }

    #[test]
    fn a_chart_offers_only_what_it_has() {
        assert!(Transition::default().parts().is_empty());
        let mut empty = Transition::default();
        empty.show(Part::Paper, true);
        empty.show(Part::Zones, false);
        assert!(empty.hidden.is_empty());
        // Of a secret task neither D nor the paper's values, which would tell it.
        let all = results(json!({ "seeds": [0, 1] }), |_| Some(0.1));
        let secret = TransitionOptions {
            dimension_is_secret: true,
            ..TransitionOptions::default()
        };
        let secret = Transition::of(all.experiment(), &[all.trained_here()], secret);
        assert!(secret.parts().is_empty());
    }
}
