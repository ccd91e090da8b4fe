"""Makes recordings of the stepper, format 1 (tools/pages/README.md, "The stepper's recording")."""


def value(name, kind, text, ref=None):
    one = {"name": name, "type": kind, "value": text}
    return one if ref is None else {**one, "ref": ref}


def to(name, kind, number):
    """A reference to object `number`."""
    return value(name, kind, f"{kind} #{number}", number)


def frame(number, place, code, bci, line, file, local=(), stack=(), monitors=()):
    class_name, _, rest = place.rpartition(".")
    name = rest.split("(")[0]
    return {"number": number, "method": place, "class": class_name, "name": name,
            "descriptor": rest[len(name):], "bci": bci, "line": line, "file": file, "native": False,
            "code": code, "locals": list(local),
            "stack": [{key: one[key] for key in one if key != "name"} for one in stack],
            "monitors": list(monitors)}


def thread(number, name, state, frames=(), held=False, waits=None, lwp=None):
    one = {"id": number, "name": name, "state": state, "held": held, "library": False,
           "frames": list(frames), "more_frames": 0}
    if lwp is not None:
        one["lwp"] = lwp
    if waits is not None:
        one["waits"] = waits
    return one


def thing(number, kind, fields=(), address=None, space="eden", age=0, **more):
    return {"id": number, "class": kind, "text": f"{kind} #{number}",
            "address": address or f"{0x7f0000001000 + number * 32:#x}", "space": space,
            "bytes": 16 + 8 * len(fields), "age": age, "library": False, "closed": False,
            "fields": list(fields), **more}


def space(name, used, capacity, base):
    return {"name": name, "base": f"{base:#x}", "top": f"{base + used:#x}",
            "end": f"{base + capacity:#x}", "used": used, "capacity": capacity}


SPACES = {"eden": 0x7f0000000000, "from": 0x7f0001000000, "to": 0x7f0001100000,
          "old": 0x7f0002000000}


def heap(young=0, full=0, **used):
    return {"spaces": [space(name, used.get(name, 0), 0x100000, base)
                       for name, base in SPACES.items()],
            "young_collections": young, "full_collections": full}


class Recording:
    """The picture of a stop is made of what is set here at the time."""

    def __init__(self, title, **made):
        self.made = {"title": title, "vm": "1.0", "jdk": "17.0.12", "date": "2026-11-27",
                     "command": f"minijvm --step=record -cp build/samples/x {title}",
                     "model": "M:N", "lwps": 2, "locking": "meta-fast", **made}
        self.sources, self.code, self._panes, self.steps = {}, {}, {}, []
        self.panes, self.tail, self.session, self.end = [], [], [], None
        self.threads, self.objects, self.statics, self.locks = [], [], [], []
        self.heap, self.out, self.film, self.names = heap(), [], [], {}
        self.stops, self.commands, self.points = [], COMMANDS, POINTS

    def _pane(self, content):
        key = repr(content)
        if key not in self._panes:
            self._panes[key] = len(self.panes)
            self.panes.append(content)
        return self._panes[key]

    def listing(self, number, method, file, rows):
        self.code[str(number)] = {"method": method, "class": method.split("(")[0].rpartition(".")[0],
                                  "file": file, "rows": rows}

    def stop(self, number, command="step", reason="step", say="", kind="step", settled=True):
        """`number`: the thread that stops."""
        top = next(one for one in self.threads if one["id"] == number)
        place = {"class": top["frames"][0]["class"]} if top["frames"] else {}
        step = {"command": command, "thread": number, "frame": 0, "settled": settled,
                "event": {"event": "stopped", "n": len(self.steps) + 1, "kind": kind,
                          "reason": reason, "say": say, "place": place,
                          "thread": {"number": number, "name": top["name"]}},
                "threads": self._pane(self.threads), "objects": self._pane(self.objects),
                "more_objects": 0, "statics": self._pane(self.statics),
                "locks": self._pane(self.locks), "heap": self._pane(self.heap),
                "out": self.out, "film": self.film, "stops": list(self.stops)}
        self.steps.append(step)
        self.names[number] = top["name"]
        self.out, self.film = [], []
        return step

    def schedule(self):
        parts = []
        for step in self.steps:
            name = self.names[step["thread"]]
            if parts and parts[-1][0] == name:
                parts[-1][1] += 1
            else:
                parts.append([name, 1])
        return " ".join(name if count == 1 else f"{name}*{count}" for name, count in parts)

    def json(self, **more):
        return {"format": "minijvm-recording", "version": 1, "made": self.made,
                "commands": self.commands, "points": self.points, "sources": self.sources,
                "code": self.code, "panes": self.panes, "steps": self.steps, "tail": self.tail,
                "end": self.end, "schedule": self.schedule(), "session": self.session,
                "predict": {"name": "", "answers": []}, "lecture": False, **more}


COMMANDS = [
    {"name": name, "short": short, "arguments": arguments, "what": what}
    for name, short, arguments, what in (
        ("step", "s", "[n | line] [library]", "one instruction, into calls"),
        ("next", "n", "[n | line]", "the same, over calls"),
        ("finish", "f", "", "until this frame has been left"),
        ("continue", "c", "", "all threads run on"),
        ("advance", "a", "", "the selected thread runs on alone"),
        ("break", "b", "Class.method[:line|@bci] | File.java:line | point", "stop there"),
        ("delete", "d", "number", "forget a stop"), ("stops", "", "", "the stops that are set"),
        ("print", "p", "path", "a value"), ("lock", "l", "path", "an object's multi-use word"),
        ("run", "", "thread", "the thread runs on alone"),
        ("thread", "t", "number | name", "select a thread"))]
POINTS = [{"name": "meta_acquire", "what": "a thread takes the meta-lock"},
          {"name": "meta_queue", "what": "a thread queues behind another one"},
          {"name": "meta_hand_over", "what": "the holder gives the release bits to its successor"},
          {"name": "gc_copied", "what": "what lives has been copied"}]
