"""What an editor does in a session without mistakes."""

import base64
import http.client
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from dap_client import Client, Failure

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT / "tests/jdk25"))

from jdk25 import find_jdk25  # noqa: E402

SOURCE = HERE / "Adapted.java"
TESTS = {}


def test(function):
    TESTS[function.__name__] = function
    return function


def line_of(mark):
    lines = SOURCE.read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.endswith("// mark: " + mark))


def expect(is_so, sentence):
    if not is_so:
        raise Failure(sentence)


def set_lines(client, *marks, **more):
    wanted = [{"line": line_of(mark), **more} for mark in marks]
    return client.request("setBreakpoints", {"source": {"path": str(SOURCE)}, "breakpoints": wanted})["breakpoints"]


def started(bench, functions=(), args=(), stop=True, **more):
    client = bench.client()
    client.launch(bench.arguments("Adapted", args=list(args), stopOnEntry=stop, **more), functions=functions)
    return client


def here(stop):
    return {"threadId": stop["threadId"]}


def end(client, code=0):
    expect(client.event("exited")["exitCode"] == code, f"the exit code is not {code}")
    client.event("terminated")


@test
def entry(bench):
    client = started(bench)
    stop = client.stop()
    expect(stop["reason"] == "entry", f"{stop} is no entry")
    expect(client.events("process")[0]["name"] == "Adapted", "the event process does not name the class")
    frame = client.top(stop["threadId"])
    expect(frame["name"].startswith("Adapted.main(") and frame["source"]["path"] == str(SOURCE), f"{frame} is not main")
    expect([row["name"][:4] for row in client.request("threads")["threads"]] == ["main"], "there is another thread than main")
    client.request("continue", here(stop))
    end(client)
    expect(client.output("stdout") == "sum 6\nlate 42\n", f"it printed {client.output('stdout')!r}")
    bench.close(client)


@test
def on_a_port(bench):
    client = bench.client(port=True)
    client.launch(bench.arguments("Adapted"))
    end(client)
    bench.close(client)


@test
def lines(bench):
    client = started(bench)
    stop = client.stop()
    first, late = set_lines(client, "loop", "late")
    expect(first["verified"] and not late["verified"] and late["reason"] == "pending", f"{first}, {late}: only the second is pending")
    client.request("continue", here(stop))
    stop = client.stop()
    expect(stop["reason"] == "breakpoint" and stop["hitBreakpointIds"] == [first["id"]], f"{stop} is not breakpoint {first['id']}")
    expect(client.top(stop["threadId"])["line"] == line_of("loop"), "it stopped in another line")
    # The second set keeps what is in both.
    end_line, again = set_lines(client, "end", "late")
    expect(again["id"] == late["id"] and end_line["verified"], "a breakpoint that stayed has another id")
    client.request("continue", here(stop))
    stop = client.stop()
    expect(stop["hitBreakpointIds"] == [end_line["id"]], f"{stop} is not the end")
    client.request("continue", here(stop))
    stop = client.stop()
    changed = client.event("breakpoint", lambda body: body["breakpoint"]["id"] == late["id"])
    expect(changed["breakpoint"]["verified"] and stop["hitBreakpointIds"] == [late["id"]], "the late breakpoint was not verified")
    client.request("continue", here(stop))
    end(client)
    bench.close(client)


@test
def before_launch(bench):
    client = bench.client()
    client.initialize()
    (loop,) = set_lines(client, "loop")
    expect(loop["reason"] == "pending", f"{loop} is not pending before there is a program")
    seq = client.send("launch", bench.arguments("Adapted"))
    client.request("configurationDone")
    expect(client.response(seq)["success"], "launch was refused")
    stop = client.stop()
    expect(stop["hitBreakpointIds"] == [loop["id"]], f"{stop} is not the breakpoint that was set before launch")
    bench.close(client)


