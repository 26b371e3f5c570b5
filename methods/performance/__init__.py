"""How fast the machines are: against peers, as problems grow, and on the way to the optimum.

`python -m methods bench` runs `measurements`, which measures every entry and stores it. `stored`
reads the entries back for the report. There are four kinds of entries:

- ratios: `race` times two sides in turns. A new race is an entry of ``RACES`` in `margin_races`
  (ERM, DRM, linear SVM) or in `learner_races` (all other machines). `overhead` compares a whole run
  with its fits.
- goals: `goals` does a piece of work, beside the seconds that we ask for and a floor under all
  programs. A new goal is an entry of ``GOALS`` in `goal_cases`.
- growth: `growth` fits at growing sizes. A new curve is an entry of ``CASES`` in `growth_cases`.
- suboptimality: `suboptimality` runs solvers at tighter and tighter settings. A new panel is an
  entry of ``PANELS`` in `panels`.

`samples` makes or loads the data of races, goals and growth. `peak_memory` measures memory. `conic`
states our problems in cvxpy, for conic solvers as peers.
"""
