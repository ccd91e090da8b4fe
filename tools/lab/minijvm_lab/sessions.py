"""A session with the stepper may solve a lab, whose program stays as it is. The session has to make
it print what it seldom prints, or to stop where there is something to see (stops.py). Only the
lines of commands are taken from the file."""

import json
import pathlib
import re
import shutil

from minijvm_lab import bounded, stops
from minijvm_lab.stages import CannotTell, Rejection, compile_java, limits

PROMPT = "(step) "
LIMIT_SECONDS = 30


def is_session(lab, path):
    return "session" in lab.told and pathlib.Path(path).suffix == ".txt"


def check(lab, text, vm, folder):
    told = lab.told["session"]
    commands = [line for line in text.splitlines() if line.startswith(PROMPT)]
    if not commands:
        raise Rejection("submission", f'No line begins with "{PROMPT}", as commands do.')
    main = lab.told["class"]
    session = folder / "session.txt"
    run = f"# run: --break {told['break']} {main}"
    session.write_text("\n".join([run, *commands]) + "\n", encoding="utf-8")
    classes = folder / "classes"
    # A copy, since the compiler can open what is in this folder only.
    program = folder / lab.told["file"]
    shutil.copyfile(lab.program(), program)
    if compile_java(vm, folder, classes, [program]).code != 0:
        raise CannotTell("compile", "The lab's own program was not compiled.")
    words = ["--session", session, "--limit", f"{LIMIT_SECONDS}s"]
    if "stop" in told:
        record(told, vm, folder, [*words, "-cp", classes])
    else:
        play(told, vm, folder, [*words, "-cp", classes])


def record(told, vm, folder, words):
    """The stops are judged."""
    recording = folder / "recording.json"
    # One thread collects, so that an object's way does not depend on who finds it.
    begin = ["--step=record", "--until", stops.LIMIT_STOPS, "-o", recording]
    begin.append("-XX:ParallelGCThreads=1")
    done = bounded.run([vm, *begin, *words], limits(vm, folder, LIMIT_SECONDS + 20))
    refused = re.search(r'^minijvm: "(.*)" was refused: (.*)$', done.text, re.M)
    if refused:
        refuse(*refused.groups())
    stops.judge(told["stop"], stops.read(recording, done.text))


def play(told, vm, folder, words):
    """The output is judged."""
    report = folder / "report.json"
    begin = ["--step=play", "--expect", told["expect"], "--report", report]
    done = bounded.run([vm, *begin, *words], limits(vm, folder, LIMIT_SECONDS + 20))
    try:
        played = json.loads(report.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise CannotTell("run", "The stepper has left no report.", done.text) from None
    judge(told, played)


def refuse(command, error):
    raise Rejection("run", "The stepper refuses a command of the session.", f"{command}: {error}")


def judge(told, played):
    if played["verdict"] == "expected":
        return
    if played["refusals"]:
        refuse(played["refusals"][0]["command"], played["refusals"][0]["error"])
    # `quit` is an end as well, but no program's.
    has_ended = played["code"] is not None and played["output"].strip()
    if played["verdict"] == "time-out" or not has_ended:
        raise Rejection("run", told["unended"])
    raise Rejection("run", told["other"], f"It printed: {played['output'].strip()[:200]}")
