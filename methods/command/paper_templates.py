"""What `new paper` writes: a paper file, its printed numbers, and an experiment on it."""

from __future__ import annotations

from string import Template

PAPER = Template("""\
# What each key may hold: workflow/schemas/paper.schema.yaml. A part of the paper has either what
# serves it here or, in why, the reason why nothing does.
title: The title as printed
authors: [Given Family]
year: 2024
venue: The journal, or the proceedings with pages
address: https://example.org  # or doi: 10.1000/182
bibtex: |
  @article{$name,
    title  = {The title as printed},
    author = {Family, Given},
    year   = {2024}
  }
licence: None is stated in the text
sections: {"1": Introduction, "2": The method, "3": Experiments}
proposes: What the paper proposes, in your words.
equations:
  "1":
    shows: The rule of the method
    latex: '\\hat{y}(x) = \\mathrm{arg\\,max}_k\\ p(k) \\prod_j p(x_j\\ |\\ k)'
    code: [sklearn.naive_bayes.GaussianNB]  # dotted paths of what computes it
    claims: []                # experiment/claim
tables:
  "1":
    shows: Test errors of two methods on two data sets
    numbers: table1           # its name in workflow/published/$name.csv
    outputs: [$name/table1]   # experiment/table
figures:
  "1": {shows: Average ranks, outputs: [$name/ranks]}
  "2": {shows: A sketch of the method, why: It shows no data}
left_open:
  - {open: How many rows train, chosen: Half of them}
unavailable:
  - {what: The authors' program, why: No address is printed, instead: An implementation of ours}
untested:                     # claims of the paper without a test
  - {where: section 1, says: The method is easy to use, why: Nobody was asked}
summary:                      # what its page of two sides shows
  equations: ["1"]
  figures: [$name/ranks]
  claims: [$name/better-than-the-majority, $name/printed-means-are-possible]
""")

NUMBERS = Template("""\
table,dataset,method,metric,value,spread,spread_kind,rank,note
table1,wdbc,Naive Bayes,test_error_percent,6.70,1.10,std,1,put the rows of the paper here
table1,wdbc,Majority,test_error_percent,37.19,0.00,std,2,a metric ends in error or accuracy
table1,iris,Naive Bayes,test_error_percent,4.67,1.50,std,1,rank and note may stay empty
table1,iris,Majority,test_error_percent,66.67,0.00,std,2,
""")

EXPERIMENT = Template("""\
# What each key may hold: workflow/schemas/experiment.schema.yaml.
title: The paper again
source: $name
methods:                      # the names of the methods as in the printed numbers
  Naive Bayes: {class: sklearn.naive_bayes.GaussianNB}
  Majority: {class: sklearn.dummy.DummyClassifier, strategy: most_frequent}
studies:
  halves:
    about: Test error, half the rows for training
    datasets: [wdbc, iris]    # the names of the data sets as in the printed numbers
    methods: [Naive Bayes, Majority]
    split: {kind: holdout, train: 0.5, stratify: true}
    trials: {smoke: 2, quick: 10, paper: 10}
tables:
  table1:
    function: methods.tables.scores.score_table
    study: halves
    published: {table: table1, metric: test_error_percent, trials: 10}
figures:
  ranks: {function: methods.figures.curves.rank_diagram, study: halves}
claims:
  # A claim of the paper rests on data sets that it prints, as printed of their descriptors says:
  #   printed: [{source: $name, name: WDBC, shape: [569, 30], meets: true}]
  # Then leave out beyond, which marks claims of yours.
  better-than-the-majority:
    where: section 3, Table 1
    says: Naive Bayes errs less than the larger class
    beyond: true
    function: methods.claims.scores.lower
    study: halves
    methods: [Naive Bayes]
    than: [Majority]
  # The tests of printed numbers need no run; docs/forensics.md has them all.
  printed-means-are-possible:
    where: Table 1
    says: Every printed mean is a whole number of errors over ten trials on half of the rows
    beyond: true
    function: methods.claims.printed_origins.printed_means_possible
    tables: [table1]
    metric: test_error_percent
    trials: 10
    test_rows: {wdbc: [284, 285], iris: 75}
""")
