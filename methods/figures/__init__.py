"""Figures drawn from stored results.

An experiment file names a figure function. It takes the results of the experiment and the options
of the entry, and returns the figure and a frame with the data that it shows.

- `curves`: figure functions for any paper. A new one is a function here, or in a module beside it.
- `papers/<paper>`: figure functions that only one paper needs.
- `style`: how every figure looks, and the files that it is written to.
- `bands`: means over trials with a band of one standard error.
- `critical_difference`: the diagram of average ranks.
"""
