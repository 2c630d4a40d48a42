class Weights(dict):
    """Weights by the names they have in Headcount's model files, each [rows, columns]."""

    def matrix(self, name, rows, columns, gain, generator):
        """Keeps the variance of what flows through, times gain."""
        spread = math.sqrt(gain / rows)
        self[name] = (spread * torch.randn(rows, columns, generator=generator)).requires_grad_()

    def row(self, name, columns, value=0.0):
        self[name] = torch.full((1, columns), value).requires_grad_()

    def affine(self, name, x):
        return x @ self[f"{name}.weight"] + self[f"{name}.bias"]
