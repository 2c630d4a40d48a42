"""Golden numbers from an independent implementation: numpy, double precision, textbook attention.

Run `python3 crate/engine/tests/golden/make.py` (needs numpy) to write learning.json again. It
shares no code and no formula with the engine: attention runs over T+1 tokens with full matrices,
gradients are central differences of the loss, AdamW is written out from its paper.
"""

import json
import pathlib

import numpy as np

T, D_TOKEN, HEADS, N_HEAD, HIDDEN, BATCH = 5, 3, 2, 3, 4, 6
E = HEADS * N_HEAD
STEPS, RATE, BETA1, BETA2, EPSILON, DECAY = 10, 0.02, 0.9, 0.95, 1e-8, 0.01

SHAPES = {
    "embed.hidden.weight": (D_TOKEN, HIDDEN),
    "embed.hidden.bias": (1, HIDDEN),
    "embed.out.weight": (HIDDEN, E),
    "embed.out.bias": (1, E),
    "cls": (1, E),
    "query": (E, E),
    "key": (E, E),
    "value": (E, E),
    "output": (E, E),
    "readout.hidden.weight": (E, HIDDEN),
    "readout.hidden.bias": (1, HIDDEN),
    "readout.out.weight": (HIDDEN, 1),
    "readout.out.bias": (1, 1),
}


def erf(x):
    """Abramowitz and Stegun would be too coarse: the series converges fast enough here."""
    total, term = np.zeros_like(x), x.copy()
    for k in range(60):
        total += term / (2 * k + 1)
        term = -term * x * x / (k + 1)
    return 2 / np.sqrt(np.pi) * total


def gelu(x):
    return 0.5 * x * (1 + erf(x / np.sqrt(2)))


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def predict(w, x):
    """x: [B, T, d]. The cls token is put in front, attends to the T others, and is read."""
    z = np.maximum(x @ w["embed.hidden.weight"] + w["embed.hidden.bias"], 0)
    z = z @ w["embed.out.weight"] + w["embed.out.bias"]  # [B, T, E]
    cls = np.broadcast_to(w["cls"], (x.shape[0], 1, E))
    tokens = np.concatenate([cls, z], 1)  # [B, T+1, E]
    heads = []
    for i in range(HEADS):
        part = slice(i * N_HEAD, (i + 1) * N_HEAD)
        q, k, v = (tokens @ w[name][:, part] for name in ("query", "key", "value"))
        scores = q @ k.transpose(0, 2, 1) / np.sqrt(N_HEAD)  # [B, T+1, T+1]
        scores[:, :, 0] = -np.inf  # the cls token is no part of the sequence
        heads.append(softmax(scores) @ v)
    mixed = np.concatenate(heads, -1) @ w["output"]  # [B, T+1, E]
    read = mixed[:, 0]
    return gelu(read @ w["readout.hidden.weight"] + w["readout.hidden.bias"]) @ w["readout.out.weight"] + w["readout.out.bias"]


def loss(w, x, y):
    return float(((predict(w, x) - y) ** 2).mean())


def gradients(w, x, y, step=1e-5):
    found = {}
    for name, value in w.items():
        g = np.zeros_like(value)
        for i in np.ndindex(*value.shape):
            moved = {k: v.copy() for k, v in w.items()}
            moved[name][i] = value[i] + step
            up = loss(moved, x, y)
            moved[name][i] = value[i] - step
            g[i] = (up - loss(moved, x, y)) / (2 * step)
        found[name] = g
    return found


def main():
    rng = np.random.default_rng(2510)
    w = {name: rng.normal(size=shape) / np.sqrt(shape[0]) for name, shape in SHAPES.items()}
    x, y = rng.normal(size=(BATCH, T, D_TOKEN)), rng.normal(size=(BATCH, 1))
    golden = {
        "madeBy": "crate/engine/tests/golden/make.py, numpy, float64",
        "shape": {"t": T, "d": D_TOKEN, "h": HEADS, "n": N_HEAD, "hidden": HIDDEN, "batch": BATCH},
        "recipe": {"rate": RATE, "beta1": BETA1, "beta2": BETA2, "weightDecay": DECAY},
        "x": x.ravel().tolist(),
        "y": y.ravel().tolist(),
        "weights": {k: v.ravel().tolist() for k, v in w.items()},
        "prediction": predict(w, x).ravel().tolist(),
        "gradients": {k: v.ravel().tolist() for k, v in gradients(w, x, y).items()},
        "losses": [],
    }
    first = {k: np.zeros_like(v) for k, v in w.items()}
    second = {k: np.zeros_like(v) for k, v in w.items()}
    for t in range(1, STEPS + 1):
        golden["losses"].append(loss(w, x, y))
        g = gradients(w, x, y)
        for k in w:
            first[k] = BETA1 * first[k] + (1 - BETA1) * g[k]
            second[k] = BETA2 * second[k] + (1 - BETA2) * g[k] ** 2
            m, v = first[k] / (1 - BETA1**t), second[k] / (1 - BETA2**t)
            w[k] = w[k] - RATE * (m / (np.sqrt(v) + EPSILON) + DECAY * w[k])
        if t == 3:
            golden["weightsAfterThree"] = {k: v.ravel().tolist() for k, v in w.items()}

    def tidy(value):
        if isinstance(value, float):
            return float(f"{value:.9g}")
        if isinstance(value, dict):
            return {k: tidy(v) for k, v in value.items()}
        return [tidy(v) for v in value] if isinstance(value, list) else value

    out = pathlib.Path(__file__).with_name("learning.json")
    out.write_text(json.dumps(tidy(golden), separators=(",", ":")) + "\n")
    print(f"wrote {out.name}: losses {golden['losses'][0]:.6f} to {golden['losses'][-1]:.6f}")


main()
