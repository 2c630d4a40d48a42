//! The learning rate of each step: linear warm-up, then a cosine to zero. Paper 2's own
//! schedule; paper 1 does not publish one.

use crate::Recipe;

/// The learning rate of `step` (from 0) under `recipe`.
///
/// ```
/// use lab::{Experiment, learning_rate};
///
/// let recipe = Experiment::from_json("{}").unwrap().recipe;
/// let middle = learning_rate(&recipe, recipe.steps / 2);
/// assert!(middle > learning_rate(&recipe, 0) && middle > learning_rate(&recipe, recipe.steps - 1));
/// ```
pub fn learning_rate(recipe: &Recipe, step: u32) -> f64 {
    let steps = f64::from(recipe.steps);
    let step = f64::from(step);
    let warm_up = (recipe.warm_up * steps).round();
    if step < warm_up {
        // Starts above zero: a first step at learning rate 0 would change nothing.
        return recipe.learning_rate * (step + 1.0) / warm_up;
    }
    let done = (step - warm_up) / (steps - warm_up).max(1.0);
    recipe.learning_rate * 0.5 * (1.0 + (std::f64::consts::PI * done).cos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rises_linearly_then_falls_as_a_cosine() {
        let recipe = Recipe {
            steps: 1000,
            warm_up: 0.05,
            learning_rate: 2e-2,
            ..Recipe::default()
        };
        assert!((learning_rate(&recipe, 0) - 2e-2 / 50.0).abs() < 1e-12);
        assert!((learning_rate(&recipe, 24) - 1e-2).abs() < 1e-12);
        assert!((learning_rate(&recipe, 50) - 2e-2).abs() < 1e-12);
        assert!((learning_rate(&recipe, 525) - 1e-2).abs() < 1e-12);
        assert!(learning_rate(&recipe, 999) < 1e-6);
    }

    #[test]
    fn stays_within_bounds_for_extreme_recipes() {
        for (steps, warm_up) in [(1, 0.0), (1, 1.0), (7, 1.0), (3, 0.5)] {
            let recipe = Recipe {
                steps,
                warm_up,
                ..Recipe::default()
            };
            for step in 0..steps {
                let rate = learning_rate(&recipe, step);
                assert!(rate.is_finite() && rate >= 0.0 && rate <= recipe.learning_rate);
            }
        }
    }
}
