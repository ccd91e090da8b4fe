"""Runs a command that need not be well-meant: with limits of time, processor, files and output, in
a group of processes that is ended as a whole, without the caller's environment, and without files
beyond some folders."""

import dataclasses
import os
import resource
import selectors
import signal
import subprocess
import time

from minijvm_lab import landlock

SYSTEM = [
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/bin",
    "/bin",
    "/etc",
    "/proc",
    "/sys",
    "/dev",
]
MOST_FILE = 64 << 20
MOST_OUTPUT = 1 << 20


@dataclasses.dataclass
class Limits:
    seconds: float
    folder: str  # may be written
    readable: list  # beside the system's libraries
    jdk: str  # the home of the one that the VM takes


@dataclasses.dataclass
class Ended:
    code: int  # negative: the signal
    text: str
    was_late: bool = False
    was_flood: bool = False


def _prepare(limits):
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_FILE, MOST_FILE))
    processor = int(limits.seconds) * 2 + 10
    resource.setrlimit(resource.RLIMIT_CPU, (processor, processor))
    os.umask(0o077)
    landlock.restrict([*SYSTEM, limits.jdk, *limits.readable], [limits.folder, "/dev/null"])


def _kill(process):
    # Its children have the same group, unless they leave it, which a VM's do not.
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _end(process, seconds):
    """A process that has closed its output may end by itself; its group ends in any case."""
    try:
        process.wait(max(0, seconds))
    except subprocess.TimeoutExpired:
        pass
    _kill(process)
    return process.wait()


def run(words, limits):
    env = {
        "PATH": "/usr/bin:/bin",
        "JAVA_HOME": limits.jdk,
        "LC_ALL": "C.UTF-8",
        "HOME": limits.folder,
        "TMPDIR": limits.folder,
    }
    process = subprocess.Popen(
        [str(word) for word in words],
        cwd=limits.folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=lambda: _prepare(limits),
    )
    ended = Ended(0, "")
    end = time.monotonic() + limits.seconds
    parts = []
    size = 0
    with selectors.DefaultSelector() as selector, process.stdout as pipe:
        selector.register(pipe, selectors.EVENT_READ)
        while True:
            left = end - time.monotonic()
            ended.was_late = left <= 0 or not selector.select(left)
            chunk = b"" if ended.was_late else os.read(pipe.fileno(), 65536)
            size += len(chunk)
            ended.was_flood = size > MOST_OUTPUT
            if not chunk or ended.was_flood:
                break
            parts.append(chunk)
    ended.code = _end(process, 0 if ended.was_late or ended.was_flood else end - time.monotonic())
    ended.text = b"".join(parts).decode("utf-8", errors="replace")
    return ended
