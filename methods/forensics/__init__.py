"""What a printed table of error rates says of itself: no data and no fit.

Each module has one kind of test, as pure functions of printed numbers and of what a paper states of
its trials (`methods.forensics.printed_cells.Protocol`). No verdict accuses. A finding says that a
number "cannot come from" what is stated, and no more: a misprint, a trial that failed, or another
way to average are as good reasons as any.
"""
