"""gdb commands that show what the VM sees: source this file in a gdb that debugs a debug build of minijvm, running or as a core file.

    jstack          the Java stack of gdb's current thread;  jstack all: of every Java thread
    jobj ADDRESS    an object: its class, its lock state, fields or elements;  strings as text;  of a mirror also the statics
    jlock ADDRESS   an object's multi-use word, decoded, and the queue of lock records behind it
    jheap           the spaces of the heap
    jcode           the bytecode around the instruction in progress;  jcode all: of the whole method;  jcode EXPRESSION: of a Method*

ADDRESS is any gdb expression: a number, s.locals[0].ref, $rax. Nothing here calls a function of the program, and every layout, enumerator
and constant is read from its debug information, so that nothing needs to be kept in step. Proved by tests/gdb.
"""

import os
import struct
import sys

import gdb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from gdb_values import *  # noqa: E402,F403


# --- objects ---


def object_at(argument):
    value = evaluate(argument)
    return pointer_to(RUNTIME + "Object", int(value.cast(gdb.lookup_type("unsigned long"))))


def class_of(obj):
    return pointer_to(RUNTIME + "Class", int(obj["class_word_"]) & 0xFFFFFFFF)


def array_length(obj):
    return int(obj["class_word_"]) >> 32


def header_bytes():
    """Fields and elements follow the header at once."""
    return gdb.lookup_type(RUNTIME + "Object").sizeof


def string_text(obj):
    klass = class_of(obj)
    value = load(obj, find_field(klass, "value"))
    if value == 0:
        return None
    array = pointer_to(RUNTIME + "Object", value)
    data = read(value + header_bytes(), min(array_length(array), 400))
    return data.decode("latin-1" if load(obj, find_field(klass, "coder")) == 0 else "utf-16-le", errors="replace")


# BasicType's enumerator -> how the bytes are read.
FORMATS = {"kBoolean": "<?", "kChar": "<H", "kFloat": "<f", "kDouble": "<d", "kByte": "<b", "kShort": "<h", "kInt": "<i", "kLong": "<q",
           "kObject": "<Q", "kArray": "<Q"}


def load_as(address, basic_type):
    form = FORMATS[basic_type]
    return struct.unpack(form, read(address, struct.calcsize(form)))[0]


def load(obj, field):
    return load_as(int(obj) + int(field["offset"]), short_enum(field["type"]))


def value_text(value, basic_type):
    if basic_type in ("kObject", "kArray"):
        return "null" if value == 0 else brief(pointer_to(RUNTIME + "Object", value))
    return repr(chr(value)) if basic_type == "kChar" else str(value).lower() if basic_type == "kBoolean" else str(value)


def brief(obj):
    """One reference on one line."""
    try:
        klass = class_of(obj)
        name = class_name(klass)
        if name == "java.lang.String":
            return f'{int(obj):#x} "{string_text(obj)}"'
        if is_array(klass):
            return f"{int(obj):#x} {name} of length {array_length(obj)}"
        return f"{int(obj):#x} {name}"
    except (gdb.error, gdb.MemoryError):
        return f"{int(obj):#x} (not an object)"


def is_array(klass):
    return short_enum(klass["kind"]) in ("kObjectArray", "kPrimitiveArray")


def print_fields(obj, klass, static):
    for each in [klass] if static else supers(klass):
        for field in span(each["fields"]):
            if is_static(field) != static:
                continue
            basic_type = short_enum(field["type"])
            print(f"  +{int(field['offset']):<4} {symbol_text(field['name'])} {symbol_text(field['descriptor'])} = "
                  f"{value_text(load(obj, field), basic_type)}")


def print_elements(obj, klass, most=32):
    basic_type = "kObject" if short_enum(klass["kind"]) == "kObjectArray" else short_enum(klass["element_type"])
    size = struct.calcsize(FORMATS[basic_type])
    start = int(obj) + header_bytes()
    for i in range(min(array_length(obj), most)):
        print(f"  [{i}] {value_text(load_as(start + i * size, basic_type), basic_type)}")
    if array_length(obj) > most:
        print(f"  ... {array_length(obj) - most} more")


