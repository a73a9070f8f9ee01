# What can be done here; `make help` lists it. CI runs `make check test`.
.DEFAULT_GOAL := help
.PHONY: help setup run demo test check fmt schema released texts playthroughs bench benchboards fuzz soak lock

PYTHON ?= python3
BIN := .venv/bin
INSTALL := -m pip install --quiet --disable-pip-version-check --require-hashes
BIOME := client/node_modules/.bin/biome check --config-path client/biome.jsonc --log-level warn
NPM_CI := npm ci --silent --no-audit --no-fund
CLIENTS := tests/clients/node_modules/.package-lock.json tests/clients/ariadne/.venv/.made

help:  ## list these commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/\1\t\2/' | expand -t 16

setup: .venv/.serves .venv/.tests client/dist/index.html $(CLIENTS)  ## install everything, for working on it too

run: .venv/.serves client/dist/index.html  ## serve the API and the client at http://127.0.0.1:8000
	$(BIN)/python -m server serve

demo: .venv/.serves  ## fill the running server with bot matches
	$(BIN)/python -m server demo

test: setup  ## run every test
	$(BIN)/python -m pytest --numprocesses 3 --dist loadfile $(addprefix --ignore ,$(TIMED))
	$(BIN)/python -m pytest $(TIMED)
	cd client && npm test --silent

TIMED := tests/api/test_attacks.py tests/faults/test_full_disk.py tests/faults/test_load.py  # these watch the clock: nothing else runs meanwhile

check: setup  ## check format, lint, types, imports, schema, decks, texts and the client
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m server.api.schema | diff schema.graphql - || { echo "Run make schema."; exit 1; }
	$(BIN)/python -m server.decks
	$(BIN)/python -m tests.catalogues check client/src client/locales
	$(BIN)/python -m tests.catalogues check server server/locales
	cd client && npm run --silent check
	$(BIOME) tests/clients/*.js tests/clients/*/*.js tests/clients/*/*.ts

fmt: setup  ## format and fix what can be fixed by itself
	$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format --quiet .
	cd client && npm run --silent fmt
	$(BIOME) --write tests/clients/*.js tests/clients/*/*.js tests/clients/*/*.ts

schema: .venv/.serves  ## print the schema into schema.graphql
	$(BIN)/python -m server.api.schema > schema.graphql

released: schema  ## take the schema as what clients rely on from now on; for a release
	cp schema.graphql tests/clients/released.graphql

texts: .venv/.serves  ## write new texts into the catalogues, and take out those no longer used
	$(BIN)/python -m tests.catalogues update client/src client/locales
	$(BIN)/python -m tests.catalogues update server server/locales

playthroughs: setup  ## write the golden playthroughs again
	$(BIN)/python -m tests.games.test_playthroughs

bench: setup  ## measure; leaderboards and event standings with 1,000 and 10,000 matches
	$(BIN)/python -m tests.bench

soak: setup  ## play, drop, restart and kill for ten minutes (SOAK_SECONDS=600), then check that nothing is lost
	$(BIN)/python -m tests.faults.soak

benchboards: setup  ## measure leaderboards and event standings with 1,000, 10,000 and 100,000 matches (half an hour)
	$(BIN)/python -m tests.bench.boards 1000 10000 100000 --no-logs

fuzz: setup  ## look for leaks and faults for longer: FUZZ_SECONDS (120) each search, and whole matches
	FUZZ_SECONDS=$(FUZZ_SECONDS) $(BIN)/python -m pytest tests/api/test_schemathesis.py tests/api/test_machine.py \
		tests/api/test_canaries.py tests/api/test_two_states.py

FUZZ_SECONDS ?= 120

lock: .venv/.tests  ## pin the newest allowed versions of every dependency
	$(BIN)/pip-compile --quiet --upgrade $(LOCKS) --output-file server/requirements.txt pyproject.toml
	$(BIN)/pip-compile --quiet --upgrade $(LOCKS) --extra embedded --constraint server/requirements.txt \
		--output-file server/requirements-embedded.txt pyproject.toml
	$(BIN)/pip-compile --quiet --upgrade $(LOCKS) --extra embedded --extra dev --constraint server/requirements.txt \
		--output-file tests/requirements.txt pyproject.toml
	$(BIN)/pip-compile --quiet --upgrade $(LOCKS) --output-file tests/clients/ariadne/requirements.txt \
		tests/clients/ariadne/requirements.in

LOCKS := --generate-hashes --strip-extras --allow-unsafe --no-header --no-annotate --no-emit-index-url \
	--no-emit-find-links --no-emit-trusted-host --no-emit-options

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Parlour needs Python 3.11 or newer.")'
	$(PYTHON) -m venv .venv

.venv/.serves: server/requirements-embedded.txt | .venv/bin/python
	$(BIN)/python $(INSTALL) --requirement $<
	touch $@

.venv/.tests: tests/requirements.txt | .venv/.serves
	$(BIN)/python $(INSTALL) --requirement $<
	touch $@

client/dist/index.html: client/package-lock.json schema.graphql $(shell find client -path client/node_modules -prune -o -path client/dist -prune -o -path client/src/generated -prune -o -type f -print 2>/dev/null)
	cd client && $(NPM_CI) && npm run --silent build
	touch $@

tests/clients/node_modules/.package-lock.json: tests/clients/package-lock.json
	cd tests/clients && $(NPM_CI)
	touch $@

tests/clients/ariadne/.venv/.made: tests/clients/ariadne/requirements.txt
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python $(INSTALL) --requirement $<
	touch $@
