"""jlock: an object's multi-use word and who queues behind it, in every lock mode. Proved by tests/gdb."""

from gdb_minijvm.threads import *  # noqa: F403


def print_records(first, state):
    record = first
    print(f"  stored: {neutral_text(int(atomic(record['stored_bits'])))}")
    role = "owner" if state == "LOCKED" else "queued"
    while int(record) != 0:
        ee = atomic(record["owner"]).dereference()
        wait = short_enum(atomic(ee["wait_state_"]))
        print(f"  {role:6} record {int(record):#x}, count {int(record['lock_count'])}, {thread_text(ee)}" + ("" if wait == "kNone" else f", {wait}"))
        record = atomic(record["queue"])
        role = "queued"


def print_queue(role, queue):
    ee = queue["first_"]
    while int(ee) != 0:
        print(f"  {role:9} {thread_text(ee.dereference())}")
        ee = ee["fat_next_"]


def print_fat(monitor):
    """A FatMonitor (sync/fat_monitor.h): of an inflated thin lock, or of the monitor cache."""
    owner = monitor["owner_"]
    print("  owner     " + (thread_text(owner.dereference()) + f", count {int(monitor['count_'])}" if int(owner) != 0 else "nobody"))
    print_queue("contender", monitor["entering_"])
    print_queue("waiter", monitor["waiting_"])


def thin_owner(word):
    threads = evaluate("'minijvm::sync::(anonymous namespace)::numbers'")["threads_"]
    return atomic(threads[bit_field("kThinOwnerMask", word)]).dereference()


def cached_monitor(word):
    """The table's entry for the number in the word, or None."""
    table = evaluate("'minijvm::sync::(anonymous namespace)::table'")
    buckets = table["buckets_"]["_M_elems"]
    entry = buckets[(word >> 8) % (buckets.type.strip_typedefs().range()[1] + 1)]
    while int(entry) != 0 and int(entry["number"]) != word >> 8:
        entry = entry["next"]
    return None if int(entry) == 0 else entry["monitor"]


class JLock(JavaCommand):
    """jlock ADDRESS: an object's multi-use word, and the lock records or the fat monitor behind it."""

    def run(self, argument):
        word = word_of(object_at(argument))
        print(f"word {word:#018x}: {describe_word(word)}")
        mode, state = locking_mode(), lock_state(word)
        if mode == "kThin":
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
