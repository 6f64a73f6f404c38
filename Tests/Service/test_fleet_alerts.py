"""Examples/fleet/gestured.rules.yml: alerts for Prometheus, tested by its own tool."""
import json
import pathlib
import re
import shutil
import subprocess

import pytest

from touches import evemu, tap

RULES = pathlib.Path(__file__).parents[2] / "Examples" / "fleet" / "gestured.rules.yml"
# For each alert: a series that raises it, one that does not, and when.
ALERTS = [
    ("KioskDown", [('up{job="node"}', "0+0x20")], [('up{job="node"}', "1+0x20"), ('up{job="other"}', "0+0x20")], "10m"),
    ("GesturedDown", [("gestured_up", "0+0x20")], [("gestured_up", "1+0x20")], "10m"),
    ("TouchscreenMissing", [("gestured_up", "1+0x20"), ('gestured_device_info{kind="touchpad"}', "1+0x20")],
     [("gestured_up", "1+0x20"), ('gestured_device_info{kind="touchscreen"}', "1+0x20")], "10m"),
    ("TouchesLost", [("gestured_overruns_total", "0+0x5 1+0x20")], [("gestured_overruns_total", "3+0x20")], "20m"),
    ("ClientDoesNotRead", [("gestured_dropped_clients_total", "0+0x5 1+0x20")], [("gestured_dropped_clients_total", "3+0x20")], "20m"),
    ("MetricsStale", [('node_textfile_mtime_seconds{file="/var/lib/prometheus/node-exporter/gestured.prom"}', "0+0x20")],
     [('node_textfile_mtime_seconds{file="/var/lib/prometheus/node-exporter/gestured.prom"}', "0+60x20")], "10m"),
]


@pytest.mark.extra
@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool is missing")
def test_each_alert_is_raised_when_it_should_be_and_only_then(tmp_path):
    checked = subprocess.run(["promtool", "check", "rules", RULES], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    assert f"{len(ALERTS)} rules found" in checked.stdout
    tests = []
    for alert, bad, good, at in ALERTS:
        for series, instances in (bad, ["kiosk1"]), (good, []):
            tests.append({
                "interval": "1m",
                "input_series": [{"series": labelled(name), "values": values} for name, values in series],
                "alert_rule_test": [{
                    "alertname": alert, "eval_time": at,
                    "exp_alerts": [{"exp_labels": labels(series, instance)} for instance in instances],
                }],
            })
    (tmp_path / "test.yml").write_text(json.dumps({"rule_files": [str(RULES)], "tests": tests}))
    tested = subprocess.run(["promtool", "test", "rules", tmp_path / "test.yml"], capture_output=True, text=True)
    assert tested.returncode == 0, tested.stdout + tested.stderr


def labelled(series):
    """The series of the instance kiosk1."""
    name, _, rest = series.partition("{")
    return f'{name}{{instance="kiosk1"{"," + rest if rest else "}"}'


def labels(series, instance):
    """Those of the first series, which an alert has as well."""
    _, _, rest = series[0][0].partition("{")
    pairs = re.findall(r'(\w+)="([^"]*)"', rest)
    return {"instance": instance, **dict(pairs)}


def test_the_rules_use_metrics_that_the_service_has(start, run_gesturectl):
    service = start(recording=evemu(tap(0)))
    printed = run_gesturectl("--socket", service.socket, "metrics").stdout
    used = set(re.findall(r"gestured_\w+", RULES.read_text()))
    assert used == {"gestured_up", "gestured_device_info", "gestured_overruns_total", "gestured_dropped_clients_total"}
    for name in used:
        assert re.search(rf"^{name}[ {{]", printed, re.MULTILINE), name
    assert 'kind="touchscreen"' in printed
