"""gesturectl plot: the pictures, as files and as a browser shows them."""
import pathlib
import re
import subprocess
import xml.etree.ElementTree

import pytest

import browser
from programs import assert_refused
from touches import DOUBLE_TAP_AND_SWIPE, drag, evemu, pinch, tap, turn

PROJECT = pathlib.Path(__file__).resolve().parents[2]
FIXTURE = PROJECT / "Tests" / "Fixtures" / "touchscreen.evemu"
RECORDINGS = PROJECT.parent / "shared" / "recordings"
SVG = "{http://www.w3.org/2000/svg}"

# Nearly a swipe, nearly a long press, an edge swipe, and three fingers, with long pauses.
NEAR_MISSES = (drag(0, (500, 500), (540, 500), 120) + tap(2500, x=800, hold=580)
               + drag(6000, (10, 900), (700, 880), 300) + tap(7000, x=1500, y=1500, fingers=3))
CROWD = [touch for number in range(60)
         for touch in (tap(number * 1500, x=100 + number * 20, y=100 + number * 37 % 1700) if number % 3
                       else drag(number * 1500, (100 + number * 20, 500), (300 + number * 10, 900), 150))]
RECORDED = {
    "gestures": FIXTURE.read_text(),
    "pinch and rotation": evemu(pinch(0, (120, 260), duration=400) + turn(900, 60, duration=400)),
    "near misses": evemu(NEAR_MISSES),
    "ten fingers": evemu(drag(0, (300, 300), (500, 900), 300, fingers=10)),
    "a crowd": evemu(CROWD),
    "one tap": evemu(tap(0)),
}


@pytest.fixture
def plotted(gesturectl, tmp_path):
    """The picture of a recording, as text."""
    def plotted(recording, *options):
        path = tmp_path / "plotted.evemu"
        path.write_text(recording)
        ended = subprocess.run([gesturectl, "plot", path, *options], stdout=subprocess.PIPE, check=True)
        return ended.stdout.decode()

    return plotted


def elements(svg, name, style):
    """The elements of a kind that have a class."""
    return [element for element in xml.etree.ElementTree.fromstring(svg).iter(SVG + name)
            if style in element.get("class", "").split()]


def texts(svg):
    return ["".join(text.itertext()) for text in xml.etree.ElementTree.fromstring(svg).iter(SVG + "text")]


def titles(svg):
    return [title.text for title in xml.etree.ElementTree.fromstring(svg).iter(SVG + "title")]


# MARK: The file


@pytest.mark.parametrize("name", RECORDED)
def test_xmllint_accepts_the_picture(name, plotted):
    subprocess.run(["xmllint", "--noout", "-"], input=plotted(RECORDED[name]), text=True, check=True)


def test_the_same_recording_gives_the_same_bytes(plotted, gesturectl, tmp_path):
    first = plotted(DOUBLE_TAP_AND_SWIPE)
    (tmp_path / "other").write_text(DOUBLE_TAP_AND_SWIPE)
    with open(tmp_path / "other") as file:
        ended = subprocess.run([gesturectl, "plot", "-"], stdin=file, stdout=subprocess.PIPE, text=True, check=True)
    assert ended.stdout == first


def test_writes_a_file(run_gesturectl, plotted, tmp_path):
    (tmp_path / "taps").write_text(DOUBLE_TAP_AND_SWIPE)
    ended = run_gesturectl("plot", tmp_path / "taps", "-o", tmp_path / "taps.svg")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert (tmp_path / "taps.svg").read_text() == plotted(DOUBLE_TAP_AND_SWIPE)


def test_needs_nothing_else(plotted):
    svg = plotted(RECORDED["near misses"])
    assert "<script" not in svg
    assert set(re.findall(r"(?:https?:|url\()[^)\"]*", svg)) <= {
        "http://www.w3.org/2000/svg", "url(#panel", *(f"url(#hatch{code}" for code in range(30, 100))}


