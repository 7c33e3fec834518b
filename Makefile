# make run    install what is needed and let simulated players play a match
# make test   everything that must be right before a change goes in
# make bench  the budgets, measured
# make soak   four hours of table time with every fault of the readers
# make drawings  wiring, bills of materials, build pages and cases of hardware/, written anew

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
BOARDS := rp2 esp32
STUBS := $(BOARDS:%=$(VENV)/stubs/%)

.PHONY: run test bench soak drawings lint types pytest clean

run: $(VENV)/installed
	$(BIN)/tapdeck demo

test: lint types pytest

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# The stubs replace the standard library's types, so they lie apart and each board has its own run.
types: $(VENV)/installed-dev $(STUBS)
	$(BIN)/mypy
	for board in $(BOARDS); do \
	  echo "firmware on $$board" && MYPYPATH=.:$(VENV)/stubs/$$board $(BIN)/mypy \
	    --config-file .ci/firmware-types.ini --custom-typeshed-dir $(VENV)/stubs/$$board \
	    --cache-dir .mypy_cache/$$board firmware || exit 1; \
	done

pytest: $(VENV)/installed-dev
	$(BIN)/python -m pytest $(PYTEST_ARGS)

bench: $(VENV)/installed-bench
	$(BIN)/python -m tests.bench

soak: $(VENV)/installed-dev
	$(BIN)/python -m tests.soak

drawings: $(VENV)/installed-dev
	$(BIN)/python -m hardware.design

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/installed-dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@ $(VENV)/installed

# The peers that speeds are compared with; douzero's rules need nothing of what it asks for itself.
$(VENV)/installed-bench: pyproject.toml | $(VENV)/installed-dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps 'douzero>=1.1'
	touch $@

$(VENV)/stubs/%: pyproject.toml | $(VENV)/installed-dev
	rm -rf $@
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --target $@ \
	  'micropython-$*-stubs>=1.24'
	touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