@test
def conditions(bench):
    client = started(bench)
    stop = client.stop()
    set_lines(client, "loop", condition="i == 2")
    client.request("continue", here(stop))
    stop = client.stop()
    frame = client.top(stop["threadId"])
    expect(client.scope(frame, "Locals")["i"]["value"] == "2", "the condition was not heeded")
    (wrong,) = set_lines(client, "loop", condition="i")
    expect(not wrong["verified"] and "PATH == VALUE" in wrong["message"], f"{wrong} is not refused")
    (more,) = set_lines(client, "loop", condition="i >= 3")
    expect(more["verified"], f"{more} is refused")
    client.request("continue", here(stop))
    stop = client.stop()
    expect(client.scope(client.top(stop["threadId"]), "Locals")["i"]["value"] == "3", "the second condition was not heeded")
    client.request("restart")
    stop = client.stop()
    set_lines(client, "loop", hitCondition="3")
    client.request("continue", here(stop))
    frame = client.top(client.stop()["threadId"])
    expect(client.scope(frame, "Locals")["i"]["value"] == "3", f"the hits were not counted: {client.scope(frame, 'Locals')}")
    bench.close(client)


@test
def scopes(bench):
    client = started(bench)
    stop = client.stop()
    set_lines(client, "held")
    client.request("continue", here(stop))
    stop = client.stop()
    frame = client.top(stop["threadId"])
    names = [scope["name"] for scope in client.request("scopes", {"frameId": frame["id"]})["scopes"]]
    expect(names == ["Locals", "Operand stack", "Monitors", "Header words", "Thread"], f"the scopes are {names}")
    local = client.scope(frame, "Locals")
    expect(local["first"]["type"] == "Adapted" and local["first"]["evaluateName"] == "first", f"{local['first']} is not the object")
    fields = client.children(local["first"])
    expect(fields["number"]["value"] == "0" and fields["next"]["value"] == local["second"]["value"], f"{fields} are not its fields")
    expect(fields["next"]["evaluateName"] == "first.next", "a field has no path")
    items = client.children(fields["items"])
    expect([items[f"[{at}]"]["value"] for at in range(3)] == ["7", "8", "9"], f"{items} are not the elements")
    monitors = client.scope(frame, "Monitors")
    expect([row["value"] for row in monitors.values()] == [local["first"]["value"]], f"{monitors} is not the monitor")
    words = client.scope(frame, "Header words")
    word = next((row for name, row in words.items() if name.startswith("first")), None)
    expect(word and "LOCKED" in word["value"] and word["memoryReference"] == local["first"]["memoryReference"], f"{words} has no locked word")
    expect("owner" in client.children(word), "a word has no owner")
    thread = client.scope(frame, "Thread")
    statics = client.children(thread["Adapted"])
    expect(statics["total"]["value"] == "-1" and "static" in statics["word"]["value"], f"{statics} are not the static fields")
    expect("eden" in client.children(thread["heap"]), "the heap has no eden")
    part = client.request("variables", {"variablesReference": fields["items"]["variablesReference"], "filter": "indexed", "start": 1, "count": 1})
    expect([row["name"] for row in part["variables"]] == ["[1]"], f"{part} is not one element")
    # A step later the numbers mean nothing any more.
    client.request("next", here(stop) | {"granularity": "instruction"})
    stop = client.stop()
    expect("another stop" in client.refusal("scopes", {"frameId": frame["id"]}), "an old frame is still known")
    expect("another stop" in client.refusal("variables", {"variablesReference": word["variablesReference"]}), "old variables are still known")
    stack = client.scope(client.top(stop["threadId"]), "Operand stack")
    expect(len(stack) == 1 and stack["0"]["evaluateName"] == "#0", f"{stack} is not the operand stack")
    bench.close(client)


