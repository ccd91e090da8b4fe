"""The rule that counts doors: interfaces that a lower room declares and a higher room implements."""

import re

from sources import CORE, read, without_comments

MOST = 8
_CLASS = re.compile(r"^(?:class|struct)\s+(?:alignas\([^)]*\)\s*)?(\w+)[^;{(]*\{(.*?)^\};",
                    re.DOTALL | re.MULTILINE)
_VIRTUAL = re.compile(r"^  virtual ", re.MULTILINE)
_DERIVED = re.compile(r"^\s*(?:class|struct)\s+\w+[^;{(]*?:([^:{;][^{;]*)\{", re.MULTILINE)
# A visitor or an operation is the argument of one call, as a lambda would be.
_ARGUMENT = re.compile(r"(?:Visitor|Operation)$")
# A registered function is a door, too, but has no class that a README could name.
_FUNCTION = re.compile(r"^void (?:set|add)_\w+\([^;)]*\(\*|^using \w+(?:Hook|Listener|Upcall) = ",
                       re.MULTILINE)


def _room(tree, path):
    return tree.name(path).split("/")[0]


def _abstract_classes(tree):
    """{name: room} of the classes with virtual functions in the headers of the rooms below vm."""
    return {match.group(1): _room(tree, path)
            for path in tree.files(".h", rooms=CORE[:-1])
            for match in _CLASS.finditer(without_comments(read(path)))
            if _VIRTUAL.search(match.group(2))}


def _implemented_above(tree, declared):
    found = set()
    rank = {room: number for number, room in enumerate(CORE)}
    for path in tree.files(".h", ".cpp"):
        here = rank.get(_room(tree, path), len(CORE))
        for match in _DERIVED.finditer(without_comments(read(path))):
            for base in re.findall(r"(\w+)\s*(?:,|$)", match.group(1).strip()):
                if base in declared and rank[declared[base]] < here:
                    found.add(base)
    return found


def found(tree):
    """{name: room} of the doors."""
    declared = _abstract_classes(tree)
    return {name: declared[name] for name in sorted(_implemented_above(tree, declared))
            if not _ARGUMENT.search(name)}


def doors(tree):
    all_doors, wrong = found(tree), []
    if len(all_doors) > MOST:
        wrong.append(f"{len(all_doors)} doors, at most {MOST}: {', '.join(all_doors)}")
    for name, room in all_doors.items():
        chapter = tree.root / room / "README.md"
        _, _, section = (read(chapter) if chapter.is_file() else "").partition("## Doors")
        if f"`{name}`" not in section.partition("\n## ")[0]:
            wrong.append(f"{name}: a door that {room}/README.md does not list")
    for path in tree.files(".h", rooms=CORE[:-1]):
        for match in _FUNCTION.finditer(without_comments(read(path))):
            wrong.append(f"{tree.name(path)}: registers a function, '{match.group(0)}'; "
                         "a door is an abstract class")
    return wrong
