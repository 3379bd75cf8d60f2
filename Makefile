# Every target first sees to the system packages it needs (scripts/setup says what it installs).

SWIFT_BUILD ?= swift build
# Debug: the first build takes half the time of a release build, and `make test` and every later change reuse it.
# What costs time at run time, Argon2 and the ciphers, is C and optimised anyway. For figures: make run CONFIGURATION=release.
CONFIGURATION ?= debug
# Release: Swift's libraries are linked into the programs, which start sooner and run where no Swift is installed.
RELEASE = --configuration release --static-swift-stdlib
CONFIGURED = $(if $(filter release,$(CONFIGURATION)),$(RELEASE),--configuration $(CONFIGURATION))
VENV = .build/interop-venv
VISION_VENV = .build/vision-venv
PACKAGES_VENV = .build/packages-venv
# The photographs for each row of `make vision-rates`.
IMAGES ?= 200

export SWIFT_BACKTRACE ?= enable=no

.DEFAULT_GOAL := help
.PHONY: help run test rehearse check apple-check interop screenshots vision-rates face-rates bench faults flood fuzz lint format docs packages packages-check

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-12s %s\n", $$1, $$2 }'

run: ## Build and start a server with demonstration data on http://localhost:8080, and a phone on http://127.0.0.1:8090
	@scripts/setup build
	@echo "Building Gatehouse; the first time takes some minutes."
	@$(SWIFT_BUILD) $(CONFIGURED) --product gatehouse
	@$(SWIFT_BUILD) $(CONFIGURED) --product gatehouse-script
	@$(SWIFT_BUILD) $(CONFIGURED) --product gatehouse-vision
	@$(SWIFT_BUILD) $(CONFIGURED) --product phone
	@exec scripts/demo .build/$(CONFIGURATION) $(ARGUMENTS)

# With DATABASE=postgres the tests of the domain, of dialects and of whole servers use databases of the cluster, and no others run; VERSION=17 or 18
# has them use another version of PostgreSQL than the system's.
test: ## Build everything and run all tests, those of the store on PostgreSQL too; DATABASE=postgres: the server's on PostgreSQL
	@scripts/setup build
	@scripts/setup postgres$(VERSION)
	$(SWIFT_BUILD) --build-tests
	@$(if $(VERSION),GATEHOUSE_POSTGRES_VERSION=$(VERSION)) $(if $(filter postgres,$(DATABASE)),GATEHOUSE_TEST_DATABASE=postgres scripts/test --rehearsed,scripts/test) $(ARGUMENTS)

rehearse: ## Run the server's and the end-to-end tests with every write's body run twice, and another writer in between
	@scripts/setup build
	@scripts/setup postgres
	$(SWIFT_BUILD) --build-tests
	@GATEHOUSE_REHEARSE_WRITES=1 scripts/test --rehearsed $(ARGUMENTS)

check: ## What every change must pass: all tests once, those of `make rehearse` rehearsed, those of what comes at once on PostgreSQL, and lint
	@scripts/setup build
	@scripts/setup python
	@scripts/setup postgres
	$(SWIFT_BUILD) --build-tests
# The rules that need no tests are checked while the tests wait for clocks and sockets.
	@(scripts/apple-check && scripts/lint) >.build/rules.log 2>&1 & rules=$$!; \
	scripts/test --others $(ARGUMENTS); tests=$$?; \
	wait $$rules; rules=$$?; cat .build/rules.log; exit $$((tests | rules))
	@GATEHOUSE_REHEARSE_WRITES=1 scripts/test --rehearsed $(ARGUMENTS)
	@scripts/test --at-once $(ARGUMENTS)

apple-check: ## Type-check the modules for apps as for iOS and macOS, after a build
	@scripts/apple-check $(ARGUMENTS)

interop: $(VENV)/ready ## Test against other people's programs: a browser, a mail server, curl, HAProxy, OAuth and JOSE libraries
	@scripts/setup interop
	@scripts/setup cluster
	$(SWIFT_BUILD) --product gatehouse
	$(SWIFT_BUILD) --product gatehouse-vision
	$(SWIFT_BUILD) --product phone
	for peer in claims document jose otp register risk webauthn; do GATEHOUSE_PEERS=1 $(SWIFT_BUILD) --product $$peer-peer || exit; done
	$(VENV)/bin/pytest Tests/Interop $(ARGUMENTS)

screenshots: $(VENV)/ready ## Picture every page in docs/screenshots: English, German and Arabic, narrow and wide, light and dark
	@scripts/setup interop
	$(SWIFT_BUILD) --product gatehouse
	$(SWIFT_BUILD) --product gatehouse-script
	$(VENV)/bin/python Tests/Interop/screenshots.py

