"""The report: a static site from the ledger, the tables and the figures. No fit, no network."""

from methods.report.site import write_report

__all__ = ["write_report"]
