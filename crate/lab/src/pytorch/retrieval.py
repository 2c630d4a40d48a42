# The task: y = F(z_1 ... z_D), z_i the least g(|x(t) - c_i|^2 / R_i^2) over t in S_i.
def draw(count, T, generator):
    x = torch.rand(count, T, PLACE, generator=generator)
    if TOKEN > PLACE:  # tokens say where they stand
        position = torch.arange(T) / max(T - 1, 1)
        x = torch.cat([x, position.reshape(1, T, 1).expand(count, T, 1)], 2)
    return x


def answer(x):  # [B, T, d] -> [B, 1, 1]
    minima = []
    for c, subset in zip(MINIMISERS, SUBSETS[x.shape[1]]):
        reach = sum(max(a, 1 - a) ** 2 for a in c)
        seen = x[:, subset, :PLACE] - torch.tensor(c)  # [B, |S|, d]
        minima.append(g((seen**2).sum(2).amin(1) / reach))
    z = torch.stack(minima, 1)  # [B, D]
    return F(z).reshape(-1, 1, 1)
