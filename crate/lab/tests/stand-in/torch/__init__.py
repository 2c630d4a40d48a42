"""A stand-in for torch with shapes and nothing else: no numbers, no gradients, no learning.

With it on PYTHONPATH a script checks that its shapes match where torch itself is not installed. It has
only the functions that the scripts of crate/lab/src/pytorch use.
"""

import math

from . import nn, optim

bool = "bool"


def broadcast(a, b):
    longest = max(len(a), len(b))
    a, b = (1,) * (longest - len(a)) + a, (1,) * (longest - len(b)) + b
    for x, y in zip(a, b):
        assert x == y or 1 in (x, y), f"{a} and {b} do not match"
    return tuple(max(x, y) if 0 not in (x, y) else 0 for x, y in zip(a, b))


class Tensor:
    def __init__(self, *shape):
        self.shape = tuple(shape)

    def __len__(self):
        return self.shape[0]

    def _with(self, other):
        return Tensor(*broadcast(self.shape, getattr(other, "shape", ())))

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _with
    __truediv__ = __rtruediv__ = __pow__ = _with

    def __gt__(self, other):
        assert self.shape == ()
        return True

    def __invert__(self):
        return self

    def __matmul__(self, other):
        assert self.shape[-1] == other.shape[-2], f"{self.shape} @ {other.shape}"
        return Tensor(*broadcast(self.shape[:-2], other.shape[:-2]), self.shape[-2], other.shape[-1])

    def _without(self, dim):
        dim %= len(self.shape)
        return Tensor(*(size for i, size in enumerate(self.shape) if i != dim))

    amax = amin = argmax = argmin = prod = _without

    def sum(self, dim):
        return self._without(dim)

    def mean(self):
        return Tensor()

    def std(self, unbiased):
        return Tensor()

    var = std

    def item(self):
        assert self.shape == ()
        return 0.5

    @property
    def T(self):
        rows, columns = self.shape
        return Tensor(columns, rows)

    def transpose(self, a, b):
        shape = list(self.shape)
        shape[a], shape[b] = shape[b], shape[a]
        return Tensor(*shape)

    def reshape(self, *shape):
        size, known = math.prod(self.shape), math.prod(n for n in shape if n != -1)
        assert size % known == 0 and (-1 in shape or size == known), f"{self.shape} as {shape}"
        return Tensor(*(size // known if n == -1 else n for n in shape))

    def expand(self, *shape):
        own = (1,) * (len(shape) - len(self.shape)) + self.shape
        for have, want in zip(own, shape):
            assert want in (-1, have) or have == 1, f"{self.shape} expanded to {shape}"
        return Tensor(*(have if want == -1 else want for have, want in zip(own, shape)))

    def unsqueeze(self, dim):
        return Tensor(*self.shape[:dim], 1, *self.shape[dim:])

    def gather(self, dim, index):
        assert len(index.shape) == len(self.shape)
        assert all(i == dim or a <= b for i, (a, b) in enumerate(zip(index.shape, self.shape)))
        return Tensor(*index.shape)

    def split(self, size):
        whole, rest = divmod(len(self), size)
        return [Tensor(n, *self.shape[1:]) for n in [size] * whole + [rest] * (rest > 0)]

    def __getitem__(self, index):
        index = index if isinstance(index, tuple) else (index,)
        shape = []
        for size, part in zip(self.shape, index):
            if isinstance(part, slice):
                shape.append(len(range(*part.indices(size))))
            elif isinstance(part, Tensor):
                shape.extend(part.shape)
            else:
                assert all(0 <= i < size for i in part)
                shape.append(len(part))
        return Tensor(*shape, *self.shape[len(index) :])

    def requires_grad_(self):
        return self

    def backward(self):
        assert self.shape == (), "only a number has a gradient"


class Generator:
    def manual_seed(self, seed):
        assert isinstance(seed, int)
        return self


class no_grad:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


def randn(*shape, generator):
    assert isinstance(generator, Generator)
    return Tensor(*shape)


rand = randn


def randperm(count, generator):
    return Tensor(count)


def arange(count):
    return Tensor(count)


def eye(size, dtype=None):
    return Tensor(size, size)


def full(shape, value):
    return Tensor(*shape)


def tensor(values):
    shape = []
    while isinstance(values, list):
        assert all(isinstance(v, list) == isinstance(values[0], list) for v in values)
        shape.append(len(values))
        values = values[0]
    return Tensor(*shape)


def cat(tensors, dim=0):
    first = tensors[0].shape
    for t in tensors:
        assert len(t.shape) == len(first)
        assert all(i == dim or a == b for i, (a, b) in enumerate(zip(t.shape, first))), "cat"
    return Tensor(*(sum(t.shape[i] for t in tensors) if i == dim else n for i, n in enumerate(first)))


def stack(tensors, dim):
    return cat([t.unsqueeze(dim) for t in tensors], dim)


def relu(x):
    return Tensor(*x.shape)


expm1 = log1p = tanh = relu
