"""Java threads and their frames: jstack, jthreads, jlwps, jframe, jbt. Proved by tests/gdb."""

import gdb
from gdb.FrameDecorator import FrameDecorator

from gdb_minijvm.objects import *  # noqa: F403


def exec_envs():
    """Every ExecEnv on the thread list."""
    ee = evaluate("'minijvm::sync::(anonymous namespace)::world'.first")
    while int(ee) != 0:
        yield ee.dereference()
        ee = ee["list_next_"]


def java_thread(ee):
    return ee.address.cast(gdb.lookup_type(RUNTIME + "JavaThread").pointer()).dereference()


def thread_text(ee):
    return f"thread {int(ee['id_'])} {thread_name(ee)}"


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


def innermost(thread):
    """(fp, pc) of a thread: of the interpreter's registers, if gdb's thread is this one and has them, else as last published."""
    state = live_state()
    if state is not None:
        owner = state["self"].referenced_value() if state["self"].type.code == gdb.TYPE_CODE_REF else state["self"]
        if int(owner.address) == int(thread.address):
            return int(state["fp"]), int(state["pc"])
    return int(thread["anchor"]["fp"]), int(thread["anchor"]["pc"])


def this_thread():
    thread = current_thread()
    if thread is None:
        raise gdb.GdbError("not a Java thread")
    return thread


class JStack(JavaCommand):
    """jstack: the Java stack of gdb's current thread, exact even inside an op_* body. jstack all: of every Java thread, as last published."""

    KIND = gdb.COMMAND_STACK

    def run(self, argument):
        if argument == "all":
            for ee in exec_envs():
                print_thread(java_thread(ee))
            return
        print_thread(this_thread(), live_state())


def waits_for(thread, ee):
    """What it blocks for, as the class of the object and its address."""
    waiting = short_enum(atomic(ee["block_kind_"]))
    slot = int(atomic(ee["blocked_on_"]))
    if waiting == "kNothing":
        return ""
    obj = struct.unpack("<Q", read(slot, 8))[0] if slot else 0
    return f", {waiting}" + (f" {brief(pointer_to(RUNTIME + 'Object', obj))}" if obj else "")


class JThreads(JavaCommand):
    """jthreads: every Java thread, its state, what it waits for, and its innermost frame."""

    KIND = gdb.COMMAND_STACK

    def run(self, argument):
        for ee in exec_envs():
            thread = java_thread(ee)
            print(f"{thread_text(ee)}: {short_enum(atomic(ee['state_']))}{waits_for(thread, ee)}, JavaThread* {int(thread.address):#x}")
            for method, _, pc in Frames(int(thread["anchor"]["fp"]), int(thread["anchor"]["pc"])):
                if method is not None:
                    print(f"    {method_name(method)}{symbol_text(method['descriptor'])} ({place(method, bci_of(method, pc))})")
                    break


def thread_on_lwp():
    """The ExecEnv that gdb's thread runs, by its thread-local; 0: none, or the thread has never touched the library."""
    try:
        return int(evaluate("'minijvm::sync::(anonymous namespace)::current_of_this_lwp'"))
    except gdb.error:
        return 0


class JLwps(JavaCommand):
    """jlwps: the kernel's threads (LWPs) and which Java thread each of them runs."""

    KIND = gdb.COMMAND_STACK

    def run(self, argument):
        names = {int(ee.address): thread_text(ee) for ee in exec_envs()}
        before = gdb.selected_thread()
        try:
            for thread in sorted(gdb.selected_inferior().threads(), key=lambda each: each.num):
                thread.switch()
                print(f"  gdb {thread.num:<3} LWP {thread.ptid[1]:<8} {thread.name or '':<16} {names.get(thread_on_lwp(), 'not a Java thread')}")
        finally:
            before.switch()


def local_variables(method, bci):
    """Rows of the LocalVariableTable in scope (JVMS 4.7.13): slot -> (name, descriptor)."""
    code = unique_pointer(method["info"]["code"]) if int(method["info"]) != 0 else gdb.Value(0)
    rows = {}
    if int(code) == 0 or bci is None:
        return rows
    pool = method["pool"]["raw_"]
    pool = pool.referenced_value() if pool.type.code == gdb.TYPE_CODE_REF else pool
    for table in vector(code["local_variables"]):
        for start, length, name, descriptor, slot in struct.iter_unpack(">HHHHH", read(table["rows_"], int(table["count_"]) * 10)):
            if start <= bci < start + length:
                rows[slot] = (pool_utf8(pool, name), pool_utf8(pool, descriptor))
    return rows


def pool_utf8(pool, index):
    """A Utf8 constant (JVMS 4.4.7), from the class file's bytes."""
    start = int(pool["bytes_"]) + int(unique_pointer(pool["offsets_"])[index])
    return read(start + 2, int.from_bytes(read(start, 2), "big")).decode("utf-8", errors="replace")


