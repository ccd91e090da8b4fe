"""What tests/vm/stepper/run asks of protocol 2 over -Xstep:json=FD: each scene is a function that returns what is wrong (tools/stepper/README.md, "Protocol")."""

import json
import os
import re
import signal
import socket
import subprocess
import time

LIMIT = int(os.environ.get("MINIJVM_STEP_LIMIT", "120"))


class Session:
    """A VM that speaks on a socket of its own."""

    def __init__(self, args, env, classes, *words, stdin=subprocess.DEVNULL):
        self.ours, theirs = socket.socketpair()
        self.ours.settimeout(LIMIT)
        self.process = subprocess.Popen([args.vm, f"-Xstep:json={theirs.fileno()}", "-cp", classes, *words], pass_fds=[theirs.fileno()], stdin=stdin,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
        theirs.close()
        self.lines = self.ours.makefile("r", encoding="utf-8", errors="strict")
        self.events, self.last_id = [], 0

    def next(self):
        try:
            line = self.lines.readline()
        except (ConnectionError, OSError):
            line = ""
        return json.loads(line) if line else None

    def stop(self):
        """The next stop; None if the program ends before."""
        while (line := self.next()) is not None and line.get("event") != "stopped":
            self.events.append(line)
        return line

    def send(self, text):
        self.ours.sendall(text.encode())

    def ask(self, command):
        self.last_id += 1
        self.send(json.dumps({"command": command, "id": self.last_id}) + "\n")
        while (line := self.next()) is not None and line.get("id") != self.last_id:
            self.events.append(line)
        return line

    def run(self, command):
        """The stop that the command leads to; its answer must be no error."""
        answer = self.ask(command)
        return answer if answer is None or "error" in answer else self.stop()

    def end(self):
        self.lines.close()
        self.ours.close()
        out, err = self.process.communicate(timeout=LIMIT)
        return self.process.returncode, out.decode(), err.decode()


def wrong(*checks):
    return [what for what, good in checks if not good]


def processor_ms(vm):
    """The processor time of the VM so far."""
    with open(f"/proc/{vm.process.pid}/stat", encoding="utf-8") as file:
        return sum(map(int, file.read().rpartition(")")[2].split()[11:13])) * 1000 / os.sysconf("SC_CLK_TCK")


def size(record):
    return len(json.dumps(record))


def greeting(args, env, classes):
    vm = Session(args, env, classes, "-XX:ThreadModel=M:N", "-XX:LWPs=2", "Crowd", "input", stdin=subprocess.PIPE)
    vm.process.stdin.write(b"x")
    vm.process.stdin.close()
    vm.process.stdin = None
    stop = vm.stop()
    ready = vm.events[0]
    vm.ask("continue")
    rest = vm.stop()
    code, out, err = vm.end()
    threads = [event for event in vm.events if event.get("event") == "thread"]
    return wrong(("ready", ready["event"] == "ready" and ready["protocol"] == 2 and ready["pid"] == vm.process.pid),
                 ("facts", (ready["model"], ready["lwps"], ready["locking"]) == ("M:N", 2, "meta-fast") and ready["jdk"].startswith("17")),
                 ("commands", {"step", "picture", "run", "film"} <= {each["name"] for each in ready["commands"]}),
                 ("points", any(each["name"] == "meta_queue" and each["what"] for each in ready["points"])),
                 ("entry", (stop["kind"], stop["n"], stop["stops"]) == ("entry", 1, [])),
                 ("streams", (out, err) == ("read 120\n", "told\n")), ("end", rest is None and code == 0),
                 ("threads", threads == [{"event": "thread", "started": 2, "name": "main"}, {"event": "thread", "ended": 2, "name": "main"}]))


def not_open(args, env, classes):
    found = []
    for words, sentence in ((["-Xstep:json=77"], "no open file"), (["-Xstep:json=x"], "no descriptor"), (["-Xstep:json=-1"], "no descriptor")):
        done = subprocess.run([args.vm, *words, "-cp", classes, "Loop"], env=env, capture_output=True, text=True, timeout=LIMIT)
        if done.returncode != 1 or sentence not in done.stderr + done.stdout:
            found.append(f"{words}: {done}")
    return found


def race_in_pictures(args, env, classes):
    vm = Session(args, env, classes, "-Xstep:break=Race.begin", "Race")
    vm.stop()
    first = vm.ask("picture")
    vm.run("finish")
    vm.ask("break Race.java:6")
    at_add = vm.run("run one")
    picture = vm.ask("picture")
    one = next(each for each in picture["threads"] if each["name"] == "one")
    main = next(each for each in picture["threads"] if each["name"] == "main")
    code = {each["method"]: each for each in picture["code"]}
    again = vm.ask("picture")
    listing = vm.ask(f"code {code['Race.add()V']['number']}")
    nobody = vm.ask("run nobody")
    store = vm.run("step 3")
    schedule = vm.ask("schedule")["schedule"]
    vm.ask("quit")
    code_of_exit = vm.end()[0]
    return wrong(("breakpoint", (at_add["kind"], at_add["stops"], at_add["n"]) == ("breakpoint", [2], 3)),
                 ("say", at_add["say"] == "pushes the static field Race.counter: int (JVMS 6.5.getstatic)"),
                 ("say with a variable", store["say"] == "moves the value on top of the stack to the static field Race.counter: int (JVMS 6.5.putstatic)"),
                 ("frame", [(frame["method"], frame["bci"]) for frame in one["frames"]][0] == ("Race.add()V", 0)),
                 ("held", main["held"] and not one["held"]), ("code is sent once", again["code"] == [] and listing["code"] == code["Race.add()V"]),
                 ("rows", code["Race.add()V"]["rows"][0] == [0, "getstatic #7  // Field Race.counter:I", 6, "b20007"]),
                 ("statics", picture["statics"] == [{"class": "Race", "fields": [{"name": "counter", "type": "int", "value": "0"}]}]),
                 ("a number stays", first["threads"][0]["frames"][-1]["locals"][0]["ref"] == main["frames"][-1]["locals"][0]["ref"]),
                 ("unknown thread", "error" in nobody), ("schedule", schedule.endswith("one*5")), ("same again", again["objects"] == picture["objects"]),
                 ("quit", code_of_exit == 0))


def queue_in_pictures(args, env, classes):
    """The lab of the queue: the word in its states, who owns, who waits for what."""
    vm = Session(args, env, classes, "-Xstep:break=Queue.main:23", "Queue")
    vm.stop()
    vm.run("next line")
    stuck = vm.run("run b")
    vm.run("run a")
    picture = vm.ask("picture")
    lock = next(each for each in picture["locks"] if each["state"] == "LOCKED")
    door = next(each for each in picture["objects"] if each["id"] == lock["object"])
    b = next(each for each in picture["threads"] if each["name"] == "b")
    names = {each["id"]: each["name"] for each in picture["threads"]}
    bits = {field["name"]: field for field in lock["fields"]}
    vm.end()
    return wrong(("stuck", stuck["kind"] == "stuck"), ("queue", [(names[each["thread"]], each["as"]) for each in lock["queue"]] ==
                                                       [("main", "owner"), ("b", "contender"), ("a", "contender")]),
                 ("word", bits["state"]["text"] == "LOCKED" and bits["state"]["bits"] == "01" and bits["Q"]["bits"] == "1"),
                 ("stored", lock["stored"]["age"] == 0 and lock["stored"]["hash"].startswith("0x")),
                 ("door", door["text"] == f"Object #{door['id']}" and door["closed"] and "fields" not in door),
                 ("waits", (b["waits"]["for"], names[b["waits"]["by"]]) == (door["id"], "main") and "monitor of Object #" in b["waits"]["why"]),
                 ("monitors", any(door["id"] in frame["monitors"] for each in picture["threads"] if each["name"] == "main" for frame in each["frames"])))


def meta_lock_in_pictures(args, env, classes):
    vm = Session(args, env, classes, "-XX:LockingMode=meta", "Meeting")
    vm.stop()
    vm.ask("break meta_acquire Meeting$Gate")
    stop = vm.run("continue")
    picture = vm.ask("picture")
    lock = next(each for each in picture["locks"] if "meta" in each)
    code, _, _ = vm.end()
    return wrong(("point", (stop["kind"], stop["point"], stop["stops"]) == ("point", "meta_acquire", [1]) and stop["say"] == stop["what"]),
                 ("busy", lock["state"] == "BUSY" and lock["meta"]["standings"][0]["point"] == "meta_acquire"),
                 ("last", lock["meta"]["last"] == stop["thread"]["number"]), ("end in a meta-lock", code == 0))


def many_objects(args, env, classes):
    vm = Session(args, env, classes, "-Xstep:break=Crowd.stop", "Crowd", "objects")
    vm.stop()
    vm.ask("picture")
    before = processor_ms(vm)
    for _ in range(20):
        picture = vm.ask("picture")
    took = (processor_ms(vm) - before) / 20
    few = vm.ask("picture objects 5 depth 2")
    opened = vm.ask("picture depth 9 objects 10000")
    bad = [vm.ask("picture " + words) for words in ("objects", "objects x", "depth -1", "7", "open a", "nonsense 4")]
    huge = vm.ask("picture objects 99999999999999999999 depth 99999999999999999999")
    vm.end()
    return wrong(("200 objects", len(picture["objects"]) == 200 and picture["more_objects"] > 0), (f"{took:.1f} ms", took < 100),
                 ("limits", len(few["objects"]) == 5), ("bounded", size(opened) < 8 << 20 and "error" not in huge and size(huge) < 8 << 20),
                 ("bad words", all("error" in each for each in bad)))


def long_text(args, env, classes):
    vm = Session(args, env, classes, "-Xstep:break=Crowd.stop", "Crowd", "text")
    vm.stop()
    picture = vm.ask("picture")
    printed = vm.ask("print text")
    text = next(field for row in picture["statics"] for field in row["fields"] if field["name"] == "text")
    box = next(field for row in picture["statics"] for field in row["fields"] if field["name"] == "boxed")
    vm.end()
    return wrong(("cut", text["value"] == '"' + "x" * 80 + '..."' and "ref" not in text), ("small", size(picture) < 64 << 10 and size(printed) < 1000),
                 ("box", box["value"] == "Integer 5" and "ref" not in box))


def deep_stack(args, env, classes):
    vm = Session(args, env, classes, "-Xss64m", "-Xstep:break=Crowd.stop", "Crowd", "deep")
    vm.stop()
    thread = vm.ask("picture")["threads"][0]
    vm.ask("frame 5000")
    far = vm.ask("picture")
    nowhere = [vm.ask("frame " + number) for number in ("99999999999999999999", "20000", "x")]
    vm.end()
    return wrong(("frames", len(thread["frames"]) == 32 and thread["more_frames"] == 10003 - 32), ("far", far["threads"][0]["frames"][-1]["number"] == 5000),
                 ("no frame", all("error" in each for each in nowhere)))


def many_threads(args, env, classes):
    vm = Session(args, env, classes, "-Xstep:break=Crowd.stop", "Crowd", "threads")
    vm.stop()
    began = time.monotonic()
    picture = vm.ask("picture")
    took = time.monotonic() - began
    vm.ask("continue")
    rest = vm.stop()
    code = vm.end()[0]
    started = [event for event in vm.events if "started" in event]
    ended = [event for event in vm.events if "ended" in event]
    return wrong(("threads", len(picture["threads"]) >= 200 and picture["more_threads"] >= 700), ("bounded", size(picture) < 2 << 20), (f"{took} s", took < 2),
                 ("events", len(started) == len(ended) == 1001), ("end", rest is None and code == 0))


def strange_names(args, env, classes):
    vm = Session(args, env, classes, "-Xstep:break=Crowd.stop", "Crowd", "names")
    stop = vm.stop()
    picture = vm.ask("picture")
    text = next(field["value"] for row in picture["statics"] for field in row["fields"] if field["name"] == "text")
    vm.ask("continue")
    vm.stop()
    code = vm.end()[0]
    return wrong(("thread", stop["thread"]["name"] == picture["threads"][0]["name"] == '</script>\0\U0001f600\ufffd"'),
                 ("text", text == '"</script><!--\u2028\U0001f600\ufffd"\\"'), ("end", code == 0))


def conditions(args, env, classes):
    vm = Session(args, env, classes, "-Xstep:break=Crowd.main", "Crowd", "turns")
    vm.stop()
    later = vm.ask("break Nowhere.java:3")
    no_code = vm.ask("break Crowd.java:4")
    errors = [vm.ask("break " + words) for words in ("Crowd.turn if", "Crowd.turn if round", "Crowd.turn after x", "meta_acquire if round == 1", "Crowd.java:x", "")]
    vm.ask('break Crowd.turn if round == 3')
    vm.ask('break Crowd.turn if name == "odd" after 3')
    vm.ask('break Crowd.turn if box >= 9')
    stops = []
    for _ in range(3):
        stop = vm.run("continue")
        stops.append((stop["stops"], vm.ask("print round")["value"]["value"]))
    rows = vm.ask("stops")["stops"]
    vm.ask("break Crowd.turn if nothing == 1")
    vm.end()
    other = Session(args, env, classes, "-Xstep:break=Crowd.turn if nothing == 1", "Crowd", "turns")
    doubt = other.stop()
    other.end()
    return wrong(("stops", stops == [([4], "3"), ([5], "7"), ([5], "9")]), ("pending", later.get("pending") and no_code.get("no_code")),
                 ("errors", all("error" in each for each in errors)), ("hits", [row.get("hits") for row in rows] == [1, None, None, 1, 5, 1]),
                 ("doubt", "condition cannot be read" in doubt["reason"]))


def catching(args, env, classes):
    found = []
    for how, words, expected in (("caught", "catch * uncaught", ["IllegalArgumentException"]),
                                 ("caught", "catch java.lang.RuntimeException", ["IllegalStateException", "IllegalArgumentException"]),
                                 ("other", "catch IllegalArgumentException uncaught", ["IllegalArgumentException"])):
        vm = Session(args, env, classes, "-Xstep:break=Crowd.fail", "Crowd", how)
        vm.stop()
        vm.ask(words)
        reasons = []
        while (stop := vm.run("continue")) is not None:
            name = re.search(r"java\.lang\.(\w+)", stop["reason"])
            if name and (stop["kind"], stop["stops"]) == ("catch", [2]) and name.group(1) not in reasons:
                reasons.append(name.group(1))
        if reasons != expected or vm.end()[0] != 1:
            found.append(f"{words}: {reasons}")
    return found


def schedules(args, env, classes):
    """A schedule that was written down leads to the same place when it is played."""
    words = ("-Xstep:break=Race.begin", "Race")
    vm = Session(args, env, classes, *words)
    vm.stop()
    vm.run("finish")
    for command in ("run one", "run two"):
        vm.ask("break Race.add") if command == "run one" else None
        vm.run(command)
    for command in ("step 3", "thread one", "step 4", "run two", "run one"):
        vm.ask(command) if command.startswith("thread") else vm.run(command)
    written = vm.ask("schedule")["schedule"]
    before = vm.ask("picture")
    vm.end()
    again = Session(args, env, classes, *words)
    again.stop()
    played = again.run("play " + written)
    rewritten = again.ask("schedule")["schedule"]
    after = again.ask("picture")
    errors = [again.ask("play " + text) for text in ("", "one*", "one*0", "one*x", '"one', "one*2two", "nobody*3", "one*99999999999999999999999")]
    missing = again.run("play main*1 nobody*2")
    again.end()

    def places(picture):
        return [(each["name"], each["state"], [(frame["method"], frame.get("bci")) for frame in each["frames"]]) for each in picture["threads"]]

    return wrong(("written " + written, "one" in written and "two" in written), ("played", played["kind"] in ("step", "stuck")), ("rewritten " + rewritten, rewritten == written),
                 ("places", places(before) == places(after) and before["statics"] == after["statics"]), ("errors", all("error" in each for each in errors)),
                 ("missing", "nobody" in missing["reason"]))


def resuming(args, env, classes):
    """A plan that an interrupt breaks into goes on, and its count with it."""
    vm = Session(args, env, classes, "Loop")
    vm.stop()
    vm.ask("step 3000000")
    time.sleep(0.05)
    vm.process.send_signal(signal.SIGINT)
    interrupt = vm.stop()
    so_far = vm.ask("schedule")["schedule"]
    vm.ask("resume")
    stop = vm.stop()
    in_all = vm.ask("schedule")["schedule"]
    vm.ask("continue")
    time.sleep(0.05)
    began = time.monotonic()
    code = vm.end()[0]  # the socket ends while the program runs
    return wrong(("interrupt", interrupt["kind"] == "interrupt"), (f"plan {so_far} {in_all}", stop["kind"] == "step" and in_all == "main*3000000"),
                 ("end", code == 0 and time.monotonic() - began < 5))


def pausing_at_once(args, env, classes):
    """An interrupt that comes right after the answer to `continue` is not lost; one that comes while the program is stopped is."""
    vm = Session(args, env, classes, "Loop")
    vm.stop()
    kinds = []
    for _ in range(20):
        vm.process.send_signal(signal.SIGINT)
        vm.ask("picture")
        vm.ask("continue")
        vm.process.send_signal(signal.SIGINT)
        kinds.append(vm.stop()["kind"])
    step = vm.run("step 1000")
    vm.end()
    return wrong((str(kinds), kinds == ["interrupt"] * 20), ("step", step["kind"] == "step"))


def memory(args, env, classes):
    vm = Session(args, env, classes, "-Xstep:break=Crowd.stop", "Crowd", "garbage")
    vm.stop()
    picture = vm.ask("picture")
    node = next(each for each in picture["objects"] if each["class"] == "Crowd$Node")
    read = vm.ask(f"bytes {node['address']} {node['bytes']}")
    eden = next(space for space in picture["heap"]["spaces"] if space["name"] == "old")
    at_end = vm.ask(f"bytes {hex(int(eden['base'], 16) - 8)} 65536")
    nothing = vm.ask("bytes 0x10 16")
    top = vm.ask("bytes 0xfffffffffffffff0 64")
    errors = [vm.ask("bytes " + words) for words in ("", "0x10", "10 16", "0xzz 4", "0x10 65537", "0x10 -1", "0x10 99999999999", "0x1ffffffffffffffff 4")]
    vm.end()
    return wrong(("bytes", len(read["bytes"]) == 2 * node["bytes"] and read["unreadable"] == 0), ("nothing", nothing["bytes"] == "" and nothing["unreadable"] == 16),
                 ("tail", len(at_end["bytes"]) // 2 + at_end["unreadable"] == 65536), ("top", top["unreadable"] == 64), ("errors", all("error" in each for each in errors)))


def hostile_requests(args, env, classes):
    vm = Session(args, env, classes, "Crowd", "turns")
    vm.stop()
    lines = ["", "null", "[]", "{}", '{"command": 7}', '{"command": ""}', "[" * 100000, '{"command": "step"', "\0\1\2", '{"command": "x' + "y" * (2 << 20) + '"}', "9" * 5000]
    for line in lines:
        vm.send(line + "\n")
    vm.send('{"command": "threads", "id": {"any": [1, null, "</script>"]}}\n')
    answers = []
    while (line := vm.next()) is not None and "id" not in line:
        answers.append(line)
    unknown = [vm.ask(words) for words in ("fly", "s" * 1000, "step foo", "print " + "a." * 5000, "thread 99999999999999999999", "delete 99999999999999999999", "code 99999999999",
                                           "break " + "x" * 5000, "film", "film maybe", "catch", "watch x")]
    vm.send('{"command": "where", "id"')
    code = vm.end()[0]
    return wrong(("errors", len(answers) == len(lines) - 1 and all("error" in each for each in answers)), ("id", line is not None and line["id"] == {"any": [1, None, "</script>"]}),
                 ("unknown", all("error" in each for each in unknown)), ("end", code == 0))


def spaces_hold(frame, address, name):
    space = next(each for each in frame["spaces"] if each["name"] == name)
    return int(space["base"], 16) <= int(address, 16) < int(space["top"], 16)


def filming(args, env, classes):
    """Each living object once before and once after; its place is in the space that it says; sums are those of the collector's log."""
    vm = Session(args, env, classes, "-Xmx16m", "-Xlog:gc+heap", "-Xstep:break=Crowd.stop", "Crowd", "garbage")
    vm.stop()
    living = {each["id"] for each in vm.ask("picture")["objects"]}
    second = next(each["id"] for each in vm.ask("picture")["objects"] if each["class"] == "Crowd$Node" and each["fields"][1]["value"] == "null")
    vm.run("continue")
    vm.ask("film on")
    found, frames = [], []
    for command in ("gc young", "gc young", "gc full"):
        vm.events.clear()
        vm.ask(command)
        film = [event for event in vm.events if event.get("event") == "gc"]
        frames.append(film)
        kind = command.split()[1]
        phases = {"young": ["gc_begin", "gc_copied", "gc_end"], "full": ["gc_begin", "gc_marked", "gc_planned", "gc_adjusted", "gc_moved", "gc_end"]}[kind]
        if [frame["phase"] for frame in film] != phases or any(frame["kind"] != kind for frame in film):
            return [f"phases of {command}: {[(frame['phase'], frame['kind']) for frame in film]}"]
        begin, end = film[0], film[-1]
        if any(frame["gang"]["workers"] < 1 or frame["gang"]["posts"] < 0 for frame in film) or begin["gang"]["posts"] != 0:
            found.append(f"{command}: {end['gang']}")
        before = {row["id"]: row for row in begin["objects"]}
        after = {row["id"]: row for row in end["objects"]}
        if len(before) != len(begin["objects"]) or len(after) != len(end["objects"]) or set(before) - set(end["dead"]) != set(after):
            found.append(f"{command}: {set(before)} {end['dead']} {set(after)}")
        for number, row in after.items():
            if not spaces_hold(end, row["address"], row["space"]) or not spaces_hold(begin, before[number]["address"], before[number]["space"]):
                found.append(f"{command}: #{number} is not where it says: {row}")
            if kind == "young" and before[number]["space"] in ("eden", "from"):
                copied = next(each for each in film[1]["objects"] if each["id"] == number)
                pieces = [piece for piece in film[1]["pieces"] if int(piece["from"], 16) <= int(row["address"], 16) < int(piece["to"], 16)]
                if copied["forwarded_to"] != row["address"] or len(pieces) != 1 or row["age"] != before[number]["age"] + 1:
                    found.append(f"{command}: #{number}: {copied} {row} {pieces}")
        if len({row["address"] for row in end["objects"]}) != len(end["objects"]):
            found.append(f"{command}: two objects at one place")
    if frames[0][-1]["dead"] != [second] or second not in living:
        found.append(f"dead: {frames[0][-1]['dead']}, not [{second}]")
    vm.ask("film off")
    vm.events.clear()
    vm.ask("gc")
    if vm.events:
        found.append("frames without a film")
    out = vm.end()[1]
    for film in frames:
        used = [{space["name"]: space["used"] // 1024 for space in frame["spaces"]} for frame in (film[0], film[-1])]
        for name, title in (("eden", "Eden"), ("from", "From"), ("old", "ParOldGen")):
            line = re.search(rf"GC\({film[0]['collection']}\).*?{title}: (\d+)K\(\d+K\)->(\d+)K", out)
            if line is None or [int(line.group(1)), int(line.group(2))] != [each[name] for each in used]:
                found.append(f"{title} of collection {film[0]['collection']}: {line and line.group(0)} {used}")
    return found


def stop_in_a_collection(args, env, classes):
    """Between two phases a picture has numbers and addresses; the answer of gc comes last."""
    vm = Session(args, env, classes, "-Xstep:break=Travel.stamp", "-Xstep:break=gc_copied", "Travel")
    vm.stop()
    parcel = next(each for each in vm.ask("picture")["objects"] if each["class"] == "Travel$Parcel")
    vm.send('{"command": "gc young", "id": "gc"}\n')
    inner = vm.stop()
    picture = vm.ask("picture")
    row = next(each for each in picture["objects"] if each["id"] == parcel["id"])
    vm.ask("continue")
    outer = vm.next()
    after = next(each for each in vm.ask("picture")["objects"] if each["id"] == parcel["id"])
    vm.end()
    return wrong(("inner", (inner["kind"], inner["point"]) == ("point", "gc_copied")), ("unsettled", not picture["settled"] and set(row) == {"id", "address", "forwarded_to"}),
                 ("answer", (outer["answer"], outer["id"]) == ("gc", "gc")), ("moved", row["forwarded_to"] == after["address"] != parcel["address"]), ("age", after["age"] == 1))


def explaining(args, env, classes):
    done = subprocess.run([args.vm, "--step", "--explain", "-cp", classes, "Point"], input="quit\n", env={**env, "TERM": "dumb"}, capture_output=True, text=True, timeout=LIMIT)
    return wrong((done.stdout, "makes an object of class Point, whose fields are zero, and pushes it (JVMS 6.5.new)\n(step) " in done.stdout))


SCENES = [greeting, not_open, race_in_pictures, queue_in_pictures, meta_lock_in_pictures, many_objects, long_text, deep_stack, many_threads, strange_names, conditions, catching,
          schedules, resuming, pausing_at_once, memory, hostile_requests, filming, stop_in_a_collection, explaining]
