def rate(step):
    """Linear warm-up, then a cosine to zero."""
    warm = math.floor(WARM_UP * STEPS + 0.5)
    if step < warm:
        return RATE * (step + 1) / warm
    return RATE * 0.5 * (1 + math.cos(math.pi * (step - warm) / max(STEPS - warm, 1)))


def error(w, x, y, run, mean, deviation):
    with torch.no_grad():
        found = torch.cat([predict(w, part, run) for part in x.split(512)]) * deviation + mean
        return (((found - y) ** 2).sum(2).mean() / unit(y)).item()


def train(run):
    data = torch.Generator().manual_seed(DATA_SEED)  # the same data for every run
    x = draw(TRAIN, run["T"], data)
    y = answer(x)
    seen_x = draw(VALIDATION, run["T"], data)
    seen_y = answer(seen_x)
    mean, deviation = scale(y)
    own = torch.Generator().manual_seed(run["seed"])  # weights and order of the data
    w = start(run, own)
    optimizer = torch.optim.AdamW(list(w.values()), lr=RATE, betas=BETAS, eps=1e-8, weight_decay=DECAY)
    points = {math.ceil(i * STEPS / POINTS) for i in range(1, POINTS + 1)}
    for step in range(STEPS):
        row = step % (TRAIN // BATCH)
        if row == 0:
            if FRESH and step > 0:
                x = draw(TRAIN, run["T"], data)
                y = answer(x)
            order = torch.randperm(TRAIN, generator=own)
        chosen = order[row * BATCH : (row + 1) * BATCH]
        for group in optimizer.param_groups:
            group["lr"] = rate(step)
        wrong = predict(w, x[chosen], run) - (y[chosen] - mean) / deviation
        loss = (wrong**2).sum(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step + 1 in points:
            found = error(w, seen_x[:512], seen_y[:512], run, mean, deviation)
            print(f"  step {step + 1} of {STEPS}: {found:.3e}", end="\r", flush=True)
            if not math.isfinite(found) or found <= TARGET:
                break
    return error(w, seen_x, seen_y, run, mean, deviation)


if __name__ == "__main__":
    for run in RUNS:
        found = train(run)
        print(" ".join(f"{name}={value}" for name, value in run.items()) + f"  {ERROR} {found:.3e}")
