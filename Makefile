# kingup: everything starts here. `make play` and `make test` set up what they need.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: play develop test test-full bench bench-strength bench-web bench-server bench-attack messages pictures reference site sprites lock audit clean help

help: ## what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

play: ## set up, and open a table in the browser
	@$(PYTHON) tools/bootstrap.py play
	@$(BIN)/kingup play

develop: setup-test ## serve the web table, and start it again whenever a source changes
	@$(BIN)/python tools/develop.py

test: setup-test ## set up, and run what every change must pass
	@$(MAKE) --no-print-directory -j2 -Otarget compile check-server check-style check-rules check-games

# Five processes keep two cores busy: many tests mostly wait.
test-full: setup-test ## set up, and run all other tests (35 minutes)
	@$(MAKE) --no-print-directory compile
	$(PYTEST) -n 5 --dist worksteal -m full

# Several processes test at once: threads of OpenBLAS besides would only wait for each other.
export OPENBLAS_NUM_THREADS := 1

# Many processes import the same modules: without bytecode, each would compile them anew.
unexport PYTHONDONTWRITEBYTECODE

# Every test belongs to exactly one of the two: `test` runs those without the marker `full`.
PYTEST := $(BIN)/python -m pytest -q --durations=10

.PHONY: compile check-style check-rules check-server check-games
compile:
	@$(BIN)/kingup prepare

check-style:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The rules alone, so that their own tests must cover every line and branch. Tracing makes tests
# three times as slow: those that play thousands of games run untraced, with other games.
UNTRACED := $(patsubst %,tests/rules/test_%.py,compiled every_setup perft play playouts state)
check-rules:
	$(BIN)/python -m coverage run -m pytest -q -m "not full" tests/rules $(UNTRACED:%=--ignore %)
	$(BIN)/python -m coverage report --skip-covered

# Nothing compiled is needed here, so that it can begin at once. Some of these mostly wait, so three
# processes keep a core busy.
SERVER := $(addprefix tests/,client durability guard leagues people server store tables web)
check-server:
	$(PYTEST) -n 3 --dist worksteal -m "not full" $(SERVER)

check-games: compile
	$(PYTEST) -n 2 --dist worksteal -m "not full" $(UNTRACED) $(filter-out tests/rules $(SERVER),$(wildcard tests/*))

bench: setup-test ## measure speed, beside the same loop in C
	$(BIN)/python -m bench

bench-strength: setup-test ## measure how strong the bots are (hours; can be interrupted)
	$(BIN)/python -m bench.strength

bench-web: setup-test ## measure the web table in a real browser, alone and among 1,000
	$(BIN)/python -m bench.web

bench-server: setup-test ## measure what an action costs the server, and under how much load
	$(BIN)/python -m bench.server

bench-attack: setup-test ## measure what others notice while one address attacks the server
	$(BIN)/python -m bench.attack

pictures: setup-test ## draw and photograph the pictures of the documentation
	$(BIN)/python tools/pictures.py
	PYTHONPATH=. $(BIN)/python tools/architecture_picture.py
	PYTHONPATH=. $(BIN)/python tools/web_pictures.py

sprites: setup-test ## draw the pieces of pictures and clips anew, after a change of the art
	$(BIN)/python tools/sprites.py

reference: setup-test ## write docs/reference.md from the docstrings
	$(BIN)/python tools/reference.py

site: setup-test ## build the documentation into build/site, to read without a network
	$(BIN)/python tools/build_site.py

messages: setup-test ## bring the translations up to date with the sources
	$(BIN)/python tools/messages.py

lock: ## choose the newest packages anew
	@$(PYTHON) tools/bootstrap.py test
	$(BIN)/python tools/lock.py

audit: ## look up whether weaknesses are known of any locked package
	@$(PYTHON) tools/audit.py

.PHONY: setup-test
setup-test:
	@$(PYTHON) tools/bootstrap.py test

clean: ## forget the environment
	rm -rf .venv
