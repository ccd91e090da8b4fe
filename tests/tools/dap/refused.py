"""Requests that make no sense, or not now: each is answered by an error with a sentence, and the session goes on."""

from dap_client import Failure
from ordinary import end, expect, here, started

TESTS = {}


def test(function):
    TESTS[function.__name__] = function
    return function


@test
def before_initialize(bench):
    client = bench.client()
    for command, arguments in (("launch", {}), ("threads", None), ("configurationDone", None), ("setBreakpoints", {"source": {"path": "A.java"}})):
        expect("`initialize` comes first" in client.refusal(command, arguments), f"{command} was taken")
    client.initialize()
    expect("comes once" in client.refusal("initialize", {"adapterID": "x"}), "it was initialized twice")
    bench.close(client)


@test
def before_launch(bench):
    client = bench.client()
    client.initialize()
    expect(client.request("threads")["threads"] == [], "there are threads without a program")
    expect(client.request("loadedSources")["sources"] == [], "there are sources without a program")
    for command in ("next", "stepIn", "stepOut", "continue", "pause", "stackTrace", "stepBack", "exceptionInfo"):
        expect("`launch` comes first" in client.refusal(command, {"threadId": 2}), f"{command} was taken")
    expect("`launch` comes first" in client.refusal("terminate"), "nothing can be terminated")
    expect("`launch` comes first" in client.refusal("restart"), "nothing can be restarted")
    expect("-agentlib:jdwp" in client.refusal("attach", {}), "it cannot be attached")
    expect("no request" in client.refusal("gotoTargets", {"source": {}, "line": 1}), "goto is not offered")
    bench.close(client)


@test
def wrong_launch(bench):
    for arguments, sentence in (
        ({}, "mainClass"),
        ({"mainClass": "--help"}, "mainClass"),
        ({"mainClass": 3}, "`mainClass` must be a text"),
        ({"mainClass": "Adapted", "classPaths": "x"}, "`classPaths` must be a list"),
        ({"mainClass": "Adapted", "args": [1]}, "`args` must be"),
        (bench.arguments("NoSuchClass"), "NoSuchClass"),
        (bench.arguments("Adapted", vmArgs="-XX:NoSuchOption"), "NoSuchOption"),
        (bench.arguments("Adapted", cwd="/no/such/folder"), "/no/such/folder"),
    ):
        client = bench.client()
        client.initialize()
        client.request("configurationDone")
        said = client.refusal("launch", arguments)
        expect(sentence in said, f"launch with {arguments} says {said!r}")
        bench.close(client)
    # After a slip it can be launched again.
    client = bench.client()
    client.initialize()
    client.refusal("launch", {"mainClass": ""})
    client.request("configurationDone")
    client.request("launch", bench.arguments("Adapted"))
    end(client)
    expect("there is a program already" in client.refusal("launch", bench.arguments("Adapted")), "it was launched twice")
    bench.close(client)


@test
def while_it_runs(bench):
    client = started(bench, args=["spin"], stop=False)
    client.event("output", lambda body: body["output"] == "spinning\n")
    thread = client.request("threads")["threads"][0]["id"]
    for command, arguments in (
        ("next", {"threadId": thread}),
        ("continue", {"threadId": thread}),
        ("stackTrace", {"threadId": thread}),
        ("scopes", {"frameId": 1}),
        ("variables", {"variablesReference": 1}),
        ("stepBack", {"threadId": thread}),
        ("readMemory", {"memoryReference": "0x0", "count": 1}),
        ("evaluate", {"expression": "args", "context": "hover"}),
    ):
        expect("the program runs" in client.refusal(command, arguments), f"{command} was taken")
    expect("runs already" in client.refusal("evaluate", {"expression": "step", "context": "repl"}), "a step was taken")
    expect("main" in client.say("threads"), "the console does not work while the program runs")
    bench.close(client)


