# A thin front: what is built, and how, is in meson.build.
BUILD  ?= build
prefix ?= /usr/local

# clang's code for the kernels is faster; gcc works as well: make CC=gcc.
ifeq ($(origin CC),default)
    CC = $(shell command -v clang || echo cc)
endif
export CC

.PHONY: all run test perft-full bench format fuzz docs install clean
all: $(BUILD)/build.ninja
	@ninja -C $(BUILD)

$(BUILD)/build.ninja:
	@tools/install-packages build
	meson setup $(BUILD) -Dtests=false --prefix $(prefix)

run: all
	@$(BUILD)/banmen show -v shogi
	@echo
	@$(BUILD)/banmen show -v chess
	@printf '\nGo on with: %s play --level 2, or %s help\n' $(BUILD)/banmen $(BUILD)/banmen

test:
	@tools/install-packages build test
	@tests/run-all

# Every count that is known of the variants; NODES=n sets the largest that is tried.
perft-full:
	@tools/install-packages build
	@tests/perft/full $(NODES)

bench: all
	@tools/install-packages bench
	@bench/run
	@bench/records
	@bench/variants
	@bench/matches

format:
	@tools/install-packages format
	git ls-files -co --exclude-standard '*.[ch]' | xargs clang-format -i

fuzz:
	@tools/install-packages build fuzz
	@tests/fuzz/run

docs: $(BUILD)/build.ninja
	@tools/install-packages docs
	@docs/build-reference $(BUILD)/docs

install: $(BUILD)/build.ninja
	meson configure $(BUILD) -Dprefix=$(prefix)
	meson install -C $(BUILD)

clean:
	rm -rf build build-test build-fuzz
