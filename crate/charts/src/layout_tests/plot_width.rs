//! How wide a plot is: the names beside it come with the first results, and it must not become narrower then.

use serde_json::json;

use super::{SIZES, frame};
use crate::drawing::Shape;
use crate::results::samples::results;
use crate::*;

/// The right end of the plot: of the level line that is the lowest.
fn plot_right(drawing: &Drawing) -> f64 {
    let ends = drawing.shapes.iter().filter_map(|shape| match shape {
        Shape::Path(path, ..) if path.len() == 2 && path[0].1 == path[1].1 => Some(path[1]),
        _ => None,
    });
    let lowest = ends.max_by(|a, b| a.1.total_cmp(&b.1));
    lowest.unwrap().0
}

#[test]
fn a_plot_is_as_wide_before_a_training_as_after_it() {
    type Make = fn(&lab::Experiment, &[Entry<'_>]) -> Box<dyn Chart>;
    let charts: [(&str, Make); 4] = [
        ("transition", |experiment, entries| {
            Box::new(Transition::of(experiment, entries, Default::default()))
        }),
        ("learning", |experiment, entries| {
            Box::new(Learning::of(experiment, entries, &[]))
        }),
        ("learning of one length", |experiment, entries| {
            let only = [(RunField::T, experiment.grid.T[0])];
            Box::new(Learning::of(experiment, entries, &only))
        }),
        ("width", |experiment, entries| {
            Box::new(Width::of(experiment, entries))
        }),
    ];
    let recorded = results(json!({ "grid": { "h": [1, 12] } }), |_| Some(0.1));
    for fields in [
        json!({ "grid": { "h": [2, 8] } }),
        json!({ "grid": { "h": [2, 8], "N": [8, 16, 128] } }),
        // A crowd, whose names are a legend in small frames.
        json!({ "grid": { "h": [1, 2, 3, 4, 5, 6], "T": [8, 16, 32, 128] }, "seeds": [0, 1, 2] }),
        json!({ "grid": { "h": [1, 2], "N": [8, 16], "L": [1, 2], "T": [128] } }),
        json!({ "task": { "kind": "farthest" }, "grid": { "form": "encoder", "h": [1], "w": [1, 12], "N": [16, 32] } }),
    ] {
        let trained = results(fields.clone(), |run| {
            let width = f64::from(run.architecture.N.max(1));
            Some(width.powf(-1.25) * f64::from(run.seed + run.architecture.h))
        });
        let untrained = Results::in_training(trained.experiment().clone());
        let beside = recorded.recorded_as("recorded");
        for (name, chart) in &charts {
            for (width, height) in SIZES {
                let right = |entries: &[Entry<'_>]| {
                    let chart = chart(trained.experiment(), entries);
                    plot_right(&chart.draw(frame(width, height)))
                };
                let name = format!("{name}, {width} × {height}, {fields}");
                let (begun, ended) = (untrained.trained_here(), trained.trained_here());
                let alone = [&[][..], &[begun], &[ended]].map(right);
                assert_eq!(alone, [alone[0]; 3], "{name}");
                let both = [&[beside][..], &[beside, begun], &[beside, ended]].map(right);
                assert_eq!(both, [both[0]; 3], "{name}, beside others");
            }
        }
    }
}
