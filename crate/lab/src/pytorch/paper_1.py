ERROR = "NMSE"


def scale(y):
    """The model learns the standardised target."""
    return y.mean(), y.std(unbiased=False) if y.std(unbiased=False) > 0 else torch.tensor(1.0)


def unit(y):
    return y.var(unbiased=False)
