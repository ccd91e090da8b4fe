"""Where a program begins: the main that the launcher calls, in each form that a JDK knows (JEP 512), and the first instruction of the program's own code."""

import pathlib
import subprocess
import sys

from protocol import Session, wrong

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "jdk25"))

from jdk25 import find_jdk25  # noqa: E402

# The words behind the options; the main that runs; what is printed.
MAINS = [
    (("Compact",), ("Compact", "main", "()V"), "compact\n"),
    ((str(HERE / "mains_of_25/Compact.java"),), ("Compact", "main", "()V"), "compact\n"),
    (("Instance", "a", "b"), ("Instance", "main", "([Ljava/lang/String;)V"), "made with 7, 2 arguments\n"),
    (("Inherited",), ("Parent", "main", "()V"), "inherited\n"),
    (("Both",), ("Both", "main", "([Ljava/lang/String;)V"), "early\nlate\nlate\n"),
]


def place_of(stop):
    place = stop["place"]
    return place["class"], place["method"], place["descriptor"], place["bci"]


def run_on(vm):
    """The stops that follow, and how it ends."""
    stops = []
    vm.ask("continue")
    while (stop := vm.stop()) is not None:
        stops.append(stop)
        vm.ask("continue")
    code, out, err = vm.end()
    return stops, code, out, err


def main_is_what_the_launcher_calls(args, env, classes):
    vm = Session(args, env, classes, "Early")
    stop = vm.stop()
    rest, code, out, _ = run_on(vm)
    return wrong(("the entry", (stop["kind"], place_of(stop)) == ("entry", ("Early", "main", "([Ljava/lang/String;)V", 0))),
                 ("the call of the initializer came before", (rest, code, out) == ([], 0, "1 1\n2 0\n")))


def the_first_instruction(args, env, classes):
    """Before any code of the program; a stop that is set there is heeded there, and a step goes on."""
    places = ("-Xstep:break=first", "-Xstep:break=main")
    vm = Session(args, env, classes, *places, "Early")
    first = vm.stop()
    number = vm.ask("break EarlyBase.<clinit>")["number"]
    here = vm.run("continue")
    second = vm.ask("break Early.main@0")["number"]
    rest, code, out, _ = run_on(vm)
    other = Session(args, env, classes, *places, "Early")
    other.stop()
    step = other.run("step")
    other.ask("quit")
    other.end()
    return wrong(("the first stop", (first["kind"], first["stops"], place_of(first)) == ("first", [], ("EarlyBase", "<clinit>", "()V", 0))),
                 ("the same place", (here["kind"], here["stops"], place_of(here)) == ("breakpoint", [number], place_of(first))),
                 ("the rest", [(stop["kind"], stop["stops"]) for stop in rest] == [("breakpoint", [second])] * 2),
                 ("its end", (code, out) == (0, "1 1\n2 0\n")),
                 ("a step", (step["kind"], step["place"]["bci"] > 0) == ("step", True)))


def mains_of_25(args, env, classes):
    jdk = find_jdk25()
    if jdk is None:
        print("mains_of_25: left out, since there is no JDK 25 in /usr/lib/jvm")
        return []
    folder = pathlib.Path(classes) / "classes of 25"
    folder.mkdir()
    subprocess.run([jdk / "bin/javac", "-g", "-d", folder, *(HERE / "mains_of_25").glob("*.java")], check=True)
    env = {**env, "JAVA_HOME": str(jdk)}
    found = []
    for words, place, printed in MAINS:
        vm = Session(args, env, str(folder), *words)
        stop = vm.stop()
        if stop is None:
            found.append(f"{words}: no stop: {vm.end()}")
            continue
        rest, code, out, err = run_on(vm)
        found += [f"{words}, {what}: {stop['kind']} {place_of(stop)} {rest} {code} {out!r} {err!r}" for what in
                  wrong(("entry", (stop["kind"], place_of(stop)) == ("entry", (*place, 0))), ("end", (rest, code, out) == ([], 0, printed)))]
    return found


SCENES = (main_is_what_the_launcher_calls, the_first_instruction, mains_of_25)
