"""What the stages of a check have in common: how one ends, what is read, what is compiled."""

import functools
import pathlib
import re
import subprocess

from minijvm_lab import bounded

MOST_SOURCE = 64 << 10
MOST_DETAIL = 2000
COMPILE_SECONDS = 60
JAVAC = ["-m", "jdk.compiler/com.sun.tools.javac.Main"]


class Rejection(Exception):
    def __init__(self, stage, sentence, detail="", **facts):
        super().__init__(sentence)
        self.stage, self.sentence, self.detail, self.facts = (
            stage,
            sentence,
            detail[:MOST_DETAIL],
            facts,
        )


class CannotTell(Rejection):
    """Not the student's fault."""


def read_source(lab, path):
    """Whatever the path is: a folder, a pipe without a writer, a device."""
    path = pathlib.Path(path)
    if not path.is_file():
        raise Rejection("submission", f"{path.name} is no file; hand in {lab.handed_in()}.")
    with open(path, "rb") as opened:
        content = opened.read(MOST_SOURCE + 1)
    if len(content) > MOST_SOURCE:
        raise Rejection(
            "submission",
            f"{path.name} has more than {MOST_SOURCE >> 10} KB, and the lab needs a page.",
        )
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise Rejection(
            "submission", f"{path.name} is no text in UTF-8; hand in the source."
        ) from None


@functools.cache
def jdk_home(vm):
    """The JDK that the VM takes, by its own words, with the caller's environment."""
    said = subprocess.run(
        [vm, "-XshowSettings:properties", "-version"],
        capture_output=True,
        text=True,
        timeout=COMPILE_SECONDS,
    ).stderr
    home = re.search(r"^ *java\.home = (.+)$", said, re.M)
    if not home:
        raise CannotTell("submission", "No VM starts; minijvm --doctor says why.", said)
    return home[1]


def limits(vm, folder, seconds):
    prefix = vm.parents[1]
    return bounded.Limits(
        seconds, str(folder), [str(prefix / "bin"), str(prefix / "lib")], jdk_home(vm)
    )


def compile_java(vm, folder, out, words):
    out.mkdir()
    return bounded.run(
        [
            vm,
            "-Xmx256m",
            "-XX:-UsePerfData",  # its file is in a folder that the compiler may not open
            *JAVAC,
            "-proc:none",
            "-implicit:none",
            "-encoding",
            "UTF-8",
            "-g",
            "-d",
            out,
            *words,
        ],
        limits(vm, folder, COMPILE_SECONDS),
    )
