"""Rules that count: what is to become fewer may not become more (limits.txt)."""

import re

from sources import CORE, read, without_comments

PATTERNS = {
    # name in limits.txt: what is counted, in code without comments
    "macros": re.compile(r"^[ \t]*#[ \t]*define[ \t]+MJ_", re.MULTILINE),
    "void_pointer_members": re.compile(r"^  (?:const )?void\* \w+_?(?: = [^;(]*)?;", re.MULTILINE),
    "std_mutexes": re.compile(r"\bstd::(?:recursive_|shared_)?mutex\b|\bstd::condition_variable\b"),
    "std_atomics": re.compile(r"\bstd::atomic<"),
    "raw_field_offsets": re.compile(r"\bwk\(\)\.[A-Z]\w*_[a-z]\w*\b(?!\()"),
}


def limits(tree):
    rows = {}
    for line in read(tree.root / "tests/layout/limits.txt").splitlines():
        if line and not line.startswith("#"):
            name, most = line.split()[:2]
            rows[name] = int(most)
    return rows


def left_over(tree, rule):
    """How many complaints of a rule limits.txt still allows."""
    path = tree.root / "tests/layout/limits.txt"
    return limits(tree).get(f"left_{rule}", 0) if path.is_file() else 0


def count(tree):
    found = dict.fromkeys(PATTERNS, 0)
    for path in tree.files(".h", ".cpp", ".def", rooms=CORE):
        text = without_comments(read(path))
        for name, pattern in PATTERNS.items():
            found[name] += len(pattern.findall(text))
    return found


def _compare(name, number, most):
    if number > most:
        return [f"{name}: {number}, at most {most} (limits.txt)"]
    if number < most:
        print(f"{name}: {number}; lower its limit, {most}")
    return []


def counted(tree):
    rows, wrong = limits(tree), []
    for name, number in count(tree).items():
        wrong += _compare(name, number, rows[name])
    return wrong
