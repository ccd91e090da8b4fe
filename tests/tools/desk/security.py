"""Requests that the desk must refuse, each by the check that refuses it and by nothing else. The script `controls` takes each check away and sees to it
that the test with the same name fails."""

import http.client
import json
import pathlib
import socket

from desk import Desk, Page, wait_until

CONNECTIONS = 16
LARGEST = 64 << 10
HEADERS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin", "Cache-Control": "no-store",
           "X-Frame-Options": "DENY"}


def host(desk, check):
    """DNS rebinding: a foreign name that was made to mean 127.0.0.1."""
    for name in ("evil.example", f"evil.example:{desk.port}", f"127.0.0.1.evil.example:{desk.port}", "127.0.0.1:"):
        check("host", desk.get("/events", Host=name)[0] == 403 and desk.get("/", Host=name)[0] == 403, name)
    for name in (f"localhost:{desk.port}", f"[::1]:{desk.port}", "127.0.0.1"):
        check("host of this machine", desk.get("/", Host=name)[0] == 200, name)


def key(desk, check):
    """Another user of this machine, who knows the port."""
    wrong = ("A" if desk.key[0] != "A" else "B") + desk.key[1:]
    for path in ("/events", "/recording.html"):
        check("no key", desk.ask("GET", path)[0] == 403, path)
        for bad in (wrong, desk.key[:-1], desk.key + "A", ""):
            check("wrong key", desk.get(path, X_Minijvm_Key=bad)[0] == 403, path, bad)
    for path in ("/command", "/input", "/take", "/restart", "/predict"):
        check("no key", desk.ask("POST", path, "{}", Content_Type="application/json")[0] == 403, path)
        check("wrong key", desk.post(path, {}, X_Minijvm_Key=wrong)[0] == 403, path)
    status, _, text = desk.ask("GET", "/")
    check("the page has no key and no data", status == 200 and desk.key not in text and "Main" not in text.split("</title>")[1])
    words = pathlib.Path(f"/proc/{desk.process.pid}/cmdline").read_bytes()
    check("the key is no argument of a process", desk.key.encode() not in words)


def origin(desk, check):
    """A page of another site that is open in the same browser."""
    for bad in ("http://evil.example", "null", f"http://127.0.0.1:{desk.port + 1}", f"https://127.0.0.1:{desk.port}"):
        check("origin", desk.post("/command", {"command": "step", "page": "1"}, Origin=bad)[0] == 403, bad)
        check("origin", desk.get("/events", Origin=bad)[0] == 403, bad)
    twice = f"POST /command HTTP/1.1\r\nHost: 127.0.0.1:{desk.port}\r\nX-Minijvm-Key: {desk.key}\r\n" + "Origin: http://evil.example\r\n" * 2
    check("two origins", raw(desk, f"{twice}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}".encode()).split()[1] == b"403")
    check("own origin", desk.post("/take", {"page": "0"}, Origin=f"http://127.0.0.1:{desk.port}")[0] == 409)
    status, headers, _ = desk.ask("OPTIONS", "/command", Origin="http://evil.example", Access_Control_Request_Method="POST",
                                  Access_Control_Request_Headers="x-minijvm-key")
    check("a preflight has no leave", status in (403, 404) and not any(name.lower().startswith("access-control") for name in headers), headers)


def headers(desk, check):
    """What the browser is told about every response, those that refuse included."""
    for method, path in (("GET", "/"), ("GET", "/recording.html"), ("GET", "/events?"), ("GET", "/nothing"), ("PUT", "/"), ("POST", "/command")):
        _, found, _ = desk.ask(method, path, X_Minijvm_Key=desk.key if path == "/recording.html" else "")
        wrong = {name: found.get(name) for name, value in HEADERS.items() if found.get(name) != value}
        check("headers", not wrong, method, path, wrong)
        policy = found.get("Content-Security-Policy", "")
        check("policy", policy.startswith("default-src 'none'") and "frame-ancestors 'none'" in policy, method, path, policy)
    policy = desk.ask("GET", "/")[1]["Content-Security-Policy"]
    check("policy of the page", "connect-src 'self';" in policy and "script-src 'sha256-" in policy and "unsafe" not in policy, policy)


def route(desk, check):
    """No file of the disk, no method but GET and POST."""
    for path in ("/../../../../etc/passwd", "/..%2f..%2fetc/passwd", "//etc/passwd", "/source?name=../../x", "/recordingXhtml", "/command", "/%2e%2e/x"):
        status, _, text = desk.get(path)
        check("route", status == 404 and "root:" not in text, path, status)
    for method in ("PUT", "DELETE", "PATCH", "TRACE"):
        check("method", desk.ask(method, "/command", "{}")[0] in (400, 404), method)