def test_the_picture_has_a_title_and_a_description(plotted):
    root = xml.etree.ElementTree.fromstring(plotted(DOUBLE_TAP_AND_SWIPE))
    assert root.get("role") == "img"
    named = {element.get("id"): element.text for element in root if element.get("id")}
    title, description = [named[name] for name in root.get("aria-labelledby").split()]
    assert title == "Gestures on Phone"
    assert "3 contacts · 3 gestures" in description
    assert re.search(r"double tap: 0 s to 0\.2 s, decided at 0\.5 s; drag: .*; swipe right: 0\.7 s to 0\.81 s", description)


def test_names_from_outside_are_escaped(plotted):
    name = 'A<b> & "c" \x1b[31m\x07 \u202e\ufffe'
    svg = plotted(DOUBLE_TAP_AND_SWIPE.replace("N: Phone", f"N: {name}"))
    assert "Gestures on A<b> & \"c\" \ufffd[31m\ufffd \ufffd\ufffd" in titles(svg)


def test_invalid_utf8_becomes_a_replacement_character(gesturectl, tmp_path):
    (tmp_path / "name").write_bytes(DOUBLE_TAP_AND_SWIPE.encode().replace(b"N: Phone", b"N: Ph\xff"))
    svg = subprocess.run([gesturectl, "plot", tmp_path / "name"], stdout=subprocess.PIPE, check=True).stdout
    assert "Gestures on Ph\ufffd" in titles(svg.decode())


def test_a_device_without_a_name(plotted):
    assert "Gestures on touchscreen" in titles(plotted(DOUBLE_TAP_AND_SWIPE.replace("N: Phone", "N:")))


def test_a_trail_has_only_points_that_show(plotted):
    """A straight swipe with a thousand positions is a line."""
    svg = plotted(evemu(drag(0, (200, 200), (1800, 1800), 1000, rate=1000)))
    [trail] = elements(svg, "polyline", "line")
    assert len(trail.get("points").split()) == 2
    assert len(svg) < 20_000


# MARK: What it shows


def test_shows_each_gesture_with_its_contacts_and_time(plotted):
    words = texts(plotted(DOUBLE_TAP_AND_SWIPE))
    table = words[words.index("at") + 1:words.index("at") + 13]
    assert table == ["∞", "double tap", "1, 2", "0.00 s", "~", "drag", "3", "0.70 s", "→", "swipe right", "3", "0.70 s"]


def test_shows_only_requested_gestures(plotted):
    svg = plotted(DOUBLE_TAP_AND_SWIPE, "--gestures", "tap")
    assert not any("edge band" in text for text in texts(svg))
    # In the list and on the time axis.
    assert [text for text in texts(svg) if text in ("tap", "double tap", "drag", "swipe right")] == ["tap"] * 4


def test_shows_regions_and_areas(plotted):
    parameters = """{"gestures": [{"kind": "tap", "name": "menu", "area": {"x": 0, "y": 0, "width": 0.5, "height": 0.5}}],
        "regions": [{"name": "left", "rectangle": {"x": 0, "y": 0, "width": 0.5, "height": 1}}]}"""
    svg = plotted(DOUBLE_TAP_AND_SWIPE, "--parameters", parameters)
    assert len(elements(svg, "rect", "region")) == 1
    assert {"left", "menu"} <= set(texts(svg))


def test_shows_the_thresholds_of_the_request(plotted):
    svg = plotted(DOUBLE_TAP_AND_SWIPE, "--parameters", '{"thresholds": {"slop": 30, "swipeDistance": 77, "edge": 80}}')
    assert {"swipe 12.2 mm", "edge band 12.7 mm", "slop 4.8 mm", "a movement begins beyond 4.8 mm (slop)"} <= set(texts(svg))


def test_shows_why_a_touch_was_not_what_it_nearly_was(plotted):
    svg = plotted(evemu(NEAR_MISSES))
    assert "no swipe: 6.4 mm of 7.9 mm" in texts(svg)
    assert "no long press: lifted after 580 ms of 600 ms" in texts(svg)
    [tooltip] = {title for title in titles(svg) if title.startswith("contact 1: ")}
    assert "\nno swipe: 6.4 mm of 7.9 mm" in tooltip


