"""Rules about what is written: pointers that resolve, tests that exist, words that all understand."""

import pathlib
import re

from sources import CODE, comments, read

HERE = pathlib.Path(__file__).resolve().parent
TOUR_FILES = 14
TOUR_LINES = 3500


def pointers(tree):
    wrong = []
    for path in [*tree.documents(), *tree.files(".h", ".cpp", ".def")]:
        text = read(path)
        for target, words in re.findall(r"\b([\w./-]+\.(?:h|cpp|def|py|S)):/([^/\n`]+)/", text):
            beside = (tree.root / target, path.parent / target)
            file = next((file for file in beside if file.is_file()), None)
            if file is None:
                wrong.append(f"{tree.name(path)}: no file {target}")
            elif words not in read(file):
                wrong.append(f"{tree.name(path)}: {target} does not hold '{words}'")
    return wrong


def proofs(tree):
    wrong = []
    for path in tree.files(*CODE, ".py"):
        folders = []
        for name in re.findall(r"\btests/[\w./-]*\w|\b\w+_test\.cpp", read(path)):
            if name.startswith("tests/"):
                found = (tree.root / name).exists()
                folders.append((tree.root / name).parent)
            else:
                found = any((folder / name).is_file() for folder in folders)
            if not found:
                wrong.append(f"{tree.name(path)}: names {name}, which does not exist")
    return wrong


def _private_words():
    rows = []
    for line in read(HERE / "private_words.txt").splitlines():
        if line and not line.startswith("#"):
            pattern, _, better = line.partition(" -> ")
            rows.append((re.compile(pattern), better))
    return rows


def words(tree):
    rows, wrong = _private_words(), []

    def look(path, number, line):
        for pattern, better in rows:
            match = pattern.search(line)
            if match:
                wrong.append(f"{tree.name(path)}:{number}: '{match.group(0)}': {better}")

    for path in tree.files(*CODE):
        for number, line in comments(read(path)):
            look(path, number, line)
    for path in tree.documents():
        for number, line in enumerate(read(path).splitlines(), 1):
            look(path, number, line)
    return wrong


_HEADLESS = re.compile(r"// (?:What|Who|Whose|Whether|Which|How)\b")


def headless(tree):
    """A comment that begins so names no actor: "Whether it fits" instead of "Returns whether ..."."""
    wrong = []
    for path in tree.files(".h", ".cpp", ".def"):
        before = ""
        for number, line in enumerate(read(path).split("\n"), 1):
            line = line.lstrip()
            if _HEADLESS.match(line) and not before.startswith("//"):
                wrong.append(f"{tree.name(path)}:{number}: begins without an actor: {line[:60]}")
            before = line
    return wrong


def tour(tree):
    """Each stop of TOUR.md is a line `## 3. path/to/file.cpp`."""
    text = read(tree.root / "TOUR.md")
    stops = re.findall(r"^## \d+\. .*?`([\w./-]+\.(?:h|cpp|def))`", text, re.MULTILINE)
    wrong = [f"TOUR.md: no file {name}" for name in stops if not (tree.root / name).is_file()]
    if not stops or len(set(stops)) > TOUR_FILES:
        wrong.append(f"TOUR.md: {len(set(stops))} files, 1 to {TOUR_FILES} are allowed")
    lines = sum(len(read(tree.root / name).splitlines())
                for name in set(stops) if (tree.root / name).is_file())
    if lines > TOUR_LINES:
        wrong.append(f"TOUR.md: its files have {lines} lines, at most {TOUR_LINES}")
    return wrong
