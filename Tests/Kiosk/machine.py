"""A virtual machine with a display, a touch panel and a hardware watchdog, which a person would use by its shell and by touch."""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import time

WIDTH, HEIGHT = 1280, 800
# The panel in mm, as in panel.service.
PANEL = (345, 194)


class Machine:
    def __init__(self, image, directory):
        """Boots a copy of the disk in `image`. `directory` is for the disk, the console, and screenshots."""
        self.directory = pathlib.Path(directory)
        self.key = f"{image}/key"
        self.port = free_port()
        disk, monitor = self.directory / "disk", self.directory / "monitor"
        subprocess.run(["cp", "--sparse=always", f"{image}/disk", disk], check=True)
        self.process = subprocess.Popen([
            "qemu-system-x86_64", "-machine", "q35", "-accel", "tcg,thread=multi,tb-size=1024", "-cpu", "max", "-smp", "2", "-m", "2G",
            "-nodefaults", "-display", "none", "-vga", "none", "-device", f"virtio-vga,xres={WIDTH},yres={HEIGHT}",
            "-device", "i6300esb", "-watchdog-action", "reset",
            "-kernel", f"{image}/kernel", "-initrd", f"{image}/initrd",
            "-append", f"root=/dev/vda console=ttyS0 net.ifnames=0 video={WIDTH}x{HEIGHT}",
            "-serial", f"file:{self.directory}/console", "-drive", f"file={disk},format=raw,if=virtio,cache=unsafe",
            "-nic", f"user,model=virtio-net-pci,hostfwd=tcp:127.0.0.1:{self.port}-:22",
            "-qmp", f"unix:{monitor},server=on,wait=off",
        ])
        self.monitor = socket.socket(socket.AF_UNIX)
        wait(lambda: connects(self.monitor, monitor), "QEMU's monitor", 60)
        self.replies = self.monitor.makefile()
        self.control("qmp_capabilities")
        self.wait_for_boot()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        (self.directory / "disk").unlink()

    def control(self, command, **arguments):
        self.monitor.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        for line in self.replies:
            reply = json.loads(line)
            if "error" in reply:
                raise RuntimeError(f"QEMU: {command}: {reply['error']['desc']}")
            if "return" in reply:
                return
        raise RuntimeError(f"QEMU: {command}: no reply")

    def ssh(self, command, **options):
        return subprocess.Popen([
            "ssh", "-q", "-i", self.key, "-p", str(self.port), "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
            "-o", "ConnectTimeout=10", "-o", "ServerAliveInterval=15", "admin@127.0.0.1", command,
        ], **{"stdin": subprocess.DEVNULL, "text": True, **options})

    def run(self, script, check=True):
        """Runs a shell script and returns what it prints."""
        process = self.ssh("bash -s", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output, _ = process.communicate(script, timeout=3600)
        if check and process.returncode:
            raise Failure(f"exit status {process.returncode} of\n{script}\n{output}")
        return output

    def copy(self, path):
        with open(path, "rb") as file:
            self.ssh(f"cat > {os.path.basename(path)}", stdin=file, text=False).wait()

    def boots(self):
        """An identifier that differs after each boot, or nothing while the machine cannot be reached."""
        return self.run("cat /proc/sys/kernel/random/boot_id", check=False).strip()

    def wait_for_boot(self, before=""):
        """Waits until the machine runs, and is not in the boot `before`."""
        wait(lambda: self.boots() not in ("", before), "the machine to boot", 600)
        wait(lambda: self.run("systemctl is-active panel", check=False).strip() == "active", "the panel", 300)

    def touch(self, script):
        self.ssh("cat > /run/panel", stdin=subprocess.PIPE).communicate(script.replace("; ", "\n") + "\n")

    def tap(self, x, y):
        """Taps the panel where the display shows the pixel (x, y)."""
        self.touch(f"down 0 {millimetres(x, y)}; sync; wait 60; up 0; sync")

    def press_keys(self, *names):
        """Presses keys of a keyboard together."""
        self.control("send-key", keys=[{"type": "qcode", "data": name} for name in names])

    def screenshot(self, name):
        """Saves NAME.png, and returns the rows of the display, three bytes for each pixel."""
        path = self.directory / "screen.ppm"
        self.control("screendump", filename=str(path))
        kind, size, depth, pixels = path.read_bytes().split(b"\n", 3)
        width, height = map(int, size.split())
        assert (kind, width, height, depth) == (b"P6", WIDTH, HEIGHT, b"255"), (kind, size, depth)
        if name:
            self.control("screendump", filename=str(self.directory / f"{name}.png"), format="png")
        return [pixels[row * width * 3:(row + 1) * width * 3] for row in range(height)]


class Failure(Exception):
    """A step did not do what the page says."""


def millimetres(x, y):
    return f"{x / WIDTH * PANEL[0]:.1f} {y / HEIGHT * PANEL[1]:.1f}"


def wait(condition, what, seconds):
    """Waits until the condition holds. The limit is for a machine that never gets there: a slow one takes as long as it needs."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise Failure(f"waited {seconds} s for {what}")
        time.sleep(1)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def connects(connection, path):
    try:
        connection.connect(str(path))
    except (FileNotFoundError, ConnectionRefusedError):
        return False
    return True


def missing_tools():
    return [tool for tool in ("qemu-system-x86_64", "mmdebstrap", "ssh", "ssh-keygen") if not shutil.which(tool)]
