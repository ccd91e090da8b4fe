"""The solution of a lab, played by requests of the protocol. A solution (samples/labs/*/solution.txt) is a session of the stepper at a terminal:
its commands become requests, and each stop that it shows must come."""

import re

from dap_client import Failure

PROMPT = "(step) "
STOP = re.compile(r'thread (\d+) "(.*)": (.*)')
PLACE = re.compile(r"(\S+?\.\S+?\(\S*?\)\S*?)(?:, bci (\d+))?(?:, native)?(?:, (\S+):(\S+))?")


class Stop:
    def __init__(self, thread, reason, place):
        self.thread, self.reason = thread, reason
        match = PLACE.fullmatch(place)
        if not match:
            raise Failure(f"a solution has the place {place!r}")
        self.method, self.bci, self.line = match[1], match[2] and int(match[2]), match[4]

    def has_method(self, name):
        """In a solution `...` stands for what differs from run to run."""
        return re.fullmatch(re.escape(self.method).replace(r"\.\.\.", ".*"), name) is not None


def read_stop(lines):
    """The stop that a text of the session shows, and the lines around it."""
    for at, line in enumerate(lines[:-1]):
        if (match := STOP.fullmatch(line)) and (at == 0 or lines[at - 1] == ""):
            rest = [more for more in lines[at + 1:at + 3] if PLACE.fullmatch(more)]
            if rest:
                return Stop(match[2], match[3], rest[0])
    return None


class Solution:
    def __init__(self, text):
        head, *parts = text.split("\n" + PROMPT)
        self.options = next(line for line in head.splitlines() if line.startswith("# run: ")).removeprefix("# run: ").split()
        self.first = read_stop(head.splitlines())
        self.commands = []  # (line, stop or None, text)
        for part in parts:
            lines = part.splitlines()
            self.commands.append((lines[0], read_stop(lines), "\n".join(lines[1:])))

    @property
    def main(self):
        return self.options[-1]

    @property
    def breaks(self):
        return [self.options[at + 1] for at, word in enumerate(self.options) if word == "--break"]

    def vm_options(self):
        rest, at = [], 0
        while at < len(self.options) - 1:
            if self.options[at] == "--break":
                at += 2
                continue
            rest.append(self.options[at])
            at += 1
        return rest


class Player:
    """Plays a solution. The functions of the editor are the breakpoints, so they are a set here as well."""

    def __init__(self, client, solution):
        self.client, self.solution = client, solution
        self.functions = dict(enumerate(solution.breaks, 1))  # by the number that the session shows
        self.last = len(self.functions)
        self.threads = {}
        self.selected = None
        self.frame = None

    def name_of(self, thread):
        for row in self.client.request("threads")["threads"]:
            self.threads[row["name"].split("  [")[0]] = row["id"]
        return next((name for name, number in self.threads.items() if number == thread), None)

    def check(self, wanted, stop):
        """Compares the stop with what the solution shows."""
        if not stop["allThreadsStopped"]:
            raise Failure("a stop without allThreadsStopped")
        name = self.name_of(stop["threadId"])
        self.selected = stop["threadId"]
        frame = self.frame = self.client.top(stop["threadId"])
        if name != wanted.thread:
            raise Failure(f"thread {name} has stopped, not {wanted.thread} ({wanted.reason}): {stop}")
        if not wanted.has_method(frame["name"]):
            raise Failure(f"it stopped in {frame['name']}, not in {wanted.method}")
        if wanted.bci is not None:
            address = int(frame["instructionPointerReference"], 16)
            if (address & 0xFFFFF) - 0x80000 != wanted.bci:
                raise Failure(f"it stopped at {address:x}, not at bci {wanted.bci}")
        if wanted.line and "path" in frame.get("source", {}) and str(frame["line"]) != wanted.line:
            raise Failure(f"it stopped in line {frame['line']}, not in {wanted.line}")

    def set_functions(self):
        wanted = []
        for place in self.functions.values():
            name, _, condition = place.partition(" if ")
            wanted.append({"name": name} | ({"condition": condition} if condition else {}))
        body = self.client.request("setFunctionBreakpoints", {"breakpoints": wanted})
        if len(body["breakpoints"]) != len(self.functions):
            raise Failure(f"{body} is not one breakpoint for each function")

    def run(self, line):
        """Does one command. Returns the text of its answer, if it has one."""
        client, words = self.client, line.split()
        here = {"threadId": self.selected}
        if words[0] in ("step", "next"):
            granularity = {"granularity": "line" if "line" in words else "instruction"}
            times = next((int(word) for word in words[1:] if word.isdigit()), 1)
            for left in range(times, 0, -1):
                client.request("stepIn" if words[0] == "step" else "next", here | granularity)
                if left > 1:
                    client.stop()
        elif words[0] == "finish":
            client.request("stepOut", here)
        elif words[0] == "continue":
            client.request("continue", here)
        elif words[0] == "advance":
            client.request("continue", here | {"singleThread": True})
        elif words[0] == "break":
            self.last += 1
            self.functions[self.last] = " ".join(words[1:])
            self.set_functions()
        elif words[0] == "delete":
            del self.functions[int(words[1])]
            self.set_functions()
        elif words[0] == "thread":
            self.name_of(None)
            self.selected = self.threads[" ".join(words[1:])]
            frames = client.request("stackTrace", {"threadId": self.selected})["stackFrames"]
            self.frame = frames[0] if frames else None
        elif words[0] == "quit":
            client.request("terminate")
        elif words[0] == "gc":
            # Its answer comes when the collection is over, which may be after stops inside of it.
            client.send("evaluate", {"expression": line, "context": "repl"})
        else:
            return client.say(re.sub(r"<(\d+)>", self.address, line), self.frame)
        return None

    def address(self, match):
        raise Failure(f"{match[0]} stands for an address of the session")

    def play(self):
        self.check(self.solution.first, self.client.stop())
        for at, (line, stop, text) in enumerate(self.solution.commands):
            is_last = at == len(self.solution.commands) - 1
            if "<" in line:
                continue  # an address, which the text numbers and the VM does not
            answer = self.run(line)
            if stop:
                self.check(stop, self.client.stop())
            elif line.split()[0] == "gc" or (line == "continue" and not is_last):
                self.frame = self.client.top(self.client.stop()["threadId"])
            elif answer is not None and line.split()[0] == "print" and answer.split(" ")[0].split("/")[0] != text.split(" ")[0].split("/")[0]:
                raise Failure(f"{line} says {answer!r}, not {text!r}")
        code = self.client.event("exited")["exitCode"]
        self.client.event("terminated")
        printed = self.client.output("stdout").split()
        return code, printed
