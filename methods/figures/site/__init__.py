"""The report: a static site from the ledger, the tables and the figures. No fit, no network."""

from methods.figures.site.report import write_report

__all__ = ["write_report"]
