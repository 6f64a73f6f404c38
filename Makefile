# make              builds the release binaries
# make build-static the same with the Swift runtime linked in; BINARIES=.build/static/release takes them
# make demo         shows gestures arriving
# make test         runs all tests
# make bench        measures latency, CPU and memory, beside other programs
# make bench-core   measures what a frame costs in the core: tables, and .build/benchmark/embedded/core.svg
# make fuzz         looks for input that breaks it, for a minute each [SECONDS=…]
# make deb          builds a package for Debian, .build/deb/gestured_*.deb [BINARIES=…]
# make man          builds the manual pages alone, into .build/man
# make install      [DESTDIR=…] [PREFIX=…] [BINARIES=…]
# make uninstall    the same

DESTDIR =
PREFIX = /usr/local
SYSCONFDIR = /etc
# Where the binaries to install were built.
BINARIES = .build/embedded/release
# How long each target is fuzzed.
SECONDS = 60

# All below PREFIX: systemd, sysusers and udev look in /usr/local/lib as well as in /usr/lib.
BINDIR = $(PREFIX)/bin
LIBDIR = $(PREFIX)/lib
UNITDIR = $(LIBDIR)/systemd/system
RULESDIR = $(LIBDIR)/udev/rules.d
SYSUSERSDIR = $(PREFIX)/lib/sysusers.d
DATADIR = $(PREFIX)/share/gestured
VARLINKDIR = $(PREFIX)/share/varlink
MANDIR = $(PREFIX)/share/man
BASHDIR = $(PREFIX)/share/bash-completion/completions
ZSHDIR = $(PREFIX)/share/zsh/site-functions

INTERFACES = org.gestured.Control.varlink org.gestured.Gestures.varlink
PAGES = gestured.8 gesturectl.1 gestured.conf.5 gestured-varlink.7

.PHONY: all build build-static demo test bench bench-core fuzz deb man install uninstall clean

all: build

# As Embedded Swift, which needs no Swift runtime: smaller, and no slower.
build:
	scripts/build embedded

# As ordinary Swift, with the runtime linked in, for who does not trust a part of the compiler that is still called experimental.
build-static:
	scripts/build static

demo:
	scripts/demo

test:
	scripts/test

# In a virtual machine that counts instructions as time: Benchmarks/README.md.
bench: build build-static
	scripts/prepare test
	Benchmarks/bench embedded=.build/embedded/release static=.build/static/release

fuzz:
	scripts/fuzz $(SECONDS)

bench-core:
	Benchmarks/Core/measure

# The binaries that are packaged if nothing else is said are built first.
deb: $(if $(filter .build/embedded/release,$(BINARIES)),build)
	scripts/package '$(BINARIES)'

man: $(PAGES:%=.build/man/%)

.build/man/%: man/%.scd
	mkdir -p .build/man
	scdoc < $< > $@

install:
	install -D -m 755 -t '$(DESTDIR)$(BINDIR)' '$(BINARIES)/gestured' '$(BINARIES)/gesturectl'
	install -d '$(DESTDIR)$(UNITDIR)'
	sed 's|/usr/local/bin/|$(BINDIR)/|g' systemd/gestured.service > '$(DESTDIR)$(UNITDIR)/gestured.service'
	chmod 644 '$(DESTDIR)$(UNITDIR)/gestured.service'
	install -D -m 644 -t '$(DESTDIR)$(UNITDIR)' systemd/gestured.socket
	install -D -m 644 systemd/gestured.sysusers '$(DESTDIR)$(SYSUSERSDIR)/gestured.conf'
	install -D -m 644 -t '$(DESTDIR)$(RULESDIR)' udev-rules/80-gestured.rules
	install -D -m 644 -t '$(DESTDIR)$(DATADIR)' udev-rules/82-gestured-modifiers.rules
	install -D -m 644 -t '$(DESTDIR)$(VARLINKDIR)' $(INTERFACES:%=Sources/GestureProtocol/%)
	install -D -m 644 completions/gesturectl.bash '$(DESTDIR)$(BASHDIR)/gesturectl'
	install -D -m 644 completions/gesturectl.zsh '$(DESTDIR)$(ZSHDIR)/_gesturectl'
# Written where they go, and not to .build, which is not root's.
	if command -v scdoc >/dev/null; then \
	    set -e; \
	    for page in $(PAGES); do \
	        target="$(DESTDIR)$(MANDIR)/man$${page##*.}/$$page"; \
	        install -D -m 644 /dev/null "$$target"; \
	        sed 's|/usr/local/|$(PREFIX)/|g' "man/$$page.scd" | scdoc > "$$target"; \
	    done; \
	else \
	    echo 'scdoc is not installed: installing no manual pages' >&2; \
	fi
# The administrator's file is kept; the new one then lies beside it.
	install -d '$(DESTDIR)$(SYSCONFDIR)/gestured/gestured.conf.d'
	target='$(DESTDIR)$(SYSCONFDIR)/gestured/gestured.conf'; \
	if [ -e "$$target" ] && ! cmp -s gestured.conf "$$target"; then target="$$target.new"; fi; \
	install -m 644 gestured.conf "$$target"

# Leaves the configuration and the user.
uninstall:
	rm -f '$(DESTDIR)$(BINDIR)/gestured' '$(DESTDIR)$(BINDIR)/gesturectl' \
	    '$(DESTDIR)$(UNITDIR)/gestured.service' '$(DESTDIR)$(UNITDIR)/gestured.socket' \
	    '$(DESTDIR)$(SYSUSERSDIR)/gestured.conf' '$(DESTDIR)$(RULESDIR)/80-gestured.rules' \
	    $(INTERFACES:%='$(DESTDIR)$(VARLINKDIR)/%') \
	    $(foreach page,$(PAGES),'$(DESTDIR)$(MANDIR)/man$(subst .,,$(suffix $(page)))/$(page)') \
	    '$(DESTDIR)$(BASHDIR)/gesturectl' '$(DESTDIR)$(ZSHDIR)/_gesturectl'
	rm -rf '$(DESTDIR)$(DATADIR)'

clean:
	rm -rf .build
