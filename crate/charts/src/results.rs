//! Results of one experiment, finished or in training, as charts show them: its runs with their
//! learning curves, and their summary. Which of them a chart shows, and how they are named there, is
//! decided in the `from_results` file of each chart.

mod group_lines;
mod run_field;

use lab::{Answer, CurvePoint, Experiment, Outcome, Run, RunProgress, RunState, Stopped, Summary};

use crate::curve::Curve;

pub(crate) use group_lines::{GroupLine, group_lines, longest_name, size};
pub use run_field::RunField;

/// Results of one experiment, finished or in training.
#[derive(Clone, Debug)]
pub struct Results {
    experiment: Experiment,
    runs: Vec<RunCurve>,
    summary: Summary,
}

/// One run and its learning curve.
#[derive(Clone, Debug)]
pub struct RunCurve {
    /// The run.
    pub run: Run,
    /// Error on part of the unseen data, along the training.
    pub curve: Curve,
    /// Error on all of the unseen data, once it has ended; none if it diverged.
    pub nmse: Option<f64>,
    /// Why the run stopped; none while it is trained.
    pub stopped: Option<Stopped>,
}

/// What is new of a run in training.
#[derive(Clone, Debug)]
pub struct RunNews {
    /// The run's index in the plan.
    pub index: usize,
    /// New points of its learning curve.
    pub curve: Vec<CurvePoint>,
    /// Why it stopped, once it has.
    pub stopped: Option<Stopped>,
}

/// How results are named in a chart, and how they are drawn there.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The results.
    pub results: &'a Results,
    /// Their name; empty for those that need none, because they were trained here.
    pub name: &'a str,
    /// Whether they were recorded earlier: then they are drawn hollow and dashed, behind the others.
    pub recorded: bool,
}

impl Results {
    /// Results of a training that ended. The outcomes may be those of some runs of the plan only.
    pub fn from_outcomes(experiment: Experiment, outcomes: &[Outcome]) -> Self {
        Self {
            experiment,
            runs: outcomes.iter().map(RunCurve::of).collect(),
            summary: lab::summarise(outcomes),
        }
    }

    /// Results of a training that begins: all runs of the plan, and nothing measured yet.
    pub fn in_training(experiment: Experiment) -> Self {
        let untrained = |run| RunCurve {
            run,
            curve: Curve::default(),
            nmse: None,
            stopped: None,
        };
        Self {
            runs: lab::runs(&experiment).into_iter().map(untrained).collect(),
            experiment,
            summary: Summary::default(),
        }
    }

    /// Adds what the training reports. Until it ends, a run counts in the summary with the last point
    /// of its curve.
    pub fn advance(&mut self, news: Vec<RunNews>) {
        for RunNews {
            index,
            curve,
            stopped,
        } in news
        {
            if let Some(known) = self.runs.get_mut(index) {
                known.curve.extend(curve);
                known.stopped = stopped;
            }
        }
        self.summarise();
    }

    /// The training has ended with these outcomes, one for each run of the plan. Their curves are not
    /// read: they were reported while it went on.
    pub fn finish(&mut self, outcomes: &[Outcome]) {
        for (known, outcome) in self.runs.iter_mut().zip(outcomes) {
            known.nmse = outcome.nmse;
            known.stopped = Some(outcome.stopped);
        }
        self.summary = lab::summarise(outcomes);
    }

    fn summarise(&mut self) {
        let last_point = |(index, of): (usize, &RunCurve)| RunProgress {
            index,
            run: of.run,
            step: 0,
            loss: f64::NAN,
            curve: of.curve.points().last().copied().into_iter().collect(),
            stopped: of.stopped,
        };
        let runs: Vec<_> = self.runs.iter().enumerate().map(last_point).collect();
        self.summary = lab::summarise_progress(&runs);
    }

    /// What they show, and what to do next. Of a secret task nothing of it tells D.
    pub fn answer(&self, is_secret: bool) -> Answer {
        let runs: Vec<RunState<'_>> = self.runs.iter().map(RunCurve::state).collect();
        lab::answer(&self.experiment, &self.summary, &runs, is_secret)
    }

    /// The experiment that these are results of.
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// Its runs, in the order of the plan.
    pub fn runs(&self) -> &[RunCurve] {
        &self.runs
    }

    /// Its runs, folded over their seeds.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }
}

impl RunCurve {
    fn state(&self) -> RunState<'_> {
        RunState {
            nmse: self.nmse,
            curve: self.curve.points(),
            stopped: self.stopped,
        }
    }

    fn of(outcome: &Outcome) -> Self {
        Self {
            run: outcome.run,
            curve: outcome.curve.clone().into(),
            nmse: outcome.nmse,
            stopped: Some(outcome.stopped),
        }
    }
}

#[cfg(test)]
pub(crate) mod samples {
    //! Experiments with made-up results, for the tests of the charts' constructors.

    use super::*;

    /// An experiment from its JSON.
    pub fn experiment(json: serde_json::Value) -> Experiment {
        Experiment::from_value(json).unwrap()
    }

    /// One outcome per run of the plan, with `nmse` of it; none is a run that diverged.
    pub fn outcomes(experiment: &Experiment, nmse: impl Fn(&Run) -> Option<f64>) -> Vec<Outcome> {
        let outcome = |run: Run| {
            let nmse = nmse(&run);
            let steps = experiment.recipe.steps;
            Outcome {
                run,
                parameters: 0,
                steps,
                stopped: match nmse {
                    Some(_) => Stopped::Finished,
                    None => Stopped::Diverged,
                },
                nmse,
                standard_error: None,
                curve: vec![
                    CurvePoint(0, 1.0),
                    CurvePoint(steps / 2, 0.5),
                    CurvePoint(steps, nmse.unwrap_or(0.5)),
                ],
            }
        };
        lab::runs(experiment).into_iter().map(outcome).collect()
    }

