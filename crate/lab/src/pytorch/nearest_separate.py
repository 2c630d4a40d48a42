# The task: of T - 1 points on a sphere, the one nearest to the last token, which asks.
def draw(count, T, generator):
    return nn.functional.normalize(torch.randn(count, T, TOKEN, generator=generator), dim=2)


def answer(x):  # [B, T, d] -> [B, 1, d]
    near = (x[:, -1:] @ x[:, :-1].transpose(1, 2)).argmax(2)  # [B, 1]
    return x.gather(1, near.unsqueeze(2).expand(-1, -1, TOKEN))
