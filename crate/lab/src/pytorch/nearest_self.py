# The task: for every point on a sphere, its nearest neighbour.
def draw(count, T, generator):
    return nn.functional.normalize(torch.randn(count, T, TOKEN, generator=generator), dim=2)


def answer(x):  # [B, T, d] -> [B, T, d]
    def part(x):
        near = x @ x.transpose(1, 2) - 4 * torch.eye(x.shape[1])  # nobody is its own neighbour
        return x.gather(1, near.argmax(2).unsqueeze(2).expand(-1, -1, TOKEN))

    return torch.cat([part(x) for x in x.split(256)])
