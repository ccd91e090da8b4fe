"""The multi-use word as text, in every lock mode.

The formats are those of sync/multi_use_word.h, sync/modes/thin_locks.cpp and
sync/modes/monitor_cache.cpp. Tested by tests/gdb."""

from gdb_minijvm.values import *  # noqa: F403


def word_of(obj):
    """The bits of an object's multi-use word."""
    return int(atomic(obj["multi_use_word_"]["bits_"]))


def bit_field(mask_name, word):
    """A field of the word, by the mask that the VM uses for it."""
    mask = constant(mask_name)
    return (word & mask) // (mask & -mask)


def lock_state(word):
    """NEUTRAL, LOCKED, WAITERS or BUSY, by the two lowest bits."""
    return enum_names(SYNC + "LockState")[word & constant("kLockStateMask")]


def neutral_text(word):
    """Age and hash of a word that holds nothing else."""
    hash_code = bit_field("kHashMask", word)
    hash_text = f"hash {hash_code:#x}" if hash_code else "no hash yet"
    return f"age {bit_field('kAgeMask', word)}, {hash_text}"


def without_tags(word):
    """The address of the first lock record."""
    return word & ~(constant("kLockStateMask") | constant("kQueueBit"))


def locking_mode():
    """The lock mode: kMetaFast, kMeta, kTas, kThin, kHeavy or kMonitorCache."""
    return short_enum(atomic(evaluate("minijvm::sync::sync_state.locks.mode")))


def describe_thin(word):
    """A word in mode thin or heavy: free, thin or fat."""
    if lock_state(word) == "BUSY":
        return f"fat, monitor {word & ~constant('kLockStateMask'):#x}"
    owner = bit_field("kThinOwnerMask", word)
    if not owner:
        return f"free, {neutral_text(word)}"
    return f"thin, held {bit_field('kThinCountMask', word)} times, {neutral_text(word)}"


def describe_word(word):
    """A word in a few words, by the lock mode."""
    mode = locking_mode()
    if mode in ("kThin", "kHeavy"):
        return describe_thin(word)
    if mode == "kMonitorCache":
        return (f"number {word >> 8:#x}, age {bit_field('kAgeMask', word)}; "
                "its monitor, if any, is in the table")
    state = lock_state(word)
    if state == "NEUTRAL":
        return f"NEUTRAL, {neutral_text(word)}"
    if state == "BUSY":
        return f"BUSY, meta-locked by ExecEnv {word & ~constant('kLockStateMask'):#x}"
    queue = ", Q" if word & constant("kQueueBit") else ""
    return f"{state}{queue}, first record {without_tags(word):#x}"