@test
def disassembly(bench):
    client = started(bench, functions=["Adapted.sum"], stop=False)
    stop = client.stop()
    expect(stop["reason"] == "function breakpoint", f"{stop} is not the function breakpoint")
    frame = client.top(stop["threadId"])
    pointer = frame["instructionPointerReference"]

    def rows(offset, count, reference=pointer):
        body = client.request("disassemble", {"memoryReference": reference, "instructionOffset": offset, "instructionCount": count})
        expect(len(body["instructions"]) == count, f"{len(body['instructions'])} instructions came instead of {count}")
        return body["instructions"]

    all_rows = rows(-200, 400)
    addresses = [int(row["address"], 16) for row in all_rows]
    expect(all(one < two for one, two in zip(addresses, addresses[1:])), "the addresses do not rise")
    expect(all_rows[200]["address"] == pointer and all_rows[200]["symbol"].startswith("Adapted.sum("), f"{all_rows[200]} is not the method")
    expect(all_rows[199]["presentationHint"] == "invalid" and all_rows[399]["presentationHint"] == "invalid", "there is no padding")
    expect(rows(0, 50)[0]["address"] == pointer, "the first row is not at the reference")
    expect(rows(-50, 100)[50]["address"] == pointer, "the row at 50 is not at the reference")
    expect(rows(-10, 20, all_rows[10]["address"]) == all_rows[0:20], "padding is not where it was")
    code = [row for row in all_rows if row.get("presentationHint") != "invalid"]
    expect(code[0]["instruction"].startswith("iconst_0") and code[0]["location"]["path"] == str(SOURCE), f"{code[0]} is not iconst_0")
    expect(code[0]["instructionBytes"] == "03", f"{code[0]} has not the bytes of iconst_0")
    expect(rows(0, 0) == [], "no rows were asked for")
    client.request("next", here(stop) | {"granularity": "instruction"})
    frame = client.top(client.stop()["threadId"])
    expect(frame["instructionPointerReference"] == code[1]["address"], "a step by instruction is not one instruction")
    # A breakpoint at an instruction, by reference and byte offset.
    target = next(row for row in code if row["instruction"].startswith("putstatic"))
    offset = int(target["address"], 16) - int(pointer, 16)
    wanted = [{"instructionReference": pointer, "offset": offset}, {"instructionReference": pointer, "offset": 7000}]
    good, bad = client.request("setInstructionBreakpoints", {"breakpoints": wanted})["breakpoints"]
    expect(good["verified"] and good["instructionReference"] == target["address"] and not bad["verified"], f"{good}, {bad}")
    client.request("continue", here(stop))
    stop = client.stop()
    expect(stop["reason"] == "instruction breakpoint" and stop["hitBreakpointIds"] == [good["id"]], f"{stop} is not the instruction")
    expect(client.top(stop["threadId"])["instructionPointerReference"] == target["address"], "it stopped elsewhere")
    bench.close(client)


@test
def memory(bench):
    client = started(bench)
    stop = client.stop()
    set_lines(client, "held")
    client.request("continue", here(stop))
    frame = client.top(client.stop()["threadId"])
    reference = client.scope(frame, "Locals")["first"]["memoryReference"]
    body = client.request("readMemory", {"memoryReference": reference, "count": 16})
    data = base64.b64decode(body["data"])
    expect(len(data) == 16 and int(body["address"], 16) == int(reference, 16), f"{body} is not 16 bytes")
    word = client.say("lock first", frame)
    shown = int(re.search(r"word (0x[0-9a-f]+)", word)[1], 16)
    expect(shown in (int.from_bytes(data[:8], "little"), int.from_bytes(data[8:], "little")), f"{data.hex()} has no {word}")
    shifted = client.request("readMemory", {"memoryReference": reference, "offset": 8, "count": 8})
    expect(base64.b64decode(shifted["data"]) == data[8:], "an offset was not heeded")
    nothing = client.request("readMemory", {"memoryReference": "0x10", "count": 8})
    expect(nothing.get("unreadableBytes") == 8 and nothing.get("data", "") == "", f"{nothing} could be read")
    expect("data" in client.request("readMemory", {"memoryReference": reference, "count": 0}), "no bytes are an error")
    bench.close(client)


@test
def data_breakpoints(bench):
    client = started(bench)
    stop = client.stop()
    frame = client.top(stop["threadId"])
    statics = client.scope(frame, "Thread")["Adapted"]["variablesReference"]
    info = client.request("dataBreakpointInfo", {"variablesReference": statics, "name": "total"})
    expect(info["dataId"] == "Adapted.total" and "write" in info["accessTypes"], f"{info} is not the field")
    locals_number = client.request("scopes", {"frameId": frame["id"]})["scopes"][0]["variablesReference"]
    expect(client.request("dataBreakpointInfo", {"variablesReference": locals_number, "name": "args"})["dataId"] is None, "a variable can be watched")
    wanted = [{"dataId": info["dataId"], "accessType": "write"}]
    (watch,) = client.request("setDataBreakpoints", {"breakpoints": wanted})["breakpoints"]
    client.request("continue", here(stop))
    stop = client.stop()
    expect(stop["reason"] == "data breakpoint" and stop["hitBreakpointIds"] == [watch["id"]], f"{stop} is not the watch")
    expect(client.top(stop["threadId"])["name"].startswith("Adapted.sum("), "it stopped elsewhere")
    client.request("setDataBreakpoints", {"breakpoints": []})
    client.request("continue", here(stop))
    end(client)
    bench.close(client)


