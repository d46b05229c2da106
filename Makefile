GO ?= go
BIN ?= bin

# How the commands are built: without paths of this machine, without what only debuggers
# read, which the compiler needn't write then, and without pages that the library of the
# command line could make of it.
RELEASE = -trimpath -tags=urfave_cli_no_docs -gcflags=all=-dwarf=false -ldflags='-s -w'

# A compiler is ten to fifteen percent faster where it looks for memory to free only when
# it has much; few packages take as much as that. So is what vets a package at a time.
FREELY = GOGC=off GOMEMLIMIT=1GiB
BUILD = CGO_ENABLED=0 $(FREELY) $(GO) build $(RELEASE)

# What lies under testdata, which ./... leaves out: recorded cases with their tests,
# and programs.
RECORDED = ./testdata/conformance ./testdata/cut ./testdata/growth ./testdata/guard ./testdata/load ./testdata/payloads ./testdata/protocol
PROGRAMS = ./testdata/agents ./testdata/bench/... ./testdata/browser/... ./testdata/built ./testdata/e2e ./testdata/guard/score ./testdata/measure/... ./testdata/outlived ./testdata/postgres ./testdata/release ./testdata/secrets ./testdata/shapes ./testdata/soak ./testdata/sqlite

COMMANDS = $(strip bcrules bchook bcindex bcstore $(if $(FLEET),bcfleet))

check: build lint unspoilt ## everything CI requires

build: ## build the commands into ./bin
	$(BUILD) -o $(BIN)/ $(COMMANDS:%=./cmd/%)

# Tests wait for what they start more than they compute: with as many at once as there are
# processors, two thirds of the time nothing runs. What vet finds in tests, lint says.
AT_ONCE = -parallel 5

test: ## run all tests
	@$(GO) run ./testdata/browser/get -look
	$(GO) test -vet=off $(AT_ONCE) -timeout 30m ./... $(RECORDED)

# What most changes break, in less than a minute: what answers events, what reads rules, and
# the shortest script of each command.
quick: ## run tests of facts, engine, effects and schema, and a script of each command
	$(GO) test ./engine ./engine/facts/... ./engine/effects/... ./schema/...
	QUICK=1 $(GO) test $(AT_ONCE) -run 'TestScript$$' ./cmd/bcrules

# Files here, tracked or not, with what git says of them.
FILES = git status --porcelain --ignored --untracked-files=all

unspoilt: ## run all tests, which must leave no file here that wasn't there
	@was="$$($(FILES))"; $(MAKE) --no-print-directory test || exit; is="$$($(FILES))"; \
		test "$$is" = "$$was" || { echo "tests left or changed files:"; echo "$$is"; exit 1; }

thorough: ## run all tests, also scripts that take long, with all of what others draw a sample of by SEED
	THOROUGH=1 $(MAKE) --no-print-directory test

# Packages in which something is done side by side, by what they are or by their tests.
SIDE_BY_SIDE = grep -rlE '(^|[[:space:]])go (func|[A-Za-z.]+\()|\.Go\(|\.Parallel\(\)' --include='*.go' actions cmd engine rules schema | sed 's|^|./|; s|/[^/]*$$||' | sort -u

# Tests leave themselves out that look at what commands do, or do one thing after the other
# (testdata/built).
race: ## run tests under the race detector (needs a C compiler): of what is done side by side, with a script of each command
	$(GO) test -race -vet=off $(AT_ONCE) -timeout 30m $$($(SIDE_BY_SIDE))

# The program that people run is built as install does it, so that who looks first waits once.
demo: ## an event, a rule, the answer, and the reason
	@echo "building bcrules: a minute or two the first time"; $(BUILD) -o $(BIN)/ ./cmd/bcrules
	@sh testdata/demo/demo.sh $(BIN)/bcrules

lint: ## vet, formatting, tidy modules, staticcheck
	$(FREELY) $(GO) vet ./... $(RECORDED) $(PROGRAMS)
	test -z "$$(gofmt -l .)"
	$(GO) mod tidy -diff
	$(GO) tool staticcheck ./... $(RECORDED) $(PROGRAMS)

fmt: ## format Go and CUE files
	gofmt -w .
	UPDATE=1 $(GO) test -count=1 -run TestFormatted ./schema

update: ## rewrite expected output, then read git diff
	UPDATE=1 $(GO) test ./...

fuzz: ## run each fuzz target for a minute
	@for p in $$($(GO) list ./...); do for f in $$($(GO) test -list '^Fuzz' $$p | grep ^Fuzz); do \
		echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime 60s -fuzzminimizetime 1x $$p || exit 1; done; done

