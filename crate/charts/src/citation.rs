//! The papers as figures cite them: shorter than `lab`'s references to their published values, so
//! that a citation fits on one line below a figure.

use lab::Task;

/// Paper 1, whose tasks have an intrinsic dimension D, and whose theorems are drawn.
pub(crate) const PAPER_1: &str = "Yu, Jiang, Bao, Yu, Li: The Effect of Attention Head Count on \
                                  Transformer Approximation, arXiv:2510.06662";

/// Paper 2, whose tasks have none.
const PAPER_2: &str = "Amsel, Yehudai, Bruna: Quality over Quantity in Attention Layers, \
                       arXiv:2407.16153";

/// The paper that a task is from.
pub(crate) fn citation_of(task: &Task) -> &'static str {
    match task.dimension() {
        Some(_) => PAPER_1,
        None => PAPER_2,
    }
}
