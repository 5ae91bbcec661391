# Archivist: `make play` and `make test` are all a newcomer needs; each sets up its own .venv.
PYTHON ?= python3
VENV := .venv
# Windows keeps the programs of a virtual environment in another folder, and calls Python `python`
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
SHELL := bash
PYTHON := python
else
BIN := $(VENV)/bin
endif
READY := $(VENV)/.ready

GAMES ?= 200
SEED ?= 0
N ?= 100
CARD_GAMES ?= 1000
RECORDS ?=
OPTIMIZE ?= 1

COMPILED := build/compiled

.PHONY: compiled wheel play serve load test browser mass check coverage bench fuzz mutate cluster matchups conformance golden vocabulary cards ship format clean api docs hooks

play: $(READY)
	@if [ -t 0 ]; then $(BIN)/archivist play; else $(BIN)/archivist play < /dev/null; fi

serve: $(READY)
	$(BIN)/archivist serve

load: $(READY)
	$(BIN)/python -m benchmarks.load

test: $(READY)
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not browser" --keep-runs
	$(BIN)/archivist rules --coverage --strict --quiet

browser: $(READY)
	$(BIN)/python -m pytest -m browser -rs tests/server/browser

mass: $(READY)
	MASS=1 $(BIN)/python -m pytest -n 2 --dist worksteal -m mass

# A copy of the project with its rules compiled: it plays the same games, to the byte, and passes the same scenarios.
# `make compiled OPTIMIZE=trained` compiles it as `pip install .` does, which takes more than twice as long.
compiled: $(READY)
	rm -rf $(COMPILED)
	ARCHIVIST_OPTIMIZE=$(OPTIMIZE) $(BIN)/python build_hook.py $(COMPILED)
	cp -r tests scenarios docs benchmarks examples README.md CHANGELOG.md CONTRIBUTING.md Makefile mkdocs.yml pyproject.toml build_hook.py building $(COMPILED)
	cd $(COMPILED) && PYTHONPATH=src $(CURDIR)/$(BIN)/python -m archivist.cli --version | grep compiled
	cd $(COMPILED) && PYTHONPATH=src $(CURDIR)/$(BIN)/python -m archivist.cli judge --quiet scenarios > judged.txt || { grep -v ^PASS judged.txt; false; }
	cd $(COMPILED) && PYTHONPATH=src $(CURDIR)/$(BIN)/python -m pytest -n 2 --dist worksteal tests/game tests/properties tests/test_build.py

wheel: $(READY)
	ARCHIVIST_PURE=1 $(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo
	$(BIN)/mypy

coverage: $(READY)
	$(BIN)/archivist rules --coverage --markdown > docs/understanding/coverage.md

bench: $(READY)
	-@ARCHIVIST_PURE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	$(BIN)/python -m benchmarks $(if $(PLOTS),--plots)

fuzz: $(READY)
	$(BIN)/python -m archivist.arena.fuzz --games $(GAMES) --seed $(SEED)

mutate: $(READY)
	MASS=1 PYTHONPATH=tests $(BIN)/python -m mutation --n $(N) --seed $(SEED)

# what `make test` leaves out because Ray is large: a worker of a cluster dies in the middle of a run
cluster: $(READY)
	-@ARCHIVIST_PURE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[ray]'
	$(BIN)/python -m pytest -rs tests/arena/test_mass.py -k ray

matchups: $(READY)
	$(BIN)/archivist matchups --games $(GAMES)

conformance: $(READY)
	$(BIN)/archivist conformance --engine "$(BIN)/archivist engine" --timeout 60 --quiet

golden: $(READY)
	$(BIN)/python -m archivist.arena.golden
	PYTHONPATH=tests $(BIN)/python -m traces
	PYTHONPATH=tests $(BIN)/python -m forms
	PYTHONPATH=tests $(BIN)/python -m sayings
	PYTHONPATH=tests $(BIN)/python -m phrases
	PYTHONPATH=tests $(BIN)/python -m playouts
	PYTHONPATH=tests $(BIN)/python -m sequels
	PYTHONPATH=tests $(BIN)/python -m uses

cards: $(READY)
	$(BIN)/python -m archivist.arena.compiled --games $(CARD_GAMES) --seed $(SEED)

ship: $(READY)
	$(BIN)/python -m archivist.compiler.shipping $(RECORDS)

vocabulary: $(READY)
	$(BIN)/python -m archivist.notation.reference

docs: $(READY)
	ARCHIVIST_PURE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	$(BIN)/python -m mkdocs build --strict

hooks: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check pre-commit
	$(BIN)/pre-commit install

api: $(READY)
	$(BIN)/python -m archivist.notation.api

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Archivist needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	ARCHIVIST_PURE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY)

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .grimp_cache .mutation build dist
