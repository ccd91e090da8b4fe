"""jlock: an object's multi-use word and the threads queued behind it, in every lock mode.

Tested by tests/gdb."""

from gdb_minijvm.threads import *  # noqa: F403


def print_records(first, state):
    """The queue of lock records. In state LOCKED the first record is the owner's."""
    record = first
    keeper = first if int(first["tail"]) != 0 else atomic(first["queue"])  # sync::keeper_of
    print(f"  stored: {neutral_text(int(atomic(keeper['stored_bits'])))}")
    role = "owner" if state == "LOCKED" else "queued"
    while int(record) != 0:
        ee = atomic(record["owner"]).dereference()
        wait = short_enum(atomic(ee["wait_state_"]))
        print(f"  {role:6} record {int(record):#x}, count {int(record['lock_count'])}, "
              f"{thread_text(ee)}" + ("" if wait == "kNone" else f", {wait}"))
        record = atomic(record["queue"])
        role = "queued"


def print_queue(role, queue):
    """One queue of a fat monitor."""
    ee = queue["first_"]
    while int(ee) != 0:
        print(f"  {role:9} {thread_text(ee.dereference())}")
        ee = ee["fat_next_"]


def print_fat(monitor):
    """Prints a FatMonitor (sync/modes/fat_monitor.h): an inflated thin lock's, or the cache's."""
    owner = monitor["owner_"]
    held = int(owner) != 0
    print("  owner     " + (f"{thread_text(owner.dereference())}, count {int(monitor['count_'])}"
                            if held else "nobody"))
    print_queue("contender", monitor["entering_"])
    print_queue("waiter", monitor["waiting_"])


def thin_owner(word):
    """The ExecEnv whose number a thin lock holds."""
    registry = atomic(evaluate("minijvm::sync::sync_state.thin.made_")).dereference()
    threads = registry["numbers"]["threads_"]
    return atomic(threads[bit_field("kThinOwnerMask", word)]).dereference()


def cached_monitor(word):
    """The monitor that the cache's table has for the number in the word, or None."""
    table = atomic(evaluate("minijvm::sync::sync_state.monitor_cache.made_"))
    if int(table) == 0:
        return None
    buckets = table["buckets_"]["_M_elems"]
    entry = buckets[(word >> 8) % (buckets.type.strip_typedefs().range()[1] + 1)]
    while int(entry) != 0 and int(entry["number"]) != word >> 8:
        entry = entry["next"]
    return None if int(entry) == 0 else entry["monitor"]


class JLock(JavaCommand):
    """jlock ADDRESS: an object's multi-use word, and the lock records or fat monitor behind it."""

    def run(self, argument):
        word = word_of(object_at(argument))
        print(f"word {word:#018x}: {describe_word(word)}")
        mode, state = locking_mode(), lock_state(word)
        if mode in ("kThin", "kHeavy"):
            if state == "BUSY":
                print_fat(pointer_to(SYNC + "FatMonitor", word & ~constant("kLockStateMask")))
            elif bit_field("kThinOwnerMask", word):
                print(f"  owner     {thread_text(thin_owner(word))}")
        elif mode == "kMonitorCache":
            monitor = cached_monitor(word)
            if monitor is not None:
                print_fat(monitor)
        elif state in ("LOCKED", "WAITERS"):
            print_records(pointer_to(SYNC + "LockRecord", without_tags(word)), state)
        elif state == "BUSY" and mode != "kTas":
            ee = pointer_to(SYNC + "ExecEnv", word & ~constant("kLockStateMask"))
            print(f"  last in the queue for the meta-lock: {thread_text(ee.dereference())}")


JLock()
