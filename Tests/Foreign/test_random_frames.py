"""The core emits the same events, to the last bit, for the random touches and requests of the property tests."""

SEEDS = 1000


def test_random_touches_give_the_same_events(run_here, run_there):
    here, there = (run("RandomFrames", "0", str(SEEDS), check=True).stdout.splitlines() for run in (run_here, run_there))
    assert len(here) == SEEDS
    for seed, (line_here, line_there) in enumerate(zip(here, there, strict=True)):
        if line_there != line_here:
            events = [run("RandomFrames", str(seed), check=True).stdout.splitlines() for run in (run_here, run_there)]
            # pytest shows the first event that differs.
            assert events[1] == events[0], f"seed {seed}"
            assert line_there == line_here, f"seed {seed}"
