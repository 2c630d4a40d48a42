def start(run, generator):
    side, w = run["w"], Weights()
    for name in ("query", "key", "value"):
        w.matrix(name, TOKEN, side * TOKEN, 1, generator)
    w.matrix("output", side * TOKEN, TOKEN, side, generator)
    return w


def predict(w, x, run):
    """[B, T, d] -> [B, asking, d]. One attention layer; w of them side by side are averaged."""
    q, k, v = (x @ w[name] for name in ("query", "key", "value"))  # [B, T, w d]
    seen = attend(q, k, v, run)
    return seen @ w["output"] / run["w"]
