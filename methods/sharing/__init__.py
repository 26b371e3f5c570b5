"""Results that leave this folder: a table of all scores, a research crate, a merge."""
