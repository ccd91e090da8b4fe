"""Bytecode: jcode shows it, jbreak stops at an instruction, jstep goes to the next one.

Tested by tests/gdb."""

import struct

import gdb

from gdb_minijvm.threads import *  # noqa: F403


def instruction_length(code, bci, info):
    """Length in bytes, computed for switches and wide (JVMS 6.5.tableswitch, lookupswitch,
    wide)."""
    length = int(info["length"])
    if length != 0:
        return length
    form = info["format"].string()
    # Behind a switch opcode, zero to three bytes of padding align the operands.
    at = (bci + 4) & ~3

    def s4(where):
        return struct.unpack_from(">i", code, where)[0]

    if "T" in form:
        return at + 12 + 4 * (s4(at + 8) - s4(at + 4) + 1) - bci
    if "L" in form:
        return at + 8 + 8 * s4(at + 4) - bci
    # wide: an opcode, a two-byte index, and for iinc a two-byte constant.
    widened = enum_names(CLASSFILE + "Opcode")[code[bci + 1]]
    return 6 if widened == "iinc" else 4


def operand_text(code, bci, form):
    """The operands as text, by the letters of the format in opcodes.def.

    k: index into the constant pool; i: number; o: branch offset, shown as its target."""
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


class JCode(JavaCommand):
    """jcode [all | METHOD]: the bytecode around the instruction in progress.

    all: of the whole method. METHOD: of a Method* expression."""

    AROUND = 6

    def run(self, argument):
        argument = argument.strip()
        if argument not in ("", "all"):
            self.show(evaluate(argument), None, None)
            return
        method, bci = self.where()
        self.show(method, bci, None if argument == "all" else self.AROUND)

    def where(self):
        """The method and bci of the innermost frame that runs bytecode.

        The interpreter's registers are exact; otherwise the anchor says what was last published."""
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
        """Prints the instructions, at most `around` of them on each side of `here`."""
        print(f"{method_name(method)}{symbol_text(method['descriptor'])}  "
              f"max_locals {int(method['max_locals'])} max_stack {int(method['max_stack'])}")
        has_code = int(method["bytecode"]) != 0
        code = read(method["bytecode"], int(method["bytecode_length"])) if has_code else b""
        infos = evaluate(CLASSFILE + "kOpInfo")
        rows = []
        bci = 0
        while bci < len(code):
            info = infos[code[bci]]
            operands = operand_text(code, bci, info["format"].string())
            rows.append((bci, f"{info['mnemonic'].string():16} {operands}"))
            bci += instruction_length(code, bci, info)
        at = next((i for i, row in enumerate(rows) if row[0] == here), None)
        for i, (bci, text) in enumerate(rows):
            if around is None or at is None or abs(i - at) <= around:
                line = line_of(method, bci)
                print(f"{'=>' if i == at else '  '} {bci:5} "
                      f"{'' if line is None else f'line {line}':>9}  {text.rstrip()}")


def find_method(text):
    """The Method* of "Class.method": the first of the overloads.

    The class is named in full or without its package."""
    class_text, _, name = text.rpartition(".")
    for klass in loaded_classes():
        full = class_name(klass)
        if full != class_text and not full.endswith("." + class_text):
            continue
        for method in method_list(klass["methods"]):
            if symbol_text(method["name"]) == name:
                return method.address
    raise gdb.GdbError(f"no class that is loaded by now has a method {text}")


def loaded_classes():
    """All loaded classes: first the boot loader's, then those of the loaders behind it in the list.

    java.lang.Object, a class of the boot loader, leads to the first entry."""
    data = evaluate("minijvm::vm::the_vm.well_known").dereference()["java_lang_Object"]["loader"]
    while int(data) != 0:
        parts = unique_pointer(data["parts"])
        yield from vector(parts["classes"])
        data = parts["next"]


class JBreak(JavaCommand):
    """jbreak Class.method[:bci]: stop before that instruction; without a bci, at the first.

    With -XX:Interpreter=switch this is a breakpoint at the function of the instruction's opcode,
    with a condition. Otherwise it is a watchpoint of the processor on the translated cell: the
    method must have been called before, and there are four of them at most."""

    KIND = gdb.COMMAND_BREAKPOINTS
    COMPLETE = gdb.COMPLETE_NONE

    def run(self, argument):
        name, _, number = argument.partition(":")
        method, bci = find_method(name).dereference(), int(number or 0)
        if int(method["bytecode"]) == 0 or bci >= int(method["bytecode_length"]):
            raise gdb.GdbError(f"{name} has no instruction at {bci}")
        if runs_bytecode():
            address = int(method["bytecode"]) + bci
            opcode = enum_names(CLASSFILE + "Opcode")[read(address, 1)[0]]
            stop = gdb.Breakpoint(f"minijvm::interp::op_{opcode}")
            stop.condition = f"(unsigned long)s.pc == {address:#x}"
        else:
            cell = first_cell(method, bci)
            gdb.Breakpoint(f"*(unsigned long *){cell:#x}", gdb.BP_WATCHPOINT, gdb.WP_READ)
        print(f"{name} bci {bci} ({place(method, bci)})")


def runs_bytecode():
    """Whether the reference interpreter is the engine (-XX:Interpreter=switch)."""
    engine = evaluate("minijvm::vm::the_vm.interp.chosen_engine")
    return "ReferenceEngine" in str(engine.dynamic_type)


def first_cell(method, bci):
    """The address of the cell that runs the instruction at bci (vm/interp/cells/code.h)."""
    first = int(atomic(method["code"]))
    if first == 0:
        raise gdb.GdbError("it has not been called yet, so it has no cells: "
                           "break where it is called, or run with -XX:Interpreter=switch")
    code_type = gdb.lookup_type("minijvm::interp::Code")
    cell_type = gdb.lookup_type("minijvm::interp::Cell")
    code = gdb.Value(first - code_type.sizeof).cast(code_type.pointer())
    count = int(code["cell_count"])
    bcis = struct.unpack(f"<{count}H", read(code["bcis"], 2 * count))
    if bci not in bcis:
        raise gdb.GdbError(f"the instruction at {bci} is folded into its neighbours: "
                           "run with -XX:Interpreter=plain or switch")
    return first + bcis.index(bci) * cell_type.sizeof


class JStep(JavaCommand):
    """jstep: to the next bytecode of gdb's current thread, into calls.

    Needs -XX:Interpreter=switch."""

    KIND = gdb.COMMAND_RUNNING

    def run(self, argument):
        if not runs_bytecode():
            raise gdb.GdbError("jstep needs -XX:Interpreter=switch; "
                               "`stepi` and `finish` still step through the VM")
        stop = gdb.Breakpoint("minijvm::interp::(anonymous namespace)::execute", internal=True,
                              temporary=True)
        stop.silent = True
        stop.thread = gdb.selected_thread().num
        gdb.execute("continue")
        method, bci = JCode.where(None)
        print(f"{method_name(method)}{symbol_text(method['descriptor'])} "
              f"bci {bci} ({place(method, bci)})")


JCode()
JBreak()
JStep()