@test
def inherited_fields(bench):
    """The field is named by the class that declares it, whatever class an instruction names."""
    client = started(bench, functions=["Adapted.hold"], stop=False)
    stop = client.stop()
    first = client.scope(client.top(stop["threadId"]), "Locals")["first"]["variablesReference"]
    ids = [client.request("dataBreakpointInfo", {"variablesReference": first, "name": name})["dataId"] for name in ("depth", "number")]
    expect(ids == ["AdaptedBase.depth", "Adapted.number"], f"the fields are {ids}")
    client.request("setDataBreakpoints", {"breakpoints": [{"dataId": ids[0], "accessType": "write"}]})
    for method in ("Adapted.hold(", "AdaptedBase.deepen("):
        client.request("continue", here(stop))
        stop = client.stop()
        expect(stop["reason"] == "data breakpoint" and client.top(stop["threadId"])["name"].startswith(method), f"{stop} is not in {method}")
    client.request("continue", here(stop))
    end(client)
    bench.close(client)


def before_main(bench, on_entry, **launched):
    """Breakpoints in the static initializers of a superclass and of the main class, and at the first line of main."""
    client = bench.client()
    client.initialize()
    lines = set_lines(client, "founded", "word", "begun", "first")
    arguments = bench.arguments("Adapted", stopOnEntry=on_entry) | launched
    if launched:
        del arguments["mainClass"], arguments["classPaths"]
    seq = client.send("launch", arguments)
    client.request("configurationDone")
    expect(client.response(seq)["success"], "it is not launched")
    for line in lines:
        stop = client.stop()
        expect(stop["reason"] == "breakpoint" and stop["hitBreakpointIds"] == [line["id"]], f"{stop} is not breakpoint {line['id']}")
        client.request("continue", here(stop))
    end(client)
    bench.close(client)


@test
def static_initializers(bench):
    for on_entry in (False, True):
        before_main(bench, on_entry)
    client = bench.client()
    client.initialize()
    (begun,) = set_lines(client, "begun")
    seq = client.send("launch", bench.arguments("Adapted", stopOnEntry=True))
    client.request("configurationDone")
    expect(client.response(seq)["success"], "it is not launched")
    stop = client.stop()
    expect(stop["hitBreakpointIds"] == [begun["id"]], f"{stop} is not the initializer")
    client.request("continue", here(stop))
    stop = client.stop()
    expect(stop["reason"] == "entry" and client.top(stop["threadId"])["name"].startswith("Adapted.main("), f"{stop} is not the entry")
    client.request("continue", here(stop))
    end(client)
    bench.close(client)
    client = bench.client()
    client.launch(bench.arguments("Adapted", stopOnEntry=False), functions=["Adapted.<clinit>"])
    stop = client.stop()
    # A step out of the initializer leads to where main begins, and stays there.
    client.request("stepOut", here(stop))
    expect(client.stop()["reason"] in ("step", "entry"), "it ran on")
    client.request("continue", here(stop))
    end(client)
    bench.close(client)


@test
def jar_file(bench):
    """A jar's main class is known to its manifest only."""
    with tempfile.TemporaryDirectory(prefix="minijvm-dap-jar-") as folder:
        jar = f"{folder}/adapted.jar"
        tool = bench.options.jdk / "bin/jar"
        subprocess.run([tool, "cfe", jar, "Adapted", "-C", bench.classes, "."], check=True)
        before_main(bench, False, jarFile=jar)
        client = bench.client()
        client.launch({"jarFile": jar, "stopOnEntry": True})
        stop = client.stop()
        expect(stop["reason"] == "entry" and client.top(stop["threadId"])["name"].startswith("Adapted.main("), f"{stop} is not the entry")
        client.request("continue", here(stop))
        end(client)
        bench.close(client)


