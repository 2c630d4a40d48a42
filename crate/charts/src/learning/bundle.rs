//! Runs that differ in their seed alone, as one line: the median of three or more, with the smallest and
//! the largest error at every step. Fewer are a line each: a median of two says less than both.

use lab::CurvePoint;

use super::LearningLine;
use crate::axis::ascending;
use crate::number_format::{format_error, median_and_range};

/// So many runs are drawn as their median.
const LEAST_OF_BAND: usize = 3;

/// The most points that are drawn, of all lines together: far more than a reader can tell apart, and
/// few enough to be drawn between two frames.
const MOST_DRAWN: usize = 20_000;

/// A line of a crowd still has so many points.
const LEAST_OF_LINE: usize = 8;

/// The most steps at which a median is computed, and the most errors that all medians are computed from:
/// it is done anew for every frame.
const MOST_OF_BAND: usize = 200;
const MOST_LOOKED_UP: usize = 30_000;

/// One line of the chart.
pub(crate) struct Bundle<'a> {
    /// Its first run, which has its sizes.
    pub line: &'a LearningLine,
    /// Its name beside the plot.
    pub name: String,
    /// Those that are drawn, in the order of steps; never empty.
    pub points: Vec<BandPoint>,
    /// Whether it is a median.
    pub is_band: bool,
}

/// The errors of all runs of a line at one step.
pub(crate) struct BandPoint {
    pub step: u32,
    pub min: f64,
    pub median: f64,
    pub max: f64,
    pub count: usize,
}

impl BandPoint {
    fn of_one(point: &CurvePoint) -> Self {
        Self {
            step: point.0,
            min: point.1,
            median: point.1,
            max: point.1,
            count: 1,
        }
    }

    /// Its errors in words.
    pub fn text(&self) -> String {
        match self.count {
            1 => format_error(self.median),
            count => median_and_range(self.min, self.median, self.max, Some(count)),
        }
    }
}

impl Bundle<'_> {
    /// Which runs it is, for the text of its spots.
    pub fn full_name(&self) -> String {
        self.line.full_name()
    }
}

/// The lines of a chart, recorded ones first.
pub(crate) fn bundles(lines: &[LearningLine]) -> Vec<Bundle<'_>> {
    let mut all: Vec<Vec<&LearningLine>> = Vec::new();
    // Names and the places of their runs, in order of the names: there may be thousands.
    let mut places: Vec<((bool, String), usize)> = Vec::new();
    for line in lines {
        // Recorded ones sort first.
        let key = (!line.recorded, line.name());
        match places.binary_search_by(|(known, _)| known.cmp(&key)) {
            Ok(at) => all[places[at].1].push(line),
            Err(at) => {
                places.insert(at, (key, all.len()));
                all.push(vec![line]);
            }
        }
    }
    let is_band = |runs: &Vec<&LearningLine>| runs.len() >= LEAST_OF_BAND;
    let drawn_alone = all.iter().filter(|runs| !is_band(runs)).flatten();
    let points: usize = drawn_alone.clone().map(|of| of.curve.points().len()).sum();
    let most = match points > MOST_DRAWN {
        true => (MOST_DRAWN / drawn_alone.count().max(1)).max(LEAST_OF_LINE),
        false => usize::MAX,
    };
    let most_of_band = (MOST_LOOKED_UP / lines.len().max(1)).clamp(LEAST_OF_LINE, MOST_OF_BAND);
    let mut bundles = Vec::with_capacity(all.len());
    for recorded in [true, false] {
        for runs in all.iter().filter(|runs| runs[0].recorded == recorded) {
            let mut add = |line, points: Vec<BandPoint>, is_band| {
                if !points.is_empty() {
                    let name = LearningLine::name(line);
                    bundles.push(Bundle {
                        line,
                        name,
                        points,
                        is_band,
                    });
                }
            };
            if is_band(runs) {
                add(runs[0], medians(runs, most_of_band), true);
                continue;
            }
            for line in runs {
                let points = line.curve.outline(most);
                add(line, points.iter().map(BandPoint::of_one).collect(), false);
            }
        }
    }
    bundles
}

/// The errors of runs at every step of the one that is furthest; of more steps than `most`, about as many,
/// evenly, and always the last.
fn medians(runs: &[&LearningLine], most: usize) -> Vec<BandPoint> {
    let last_step = |line: &&&LearningLine| line.curve.points().last().map(|point| point.0);
    let Some(furthest) = runs.iter().max_by_key(last_step) else {
        return Vec::new();
    };
    let steps: Vec<u32> = furthest.curve.points().iter().map(|p| p.0).collect();
    let every = steps.len().div_ceil(most).max(1);
    let mut points = Vec::new();
    for (i, step) in steps.iter().enumerate() {
        if !(steps.len() - 1 - i).is_multiple_of(every) {
            continue;
        }
        let errors: Vec<f64> = runs.iter().filter_map(|run| error_at(run, *step)).collect();
        let errors: Vec<f64> = ascending(&errors).into_iter().map(|i| errors[i]).collect();
        if let (Some(min), Some(median), Some(max)) = (
            errors.first().copied(),
            lab::quantile(&errors, 0.5),
            errors.last().copied(),
        ) {
            points.push(BandPoint {
                step: *step,
                min,
                median,
                max,
                count: errors.len(),
            });
        }
    }
    points
}

/// The error of a run at a step, if it was measured there and can be drawn.
fn error_at(line: &LearningLine, step: u32) -> Option<f64> {
    let points = line.curve.points();
    let place = points.partition_point(|point| point.0 < step);
    let point = points.get(place).filter(|point| point.0 == step)?;
    super::can_be_drawn(point).then_some(point.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(label: &str, errors: &[f64]) -> LearningLine {
        let points = (0..)
            .zip(errors)
            .map(|(i, error)| CurvePoint(10 * i, *error));
        LearningLine {
            label: Some(label.into()),
            curve: points.collect::<Vec<_>>().into(),
            ..LearningLine::default()
        }
    }

    #[test]
    fn a_median_is_that_of_the_runs_that_got_so_far() {
        let lines = [
            run("a", &[1.0, 0.5, 0.2]),
            run("b", &[0.9]),
            run("a", &[2.0, 0.4]),
            run("a", &[4.0, f64::NAN, 0.6]),
        ];
        let all = bundles(&lines);
        let of = |bundle: &Bundle<'_>| -> Vec<(u32, f64, f64, f64, usize)> {
            let points = bundle.points.iter();
            points
                .map(|p| (p.step, p.min, p.median, p.max, p.count))
                .collect()
        };
        assert_eq!(all.len(), 2);
        assert_eq!(
            of(&all[0]),
            [
                (0, 1.0, 2.0, 4.0, 3),
                (10, 0.4, 0.45, 0.5, 2),
                (20, 0.2, 0.4, 0.6, 2),
            ]
        );
        assert!(all[0].is_band && !all[1].is_band);
        assert_eq!(all[1].points[0].text(), "0.900");
    }

    #[test]
    fn very_long_curves_have_few_medians_and_their_last() {
        let errors: Vec<f64> = (1..=5000).map(|i| 1.0 / f64::from(i)).collect();
        let lines = [run("a", &errors), run("a", &errors), run("a", &errors)];
        let all = bundles(&lines);
        assert!((100..=200).contains(&all[0].points.len()));
        let last = all[0].points.last().unwrap();
        assert_eq!((last.step, last.median), (49_990, 1.0 / 5000.0));
    }
}
