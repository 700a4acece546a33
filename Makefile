# One word each. GNU make 3.81 (macOS) must be able to read this file.
#
#   make run [ARGS="--port 8001"]     set up what is missing and serve the table
#   make demo                         set up what is missing and let bots play
#   make install                      make this Pi start the table when it boots
#   make camera                       install OpenCV, to read cubes in pictures
#   make venue                        install what the board of a venue needs
#   make test [ARGS="-k attack"]      everything a change must pass
#   make quick [ARGS="-k attack"]     what a laptop tests in a minute or two: no browser, no network
#   make test-kernel                  panel and USB camera on a kernel that simulates them (Linux, x86_64)
#   make test-arm                     the table on Debian for ARM, and a simulated Pi 3 (Debian, root)
#   make wiring                       draw the panel's wiring anew from its pins
#   make test-api                     the whole API under schemathesis, with all its checks
#   make mutants                      which mistakes in the rules would no test notice? (an hour)
#   make audit                        are the locked packages known to be vulnerable?
#   make check                        format, lint and types; offline once set up

PYTHON ?= python3
ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
PACKAGES := companion hardware web_ui

CATALOGUES := companion/language/translations
HAS_CATALOGUES = find $(CATALOGUES) -name '*.po' | grep -q .
COMPILE = $(BIN)/pybabel --quiet compile --directory $(CATALOGUES)
# Sentence("one cube") or Sentence("one cube", "{n} cubes"), either with facts behind.
KEYWORDS := --keyword Sentence --keyword Sentence:1,2,2t --keyword Sentence:1,2,3t

# Tests start Python hundreds of times, and mypy and xdist do: none of them should compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

# The stamps make the second start quick: pip is asked only when a lock or pyproject.toml is newer.
VENV_STAMP := $(VENV)/made.stamp
RUN_STAMP := $(VENV)/run.stamp
CAMERA_STAMP := $(VENV)/camera.stamp
VENUE_STAMP := $(VENV)/venue.stamp
DEV_STAMP := $(VENV)/dev.stamp

IS_PI := $(shell grep -qs "Raspberry Pi" /proc/device-tree/model && echo yes)
# python3-lgpio and python3-picamera2 come from apt and nowhere else: the venv on a Pi must see them.
ifeq ($(IS_PI),yes)
VENV_FLAGS := --system-site-packages
endif

