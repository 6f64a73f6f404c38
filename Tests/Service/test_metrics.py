"""gesturectl status --json and gesturectl metrics, read by Prometheus' own parsers."""
import json
import socket

import pytest
from prometheus_client import parser as prometheus
from prometheus_client.openmetrics import parser as openmetrics

from service import Client
from touches import DOUBLE_TAP_AND_SWIPE


@pytest.fixture
def played(start):
    """A service whose recording is over."""
    service = start(recording=DOUBLE_TAP_AND_SWIPE)
    with Client(service.socket) as client:
        client.subscribe()
        service.wait_for_log("the recording is over")
        yield service


def samples(families):
    """Each sample by its name and labels."""
    found = {}
    for family in families:
        for sample in family.samples:
            key = (sample.name, *sorted(sample.labels.items()))
            assert key not in found, f"{key} twice"
            found[key] = sample.value
    return found


def metrics(run_gesturectl, service):
    ended = run_gesturectl("--socket", service.socket, "metrics")
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


def test_status_json_is_the_reply_to_get_status(played, run_gesturectl):
    ended = run_gesturectl("--socket", played.socket, "status", "--json")
    assert (ended.returncode, ended.stderr, ended.stdout.count("\n")) == (0, "", 1)
    status, printed = played.status(), json.loads(ended.stdout)
    assert printed.keys() == status.keys() and printed.pop("uptime") <= status.pop("uptime")
    assert printed == status


def test_latency_buckets_count_all_samples_below_a_second(played):
    latency = played.status()["latency"]
    assert [bucket["below"] for bucket in latency["buckets"]] == [1 << exponent for exponent in range(4, 21)]
    counted = sum(bucket["count"] for bucket in latency["buckets"])
    # On a busy machine a sample can take longer.
    assert (counted == latency["samples"]) == (latency["maximum"] < 1 << 20)
    assert 0 < counted <= latency["samples"]
    assert latency["maximum"] <= latency["sum"] <= latency["maximum"] * latency["samples"]


def test_metrics_are_valid_and_equal_in_both_formats(played, run_gesturectl):
    text = metrics(run_gesturectl, played)
    families = list(openmetrics.text_string_to_metric_families(text))
    assert samples(families) == samples(prometheus.text_string_to_metric_families(text))
    types = {family.name: family.type for family in families}
    assert types["gestured_frames"] == "counter" and types["gestured_latency_seconds"] == "histogram"
    assert all(family.documentation and family.name.startswith("gestured_") for family in families)
    assert [family.name for family in families if family.unit] == ["gestured_uptime_seconds", "gestured_latency_seconds"]


def test_metrics_are_the_numbers_of_the_status(played, run_gesturectl):
    found = samples(openmetrics.text_string_to_metric_families(metrics(run_gesturectl, played)))
    status = played.status()
    for key, name in {
        "frames": "gestured_frames_total", "events": "gestured_events_total", "clients": "gestured_clients",
        "droppedClients": "gestured_dropped_clients_total", "overruns": "gestured_overruns_total",
        "subscriptions": "gestured_subscriptions", "coalesced": "gestured_coalesced_events_total",
        "refusedClients": "gestured_refused_clients_total",
    }.items():
        assert found[name,] == status[key], name
    assert found["gestured_up",] == 1 and found["gestured_build_info", ("version", status["version"])] == 1
    assert (found["gestured_paused",], found["gestured_locked",], found["gestured_refused_devices",]) == (0, 0, 0)
    assert 0 < found["gestured_uptime_seconds",] <= status["uptime"] / 1e6
    latency = status["latency"]
    assert found["gestured_latency_seconds_count",] == latency["samples"]
    assert found["gestured_latency_seconds_sum",] == pytest.approx(latency["sum"] / 1e6)
    assert found["gestured_latency_seconds_bucket", ("le", "1.048576")] == sum(bucket["count"] for bucket in latency["buckets"])
    device = played.devices()["devices"][0]
    assert found["gestured_device_contacts", ("device", device["id"])] == 0
    labels = {"device": device["id"], "name": device["name"], "node": device["node"], "kind": device["kind"]}
    assert found["gestured_device_info", *sorted(labels.items())] == 1


def test_a_device_cannot_write_metrics_by_its_name(start, run_gesturectl):
    name = 'a"} 1\\" b\\'
    service = start(recording=DOUBLE_TAP_AND_SWIPE.replace("N: Phone", f"N: {name}"))
    text = metrics(run_gesturectl, service)
    for families in (openmetrics.text_string_to_metric_families(text), prometheus.text_string_to_metric_families(text)):
        [info] = [key for key in samples(families) if key[0] == "gestured_device_info"]
        assert ("name", name) in info


def test_without_a_service_it_is_down_and_the_reason_is_reported(run_gesturectl, tmp_path):
    with socket.socket(socket.AF_UNIX) as stale:
        stale.bind(str(tmp_path / "stale"))
    with socket.socket(socket.AF_UNIX) as closed:
        closed.bind(str(tmp_path / "closed"))
        for path in ("none", "stale", "closed"):
            ended = run_gesturectl("--socket", tmp_path / path, "metrics")
            assert ended.returncode == 0 and "no service is listening" in ended.stderr
            assert samples(openmetrics.text_string_to_metric_families(ended.stdout)) == {("gestured_up",): 0}
            assert samples(prometheus.text_string_to_metric_families(ended.stdout)) == {("gestured_up",): 0}


def test_a_service_that_hangs_is_down_too(run_gesturectl, tmp_path):
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "hangs"))
        listener.listen()
        ended = run_gesturectl("--socket", tmp_path / "hangs", "metrics")
    assert ended.returncode == 0 and "the service did not reply in time" in ended.stderr
    assert samples(openmetrics.text_string_to_metric_families(ended.stdout)) == {("gestured_up",): 0}


def test_an_impossible_socket_path_is_an_error(run_gesturectl, tmp_path):
    ended = run_gesturectl("--socket", tmp_path / ("x" * 200), "metrics")
    assert (ended.returncode, ended.stdout) == (1, "") and ended.stderr.startswith("gesturectl: ")


@pytest.mark.parametrize("command", ["metrics", "status"])
def test_rejects_an_unexpected_argument(command, run_gesturectl):
    ended = run_gesturectl(command, "wink")
    assert (ended.returncode, ended.stdout) == (2, "") and f"{command}: unexpected argument 'wink'" in ended.stderr
