def attend(q, k, v, run, everyone=False):
    """Heads of rank n = d/h. ASKING says who asks, and who may be the answer."""
    if ASKING == "last":  # the last token asks about those before it
        q, k, v = q if everyone else q[:, -1:], k[:, :-1], v[:, :-1]
    mask = ~torch.eye(q.shape[1], dtype=torch.bool) if ASKING == "others" else None
    heads = lambda x: x.reshape(len(x), -1, run["w"] * run["h"], run["n"]).transpose(1, 2)
    seen = nn.functional.scaled_dot_product_attention(heads(q), heads(k), heads(v), attn_mask=mask)
    return seen.transpose(1, 2).reshape(len(q), q.shape[1], -1)  # [B, asking, w d]
