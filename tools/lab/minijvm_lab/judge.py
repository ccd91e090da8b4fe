"""One check, in stages; each may reject: the file, the compiler, what the classes use, and the runs
under many schedules."""

import json
import pathlib
import re
import secrets
import shutil
import time

from minijvm_lab import allowed, bounded, patches, sessions
from minijvm_lab.class_file import ClassFile
from minijvm_lab.stages import CannotTell, Rejection, compile_java, limits, read_source
from minijvm_lab.verdict import ACCEPTED, BROKEN, REJECTED, Verdict

FEW_RUNS, FEW_SECONDS = 3, 10
OF_A_RUN = [
    "-XX:StepLimit=5000000",
    "-XX:AllocationLimit=256m",
    "-XX:ThreadLimit=64",
    "-XX:WallTimeLimit=10000",
    "-XX:VirtualTimeLimit=600000",
    "--output-limit",
    "256k",
    "-Xmx64m",
]
# The explorer's words for a search that has ended by a limit, and for a run that has failed.
WORDS = {
    "step-limit": "steps",
    "byte-limit": "memory",
    "wall-time-limit": "time",
    "virtual-time-limit": "time",
    "thread-limit": "threads",
    "deadlock": "deadlock",
    "no-progress": "no-progress",
    "failed": "exception",
}


def check(lab, path, vm, folder, seconds):
    """Returns the verdict. `folder` is empty, and holds afterwards what was compiled, and the
    schedule that fails."""
    begin = time.monotonic()
    verdict = Verdict(
        lab.name, ACCEPTED, "It does what the lab asks, under each schedule that was tried."
    )
    try:
        source = read_source(lab, path)
        if sessions.is_session(lab, path):
            verdict.sentence = lab.told["session"]["good"]
            sessions.check(lab, source, vm, folder)
            return verdict
        if "patch" in lab.told:
            verdict.sentence = lab.told["patch"]["good"]
            patches.check(lab, source)
            return verdict
        if "driver" not in lab.told:
            raise Rejection(
                "submission", f"This lab takes a session with the stepper: {lab.handed_in()}."
            )
        classes = compile_submission(lab, source, vm, folder)
        look_at_classes(lab, classes)
        driver = compile_driver(lab, vm, folder, classes)
        verdict.runs = try_schedules(lab, source, vm, folder, [driver, classes], seconds)
        verdict.stage = "run"
    except Rejection as rejection:
        verdict.verdict = BROKEN if isinstance(rejection, CannotTell) else REJECTED
        verdict.stage, verdict.sentence, verdict.detail = (
            rejection.stage,
            rejection.sentence,
            rejection.detail,
        )
        for name, value in rejection.facts.items():
            setattr(verdict, name, value)
    finally:
        verdict.seconds = round(time.monotonic() - begin, 3)
    return verdict


def compile_submission(lab, source, vm, folder):
    file = folder / "source" / lab.told["file"]
    file.parent.mkdir()
    file.write_text(source, encoding="utf-8")
    classes = folder / "classes"
    done = compile_java(vm, folder, classes, ["-cp", classes, "-sourcepath", classes, file])
    said = done.text.replace(str(file.parent) + "/", "")
    if "jdk.compiler not found" in said:
        raise CannotTell("compile", "The JDK here has no javac, so nothing can be compiled.", said)
    if done.was_late or done.code < 0 or "java.lang.OutOfMemoryError" in said:
        raise Rejection(
            "compile", "The compiler did not get through the source in time and memory."
        )
    if done.code != 0:
        raise Rejection("compile", "It does not compile.", said)
    return classes


def look_at_classes(lab, classes):
    files = [ClassFile(path.read_bytes()) for path in sorted(classes.rglob("*.class"))]
    names = {file.name() for file in files}
    driver = pathlib.Path(lab.told["driver"]).stem
    if lab.told["class"] not in names:
        raise Rejection(
            "classes",
            f"There is no class {lab.told['class']}, or it is in a package, where the check does"
            " not see it.",
        )
    if any(name.split("$")[0] == driver for name in names):
        raise Rejection("classes", f"The class {driver} is the checker's; give yours another name.")
    for file in files:
        complaint = allowed.complaint_about(file, names)
        if complaint:
            raise Rejection("classes", complaint)


def compile_driver(lab, vm, folder, classes):
    # A copy, so that programs can be kept from the checker's folder.
    file = folder / lab.told["driver"]
    shutil.copyfile(lab.folder / lab.told["driver"], file)
    driver = folder / "driver"
    done = compile_java(vm, folder, driver, ["-cp", classes, file])
    file.unlink()
    if done.was_late or done.code < 0:
        raise CannotTell("compile", "The checker's own program was not compiled in time.")
    if done.code != 0:
        raise Rejection("classes", lab.told["missing"])
    return driver


def try_schedules(lab, source, vm, folder, classes, seconds):
    """Returns how many were tried. A program that exceeds a limit does so in its first runs, and
    each such run takes long; so a few come alone."""
    few = _search(lab, source, vm, folder, classes, FEW_RUNS, FEW_SECONDS)
    return max(few, _search(lab, source, vm, folder, classes, lab.told["runs"], seconds))


def _search(lab, source, vm, folder, classes, runs, seconds):
    token = secrets.token_hex(16)
    good = folder / "good"
    phases = [f"{token} phase {name}\n" for name in lab.told.get("phases", [])]
    good.write_text("".join(phases) + f"{token} good\n")
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    words = ["--explore", "--runs", runs, "--for", seconds, "--minimize-for", "5"]
    words += [
        "--expect",
        good,
        "--report",
        f"json:{report}",
        *OF_A_RUN,
        *lab.told.get("options", []),
    ]
    program = ["-cp", ":".join(map(str, classes)), pathlib.Path(lab.told["driver"]).stem, token]
    words += program
    done = bounded.run([vm, *words], limits(vm, folder, seconds * 2 + 20))
    good.unlink()
    if done.was_late:
        raise Rejection("run", lab.sentence("time", source))
    try:
        found = json.loads(report.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise CannotTell("run", "The search has left no report.", done.text) from None
    if found["verdict"] == "passed":
        return found["runs"]
    facts = _facts(found)
    raise Rejection("run", lab.sentence(_word(found, token), source), program=program, **facts)


def _word(found, token):
    """The driver's complaint, or how the run ended."""
    failure = found["first_failure"]
    if failure is None:
        return WORDS.get(found["verdict"], "time")
    said = re.findall(rf"^{token} (phase )?([\w-]+)", failure["out"], re.M)
    phase = ""
    for is_phase, word in said:
        if is_phase:
            phase = f"-{word}"
        elif word != "good":
            return word
    return WORDS.get(failure["kind"], "output") + phase


def _facts(found):
    failure = found["first_failure"]
    if failure is None:
        return {"runs": found["runs"]}
    return {
        "runs": found["runs"],
        "seed": found["first_seed"] + failure["run"] - 1,
        "preemptions": failure["preemptions"],
    }
