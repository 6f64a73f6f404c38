#!/usr/bin/python3
"""Prints a line for each swipe, for example "swipe left 2". Needs Python's standard library only."""
import json
import socket
import sys
import time

PATH = sys.argv[1] if len(sys.argv) > 1 else "/run/gestured/gestured.sock"
CALL = {"method": "org.gestured.Gestures.Subscribe", "parameters": {"gestures": [{"kind": "swipe"}]}, "more": True}


def printable(text):  # without characters that control the terminal
    return "".join(character if character.isprintable() else "?" for character in text)


def replies():
    """Yields the replies of the service until it ends or restarts."""
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            connection.connect(PATH)
            connection.sendall(json.dumps(CALL).encode() + b"\0")
            waiting = b""
            while part := connection.recv(65536):
                *messages, waiting = (waiting + part).split(b"\0")
                yield from map(json.loads, messages)
                if len(waiting) > 1 << 20:  # No message of the service is larger.
                    sys.exit(f"{PATH}: a message of more than 1 MiB")
        except OSError as error:
            print(f"{PATH}: {error.strerror}", file=sys.stderr)


while True:
    for reply in replies():
        if "error" in reply:
            sys.exit(printable(f"{reply['error']}: {reply['parameters']}"))
        if "event" in reply["parameters"]:
            event = reply["parameters"]["event"]
            print(printable(f"swipe {event['direction']} {event['fingers']}"), flush=True)
    time.sleep(1)
