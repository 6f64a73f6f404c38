#!/bin/bash
# Prints a line for each swipe, for example "swipe left 2". Needs gesturectl and jq.
set -o pipefail
gesturectl --socket "${1:-/run/gestured/gestured.sock}" monitor --reconnect --json --gestures swipe |
    jq --raw-output --unbuffered '"swipe \(.direction) \(.fingers)"'
