# Each target makes .venv and installs what it needs; only `words`, `train` and `test-models` install torch.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# What Python has compiled is kept: the tests start it dozens of times, and each would compile the whole program again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup run lock test coverage lint eval bench screenshots words train demo-index test-models test-docs test-package \
	test-rest test-all wheel clean

setup: $(VENV)/.core

run: $(VENV)/.core
	$(BIN)/python -m streamlit run app.py

# One lock for every platform and Python from 3.11; the tests then say whether the program bears it.
lock: $(VENV)/bin/python
	$(PIP) uv
	$(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --upgrade --generate-hashes \
		--no-header --no-annotate --no-emit-index-url --output-file requirements.lock

# What `test` leaves out: torch, Milvus, whole benchmarks, every command of the guides, and installing the program afresh.
REST := milvus or models or long or package
# Two processes; a file's tests stay in one, because they share its browser, its server or its catalogue. The few that
# take long come in the middle, so that neither process waits for the other at the end.
TWO := -n 2 --dist loadfile --no-loadscope-reorder

test: $(VENV)/.test
	$(BIN)/python -m pytest $(TWO) -m "not ($(REST))"

# The same tests, two thirds slower: tracing every line costs more than most of what it traces.
coverage: $(VENV)/.test
	$(BIN)/python -m pytest $(TWO) -m "not ($(REST))" --cov --cov-report=term:skip-covered

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# How right: a shop's own figures first, then what takes minutes. `python -m benchmarks.growth` takes many.
eval: $(VENV)/.test
	$(BIN)/assistant evaluate
	$(BIN)/python -m benchmarks.requests
	$(BIN)/python -m benchmarks.listening
	$(BIN)/python -m benchmarks.promotion
	$(BIN)/python -m benchmarks.plan_fuzz
	$(BIN)/python -m benchmarks.answer_audit

bench: $(VENV)/.test
	$(BIN)/assistant bench

screenshots: $(VENV)/.test
	$(BIN)/python tools/screenshots.py

words: $(VENV)/.models
	$(BIN)/python tools/build_words.py

# An hour on two cores, and ../shared/data beside the project: the lists that the labelled data are about.
train: $(VENV)/.models
	$(BIN)/python tools/train_encoder.py
	$(BIN)/python tools/build_demo_index.py
	$(BIN)/python tools/train_reader.py
	$(BIN)/python tools/train_ages.py
	$(BIN)/python tools/train_reranker.py
	$(BIN)/python tools/train_answer_selection.py

demo-index: $(VENV)/.core
	$(BIN)/python tools/build_demo_index.py

test-models: $(VENV)/.models
	$(BIN)/python -m pytest -m models

test-docs: $(VENV)/.test
	$(BIN)/python -m pytest tests/test_docs.py

test-package: $(VENV)/.test
	$(BIN)/python -m pytest -m package

test-rest: $(VENV)/.models
	$(BIN)/python -m pytest -m "$(REST)"

test-all: test test-rest

wheel: $(VENV)/bin/python
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

clean:
	rm -rf $(VENV) build dist out

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# The versions that were tested, whatever is newest; what else uses the package has the ranges of pyproject.toml.
$(VENV)/.core: pyproject.toml requirements.lock | $(VENV)/bin/python
	$(PIP) --require-hashes --requirement requirements.lock
	$(PIP) --no-deps --editable .
	touch $@

$(VENV)/.test: $(VENV)/.core
	$(PIP) --editable ".[test]"
	touch $@

# torch first and pinned: an open range takes several gigabytes of CUDA packages on Linux.
$(VENV)/.models: $(VENV)/.test
	$(PIP) torch==2.13.0
	$(PIP) --editable ".[milvus,models,test]" onnx
	touch $@
