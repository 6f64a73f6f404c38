"""A headless Chromium, controlled through its DevTools protocol on two pipes: JSON messages that end with a NUL byte."""
import base64
import json
import os
import shutil
import subprocess
import tempfile

from service import until


class Browser:
    """A context manager for one browser with one page."""

    def __init__(self, width=800, height=480):
        self.size = width, height

    def __enter__(self):
        self.profile = tempfile.mkdtemp()
        commands, self.commands = os.pipe()
        self.replies, replies = os.pipe()
        # The browser expects the pipes as descriptors 3 and 4.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{commands} 4>&{replies}', "-", "chromium-headless-shell", "--no-sandbox", "--disable-gpu",
             "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "--window-size={},{}".format(*self.size)],
            pass_fds=[commands, replies], stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(replies)
        self.stream = os.fdopen(self.replies, "rb")
        self.waiting, self.number, self.session = b"", 0, None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return self

    def __exit__(self, *_):
        os.close(self.commands)
        self.process.kill()
        self.process.wait()
        self.stream.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, **parameters):
        """Calls a method and returns its result. Events are ignored."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            reply = json.loads(self.message())
            if reply.get("id") == self.number:
                assert "error" not in reply, reply
                return reply["result"]

    def message(self):
        while b"\0" not in self.waiting:
            part = self.stream.read1(65536)
            assert part, "the browser has ended"
            self.waiting += part
        message, _, self.waiting = self.waiting.partition(b"\0")
        return message

    def open(self, url):
        self.call("Page.navigate", url=str(url))
        until(lambda: self.value("document.readyState") == "complete" and self.value("location.href") != "about:blank", url)

    def value(self, expression):
        """The value of a JavaScript expression on the page."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))
