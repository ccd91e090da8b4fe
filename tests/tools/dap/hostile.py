"""Clients that speak wrongly, or go away. The adapter says what is wrong where it can, ends when it must, and takes the VM with it."""

import json
import os
import pathlib
import time

from dap_client import Failure
from ordinary import end, expect, started

TESTS = {}


def test(function):
    TESTS[function.__name__] = function
    return function


def message(command, seq, arguments=None):
    body = {"seq": seq, "type": "request", "command": command, "arguments": arguments or {}}
    text = json.dumps(body).encode()
    return b"Content-Length: %d\r\n\r\n" % len(text) + text


def children_of(pid):
    try:
        return [int(child) for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def is_alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def gone(pids, what):
    limit = time.monotonic() + 20
    while any(is_alive(pid) for pid in pids):
        if time.monotonic() > limit:
            raise Failure(f"{what}: the VM still lives")
        time.sleep(0.05)


BROKEN = {
    "no length": b"Content-Type: x\r\n\r\n{}",
    "no header": b"\r\n\r\n{}",
    "garbage": b"GET / HTTP/1.1\r\n\r\n",
    "letters": b"Content-Length: many\r\n\r\n",
    "negative": b"Content-Length: -5\r\n\r\n",
    "empty": b"Content-Length: \r\n\r\n",
    "huge": b"Content-Length: 99999999999999999999999\r\n\r\n",
    "too long": b"Content-Length: 100000000\r\n\r\n",
    "two lengths": b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "only line feeds": b"Content-Length: 2\n\n{}",
    "endless header": b"x" * 100_000,
    "binary": bytes(range(256)) * 40,
}


@test
def broken_framing(bench):
    for name, data in BROKEN.items():
        for port in (False, True):
            client = started(bench)
            client.stop()
            vm = children_of(client.process.pid)
            expect(vm, "the adapter has no VM")
            if port:  # the same behind a good message
                data = message("threads", 900) + data
                client.sent_at[900] = time.monotonic()
            client.send_bytes(data)
            client.event("terminated")
            try:
                client.process.wait(20)
            except Exception:
                raise Failure(f"{name}: the adapter does not end") from None
            expect(client.process.returncode == 1, f"{name}: the code is {client.process.returncode}")
            said = client.output("important")
            expect("the conversation ends here" in said, f"{name}: it said {said!r}")
            gone(vm, name)
            client.leave()
            expect(not client.wrong, f"{name}: {client.wrong[:2]}")


@test
def broken_bodies(bench):
    """The next message can be found, so the session goes on."""
    client = started(bench)
    client.stop()
    deep = b"[" * 100_000
    bodies = [b"", b"null", b"[]", b"{", b'{"seq":1}', b'{"type":"request"}', b"\xff\xfe", b'"text"', deep, b'{"seq":"x","type":"request","command":"threads"}',
              b'{"seq":1,"type":"event","event":"stopped"}', b'{"seq":4,"type":"response","request_seq":1,"success":true,"command":"x"}']
    for body in bodies:
        client.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    client.send_bytes(b"content-length:2\r\nX-Other: 1\r\n\r\n{}")
    expect([row["name"][:4] for row in client.request("threads")["threads"]] == ["main"], "it does not go on")
    expect(client.output("important").count("not read") == len(bodies), f"it said {client.output('important')!r}")
    bench.close(client)


@test
def pieces(bench):
    """Messages byte by byte, and many at once."""
    client = bench.client()
    client.initialize()
    for seq in (701, 702):
        client.sent_at[seq] = time.monotonic()
    for byte in message("threads", 701):
        client.send_bytes(bytes([byte]))
    client.response(701)
    many = b""
    for seq in range(1000, 2000):
        client.sent_at[seq] = time.monotonic()
        many += message("threads", seq)
    client.send_bytes(many)
    client.response(1999)
    expect(all(seq in client.responses for seq in range(1000, 2000)), "some have no response")
    bench.close(client)


@test
def going_away(bench):
    """At each moment of a session, with and without a word, on streams and on a port."""
    def nothing(client):
        pass

    def initialized(client):
        client.initialize()

    def launching(client):
        client.initialize()
        client.send("launch", bench.arguments("Adapted", args=["spin"]))

    def unconfigured(client):
        launching(client)
        client.event("process")

    def running(client):
        launching(client)
        client.send("configurationDone")
        client.event("output", lambda body: body["output"] == "spinning\n")

    def standing(client):
        client.launch(bench.arguments("Adapted", stopOnEntry=True))
        client.stop()

    def printing(client):
        client.initialize()
        client.send("launch", bench.arguments("Adapted", args=["much", "100000"]))
        client.send("configurationDone")
        client.event("output", lambda body: "xxx" in body["output"])

    def asking(client):
        standing(client)
        for _ in range(50):
            client.send("evaluate", {"expression": "threads", "context": "repl"})

    def collecting(client):
        client.launch(bench.arguments("Adapted", stopOnEntry=True), functions=["gc_copied"])
        client.stop()
        client.send("evaluate", {"expression": "gc young", "context": "repl"})
        client.stop()

    for moment in (nothing, initialized, launching, unconfigured, running, standing, printing, asking, collecting):
        for port in (False, True):
            for says_so in (False, True):
                client = bench.client(port=port)
                moment(client)
                vm = children_of(client.process.pid)
                if says_so:
                    client.send("disconnect", {})
                client.leave()
                gone(vm, f"{moment.__name__}, port: {port}, disconnect: {says_so}")
                expect(not client.wrong, f"{moment.__name__}: {client.wrong[:2]}")


@test
def vm_dies(bench):
    client = started(bench)
    client.stop()
    (vm,) = children_of(client.process.pid)
    os.kill(vm, 9)
    expect(client.event("exited")["exitCode"] == 137, "the exit code is not 137")
    client.event("terminated")
    expect("has ended" in client.refusal("terminate"), "a dead VM can be terminated")
    client.request("restart")
    client.stop()
    bench.close(client)


@test
def slow_reader(bench):
    """A client that does not read for a while: the program waits, and nothing is lost."""
    client = started(bench, args=["much", "400"], stop=True)
    stop = client.stop()
    with client.changed:  # the reading thread stands here
        client.send("continue", {"threadId": stop["threadId"]})
        time.sleep(2)
    end(client)
    expect(len(client.output("stdout")) == 400 << 16, "some of the output was lost")
    bench.close(client)


@test
def port_in_use(bench):
    import socket
    import subprocess
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run([*bench.command, f"--step=dap:{port}"], env=bench.env, capture_output=True, text=True, timeout=20)
        expect(done.returncode == 1 and f"port {port} cannot be used" in done.stderr, f"{done}")
