"""The benchmark itself: plan, fit, score, aggregate, judge."""
