"""The size of a device: from its resolution, its display, the configuration, or assumed."""

from devices import DOWN, UP, past, used
from events import words
from service import Client, until
from touches import COUNTS, DESCRIPTION, DOUBLE_TAP_AND_SWIPE, SIDE


def without_resolution(devices, **options):
    devices.add(1, resolution=False, **options)


def test_without_a_resolution_the_size_is_that_of_the_only_display(start_with_devices, devices):
    devices.display(0, size=(520, 290))
    without_resolution(devices)
    found = start_with_devices().device()
    assert (found["width"], found["height"], found["sizeSource"]) == (520, 290, "display")


def test_with_two_displays_the_size_is_that_of_the_configured_one(start_with_devices, devices):
    devices.display(0, name="HDMI-A-1", size=(520, 290))
    devices.display(0, name="DP-1", size=(340, 190))
    without_resolution(devices, name="Panel")
    assert start_with_devices().device()["sizeSource"] == "assumed"
    found = start_with_devices("[device Panel]\noutput = DP-1\nrotation = 90\n").device()
    assert (found["width"], found["height"], found["sizeSource"]) == (190, 340, "display")
    assert start_with_devices("[device Panel]\noutput = DP-7\n").device()["sizeSource"] == "assumed"


def test_a_display_connected_later_gives_the_size_then(start_with_devices, devices):
    without_resolution(devices)
    running = start_with_devices()
    assert running.device()["sizeSource"] == "assumed"
    devices.display(0, size=(520, 290))
    until(lambda: running.device()["sizeSource"] == "display", "the size is that of the display")
    assert running.device()["width"] == 520


def test_a_new_display_interrupts_no_touch_if_the_size_is_known(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}])
        devices.play(1, (past(), *DOWN))
        devices.display(0, size=(520, 290))
        devices.add(2)
        until(lambda: len(used(running)) == 2, "what came after the display is used")
        devices.play(1, (past(), *UP))
        assert words(client.events(2)) == ["press began", "press ended"]


def test_a_configured_size_overrides_the_resolution(start):
    service = start(recording=DOUBLE_TAP_AND_SWIPE, configuration="[device Phone]\nsize = 100x200\n")
    [device] = service.devices()["devices"]
    assert (device["width"], device["height"], device["sizeSource"]) == (100, 200, "configuration")


def test_a_device_without_a_size_is_assumed_to_have_15_inches(start):
    service = start(recording=DESCRIPTION.replace(f"{SIDE * COUNTS} 0 0 800", "4095 0 0 0"))
    [device] = service.devices()["devices"]
    assert (device["width"], device["height"], device["sizeSource"]) == (345.4, 194.3, "assumed")
