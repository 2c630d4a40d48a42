"""Reads model files, and computes what they predict: the lines of docs/model-file.md, which a test holds equal."""

import json, math, struct
import numpy as np

def load(path):
    data = open(path, "rb").read()
    start = 8 + struct.unpack("<Q", data[:8])[0]
    tensors = json.loads(data[8:start])
    about = json.loads(tensors.pop("__metadata__")["headcount"])
    values = lambda begin, end: np.frombuffer(data[start + begin : start + end], "<f4")
    return about, {name: values(*t["data_offsets"]).reshape(t["shape"]) for name, t in tensors.items()}

def predict(about, w, x):  # x: [B, T, d]
    if "query" not in w or "embed.position" in w:
        raise ValueError("this form is not computed here (two layers, memoriser, encoder): docs/model-file.md has its formula")
    task, n, z = about["experiment"]["task"], about["run"]["n"], x
    if "cls" in w:  # paper 1: tokens are embedded, and a cls token asks
        z = np.maximum(z @ w["embed.hidden.weight"] + w["embed.hidden.bias"], 0)
        z = z @ w["embed.out.weight"] + w["embed.out.bias"]  # [B, T, E]
    heads = lambda x, name: (x @ w[name]).reshape(*x.shape[:2], -1, n).swapaxes(1, 2)
    q = heads(w["cls"][None] if "cls" in w else z, "query")  # [B or 1, heads, asking, n]
    k, v = heads(z, "key"), heads(z, "value")  # [B, heads, T, n]
    if task.get("queries") == "separate":  # the last token asks about those before it
        q, k, v = q[:, :, -1:], k[:, :, :-1], v[:, :, :-1]
    scores = q @ k.swapaxes(2, 3) / math.sqrt(n)  # [B, heads, asking, T]
    if task.get("queries") == "self":  # a token is not its own neighbour
        scores[:, :, range(x.shape[1]), range(x.shape[1])] = -np.inf
    attention = np.exp(scores - scores.max(-1, keepdims=True))
    attention /= attention.sum(-1, keepdims=True)
    y = (attention @ v).swapaxes(1, 2).reshape(len(x), q.shape[2], -1) @ w["output"]
    if "cls" not in w:  # paper 2: the answer itself, averaged over w layers
        return y / about["run"].get("w", 1)  # [B, asking, d]
    y = y @ w["readout.hidden.weight"] + w["readout.hidden.bias"]
    y = y * (1 + np.vectorize(math.erf)(y / math.sqrt(2))) / 2  # gelu
    y = y @ w["readout.out.weight"] + w["readout.out.bias"]
    return about["mean"] + about["deviation"] * y  # [B, 1, 1]
