# make              builds the release binaries [ARCH=arm64|armhf|riscv64]
# make help         prints these lines
# make check        checks the style and runs the unit tests: under a minute after a small change
# make unit         runs the unit tests that match a regular expression [FILTER=TapTests]
# make format       formats the Swift sources
# make build-static builds them with the Swift runtime linked in; select them with BINARIES=.build/static/release
# make demo         builds the service, starts it, and shows gestures
# make test         tests what a change most often breaks, in about 12 minutes
# make test-all     runs all tests that need neither an hour nor a desktop
# make test-long    runs the others, or some of them [STAGES=…]
# make bench        compares latency, CPU time and memory with other programs [ARCH=arm64|armhf]
# make bench-recognition  compares what is recognized in labelled touches with libinput and lisgd
# make bench-core   measures the cost of a frame in the core: tables, and .build/benchmark/embedded/core.svg
# make fuzz         fuzzes each target for a minute [SECONDS=…]
# make deb          builds the Debian packages, .build/deb/gestured_VERSION_ARCH.deb and python3-gestured_VERSION_all.deb [ARCH=…] [BINARIES=…]
# make release      builds the files of a release into .build/dist: packages, checksums, bill of materials
# make man          builds the manual pages into .build/man
# make install      installs [DESTDIR=…] [PREFIX=…] [BINARIES=…]
# make uninstall    removes the same files
# make clean        removes everything that was built

DESTDIR =
PREFIX = /usr/local
SYSCONFDIR = /etc
# The architecture to build for, as Debian names it. Default: that of this machine.
HOST := $(patsubst x86_64,amd64,$(patsubst aarch64,arm64,$(patsubst armv7l,armhf,$(shell uname -m))))
ARCH = $(HOST)
ifeq ($(filter $(HOST) arm64 armhf riscv64,$(ARCH)),)
$(error ARCH=$(ARCH): expected one of $(sort $(HOST) arm64 armhf riscv64))
endif
KIND = $(if $(filter $(HOST),$(ARCH)),embedded,$(ARCH))
# The directory of the binaries to install.
BINARIES = .build/$(KIND)/release
# The fuzzing time of each target, in seconds.
SECONDS = 60

# All directories are below PREFIX, because systemd, sysusers and udev also read /usr/local/lib.
BINDIR = $(PREFIX)/bin
LIBDIR = $(PREFIX)/lib
UNITDIR = $(LIBDIR)/systemd/system
USERUNITDIR = $(LIBDIR)/systemd/user
RULESDIR = $(LIBDIR)/udev/rules.d
SYSUSERSDIR = $(PREFIX)/lib/sysusers.d
DATADIR = $(PREFIX)/share/gestured
VARLINKDIR = $(PREFIX)/share/varlink
MANDIR = $(PREFIX)/share/man
BASHDIR = $(PREFIX)/share/bash-completion/completions
ZSHDIR = $(PREFIX)/share/zsh/site-functions

UNITS = gestured.service gestured-actions@.service
INTERFACES = org.gestured.Control.varlink org.gestured.Gestures.varlink
PAGES = gestured.8 gesturectl.1 gestured.conf.5 gestured-varlink.7

.PHONY: all help build build-static check unit format demo test test-all test-long bench bench-core bench-recognition fuzz deb release man install uninstall clean

all: build

# Embedded Swift needs no Swift runtime. The programs are smaller and not slower. Builds for this machine use its own libraries.
build:
	scripts/build $(KIND)

# Ordinary Swift with the runtime linked in, because Embedded Swift is still an experimental feature of the compiler.
build-static:
	scripts/build static

# Prints the comment at the top of this file.
help:
	@sed -n '/^#/!q; s/^# //p' Makefile

check:
	scripts/style
	scripts/unit-tests quick

unit:
	scripts/unit-tests quick '$(FILTER)'

format:
	scripts/style format

demo:
	scripts/demo

test:
	scripts/test

test-all:
	scripts/test-all

test-long:
	scripts/test-long $(STAGES)

# Runs in a virtual machine that counts instructions as time; see Benchmarks/README.md.
bench: build
	scripts/install-packages test-all
	Benchmarks/bench --arch $(ARCH) $(KIND)=.build/$(KIND)/release

bench-recognition: build
	scripts/install-packages test-all
	Benchmarks/bench-recognition .build/$(KIND)/release

