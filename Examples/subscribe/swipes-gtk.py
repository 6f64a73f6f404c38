#!/usr/bin/python3
"""Shows each swipe in a window, and prints it, for example "swipe left 2". Needs python3-gi and gir1.2-gtk-4.0."""
import json
import socket
import sys

import gi
gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk  # noqa: E402

PATH = sys.argv[1] if len(sys.argv) > 1 else "/run/gestured/gestured.sock"
CALL = {"method": "org.gestured.Gestures.Subscribe", "parameters": {"gestures": [{"kind": "swipe"}]}, "more": True}


def subscribe(label):
    connection = socket.socket(socket.AF_UNIX)
    if connection.connect_ex(PATH) == 0:
        connection.sendall(json.dumps(CALL).encode() + b"\0")
    GLib.io_add_watch(connection, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, receive, label, bytearray())


def receive(connection, condition, label, waiting):
    if condition & GLib.IO_HUP:  # The service restarts: connect again.
        connection.close()
        GLib.timeout_add_seconds(1, subscribe, label)
        return GLib.SOURCE_REMOVE
    waiting += connection.recv(65536)
    *messages, waiting[:] = waiting.split(b"\0")
    for event in (json.loads(message)["parameters"].get("event") for message in messages):
        if event:
            label.set_label(f"swipe {event['direction']} {event['fingers']}")
            print(label.get_label(), flush=True)
    return GLib.SOURCE_CONTINUE


application = Gtk.Application()
label = Gtk.Label(label="Swipe")
application.connect("activate", lambda _: Gtk.ApplicationWindow(application=application, child=label).present())
subscribe(label)
application.run()
