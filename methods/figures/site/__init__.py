"""The report: one static page from the ledger, the tables and the figures. No fit, no network."""

from methods.figures.site.page import write_report

__all__ = ["write_report"]