class JObj(gdb.Command):
    """jobj ADDRESS: an object's class, lock state, and fields or elements; of a mirror also its class's statics."""

    def __init__(self):
        super().__init__("jobj", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        obj = object_at(argument)
        if int(obj) == 0:
            print("null")
            return
        klass = class_of(obj)
        print(f"{brief(obj)}  (Class* {int(klass):#x}, {describe_word(word_of(obj))})")
        if is_array(klass):
            print_elements(obj, klass)
            return
        print_fields(obj, klass, static=False)
        if class_name(klass) == "java.lang.Class":
            self.print_statics(obj)

    def print_statics(self, mirror):
        table = evaluate("minijvm::vm::gdb_well_known").dereference()
        klass = pointer_to(RUNTIME + "Class", load_as(int(mirror) + int(table["Class_vm_class"]), "kLong"))
        print(f"the mirror of {class_name(klass)}, Class* {int(klass):#x}, {short_enum(atomic(klass['state']))}; statics:")
        print_fields(mirror, klass, static=True)


# --- locks ---


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


def describe_word(word):
    state = lock_state(word)
    if state == "NEUTRAL":
        return f"NEUTRAL, {neutral_text(word)}"
    if state == "BUSY":
        return f"BUSY, meta-locked by ExecEnv {word & ~constant('kLockStateMask'):#x}"
    queue = ", Q" if word & constant("kQueueBit") else ""
    return f"{state}{queue}, first record {without_tags(word):#x}"


def thread_text(ee):
    return f"thread {int(ee['id_'])} {thread_name(ee)}"


class JLock(gdb.Command):
    """jlock ADDRESS: an object's multi-use word and the lock records that queue behind it."""

    def __init__(self):
        super().__init__("jlock", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        obj = object_at(argument)
        word = word_of(obj)
        print(f"word {word:#018x}: {describe_word(word)}")
        state = lock_state(word)
        if state not in ("LOCKED", "WAITERS"):
            return
        record = pointer_to(SYNC + "LockRecord", without_tags(word))
        print(f"  stored: {neutral_text(int(atomic(record['stored_bits'])))}")
        role = "owner" if state == "LOCKED" else "queued"
        while int(record) != 0:
            ee = atomic(record["owner"]).dereference()
            wait = short_enum(atomic(ee["wait_state_"]))
            print(f"  {role:6} record {int(record):#x}, count {int(record['lock_count'])}, {thread_text(ee)}" + ("" if wait == "kNone" else f", {wait}"))
            record = atomic(record["queue"])
            role = "queued"


# --- threads and frames ---


def exec_envs():
    """Every ExecEnv on the thread list."""
    ee = evaluate("'minijvm::sync::(anonymous namespace)::world'.first")
    while int(ee) != 0:
        yield ee.dereference()
        ee = ee["list_next_"]


def java_thread(ee):
    return ee.address.cast(gdb.lookup_type(RUNTIME + "JavaThread").pointer()).dereference()


def thread_name(ee):
    obj = java_thread(ee)["thread_object"]
    if int(obj) == 0:
        return "(no Thread object)"
    name = load(obj, find_field(class_of(obj), "name"))
    return "(unnamed)" if name == 0 else f'"{string_text(pointer_to(RUNTIME + "Object", name))}"'


def cpp_frames():
    frame = gdb.newest_frame()
    while frame is not None and frame.is_valid():
        yield frame
        frame = frame.older()


def live_state():
    """The interpreter's registers, from the innermost C++ frame that has them: an op_* body, its slow path or the loop. (self, fp, pc) or None."""
    for frame in cpp_frames():
        try:
            state = frame.read_var("s")
        except (ValueError, gdb.error):
            continue
        kind = str(state.type.strip_typedefs().unqualified())
        if not kind.startswith("minijvm::interp::State"):
            continue
        state = state.referenced_value() if state.type.code == gdb.TYPE_CODE_REF else state
        if int(state["fp"]) == 0 or int(state["method"]) == 0:
            return None
        return state
    return None


def current_thread():
    """The JavaThread of gdb's thread: from the thread-local, else from a frame that has `self`."""
    try:
        ee = evaluate("'minijvm::sync::(anonymous namespace)::current_of_this_lwp'")
        if int(ee) != 0:
            return java_thread(ee.dereference())
        return None
    except gdb.error:
        state = live_state()
        if state is None:
            raise gdb.GdbError("which Java thread this is cannot be told here; try `jstack all`")
        return state["self"].referenced_value() if state["self"].type.code == gdb.TYPE_CODE_REF else state["self"]


class Frames:
    """Walks a Java stack from (fp, pc) outwards; entry frames, which lead through C++, are yielded as None."""

    def __init__(self, fp, pc):
        self.fp, self.pc = fp, pc
        self.return_pc, self.caller, self.method = (constant(name) for name in ("kFrameReturnPc", "kFrameCaller", "kFrameMethod"))
        self.entry = constant("kEntryFrame")

    def __iter__(self):
        fp, pc = self.fp, self.pc
        while fp != 0:
            slots = pointer_to(RUNTIME + "Slot", fp)
            method = int(slots[self.method]["bits"])
            if method == self.entry:
                yield None, fp, pc
            else:
                yield pointer_to(RUNTIME + "Method", method), fp, pc
            pc, fp = int(slots[self.return_pc]["bits"]), int(slots[self.caller]["bits"])


def print_frames(fp, pc, most=200):
    for number, (method, frame_fp, frame_pc) in enumerate(Frames(fp, pc)):
        if number >= most:
            print("    ...")
            return
        if method is None:
            print("    -- called from C++ --")
            continue
        bci = bci_of(method, frame_pc)
        at = "" if bci is None else f" bci {bci}"
        print(f"    {method_name(method)}{symbol_text(method['descriptor'])}{at} ({place(method, bci)})  fp {frame_fp:#x}")


def print_thread(thread, state=None):
    ee = thread[thread.type.fields()[0]] if thread.type.fields()[0].is_base_class else thread
    waiting = short_enum(atomic(ee["block_kind_"]))
    why = "" if waiting == "kNothing" else f", {waiting}"
    print(f"{thread_text(ee)}: {short_enum(atomic(ee['state_']))}{why}, JavaThread* {int(thread.address):#x}")
    pending = thread["pending_exception"]
    if int(pending) != 0:
        print(f"    pending: {brief(pending)}")
    if state is not None and int(state["self"].address if state["self"].type.code != gdb.TYPE_CODE_REF else state["self"].referenced_value().address) == int(thread.address):
        print_frames(int(state["fp"]), int(state["pc"]))
    else:
        anchor = thread["anchor"]
        print_frames(int(anchor["fp"]), int(anchor["pc"]))


class JStack(gdb.Command):
    """jstack: the Java stack of gdb's current thread, exact even inside an op_* body. jstack all: of every Java thread, as last published."""

    def __init__(self):
        super().__init__("jstack", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        if argument.strip() == "all":
            for ee in exec_envs():
                print_thread(java_thread(ee))
            return
        thread = current_thread()
        if thread is None:
            print("not a Java thread")
            return
        print_thread(thread, live_state())


# --- heap ---


def kilobytes(count):
    return f"{count // 1024}K"


class JHeap(gdb.Command):
    """jheap: the spaces of the heap, what is used of each, and the number of collections."""

    def __init__(self):
        super().__init__("jheap", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        heap = evaluate("'minijvm::gc::(anonymous namespace)::heap_instance'")
        if int(heap) == 0:
            print("there is no heap yet")
            return
        heap = heap.dereference()
        survivors = heap["survivors_"]
        from_index = int(heap["from_index_"])
        spaces = (("fixed", heap["fixed"]["space_"]), ("old", heap["old"]["space_"]), ("from", survivors[from_index]),
                  ("to", survivors[1 - from_index]), ("eden", heap["eden"]))
        for name, space in spaces:
            base, top, limit, end = (int(space[member]) for member in ("base_", "top_", "limit_", "reserved_end_"))
            print(f"{name:6} used {kilobytes(top - base):>8} of {kilobytes(limit - base):>8}  base {base:#x} top {top:#x} limit {limit:#x} end {end:#x}")
        counts = heap["statistics"]["counts_"]
        print(f"{int(counts['young_collections'])} young and {int(counts['full_collections'])} full collections")


# --- bytecode ---


def instruction_length(code, bci, info):
    """Length in bytes; switches and wide are computed (JVMS 6.5.tableswitch, lookupswitch, wide)."""
    length = int(info["length"])
    if length != 0:
        return length
    form = info["format"].string()
    at = (bci + 4) & ~3

    def s4(where):
        return struct.unpack_from(">i", code, where)[0]

    if "T" in form:
        return at + 12 + 4 * (s4(at + 8) - s4(at + 4) + 1) - bci
    if "L" in form:
        return at + 8 + 8 * s4(at + 4) - bci
    widened = enum_names(CLASSFILE + "Opcode")[code[bci + 1]]
    return 6 if widened == "iinc" else 4


def operand_text(code, bci, form):
    """Operands by the letters of opcodes.def."""
    parts = []
    at = 1
    while at < len(form) and form[at] in "ckiotdn":
        letter = form[at]
        size = 1
        while letter in "cko" and at + size < len(form) and form[at + size] == letter:
            size += 1
        raw = int.from_bytes(code[bci + at : bci + at + size], "big", signed=letter in "co")
        parts.append({"k": f"#{raw}", "i": f"{raw}", "o": f"-> {bci + raw}"}.get(letter, str(raw)))
        at += size
    return " ".join(parts)


class JCode(gdb.Command):
    """jcode [all | METHOD]: the bytecode around the instruction in progress, all of it, or that of a Method* expression."""

    AROUND = 6

    def __init__(self):
        super().__init__("jcode", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        argument = argument.strip()
        if argument not in ("", "all"):
            self.show(evaluate(argument), None, None)
            return
        method, bci = self.where()
        self.show(method, bci, None if argument == "all" else self.AROUND)

    def where(self):
        state = live_state()
        if state is not None and not is_native(state["method"]):
            return state["method"], bci_of(state["method"], int(state["pc"]))
        thread = current_thread()
        if thread is not None:
            for method, _, pc in Frames(int(thread["anchor"]["fp"]), int(thread["anchor"]["pc"])):
                if method is not None and not is_native(method):
                    return method, bci_of(method, pc)
        raise gdb.GdbError("this thread runs no bytecode")

    def show(self, method, here, around):
        print(f"{method_name(method)}{symbol_text(method['descriptor'])}  max_locals {int(method['max_locals'])} max_stack {int(method['max_stack'])}")
        code = read(method["bytecode"], int(method["bytecode_length"])) if int(method["bytecode"]) != 0 else b""
        infos = evaluate(CLASSFILE + "kOpInfo")
        rows = []
        bci = 0
        while bci < len(code):
            info = infos[code[bci]]
            rows.append((bci, f"{info['mnemonic'].string():16} {operand_text(code, bci, info['format'].string())}"))
            bci += instruction_length(code, bci, info)
        at = next((i for i, row in enumerate(rows) if row[0] == here), None)
        for i, (bci, text) in enumerate(rows):
            if around is None or at is None or abs(i - at) <= around:
                line = line_of(method, bci)
                print(f"{'=>' if i == at else '  '} {bci:5} {'' if line is None else f'line {line}':>9}  {text.rstrip()}")


for command in (JObj, JLock, JStack, JHeap, JCode):
    command()