@test
def while_it_stands(bench):
    client = started(bench)
    stop = client.stop()
    for command, arguments, sentence in (
        ("next", {"threadId": 99}, "no thread 99"),
        ("stackTrace", {"threadId": 99}, "no thread 99"),
        ("scopes", {"frameId": 0}, "another stop"),
        ("scopes", {"frameId": 1 << 40}, "another stop"),
        ("variables", {"variablesReference": 12345}, "another stop"),
        ("exceptionInfo", here(stop), "exception"),
        ("disassemble", {"memoryReference": "main", "instructionCount": 1}, "address"),
        ("disassemble", {"memoryReference": "0x100000", "instructionCount": 1 << 31}, "the most"),
        ("disassemble", {"memoryReference": "0x100000", "instructionCount": -1}, "the most"),
        ("disassemble", {"memoryReference": "0x100000", "instructionCount": 1, "instructionOffset": -(1 << 63)}, "the most"),
        ("disassemble", {"memoryReference": "0x100000", "instructionCount": 1, "offset": (1 << 63) - 1}, "address"),
        ("readMemory", {"memoryReference": "0x100000", "count": 1, "offset": (1 << 63) - 1}, "no such place"),
        ("readMemory", {"memoryReference": "zero", "count": 1}, "no such place"),
        ("readMemory", {"memoryReference": "0x0", "offset": -1, "count": 1}, "no such place"),
        ("source", {"sourceReference": 12345}, "no listing"),
        ("evaluate", {"expression": ""}, "one line"),
        ("evaluate", {"expression": "a\nb", "context": "watch"}, "one line"),
        ("setBreakpoints", {"source": {}}, "neither a path"),
        ("configurationDone", None, "comes once"),
        ("stepBack", here(stop), "recorded"),
    ):
        said = client.refusal(command, arguments)
        expect(sentence in said, f"{command} with {arguments} says {said!r}")
    wrong = [{"name": ""}, {"name": "no place"}, {"name": "a b c"}, {"name": "x\ny.z"}, {"name": "Adapted.sum", "condition": "true"}]
    for one in client.request("setFunctionBreakpoints", {"breakpoints": wrong})["breakpoints"]:
        expect(not one["verified"] and one["reason"] == "failed" and one["message"], f"{one} is not refused")
    both = client.request("setExceptionBreakpoints", {"filters": ["nonsense", "caught"]})["breakpoints"]
    expect([one["verified"] for one in both] == [False, True], f"{both}: only the second is a filter")
    nowhere = [{"line": 0}, {"line": 1 << 30}, {"line": 1}]
    for one in client.request("setBreakpoints", {"source": {"path": "/x/Adapted.java"}, "breakpoints": nowhere})["breakpoints"]:
        expect(not one["verified"], f"{one} is verified, and there is no such line")
    client.request("setExceptionBreakpoints", {"filters": []})
    # Two requests to run at once: one of them runs, and one of them is refused.
    sent = [client.send("next", here(stop)) for _ in range(2)]
    done = [client.response(seq)["success"] for seq in sent]
    expect(done == [True, False], f"two steps at once: {done}")
    client.stop()
    client.request("continue", here(stop))
    end(client)
    for command in ("next", "stackTrace", "pause"):
        expect("has ended" in client.refusal(command, here(stop)), f"{command} was taken after the end")
    expect("has ended" in client.refusal("evaluate", {"expression": "threads", "context": "repl"}), "a command was taken after the end")
    expect(client.request("threads")["threads"] == [], "there are threads after the end")
    bench.close(client)


@test
def arguments_of_other_kinds(bench):
    """The official schema does not allow these; the adapter gets them all the same."""
    client = started(bench)
    client.stop()
    schema, client.schema = client.schema, None
    for command, arguments in (
        ("next", {}), ("next", None), ("next", {"threadId": "2"}), ("stackTrace", {"threadId": []}), ("evaluate", {"expression": 7}),
        ("setBreakpoints", {"source": "x"}), ("setFunctionBreakpoints", {"breakpoints": {}}), ("disassemble", {"memoryReference": "0x0"}),
        ("completions", {"text": "a"}), ("scopes", []), ("next", "text"),
    ):
        said = client.refusal(command, arguments)
        expect("must be a" in said, f"{command} with {arguments} says {said!r}")
    client.request("setFunctionBreakpoints", {"breakpoints": [3, None, {}]})
    client.request("setBreakpoints", {"source": {"path": "/Adapted.java"}, "breakpoints": [{"line": "x"}, 7]})
    client.request("setDataBreakpoints", {"breakpoints": [{"dataId": 1}, "x"]})
    client.schema = schema
    bench.close(client)
