"""The report: a static site made from stored results. It fits nothing and needs no network.

- `site`: the whole report. The front page, experiment, data set, method and speed pages each have a
  module ``*_page`` or ``*_pages``; `compare_page` is the page on two runs.
- `look/`: the templates of the pages, their style sheet and their script.
- `shown_tables`, `shown_claims`, `what_ran`, `changes`, `docstrings`: the content of the pages.
- `trial_scripts`: the trials behind each cell, which a page loads when asked.
- `seconds_curves`, `speed_figures`: what only the report draws.
- `glossary`: the words of the project, and the bubbles that tell them on the pages.
- `site_folder`, `images`, `cells`: files, images and table cells, shared by the pages.
"""
