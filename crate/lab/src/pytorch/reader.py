def start(run, generator):
    h, n, N, L = (run[name] for name in ("h", "n", "N", "L"))
    E, w = h * n, Weights()
    w.matrix("embed.hidden.weight", TOKEN, N, 2, generator)
    w.row("embed.hidden.bias", N)
    w.matrix("embed.out.weight", N, E, 1, generator)
    w.row("embed.out.bias", E)
    w.matrix("cls", 1, E, 1, generator)
    for layer in layers(L):
        for name in ("query", "key", "value", "output"):
            w.matrix(layer + name, E, E, 1, generator)
    w.matrix("readout.hidden.weight", E, N, 1, generator)
    w.row("readout.hidden.bias", N)
    w.matrix("readout.out.weight", N, 1, 1, generator)
    w.row("readout.out.bias", 1)
    return w


def layers(L):
    return [""] if L == 1 else [f"layer{layer}." for layer in range(1, L + 1)]


def predict(w, x, run):
    """[B, T, d] -> [B, 1, 1]. No residual, no norm, no positions; only the cls token is read."""
    z = w.affine("embed.out", torch.relu(w.affine("embed.hidden", x)))  # [B, T, E]
    heads = lambda x: x.reshape(len(x), -1, run["h"], run["n"]).transpose(1, 2)
    cls = w["cls"].expand(len(x), 1, -1)  # [B, 1, E]
    for number, layer in enumerate(layers(run["L"]), 1):
        # The cls token asks, but is not looked at; in the last layer nobody else asks.
        asks = cls if number == run["L"] else torch.cat([cls, z], 1)  # [B, 1 or 1 + T, E]
        q, k, v = asks @ w[layer + "query"], z @ w[layer + "key"], z @ w[layer + "value"]
        seen = nn.functional.scaled_dot_product_attention(heads(q), heads(k), heads(v))
        seen = seen.transpose(1, 2).reshape(len(x), -1, run["h"] * run["n"])
        answers = seen @ w[layer + "output"]  # as asks
        cls, z = answers[:, :1], answers[:, 1:]
    return w.affine("readout.out", nn.functional.gelu(w.affine("readout.hidden", cls)))
