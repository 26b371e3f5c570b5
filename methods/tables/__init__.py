"""Every function that makes a table, and the files that a table is written to."""
