ERROR = "mean squared distance"


def scale(y):
    """Answers are points on a sphere: they are learned as they are."""
    return 0.0, 1.0


def unit(y):
    return 1.0
