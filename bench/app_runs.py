"""Runs applications of tests/apps and tells what a run took: wall time, processor time, memory."""

import dataclasses
import multiprocessing
import pathlib
import resource

from program_module import load_program

ROOT = pathlib.Path(__file__).resolve().parent.parent
apps = load_program(ROOT / "tests" / "apps" / "run")
LIMIT = 1800


@dataclasses.dataclass
class Run:
    wall: float  # seconds
    processor: float  # seconds
    peak: float  # MB: the largest resident set (VmHWM) of any process of the application


def prepared(name, jdk):
    """The application of this name, with its jars and its compiled programs."""
    app = apps.App(ROOT / "tests" / "apps" / name)
    env = apps.environment(jdk)
    apps.download(app, env)
    apps.compile_programs(app, jdk, env)
    return app


def _run_here(app, command, jdk, answer):
    result = apps.execute(app, command, jdk, LIMIT, apps.environment(jdk), False)
    if any(not isinstance(code, int) or code < 0 for code in result["exits"]):
        answer.send(None)
        return
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    answer.send(Run(result["seconds"], result["cpu"], peak))


def measure(app, command, jdk):
    """One run, or None if it was ended by a signal or by the time limit. It has a process of its own,
    whose children are only the application's."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_run_here, args=(app, command, jdk, there))
    process.start()
    found = here.recv()
    process.join()
    return found
