"""The programs of the meta-lock paper's tables: those of bench/locks/programs, which are of the paper's kinds, and applications of tests/apps.
Each is a folder with an app.toml (tests/apps/run says what stands in it). bench/locks/times, tables and desynchronized use this."""

import argparse
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "bench"))
from program_module import load_program  # noqa: E402
from results_page import note_of_other_work, write_part  # noqa: E402

apps = load_program(ROOT / "tests/apps/run")
PAGE = "meta-lock.md"  # of bench/results
LIMIT = 900
# In the order of the paper's Table 1. SwingMark needs a screen, and _222_mpegaudio locks as little as compress.
PROGRAMS = ("hello", "compress", "beanshell", "addresses", "javac", "raytracer", "javacc", "richards", "threadmix", "chat", "webserver",
            "clojure", "h2", "derby", "lucene")
SINGLE_THREADED = ("hello", "compress", "beanshell", "addresses", "javac", "javacc")


def own_programs():
    """The names of those that need no download."""
    return [name for name in PROGRAMS if (HERE / "programs" / name / "app.toml").exists() and not open_app(name).jars]


def open_app(name):
    own = HERE / "programs" / name
    return apps.App(own if own.is_dir() else ROOT / "tests/apps" / name)


def arguments(doc):
    """The options that the scripts share."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vm", type=pathlib.Path, default=ROOT / "build/release/bin/minijvm")
    parser.add_argument("--jdk", type=pathlib.Path)
    parser.add_argument("--write", action="store_true", help=f"into bench/results/{PAGE}")
    return parser


def set_up(args):
    """Fills in args.jdk and args.env, and makes args.vm absolute, since programs run elsewhere."""
    args.vm = args.vm.absolute()
    args.jdk = (args.jdk or apps.find_jdk()).absolute()
    args.env = apps.environment(args.jdk)


def make_ready(app, args):
    apps.download(app, args.env)
    apps.compile_programs(app, args.jdk, args.env)


def run(app, vm, args):
    """Runs a program that is ready on a VM, given by its command. Returns what apps.execute does."""
    result = apps.execute(app, vm, args.jdk, LIMIT, args.env, False)
    if app.where.parent == HERE / "programs" and any(code != 0 for code in result["exits"]):
        sys.exit(f"{app.name}: exit codes {result['exits']}\n{result['stderr']}")
    return result


def measure_all(names, args, measure_one):
    """Name -> what measure_one found with the program; printed as it comes."""
    rows = {}
    for name in names:
        app = open_app(name)
        try:
            make_ready(app, args)
        except apps.Skip as why:
            print(f"SKIP {name}: {why}", file=sys.stderr)
            continue
        rows[name] = measure_one(app)
        print(name, *rows[name], file=sys.stderr, flush=True)
    return rows


def lock_counts(output):
    """What -XX:+PrintLockStatistics printed, one dictionary for each process."""
    return [{name: int(count) for name, count in re.findall(r"^  (\w+) +(\d+)$", part, re.MULTILINE)} for part in output.split("Lock statistics\n")[1:]]


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def publish(args, part, text):
    text += note_of_other_work()
    if args.write:
        write_part(PAGE, part, text)
    else:
        print(text)
