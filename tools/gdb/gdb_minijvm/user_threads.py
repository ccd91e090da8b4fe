"""jparked: user threads that no LWP carries now (-XX:ThreadModel=M:N).

gdb knows the stacks of kernel threads only; jparked walks the others. It works on a core file that
the kernel wrote. A core file by gdb's generate-core-file lacks these stacks: gdb 13 gives up a
mapping at the first page that it cannot read, and the guards of these stacks are such pages
(base/stack_guard.h), unless the VM was started with -XX:+UseMappedStackGuards.
Tested by tests/gdb.
"""

import gdb
from gdb.unwinder import Unwinder, register_unwinder

from gdb_minijvm.threads import *  # noqa: F403


def user_thread(ee):
    """The UserThread of an ExecEnv, or None."""
    found = atomic(ee["user_thread_"])
    return None if int(found) == 0 else found.dereference()


def stack_pointers():
    """The stack pointers of all kernel threads."""
    before = gdb.selected_thread()
    pointers = []
    try:
        for thread in gdb.selected_inferior().threads():
            thread.switch()
            pointers.append(int(gdb.newest_frame().read_register("rsp")) & 0xFFFFFFFFFFFFFFFF)
    finally:
        before.switch()
    return pointers


def parked_threads():
    """(ExecEnv, UserThread) of the user threads on whose stack no kernel thread is.

    The registers of such a thread lie on its stack."""
    pointers = stack_pointers()
    for ee in exec_envs():
        user = user_thread(ee)
        if user is None:
            continue
        low = int(user["stack"]["lowest_"])
        high = low + int(user["stack"]["bytes_"])
        if not any(low <= pointer < high for pointer in pointers):
            yield ee, user


class SavedStack:
    """The registers that mj_switch_context left on a stack: SavedRegisters in context.cpp.

    The switch saves only what a function must preserve, so these are enough to unwind."""

    REGISTERS = {"r15": "r15", "r14": "r14", "r13": "argument", "r12": "entry", "rbx": "rbx",
                 "rbp": "rbp", "rip": "return_address"}

    def __init__(self, user):
        saved_type = gdb.lookup_type("minijvm::sync::(anonymous namespace)::SavedRegisters")
        at = int(user["strand"]["context_"]["stack_pointer_"])
        saved = pointer_to("minijvm::sync::(anonymous namespace)::SavedRegisters", at)
        self.registers = {register: int(saved[field]) for register, field in self.REGISTERS.items()}
        self.registers["rsp"] = at + saved_type.sizeof


class FrameKey:
    """gdb identifies a frame by its stack pointer and its pc."""
    def __init__(self, sp, pc):
        self.sp, self.pc = gdb.Value(sp), gdb.Value(pc)


class ParkedUnwinder(Unwinder):
    """Lets gdb unwind a parked thread.

    While `saved` is set, the innermost frame of gdb's thread gets the parked thread's innermost
    frame as its caller. No register is written, so this works on a core file."""

    def __init__(self):
        super().__init__("minijvm-parked")
        self.saved, self.innermost = None, 0

    def __call__(self, pending):
        if self.saved is None or int(pending.read_register("rsp")) != self.innermost:
            return None
        registers = self.saved.registers
        # Below the frames of its callers, as gdb orders frames.
        info = pending.create_unwind_info(FrameKey(registers["rsp"] - 8, registers["rip"]))
        for name, value in registers.items():
            info.add_saved_register(name, gdb.Value(value).cast(gdb.lookup_type("long")))
        return info

    def frames(self, user):
        """The texts of the frames on the user thread's stack, innermost first."""
        self.innermost = int(gdb.newest_frame().read_register("rsp"))
        self.saved = SavedStack(user)
        gdb.invalidate_cached_frames()
        try:
            frame = gdb.newest_frame().older()
            while frame is not None and frame.is_valid():
                yield frame_text(frame)
                frame = frame.older()
        finally:
            self.saved = None
            gdb.invalidate_cached_frames()


def frame_text(frame):
    """Function, file and line of a C++ frame."""
    where = frame.find_sal()
    place = ""
    if where.symtab is not None:
        place = f" ({where.symtab.filename.rpartition('/')[2]}:{where.line})"
    return f"{frame.name() or hex(frame.pc())}{place}"


PARKED = ParkedUnwinder()
register_unwinder(None, PARKED, replace=True)


class JParked(JavaCommand):
    """jparked [ID | all]: the user threads that no LWP carries now.

    ID: the C++ stack of that thread, then its Java stack. all: those of each."""

    KIND = gdb.COMMAND_STACK

    def run(self, argument):
        parked = list(parked_threads())
        chosen = [each for each in parked if argument in ("", "all", str(int(each[0]["id_"])))]
        if argument not in ("", "all") and not chosen:
            raise gdb.GdbError("no user thread of that number is parked; "
                               "`jparked` lists those that are")
        for ee, user in chosen:
            thread = java_thread(ee)
            if argument == "":
                print(f"{thread_text(ee)}: {short_enum(atomic(ee['state_']))}"
                      f"{waits_for(thread, ee)}")
                continue
            for number, text in enumerate(PARKED.frames(user)):
                print(f"  #{number:<2} {text}")
            print_thread(thread)
        if argument == "":
            print(f"{len(parked)} user threads are parked")


JParked()
