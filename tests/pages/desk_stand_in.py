#!/usr/bin/env python3
"""Speaks with a live page as the desk does, and plays a recording of the tests as its program.

  desk_stand_in.py PAGE RECORDING     prints its address, and every request that changes something

Each command that runs the program leads to the next step of the recording. The tests of the real
desk are elsewhere; this one tests the page without a build.
"""

import http.server
import json
import pathlib
import queue
import sys
import threading

KEY = "stand-in-key"
RUNS = ("step", "next", "finish", "continue", "advance", "run")


class Desk:
    def __init__(self, recording):
        self.whole = recording
        self.lock = threading.Lock()
        self.pages = {}             # id -> its queue of messages
        self.writer = None
        self.begin()

    def begin(self):
        self.done = 1
        self.stops = [{"number": 2, "kind": "break", "where": "Race.add"}]
        self.end = None

    def recording(self):
        steps = self.whole["steps"][:self.done]
        return {**self.whole, "steps": steps, "tail": [], "end": self.end, "schedule": ""}

    def first_line(self, page):
        return {"type": "recording", "recording": self.recording(), "writer": page == self.writer,
                "running": False, "viewers": len(self.pages) - 1, "page": page}

    def tell(self, message):
        for messages in self.pages.values():
            messages.put(message)

    def join(self):
        with self.lock:
            page = f"page{len(self.pages) + 1}"
            self.pages[page] = queue.Queue()
            self.writer = self.writer or page
            self.pages[page].put(self.first_line(page))
            return page, self.pages[page]

    def command(self, words):
        name = words.split()[0]
        if name == "stops":
            return {"answer": "stops", "stops": self.stops}
        if name == "break":
            number = 2 + len(self.stops)
            where = words.split(None, 1)[1]
            self.stops.append({"number": number, "kind": "break", "where": where})
            return {"answer": "break", "number": number, "where": where}
        if name == "delete":
            self.stops = [one for one in self.stops if one["number"] != int(words.split()[1])]
            return {"answer": "delete", "number": int(words.split()[1])}
        if name == "picture":
            step = self.whole["steps"][self.done - 1]
            objects = [{**one, "closed": False, "fields": [
                {"name": "target", "type": "Race", "value": "null"}]}
                if str(one["id"]) in words.split()[2:] else one
                for one in self.whole["panes"][step["objects"]]]
            return {"answer": "picture", "objects": objects}
        if name == "pause":
            return {"answer": "pause"}
        if name not in RUNS:
            return {"answer": name, "error": f"'{name}' is no command; `help` lists them"}
        self.tell({"type": "running", "command": words})
        threading.Timer(0.05, self.go_on).start()
        return {"answer": name}

    def go_on(self):
        with self.lock:
            if self.done >= len(self.whole["steps"]):
                for stream, text in self.whole["tail"]:
                    self.tell({"type": "output", "stream": stream, "text": text})
                self.end = self.whole["end"]
                self.tell({"type": "ended", "end": self.end})
                return
            step = self.whole["steps"][self.done]
            for stream, text in step["out"]:
                self.tell({"type": "output", "stream": stream, "text": text})
            self.done += 1
            self.tell({"type": "step", "step": step, "panes": [], "code": {}, "sources": {},
                       "schedule": f"{self.done} steps"})

    def posted(self, path, body):
        page = body.get("page")
        if path == "/take":
            self.writer = page
            for one, messages in self.pages.items():
                messages.put({"type": "writer", "writer": one == page})
            return {"answer": "take"}
        if page != self.writer:
            return {"error": "Another page commands; take over first."}
        if path == "/restart":
            self.begin()
            for one, messages in self.pages.items():
                messages.put(self.first_line(one))
        if path == "/command":
            return self.command(body["command"])
        return {"answer": path[1:]}


def handler_of(desk, page_text):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.0"

        def log_message(self, *_):
            pass

        def reply(self, code, kind, body):
            self.send_response(code)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def refused(self):
            if self.headers.get("X-Minijvm-Key") == KEY:
                return False
            self.reply(403, "application/json", b'{"error":"The key is missing or wrong."}')
            return True

        def do_GET(self):
            if self.path == "/":
                return self.reply(200, "text/html; charset=utf-8", page_text)
            if self.refused():
                return None
            if self.path == "/recording.html":
                return self.reply(200, "text/html", b"<!DOCTYPE html><title>saved</title>")
            if self.path != "/events":
                return self.reply(404, "application/json", b'{"error":"There is no such thing."}')
            page, messages = desk.join()
            self.send_response(200)
            self.send_header("Content-Type", "application/x-ndjson")
            self.end_headers()
            try:
                while True:
                    self.wfile.write(json.dumps(messages.get()).encode() + b"\n\n")
            except OSError:
                desk.pages.pop(page, None)

        def do_POST(self):
            if self.refused():
                return
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with desk.lock:
                answer = desk.posted(self.path, body)
            print(self.path, json.dumps({key: body[key] for key in body if key != "page"}), flush=True)
            self.reply(200, "application/json", json.dumps(answer).encode())

    return Handler


def main():
    page = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    page = page.replace("@TITLE@", "Race").replace("@DATA@", "").replace(
        "default-src 'none';", "default-src 'none'; connect-src 'self';", 1)
    desk = Desk(json.loads(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8")))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler_of(desk, page.encode()))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_port}/#k={KEY}", flush=True)
    sys.stdin.read()                # The test ends it by closing its input.


if __name__ == "__main__":
    main()
