#!/usr/bin/python3
"""Shows each swipe in a window, and prints it, for example "swipe left 2". Needs python3-gi and gir1.2-gtk-4.0."""
import json
import socket
import sys
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gtk, Gdk, GLib  # noqa: E402
PATH = sys.argv[1] if len(sys.argv) > 1 else "/run/gestured/gestured.sock"


def subscribe():
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(PATH)
        connection.sendall(b'{"method":"org.gestured.Gestures.Subscribe","parameters":{"notation":"swipe"},"more":true}\0')
    except OSError as error:
        label.set_label(f"{PATH}: {error.strerror}")
    GLib.io_add_watch(connection, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP | GLib.IO_ERR, receive, bytearray())


def receive(connection, condition, waiting):  # No message of the service is larger than 1 MiB.
    part = connection.recv(65536) if condition in (GLib.IO_IN, GLib.IO_IN | GLib.IO_HUP) and len(waiting) <= 1 << 20 else b""
    *messages, waiting[:] = (waiting + part).split(b"\0")
    for reply in map(json.loads, messages):
        if event := reply["parameters"].get("event"):
            label.set_label(f"swipe {event['direction']} {event['fingers']}")
            print(ascii(label.get_label())[1:-1], flush=True)  # no characters that control the terminal
        else:  # the state of the service, or an error
            label.set_label(f"{reply['error']} {reply['parameters']}" if "error" in reply else "Swipe")
    if not part:  # The service restarts: subscribe again.
        GLib.timeout_add_seconds(1, subscribe)
    return bool(part)


label = Gtk.Label(wrap=True) if Gdk.Display.get_default() else sys.exit("no display")
application = Gtk.Application()
application.connect("activate", lambda _: Gtk.ApplicationWindow(application=application, child=label).present())
subscribe()
application.run()
