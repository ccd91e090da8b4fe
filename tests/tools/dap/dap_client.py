"""A client of the Debug Adapter Protocol for tests. It checks every message in both directions against the schema, and never waits without an end."""

import json
import os
import re
import socket
import subprocess
import threading
import time

LIMIT = float(os.environ.get("MINIJVM_DAP_LIMIT", "60"))


class Failure(AssertionError):
    """Something went another way than it should."""


class Refused(Failure):
    """The adapter has answered with an error."""


class Client:
    def __init__(self, command, schema, env=None, port=False, cwd=None):
        """Starts the adapter, on its streams or on a port of its choice."""
        self.schema = schema
        self.socket = None
        self.process = subprocess.Popen(command, env=env, cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.errors = []
        threading.Thread(target=self._read_errors, daemon=True).start()
        self.reader, self.writer = self.process.stdout, self.process.stdin
        if port:
            line = self.process.stdout.readline().decode()
            match = re.fullmatch(r"Listening for DAP on port (\d+)\n", line)
            if not match:
                raise Failure(f"the adapter said {line!r} instead of its port")
            self.socket = socket.create_connection(("127.0.0.1", int(match[1])), timeout=LIMIT)
            self.socket.settimeout(None)
            self.reader = self.writer = self.socket.makefile("rwb", buffering=0)
        self.seq = 0
        self.changed = threading.Condition()
        self.messages = []  # all that came, in their order
        self.responses = {}
        self.cursor = 0  # events before it have been waited for
        self.is_over = False
        self.wrong = []
        self.sent_at = {}
        self.times = []  # (command, seconds from the request to its response)
        threading.Thread(target=self._read, daemon=True).start()

    # --- bytes ---

    def _read_errors(self):
        for line in self.process.stderr:
            self.errors.append(line.decode("utf-8", "replace"))

    def _read_message(self):
        length = None
        while True:
            line = self.reader.readline()
            if not line:
                return None
            if line == b"\r\n":
                break
            name, _, value = line.decode().partition(":")
            if name == "Content-Length":
                length = int(value)
        body = b""
        while len(body) < length:
            piece = self.reader.read(length - len(body))
            if not piece:
                return None
            body += piece
        return json.loads(body.decode("utf-8"))

    def _read(self):
        last_seq = 0
        try:
            while (message := self._read_message()) is not None:
                complaint = self.schema.complaint(message, True) if self.schema else None
                if message["seq"] != last_seq + 1:
                    complaint = f"seq {message['seq']} comes after {last_seq}"
                last_seq = message["seq"]
                with self.changed:
                    if complaint:
                        self.wrong.append(f"{complaint}: {json.dumps(message)[:600]}")
                    self._note(message)
                    self.changed.notify_all()
        except (OSError, ValueError) as why:
            if not self.is_over:
                self.wrong.append(f"reading: {why}")
        with self.changed:
            self.is_over = True
            self.changed.notify_all()

    def _note(self, message):
        self.messages.append(message)
        if message["type"] != "response":
            return
        seq = message["request_seq"]
        if seq in self.responses:
            self.wrong.append(f"two responses to request {seq}")
        if seq not in self.sent_at:
            self.wrong.append(f"a response to request {seq}, which was not sent")
        else:
            self.times.append((message["command"], time.monotonic() - self.sent_at[seq]))
        self.responses[seq] = message

    def send_bytes(self, data):
        try:
            self.writer.write(data)
            self.writer.flush()
        except (BrokenPipeError, ConnectionError):
            pass

    def send(self, command, arguments=None):
        """Sends a request and does not wait. Returns its seq."""
        self.seq += 1
        message = {"seq": self.seq, "type": "request", "command": command}
        if arguments is not None:
            message["arguments"] = arguments
        complaint = self.schema.complaint(message, False) if self.schema else None
        if complaint:
            raise Failure(f"the test's own request is wrong: {complaint}")
        body = json.dumps(message).encode()
        self.sent_at[self.seq] = time.monotonic()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        return self.seq

    # --- waiting ---

    def _wait(self, what, found, limit=None):
        """Waits until found() is not None, or says what did not come."""
        end = time.monotonic() + (limit or LIMIT)
        with self.changed:
            while (result := found()) is None:
                if self.is_over or time.monotonic() > end:
                    raise Failure(f"{what} did not come; the last messages: {self.tail()}; stderr: {''.join(self.errors)[-500:]}")
                self.changed.wait(0.5)
        return result

    def tail(self):
        return json.dumps(self.messages[-6:])[-2500:]

    def response(self, seq, limit=None):
        return self._wait(f"the response to request {seq}", lambda: self.responses.get(seq), limit)

    def request(self, command, arguments=None):
        """The body of the response; an error raises Refused."""
        response = self.response(self.send(command, arguments))
        if not response["success"]:
            raise Refused(response["message"])
        return response.get("body", {})

    def refusal(self, command, arguments=None):
        """The sentence with which the request is refused."""
        response = self.response(self.send(command, arguments))
        if response["success"]:
            raise Failure(f"{command} was not refused")
        return response["message"]

    def event(self, name, wanted=lambda body: True, limit=None):
        """The body of the next such event after the one that was waited for last."""

        def found():
            for at in range(self.cursor, len(self.messages)):
                message = self.messages[at]
                if message["type"] == "event" and message["event"] == name and wanted(message.get("body", {})):
                    self.cursor = at + 1
                    return message.get("body", {})
            return None

        return self._wait(f"the event {name}", found, limit)

    def events(self, name):
        return [message.get("body", {}) for message in list(self.messages) if message["type"] == "event" and message["event"] == name]

    def output(self, category):
        return "".join(event["output"] for event in self.events("output") if event["category"] == category)

    # --- often used ---

    def initialize(self):
        body = self.request("initialize", {"adapterID": "minijvm", "supportsInvalidatedEvent": True, "linesStartAt1": True, "columnsStartAt1": True})
        self.event("initialized")
        return body

    def launch(self, arguments, functions=()):
        self.initialize()
        seq = self.send("launch", arguments)
        if functions:
            self.request("setFunctionBreakpoints", {"breakpoints": [{"name": name} for name in functions]})
        self.request("configurationDone")
        response = self.response(seq)
        if not response["success"]:
            raise Refused(response["message"])

    def stop(self):
        return self.event("stopped")

    def top(self, thread):
        return self.request("stackTrace", {"threadId": thread, "startFrame": 0, "levels": 1})["stackFrames"][0]

    def scope(self, frame, name):
        """The variables of a scope, by name."""
        scopes = self.request("scopes", {"frameId": frame["id"]})["scopes"]
        return self.children(next(scope for scope in scopes if scope["name"] == name))

    def children(self, holder):
        variables = self.request("variables", {"variablesReference": holder["variablesReference"]})["variables"]
        return {variable["name"]: variable for variable in variables}

    def say(self, line, frame=None):
        """A line of the debug console."""
        arguments = {"expression": line, "context": "repl"}
        if frame is not None:
            arguments["frameId"] = frame["id"]
        return self.request("evaluate", arguments)["result"]

    def close(self):
        """Ends the adapter as an editor does, and checks that it ends, and that every message was valid."""
        if self.process.poll() is None and not self.is_over:
            self.send("disconnect", {"terminateDebuggee": True})
        self.leave()
        if self.wrong:
            raise Failure("\n".join(self.wrong[:5]))

    def leave(self):
        """Goes away without a word. The adapter must end."""
        self.is_over = True
        if self.socket:
            try:
                self.socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            self.socket.close()
        try:
            self.process.stdin.close()
        except OSError:
            pass
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Failure("the adapter does not end although its client has gone") from None