# tests/conftest.py says how many tests at a time; all of a file run in the same worker, as they share what they have made.
# Not reordered by number: the few long tests in browsers then come first and not last.
PYTEST = $(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

.PHONY: run demo setup install camera venue setup-dev test quick test-kernel test-appliance test-arm test-api mutants audit bom check browser bench screenshots format translations wiring lock release wheel clean
.DELETE_ON_ERROR:

run: $(RUN_STAMP)
	@exec $(BIN)/dragonbag serve $(ARGS)

demo: $(RUN_STAMP)
	@exec $(BIN)/dragonbag demo $(ARGS)

setup: $(RUN_STAMP)

# The rest of the line goes to the command: make install ARGS=--dry-run
install: $(RUN_STAMP)
	sudo $(BIN)/dragonbag install $(ARGS)

# What reads cubes in pictures. A Pi takes it from apt (python3-opencv), which its venv sees.
camera: $(CAMERA_STAMP)

# What keeps the games of many tables.
venue: $(VENUE_STAMP)

setup-dev: $(DEV_STAMP)

test: $(DEV_STAMP) check browser
	@if $(HAS_CATALOGUES); then $(COMPILE); fi
	$(PYTEST) $(ARGS)

quick: $(DEV_STAMP)
	$(PYTEST) -m "not pi and not kernel and not browser and not slow" $(ARGS)

# A venv of its own: rpi-lgpio takes the place of RPi.GPIO. The rest it sees in the other one.
KERNEL_BIN := .venv-kernel/bin
KERNEL_STAMP := .venv-kernel/made.stamp
VM := tests/kernel/vm.sh
PYTEST_KERNEL := $(KERNEL_BIN)/python -m pytest -m kernel -p no:cacheprovider

test-kernel: $(DEV_STAMP) $(KERNEL_STAMP)
	tests/kernel/build.sh .kernel
	$(VM) -v .kernel/linux . $(PYTEST_KERNEL) tests/kernel/test_presses.py $(ARGS)
	$(VM) .kernel/linux . $(PYTEST_KERNEL) tests/kernel/test_stack.py
	$(VM) -v -r d04170 -l pinctrl-rp1 .kernel/linux . $(PYTEST_KERNEL) tests/kernel/test_presses.py -k "real_lines or a_kernels"
	$(VM) -v .kernel/linux . $(PYTEST_KERNEL) tests/kernel/test_usb_camera.py
	$(VM) .kernel/linux . $(KERNEL_BIN)/python -m tests.kernel.latency

# Not part of make test: it boots this Debian's own systemd (packages user-mode-linux, polkitd), some minutes.
test-appliance: $(DEV_STAMP)
	tests/appliance_vm/boot.sh .appliance $(BIN)/python

# Debian 12 and 13 for ARM under QEMU, and its Raspberry Pi 3 B. Root and an hour or more: not part of make test.
# ARM_CACHE keeps two or three GB for the next time; ARGS=bookworm tries one part.
ARM_CACHE ?= .arm
test-arm: $(DEV_STAMP)
	tests/appliance_vm/arm/try.sh $(ARM_CACHE) $(BIN)/python $(ARGS)

# What a release is looked at with, in a venv of its own: schemathesis, pip-audit, cyclonedx-bom.
RELEASE_BIN := .venv-release/bin
RELEASE_STAMP := .venv-release/made.stamp
LOCKS := requirements.lock requirements-camera.lock

test-api: $(DEV_STAMP) $(RELEASE_STAMP)
	$(BIN)/python -m tests.bench.load.api $(abspath $(RELEASE_BIN))/schemathesis $(ARGS)

# Without an answer about each package it fails, so that silence is not taken for safety.
audit: $(RELEASE_STAMP)
	@for lock in $(LOCKS); do \
	  $(RELEASE_BIN)/pip-audit --strict --disable-pip --require-hashes --requirement $$lock $(ARGS) \
	  || { echo "$$lock: a package above is vulnerable, or no advisory database could be asked." >&2; exit 1; }; \
	done

# A venv of its own for Cosmic Ray; the rest it sees in the other one. It goes on where it was stopped.
MUTANTS_BIN := .venv-mutants/bin
MUTANTS_STAMP := .venv-mutants/made.stamp
MUTANTS_LOCK := tests/bench/mutants/requirements.lock

mutants: $(DEV_STAMP) $(MUTANTS_STAMP)
	$(MUTANTS_BIN)/python -m tests.bench.mutants $(ARGS)

# A bill of materials in CycloneDX, the same bytes from the same locks.
bom: $(RELEASE_STAMP)
	mkdir -p dist
	for lock in $(LOCKS); do \
	  $(RELEASE_BIN)/cyclonedx-py requirements --pyproject pyproject.toml --short-PURLs --output-reproducible \
	    --output-file "dist/$${lock%.lock}.cdx.json" $$lock || exit 1; \
	done

check: $(DEV_STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy --strict $(PACKAGES) tests

browser: $(DEV_STAMP)
	@$(BIN)/python -m tests.browser.chromium \
	|| { echo "No Chromium or Chrome here: fetching Playwright's own."; \
	     $(BIN)/python -m playwright install chromium && $(BIN)/python -m tests.browser.chromium; } \
	|| { echo "The tests need a browser: install chromium (sudo apt install chromium), then make test." >&2; \
	     exit 1; }

bench: $(DEV_STAMP)
	$(if $(PHOTOS),DRAGONBAG_CUBES="$(PHOTOS)") $(BIN)/python -m tests.bench $(ARGS)

format: $(DEV_STAMP)
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

# English needs no catalogue: the sentences in the code are English. A new language starts with
#   .venv/bin/pybabel init -i companion/language/translations/messages.pot -d companion/language/translations -l ja
# Commit the .po and the .mo: whoever only plays has no Babel to compile with. So with formats.json,
# the patterns of numbers and lists.
translations: $(DEV_STAMP)
	$(BIN)/pybabel --quiet extract --mapping-file babel.cfg $(KEYWORDS) --no-wrap --add-location file \
	  --add-comments TRANSLATORS: --strip-comments --project dragonbag \
	  --copyright-holder "The Dragonbag contributors" --output-file $(CATALOGUES)/messages.pot .
	@if $(HAS_CATALOGUES); then \
	  $(BIN)/pybabel --quiet update --no-wrap --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date \
	    --input-file $(CATALOGUES)/messages.pot --output-dir $(CATALOGUES) \
	  && $(COMPILE); fi
	$(BIN)/python -m tests.companion.language.cldr

# Everything in wiring/ that follows the pins; the diagram is drawn by WireViz and says of what.
DIGEST = $(BIN)/python -c 'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())'

# The screenshots of README.md and docs/, from a real table in a real browser.
screenshots: $(DEV_STAMP) browser
	$(BIN)/python -m tests.support.tour docs/pictures

wiring: $(DEV_STAMP)
	@command -v dot >/dev/null \
	|| { echo "The wiring diagram is drawn by graphviz; try: sudo apt install graphviz" >&2; exit 1; }
	$(BIN)/dragonbag wiring --out wiring --settings /dev/null
	$(BIN)/python -c "from companion.app.pi.system_files import UNIT_TEXT as text; print(text, end='')" \
	  > wiring/dragonbag.service
	$(BIN)/wireviz --format s wiring/panel.yml >/dev/null
	echo "<!-- of panel.yml $$($(DIGEST) < wiring/panel.yml) -->" >> wiring/panel.svg

# The locks hold for every Python from 3.11 and every platform, and name no registry.
# make lock ARGS=--upgrade takes the newest of everything.
LOCK := .venv-lock/bin/uv pip compile pyproject.toml --group build --universal --python-version 3.11 \
  --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate --quiet

lock:
	$(PYTHON) -m venv --clear .venv-lock
	.venv-lock/bin/python -m pip --disable-pip-version-check --quiet install uv
	$(LOCK) --output-file requirements.lock $(ARGS)
	$(LOCK) --output-file requirements-camera.lock --extra camera --constraints requirements.lock $(ARGS)
	$(LOCK) --output-file requirements-venue.lock --extra venue --constraints requirements.lock $(ARGS)
	$(LOCK) --output-file requirements-dev.lock --extra dev --extra camera --extra venue --constraints requirements.lock $(ARGS)
	.venv-lock/bin/uv pip compile --group kernel --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate --quiet \
	  --output-file requirements-kernel.lock $(ARGS)
	.venv-lock/bin/uv pip compile --group release --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate --quiet \
	  --output-file requirements-release.lock $(ARGS)
	.venv-lock/bin/uv pip compile --group mutants --universal --python-version 3.11 \
	  --constraints requirements-dev.lock \
	  --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate --quiet \
	  --output-file $(MUTANTS_LOCK) $(ARGS)
	.venv-lock/bin/uv pip compile --group training --universal --python-version 3.11 \
	  --constraints requirements-dev.lock \
	  --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate --quiet \
	  --output-file hardware/tray/reader/training/requirements.lock $(ARGS)
	.venv-lock/bin/uv pip compile --group rendering --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate --quiet \
	  --output-file hardware/tray/reader/training/rendering.lock $(ARGS)
	rm -rf .venv-lock

# An archive of the newest commit, the same bytes on every computer, and what it must be (companion/app/pi/release.py).
RELEASE = dragonbag-$(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' companion/__init__.py)
release:
	mkdir -p dist
	rm -f dist/SHA256SUMS.sig
	git archive --format=tar --prefix="$(RELEASE)/" HEAD | gzip -n9 > "dist/$(RELEASE).tar.gz"
	cd dist && sha256sum "$(RELEASE).tar.gz" > SHA256SUMS
	$(if $(KEY),ssh-keygen -Y sign -f $(KEY) -n dragonbag-release dist/SHA256SUMS)

# The same commit makes the same wheel, byte for byte; what builds it is in the locks.
wheel: $(RUN_STAMP)
	rm -rf build
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) \
	  $(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .

clean:
	rm -rf $(VENV) .venv-lock .venv-kernel .venv-release .venv-mutants mutants .kernel .appliance build dist *.egg-info .coverage htmlcov .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find $(PACKAGES) tests -name __pycache__ -prune -exec rm -rf {} +

$(VENV_STAMP):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| { echo "Dragonbag needs Python 3.11 or newer; try: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	|| { echo "Python's venv module is missing; try: sudo apt install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV_FLAGS) $(VENV)
	@touch $@

# --no-deps: a lock names all that is needed; pip 23 would look past it for what is wanted with an extra.
$(RUN_STAMP): $(VENV_STAMP) requirements.lock pyproject.toml
	@echo "Installing what the table needs into $(VENV)"
	@$(PIP) install --require-hashes --no-deps --requirement requirements.lock \
	|| { test "$$(getconf LONG_BIT)" != 32 || echo "msgspec is compiled on a 32-bit system;" \
	     "if that failed, try: sudo apt install gcc python3-dev" >&2; exit 1; }
	@$(PIP) install --no-deps --no-build-isolation --editable .
ifeq ($(IS_PI),yes)
	@$(BIN)/python -c 'import lgpio' 2>/dev/null \
	|| $(PIP) install --no-build-isolation --editable '.[pi]' || true
	@$(BIN)/python -c 'import lgpio' 2>/dev/null \
	|| echo "No lgpio: the buttons and lamps will not work; try: sudo apt install python3-lgpio"
endif
	@touch $@

$(CAMERA_STAMP): $(RUN_STAMP) requirements-camera.lock
	@echo "Installing what reads cubes into $(VENV)"
	@$(PIP) install --require-hashes --no-deps --requirement requirements-camera.lock
	@touch $@

$(VENUE_STAMP): $(RUN_STAMP) requirements-venue.lock
	@echo "Installing what the board of a venue needs into $(VENV)"
	@$(PIP) install --require-hashes --no-deps --requirement requirements-venue.lock
	@touch $@

# What these three venvs hold is in no other, so tests cannot tell whether their locks are whole.
$(KERNEL_STAMP): $(DEV_STAMP) requirements-kernel.lock
	@$(PYTHON) -m venv --clear .venv-kernel
	@$(KERNEL_BIN)/python -m pip --disable-pip-version-check --quiet install --require-hashes --no-deps --requirement requirements-kernel.lock
	@$(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))' \
	  > "$$($(KERNEL_BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/others.pth"
	@$(KERNEL_BIN)/python -m tests.companion.app.pi.packages.locks requirements-kernel.lock
	@touch $@

$(MUTANTS_STAMP): $(DEV_STAMP) $(MUTANTS_LOCK)
	@$(PYTHON) -m venv --clear .venv-mutants
	@.venv-mutants/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes --no-deps --requirement $(MUTANTS_LOCK)
	@$(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))' \
	  > "$$(.venv-mutants/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/others.pth"
	@.venv-mutants/bin/python -m tests.companion.app.pi.packages.locks $(MUTANTS_LOCK)
	@touch $@

$(RELEASE_STAMP): $(VENV_STAMP) requirements-release.lock
	@$(PYTHON) -m venv --clear .venv-release
	@$(RELEASE_BIN)/python -m pip --disable-pip-version-check --quiet install --require-hashes --no-deps --requirement requirements-release.lock
	@$(RELEASE_BIN)/python -m tests.companion.app.pi.packages.locks requirements-release.lock
	@touch $@

# The development lock holds everything the other one does, so both stamps are earned at once.
$(DEV_STAMP): $(VENV_STAMP) requirements-dev.lock requirements.lock pyproject.toml
	@echo "Installing what the tests need into $(VENV)"
	@$(PIP) install --require-hashes --no-deps --requirement requirements-dev.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $(RUN_STAMP) $@
