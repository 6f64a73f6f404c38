#!/usr/bin/env python3
"""worst.py WORSTREQUEST: searches for the valid subscription whose work and memory exceed its estimated cost the most.

For a plain subscription and the worst found, prints the recognizers, the instructions for each of them in a frame, on average and at
most, and the memory in kB and what it is said to be. Fails if one exceeds the margin of the limits: in memory; or in instructions,
which valgrind counts, the same on every machine.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# The factors between what a recognizer takes in the worst request and in a plain one: over all frames, and in the frame in which most
# of its gestures begin or end.
MOST_MEAN, MOST_LONGEST = 3, 6
# The function that handles a frame.
FRAME = "*countedFrame*"


def run(*command, **environment):
    return subprocess.run(command, env={**os.environ, **environment}, check=True, text=True, stdout=subprocess.PIPE).stdout


def search(program):
    """Yields what is most, the recognizers, the bytes, the bytes that are expected, and the seeds."""
    # Disables the cache of the allocator, whose contents would count as memory in use.
    for line in run(program, GLIBC_TUNABLES="glibc.malloc.tcache_count=0").splitlines():
        most, *numbers, seeds = line.split("\t")
        yield most, *map(int, numbers), seeds


def instructions(program, seeds):
    """The instructions of each frame in the last round of the touches."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "frames")
        # Callgrind ignores one of two options that have the same pattern.
        run("valgrind", "-q", "--tool=callgrind", "--collect-atstart=no", f"--toggle-collect={FRAME}", f"--dump-before=?{FRAME}",
            "--combine-dumps=yes", f"--callgrind-out-file={path}", program, seeds)
        frames = [int(total) for total in re.findall(r"^totals: (\d+)$", path.read_text(), re.MULTILINE)]
    # Nothing is counted before the first frame.
    assert frames.pop(0) == 0
    assert len(frames) > 100 and min(frames) > 0, f"valgrind counted {len(frames)} frames: {frames[:3]} ..."
    return frames


def main():
    program = sys.argv[1]
    complaints, plain = [], None
    print("most    recognizers    mean longest    kB of kB")
    for most, recognizers, used, expected, seeds in search(program):
        frames = instructions(program, seeds)
        mean, longest = sum(frames) / len(frames) / recognizers, max(frames) / recognizers
        plain = plain or (mean, longest)
        print(f"{most:6} {recognizers:12} {mean:7.0f} {longest:7.0f} {used / 1024:5.0f} {expected / 1024:5.0f}", flush=True)
        for measured, allowed, what in (mean, MOST_MEAN * plain[0], "work"), (longest, MOST_LONGEST * plain[1], "work in one frame"), \
                (used, expected, "memory"):
            if measured > allowed:
                complaints.append(
                    f"{most}: more {what} than it costs: {measured:.0f} instead of at most {allowed:.0f}; '{program} {seeds}' prints it")
    if plain is None:
        complaints.append(f"{program} found nothing")
    if complaints:
        sys.exit("\n".join(complaints))


if __name__ == "__main__":
    main()
