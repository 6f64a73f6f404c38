#!/usr/bin/python3
"""Prints a line for each swipe, for example "swipe left 2". Needs the module gestured: see README.md."""
import sys

import gestured


def printable(text):  # without characters that control the terminal
    return "".join(character if character.isprintable() else "?" for character in text)


service = gestured.Service(*sys.argv[1:2])
try:
    for item in service.stream(notation="swipe"):
        if "event" in item:
            event = item["event"]
            print(printable(f"swipe {event['direction']} {event['fingers']}"), flush=True)
        elif "disconnected" in item:
            print(item["disconnected"], file=sys.stderr)
except (gestured.Error, OSError) as error:
    sys.exit(str(error))