@test
def mains_of_25(bench):
    """A compact source file, as a class and as a file, has its entry and its breakpoints."""
    jdk = find_jdk25()
    if jdk is None:
        print("mains_of_25: left out, since there is no JDK 25 in /usr/lib/jvm")
        return
    source = ROOT / "tests/vm/stepper/mains_of_25/Compact.java"
    lines = {"Compact.<init>": 2, "Compact.main": 5}
    with tempfile.TemporaryDirectory(prefix="minijvm-dap-25-") as folder:
        subprocess.run([jdk / "bin/javac", "-g", "-d", folder, source], check=True)
        for main, on_entry in ((("Compact", folder), True), (("Compact", folder), False), ((str(source), None), True)):
            client = Client([*bench.command, "--step=dap"], bench.schema, env=bench.env | {"JAVA_HOME": str(jdk)})
            client.initialize()
            (field,) = client.request("setBreakpoints", {"source": {"path": str(source)}, "breakpoints": [{"line": lines["Compact.<init>"]}]})["breakpoints"]
            arguments = {"mainClass": main[0], "sourcePaths": [str(source.parent)], "stopOnEntry": on_entry}
            seq = client.send("launch", arguments | ({"classPaths": [main[1]]} if main[1] else {}))
            client.request("configurationDone")
            expect(client.response(seq)["success"], "it is not launched")
            stop = client.stop()
            expect(stop["hitBreakpointIds"] == [field["id"]] and client.top(stop["threadId"])["name"].startswith("Compact.<init>("), f"{stop} is not the field")
            client.request("continue", here(stop))
            if on_entry:
                stop = client.stop()
                frame = client.top(stop["threadId"])
                expect(stop["reason"] == "entry" and (frame["name"], frame["line"]) == ("Compact.main()V", lines["Compact.main"]), f"{stop}, {frame}: no entry")
                client.request("continue", here(stop))
            end(client)
            expect(client.output("stdout") == "compact\n", f"it printed {client.output('stdout')!r}")
            bench.close(client)


@test
def page_of_those_who_look_on(bench):
    client = started(bench, openView=True)
    stop = client.stop()
    address = client.output("important").split()[-1]
    port, key = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#k=([\w-]{22})", address).groups()
    head = {"X-Minijvm-Key": key, "Content-Type": "application/json"}

    def lines():
        connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=20)
        connection.request("GET", "/events", headers=head)
        return map(json.loads, filter(bytes.strip, connection.getresponse()))

    def post(path, body):
        connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=20)
        connection.request("POST", path, json.dumps(body), head)
        return connection.getresponse().status

    page = lines()
    first = next(page)
    expect(not first["writer"] and first["recording"]["steps"][-1]["event"]["kind"] == "entry" and "Adapted.java" in first["recording"]["sources"], f"{first}")
    statuses = {post(path, {"page": id, "command": "step"}) for path in ("/command", "/take", "/restart", "/input", "/predict") for id in ("", first["page"])}
    expect(statuses == {409}, f"a page may command: {statuses}")
    client.request("next", here(stop))
    stop = client.stop()
    expect(next(line for line in page if line["type"] == "step")["step"]["event"]["kind"] == "step", "the page does not see the step")
    client.request("restart")
    stop = client.stop()
    again = next(line for line in page if line["type"] == "recording")
    expect(again["recording"]["made"]["model"] == first["recording"]["made"]["model"], f"{again} is not the new run")
    client.request("continue", here(stop))
    expect(next(line for line in page if line["type"] == "ended")["end"]["code"] == 0, "the page does not see the end")
    end(client)
    bench.close(client)


@test
def deleted_in_the_console(bench):
    client = started(bench, functions=["Adapted.sum"], stop=True)
    stop = client.stop()
    rows = [row.split() for row in client.say("stops").splitlines()]
    (number,) = [row[0] for row in rows if "Adapted.sum" in row]
    client.say(f"delete {number}")
    changed = client.event("breakpoint", lambda body: body["reason"] == "changed")
    expect(not changed["breakpoint"]["verified"], f"{changed} is there")
    (again,) = client.request("setFunctionBreakpoints", {"breakpoints": [{"name": "Adapted.sum"}]})["breakpoints"]
    expect(again["verified"], f"{again} was not set again")
    client.request("continue", here(stop))
    expect(client.stop()["reason"] == "function breakpoint", "it is not hit")
    client.say("picture objects 1")
    client.event("invalidated", lambda body: body["areas"] == ["variables"])
    client.request("terminate")
    client.event("terminated")
    bench.close(client)


