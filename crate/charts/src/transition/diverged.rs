//! Runs that diverged have no error, and so no place on the axis of errors: they are marked in a row of
//! their own above the plot, with a star for each number of heads, filled where every run diverged. A chart
//! without such runs has no such row.

use plotters::style::Color;
use plotters::style::text_anchor::{HPos, VPos};

use super::Transition;
use super::data::Diverged;
use super::lines::StyledLine;
use crate::drawing::{Position, width_of};
use crate::figure::Figure;
use crate::marker::Marker;
use crate::palette::LineColours;
use crate::plot::{Margins, Plot};

/// The name of the row.
const NAME: &str = "diverged";

/// How high the row is.
const ROW: f64 = 22.0;

impl Diverged {
    /// "2 of 3 runs diverged", "all 3 runs diverged", or of a single run, "diverged".
    pub(crate) fn words(&self) -> String {
        match (self.diverged, self.runs) {
            (1, 1) => NAME.into(),
            (diverged, runs) if diverged == runs => format!("all {runs} runs {NAME}"),
            (diverged, runs) => format!("{diverged} of {runs} runs {NAME}"),
        }
    }

    fn is_whole(&self) -> bool {
        self.diverged == self.runs
    }
}

impl Transition {
    /// The height of the row above the plot; 0 where no run diverged.
    pub(super) fn diverged_row(&self) -> f64 {
        match self.lines.iter().all(|line| line.diverged.is_empty()) {
            true => 0.0,
            false => ROW,
        }
    }

    /// Space for the row and its name.
    pub(super) fn make_space_for_diverged(&self, margins: &mut Margins) {
        let row = self.diverged_row();
        if row > 0.0 {
            margins.top += row;
            margins.left = margins.left.max(width_of(NAME, false) + 10.0);
        }
    }

