# make            builds the release binaries
# make demo       shows gestures arriving
# make test       runs all tests
# make fuzz       looks for input that breaks it, for a minute each [SECONDS=…]
# make install    [DESTDIR=…] [PREFIX=…] [BINARIES=…]
# make uninstall  the same

DESTDIR =
PREFIX = /usr/local
SYSCONFDIR = /etc
# Where the binaries to install were built.
BINARIES = .build/static/release
# How long each target is fuzzed.
SECONDS = 60

# All below PREFIX: systemd, sysusers and udev look in /usr/local/lib as well as in /usr/lib.
BINDIR = $(PREFIX)/bin
UNITDIR = $(PREFIX)/lib/systemd/system
SYSUSERSDIR = $(PREFIX)/lib/sysusers.d
RULESDIR = $(PREFIX)/lib/udev/rules.d
DATADIR = $(PREFIX)/share/gestured

INTERFACES = $(wildcard Sources/GestureProtocol/*.varlink)

.PHONY: all build build-embedded demo test fuzz install uninstall clean

all: build

# Linked with the Swift runtime: runs where no Swift is installed.
build:
	scripts/build static

# The same without a Swift runtime: smaller, on a part of the compiler that is still called experimental.
build-embedded:
	scripts/build embedded

demo:
	scripts/demo

test:
	scripts/test

fuzz:
	scripts/fuzz $(SECONDS)

install:
	install -D -m 755 -t '$(DESTDIR)$(BINDIR)' '$(BINARIES)/gestured' '$(BINARIES)/gesturectl'
	install -d '$(DESTDIR)$(UNITDIR)'
	sed 's|/usr/local/bin/|$(BINDIR)/|g' systemd/gestured.service > '$(DESTDIR)$(UNITDIR)/gestured.service'
	chmod 644 '$(DESTDIR)$(UNITDIR)/gestured.service'
	install -D -m 644 -t '$(DESTDIR)$(UNITDIR)' systemd/gestured.socket
	install -D -m 644 systemd/gestured.sysusers '$(DESTDIR)$(SYSUSERSDIR)/gestured.conf'
	install -D -m 644 -t '$(DESTDIR)$(RULESDIR)' udev-rules/80-gestured.rules
	install -D -m 644 -t '$(DESTDIR)$(DATADIR)' $(INTERFACES) udev-rules/82-gestured-modifiers.rules
# The administrator's file is kept; the new one then lies beside it.
	install -d '$(DESTDIR)$(SYSCONFDIR)/gestured'
	target='$(DESTDIR)$(SYSCONFDIR)/gestured/gestured.conf'; \
	if [ -e "$$target" ] && ! cmp -s gestured.conf "$$target"; then target="$$target.new"; fi; \
	install -m 644 gestured.conf "$$target"

# Leaves the configuration and the user.
uninstall:
	rm -f '$(DESTDIR)$(BINDIR)/gestured' '$(DESTDIR)$(BINDIR)/gesturectl' \
	    '$(DESTDIR)$(UNITDIR)/gestured.service' '$(DESTDIR)$(UNITDIR)/gestured.socket' \
	    '$(DESTDIR)$(SYSUSERSDIR)/gestured.conf' '$(DESTDIR)$(RULESDIR)/80-gestured.rules'
	rm -rf '$(DESTDIR)$(DATADIR)'

clean:
	rm -rf .build
