"""The rule that asks clang whether each field is used under the mutex that guards it.

gcc, which builds the VM, does not know MJ_GUARDED_BY and the other marks of base/thread_safety.h.
So clang parses each .cpp of the rooms below that includes these marks, and generates no code. The
standard library's headers are precompiled first, which halves the time.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from sources import read

HERE = pathlib.Path(__file__).resolve().parent
MARKS = "base/thread_safety.h"
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)"', re.MULTILINE)
ROOMS = ("base", "classfile", "sync", "runtime", "gc")  # those that have guarded fields
# As in the debug build (cmake/compile_options.cmake).
FLAGS = ("-std=gnu++20", "-fno-exceptions", "-DMINIJVM_DEBUG=1")
WARNINGS = ("-fsyntax-only", "-Wthread-safety", "-Werror=thread-safety")


def _marked(folders, names):
    """Those of the files that include the marks, directly or by way of other headers."""
    known = {MARKS: True}

    def includes_marks(name):
        if name not in known:
            known[name] = False  # for headers that include each other
            paths = [folder / name for folder in folders if (folder / name).is_file()]
            included = INCLUDE.findall(read(paths[0])) if paths else []
            known[name] = any(includes_marks(other) for other in included)
        return known[name]

    return [name for name in names if includes_marks(name)]


def _precompile(compiler, tree, folder):
    """The flags that make a compilation use the precompiled headers; none in a tree without them."""
    header = tree.root / "cmake/precompiled.h"
    if not header.is_file():
        return []
    out = pathlib.Path(folder) / "precompiled.pch"
    subprocess.run([*compiler, "-x", "c++-header", str(header), "-o", str(out)], check=True)
    return ["-include-pch", str(out)]


def _errors(command, root):
    run = subprocess.run(command, cwd=root, capture_output=True, text=True)
    lines = [line for line in run.stderr.splitlines() if "error:" in line]
    return lines or ([f"{command[-1]}: clang ended with {run.returncode}"] if run.returncode else [])


def thread_safety(tree):
    tool = shutil.which("clang++-14") or shutil.which("clang++")
    if tool is None:
        return None
    # A fixture has no mutexes of its own: it includes those of this tree.
    folders = [tree.root, HERE.parent.parent]
    compiler = [tool, *FLAGS, *(f"-I{folder}" for folder in folders)]
    names = _marked(folders, [tree.name(path) for path in tree.files(".cpp", rooms=ROOMS)])
    with tempfile.TemporaryDirectory() as folder:
        common = [*compiler, *_precompile(compiler, tree, folder), *WARNINGS]
        commands = [[*common, name] for name in names]
        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as workers:
            found = workers.map(lambda command: _errors(command, tree.root), commands)
            # A header is read by many files, but each of its errors is said once.
            return list(dict.fromkeys(line for lines in found for line in lines))
