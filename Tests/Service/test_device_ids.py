"""The ids of devices, which stay the same when a device is plugged in again."""

import pytest

from devices import TAPPED, past, tap_frames, used
from events import words
from service import Client, until


def test_a_device_keeps_its_id_when_plugged_in_again(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    [before] = running.devices()["devices"]
    devices.remove(1)
    until(lambda: used(running) == [], "it is gone")
    devices.again(1)
    until(lambda: used(running), "it is back")
    assert running.devices()["devices"] == [before]
    with Client(running.socket) as client:
        client.subscribe()
        devices.play(1, *tap_frames(past()))
        assert words(client.events(4)) == TAPPED


def ids(running):
    return [device["id"] for device in running.devices()["devices"]]


@pytest.mark.parametrize("port", ["phys", "properties"])
def test_identical_devices_are_distinguished_by_their_ports_in_any_order(port, start_with_devices, devices):
    """The port is the physical path of the kernel or, without one, ID_PATH of udev."""
    for number, place in (1, "pci-0000:00:14.0-usb-0:1"), (2, "pci-0000:00:14.0-usb-0:2"):
        devices.add(number, **({"phys": place} if port == "phys" else {"phys": "", "properties": {"ID_PATH": place}}))
    running = start_with_devices()
    expected = [f"1234:5678@pci-0000:00:14.0-usb-0:{number}" for number in (1, 2)]
    assert ids(running) == expected
    for number in 1, 2:
        devices.remove(number)
    until(lambda: ids(running) == [], "they are gone")
    for number in 2, 1:
        devices.again(number)
        until(lambda: len(ids(running)) == 3 - number, "it is back")
    assert ids(running) == expected[::-1]


def test_identical_devices_without_a_port_are_numbered(start_with_devices, devices):
    for number in 1, 2:
        devices.add(number, phys="")
    running = start_with_devices()
    assert ids(running) == ["1234:5678", "1234:5678#2"]
    devices.remove(1)
    until(lambda: ids(running) == ["1234:5678#2"], "the first is gone")
    devices.again(1)
    until(lambda: len(ids(running)) == 2, "it is back")
    assert ids(running) == ["1234:5678#2", "1234:5678"]


def test_a_numbered_device_is_configured_by_its_id(start_with_devices, devices):
    for number in 1, 2:
        devices.add(number, phys="")
    running = start_with_devices("[device 1234:5678#2]\nrotation = 90\n")
    assert [(found["id"], found["rotation"]) for found in running.devices()["devices"]] == [
        ("1234:5678", 0), ("1234:5678#2", 90)]
