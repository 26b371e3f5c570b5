# Every target first makes .venv from the hashed lock files, if .venv is not up to date.
#
#   make run         the benchmark that config.yaml describes
#   make paper       the same with all data sets and the papers' numbers of trials: hours
#   make figures     redraw tables, figures and pages from stored scores; nothing is fitted
#   make report     the whole site from the kept results, without a run: results/kept_report
#   make ledger      judge the kept results again, and make their tables, after a change of either
#   make bench       measure speed against peers, growth and suboptimality: half an hour
#   make test        all tests; first cases of the fast ones must run nine lines of methods/ in ten
#   make test-fast   all tests but the slow ones
#   make test-oldest the fast tests on the oldest packages that pyproject.toml allows (Python 3.11)
#   make test-newest the same on the newest ones
#   make torture     thirty kills, thousands of generated inputs, other orders of jobs: an hour
#   make mutants     plant faults in the judging and planning code; which do tests not see?
#   make rivals      install LightGBM, XGBoost and CatBoost, which the yardstick compares with
#   make lint        check format, lint and types of the package and the workflow
#   make docs        pages about the library, with a gallery of examples
#   make dist        build wheel and sdist in dist/; the same commit gives the same bytes
#   make lock        resolve the dependencies of pyproject.toml and write the lock files
#
# CORES is the number of jobs at a time. CONFIG overrides entries of config.yaml. ARGS goes unchanged
# to snakemake, pytest or the resolver:
#
#   make run CORES=4 CONFIG='scale=smoke experiments=[erm]' ARGS=--dry-run
#   make run ARGS=-p            # all that Snakemake says, with the commands

PYTHON ?= python3
CORES ?= all
CONFIG ?=
ARGS ?=
SHELL := bash
# Tests and jobs start hundreds of interpreters; without stored bytecode each compiles all modules.
unexport PYTHONDONTWRITEBYTECODE

VENV_PYTHON := .venv/bin/python
# copies of the lock files that are installed
RUN_ENV := .venv/requirements.lock
TEST_ENV := .venv/requirements-test.lock

SNAKEMAKE = $(VENV_PYTHON) -m snakemake --cores $(CORES)
PYTEST = OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(VENV_PYTHON) -m pytest
# Everything is a wheel but one need of Snakemake and one of OpenML's client.
# requirements-build.lock has what builds them.
INSTALL = $(VENV_PYTHON) -m pip install --quiet --require-hashes --only-binary :all:
BUILT = --no-binary connection-pool,liac-arff --use-pep517 --no-build-isolation
# pip takes the newest version for `coverage[toml]` unless the lock names the extra.
RESOLVE = pip compile --quiet --universal --python-version 3.11 \
	--fork-strategy fewest --generate-hashes --no-strip-extras --no-emit-index-url \
	--no-header --no-annotate