vision-rates: $(VISION_VENV)/ready ## Read IMAGES photographed test documents of each kind, and print the rates; ARGUMENTS=--write keeps them in docs/verify.md
	@scripts/setup vision
	$(SWIFT_BUILD) $(RELEASE) --product gatehouse-vision
	$(VISION_VENV)/bin/python Tests/Vision/rates --reader .build/release/gatehouse-vision --images $(IMAGES) $(ARGUMENTS)

face-rates: $(VISION_VENV)/ready ## Compare photographed faces with the models of MODELS=DIRECTORY, and write the rates to docs/images.md
	@scripts/setup vision
	@test -n "$(MODELS)" || { echo "face-rates: MODELS must name the directory of dlib's two models (docs/images.md)"; exit 1; }
	$(SWIFT_BUILD) $(RELEASE) --product gatehouse-vision
	$(VISION_VENV)/bin/python Tests/Faces/rates --program .build/release/gatehouse-vision --models $(MODELS) --write

$(VISION_VENV)/ready: Tests/Vision/requirements.txt
	@scripts/setup python
	python3 -m venv $(VISION_VENV)
	$(VISION_VENV)/bin/pip install --quiet --requirement Tests/Vision/requirements.txt
	@touch $@

$(VENV)/ready: Tests/Interop/requirements.txt
	@scripts/setup python
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --requirement Tests/Interop/requirements.txt
	@touch $@

bench: $(VENV)/ready ## Measure, each figure beside its floor; DATABASE=postgres: what the database decides, over PostgreSQL
	@scripts/setup bench
	$(SWIFT_BUILD) $(RELEASE) --product gatehouse
	$(SWIFT_BUILD) $(RELEASE) --product gatehouse-script
	$(SWIFT_BUILD) $(RELEASE) --product gatehouse-vision
	$(SWIFT_BUILD) $(RELEASE) --package-path Benchmarks
	$(if $(filter postgres,$(DATABASE)),scripts/postgres Benchmarks/run --postgres,Benchmarks/run) $(ARGUMENTS)

faults: $(VENV)/ready ## Kill the server a hundred times under load, and check that nothing is lost or accepted twice; CLUSTER=1: nodes of a cluster and its databases
	@scripts/setup build
ifdef CLUSTER
	@scripts/setup cluster
	$(SWIFT_BUILD) $(RELEASE) --product gatehouse
	$(SWIFT_BUILD) $(RELEASE) --product phone
	$(VENV)/bin/python Tests/Faults/kill9-cluster $(ARGUMENTS)
else
	$(SWIFT_BUILD) $(RELEASE) --product gatehouse
	$(SWIFT_BUILD) $(RELEASE) --product gatehouse-vision
	$(SWIFT_BUILD) $(RELEASE) --product phone
	Tests/Faults/kill9 $(ARGUMENTS)
	Tests/Faults/kill9-phone
	Tests/Faults/kill9-orchestration
	$(VENV)/bin/python Tests/Faults/kill9-wallets
	Tests/Faults/kill9-verification
	Tests/Faults/kill9-import
endif

flood: ## Flood a server from one address, and measure what other clients get
	@scripts/setup build
	$(SWIFT_BUILD) $(RELEASE) --product gatehouse
	Tests/Faults/flood $(ARGUMENTS)

packages: $(PACKAGES_VENV)/ready ## Make Debian packages, a tarball, an image, their checksums and the list of components, in .build/packages
	@scripts/setup packages
	scripts/packages $(ARGUMENTS)

packages-check: $(PACKAGES_VENV)/ready ## Check the packages that were made: bytes, sizes, Unicode, lintian; install and start them. As root
	@scripts/setup packages
	$(PACKAGES_VENV)/bin/pytest Tests/Packages $(ARGUMENTS)

$(PACKAGES_VENV)/ready: packaging/requirements.txt
	@scripts/setup python
	python3 -m venv $(PACKAGES_VENV)
	$(PACKAGES_VENV)/bin/pip install --quiet --requirement packaging/requirements.txt
	@touch $@

fuzz: ## Run each fuzz target for a minute
	@scripts/setup fuzz
	scripts/fuzz $(ARGUMENTS)

lint: ## Check formatting and the repository's rules
	@scripts/setup python
	@scripts/lint

format: ## Format all sources
	swift format --in-place --parallel $$(scripts/lint --files)

docs: $(VENV)/ready ## Write the documentation to .build/docs: a site that is searched without a network, and the reference of the libraries
	@scripts/setup build
	$(SWIFT_BUILD) --product gatehouse
	$(SWIFT_BUILD) --product phone
	PYTHON=$(VENV)/bin/python scripts/docs
