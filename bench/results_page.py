"""Where measurements are written: a part of a page of bench/results, between the lines
`<!-- NAME begins -->` and `<!-- NAME ends -->`, and the figures and numbers beside the page."""

import csv
import os
import pathlib
import resource
import time

RESULTS = pathlib.Path(__file__).resolve().parent / "results"
# Such a sentence stands below a table that is to be measured again.
OTHER_WORK = "Measured with other work on the processors"


def write_part(page, name, text):
    """Replaces the part `name` of bench/results/<page>."""
    begin, end = f"<!-- {name} begins -->\n", f"<!-- {name} ends -->\n"
    path = RESULTS / page
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole[: whole.index(begin) + len(begin)] + text + whole[whole.index(end):],
                    encoding="utf-8")


def write_numbers(name, head, rows):
    """The numbers behind a figure, so that it can be drawn again without measuring again."""
    with open(RESULTS / name, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *rows])


def read_numbers(name):
    with open(RESULTS / name, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    return rows[0], rows[1:]


def read_part(page, name):
    """The rows of the tables in the part `name` of bench/results/<page>, each a list of cells."""
    begin, end = f"<!-- {name} begins -->\n", f"<!-- {name} ends -->\n"
    whole = (RESULTS / page).read_text(encoding="utf-8")
    lines = whole[whole.index(begin) + len(begin): whole.index(end)].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]


def _busy_seconds():
    """Processor seconds of all programs, since the machine started, and of this one with its
    children that have ended. Other guests of the machine count as programs."""
    fields = pathlib.Path("/proc/stat").read_text(encoding="utf-8").split("\n", 1)[0].split()[1:9]
    user, nice, system, _idle, _iowait, irq, softirq, steal = map(int, fields)
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    ticks = user + nice + system + irq + softirq + steal
    return ticks / os.sysconf("SC_CLK_TCK"), sum(one.ru_utime + one.ru_stime for one in used)


_START = time.monotonic(), *_busy_seconds()


def note_of_other_work():
    """A sentence for below a table, if other programs took more than a twentieth of the processors
    since this program started; else nothing."""
    start, all_before, own_before = _START
    all_now, own_now = _busy_seconds()
    others = (all_now - all_before) - (own_now - own_before)
    share = others / ((time.monotonic() - start) * os.cpu_count())
    if share <= 0.05:
        return ""
    return f"\n{OTHER_WORK}, which took {100 * share:.0f} % of them.\n"
