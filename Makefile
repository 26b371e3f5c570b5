# Every target first creates .venv from the hashed lock files, where that has not been done.
#
#   make run         the benchmark that config.yaml describes
#   make paper       the same with all data sets and the papers' number of trials
#   make figures     the figures alone; nothing is fitted again
#   make test        all tests, with the coverage of methods/
#   make test-fast   without the slow ones
#   make lint        format, lint and types of the code and of the workflow
#   make lock        resolve the dependencies of pyproject.toml again
#
# CORES=4 limits the jobs at a time. ARGS is handed on to snakemake, pytest or the resolver:
#   make run ARGS='--config scale=smoke "experiments=[erm]"'

PYTHON ?= python3
CORES ?= all
ARGS ?=
SHELL := bash

VENV_PYTHON := .venv/bin/python
# a stamp is the lock that is installed, so that a lock with new times but the same content is too
RUN_ENV := .venv/requirements.lock
TEST_ENV := .venv/requirements-test.lock

SNAKEMAKE = $(VENV_PYTHON) -m snakemake --cores $(CORES) --quiet host reason
# what is started, what is done, and every failure; interrupts are left to snakemake
PROGRESS = 2>&1 | (trap '' INT; grep --line-buffered -vE \
	'^$$|^\[[A-Z][a-z]{2} [^]]*\]$$|^(Select|Execute) .*jobs\.\.\.$$|^Finished jobid')
PYTEST = OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(VENV_PYTHON) -m pytest

LOCK = pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--fork-strategy fewest --generate-hashes --no-emit-index-url --no-header --no-annotate

.PHONY: help run paper figures test test-fast lint lock

help:
	@sed -n '/^#/!q; s/^# \{0,1\}//p' Makefile

run: $(RUN_ENV)
	@set -o pipefail; $(SNAKEMAKE) $(ARGS) $(PROGRESS)
	@$(MAKE) --no-print-directory where

paper: $(RUN_ENV)
	@set -o pipefail; $(SNAKEMAKE) --config scale=paper datasets=all $(ARGS) $(PROGRESS)
	@$(MAKE) --no-print-directory where

figures: $(RUN_ENV)
	@set -o pipefail; $(SNAKEMAKE) figures $(ARGS) $(PROGRESS)

test: $(TEST_ENV)
	$(PYTEST) -n 2 --cov --cov-fail-under=90 $(ARGS)

test-fast: $(TEST_ENV)
	$(PYTEST) -n 2 -m 'not slow' $(ARGS)

lint: $(TEST_ENV)
	$(VENV_PYTHON) -m ruff check
	$(VENV_PYTHON) -m ruff format --check
	$(VENV_PYTHON) -m mypy
	$(VENV_PYTHON) -m snakefmt --check Snakefile workflow
	$(PYTEST) -q tests/workflow/test_quality.py