# the rules that read scores and fit nothing
NAMES = $(basename $(notdir $(wildcard workflow/experiments/*.yaml)))
DRAWING = figures report $(NAMES:%=aggregate_%) $(NAMES:%=figures_%)

# the extras that the fast tests use; the plugin for Slurm asks for newer packages than we do
TESTED = --extra benchmark --extra test --extra excel --extra openml

.PHONY: help run paper figures report ledger bench test test-fast test-oldest test-newest torture \
	mutants rivals lint docs dist lock

help:
	@sed -n '/^#/!q; s/^# \{0,1\}//p' Makefile

run: $(RUN_ENV)
	@$(SNAKEMAKE) $(ARGS) $(if $(CONFIG),--config $(CONFIG))

paper: $(RUN_ENV)
	@$(SNAKEMAKE) $(ARGS) --config scale=paper datasets=all $(CONFIG)

figures: $(RUN_ENV)
	@$(SNAKEMAKE) figures --forceall --allowed-rules $(DRAWING) $(ARGS) \
		$(if $(CONFIG),--config $(CONFIG))

report: $(RUN_ENV)
	@$(VENV_PYTHON) -m methods pages $(ARGS)

ledger: $(RUN_ENV)
	$(VENV_PYTHON) -m methods judge

# the lock of the tests has the peers; an unavailable data set leaves a row that says so
bench: $(TEST_ENV)
	-@$(SNAKEMAKE) results/data/diabetes.npz results/data/ijcnn1.npz
	$(VENV_PYTHON) -m methods bench $(ARGS)

# tests that measure time run alone
test: $(TEST_ENV)
	$(PYTEST) -n 2 --dist worksteal --ignore=tests/timings --cov --cov-fail-under=90 $(ARGS)
	$(PYTEST) tests/timings

torture: $(TEST_ENV)
	TORTURE=1 MOMENTS=30 EXAMPLES=3000 $(PYTEST) tests/faults $(ARGS)

mutants: $(TEST_ENV)
	$(VENV_PYTHON) -m tests.mutants $(ARGS)

test-fast: $(TEST_ENV)
	$(PYTEST) -n 2 --dist worksteal -m 'not slow' $(ARGS)

# an environment of its own, so that .venv stays what the lock of the tests says
test-oldest test-newest: test-%: .venv-%/lock
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 .venv-$*/bin/python -m pytest \
		-n 2 --dist worksteal -m 'not slow' $(ARGS)

rivals: .venv/requirements-rivals.lock | $(RUN_ENV)

lint: $(TEST_ENV)
	$(VENV_PYTHON) -m ruff check
	$(VENV_PYTHON) -m ruff format --check
	$(VENV_PYTHON) -m mypy
	$(VENV_PYTHON) -m snakefmt --check Snakefile workflow
	$(PYTEST) -q tests/workflow/test_quality.py

docs: $(TEST_ENV)
	@$(VENV_PYTHON) -m sphinx -q -W -d results/docs/.cache docs results/docs
	@echo 'pages:    results/docs/index.html'

# the time of the commit in place of now, so that a second build has the same bytes
dist:
	@scratch=$$(mktemp -d) && trap 'rm -rf "$$scratch"' EXIT && \
	$(PYTHON) -m venv "$$scratch" && "$$scratch/bin/pip" install --quiet build==1.6.1 twine && \
	SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct)} \
		"$$scratch/bin/python" -m build $(ARGS) && \
	"$$scratch/bin/twine" check --strict dist/*

# tests run on the benchmark's versions, so the second lock holds all of the first
lock:
	@scratch=$$(mktemp -d) && trap 'rm -rf "$$scratch"' EXIT && \
	$(PYTHON) -m venv "$$scratch" && "$$scratch/bin/pip" install --quiet uv && \
	"$$scratch/bin/uv" $(RESOLVE) pyproject.toml -o requirements.lock $(ARGS) \
		--extra benchmark --extra slurm && \
	"$$scratch/bin/uv" $(RESOLVE) pyproject.toml -o requirements-test.lock $(ARGS) \
		$(TESTED) --extra slurm --extra lint --extra docs -c requirements.lock && \
	"$$scratch/bin/uv" $(RESOLVE) pyproject.toml -o requirements-rivals.lock $(ARGS) \
		--extra benchmark --extra slurm --extra rivals -c requirements-test.lock && \
	rm -f requirements-oldest.lock requirements-newest.lock && \
	"$$scratch/bin/uv" $(RESOLVE) pyproject.toml -o requirements-oldest.lock $(ARGS) \
		$(TESTED) --resolution lowest-direct && \
	"$$scratch/bin/uv" $(RESOLVE) pyproject.toml -o requirements-newest.lock $(ARGS) \
		$(TESTED) --extra slurm --resolution highest && \
	echo setuptools | "$$scratch/bin/uv" $(RESOLVE) - -o requirements-build.lock $(ARGS) \
		-c requirements-test.lock

.venv/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "error: $(PYTHON) is " \
		+ sys.version.split()[0] + "; name a python 3.11 or newer, as in make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv

$(TEST_ENV): | $(RUN_ENV)

.venv-%/lock: VENV_PYTHON = .venv-$*/bin/python
.venv-%/lock: requirements-%.lock requirements-build.lock
	$(PYTHON) -m venv --clear .venv-$*
	$(INSTALL) -r requirements-build.lock && $(INSTALL) $(BUILT) -r $<
	@cp $< $@

.venv/%.lock: %.lock | .venv/bin/pip
	@cmp -s $< $@ || { echo 'installing $< into .venv, a minute or so'; \
		$(INSTALL) -r requirements-build.lock && $(INSTALL) $(BUILT) -r $<; }
	@cp $< $@
