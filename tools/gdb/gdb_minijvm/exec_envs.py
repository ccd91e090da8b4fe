"""jee: the fields of a thread that the locking protocol uses, as figure 1 names them.

Tested by tests/gdb."""

from gdb_minijvm.threads import *  # noqa: F403

# Agesen et al., OOPSLA '99, figure 1, and the fields of sync/threads/exec_env.h for each part. The
# fields of `paper_` serve -XX:MetaLockGate=paper. sync/README.md explains the difference.
FIGURE_1 = [
    ("metaLockMutex", ["meta_.gate", "paper_.meta_lock_mutex_"]),
    ("metaLockCondvar", ["meta_.permit", "paper_.meta_lock_condvar_"]),
    ("gotMetaLockSlow", ["meta_.permit", "paper_.got_meta_lock_slow_"]),
    ("bitsForGrab", ["meta_.gate", "paper_.bits_for_grab_"]),
    ("metaLockBits", ["meta_.bits", "meta_.out_bits", "paper_.meta_lock_bits_"]),
    ("succEE", ["meta_.gate", "paper_.succ_ee_"]),
    ("monitorLockMutex", ["monitor_parker_"]),
    ("monitorLockCondvar", ["monitor_parker_"]),
    ("isWaitingForNotify", ["wait_state_"]),
    ("other fields", ["interrupted_", "meta_held_", "lock_records_.allocated_"]),
]


def field_of(ee, path):
    """The member at a path such as "meta_.gate"."""
    for name in path.split("."):
        ee = ee[name]
    return ee


def field_text(ee, path):
    """A parker as its word, a C library type by its name alone, anything else by its value."""
    value = field_of(ee, path)
    kind = value.type.strip_typedefs()
    if kind.name == SYNC + "Parker":
        return f"{path} {int(atomic(value['word_']))}"
    is_ours = kind.name is None or kind.name.startswith(SYNC)
    if not is_ours and kind.code == gdb.TYPE_CODE_UNION:
        return path
    value = atomic(value)
    is_enum = value.type.strip_typedefs().code == gdb.TYPE_CODE_ENUM
    return f"{path} {short_enum(value) if is_enum else hex(int(value))}"


def thread_numbered(number):
    """The ExecEnv of the Java thread with that number."""
    for ee in exec_envs():
        if int(ee["id_"]) == number:
            return ee
    raise gdb.GdbError(f"there is no thread {number}")


class Jee(JavaCommand):
    """jee [NUMBER]: the execution environment of gdb's current thread, or of thread NUMBER.

    Each line has a field of the paper's figure 1, then the fields that play its part here."""

    KIND = gdb.COMMAND_STACK

    def run(self, argument):
        ee = thread_numbered(int(argument)) if argument else this_thread()
        print(f"{thread_text(ee)}, ExecEnv* {int(ee.address):#x}")
        for name, paths in FIGURE_1:
            print(f"  {name:18}  " + ", ".join(field_text(ee, path) for path in paths))


Jee()
