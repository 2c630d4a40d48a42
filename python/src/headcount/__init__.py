"""Headcount in notebooks: the widget, and the reader of model files."""

from .widget import Headcount

__all__ = ["Headcount", "predict", "read_model"]
__version__ = "0.1.0"


def read_model(path):
    """What a model file says about its run, and its weights as numpy arrays by name."""
    # numpy is needed here alone.
    from .model_file import load

    return load(path)


def predict(about, weights, x):
    """What the run predicts for sequences x of shape [B, T, d]: the targets' own scale."""
    from .model_file import predict

    return predict(about, weights, x)