def test_shows_a_hold_of_two_fingers_that_was_lifted_early(plotted):
    for gestures in "hold 2", "tap, swipe 2, hold 2 fingers":
        assert "no long press: lifted after 500 ms of 600 ms" in texts(plotted(evemu(tap(0, hold=500, fingers=2)), "--gestures", gestures))


def test_shows_a_swipe_with_another_number_of_fingers(plotted):
    svg = plotted(evemu(drag(0, (500, 500), (800, 500), 150, fingers=2)), "--gestures", "drag, swipe 3")
    assert "no swipe: 2 fingers, requested: 3" in texts(svg)


def test_each_axis_has_a_label_with_its_unit(plotted):
    words = texts(plotted(evemu(pinch(0, (120, 260), duration=400) + turn(900, 60, duration=400) + tap(9000))))
    assert {"x in mm", "y in mm", "time in s", "pauses cut out", "distance in mm", "scale in ×", "angle in °"} <= set(words)


def test_scale_and_angle_are_shown_if_they_matter(plotted):
    assert {"scale in ×", "angle in °"}.isdisjoint(texts(plotted(DOUBLE_TAP_AND_SWIPE)))
    words = texts(plotted(RECORDED["pinch and rotation"]))
    assert {"scale in ×", "angle in °", "pinch begins", "rotation begins"} <= set(words)


def test_draws_a_part(plotted):
    recording = evemu(tap(0) + tap(2000, x=900) + tap(4000))
    assert texts(plotted(recording, "--from", "1", "--to", "3"))[1].split(" · ")[1] == "1 contact"
    # The time at which the part ends does not belong to it.
    assert texts(plotted(recording, "--from", "2", "--to", "4"))[1].split(" · ")[1] == "1 contact"


def test_shows_cancelled_contacts_in_grey(plotted):
    palm = DOUBLE_TAP_AND_SWIPE.replace("E: 1.800000", "E: 1.800000 0003 0037 2\nE: 1.800000", 1).replace(
        "A: 39", "A: 37 0 2 0 0 0\nA: 39")
    svg = plotted(palm)
    assert len(elements(svg, "polyline", "lost")) == 1
    assert "cancelled or ignored, e.g. a palm" in texts(svg)


# MARK: Errors


@pytest.mark.parametrize("options, words", [
    (["--from", "x"], "--from requires a number of seconds"), (["--to", "-1"], "--to requires a number of seconds"),
    (["--from", "2", "--to", "2"], "--to requires a later time than --from"),
    (["--gestures", "wink"], "--gestures, column 1: 'wink': expected a gesture"),
])
def test_rejects_wrong_options(options, words, run_gesturectl):
    assert_refused(run_gesturectl("plot", FIXTURE, *options), 2, words)


def test_rejects_a_recording_without_touches(run_gesturectl, tmp_path):
    (tmp_path / "none").write_text(evemu([]))
    assert_refused(run_gesturectl("plot", tmp_path / "none"), 1, f"{tmp_path}/none: no touch to draw")
    assert_refused(run_gesturectl("plot", FIXTURE, "--from", "100"), 1, "no touch lands in this part")


def test_rejects_too_many_touches_and_names_a_part_that_fits(run_gesturectl, tmp_path):
    path = tmp_path / "many"
    path.write_text(evemu([touch for number in range(201) for touch in tap(number * 400)]))
    ended = run_gesturectl("plot", path)
    assert_refused(ended, 1, "at most 200 contacts", "--to 80")
    assert run_gesturectl("plot", path, "--to", "80").returncode == 0


def test_does_not_write_to_a_terminal(gesturectl):
    ended = subprocess.run(["script", "-qec", f"'{gesturectl}' plot '{FIXTURE}'", "/dev/null"], stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, text=True)
    assert ended.returncode == 2
    assert "write it to a file with -o" in ended.stdout


# MARK: In a browser


