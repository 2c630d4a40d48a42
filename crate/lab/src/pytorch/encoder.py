def start(run, generator):
    side, N, w = run["w"], run["N"], Weights()
    for layer in (f"layer{layer}." for layer in range(1, run["L"] + 1)):
        for name in ("query", "key", "value"):
            w.matrix(f"{layer}{name}.weight", TOKEN, side * TOKEN, 1, generator)
            w.row(f"{layer}{name}.bias", side * TOKEN)
        w.matrix(f"{layer}output.weight", side * TOKEN, TOKEN, side, generator)
        w.row(f"{layer}output.bias", TOKEN)
        w.row(f"{layer}attention.norm", 1, 1.0)
        w.matrix(f"{layer}hidden.weight", TOKEN, N, 2, generator)
        w.row(f"{layer}hidden.bias", N)
        w.matrix(f"{layer}out.weight", N, TOKEN, 1, generator)
        w.row(f"{layer}out.bias", TOKEN)
        w.row(f"{layer}feed-forward.norm", 1, 1.0)
    return w


def predict(w, x, run):
    """[B, T, d] -> [B, asking, d]. Skip connections; each norm puts tokens on a learned radius."""
    norm = lambda x, radius: nn.functional.normalize(x, dim=2) * radius
    for layer in (f"layer{layer}." for layer in range(1, run["L"] + 1)):
        q, k, v = (w.affine(layer + name, x) for name in ("query", "key", "value"))
        seen = attend(q, k, v, run, everyone=True)  # [B, T, w d]
        mixed = seen @ w[f"{layer}output.weight"] / run["w"] + w[f"{layer}output.bias"]
        x = norm(x + mixed, w[f"{layer}attention.norm"])
        fed = w.affine(f"{layer}out", torch.relu(w.affine(f"{layer}hidden", x)))
        x = norm(x + fed, w[f"{layer}feed-forward.norm"])
    return x[:, -1:] if ASKING == "last" else x
