"""A headless Chromium, controlled through its DevTools protocol on two pipes: JSON messages that end with a NUL byte."""
import base64
import json
import os
import shlex
import shutil
import subprocess
import tempfile

from service import until


class Browser:
    """A context manager for one browser with one page.

    With `policies`, a list of JSON files, it is the whole browser, because the headless shell reads no policies. It gets these files,
    in their order, in a mount namespace of its own, which needs root.
    """

    def __init__(self, width=800, height=480, policies=()):
        self.size = width, height
        self.program = ["chromium-headless-shell"]
        if policies:
            folder = "/etc/chromium/policies/managed"
            copies = [f"cp {shlex.quote(str(path))} {folder}/{number}.json" for number, path in enumerate(policies)]
            prepare = " && ".join(["mount -t tmpfs tmpfs /etc/chromium", f"mkdir -p {folder}", *copies])
            self.program = ["unshare", "--mount", "--pid", "--mount-proc", "--kill-child", "sh", "-c", f'{prepare} && exec "$@"', "-", "/usr/bin/chromium",
                            "--headless=new", "--incognito", "--disable-breakpad"]

    def __enter__(self):
        self.profile = tempfile.mkdtemp()
        commands, self.commands = os.pipe()
        self.replies, replies = os.pipe()
        # The browser expects the pipes as descriptors 3 and 4.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{commands} 4>&{replies}', "-", *self.program, "--no-sandbox", "--disable-gpu",
             "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "--window-size={},{}".format(*self.size)],
            pass_fds=[commands, replies], stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(replies)
        self.stream = os.fdopen(self.replies, "rb")
        self.waiting, self.number, self.session = b"", 0, None
        try:
            target = self.call("Target.createTarget", url="about:blank")["targetId"]
            self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        except BaseException:
            self.__exit__()
            raise
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
        """The value of a JavaScript expression on the page, as if evaluated in answer to a touch."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, userGesture=True)
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))
