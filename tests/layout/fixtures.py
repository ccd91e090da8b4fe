"""For each rule of `check` a tree of a few lines that breaks it, and what the rule must say then.

A rule without a fixture is an error: nobody would notice if it found nothing.
"""

import contextlib
import io
import pathlib
import tempfile

from sources import Tree

_CODE = "// What this file is for.\nint code = 1;\n"
_LIMITS = ("macros 0\nvoid_pointer_members 0\nstd_mutexes 0\nstd_atomics 0\n"
           "raw_field_offsets 0\nglobals 0\n")

# Each function breaks the rule thread_safety in its own way.
_NATIVE_MUTEX = """#include "base/native_mutex.h"
minijvm::NativeMutex mutex;
int value MJ_GUARDED_BY(mutex) = 0;
int unlocked() { return value; }
"""
_RANKED_MUTEX = """#include "sync/threads/vm_mutex.h"
using namespace minijvm::sync;
class Counter {
 public:
  void unlocked() {
    value_ = 0;
  }
  void wait_unlocked() {
    while (changed_.wait(mutex_)) {
    }
  }
  void call() { add(); }

  void never_unlocks() {
    mutex_.lock();
  }

 private:
  void add() MJ_REQUIRES(mutex_) { ++value_; }
  Mutex mutex_{LockRank::kLeaf};
  CondVar changed_;
  int value_ MJ_GUARDED_BY(mutex_) = 0;
};
"""

# rule: (files, texts that the rule must print)
FIXTURES = {
    "arrows": ({
        "base/up.h": '#include "sync/monitor.h"\n',
        "runtime/aside.cpp": '#include "gc/heap.h"\n',
        "sync/decide/aside.h": '#include "sync/decide/policy.h"\n#include "sync/monitor.h"\n',
        "vm/java/up.cpp": '#include "vm/boot/boot.h"\n',
        "vm/boot/boot.cpp": '#include "tools/stepper/stepper.h"\n',
    }, ["base/up.h:1: includes sync/monitor.h", "runtime/aside.cpp:1: includes gc/heap.h",
        "sync/decide/aside.h:2: includes sync/monitor.h", "vm/java/up.cpp:1: includes vm/boot/boot.h",
        "vm/boot/boot.cpp:1: includes tools/stepper/stepper.h"]),
    "doors": ({
        "gc/doors.h": "".join(f"class Door{number} {{\n  virtual void pass() = 0;\n}};\n"
                              for number in range(9)) + "void set_exit(void (*hook)());\n",
        "gc/README.md": "## Doors\n`Door1` ... `Door8`\n\n## Sources\n`Door0`\n",
        "vm/through.cpp": "".join(f"class Through{number} : public gc::Door{number} {{\n}};\n"
                                  for number in range(9)),
    }, ["9 doors, at most 8", "Door0: a door that gc/README.md does not list",
        "gc/doors.h: registers a function"]),
    "clocks": ({
        "vm/java/a.cpp": "auto now = sync::machine_ns();\n",
        "gc/policy/a.cpp": "auto now = sync::program_ns();\n",
        "gc/references/reference_processor.cpp": "auto now = sync::program_ns();\n",
        "tools/manage/a.cpp": "sync::futex_wait(word, 0, sync::on_machine(until));\n",
    }, ["vm/java/a.cpp: uses machine_ns", "gc/policy/a.cpp: uses sync::program_ns",
        "tools/manage/a.cpp: uses on_machine"]),
    "folders": ({f"gc/file{number}.h": _CODE for number in range(41)}, ["gc: 41 files, at most 40"]),
    "lengths": ({
        "gc/long.cpp": _CODE * 201,
        "tests/layout/lengths.txt": "500 gc/gone.cpp\n",
    }, ["gc/long.cpp: 402 lines, at most 400", "gc/gone.cpp: listed in lengths.txt but gone"]),
    "width": ({
        "gc/wide.h": "// " + "x" * 98 + "\n",
        "README.md": "word " * 21 + "\n",
    }, ["gc/wide.h:1: 101 columns", "README.md:1: 105 columns"]),
    "openings": ({"gc/silent.cpp": "int code = 1;\n"}, ["gc/silent.cpp: opens without a comment"]),
    "words": ({
        "gc/odd.h": "// Proved by tests/gc.\nint clerk = 1;  // the clerk\n",
        "README.md": "The list is made anew.\n",
    }, ["gc/odd.h:1: 'Proved by'", "gc/odd.h:2: 'clerk'", "README.md:1: 'anew'"]),
    "headless": ({"gc/a.h": "// Opens well.\n// What follows is the same comment.\n\n"
                            "  // Whether it fits.\n"}, ["gc/a.h:4: begins without an actor"]),
    "pointers": ({
        "gc/a.h": "// See gc/b.cpp:/missing/ and gc/c.cpp:/text/.\n",
        "gc/b.cpp": _CODE,
    }, ["gc/a.h: gc/b.cpp does not hold 'missing'", "gc/a.h: no file gc/c.cpp"]),
    "proofs": ({"gc/a.h": "// Tested by tests/gc/gone_test.cpp.\n"},
               ["gc/a.h: names tests/gc/gone_test.cpp, which does not exist"]),
    "tour": ({
        "TOUR.md": "## 1. A stop: `gc/long.cpp`\n## 2. Another: `gc/gone.cpp`\n",
        "gc/long.cpp": _CODE * 1751,
    }, ["no file gc/gone.cpp", "its files have 3502 lines, at most 3500"]),
    "ratchet": ({
        "tests/layout/limits.txt": _LIMITS,
        "gc/a.h": "#define MJ_NEW 1\nclass A {\n  void* any_ = nullptr;\n  std::mutex mutex_;\n"
                  "  std::atomic<int> count_;\n};\n"
                  "int offset = wk().Thread_eetop;\n",
    }, [f"{name}: 1, at most 0" for name in
        ("macros", "void_pointer_members", "std_mutexes", "std_atomics", "raw_field_offsets")]),
    "thread_safety": ({
        "base/native.cpp": _NATIVE_MUTEX,
        "gc/ranked.cpp": _RANKED_MUTEX,
    }, ["base/native.cpp:4:25: error: reading variable 'value' requires holding mutex 'mutex'",
        "gc/ranked.cpp:6:5: error: writing variable 'value_' requires holding mutex 'mutex_'",
        "gc/ranked.cpp:9:21: error: calling function 'wait' requires holding mutex 'mutex_'",
        "gc/ranked.cpp:12:17: error: calling function 'add' requires holding mutex 'mutex_'",
        "gc/ranked.cpp:16:3: error: mutex 'mutex_' is still held at the end of function"]),
    "format": ({
        ".clang-format": "BasedOnStyle: Google\n",
        "gc/a.h": "// What this file is for.\nint   code=1;\n",
    }, ["gc/a.h:2:"]),
}


def failures(rules):
    """What is wrong with the rules themselves: those that do not see what their fixtures break."""
    wrong = [f"{rule}: has no fixture" for rule in rules if rule not in FIXTURES]
    for rule, (files, expected) in FIXTURES.items():
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = pathlib.Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            with contextlib.redirect_stdout(io.StringIO()):
                found = rules[rule](Tree(folder))
        said = "\n".join(found or ())
        if found is not None:
            wrong += [f"{rule}: does not say '{text}' but: {said}"
                      for text in expected if text not in said]
    return wrong
