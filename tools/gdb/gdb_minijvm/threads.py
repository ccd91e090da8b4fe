"""Java threads and their frames: jstack, jthreads, jlwps, jframe, jbt.

Tested by tests/gdb."""

import gdb
from gdb.FrameDecorator import FrameDecorator

from gdb_minijvm.objects import *  # noqa: F403


def exec_envs():
    """Every ExecEnv on the thread list."""
    ee = evaluate("minijvm::sync::sync_state.world.first")
    while int(ee) != 0:
        yield ee.dereference()
        ee = ee["list_links_"]["next"]


def java_thread(ee):
    """The JavaThread of an ExecEnv, which is its first base class."""
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
    """The interpreter's State (self, fp, pc, method), or None.

    It is the variable `s` of the innermost C++ frame that has one: the body of an opcode, its slow
    path, or the loop."""
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
    """The JavaThread that gdb's thread runs, or None.

    The thread-local knows it; if gdb cannot read thread-locals, the interpreter's State does."""
    try:
        ee = evaluate("minijvm::sync::this_kernel_thread.current")
        if int(ee) != 0:
            return java_thread(ee.dereference())
        return None
    except gdb.error:
        state = live_state()
        if state is None:
            raise gdb.GdbError("which Java thread this is cannot be told here; try `jstack all`")
        owner = state["self"]
        return owner.referenced_value() if owner.type.code == gdb.TYPE_CODE_REF else owner


class Frames:
    """Walks a Java stack from (fp, pc) outwards, and yields (method, fp, pc).

    An entry frame stands for a call from C++ code; its method is None."""

    def __init__(self, fp, pc):
        self.fp, self.pc = fp, pc
        self.return_pc = constant("kFrameReturnPc")
        self.caller = constant("kFrameCaller")
        self.method = constant("kFrameMethod")
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
        print(f"    {method_name(method)}{symbol_text(method['descriptor'])}{at} "
              f"({place(method, bci)})  fp {frame_fp:#x}")


def print_thread(thread, state=None):
    """One thread and its frames, from the interpreter's State if it is the thread's."""
    ee = thread[thread.type.fields()[0]] if thread.type.fields()[0].is_base_class else thread
    waiting = short_enum(atomic(ee["block_kind_"]))
    why = "" if waiting == "kNothing" else f", {waiting}"
    print(f"{thread_text(ee)}: {short_enum(atomic(ee['state_']))}{why}, "
          f"JavaThread* {int(thread.address):#x}")
    pending = thread["pending_exception"]
    if int(pending) != 0:
        print(f"    pending: {brief(pending)}")
    owner = None if state is None else state["self"]
    if owner is not None and owner.type.code == gdb.TYPE_CODE_REF:
        owner = owner.referenced_value()
    if owner is not None and int(owner.address) == int(thread.address):
        print_frames(int(state["fp"]), int(state["pc"]))
    else:
        anchor = thread["anchor"]
        print_frames(int(anchor["fp"]), int(anchor["pc"]))


def innermost(thread):
    """(fp, pc) of a thread's innermost frame.

    The interpreter's registers if gdb's thread runs this one and has them, otherwise the anchor."""
    state = live_state()
    if state is not None:
        owner = state["self"]
        if owner.type.code == gdb.TYPE_CODE_REF:
            owner = owner.referenced_value()
        if int(owner.address) == int(thread.address):
            return int(state["fp"]), int(state["pc"])
    return int(thread["anchor"]["fp"]), int(thread["anchor"]["pc"])


def this_thread():
    """The JavaThread of gdb's thread, or an error."""
    thread = current_thread()
    if thread is None:
        raise gdb.GdbError("not a Java thread")
    return thread


class JStack(JavaCommand):
    """jstack [all]: the Java stack of gdb's current thread, exact even inside an op_* body.

    all: the stacks of all Java threads, each from the anchor that it has published."""

    KIND = gdb.COMMAND_STACK

    def run(self, argument):
        if argument == "all":
            for ee in exec_envs():
                print_thread(java_thread(ee))
            return
        print_thread(this_thread(), live_state())


def waits_for(thread, ee):
    """Why the thread is blocked, with the object that it waits for; empty if it is not blocked."""
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
            print(f"{thread_text(ee)}: {short_enum(atomic(ee['state_']))}{waits_for(thread, ee)}, "
                  f"JavaThread* {int(thread.address):#x}")
            for method, _, pc in Frames(int(thread["anchor"]["fp"]), int(thread["anchor"]["pc"])):
                if method is not None:
                    print(f"    {method_name(method)}{symbol_text(method['descriptor'])} "
                          f"({place(method, bci_of(method, pc))})")
                    break