@test
def exceptions(bench):
    client = bench.client()
    client.initialize()
    seq = client.send("launch", bench.arguments("Adapted", args=["uncaught"], stopOnEntry=True))
    body = client.request("setExceptionBreakpoints", {"filters": ["uncaught"]})
    client.request("configurationDone")
    expect(client.response(seq)["success"] and len(body["breakpoints"]) == 1, "the filters have no breakpoints")
    stop = client.stop()
    options = [{"filterId": "caught", "condition": "IllegalStateException"}]
    client.request("setExceptionBreakpoints", {"filters": ["uncaught"], "filterOptions": options})
    client.request("continue", here(stop))
    stop = client.stop()
    expect(stop["reason"] == "exception", f"{stop} is no exception")
    info = client.request("exceptionInfo", here(stop))
    expect(info["exceptionId"] == "java.lang.IllegalStateException" and info["breakMode"] == "always", f"{info} is not the caught one")
    client.request("continue", here(stop))
    stop = client.stop()
    info = client.request("exceptionInfo", here(stop))
    expect(info["exceptionId"] == "java.lang.IllegalArgumentException" and info["breakMode"] == "unhandled", f"{info} is not the uncaught one")
    client.request("continue", here(stop))
    end(client, 1)
    expect("nobody catches it" in client.output("stderr"), "the exception was not printed")
    bench.close(client)


@test
def console(bench):
    client = started(bench, functions=["Adapted.hold"], stop=False)
    stop = client.stop()
    frame = client.top(stop["threadId"])
    expect(client.say("where", frame).startswith("* 0  Adapted.hold("), client.say("where", frame))
    expect(client.say("Adapted.total", frame) == "-1", "a path is not evaluated in the console")
    expect("is no command" not in client.say("help") and "disassemble" in client.say("h"), "help lists nothing")
    watch = {"expression": "first.items", "context": "watch", "frameId": frame["id"]}
    items = client.request("evaluate", watch)
    expect([row["value"] for row in client.children(items).values()] == ["7", "8", "9"], f"{items} has no elements")
    expect(client.request("evaluate", watch | {"expression": "first.number", "context": "hover"})["result"] == "0", "a hover is wrong")
    expect("nosuch" in client.refusal("evaluate", watch | {"expression": "nosuch"}), "an unknown name has a value")
    expect(client.refusal("evaluate", {"expression": "break nowhere", "context": "repl"}), "a wrong place was taken")
    # A command that lets the program run is told to the editor.
    client.say("step 2", frame)
    client.event("continued")
    stop = client.stop()
    expect(stop["reason"] == "step", f"{stop} is not the step of the console")
    client.say("gc young")
    expect("collection" in client.stop()["description"], "a collection is not shown")

    def labels(text):
        found = client.request("completions", {"text": text, "column": len(text) + 1, "frameId": client.top(stop["threadId"])["id"]})
        return [item["label"] for item in found["targets"]]

    expect(labels("dis") == ["disassemble"] and "first" in labels("print "), f"{labels('dis')}, {labels('print ')}")
    expect("meta_queue" in labels("break meta") and "main" in labels("thread m"), f"{labels('break meta')}, {labels('thread m')}")
    client.say("quit")
    client.event("terminated")
    bench.close(client)


