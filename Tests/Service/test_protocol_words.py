"""The protocol is described in one place: no module but GestureProtocol has the name of a field, a method, an error, a kind or a phase as
a literal. The words are those of the IDL files."""
import pathlib
import re
from collections import Counter

SOURCES = pathlib.Path(__file__).parents[2] / "Sources"

# The same words with another meaning, and how often each file has them as literals.
OTHERS = {
    "ActionRunner/ActionPerformer.swift": {"run": 1},
    "ActionRunner/CommandVariables.swift": {"idle": 1},
    "Diagnosis/EffectiveText.swift": {"grab": 1, "kind": 2, "mirror": 1, "output": 2, "reach": 1, "rotation": 1},
    "Diagnosis/InputSurvey.swift": {"key": 1},
    "Diagnosis/ServiceFindings.swift": {"active": 1},
    "GestureActions/ActionSection.swift": {"device": 2, "gesture": 2, "key": 1, "limit": 1, "run": 1, "within": 2},
    "GestureActions/ActionSubscription.swift": {"gesture": 1},
    "GestureActions/ActionsFileReader.swift": {"device": 2},
    "GestureActions/BindingDraft.swift": {"key": 1, "limit": 1, "run": 1},
    "GestureClient/Client/GestureClientError.swift": {"cancelled": 1},
    "GestureClientTesting/TouchPlayerError.swift": {"cancelled": 1},
    "GestureConfiguration/ConfigurationError.swift": {"device": 1},
    "GestureConfiguration/Keys.swift": {
        "device": 1, "edge": 1, "gestures": 1, "grab": 1, "keep": 1, "kind": 1, "mirror": 1, "modifiers": 1,
        "output": 1, "reach": 1, "regions": 1, "rotation": 1, "slop": 1, "steady": 1,
    },
    "GestureConfiguration/RecognitionSettings.swift": {"edge": 1, "gestures": 2, "reach": 1, "slop": 1, "steady": 2},
    "GestureCore/Explanation/Reason.swift": {
        "area": 1, "direction": 1, "edge": 1, "longPress": 1, "modifiers": 1, "score": 1, "tap": 1,
        "tapDistance": 1, "tapGap": 1,
    },
    "GestureCore/Model/GestureKind.swift": {
        "activity": 2, "drag": 2, "edgeSwipe": 1, "longPress": 1, "pinch": 2, "press": 2, "rotation": 2, "stroke": 2,
        "swipe": 2, "tap": 2, "touch": 2,
    },
    "GestureCore/Recognizers/BuiltInStroke.swift": {"rectangle": 1, "x": 1},
    "PanelSetup/PanelSettings.swift": {"mirror": 1, "output": 1, "rotation": 1},
    "PanelSetup/SizeAnswer.swift": {"x": 2},
    "PanelSetup/SetupDialogue.swift": {"y": 1},
    "ServiceAccess/MetricsText.swift": {"device": 3, "kind": 1, "name": 1, "node": 1, "seconds": 2, "version": 1},
    "Terminal/Gestures/EventText.swift": {"active": 1, "idle": 1},
    "Terminal/Gestures/ExplanationJSON.swift": {
        "began": 1, "count": 1, "ended": 1, "file": 1, "fingers": 1, "gestures": 1, "key": 1, "kind": 1, "limit": 1,
        "line": 1, "node": 1, "region": 1, "stage": 1, "stages": 1, "text": 1, "time": 3, "touch": 1,
        "translation": 1, "x": 2, "y": 2,
    },
    "Terminal/Terminal.swift": {"x": 1},
    "Text/Counted.swift": {"time": 1},
    "TouchDecoding/Device/DeviceNaming.swift": {"slots": 1},
    "TouchDecoding/Device/PhysicalSize+Text.swift": {"x": 1},
    "TouchDevices/DeviceNode+Udev.swift": {"event": 1},
    "TouchDevices/Display.swift": {"x": 1},
    "TouchDevices/UdevDevice.swift": {"name": 1},
    "TouchPicture/CurveDrawing.swift": {"limit": 2, "slop": 1, "swipe": 1},
    "TouchPicture/GestureLabel.swift": {"inside": 1},
    "TouchPicture/GestureList.swift": {"contacts": 1, "gesture": 1},
    "TouchPicture/PanelDrawing.swift": {
        "area": 1, "axis": 2, "edge": 1, "height": 1, "id": 1, "region": 1, "width": 1, "x": 1, "y": 1,
    },
    "TouchPicture/PlotKey.swift": {"area": 1, "decided": 1, "edge": 1},
    "TouchPicture/PlotPage.swift": {"height": 2, "id": 3, "width": 2},
    "TouchPicture/SVGWriter.swift": {"height": 1, "line": 1, "points": 1, "text": 1, "width": 1, "x": 2, "y": 2},
    "TouchPicture/TimelineDrawing.swift": {"axis": 3, "contacts": 1, "gestures": 1},
    "TouchRecordings/LineScanner.swift": {"seconds": 1},
    "TouchRecordings/RecordingLibinput.swift": {"seconds": 1},
    "TouchRecordings/TouchAnonymizer.swift": {"gestures": 1},
    "TouchSketches/TouchScore.swift": {"fingers": 1, "while": 1, "within": 4, "x": 1},
    "TouchViewer/WatchRenderer.swift": {"x": 1},
    "gesturectl/CommandLine/CompletionTable.swift": {"device": 1, "devices": 1, "file": 1, "node": 1},
    "gesturectl/CommandLine/RequestOptions.swift": {"gestures": 1, "kind": 1},
    "gesturectl/Commands/DevicesCommand.swift": {"devices": 1},
    "gesturectl/Commands/GrabCommand.swift": {"grab": 1},
}