def thread_on_lwp():
    """The address of the ExecEnv that gdb's thread runs; 0 if it runs none.

    A thread that has never touched the library has no thread-local of it."""
    try:
        return int(evaluate("minijvm::sync::this_kernel_thread.current"))
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
                print(f"  gdb {thread.num:<3} LWP {thread.ptid[1]:<8} {thread.name or '':<16} "
                      f"{names.get(thread_on_lwp(), 'not a Java thread')}")
        finally:
            before.switch()


def local_variables(method, bci):
    """The variables in scope at bci, from the LocalVariableTable (JVMS 4.7.13).

    A dictionary from the slot to (name, descriptor)."""
    rows = {}
    if bci is None:
        return rows
    pool = pool_of(method) if int(method["bytecode"]) != 0 else None
    for row in code_tables(method, "LocalVariableTable", ">HHHHH"):
        start, length, name, descriptor, slot = row
        if start <= bci < start + length:
            rows[slot] = (pool_utf8(pool, name), pool_utf8(pool, descriptor))
    return rows


SLOT_VIEWS = {"J": ("long", "<q"), "F": ("float", "<f"), "D": ("double", "<d")}


def slot_text(bits, descriptor):
    """A slot as a value of its variable's type.

    Without a type: as an object if it looks like one, otherwise as a number."""
    raw = struct.pack("<Q", bits)
    if descriptor[:1] in ("L", "["):
        return "null" if bits == 0 else brief(pointer_to(RUNTIME + "Object", bits))
    if descriptor in SLOT_VIEWS:
        form = SLOT_VIEWS[descriptor][1]
        return str(struct.unpack(form, raw[: struct.calcsize(form)])[0])
    number = struct.unpack("<i", raw[:4])[0]
    if descriptor == "C":
        return repr(chr(number & 0xFFFF))
    if descriptor == "Z":
        return "true" if number else "false"
    if descriptor:
        return str(number)
    looks_like_address = bits > 0xFFFFFFFF and bits % 8 == 0
    text = brief(pointer_to(RUNTIME + "Object", bits)) if looks_like_address else ""
    return text if text and "not an object" not in text else f"{number} ({bits:#x})"


class JFrame(JavaCommand):
    """jframe [N]: locals and operand slots of the N-th Java frame of gdb's current thread.

    Frame 0 is the innermost one."""

    KIND = gdb.COMMAND_STACK

    def run(self, argument):
        wanted = int(argument or 0)
        frames = [each for each in Frames(*innermost(this_thread())) if each[0] is not None]
        if wanted >= len(frames):
            raise gdb.GdbError(f"there are {len(frames)} Java frames")
        method, fp, pc = frames[wanted]
        bci = None if is_native(method) else bci_of(method, pc)
        print(f"{method_name(method)}{symbol_text(method['descriptor'])}"
              + ("" if bci is None else f" bci {bci}") + f" ({place(method, bci)})")
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
    """A Java frame in gdb's backtrace, decorating the interpreter's C++ frame."""

    def __init__(self, base, method, fp, pc):
        super().__init__(base)
        self.method, self.fp, self.pc = method, fp, pc

    def function(self):
        bci = None if is_native(self.method) else bci_of(self.method, self.pc)
        at = "" if bci is None else f" @{bci}"
        return f"java {method_name(self.method)}{symbol_text(self.method['descriptor'])}{at}"

    def filename(self):
        return place(self.method, None).partition(":")[0]

    def line(self):
        if is_native(self.method):
            return None
        return line_of(self.method, bci_of(self.method, self.pc) or 0)

    def address(self):
        return None

    def frame_args(self):
        return None

    def frame_locals(self):
        return None


class JavaFrameFilter:
    """Inserts Java frames into the backtrace, before the interpreter's frame that runs them.

    One run of the interpreter executes the Java frames up to the next entry frame."""

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
        """The Java frames, innermost first, in one list for each run of the interpreter."""
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
    """jbt [COUNT]: gdb's backtrace with the Java frames in it.

    The frame filter `java` does this. It is off outside of jbt; `enable frame-filter global java`
    switches it on for all backtraces."""

    KIND = gdb.COMMAND_STACK

    def run(self, argument):
        JAVA_FRAMES.enabled = True
        try:
            gdb.execute(f"bt {argument}")
        finally:
            JAVA_FRAMES.enabled = False


for command in (JStack, JThreads, JLwps, JFrame, Jbt):
    command()