    /// The results of all runs of the plan, with `nmse` of each.
    pub fn results(json: serde_json::Value, nmse: impl Fn(&Run) -> Option<f64>) -> Results {
        let experiment = experiment(json);
        let outcomes = outcomes(&experiment, nmse);
        Results::from_outcomes(experiment, &outcomes)
    }

    impl Results {
        /// These results as trained here.
        pub fn trained_here(&self) -> Entry<'_> {
            Entry {
                results: self,
                name: "",
                recorded: false,
            }
        }

        /// These results as recorded earlier, under a name.
        pub fn recorded_as<'a>(&'a self, name: &'a str) -> Entry<'a> {
            Entry {
                results: self,
                name,
                recorded: true,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::samples::{experiment, outcomes};
    use super::*;
    use serde_json::json;

    fn report(index: usize, curve: &[(u32, f64)]) -> RunNews {
        RunNews {
            index,
            curve: curve.iter().map(|at| CurvePoint(at.0, at.1)).collect(),
            stopped: None,
        }
    }

    /// (h, median, diverged) of every group.
    fn groups(results: &Results) -> Vec<(u32, Option<f64>, usize)> {
        let groups = results.summary().groups.iter();
        groups.map(|of| (of.h, of.median, of.diverged)).collect()
    }

    #[test]
    fn reports_of_a_training_are_appended_and_summarised() {
        let experiment = experiment(json!({ "grid": { "h": [1, 2, 3] } }));
        let mut results = Results::in_training(experiment);
        assert_eq!(results.runs().len(), 3);
        assert!(groups(&results).is_empty());

        results.advance(vec![
            report(2, &[(0, 1.2), (10, 0.6)]),
            report(0, &[(0, 1.1)]),
        ]);
        assert_eq!(
            groups(&results),
            [(1, Some(1.1), 0), (3, Some(0.6), 0)],
            "a run without a point does not count"
        );
        let mut last = report(2, &[(20, 0.3)]);
        last.stopped = Some(Stopped::Reached);
        results.advance(vec![last, report(7, &[(20, 9.0)])]);
        let curve = [(0, 1.2), (10, 0.6), (20, 0.3)].map(|at| CurvePoint(at.0, at.1));
        assert_eq!(results.runs()[2].curve.points(), curve);
        assert_eq!(results.runs()[2].stopped, Some(Stopped::Reached));
        assert_eq!(groups(&results), [(1, Some(1.1), 0), (3, Some(0.3), 0)]);

        let mut diverged = report(0, &[]);
        diverged.stopped = Some(Stopped::Diverged);
        results.advance(vec![diverged]);
        assert_eq!(groups(&results), [(1, None, 1), (3, Some(0.3), 0)]);
    }

    #[test]
    fn a_training_ends_with_its_outcomes_and_the_curves_that_it_reported() {
        let experiment = experiment(json!({ "grid": { "h": [1, 2] } }));
        let outcomes = outcomes(&experiment, |run| Some(f64::from(run.architecture.h)));
        let mut results = Results::in_training(experiment.clone());
        let reports = outcomes.iter().enumerate().map(|(index, of)| RunNews {
            index,
            curve: of.curve.clone(),
            stopped: None,
        });
        results.advance(reports.collect());
        let without_curves = outcomes.iter().map(|of| Outcome {
            curve: Vec::new(),
            ..of.clone()
        });
        results.finish(&without_curves.collect::<Vec<_>>());
        let whole = Results::from_outcomes(experiment, &outcomes);
        assert_eq!(results.summary(), whole.summary());
        for (one, other) in results.runs().iter().zip(whole.runs()) {
            assert_eq!(one.curve.points(), other.curve.points());
            assert_eq!((one.run, one.stopped), (other.run, other.stopped));
        }
    }

    #[test]
    fn the_answer_is_that_of_the_outcomes_and_their_curves() {
        let experiment = experiment(json!({ "recipe": { "steps": 200 } }));
        let mut outcomes = outcomes(&experiment, |_| Some(0.6));
        for outcome in &mut outcomes {
            outcome.curve[1].1 = 0.9;
        }
        let whole = Results::from_outcomes(experiment.clone(), &outcomes);
        let said = whole.answer(false);
        // Only a curve tells that it still falls.
        assert!(said.sentence.starts_with("200 steps were too few: no run"));
        assert_eq!(said.next.unwrap().changes[0].path, "recipe.steps");
        for outcome in &mut outcomes {
            outcome.stopped = Stopped::Diverged;
            outcome.nmse = None;
        }
        let mut results = Results::in_training(experiment);
        results.finish(&outcomes);
        assert!(
            results
                .answer(true)
                .sentence
                .starts_with("All 5 runs are worse")
        );
    }

    #[test]
    fn outcomes_are_summarised_by_their_final_error() {
        let experiment = experiment(json!({ "grid": { "h": [1, 2] } }));
        let mut outcomes = outcomes(&experiment, |run| Some(f64::from(run.architecture.h)));
        // The curve ends elsewhere: it is measured on part of the unseen data.
        outcomes[0].curve = vec![CurvePoint(0, 7.0)];
        let results = Results::from_outcomes(experiment.clone(), &outcomes);
        assert_eq!(groups(&results), [(1, Some(1.0), 0), (2, Some(2.0), 0)]);
        assert_eq!(results.experiment(), &experiment);
        let some = Results::from_outcomes(experiment, &outcomes[1..]);
        assert_eq!(
            (groups(&some).len(), some.runs()[0].run),
            (1, outcomes[1].run)
        );
    }
}
