"""The multi-use word as text, in every lock mode (sync/multi_use_word.h, sync/thin_locks.cpp, sync/monitor_cache.cpp). Proved by tests/gdb."""

from gdb_minijvm.values import *  # noqa: F403


def word_of(obj):
    return int(atomic(obj["multi_use_word_"]["bits_"]))


def bit_field(mask_name, word):
    mask = constant(mask_name)
    return (word & mask) // (mask & -mask)


def lock_state(word):
    return enum_names(SYNC + "LockState")[word & constant("kLockStateMask")]


def neutral_text(word):
    hash_code = bit_field("kHashMask", word)
    return f"age {bit_field('kAgeMask', word)}, " + (f"hash {hash_code:#x}" if hash_code else "no hash yet")


def without_tags(word):
    return word & ~(constant("kLockStateMask") | constant("kQueueBit"))


def locking_mode():
    """kMetaFast, kMeta, kTas, kThin or kMonitorCache."""
    return short_enum(atomic(evaluate("'minijvm::sync::(anonymous namespace)::chosen_mode'")))


def describe_thin(word):
    if lock_state(word) == "BUSY":
        return f"fat, monitor {word & ~constant('kLockStateMask'):#x}"
    owner = bit_field("kThinOwnerMask", word)
    return f"thin, held {bit_field('kThinCountMask', word)} times, {neutral_text(word)}" if owner else f"free, {neutral_text(word)}"


def describe_word(word):
    mode = locking_mode()
    if mode == "kThin":
        return describe_thin(word)
    if mode == "kMonitorCache":
        return f"number {word >> 8:#x}, age {bit_field('kAgeMask', word)}; its monitor, if any, is in the table"
    state = lock_state(word)
    if state == "NEUTRAL":
        return f"NEUTRAL, {neutral_text(word)}"
    if state == "BUSY":
        return f"BUSY, meta-locked by ExecEnv {word & ~constant('kLockStateMask'):#x}"
    queue = ", Q" if word & constant("kQueueBit") else ""
    return f"{state}{queue}, first record {without_tags(word):#x}"
