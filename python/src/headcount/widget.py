"""The widget: <head-count> in the output of a cell. What it can show is in docs/embedding.md."""

import pathlib

import anywidget
import traitlets


def _words():
    """Several words, as a list or with commas between them."""
    return traitlets.Union([traitlets.Unicode(), traitlets.List(traitlets.Unicode())], default_value="").tag(sync=True)


class Headcount(anywidget.AnyWidget):
    """Trains an experiment in the reader's browser, on its CPU.

    `experiment` is a share link or its query, or a dict of fields as docs/experiments.md has them; missing ones take
    their defaults. With `base`, the address of a Headcount's files, the browser fetches them from there, WebGPU
    included, in place of those in this package.
    """

    _esm = pathlib.Path(__file__).parent / "widget.mjs"

    experiment = traitlets.Union([traitlets.Unicode(), traitlets.Dict()], default_value="").tag(sync=True)
    preset = traitlets.Unicode("").tag(sync=True)
    view = _words()
    controls = _words()
    hide = _words()
    theme = traitlets.Unicode("").tag(sync=True)
    autoplay = traitlets.Unicode("").tag(sync=True)
    base = traitlets.Unicode("").tag(sync=True)
    #: What the last training ended with: the document that the API's `lab.outcome()` and the native binary give.
    outcome_document = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)

    def __init__(self, experiment="", **settings):
        if settings.get("base"):
            # So that a notebook with many widgets does not hold a copy for each.
            self._esm = settings["base"].rstrip("/") + "/widget.mjs"
        super().__init__(experiment=experiment, **settings)

    @property
    def outcome(self):
        """The last training, one row per run: a pandas DataFrame, or a list of dicts without pandas; None before."""
        if not self.outcome_document:
            return None
        rows = []
        for outcome in self.outcome_document["outcomes"]:
            others = {name: value for name, value in outcome.items() if name != "run"}
            rows.append({**outcome["run"], **others})
        try:
            import pandas
        except ImportError:
            return rows
        return pandas.DataFrame(rows)