def overlap(one, other):
    """The width and height that two boxes have in common, in px."""
    return min(min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1]))


@pytest.mark.extra
@pytest.mark.parametrize("name", RECORDED)
def test_texts_neither_overlap_nor_leave_the_picture(name, plotted, tmp_path):
    picture = browser.measured(plotted(RECORDED[name]), tmp_path)
    width, height = picture["size"]
    for drawn in picture["texts"] + picture["shapes"]:
        left, top, right, bottom = drawn["box"]
        assert left >= 0 and top >= 0 and right <= width and bottom <= height, drawn
    written = picture["texts"]
    assert len(written) > 15
    for index, one in enumerate(written):
        for other in written[index + 1:]:
            # The box of a text has some px of nothing above and below its letters.
            assert overlap(one["box"], other["box"]) < 4, (one, other)


@pytest.mark.extra
@pytest.mark.parametrize("dark, page, trail", [(False, (255, 255, 255), (0x9a, 0x67, 0)),
                                               (True, (0x0d, 0x11, 0x17), (0xd2, 0x99, 0x22))])
def test_a_trail_is_where_the_finger_was(dark, page, trail, plotted, tmp_path):
    """A swipe to the right across the middle of a square panel, on light and dark pages."""
    svg = plotted(evemu(drag(0, (200, 1000), (1800, 1000), 300)), "--gestures", "swipe")
    (tmp_path / "swipe.svg").write_text(svg)
    [panel] = elements(svg, "rect", "panel")
    left, top, width, height = (float(panel.get(name)) for name in ("x", "y", "width", "height"))
    rows = browser.pixels(tmp_path / "swipe.svg", tmp_path, dark)
    assert rows[3][3] == page
    middle = rows[round(top + height / 2)]
    assert all(near(middle[round(left + width * part / 100)], trail) for part in range(12, 90))
    assert not near(rows[round(top + height / 4)][round(left + width / 2)], trail)


def near(colour, other):
    return all(abs(one - two) < 60 for one, two in zip(colour, other))


@pytest.mark.extra
def test_another_renderer_draws_the_same_colours(plotted, tmp_path):
    """librsvg knows neither media queries for dark pages nor variables."""
    svg = plotted(evemu(drag(0, (200, 1000), (1800, 1000), 300)), "--gestures", "swipe")
    image = tmp_path / "swipe.png"
    subprocess.run(["rsvg-convert", "-o", image], input=svg, text=True, check=True)
    [panel] = elements(svg, "rect", "panel")
    left, top, width, height = (float(panel.get(name)) for name in ("x", "y", "width", "height"))
    assert near(browser.png(image.read_bytes())[round(top + height / 2)][round(left + width / 2)], (0x9a, 0x67, 0))


# MARK: Real recordings


@pytest.mark.skipif(not RECORDINGS.is_dir(), reason="the recordings of real devices are not here")
def test_draws_every_real_recording(gesturectl, tmp_path):
    drawn = 0
    for path in sorted([*RECORDINGS.rglob("*.events"), *RECORDINGS.glob("getevent/*/*.txt")]):
        descriptions = [other for other in path.parent.glob("*.desc") if path.name.startswith(other.stem)]
        description = max(descriptions, key=lambda other: len(other.name), default=None)
        device = ["--device", description] if description else []
        command = [gesturectl, "plot", path, *device, "-o", tmp_path / "picture.svg"]
        subprocess.run(command, check=True)
        subprocess.run(["xmllint", "--noout", tmp_path / "picture.svg"], check=True)
        assert (tmp_path / "picture.svg").stat().st_size < 60_000
        drawn += 1
    assert drawn > 20


@pytest.mark.parametrize("picture", ["plot", "scroll"])
def test_the_picture_in_the_documentation_is_up_to_date(request, picture):
    command = [PROJECT / "scripts" / f"{picture}-picture", "--binaries", request.config.getoption("--binaries")]
    drawn = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert (PROJECT / "docs" / f"{picture}.svg").read_text() == drawn, f"run scripts/{picture}-picture > docs/{picture}.svg"