def size(desk, check):
    """Requests that are too large, or do not say how large they are."""
    page = json.dumps({"command": "x" * LARGEST, "page": "1"})
    check("size", desk.ask("POST", "/command", page, X_Minijvm_Key=desk.key, Content_Type="application/json")[0] == 413)
    check("size at the limit", desk.post("/take", {"page": "y" * (LARGEST - 100)})[0] == 409)
    head = (f"POST /command HTTP/1.1\r\nHost: 127.0.0.1:{desk.port}\r\nX-Minijvm-Key: {desk.key}\r\nContent-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\n")
    for more in ("", "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n"):
        check("size unknown", raw(desk, f"{head}{more}\r\n2\r\n{{}}\r\n0\r\n\r\n".encode()).split()[1] == b"415", more)
    check("long address", desk.get("/" + "x" * 20000)[0] in (404, 414))
    check("many headers", raw(desk, b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 100000 + b"\r\n\r\n")[:12] != b"HTTP/1.1 200")


def form(desk, check):
    """Bodies that are no JSON record; a form of another page can only send such."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        check("form", desk.ask("POST", "/command", "{}", X_Minijvm_Key=desk.key, Content_Type=kind)[0] == 415, kind)
    for body in ("", "[]", "{", "\xff", "{}" * 2, "[" * 1000):
        status, _, text = desk.ask("POST", "/command", body.encode("latin-1"), X_Minijvm_Key=desk.key, Content_Type="application/json")
        check("no JSON", status == 400 and "error" in json.loads(text), body, status)


def raw(desk, request):
    with socket.create_connection(("127.0.0.1", desk.port), timeout=20) as connection:
        try:
            connection.sendall(request)
            return connection.recv(1 << 16) or b"closed 0"
        except OSError:
            return b"closed 0"


def connections(desk, check):
    """Sixteen at a time; one more is told so, and comes in when another leaves."""
    pages = [Page(desk) for _ in range(CONNECTIONS)]
    check("all pages are served", all(page.status == 200 for page in pages))
    status, _, text = desk.get("/")
    check("connections", status == 429 and "error" in json.loads(text), status)
    pages.pop().close()
    check("a free place is used", wait_until(lambda: desk.get("/")[0] == 200))
    for page in pages:
        page.close()
    check("all places are free again", wait_until(lambda: desk.get("/")[0] == 200))


def silent(desk, check):
    """Connections that say nothing: the desk goes on, and is there for the others when they are gone."""
    held = [socket.create_connection(("127.0.0.1", desk.port)) for _ in range(4)]
    check("others are served", desk.get("/")[0] == 200)
    for connection in held:
        connection.close()


def loopback(desk, check):
    """Bound to 127.0.0.1, so that nobody else can even connect."""
    bound = [line.split()[1] for name in ("tcp", "tcp6") for line in pathlib.Path(f"/proc/net/{name}").read_text().splitlines()[1:]
             if line.split()[1].endswith(f":{desk.port:04X}") and line.split()[3] == "0A"]
    check("loopback", bound == [f"0100007F:{desk.port:04X}"], bound)


def source(program, folder, check):
    """A class file may claim any name for its source."""
    (folder / "src").mkdir(exist_ok=True)
    (folder / "Secret.java").write_text("secret")
    (folder / "src/Main.java").write_text("class Main {}")
    (folder / "src/Link.java").symlink_to("../Secret.java")
    for name in ("Link.java", "../Secret.java", "../../../../../../etc/passwd", "/etc/passwd", "./../Secret.java"):
        with Desk(program, "--source", str(folder / "src"), "Main", f"source:{name}", "stop") as desk:
            page = Page(desk)
            if not page.first["recording"]["steps"]:
                page.wait_for("step")
            check("source", desk.recording()["sources"] == {}, name)
    with Desk(program, "--source", str(folder / "src"), "Main", "stop") as desk:
        page = Page(desk)
        if not page.first["recording"]["steps"]:
            page.wait_for("step")
        check("source that may be read", desk.recording()["sources"] == {"Main.java": "class Main {}"})


WITH_DESK = (host, key, origin, headers, route, size, form, connections, silent, loopback)


def all_tests(program, folder, check, only=None):
    for test in WITH_DESK:
        if only in (None, test.__name__):
            with Desk(program, "Main", "stop") as desk:
                try:
                    test(desk, check)
                except (AssertionError, OSError, http.client.HTTPException, ValueError) as error:
                    check(test.__name__, False, repr(error))
                check("the desk lives", desk.process.poll() is None, test.__name__)
    if only in (None, "source"):
        source(program, folder, check)