def comments_of(name, members):
    """The comment above a member."""
    comment = []
    for line in members.splitlines():
        line = line.strip()
        if not line.startswith("#"):
            if line.split(":")[0] == name:
                return " ".join(comment)
            comment = []
        else:
            comment.append(line)
    raise AssertionError(f"no member {name}")


def words():
    """The fields, methods, errors, kinds and phases in the IDL files."""
    found = set()
    for file in (SOURCES / "GestureProtocol").glob("org.gestured.*.varlink"):
        text = file.read_text()
        event = re.search(r"^type Event \(\n(.*?)^\)", text, re.M | re.S)
        if event:
            for name in ("kind", "phase"):
                found |= set(re.findall(r'"(\w+)"', comments_of(name, event[1])))
        declarations = re.sub(r"#.*", "", text)
        interface = re.search(r"^interface (\S+)", declarations, re.M)[1]
        found |= set(re.findall(r"(\w+)\s*:", declarations))
        for name in re.findall(r"^(?:method|error) (\w+)", declarations, re.M):
            found |= {name, f"{interface}.{name}"}
    return found


WORDS = words()


def literals(file):
    """The words that a file has as whole literals, or as names of members in JSON that a literal contains."""
    code = "\n".join(line for line in file.read_text().splitlines() if not line.strip().startswith("//"))
    found = Counter()
    for raw in re.findall(r'#"(.*?)"#', code):
        found.update(name for name in re.findall(r'"(\w+)"\s*:', raw) if name in WORDS)
    for literal in re.findall(r'"((?:[^"\\\n]|\\.)*)"', re.sub(r'#".*?"#', "", code)):
        if literal in WORDS:
            found[literal] += 1
        else:
            found.update(name for name in re.findall(r'\\"(\w+)\\"\s*:', literal) if name in WORDS)
    return found


def test_the_words_of_the_protocol_are_found():
    assert {"sequence", "kind", "tap", "edgeSwipe", "possible", "droppedClients", "templates", "maximum"} <= WORDS
    assert {"Subscribe", "org.gestured.Control.RecordLast", "org.gestured.Gestures.LimitExceeded"} <= WORDS
    own = sum((literals(file) for file in (SOURCES / "GestureProtocol").rglob("*.swift")), Counter())
    # Some kinds are the names of a table in GestureCore, and short names of methods are in no literal.
    assert len(WORDS & set(own)) > len(WORDS) / 2


def test_no_other_module_has_a_word_of_the_protocol_as_a_literal():
    found = {
        str(file.relative_to(SOURCES)): dict(sorted(words.items()))
        for file in sorted(SOURCES.rglob("*.swift"))
        if file.relative_to(SOURCES).parts[0] != "GestureProtocol" and (words := literals(file))
    }
    assert found == OTHERS