@test
def threads_in_the_console(bench):
    """`thread one` lasts for the lines that follow, although the editor sends the frame that it shows with each of them."""
    client = bench.client()
    client.launch(bench.arguments("Race"), functions=["Race.begin"])
    stop = client.stop()
    client.request("stepOut", here(stop))
    stop = client.stop()
    frame = client.top(stop["threadId"])
    client.say("break Race.add", frame)
    ids = {row["name"].split("  [")[0]: row["id"] for row in client.request("threads")["threads"]}
    for name in ("one", "two"):
        expect(f'"{name}"' in client.say(f"thread {name}", frame), f"{name} is not selected")
        watch = {"expression": "one", "context": "watch", "frameId": frame["id"]}
        if name == "one":
            expect(client.request("evaluate", watch)["type"] == "java.lang.Thread", "a watch is not about the frame that is shown")
        client.say("advance", frame)
        stop = client.stop()
        frame = client.top(stop["threadId"])
        expect((stop["threadId"], frame["name"]) == (ids[name], "Race.add()V"), f"{stop}, {frame}: not {name}")
    client.say("thread main", frame)
    client.say("frame 0", frame)
    expect(client.say("where", frame).startswith("* 0  Race.main("), "main is not selected")
    # The editor shows another frame now, and the console is about that one.
    other = client.top(ids["one"])
    expect(client.say("where", other).startswith("* 0  Race.add("), "the other frame is not selected")
    # An editor without a console sends no context.
    expect(client.request("evaluate", {"expression": "where", "frameId": other["id"]})["result"].startswith("* 0  Race.add("), "it is no command")
    bench.close(client)


@test
def sources(bench):
    client = bench.client()
    arguments = bench.arguments("Adapted", stopOnEntry=True)
    del arguments["sourcePaths"]
    client.launch(arguments)
    stop = client.stop()
    frame = client.top(stop["threadId"])
    reference = frame["source"]["sourceReference"]
    text = client.request("source", {"sourceReference": reference, "source": frame["source"]})["content"].splitlines()
    expect(frame["line"] == 1 and "aload_0" in text[0], f"{frame} is not the first line of {text[:3]}")
    client.request("next", here(stop) | {"granularity": "instruction"})
    stop = client.stop()
    expect(client.top(stop["threadId"])["line"] == 2, "the next instruction is not the next line")
    # A breakpoint in the listing is one at an instruction.
    line = next(number for number, row in enumerate(text, 1) if "Adapted.sum" in row)
    (one,) = client.request("setBreakpoints", {"source": frame["source"], "breakpoints": [{"line": line}]})["breakpoints"]
    client.request("continue", here(stop))
    stop = client.stop()
    expect(one["verified"] and client.top(stop["threadId"])["line"] == line, f"{one} was not reached")
    expect(client.request("loadedSources")["sources"] == [], "there are sources")
    bench.close(client)
    client = started(bench)
    client.stop()
    expect([source["path"] for source in client.request("loadedSources")["sources"]] == [str(SOURCE)], "the source is not listed")
    bench.close(client)


@test
def stepping(bench):
    client = started(bench, functions=["Adapted.sum"], stop=False)
    stop = client.stop()
    first = client.top(stop["threadId"])["line"]
    client.request("next", here(stop))
    frame = client.top(client.stop()["threadId"])
    expect(frame["line"] == first + 1, f"the next line is {frame['line']}")
    client.request("stepOut", here(stop))
    frame = client.top(client.stop()["threadId"])
    expect(frame["name"].startswith("Adapted.main("), "it is not back in main")
    client.request("stepIn", here(stop) | {"granularity": "line"})
    frame = client.top(client.stop()["threadId"])
    expect(frame["name"].startswith("Adapted.say("), f"it is not in say, but in {frame['name']}")
    bench.close(client)


@test
def looking_back(bench):
    client = started(bench, functions=["Adapted.sum"], stop=False)
    stop = client.stop()
    seen = [client.top(stop["threadId"])]
    for _ in range(5):
        client.request("next", here(stop) | {"granularity": "instruction"})
        stop = client.stop()
        seen.append(client.top(stop["threadId"]))
    for wanted in reversed(seen[:-1]):
        client.request("stepBack", here(stop))
        stop = client.stop()
        frame = client.top(stop["threadId"])
        expect(frame["name"].endswith(" (recorded)") and "recorded" in stop["description"], f"{frame} does not say that it is recorded")
        expect(frame["instructionPointerReference"] == wanted["instructionPointerReference"], "another stop is shown")
    expect("count" in client.scope(frame, "Locals"), "a recorded stop has no variables")
    watch = {"expression": "count", "context": "watch", "frameId": frame["id"]}
    expect(client.request("evaluate", watch)["result"] == "4", "a recorded variable has no value")
    # The first stop of all was before main.
    client.request("reverseContinue", here(stop))
    expect(client.top(client.stop()["threadId"])["name"].startswith("Adapted.main("), "the first stop is not where main begins")
    expect("recorded" in client.refusal("stepBack", here(stop)), "it goes back beyond the first stop")
    expect("recorded" in client.refusal("readMemory", {"memoryReference": "0x1000", "count": 1}), "a recorded stop has memory")
    client.request("next", here(stop))
    stop = client.stop()
    expect(client.top(stop["threadId"])["name"].endswith(" (recorded)"), "one stop forth is not recorded")
    client.request("continue", here(stop))
    stop = client.stop()
    frame = client.top(stop["threadId"])
    expect(frame["name"] == seen[-1]["name"], f"{frame} is not the newest stop")
    client.request("reverseContinue", here(stop))
    frame = client.top(client.stop()["threadId"])
    expect(frame["instructionPointerReference"] == seen[0]["instructionPointerReference"], "it is not the breakpoint")
    client.request("continue", here(stop))
    client.stop()
    client.request("continue", here(stop))
    client.stop()  # in the other thread
    client.request("continue", here(stop))
    end(client)
    bench.close(client)


