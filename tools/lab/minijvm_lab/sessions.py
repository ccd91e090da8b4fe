"""A lab may also be solved by a session with the stepper, whose program stays as it is: the session
has to make it print what it seldom prints. Only the lines of commands are taken from the file."""

import json
import pathlib
import shutil

from minijvm_lab import bounded
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
    report = folder / "report.json"
    words = ["--step=play", "--session", session, "--expect", told["expect"]]
    words += ["--limit", f"{LIMIT_SECONDS}s", "--report", report, "-cp", classes]
    done = bounded.run([vm, *words], limits(vm, folder, LIMIT_SECONDS + 20))
    try:
        played = json.loads(report.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise CannotTell("run", "The stepper has left no report.", done.text) from None
    judge(told, played)


def judge(told, played):
    if played["verdict"] == "expected":
        return
    if played["refusals"]:
        first = played["refusals"][0]
        detail = f"{first['command']}: {first['error']}"
        raise Rejection("run", "The stepper refuses a command of the session.", detail)
    # `quit` is an end as well, but no program's.
    has_ended = played["code"] is not None and played["output"].strip()
    if played["verdict"] == "time-out" or not has_ended:
        raise Rejection("run", told["unended"])
    raise Rejection("run", told["other"], f"It printed: {played['output'].strip()[:200]}")
