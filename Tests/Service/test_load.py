"""Many clients, while ten fingers move as fast as devices report."""
import json
import pathlib
import resource
import subprocess

import pytest

from service import GESTURES
from touches import ROUND, busy, evemu

SOURCE = pathlib.Path(__file__).parent / "load-clients.c"
CLIENTS, FINGERS = 128, 10
# Time for all clients to subscribe before the first finger lands.
LEAD = 1000


@pytest.fixture(scope="session")
def load_clients(tmp_path_factory):
    """Builds load-clients, which connects as many clients."""
    program = tmp_path_factory.mktemp("load") / "load-clients"
    subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", program, SOURCE], check=True)
    return program


@pytest.fixture
def load(load_clients, start, load_seconds, replayed):
    """Plays touches to a number of clients. Returns what each got, the status of the service, and the events that there were."""
    def load(clients, stalled=0, configuration="", fingers=FINGERS, lead=LEAD, **parameters):
        recording = evemu(busy(fingers, max(1, 1000 * load_seconds // ROUND)), lead=lead)
        truth = replayed(recording, "--parameters", json.dumps(parameters))
        service = start(recording=recording, configuration=configuration)
        call = {"method": f"{GESTURES}.Subscribe", "parameters": parameters, "more": True}
        command = [load_clients, service.socket, str(clients), str(stalled), str(truth[-1]["sequence"]), json.dumps(call)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
            service.wait_for_log("the recording is over", timeout=60 + 4 * load_seconds)
            status = service.status()
            lines, _ = program.communicate(timeout=60)
        return [json.loads(line) for line in lines.splitlines()], status, truth

    return load


def assert_all_is_there(client, truth):
    """Asserts that a client got all events except merged `changed` events."""
    assert client["open"] and client["error"] is None
    assert client["astray"] == 0 and client["begun"] == client["over"] > 0
    kept = [event["sequence"] for event in truth if event["phase"] != "changed"]
    assert (client["kept"], client["sum"]) == (len(kept), sum(number ** 2 for number in kept) % (1 << 64))


def show(what, clients, status, events):
    print(f"\n{what}: {events} events for each, {status['coalesced']} replaced, latency in µs at the service "
          f"{status['latency']['p50']} (p99 {status['latency']['p99']}), at a client "
          f"{sorted(client['median'] for client in clients)[len(clients) // 2]} "
          f"(p99 {sorted(client['p99'] for client in clients)[len(clients) // 2]})")


@pytest.mark.slow
@pytest.mark.parametrize("count, parameters", [
    (CLIENTS, {}), (CLIENTS // 8, {"gestures": [{"kind": "touch"}]})], ids=["gestures", "contacts"])
def test_many_clients_lose_nothing_but_changes(count, parameters, load):
    clients, status, truth = load(count, **parameters)
    show(f"{count} clients", clients, status, len(truth))
    assert len(clients) == count
    for client in clients:
        assert_all_is_there(client, truth)
        assert client["last"] == truth[-1]["sequence"]
    # Events were merged for a client that got too little processor time.
    assert sum(client["missing"] for client in clients) == status["coalesced"]
    assert (status["events"], status["droppedClients"]) == (count * len(truth), 0)


@pytest.mark.slow
def test_an_overloading_crowd_loses_nothing_but_changes(load):
    count = 1000
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most < 2 * count:
        pytest.skip("the limit on file descriptors is too low")
    resource.setrlimit(resource.RLIMIT_NOFILE, (2 * count, most))
    clients, status, truth = load(
        count, configuration=f"[limits]\nconnections = {count + 10}\nconnections-per-user = {count + 10}\n", fingers=1,
        lead=8 * LEAD)
    show(f"{count} clients", clients, status, len(truth))
    assert len(clients) == count
    for client in clients:
        assert_all_is_there(client, truth)
        assert client["last"] == truth[-1]["sequence"]
    assert sum(client["missing"] for client in clients) == status["coalesced"] > 0
    assert (status["events"], status["droppedClients"]) == (count * len(truth), 0)


@pytest.mark.slow
def test_a_client_that_stops_reading_does_not_affect_others(load):
    gestures = {"gestures": [{"kind": "touch"}, {"kind": "drag"}, {"kind": "tap"}]}
    (reading, _, _), (mixed, status, truth) = load(8, **gestures), load(8, stalled=1, **gestures)
    stalled, *others = mixed
    show("with one that stopped", others, status, len(truth))
    for what, key in (("median", "median"), ("p99", "p99")):
        before, after = (sorted(client[key] for client in clients)[3] for clients in (reading[1:], others))
        print(f"{what} latency of the others: {before} µs, with one that stopped reading {after} µs: × {after / before:.2f}")
    for client in mixed:
        assert_all_is_there(client, truth)
    # The others miss changes only if the service was late for a moment and they could not keep up with what came at once.
    assert max(client["missing"] for client in others) < stalled["missing"]
    assert stalled["missing"] > len(truth) // 2
    assert sum(client["missing"] for client in mixed) == status["coalesced"]
    assert status["droppedClients"] == 0
