# kingup: everything starts here. `make play` and `make test` set up what they need.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test bench messages pictures lock clean help

help: ## what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

play: ## set up, and start a game
	@$(PYTHON) tools/bootstrap.py play
	@$(BIN)/kingup play

test: setup-test ## set up, and pass every test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto

bench: setup-test ## measure speed, beside the same loop in C
	$(BIN)/python -m bench

pictures: setup-test ## draw the pictures of the documentation
	$(BIN)/python tools/pictures.py

messages: setup-test ## bring the translations up to date with the sources
	$(BIN)/python tools/messages.py

lock: ## choose the newest packages anew
	@$(PYTHON) tools/bootstrap.py test
	$(BIN)/python tools/lock.py

.PHONY: setup-test
setup-test:
	@$(PYTHON) tools/bootstrap.py test

clean: ## forget the environment
	rm -rf .venv