@test
def pausing(bench):
    client = started(bench, args=["spin"], stop=False)
    client.event("output", lambda body: body["output"] == "spinning\n")
    threads = client.request("threads")["threads"]
    expect(threads, "a program that runs has no threads")
    # Breakpoints are set while it runs, and it goes on.
    expect(set_lines(client, "loop")[0]["verified"], "a breakpoint could not be set")
    expect("runs" in client.refusal("stackTrace", {"threadId": threads[0]["id"]}), "frames of a program that runs")
    client.request("pause", {"threadId": threads[0]["id"]})
    stop = client.stop()
    expect(stop["reason"] == "pause", f"{stop} is no pause")
    expect("stands already" in client.refusal("pause", here(stop)), "it was paused twice")
    before = client.say("Adapted.total")
    client.request("continue", here(stop))
    client.request("pause", here(stop))
    client.stop()
    expect(client.say("Adapted.total") != before, "it did not run on")
    client.request("terminate")
    client.event("terminated")
    bench.close(client)


@test
def restarting(bench):
    client = started(bench, functions=["Adapted.sum"], stop=False)
    stop = client.stop()
    client.request("restart", {"arguments": bench.arguments("Adapted", args=["exit", "7"])})
    end(client, 7)
    client.request("restart")
    end(client, 7)
    client.request("restart", {"arguments": bench.arguments("Adapted")})
    stop = client.stop()
    expect(stop["reason"] == "function breakpoint", f"{stop}: the breakpoint was forgotten")
    client.request("continue", here(stop))
    stop = client.stop()
    client.request("terminate")
    client.event("terminated")
    bench.close(client)


@test
def input_and_output(bench):
    client = started(bench, args=["read"], stop=False)
    client.say("> one")
    client.event("output", lambda body: body["output"] == "read one\n")
    client.say(">two words")
    client.event("output", lambda body: body["output"] == "read two words\n")
    client.say(">>")
    client.event("output", lambda body: body["output"] == "read >\n")
    client.say(">")
    end(client)
    bench.close(client)
    client = started(bench, args=["bytes"], stop=False)
    end(client)
    expect(client.output("stdout").startswith("\ufffda\u00e4\n\ufffd"), f"{client.output('stdout')!r}")
    bench.close(client)


@test
def much_output(bench):
    client = started(bench, args=["much", "300"], stop=False)
    end(client)
    expect(len(client.output("stdout")) == 300 << 16, "some of the output was lost")
    bench.close(client)


@test
def counting_from_0(bench):
    client = bench.client()
    client.request("initialize", {"adapterID": "minijvm", "linesStartAt1": False, "columnsStartAt1": False, "pathFormat": "uri"})
    seq = client.send("launch", bench.arguments("Adapted"))
    line = line_of("loop") - 1
    client.request("setBreakpoints", {"source": {"path": SOURCE.as_uri()}, "breakpoints": [{"line": line}]})
    client.request("configurationDone")
    client.response(seq)
    frame = client.top(client.stop()["threadId"])
    expect(frame["line"] == line and frame["column"] == 0 and frame["source"]["path"] == SOURCE.as_uri(), f"{frame} counts from 1")
    bench.close(client)
