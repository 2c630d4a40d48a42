import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo
    from headcount import Headcount

    experiment = {"task": {"D": 2}, "grid": {"h": [1, 2, 3]}, "recipe": {"steps": 300}}
    widget = mo.ui.anywidget(Headcount(experiment, view="cliff,machine"))
    widget
    return mo, widget


@app.cell
def _(mo, widget):
    # Runs again when the widget has trained.
    widget.value
    outcome = widget.widget.outcome
    mo.md("Press *Train*.") if outcome is None else mo.plain(outcome[["h", "seed", "steps", "nmse"]])
    return


if __name__ == "__main__":
    app.run()
