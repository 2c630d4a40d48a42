//! Products of matrices of lanes: every lane has a matrix of its own. The left matrix is read row by
//! row, the right one in panels of a few columns, which are copied so that they are contiguous. Every
//! number is one sum in the order of the inner index.

use super::lanes::{F32x8, Kernel, Simd};

/// Columns of a panel.
const PANEL: usize = 4;

/// The right matrix of a product, `[inner, columns]`: its values, and how far apart its rows are.
#[derive(Clone, Copy)]
pub enum Right<'a, F> {
    /// The same numbers in all lanes.
    Same(&'a [f32], usize),
    /// Numbers of each lane.
    Lanes(&'a [F], usize),
    /// Numbers of each lane, column by column; how far apart the columns are.
    Columns(&'a [F], usize),
}

/// Multiplies matrices, with memory for a panel.
pub struct Multiplier<S: Simd> {
    simd: S,
    panel: Vec<[S::F32x8; PANEL]>,
}

impl<S: Simd> Multiplier<S> {
    pub fn new(simd: S) -> Self {
        let panel = Vec::new();
        Self { simd, panel }
    }

    /// to = left · right, of `[rows, inner]` and `[inner, columns]`. The left matrix and the result have
    /// their values, and how far apart their rows are.
    #[inline(always)]
    pub fn multiply(
        &mut self,
        sizes: [usize; 3],
        left: (&[S::F32x8], usize),
        right: Right<'_, S::F32x8>,
        to: (&mut [S::F32x8], usize),
    ) {
        self.compute(sizes, left, right, to, false);
    }

    /// to += left · right: see [`Self::multiply`].
    #[inline(always)]
    pub fn multiply_add(
        &mut self,
        sizes: [usize; 3],
        left: (&[S::F32x8], usize),
        right: Right<'_, S::F32x8>,
        to: (&mut [S::F32x8], usize),
    ) {
        self.compute(sizes, left, right, to, true);
    }

    // Compiled, and downloaded, once: a kernel has many products.
    #[inline(never)]
    fn compute(
        &mut self,
        sizes: [usize; 3],
        left: (&[S::F32x8], usize),
        right: Right<'_, S::F32x8>,
        (values, stride): (&mut [S::F32x8], usize),
        is_added: bool,
    ) {
        let simd = self.simd;
        let panel = &mut self.panel;
        panel.resize(sizes[1], [simd.zero(); PANEL]);
        let target = Target {
            values,
            stride,
            is_added,
        };
        simd.compute(Multiplication {
            simd,
            sizes,
            left,
            right,
            panel,
            target,
        });
    }
}

struct Multiplication<'a, S: Simd> {
    simd: S,
    sizes: [usize; 3],
    left: (&'a [S::F32x8], usize),
    right: Right<'a, S::F32x8>,
    /// `[inner]`.
    panel: &'a mut [[S::F32x8; PANEL]],
    target: Target<'a, S::F32x8>,
}

/// Where the result goes.
struct Target<'a, F> {
    values: &'a mut [F],
    stride: usize,
    is_added: bool,
}

impl<S: Simd> Kernel for Multiplication<'_, S> {
    type Output = ();

    #[inline(always)]
    fn compute(mut self) {
        let [rows, inner, columns] = self.sizes;
        let (left, stride) = self.left;
        for column in (0..columns).step_by(PANEL) {
            // Columns beyond the last are computed from what an earlier panel left, and not stored.
            let width = PANEL.min(columns - column);
            self.right.copy(self.simd, column, width, self.panel);
            for row in (0..rows / 2 * 2).step_by(2) {
                let first = &left[row * stride..][..inner];
                let second = &left[(row + 1) * stride..][..inner];
                let [first, second] = two_rows(self.simd, [first, second], self.panel);
                self.target.store(row, column, width, first);
                self.target.store(row + 1, column, width, second);
            }
            if rows % 2 == 1 {
                let row = rows - 1;
                let rows = [&left[row * stride..][..inner]];
                let [sums] = block(self.simd, rows, self.panel, 0);
                self.target.store(row, column, width, sums);
            }
        }
    }
}

/// The products of two rows with a panel, as many sums at a time as there are registers for.
#[inline(always)]
fn two_rows<S: Simd>(
    simd: S,
    rows: [&[S::F32x8]; 2],
    panel: &[[S::F32x8; PANEL]],
) -> [[S::F32x8; PANEL]; 2] {
    if S::IS_ONE_REGISTER {
        return block::<S, 2, PANEL>(simd, rows, panel, 0);
    }
    let [[a, b], [e, f]] = block::<S, 2, 2>(simd, rows, panel, 0);
    let [[c, d], [g, h]] = block::<S, 2, 2>(simd, rows, panel, 2);
    [[a, b, c, d], [e, f, g, h]]
}

/// The products of some rows with `N` columns of a panel.
#[inline(always)]
fn block<S: Simd, const M: usize, const N: usize>(
    simd: S,
    rows: [&[S::F32x8]; M],
    panel: &[[S::F32x8; PANEL]],
    first: usize,
) -> [[S::F32x8; N]; M] {
    let mut sums = [[simd.zero(); N]; M];
    for (k, right) in panel.iter().enumerate() {
        for m in 0..M {
            let left = rows[m][k];
            for n in 0..N {
                sums[m][n] += left * right[first + n];
            }
        }
    }
    sums
}

impl<F: F32x8> Right<'_, F> {
    /// Copies `width` columns from the one at `column` on.
    #[inline(always)]
    fn copy<S: Simd<F32x8 = F>>(
        self,
        simd: S,
        column: usize,
        width: usize,
        panel: &mut [[F; PANEL]],
    ) {
        match self {
            Right::Same(values, stride) => {
                for (k, line) in panel.iter_mut().enumerate() {
                    let row = &values[k * stride + column..][..width];
                    for (to, from) in line.iter_mut().zip(row) {
                        *to = simd.splat(*from);
                    }
                }
            }
            Right::Lanes(values, stride) => {
                for (k, line) in panel.iter_mut().enumerate() {
                    let row = &values[k * stride + column..][..width];
                    for (to, from) in line.iter_mut().zip(row) {
                        *to = *from;
                    }
                }
            }
            Right::Columns(values, stride) => {
                for n in 0..width {
                    let from = &values[(column + n) * stride..][..panel.len()];
                    for (line, from) in panel.iter_mut().zip(from) {
                        line[n] = *from;
                    }
                }
            }
        }
    }
}

impl<F: F32x8> Target<'_, F> {
    /// Some numbers of a row.
    #[inline(always)]
    fn store(&mut self, row: usize, column: usize, width: usize, sums: [F; PANEL]) {
        let to = &mut self.values[row * self.stride + column..][..width];
        for (to, sum) in to.iter_mut().zip(sums) {
            *to = if self.is_added { *to + sum } else { sum };
        }
    }
}

/// Columns as rows: from `[rows, columns]`, with rows `stride` numbers apart, to `[columns, rows]`.
#[inline(never)]
pub fn transpose<F: Copy>(from: &[F], stride: usize, rows: usize, columns: usize, to: &mut [F]) {
    for row in 0..rows {
        let line = &from[row * stride..][..columns];
        for (number, to) in line.iter().zip(to[row..].iter_mut().step_by(rows)) {
            *to = *number;
        }
    }
}
