"""The labs that have a checker: a folder with lab.toml and the program that tries a solution.

file    = "Race.java"       what is handed in
class   = "Race"            its main class, in no package
driver  = "RaceCheck.java"  it calls that class, and prints lines that begin with its argument:
                            `good`, or a word that says what is wrong, and details
phases  = ["table"]         lines `phase table` that come before `good`; what ends a run later has
                            the phase behind it: deadlock-table
options = []                more words for minijvm
runs    = 400               how many schedules are tried
task    = "one sentence"
missing = "a sentence"      when the driver does not compile, because what it calls is not there
fallback = "a sentence"     when no row below fits
[[say]]                     the first row that fits is what the student reads
when    = "lost"            the driver's word, or deadlock, exception, output, steps, threads,
                            memory, time, no-progress
source  = "volatile"        if given, a regular expression that the source has to match, without
                            its comments and texts
sentence = "..."
[session]                   where a session with the stepper solves the lab as well (sessions.py),
                            or alone, if there is no driver
good    = "a sentence"      when it is accepted
break   = "Race.begin"      where it begins
expect  = "1"               what the program has to print
other, unended              the sentences if it prints something else, or does not end
[[session.stop]]            instead of these three: a stop that has to come, in order (stops.py)
shows   = "age 1"           a regular expression for the lines that tell the stop
anywhere = true             if given, this row is not in the order
sentence = "..."            if there is no such stop
[patch]                     where a patch of the VM's sources is handed in (patches.py)
"""

import dataclasses
import pathlib
import re
import tomllib

# Comments, texts and characters, so that a hint does not come from a word in one.
SPOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S
)

# For what no lab has words of its own.
GENERAL = {
    "deadlock": "Under some schedule the threads wait, and nobody goes on.",
    "exception": "Under some schedule a thread ends with an exception.",
    "output": "The program ended before the check was through.",
    "steps": "A run did not end: it was cut off after many millions of instructions.",
    "threads": "A run had more threads at once than the lab has use for.",
    "memory": "A run allocated, or printed, more than the lab has use for.",
    "time": "A run did not end in time.",
    "no-progress": "Under some schedule the threads run on, and none of them gets anywhere.",
}


@dataclasses.dataclass
class Lab:
    name: str
    folder: pathlib.Path
    told: dict

    def program(self):
        """The lab's own program: beside the checker, or where samples are installed."""
        here = self.folder.parent / self.told["file"]
        if here.is_file():
            return here
        return self.folder.parents[2] / "samples/labs" / self.name / self.told["file"]

    def handed_in(self):
        """The name of what is handed in, for sentences."""
        return self.told["file"] if {"driver", "patch"} & set(self.told) else f"{self.name}.txt"

    def sentence(self, word, source):
        bare = SPOKEN.sub(" ", source)
        for row in self.told["say"]:
            if row["when"] == word and ("source" not in row or re.search(row["source"], bare)):
                return row["sentence"]
        return GENERAL.get(word) or GENERAL.get(word.partition("-")[0]) or self.told["fallback"]


def folders(here):
    """Installed, the checkers stand beside these modules; in the sources, in the labs."""
    beside = here / "checkers"
    if beside.is_dir():
        return sorted(path for path in beside.iterdir() if (path / "lab.toml").is_file())
    return sorted(
        path
        for path in (here.parents[1] / "samples/labs").glob("*/checker")
        if (path / "lab.toml").is_file()
    )


def all_labs(here):
    labs = {}
    for folder in folders(here):
        name = folder.parent.name if folder.name == "checker" else folder.name
        labs[name] = Lab(
            name, folder, tomllib.loads((folder / "lab.toml").read_text(encoding="utf-8"))
        )
    return labs
