"""Rules about files and folders: arrows, sizes, formatting."""

import pathlib
import re
import shutil
import subprocess

from sources import CODE, read

HERE = pathlib.Path(__file__).resolve().parent

MAY_INCLUDE = {
    "base": {"base"},
    "classfile": {"base", "classfile"},
    "sync": {"base", "sync"},
    "runtime": {"base", "classfile", "sync", "runtime"},
    "gc": {"base", "sync", "runtime", "gc"},
    "vm": {"base", "classfile", "sync", "runtime", "gc", "vm"},
    "tools": {"base", "classfile", "sync", "runtime", "gc", "vm", "tools"},
}
# Inside vm: a folder includes those before it. Files in vm itself serve all of them.
VM_ORDER = ("java", "invoke", "natives", "interp", "boot")
# Inside sync: the launcher links this folder without the rest of the room.
ALONE = "sync/decide/"
# Declared low and defined high: how Java is called.
VM_DOORS = {"vm/java/call_java.h"}
MOST_FILES = 40
MOST_LINES = 400
MOST_COLUMNS = 100
# Folders, those of them that are excepted, and the words of sync/threads/clock.h that no file there
# uses.
_OF_MACHINE = re.compile(r"\b(?:machine_ns|machine_wall_ns|MachineDeadline)\b")
_OF_PROGRAM = re.compile(r"sync::(?:program_ns|program_wall_ns|Deadline)\b")
CLOCKS = (
    (("vm/java/", "vm/natives/", "vm/interp/", "vm/invoke/"), (), _OF_MACHINE),
    (("gc/",), ("gc/references/reference_processor",), _OF_PROGRAM),  # SoftReference.clock is Java's
    (("base/", "classfile/", "runtime/", "gc/", "vm/", "tools/"), (), re.compile(r"\bon_machine\b")),
)
INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')


def _room(name):
    return name.split("/")[0]


def _vm_rank(name):
    parts = name.split("/")
    return VM_ORDER.index(parts[1]) if len(parts) > 2 and parts[1] in VM_ORDER else None


def _turns_back(name, included):
    if _room(included) not in MAY_INCLUDE[_room(name)]:
        return True
    if name.startswith(ALONE) and _room(included) == "sync":
        return not included.startswith(ALONE)
    if _room(name) != "vm" or _room(included) != "vm" or included in VM_DOORS:
        return False
    here, there = _vm_rank(name), _vm_rank(included)
    return here is not None and there is not None and there > here


def arrows(tree):
    wrong = []
    for path in tree.files(".h", ".cpp", ".def"):
        name, text = tree.name(path), read(path)
        if "TRANSGRESSION" in text:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            match = INCLUDE.match(line)
            if match and _room(match.group(1)) in MAY_INCLUDE and _turns_back(name, match.group(1)):
                wrong.append(f"{name}:{number}: includes {match.group(1)}, "
                             "which stands higher or beside")
    return wrong


def clocks(tree):
    """Java sees the program's clock alone, and what is not Java's reads the machine's."""
    wrong = []
    for path in tree.files(".h", ".cpp"):
        name = tree.name(path)
        for folders, others, words in CLOCKS:
            if name.startswith(folders) and not name.startswith(others):
                wrong += [f"{name}: uses {word}" for word in sorted(set(words.findall(read(path))))]
    return wrong


def folders(tree):
    count = {}
    for path in tree.files(*CODE, ".py", ".txt", ".md", ".map"):
        folder = tree.name(path.parent)
        count[folder] = count.get(folder, 0) + 1
    return [f"{folder}: {number} files, at most {MOST_FILES}: give a part of them a folder"
            for folder, number in sorted(count.items()) if number > MOST_FILES]


def lengths(tree):
    table = {}
    listed = tree.root / "tests/layout/lengths.txt"
    for line in (read(listed).splitlines() if listed.is_file() else ()):
        if line and not line.startswith("#"):
            count, name = line.split(None, 1)
            table[name] = int(count)
    wrong = []
    for path in tree.files(*CODE, ".py"):
        name = tree.name(path)
        count = len(read(path).splitlines())
        allowed = table.pop(name, MOST_LINES)
        if count > allowed:
            wrong.append(f"{name}: {count} lines, at most {allowed}: split it, or raise its line "
                         "in lengths.txt with a reason in the commit")
    return wrong + [f"{name}: listed in lengths.txt but gone" for name in table]


def width(tree):
    wrong = []
    for path in [*tree.files(*CODE, ".py"), *tree.documents()]:
        for number, line in enumerate(read(path).splitlines(), 1):
            is_table = path.suffix == ".md" and line.startswith("|")
            is_measured = path.parent.name == "results"  # written by programs
            if len(line) > MOST_COLUMNS and not (is_table or is_measured or "http" in line):
                wrong.append(f"{tree.name(path)}:{number}: {len(line)} columns")
    return wrong


def openings(tree):
    return [f"{tree.name(path)}: opens without a comment that says what it is for"
            for path in tree.files(".h", ".cpp") if not read(path).lstrip().startswith(("//", "/*"))]


def clang_format(tree):
    tool = shutil.which("clang-format-14") or shutil.which("clang-format")
    if tool is None:
        return None
    names = [str(path) for path in tree.files(".h", ".cpp")]
    run = subprocess.run([tool, "--dry-run", *names], cwd=tree.root, capture_output=True, text=True)
    return [line for line in run.stderr.splitlines() if "[-Wclang-format-violations]" in line]


def _included_first(tree):
    """The headers that some .cpp compiles alone anyway, since nothing stands before them."""
    first = re.compile(r'\A[^#]*#include "([^"]+)"')
    matches = (first.match(read(path)) for path in tree.files(".cpp"))
    return {match.group(1) for match in matches if match}


def lone(tree, folder):
    """One translation unit a header; rewritten only if its text changed, for a quick next build."""
    out = pathlib.Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    wanted = set()
    for name in {tree.name(path) for path in tree.files(".h")} - _included_first(tree):
        file = out / (name.replace("/", "__") + ".cpp")
        text = f'#include "{name}"\n#include "{name}"\n'
        wanted.add(file)
        if not file.exists() or read(file) != text:
            file.write_text(text)
    for stale in set(out.glob("*.cpp")) - wanted:
        stale.unlink()
    return []
