project = "Course notes"
extensions = ["myst_parser"]
html_js_files = [("HOST/headcount.js", {"type": "module"})]
