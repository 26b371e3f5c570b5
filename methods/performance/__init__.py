"""How fast the machines are: beside peers, as problems grow, and on the way to the optimum."""
