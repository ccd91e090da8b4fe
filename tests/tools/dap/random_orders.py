"""Random requests that are legal by the schema, in any order, with sensible and senseless arguments. Each must get exactly one response in time, each
message must be valid, and the adapter must end when it is told to."""

import pathlib
import random
import time

from dap_client import Failure
from ordinary import SOURCE

HERE = pathlib.Path(__file__).resolve().parent


class Walk:
    def __init__(self, bench, seed):
        self.bench, self.random, self.seed = bench, random.Random(seed), seed
        self.log = []
        self.client = None
        self.vm_modes = ("plain", "spin", "read", "uncaught", "much", "exit")

    def pick(self, *choices):
        return self.random.choice(choices)

    def known(self, event, field, otherwise):
        """A value that a message has had, or a senseless one."""
        values = []
        for message in self.client.messages[-60:]:
            self.collect(message.get("body", {}), field, values)
        return self.random.choice(values) if values and self.random.random() < 0.9 else otherwise

    def collect(self, node, field, values):
        if isinstance(node, dict):
            if field in node:
                values.append(node[field])
            for inside in node.values():
                self.collect(inside, field, values)
        elif isinstance(node, list):
            for inside in node:
                self.collect(inside, field, values)

    def thread(self):
        return {"threadId": self.known("stopped", "threadId", self.pick(0, 1, 2, 16, 99))}

    def launch_arguments(self):
        mode = self.pick(*self.vm_modes)
        args = {"much": ["much", "20"], "exit": ["exit", "3"]}.get(mode, [mode])
        arguments = self.bench.arguments("Adapted", args=args, stopOnEntry=self.pick(True, True, False), stepIntoLibrary=self.pick(True, False, False))
        if self.random.random() < 0.2:
            arguments["vmArgs"] = self.pick("-XX:LockingMode=meta", ["-XX:ThreadModel=1:1"], "-Xmx64m")
        return arguments

    def stepping(self):
        arguments = self.thread()
        if self.random.random() < 0.7:
            arguments["granularity"] = self.pick("instruction", "line", "statement")
        if self.random.random() < 0.3:
            arguments["singleThread"] = self.pick(True, False)
        return arguments

    def console_line(self):
        return self.pick("where", "locals", "stack", "threads", "help", "stops", "monitors", "heap", "gc young", "print args", "args", "first.next", "#0",
                         "lock first", "step", "next line", "finish", "continue", "disassemble", "break Adapted.sum", "delete 1", "thread main", "up", "down",
                         "frame 1", "> line", "nonsense", "watch Adapted.total", "schedule", "picture", "quit" if self.random.random() < 0.1 else "where")

    def breakpoints(self):
        lines = [{"line": self.pick(12, 18, 20, 21, 23, 33, 43, 90, 0, 5000)} for _ in range(self.random.randrange(4))]
        for line in lines:
            if self.random.random() < 0.2:
                line["condition"] = self.pick("i == 2", "nonsense", "mode == \"plain\"")
            if self.random.random() < 0.2:
                line["hitCondition"] = self.pick("2", "x")
        return {"source": {"path": self.pick(str(SOURCE), "/nowhere/Other.java")}, "breakpoints": lines}

    def request(self):
        """A command and its arguments."""
        number = self.random.randrange
        command = self.pick(
            "continue", "next", "next", "next", "stepIn", "stepIn", "stepOut", "pause", "stepBack", "reverseContinue", "threads", "stackTrace", "stackTrace",
            "scopes", "scopes", "variables", "variables", "variables", "evaluate", "evaluate", "completions", "disassemble", "readMemory", "source",
            "loadedSources", "exceptionInfo", "setBreakpoints", "setBreakpoints", "setFunctionBreakpoints", "setInstructionBreakpoints",
            "setDataBreakpoints", "setExceptionBreakpoints", "dataBreakpointInfo", "initialize", "launch", "configurationDone", "terminate", "restart",
            "modules", "gotoTargets")
        if command in ("terminate", "restart") and self.random.random() < 0.7:
            command = "threads"
        made = {
            "continue": lambda: self.thread() | {"singleThread": self.pick(True, False)},
            "next": self.stepping, "stepIn": self.stepping, "stepOut": self.stepping, "stepBack": self.stepping,
            "pause": self.thread, "reverseContinue": self.thread, "exceptionInfo": self.thread,
            "stackTrace": lambda: self.thread() | {"startFrame": number(3), "levels": number(5)},
            "scopes": lambda: {"frameId": self.known("", "id", number(50))},
            "variables": lambda: {"variablesReference": self.known("", "variablesReference", number(1, 90))},
            "evaluate": lambda: {"expression": self.console_line(), "context": self.pick("repl", "repl", "hover", "watch")}
            | ({"frameId": self.known("", "id", number(50))} if self.random.random() < 0.5 else {}),
            "completions": lambda: {"text": self.console_line(), "column": number(30)},
            "disassemble": lambda: {"memoryReference": self.known("", "instructionPointerReference", "0x180000"),
                                    "instructionOffset": number(-300, 300), "instructionCount": number(400)},
            "readMemory": lambda: {"memoryReference": self.known("", "memoryReference", "0x10"), "offset": number(-50, 50), "count": number(5000)},
            "source": lambda: {"sourceReference": number(6)},
            "setBreakpoints": self.breakpoints,
            "setFunctionBreakpoints": lambda: {"breakpoints": [{"name": self.pick("Adapted.sum", "Adapted.hold", "gc_copied", "meta_acquire", "x", "a b")}
                                                               for _ in range(number(3))]},
            "setInstructionBreakpoints": lambda: {"breakpoints": [{"instructionReference": self.known("", "address", "0x180000"), "offset": number(3)}
                                                                  for _ in range(number(3))]},
            "setDataBreakpoints": lambda: {"breakpoints": [{"dataId": self.pick("Adapted.total", "Adapted.number", "x"),
                                                            "accessType": self.pick("read", "write", "readWrite")} for _ in range(number(3))]},
            "setExceptionBreakpoints": lambda: {"filters": self.pick([], [], ["uncaught"], ["caught"], ["other"]),
                                                "filterOptions": self.pick([], [{"filterId": "caught", "condition": "IllegalStateException"}])},
            "dataBreakpointInfo": lambda: {"variablesReference": self.known("", "variablesReference", 1), "name": self.pick("total", "next", "i")},
            "initialize": lambda: {"adapterID": "minijvm"},
            "launch": self.launch_arguments,
            "restart": lambda: {"arguments": self.launch_arguments()} if self.random.random() < 0.7 else {},
            "gotoTargets": lambda: {"source": {}, "line": 1},
        }.get(command, dict)()
        return command, made

    def play(self, steps):
        """One session. Some requests wait for their response, others do not."""
        client = self.client = self.bench.client(port=self.random.random() < 0.3)
        sent, held = [], []
        begin = [("initialize", {"adapterID": "minijvm"}), ("launch", self.launch_arguments()), ("configurationDone", {})]
        if self.random.random() < 0.1:
            self.random.shuffle(begin)
        if self.random.random() < 0.3:
            begin.insert(1, ("setBreakpoints", self.breakpoints()))
        for at in range(steps):
            command, arguments = begin[at] if at < len(begin) else self.request()
            self.log.append((command, arguments))
            seq = client.send(command, arguments)
            # A stop at a phase holds the collection's answer back until the program goes on.
            is_held = arguments.get("expression") == "gc young"
            (held if is_held else sent).append(seq)
            if self.random.random() < 0.6 and not is_held:
                client.response(seq, 30)
            elif self.random.random() < 0.1:
                time.sleep(self.random.random() * 0.05)
        for seq in sent:
            client.response(seq, 30)
        if held:
            client.send("terminate")
        for seq in held:
            client.response(seq, 30)
        if self.random.random() < 0.3:
            client.leave()
            if client.wrong:
                raise Failure("\n".join(client.wrong[:3]))
        else:
            self.bench.close(client)


def play(bench, seconds, seed):
    limit = time.monotonic() + seconds
    first = seed if seed is not None else random.randrange(1 << 30)
    sessions = requests = 0
    while sessions == 0 or (time.monotonic() < limit and seed is None):
        walk = Walk(bench, first + sessions)
        try:
            walk.play(walk.random.randrange(20, 150))
        except Failure as why:
            last = "\n".join(f"  {command} {arguments}" for command, arguments in walk.log[-12:])
            raise Failure(f"--seed {walk.seed}: {why}\nthe last requests:\n{last}") from None
        sessions += 1
        requests += len(walk.log)
    print(f"  {sessions} sessions with {requests} requests, from seed {first} on")