SLOT_VIEWS = {"J": ("long", "<q"), "F": ("float", "<f"), "D": ("double", "<d")}


def slot_text(bits, descriptor):
    """A slot by its variable's type; without one as a number, and as an object if it is one."""
    raw = struct.pack("<Q", bits)
    if descriptor[:1] in ("L", "["):
        return "null" if bits == 0 else brief(pointer_to(RUNTIME + "Object", bits))
    if descriptor in SLOT_VIEWS:
        return str(struct.unpack(SLOT_VIEWS[descriptor][1], raw[: struct.calcsize(SLOT_VIEWS[descriptor][1])])[0])
    number = struct.unpack("<i", raw[:4])[0]
    if descriptor == "C":
        return repr(chr(number & 0xFFFF))
    if descriptor == "Z":
        return "true" if number else "false"
    if descriptor:
        return str(number)
    text = brief(pointer_to(RUNTIME + "Object", bits)) if bits > 0xFFFFFFFF and bits % 8 == 0 else ""
    return text if text and "not an object" not in text else f"{number} ({bits:#x})"


class JFrame(JavaCommand):
    """jframe [N]: locals and operand slots of the N-th Java frame of gdb's current thread, 0 the innermost."""

    KIND = gdb.COMMAND_STACK

    def run(self, argument):
        wanted = int(argument or 0)
        frames = [each for each in Frames(*innermost(this_thread())) if each[0] is not None]
        if wanted >= len(frames):
            raise gdb.GdbError(f"there are {len(frames)} Java frames")
        method, fp, pc = frames[wanted]
        bci = None if is_native(method) else bci_of(method, pc)
        print(f"{method_name(method)}{symbol_text(method['descriptor'])}" + ("" if bci is None else f" bci {bci}") + f" ({place(method, bci)})")
        slots = pointer_to(RUNTIME + "Slot", fp)
        count = int(method["max_locals"])
        names = {} if is_native(method) else local_variables(method, bci)
        for i in range(count):
            name, descriptor = names.get(i, (f"${i}", ""))
            print(f"  {name} = {slot_text(int(slots[i - count]['bits']), descriptor)}")
        header = constant("kFrameHeaderSlots")
        for i in range(0 if is_native(method) else int(method["max_stack"])):
            print(f"  stack slot {i}: {slot_text(int(slots[header + i]['bits']), '')}")


class JavaFrame(FrameDecorator):
    """A Java frame in gdb's backtrace, at the place of the interpreter's."""

    def __init__(self, base, method, fp, pc):
        super().__init__(base)
        self.method, self.fp, self.pc = method, fp, pc

    def function(self):
        bci = None if is_native(self.method) else bci_of(self.method, self.pc)
        return f"java {method_name(self.method)}{symbol_text(self.method['descriptor'])}" + ("" if bci is None else f" @{bci}")

    def filename(self):
        return place(self.method, None).partition(":")[0]

    def line(self):
        return None if is_native(self.method) else line_of(self.method, bci_of(self.method, self.pc) or 0)

    def address(self):
        return None

    def frame_args(self):
        return None

    def frame_locals(self):
        return None


class JavaFrameFilter:
    """Puts the Java frames that one run of the interpreter executes before the C++ frame of that run."""

    RUNS = ("minijvm::vm::CellEngine::run", "minijvm::vm::ReferenceEngine::run")

    def __init__(self):
        self.name, self.priority, self.enabled = "java", 100, False

    def filter(self, frames):
        try:
            thread = current_thread()
            segments = self.segments(thread) if thread is not None else []
        except (gdb.error, gdb.GdbError):
            segments = []
        for frame in frames:
            name = frame.inferior_frame().name() or ""
            if name.startswith(self.RUNS) and segments:
                for method, fp, pc in segments.pop(0):
                    yield JavaFrame(frame.inferior_frame(), method, fp, pc)
            yield frame

    @staticmethod
    def segments(thread):
        """The Java frames, innermost first, in the pieces between calls from C++."""
        pieces = [[]]
        for method, fp, pc in Frames(*innermost(thread)):
            if method is None:
                pieces.append([])
            else:
                pieces[-1].append((method, fp, pc))
        return pieces[:-1] if not pieces[-1] else pieces


JAVA_FRAMES = JavaFrameFilter()
gdb.frame_filters["java"] = JAVA_FRAMES


class Jbt(JavaCommand):
    """jbt [COUNT]: gdb's backtrace with the Java frames in it, by the frame filter `java` (off otherwise: enable frame-filter global java)."""

    KIND = gdb.COMMAND_STACK

    def run(self, argument):
        JAVA_FRAMES.enabled = True
        try:
            gdb.execute(f"bt {argument}")
        finally:
            JAVA_FRAMES.enabled = False


for command in (JStack, JThreads, JLwps, JFrame, Jbt):
    command()
