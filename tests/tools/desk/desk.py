"""A desk that a test has started, its pages, and the data of the pages that it writes."""

import base64
import http.client
import json
import os
import pathlib
import queue
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
import zlib

HERE = pathlib.Path(__file__).resolve().parent
LIMIT_S = 60
JSON = {"Content-Type": "application/json"}


def make_prefix(folder, desk):
    """A folder like an installed one, in which a stand-in stands where the launcher does. Returns its desk."""
    (folder / "bin").mkdir(parents=True)
    (folder / "lib/minijvm").mkdir(parents=True)
    shutil.copy(HERE / "stand_in_vm", folder / "bin/minijvm")
    return pathlib.Path(shutil.copy(desk, folder / "lib/minijvm/minijvm-desk"))


def data_of(page):
    """The recording inside of a page."""
    text = re.search(r'<script type="text/plain" id="data">([^<]*)</script>', page).group(1)
    return json.loads(zlib.decompress(base64.b64decode(text), -zlib.MAX_WBITS))


class Page:
    """An open stream of /events; its lines are read by a thread."""

    def __init__(self, desk, reads=True):
        self.connection = desk.connect()
        self.connection.request("GET", "/events", headers={"X-Minijvm-Key": desk.key})
        self.response = self.connection.getresponse()
        self.status = self.response.status
        self.lines = queue.Queue()
        self.id = None
        if self.status == 200 and reads:
            threading.Thread(target=self.read, daemon=True).start()
            self.first = self.wait_for("recording")
            self.id = self.first["page"]

    def read(self):
        try:
            for line in self.response:
                if line.strip():
                    self.lines.put(json.loads(line))
        except (OSError, ValueError, http.client.HTTPException, AttributeError):
            pass
        self.lines.put({"type": "closed"})

    def wait_for(self, kind, **fields):
        """The next line of that type, whose fields are these."""
        until = time.monotonic() + LIMIT_S
        seen = []
        while time.monotonic() < until:
            try:
                line = self.lines.get(timeout=1)
            except queue.Empty:
                continue
            if line["type"] == kind and all(line.get(name) == value for name, value in fields.items()):
                self.before = seen
                return line
            seen.append(line)
            if line["type"] == "closed":
                break
        raise AssertionError(f"no {kind} {fields} among {[line['type'] for line in seen][-20:]}")

    def close(self):
        # The thread that reads holds the file, so the socket itself is ended.
        try:
            self.response.fp.raw._sock.shutdown(socket.SHUT_RDWR)
        except (OSError, AttributeError):
            pass
        self.connection.close()


class Desk:
    def __init__(self, program, *words, folder=None, env=None):
        self.process = subprocess.Popen([program, "--step=web", *words], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"page: http://127\.0\.0\.1:(\d+)/#k=([\w-]{22})\n", line)
        if found is None:
            raise AssertionError(f"{line!r} {self.process.communicate(timeout=LIMIT_S)}")
        self.port, self.key = int(found.group(1)), found.group(2)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)

    def ask(self, method, path, body=None, **headers):
        """Status, headers and text."""
        connection = self.connect()
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        return response.status, dict(response.getheaders()), text

    def get(self, path, **headers):
        return self.ask("GET", path, **({"X_Minijvm_Key": self.key} | headers))

    def post(self, path, value, **headers):
        status, _, text = self.ask("POST", path, json.dumps(value), **({"X_Minijvm_Key": self.key, "Content_Type": "application/json"} | headers))
        return status, json.loads(text)

    def command(self, page, text):
        return self.post("/command", {"command": text, "page": page.id})

    def recording(self):
        return data_of(self.get("/recording.html")[2])

    def children(self):
        return [int(pid) for pid in pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()]

    def memory_mb(self):
        return int(re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{self.process.pid}/status").read_text()).group(1)) // 1024

    def interrupt(self):
        """Ctrl-C: the exit code and the last output."""
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=LIMIT_S)
        return self.process.returncode, out, err


def is_alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def wait_until(holds, seconds=20):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if holds():
            return True
        time.sleep(0.02)
    return False


def environment(jdk):
    env = {name: value for name, value in os.environ.items() if name not in ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH")}
    return env | {"JAVA_HOME": str(jdk)}
