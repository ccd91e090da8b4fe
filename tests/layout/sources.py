"""The sources as the rules of `check` see them: rooms, files, code without comments."""

import pathlib
import re

CORE = ("base", "classfile", "sync", "runtime", "gc", "vm")
ROOMS = CORE + ("tools",)
CODE = (".h", ".cpp", ".def", ".S")

_COMMENT_OR_LITERAL = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)


class Tree:
    """A checkout, or a fixture that looks like one."""

    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()

    def name(self, path):
        return str(path.relative_to(self.root))

    def files(self, *suffixes, rooms=ROOMS):
        """The files of these rooms whose names end so, in order."""
        for room in rooms:
            for path in sorted((self.root / room).rglob("*")):
                if path.is_file() and path.suffix in suffixes:
                    yield path

    def documents(self):
        """Every Markdown file but those of a build."""
        for path in sorted(self.root.rglob("*.md")):
            parts = path.relative_to(self.root).parts
            if "build" not in parts and "fixtures" not in parts:
                yield path


def read(path):
    return path.read_text(encoding="utf-8")


def without_comments(text):
    """The text with each comment removed; lines keep their numbers."""
    def keep(match):
        found = match.group(0)
        return found if found[0] in "\"'" else re.sub(r"[^\n]", "", found)
    return _COMMENT_OR_LITERAL.sub(keep, text)


def comments(text):
    """(line number, text) of each comment, in order."""
    for match in _COMMENT_OR_LITERAL.finditer(text):
        if match.group(0)[0] == "/":
            first = text.count("\n", 0, match.start()) + 1
            for offset, line in enumerate(match.group(0).split("\n")):
                yield first + offset, line


def counts(text):
    """(lines of code, lines that are not blank); a line with code and a comment is code."""
    code = sum(1 for line in without_comments(text).split("\n") if line.strip())
    return code, sum(1 for line in text.split("\n") if line.strip())
