"""Pictures as a browser without a screen shows them."""
import html
import json
import re
import struct
import subprocess
import zlib

CHROMIUM = "chromium-headless-shell"
# Lists the texts of the picture, and the boxes of all that is drawn, as numbers in px.
MEASURE = """
const picture = document.querySelector('svg');
const boxes = (name) => [...picture.querySelectorAll(name)]
  .filter((element) => !element.closest('defs, clipPath, [clip-path]'))
  .map((element) => {
    const box = element.getBoundingClientRect();
    return {text: element.textContent, classes: element.getAttribute('class') || '',
            box: [box.left, box.top, box.right, box.bottom]};
  });
const result = {texts: boxes('text'), shapes: boxes('line, polyline, polygon, circle, rect'),
                size: [picture.width.baseVal.value, picture.height.baseVal.value]};
document.body.replaceChildren(JSON.stringify(result));
"""


def run(*options):
    command = [CHROMIUM, "--no-sandbox", "--disable-gpu", "--hide-scrollbars", *options]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, timeout=60).stdout


def measured(svg, folder):
    """The texts and the shapes of a picture with their boxes, and its size."""
    page = folder / "measure.html"
    page.write_text(f"<!DOCTYPE html><meta charset=utf-8><body style='margin: 0'>{svg}<script>{MEASURE}</script>")
    dumped = run("--dump-dom", page.as_uri()).decode()
    return json.loads(html.unescape(re.search(r"<body[^>]*>(.*)</body>", dumped, re.S)[1]))


def pixels(path, folder, dark=False, size=(960, 1600)):
    """Rows of (red, green, blue)."""
    image = folder / "picture.png"
    # Numbers of Blink: 0 is dark, 1 is light.
    run(f"--blink-settings=preferredColorScheme={0 if dark else 1}", f"--window-size={size[0]},{size[1]}",
        f"--screenshot={image}", path.as_uri())
    return png(image.read_bytes())


def png(data):
    """Reads an image of 8 bits per channel as a browser writes it."""
    position, packed = 8, b""
    while position < len(data):
        length, kind = struct.unpack(">I4s", data[position:position + 8])
        chunk = data[position + 8:position + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", chunk[:10])
            assert depth == 8 and colours in (2, 6)
        elif kind == b"IDAT":
            packed += chunk
        position += length + 12
    channels = 3 if colours == 2 else 4
    raw, stride, rows = zlib.decompress(packed), width * channels, []
    above = bytearray(stride)
    for row in range(height):
        start = row * (stride + 1)
        line = bytearray(raw[start + 1:start + 1 + stride])
        unfilter(raw[start], line, above, channels)
        rows.append([tuple(line[x:x + 3]) for x in range(0, stride, channels)])
        above = line
    return rows


def unfilter(kind, line, above, channels):
    for x in range(len(line)):
        left = line[x - channels] if x >= channels else 0
        corner = above[x - channels] if x >= channels else 0
        if kind == 1:
            line[x] = line[x] + left & 255
        elif kind == 2:
            line[x] = line[x] + above[x] & 255
        elif kind == 3:
            line[x] = line[x] + (left + above[x]) // 2 & 255
        elif kind == 4:
            guess = left + above[x] - corner
            nearest = min((left, above[x], corner), key=lambda value: abs(guess - value))
            line[x] = line[x] + nearest & 255
