# A thin front: what is built, and how, is in meson.build.
BUILD  ?= build
prefix ?= /usr/local

# clang's code for the kernels is faster; gcc works as well: make CC=gcc.
ifeq ($(origin CC),default)
    CC = $(shell command -v clang || echo cc)
endif
export CC

.PHONY: all run desktop test test-crash test-hostile perft-full bench format fuzz docs pictures install clean
all: $(BUILD)/build.ninja
	@ninja -C $(BUILD)

$(BUILD)/build.ninja:
	@tools/install-packages build
	meson setup $(BUILD) -Dtests=false --prefix $(prefix)

run: all
	@$(BUILD)/banmen serve

desktop: all
	@$(BUILD)/banmen-desktop

test:
	@tools/install-packages build test
	@tests/web/install
	@tests/run-all

# The server is killed ROUNDS times while people play.
test-crash: all
	@tools/install-packages test
	@node tests/server/whole/crash.mjs $(BUILD)/banmen $(or $(ROUNDS),50)

# One address does its worst while a player on another one plays: ATTACKS="pings heads" names some.
test-hostile: all
	@tools/install-packages test
	@node tests/server/whole/hostile.mjs $(BUILD)/banmen --full $(ATTACKS)

# Every count that is known of the variants; NODES=n sets the largest that is tried.
perft-full:
	@tools/install-packages build
	@tests/kernel/perft/full $(NODES)

bench: all
	@tools/install-packages bench
	@bench/run
	@bench/records
	@bench/variants
	@bench/searches
	@bench/matches
	@bench/server
	@tests/web/install
	@node bench/web.mjs $(BUILD)/banmen
	@node bench/web_slow.mjs $(BUILD)/banmen
	@bench/wasm $(BUILD)
	@bench/desktop

format:
	@tools/install-packages format
	git ls-files -co --exclude-standard '*.[ch]' | xargs clang-format -i

fuzz:
	@tools/install-packages build fuzz
	@tests/fuzz/run

docs: $(BUILD)/build.ninja
	@tools/install-packages docs
	@docs/build-reference $(BUILD)/docs

# The pictures in docs/pictures, from the programs that were built.
pictures: all
	@tools/pictures/make $(BUILD)
	@tools/pictures/architecture

install: $(BUILD)/build.ninja
	meson configure $(BUILD) -Dprefix=$(prefix)
	meson install -C $(BUILD)

clean:
	rm -rf build build-test build-fuzz