kills: ## kill 300 hooks at any moment, and look whether each file is whole
	KILLS=300 $(GO) test -count=1 -timeout 15m -v -run 'TestHooksKilled$$' ./cmd/bcrules

cuts: build ## try all that a power cut may leave of what is written, by strace's record of it (Linux)
	@command -v strace >/dev/null || { command -v apt-get >/dev/null && apt-get install -y -qq strace >/dev/null; } || \
		{ echo "found no strace, want it installed"; exit 1; }
	$(GO) run ./testdata/cut -bin $(BIN)
	$(GO) run ./testdata/cut -bin $(BIN) -ordered

inits: ## take all packs, and guard twice, 20 times as somebody who has nothing yet, with both processors busy
	INITS=20 $(GO) test -count=1 -timeout 30m -v -run 'TestInits$$' ./cmd/bcrules

soak: ## 20,000 events of 8 sessions at once on one project, then an audit of every file
	$(GO) run ./testdata/soak ./testdata/sqlite

LOAD ?= 2 16 64 200
GROWN ?= 350000

load: ## have 2 to 200 sessions, or LOAD, at work at once on each database (WITHIN=3s), and stores that are GROWN: none goes unheard, no claim is lost
	LOAD="$(LOAD)" GROWN=$(GROWN) WITHIN=$(WITHIN) $(GO) test -count=1 -timeout 30m -v ./testdata/load

growth: ## measure time and memory at three points of what grows: log, marks, rules on an event, files of the index
	GROWTH=1 $(GO) test -count=1 -timeout 30m -v ./testdata/growth

# What an organisation has, each started for it on this machine: PostgreSQL, PgBouncer, a registry
# of CUE's library, and what takes a collector's logs.
organisation: ## an organisation's day: rules by a registry to machines in rings, decisions to a collector, stores of many machines
	THOROUGH=1 BCRULES_POSTGRES=required $(GO) test -count=1 -timeout 20m -v -run 'TestScript/(fleet|org|observe|lift)_' ./cmd/bcrules
	BCRULES_POSTGRES=required $(GO) test -count=1 -timeout 20m ./cmd/fleet/... ./cmd/bcstore
	CLOCKS=1 BCRULES_POSTGRES=required $(GO) test -count=1 -timeout 20m -v -run 'Test(Clocks|Machines|Load|Grown|GrownFile|Unknown)$$' ./testdata/load

