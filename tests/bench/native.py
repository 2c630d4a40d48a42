"""The models and their training in JAX, jitted, on one thread of this machine or on all: what a native program takes.

Started by run.mjs where an interpreter has JAX; the project does not need it. Reads one order a line
from standard input and answers each with one line, both JSON. Sizes and recipe as in plan.mjs.
"""

import json
import math
import os
import sys
import time

ALL_THREADS = sys.argv[1:] == ["all"]
if not ALL_THREADS:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402


def sizes(h, d, n=None, N=None, **_):
    if n is None:  # paper 2's attention layer
        return dict.fromkeys(("query", "key", "value", "output"), (d, d))
    E = h * n
    return {
        "embed.hidden.weight": (d, N), "embed.hidden.bias": (1, N), "embed.out.weight": (N, E), "embed.out.bias": (1, E),
        "cls": (1, E), "query": (E, E), "key": (E, E), "value": (E, E), "output": (E, E),
        "readout.hidden.weight": (E, N), "readout.hidden.bias": (1, N), "readout.out.weight": (N, 1), "readout.out.bias": (1, 1),
    }


def error(weights, x, y, form, h, n):
    """x: [B, T, d], y: [B, 1]."""
    w1, b1, w2, b2, cls, query, key, value, output, w3, b3, w4, b4 = weights
    a = jax.nn.relu(x @ w1 + b1)  # [B, T, N]
    u = (key * (cls @ query)).reshape(-1, h, n).sum(2) / math.sqrt(n)  # [E, h]
    if form == "folded":
        z, score, project, shift = a @ w2 + b2, u, value, 0
    else:
        z, score, project, shift = a, w2 @ u, w2 @ value, b2 @ value
    attention = jax.nn.softmax(z @ score, axis=1)  # [B, T, h]
    pooled = jnp.einsum("bth,bte->bhe", attention, z)
    seen = jnp.einsum("bhe,ehn->bhn", pooled, project.reshape(-1, h, n)).reshape(x.shape[0], h * n)
    mixed = (seen + shift) @ output
    predicted = jax.nn.gelu(mixed @ w3 + b3, approximate=False) @ w4 + b4
    return ((predicted - y) ** 2).mean()


def layer_error(weights, x, y, h):
    """x and y: [B, T, d]. The sum over the numbers of an answer, the mean over answers."""
    query, key, value, output = weights
    b, t, d = x.shape
    q, k, v = ((x @ w).reshape(b, t, h, d // h) for w in (query, key, value))  # [B, T, h, n]
    attention = jax.nn.softmax(jnp.einsum("bthn,bshn->bhts", q, k) / math.sqrt(d // h))
    seen = jnp.einsum("bhts,bshn->bthn", attention, v).reshape(b, t, d)
    return ((seen @ output - y) ** 2).sum(2).mean()


def learner(form, h, n, recipe):
    rate, beta1, beta2, decay = (recipe[k] for k in ("rate", "beta1", "beta2", "weightDecay"))

    def learn(state, inputs, targets, orders):
        w, m, v, step = state
        chosen = orders[step % orders.shape[0]]
        x, y = inputs[chosen], targets[chosen]
        f = (lambda w: layer_error(w, x, y, h)) if form == "layer" else lambda w: error(w, x, y, form, h, n)
        value, g = jax.value_and_grad(f)(w)
        step = step + 1
        m = [beta1 * a + (1 - beta1) * b for a, b in zip(m, g)]
        v = [beta2 * a + (1 - beta2) * b * b for a, b in zip(v, g)]
        c1, c2 = 1 - beta1**step.astype(jnp.float32), 1 - beta2**step.astype(jnp.float32)
        move = lambda w, m, v: w * (1 - rate * decay) - rate * (m / c1) / (jnp.sqrt(v / c2) + 1e-8)
        return ([move(*all) for all in zip(w, m, v)], m, v, step), value

    return jax.jit(learn, donate_argnums=0)


class Training:
    def __init__(self, shape, form, weights, x, y, order, recipe):
        self.learn = learner(form, shape["h"], shape.get("n"), recipe)
        zeros = lambda: [jnp.zeros_like(w) for w in weights]
        self.state = ([jnp.array(w) for w in weights], zeros(), zeros(), jnp.int32(0))
        self.data = jnp.array(x), jnp.array(y), jnp.array(order)

    def advance(self, steps):
        for _ in range(steps):
            self.state, loss = self.learn(self.state, *self.data)
        return float(loss)


def check_layer(golden, steps):
    s = golden["layer"]
    weights = [np.float32(golden["weights"][name]).reshape(size) for name, size in sizes(**s).items()]
    x, y = (np.float32(golden[name]).reshape(s["batch"], s["T"], s["d"]) for name in "xy")
    training = Training(s, "layer", weights, x, y, np.arange(s["batch"], dtype=np.int32)[None], golden["recipe"])
    return {"losses": [training.advance(1) for _ in range(steps)]}


def check(golden, form, steps):
    if form == "layer":
        return check_layer(golden, steps)
    s = golden["shape"]
    shape = sizes(s["h"], s["d"], s["n"], s["hidden"])
    weights = [np.float32(golden["weights"][name]).reshape(size) for name, size in shape.items()]
    x = np.float32(golden["x"]).reshape(s["batch"], s["t"], s["d"])
    y = np.float32(golden["y"]).reshape(s["batch"], 1)
    training = Training(s, form, weights, x, y, np.arange(s["batch"], dtype=np.int32)[None], golden["recipe"])
    return {"losses": [training.advance(1) for _ in range(steps)]}


def prepare(shape, form, batch, sequences, recipe, warmUp):
    global current
    rng = np.random.default_rng(1)
    weights = []
    for name, size in sizes(**shape).items():
        spread = 0 if name.endswith("bias") else math.sqrt((2 if name == "embed.hidden.weight" else 1) / size[0])
        weights.append(np.float32(spread * rng.normal(size=size)))
    x = np.float32(rng.normal(size=(sequences, shape["T"], shape["d"])))
    if form == "layer":
        x /= np.linalg.norm(x, axis=2, keepdims=True)
        y = np.stack([s[(s @ s.T).argmin(1)] for s in x])  # the farthest point of each
    else:
        y = x.max(1).sum(1, keepdims=True)
        y = (y - y.mean()) / y.std()
    order = rng.permutation(sequences)[: sequences // batch * batch].reshape(-1, batch).astype(np.int32)
    current = Training(shape, form, weights, x, y, order, recipe)
    began = time.perf_counter()
    current.advance(1)
    compiled = time.perf_counter()
    while time.perf_counter() - compiled < warmUp / 1000:
        current.advance(10)
    return {"models": 1, "compile": (compiled - began) * 1000}


def measure(least, readEvery):
    began, steps = time.perf_counter(), 0
    while not steps or time.perf_counter() - began < least / 1000:
        current.advance(readEvery)
        steps += readEvery
    return {"ms": (time.perf_counter() - began) * 1000 / steps}


def main():
    orders = {"open": lambda: {"setup": f"JAX {jax.__version__}, {'all threads' if ALL_THREADS else '1 thread'}"}, "check": check, "prepare": prepare, "time": measure}
    for line in sys.stdin:
        order = json.loads(line)
        try:
            answer = orders[order.pop("order")](**order)
        except Exception as problem:  # whatever it is, the other contenders go on
            answer = {"error": f"{type(problem).__name__}: {problem}"}
        print(json.dumps(answer), flush=True)


main()
