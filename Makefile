# Everything runs in .venv, which is made from the lock files on first use.
#
#   make play     open the browser and play
#   make test     the whole test suite
#   make check    lint, formatting, types, import levels
#   make install  only the set-up: .venv/bin/siberia
#   make lock     resolve the lock files anew (after a change in pyproject.toml)

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# One more than there are cores: browsers and servers are often waited for.
JOBS   := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PIP    := $(BIN)/python -m pip --disable-pip-version-check install --quiet

.PHONY: play test check messages format install develop bench lock clean
.DEFAULT_GOAL := play

play: install
	@$(BIN)/siberia

install: $(VENV)/installed
develop: $(VENV)/developed

$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "siberia needs Python 3.11 or newer; try make PYTHON=python3.12")'
	@echo "Setting up siberia in $(VENV) (only this once) …"
	@$(PYTHON) -m venv $(VENV) || { echo "Python cannot make a virtual environment here; on Debian: apt install python3-venv"; exit 1; }
	@touch $@

$(VENV)/installed: $(VENV)/python pyproject.toml requirements.lock
	@$(PIP) --require-hashes -r requirements.lock
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/developed: $(VENV)/installed requirements-dev.lock
	@echo "Adding what the tests need …"
	@$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@

test: develop
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --cov --cov-report=term

check: develop
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports

messages: develop
	@$(BIN)/python -m tools.messages

format: develop
	@$(BIN)/ruff format
	@$(BIN)/ruff check --fix

bench: develop
	@$(BIN)/python benchmarks/random_play.py

lock:
	@for lock in requirements:build requirements-dev:build,dev,postgres; do \
	  extras=$${lock#*:}; \
	  uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
	    --no-emit-index-url --no-annotate --no-header --no-strip-extras $$(printf -- ' --extra %s' $$(echo $$extras | tr , ' ')) \
	    -o $${lock%:*}.lock || exit 1; \
	done

clean:
	rm -rf $(VENV)