CASES ?= testdata/guard/*.jsonl

score: ## say how the guard pack does on all cases, also told by other agents: make score CASES=FILE LIST=N
	$(GO) run ./testdata/guard/score -list $(or $(LIST),0) $(CASES)
	ALL=1 $(GO) test -count=1 -run 'TestPackCasesOfOthers$$' ./testdata/guard

PROCESSES ?= 20000

steady: ## compare the verdicts of 20,000 hooks, 48 at once, and of 400 with 2 % of a processor, with those of hooks alone
	$(GO) run ./testdata/guard/score -steady $(PROCESSES) -p 48 $(CASES)
	$(GO) run ./testdata/guard/score -steady $$(( $(PROCESSES) / 50 )) -p 2 -quota 2 $(CASES)

axe: ## get axe-core (from npm, once), which tests of pages in a browser check them with
	$(GO) run ./testdata/browser/get

pictures: ## take the README's pictures of the pages anew
	PICTURES=1 $(GO) test -count=1 -run 'TestPictures$$' ./cmd/ui

DECISIONS ?= 100000

pages: ## measure the pages in a browser: with 100,000 decisions, and what a stranger asks
	DECISIONS=$(DECISIONS) $(GO) test -count=1 -v -run 'Test(Many|Stranger)$$' ./cmd/ui

SEED ?= 0

MUTANTS ?= 200

mutants: ## see whether the recorded cases of brewcode find out what those of CASES=FILE do, of MUTANTS mutations of the pack that SEED draws
	MUTANTS=$(MUTANTS) SEED=$(SEED) CASES=$(abspath $(CASES)) $(GO) test -count=1 -timeout 60m -v -run 'TestMutants$$' ./testdata/conformance | grep -v '^ *--- PASS'

variants: ## put each dangerous example into what runs it and each of 65 options into it: all of them, or PART=N, one in N by SEED
	VARIANTS=$(or $(PART),1) SEED=$(SEED) $(GO) test -count=1 -timeout 15m -v -run 'TestVariants$$' ./testdata/guard

bench: ## measure: functions, then whole processes by medians and ratios
	$(GO) test -run '^$$' -bench . -benchtime 200ms ./engine/...
	$(GO) run ./testdata/bench

e2e: ## run the real client (from npm, once) against a scripted model, without a network
	$(GO) test -count=1 -timeout 15m -v ./testdata/e2e

e2e-agents: ## run other agents (from npm, once) against a scripted model, without a network
	$(GO) test -count=1 -timeout 25m -v ./testdata/agents

VERSION ?= latest

protocol: ## say what the newest client (or VERSION=0.3.N of its types, from npm) declares of events and tools, and the tables don't
	PROTOCOL=$(VERSION) $(GO) test -count=1 -v -run 'TestNewest$$' ./testdata/protocol

GITLEAKS = v8.30.1

secrets: ## take over gitleaks' list of what secrets look like
	$(GO) run ./testdata/secrets $(GITLEAKS) > engine/secrets/list.txt < \
		"$$($(GO) mod download -json github.com/zricethezav/gitleaks/v8@$(GITLEAKS) | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')/config/gitleaks.toml"

GORELEASER = github.com/goreleaser/goreleaser/v2@v2.16.0

release: ## build what is released into ./dist: archives, packages, bills of materials; publishes nothing
	$(GO) run $(GORELEASER) release --snapshot --clean
	$(GO) run ./testdata/release npm dist
	$(MAKE) --no-print-directory vsix

# What Microsoft's own packer makes of the extension, with the libraries that it needs; for
# VS Code and its kin, which install it by "code --install-extension".
VSCE = npx -y @vscode/vsce@3.9.2
VERSION ?= 0.0.0

vsix: ## pack the extension for VS Code into ./dist
	rm -rf dist/vscode && mkdir -p dist && cp -r cmd/bcrules/editors/vscode dist/
	cd dist/vscode && npm install --omit=dev --no-audit --no-fund --ignore-scripts && \
		$(VSCE) package $(VERSION) --no-git-tag-version --no-update-package-json --allow-missing-repository --skip-license -o ../bcrules.vsix

# The playground's editor, of libraries pinned in cmd/ui/editor: what is committed is what this
# makes, and a test says when it has to be made anew.
EDITOR = cmd/ui/assets/editor

editor: ## bundle the playground's editor (needs npm), with the notices of what is in it
	rm -rf dist/editor && mkdir -p dist && cp -r cmd/ui/editor dist/
	cd dist/editor && npm ci --no-audit --no-fund --ignore-scripts && \
		npx esbuild editor.js --bundle --minify --format=esm --legal-comments=none \
		--banner:js="// Of sources $$(cat editor.js package-lock.json | sha256sum | cut -c1-64); licences in editor.txt" --outfile=../../$(EDITOR).js
	cd dist/editor && for p in $$(npm ls --omit=dev --all --parseable | tail -n +2 | sort -u); do \
		node -p "let p = require('$$p/package.json'); p.name + ' ' + p.version + '\n'"; cat $$p/[Ll][Ii][Cc][Ee][Nn][Ss][Ee]*; echo; done > ../../$(EDITOR).txt

installed: ## install what make release made, into folders of its own, and try it
	$(GO) test -count=1 -v ./testdata/release

# Built aside and copied, as a package manager would write them: what the linker wrote lies in
# memory page by page, which every start pays for (testdata/bench/README.md).
install: ## build the commands and put them side by side, in GOBIN or GOPATH/bin; FLEET=1 has bcfleet, for administrators, among them
	@began=$$(date +%s); to="$$($(GO) env GOBIN)"; to="$${to:-$$($(GO) env GOPATH)/bin}"; exe="$$($(GO) env GOEXE)"; \
		mkdir -p "$$to" && new="$$(mktemp -d "$$to/.bcrules.XXXXXX")" || exit; trap 'rm -rf "$$new"' EXIT; \
		echo "building $(COMMANDS): minutes the first time, seconds from then on"; \
		$(MAKE) -s build BIN="$$new" || exit; \
		for c in $(COMMANDS); do cp "$$new/$$c$$exe" "$$to/$$c.new" && mv -f "$$to/$$c.new" "$$to/$$c$$exe" || exit; done; \
		echo "installed in $$to, in $$(($$(date +%s) - began)) s"; \
		case ":$$PATH:" in *":$$to:"*) ;; *) echo "which is not on the PATH: export PATH=\"$$to:\$$PATH\"" ;; esac; \
		echo "next, in a project: bcrules init; to write rules: bcrules help guide"

help: ## list these targets
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 12

.PHONY: check build test quick unspoilt thorough race demo lint fmt update fuzz cuts soak load growth organisation score steady axe pictures pages mutants variants bench e2e e2e-agents protocol secrets release vsix editor installed install help