fuzz:
	scripts/fuzz $(SECONDS)

bench-core:
	Benchmarks/Core/measure

# Builds the default binaries first; others must exist already.
deb: $(if $(filter .build/$(KIND)/release,$(BINARIES)),build)
	scripts/package '$(BINARIES)'

release:
	scripts/release

man: $(PAGES:%=.build/man/%)

.build/man/%: man/%.scd
	mkdir -p .build/man
	scdoc < $< > $@

install:
	install -D -m 755 -t '$(DESTDIR)$(BINDIR)' '$(BINARIES)/gestured' '$(BINARIES)/gesturectl'
	install -d '$(DESTDIR)$(UNITDIR)'
	install -d '$(DESTDIR)$(USERUNITDIR)'
	set -e; for unit in $(UNITS:%='$(DESTDIR)$(UNITDIR)/%') '$(DESTDIR)$(USERUNITDIR)/gestured-actions.service'; do \
	    sed 's|/usr/local/bin/|$(BINDIR)/|g' "systemd/$$(basename "$$unit")" > "$$unit"; \
	    chmod 644 "$$unit"; \
	done
	install -D -m 644 -t '$(DESTDIR)$(UNITDIR)' systemd/gestured.socket
	install -D -m 644 systemd/gestured.sysusers '$(DESTDIR)$(SYSUSERSDIR)/gestured.conf'
	install -D -m 644 -t '$(DESTDIR)$(RULESDIR)' udev-rules/80-gestured.rules
	install -D -m 644 -t '$(DESTDIR)$(DATADIR)' udev-rules/82-gestured-modifiers.rules
	install -D -m 755 -t '$(DESTDIR)$(DATADIR)' udev-rules/allow-keys udev-rules/allow-filter udev-rules/filter-properties
	install -D -m 644 -t '$(DESTDIR)$(VARLINKDIR)' $(INTERFACES:%=Sources/GestureProtocol/%)
	install -D -m 644 completions/gesturectl.bash '$(DESTDIR)$(BASHDIR)/gesturectl'
	install -D -m 644 completions/gesturectl.zsh '$(DESTDIR)$(ZSHDIR)/_gesturectl'
# Writes the pages directly, because .build belongs to the user who built the programs.
	if command -v scdoc >/dev/null; then \
	    set -e; \
	    for page in $(PAGES); do \
	        target="$(DESTDIR)$(MANDIR)/man$${page##*.}/$$page"; \
	        install -D -m 644 /dev/null "$$target"; \
	        sed 's|/usr/local/|$(PREFIX)/|g' "man/$$page.scd" | scdoc > "$$target"; \
	    done; \
	else \
	    echo 'scdoc not found: manual pages are not installed' >&2; \
	fi
# Keeps a changed configuration and installs the new one beside it as gestured.conf.new.
	install -d '$(DESTDIR)$(SYSCONFDIR)/gestured/gestured.conf.d'
	target='$(DESTDIR)$(SYSCONFDIR)/gestured/gestured.conf'; \
	if [ -e "$$target" ] && ! cmp -s gestured.conf "$$target"; then target="$$target.new"; fi; \
	install -m 644 gestured.conf "$$target"

# Keeps the configuration and the user.
uninstall:
	rm -f '$(DESTDIR)$(BINDIR)/gestured' '$(DESTDIR)$(BINDIR)/gesturectl' \
	    $(UNITS:%='$(DESTDIR)$(UNITDIR)/%') '$(DESTDIR)$(UNITDIR)/gestured.socket' \
	    '$(DESTDIR)$(USERUNITDIR)/gestured-actions.service' \
	    '$(DESTDIR)$(SYSUSERSDIR)/gestured.conf' '$(DESTDIR)$(RULESDIR)/80-gestured.rules' \
	    $(INTERFACES:%='$(DESTDIR)$(VARLINKDIR)/%') \
	    $(foreach page,$(PAGES),'$(DESTDIR)$(MANDIR)/man$(subst .,,$(suffix $(page)))/$(page)') \
	    '$(DESTDIR)$(BASHDIR)/gesturectl' '$(DESTDIR)$(ZSHDIR)/_gesturectl'
	rm -rf '$(DESTDIR)$(DATADIR)'

clean:
	rm -rf .build
