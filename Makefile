# Each target works as the first command on a fresh clone: it makes `.venv` itself and
# needs nothing but make and a python3 of 3.11 or newer.

PYTHON ?= python3
BIN := .venv/bin
ROUNDS ?= 50
GAMES ?= 500

# The engine's own unit tests must cover every branch of it, by themselves: measuring all the
# others too would double their time. The quick ones come before those that start servers.
FAST_TESTS := tests/unit tests/property tests/census tests/golden tests/architecture
SLOW_TESTS := tests/contract tests/conformance
# Of the tests over several processes those that a newcomer meets first; `test-all` has all.
FIRST_TESTS := tests/e2e/test_first_hour.py tests/e2e/test_documents.py tests/e2e/test_lost_replies.py
ELSEWHERE := $(FIRST_TESTS) tests/e2e/kills tests/e2e/test_acceptance.py \
	tests/e2e/envoy tests/e2e/languages tests/e2e/nginx tests/e2e/web

# Tests that wait for lines and processes rather than compute: more of them at once than there are cores.
WAITING := 3

.DEFAULT_GOAL := help
.PHONY: help venv venv-generate venv-bench venv-browser venv-envoy python node run demo test test-all test-clients test-nginx soak check check-clients generate generate-clients bench lock clean

help: ## Show the targets.
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r name text; do \
		printf '  make %-16s %s\n' "$$name" "$$text"; done

# Phony on purpose: the script compares hashes, which survive a checkout that times do not.
venv: python ## Install the locked dependencies into .venv.
	@$(PYTHON) .ci/bootstrap.py

venv-generate: python
	@$(PYTHON) .ci/bootstrap.py generate

venv-bench: python
	@$(PYTHON) .ci/bootstrap.py bench

venv-browser: python
	@$(PYTHON) .ci/bootstrap.py browser

venv-envoy: python
	@$(PYTHON) .ci/bootstrap.py envoy

# The workspace of clients/: the TypeScript client and the table page.
node:
	@.ci/node-packages

python:
	@command -v $(PYTHON) >/dev/null || { echo "error: no $(PYTHON) here; Python 3.11 or newer is needed" >&2; exit 1; }

run: venv ## Start the service with storage of its own: gRPC on 50051, HTTP on 8080.
	$(BIN)/conquian serve

demo: venv ## Let two clients play a whole game and show every move.
	$(BIN)/conquian demo

test: venv ## Run the tests that need Python alone.
	$(BIN)/pytest --cov --cov-report=term --cov-fail-under=100 tests/unit/engine
	$(BIN)/pytest -n 2 --dist worksteal --ignore tests/unit/engine $(FAST_TESTS)
	$(BIN)/pytest -n 2 --dist loadfile $(SLOW_TESTS) $(FIRST_TESTS)

test-all: test test-clients venv-bench venv-envoy ## Run `make test`, all other tests of whole games, clients, proxies and killed processes, OpenSpiel's checks, the oldest and newest gRPC.
	PYTHON=$(PYTHON) .ci/client-versions
	$(BIN)/pytest -n $(WAITING) --dist loadfile $(patsubst %,--ignore %,$(ELSEWHERE)) tests/e2e
	$(BIN)/pytest -n 2 --dist worksteal tests/e2e/test_acceptance.py
	$(BIN)/pytest -n $(WAITING) --dist worksteal tests/e2e/envoy
	.venv-bench/bin/python -m tests.conformance.openspiel
	$(BIN)/pytest -n $(WAITING) --dist worksteal tests/e2e/kills

test-clients: venv venv-browser node ## Test the clients in TypeScript, Go and Java, and the table page in Chromium.
	cd clients && npm test
	$(BIN)/pytest -n 2 --dist loadfile tests/e2e/languages
	CHROMIUM=$$(.ci/chromium) && export CHROMIUM && .venv-browser/bin/pytest -n 2 --dist loadfile tests/e2e/web

test-nginx: venv ## Test nginx as the front; takes an installed one, or Debian's package.
	.ci/nginx
	$(BIN)/pytest tests/e2e/nginx

soak: venv ## Play 500 games of each ruleset, and kill servers, workers and stores 50 times over; GAMES=, ROUNDS= for less.
	CONQUIAN_TEST_GAMES=$(GAMES) $(BIN)/pytest -n 2 --dist worksteal -x tests/e2e/test_acceptance.py
	@for round in $$(seq 1 $(ROUNDS)); do echo "round $$round of $(ROUNDS)"; \
		KILL_ROUNDS=$$round-$$round $(BIN)/pytest -q -n 2 --dist worksteal tests/e2e/kills || exit 1; done
	AGREEMENT_SIZE=$(ROUNDS) $(BIN)/pytest -n 2 --dist worksteal -x tests/census/test_rummy_games.py tests/census/test_rummy_melds.py

check: venv venv-generate ## Check format, lint, types, import contracts, generated code and the protos.
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	.ci/check-generated
	.ci/check-api

check-clients: venv-generate node ## Check the clients in TypeScript and Go, the table page, and that what is generated of them is fresh.
	.ci/check-clients
	.ci/check-go
	cd clients && npm run check
	.ci/check-web

generate: venv venv-generate ## Rebuild what is generated: stubs from proto/, conquian.sync, docs/rulesets.
	.ci/generate

generate-clients: venv-generate node ## Rebuild the clients' stubs: TypeScript, Go, Java; and the table page.
	.ci/generate-clients
	.ci/generate-go
	.ci/generate-java
	.ci/generate-web

bench: venv-bench ## Measure speed and size against the goals; ARGS="--quick" for a minute of it.
	.venv-bench/bin/python -m bench $(ARGS)

lock: venv-generate ## Pin the dependencies anew; .ci/lock --upgrade takes the newest.
	.ci/lock

clean: ## Remove what the other targets made, but never the games in .conquian/.
	rm -rf .venv .venv-generate .venv-bench .venv-browser .venv-envoy .venv-nginx .venv-client-* .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage .coverage.* dist
	rm -rf clients/node_modules clients/*/node_modules clients/typescript/dist clients/go/bin clients/java/target bench/boardgame/node_modules
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