    /// Draws the row. `position` is that of a style's error at a number of heads.
    pub(super) fn draw_diverged(
        &self,
        figure: &mut Figure,
        plot: &Plot,
        lines: &[StyledLine<'_>],
        colours: &LineColours,
        position: &dyn Fn(usize, u32, f64) -> Position,
    ) {
        if self.diverged_row() == 0.0 {
            return;
        }
        figure.group(NAME);
        // Above the name of the highest tick, which may stand at the top of the plot.
        let y = plot.top - 13.0;
        figure.muted_text(NAME, (plot.left - 8.0, y), (HPos::Right, VPos::Center));
        for line in lines {
            for group in line.diverged {
                let colour = colours.colour(group.h, line.length);
                let colour = colour.mix(if line.recorded { 0.7 } else { 1.0 });
                let at = (position(line.style, group.h, 1.0).0, y);
                match group.is_whole() {
                    true => figure.marker(Marker::Star, at, 6.5, colour),
                    false => {
                        let background = figure.theme.background();
                        figure.hollow_marker(Marker::Star, at, 6.0, colour, background);
                    }
                }
                let (h, words) = (group.h, group.words());
                figure.spot(at, format!("h = {h}{}: {words}", line.description()));
            }
        }
    }

    /// What diverged, in a sentence; empty where nothing did.
    pub(crate) fn diverged_sentence(&self) -> String {
        /// Further ones are in the table.
        const MOST: usize = 8;
        let has_several = self.lines.len() > 1;
        let mut parts: Vec<String> = Vec::new();
        let groups = self.lines.iter();
        let groups = groups.flat_map(|line| line.diverged.iter().map(move |of| (line, of)));
        let all = groups.clone().count();
        for (line, group) in groups.take(MOST) {
            let of = match has_several {
                true => format!(", {}", line.label),
                false => String::new(),
            };
            let runs = match group.is_whole() {
                true => format!("all {}", group.runs),
                false => format!("{} of {}", group.diverged, group.runs),
            };
            parts.push(format!("{runs} at h = {}{of}", group.h));
        }
        match all {
            0 => String::new(),
            _ if all > MOST => {
                let (parts, more) = (parts.join("; "), all - MOST);
                format!("Runs that diverged: {parts}; and {more} more, which the table has.")
            }
            _ => format!("Runs that diverged: {}.", parts.join("; ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::drawing::Shape;
    use crate::results::samples::results;
    use crate::{Chart, Describe, Drawing, Frame, Transition, TransitionOptions};

    /// With 1 head every run diverged, with 2 one of three.
    fn chart(is_recorded: bool) -> Transition {
        let all = results(
            json!({ "task": { "D": 2 }, "grid": { "h": [1, 2, 3] }, "seeds": [0, 1, 2] }),
            |run| match (run.architecture.h, run.seed) {
                (1, _) | (2, 1) => None,
                (h, _) => Some(0.1 / f64::from(h)),
            },
        );
        let entry = match is_recorded {
            true => all.recorded_as("mine"),
            false => all.trained_here(),
        };
        Transition::of(all.experiment(), &[entry], TransitionOptions::default())
    }

    fn has_text(drawing: &Drawing, words: &str) -> bool {
        let mut shapes = drawing.shapes.iter();
        shapes.any(|shape| matches!(shape, Shape::Text(text) if text.text == words))
    }

    #[test]
    fn runs_without_an_error_have_marks_above_the_plot_and_no_point() {
        let chart = chart(false);
        let heads: Vec<u32> = chart.lines[0].points.iter().map(|of| of.h).collect();
        assert_eq!(heads, [2, 3]);
        let drawing = chart.draw(Frame::default());
        let top = chart.layout(Frame::default()).plot.top;
        let spots: Vec<_> = drawing
            .spots
            .iter()
            .map(|spot| (spot.y < top, &*spot.text))
            .filter(|(_, text)| text.contains("diverged"))
            .collect();
        assert_eq!(
            spots,
            [
                (true, "h = 1, T = 16: all 3 runs diverged"),
                (true, "h = 2, T = 16: 1 of 3 runs diverged")
            ]
        );
        assert!(has_text(&drawing, "diverged"));
        // Only the group without any error has a filled star, of 16 corners.
        let mut filled = drawing.shapes.iter().filter_map(|shape| match shape {
            Shape::Fill(path, colour) if path.len() == 16 => Some(*colour),
            _ => None,
        });
        let (whole, part) = (filled.next().unwrap(), filled.next().unwrap());
        assert_ne!(whole, part);
        assert_eq!(filled.next(), None);
    }

    #[test]
    fn they_are_in_the_words_the_table_the_caption_and_the_csv() {
        for is_recorded in [false, true] {
            let chart = chart(is_recorded);
            let summary = chart.summary();
            let words = "Runs that diverged: all 3 at h = 1; 1 of 3 at h = 2.";
            assert!(summary.contains(words), "{summary}");
            let table = chart.table(0);
            assert_eq!(table.rows[0][1], "all 3 runs diverged");
            assert_eq!(
                table.rows[1][1],
                "median 0.0500, 0.050 to 0.050 over 2 seeds, 1 of 3 runs diverged"
            );
            assert!(chart.caption().contains("Stars above the plot"));
            let csv = chart.csv();
            let rows: Vec<&str> = csv.lines().collect();
            assert!(rows[0].ends_with(",median,min,max,seeds,diverged"));
            assert!(rows[1].ends_with(",16,2,,0.05,0.05,0.05,2,1"), "{csv}");
            assert!(rows[2].ends_with(",3,0"), "{csv}");
            assert!(rows[3].ends_with(",16,1,,,,,0,3"), "{csv}");
        }
    }

    #[test]
    fn a_chart_of_diverged_runs_alone_says_so() {
        let none = results(json!({ "grid": { "h": [1, 2] } }), |_| None);
        let options = TransitionOptions::default();
        let chart = Transition::of(none.experiment(), &[none.trained_here()], options);
        let drawing = chart.draw(Frame::default());
        assert!(has_text(&drawing, "Every run diverged"));
        assert!(!has_text(&drawing, "Nothing trained yet"));
        assert!(
            chart
                .summary()
                .ends_with("Runs that diverged: all 1 at h = 1; all 1 at h = 2.")
        );
        assert_eq!(chart.table(0).rows[1], ["2", "diverged"]);
    }

    #[test]
    fn without_any_there_is_no_row() {
        let all = results(json!({ "grid": { "h": [1, 2] } }), |_| Some(0.1));
        let options = TransitionOptions::default();
        let chart = Transition::of(all.experiment(), &[all.trained_here()], options);
        assert!(!has_text(&chart.draw(Frame::default()), "diverged"));
        assert!(!chart.caption().contains("Stars"));
        assert!(!chart.summary().contains("diverged"));
    }
}
