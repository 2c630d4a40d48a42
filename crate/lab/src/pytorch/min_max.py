# The task: y = max over t of x(t) + min over t of x(t).
def draw(count, T, generator):
    return torch.rand(count, T, TOKEN, generator=generator)


def answer(x):  # [B, T, 1] -> [B, 1, 1]
    return (x.amax(1) + x.amin(1)).reshape(-1, 1, 1)
