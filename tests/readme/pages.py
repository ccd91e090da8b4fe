"""Finds the commands in a page of Markdown, and what the page says that they print.

A command stands in a block that is indented or fenced, behind `$ `, or as a line of its own that
begins with a path into the tree or with one of PROGRAMS. It goes on while its lines end with a
backslash. What follows a command behind `$ `, up to the next one, is what it prints; lines of other
commands are pictures, and not compared. A line `(step) print x` is a command of the stepper, which
it reads from its standard input; three blanks end it. Blocks of kind `try` are those of other tests
(tests/tour, tests/course).
"""

import dataclasses
import re

PROGRAMS = (
    "apt-get cmake cp cpack git java javac jcmd jdb jfr jps jstat mvn parallel python3 xdg-open gdb"
).split()
FENCE = re.compile(r"(```|~~~)(\w*)")
PATH = re.compile(
    r"\./|(base|bench|build|classfile|course|gc|runtime|samples|sync|tests|tools|vm)/"
)
PROMPT, STEP, INDENT = "$ ", "(step) ", "    "


@dataclasses.dataclass
class Command:
    page: str
    text: str
    prints: list | None  # lines; None if the page does not say
    steps: list

    def title(self):
        return f"{self.page}: {self.text.splitlines()[0]}"


def blocks_of(text):
    """The lines of each block, without their indentation."""
    block, kind = [], None  # kind: of the fence that is open
    for line in [*text.splitlines(), "end"]:
        fence = FENCE.match(line)
        if fence or (kind is None and line and not line.startswith(INDENT)):
            if kind != "try" and any(block):
                yield block
            block = []
            if fence:
                kind = None if kind is not None else fence[2]
        elif kind is not None:
            block.append(line)
        elif line.startswith(INDENT) or block:
            block.append(line[len(INDENT) :])


def is_command(line):
    words = line.split()
    while words and re.match(r"[A-Z_]+=", words[0]):
        words.pop(0)
    return bool(words) and (words[0] in PROGRAMS or PATH.match(words[0]) is not None)


def commands_of_block(page, lines):
    has_prompt = any(line.startswith(PROMPT) for line in lines)
    found, at = [], 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.startswith(PROMPT) if has_prompt else is_command(line):
            text = [line.removeprefix(PROMPT)]
            while text[-1].endswith("\\") and at < len(lines):
                text.append(lines[at])
                at += 1
            found.append(Command(page, "\n".join(text), [] if has_prompt else None, []))
        elif has_prompt and found and line.startswith(STEP):
            found[-1].steps.append(re.split(r" {3,}", line[len(STEP) :])[0])
            found[-1].prints.append("...")  # the stepper says more than a page shows
        elif has_prompt and found:
            found[-1].prints.append(line)
    for command in found:
        while command.prints and not command.prints[-1]:
            command.prints.pop()
        command.prints = command.prints or None
    return found


def commands_of(page, text):
    return [
        command for lines in blocks_of(text) for command in commands_of_block(page, lines)
    ]
