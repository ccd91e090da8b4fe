"""C++ values as the debug information describes them, and the VM's classes, methods and symbols.

Tested by tests/gdb."""

import struct

import gdb

RUNTIME = "minijvm::runtime::"
JAVA = "minijvm::java::"
SYNC = "minijvm::sync::"
CLASSFILE = "minijvm::classfile::"


class JavaCommand(gdb.Command):
    """The base of all commands: it turns failures into sentences.

    The program may not be minijvm, or not the build that these files belong to."""

    KIND = gdb.COMMAND_DATA
    COMPLETE = gdb.COMPLETE_EXPRESSION

    def __init__(self):
        super().__init__(type(self).__name__.lower(), self.KIND, self.COMPLETE)

    def invoke(self, argument, from_tty):
        try:
            self.run(argument.strip())
        except gdb.MemoryError as error:
            raise gdb.GdbError(f"{type(self).__name__.lower()}: {error}")
        except (gdb.error, KeyError, ValueError, TypeError, AttributeError, struct.error) as error:
            raise gdb.GdbError(f"{type(self).__name__.lower()}: this gdb has no debug information "
                               f"of minijvm, or tools/gdb/gdb_minijvm is stale: {error}")


# --- C++ values ---


def evaluate(expression):
    """The value of a gdb expression."""
    return gdb.parse_and_eval(expression)


def pointer_to(type_name, address):
    """An address as a pointer to that type."""
    return gdb.Value(int(address)).cast(gdb.lookup_type(type_name).pointer())


def atomic(value):
    """The value in a std::atomic, or in a struct that wraps one."""
    while value.type.strip_typedefs().code == gdb.TYPE_CODE_STRUCT:
        fields = [field for field in value.type.strip_typedefs().fields()
                  if field.is_base_class
                  or not hasattr(field, "enumval") and hasattr(field, "bitpos")]
        value = value[fields[0]]
    return value


def span(value):
    """The elements of a std::span of dynamic extent."""
    return [value["_M_ptr"][i] for i in range(int(value["_M_extent"]["_M_extent_value"]))]


def method_list(value):
    """The methods of a runtime::MethodList."""
    table = value["table_"]
    return [value["first_"][i] if int(table) == 0 else table[i].dereference()
            for i in range(int(value["count_"]))]


def vector(value):
    """The elements of a std::vector."""
    first, end = value["_M_impl"]["_M_start"], value["_M_impl"]["_M_finish"]
    return [first[i] for i in range(int(end - first))]


def unique_pointer(value):
    """The pointer in a std::unique_ptr, through the layers in which libstdc++ wraps it."""
    inner = value["_M_t"]
    while inner.type.strip_typedefs().code != gdb.TYPE_CODE_PTR:
        fields = [field for field in inner.type.strip_typedefs().fields() if field.type.sizeof >= 8]
        inner = inner[fields[0]]
    return inner


def short_enum(value):
    """The last part of an enumerator: "kInJava" of minijvm::sync::ThreadState::kInJava."""
    return str(value).rsplit("::", 1)[-1]


def enum_names(type_name):
    """A dictionary from the numbers of an enum to its names."""
    return {field.enumval: field.name.rsplit("::", 1)[-1]
            for field in gdb.lookup_type(type_name).fields()}


def enumerator(type_name, name):
    """The number of a name in an enum."""
    for field in gdb.lookup_type(type_name).fields():
        if field.name.rsplit("::", 1)[-1] == name:
            return field.enumval
    raise gdb.GdbError(f"{type_name} has no {name}")


def constant(name):
    """A constant of the VM that tools/gdb/gdb_constants.cpp exports."""
    return enumerator("minijvm::vm::GdbConstant", name)


def read(address, size):
    """Bytes of the program's memory."""
    return bytes(gdb.selected_inferior().read_memory(int(address), size))


# --- classes, methods, symbols ---


def symbol_text(symbol):
    """The text of a Symbol*; "?" for null."""
    if int(symbol) == 0:
        return "?"
    start = int(symbol["bytes_"].address)
    return read(start, int(symbol["length_"])).decode("utf-8", errors="replace")


def class_name(klass):
    return symbol_text(klass["name"]).replace("/", ".")


def method_name(method):
    return f"{class_name(method['holder'])}.{symbol_text(method['name'])}"


def is_native(method):
    return (int(method["access_flags"]) & enumerator(CLASSFILE + "AccessFlags", "ACC_NATIVE")) != 0


def supers(klass):
    """The class and its superclasses, Object first."""
    chain = []
    while int(klass) != 0:
        chain.insert(0, klass)
        klass = klass["super"]
    return chain


def find_field(klass, name, static=False):
    """The field of that name, the superclasses' first."""
    for each in supers(klass):
        for field in span(each["fields"]):
            if symbol_text(field["name"]) == name and is_static(field) == static:
                return field
    raise gdb.GdbError(f"{class_name(klass)} has no field {name}")


def is_static(field):
    return (int(field["access_flags"]) & enumerator(CLASSFILE + "AccessFlags", "ACC_STATIC")) != 0


def pool_of(method):
    """The constant pool of the class file."""
    pool = method["pool"]["raw_"]
    return pool.referenced_value() if pool.type.code == gdb.TYPE_CODE_REF else pool


def pool_utf8(pool, index):
    """A Utf8 constant (JVMS 4.4.7), read from the bytes of the class file."""
    start = int(pool["bytes_"]) + int(pool["offsets_"][index])
    return read(start + 2, int.from_bytes(read(start, 2), "big")).decode("utf-8", errors="replace")


def code_tables(method, name, row):
    """The rows of all tables of that name in a method's Code attribute (JVMS 4.7.3).

    A row is a struct format. In the class file the exception table, whose rows have eight bytes,
    and the attributes stand behind the bytecode."""
    if int(method["bytecode"]) == 0:
        return
    pool = pool_of(method)
    at = int(method["bytecode"]) + int(method["bytecode_length"])
    at += 2 + 8 * int.from_bytes(read(at, 2), "big")
    for _ in range(int.from_bytes(read(at, 2), "big")):
        index, length = struct.unpack(">HI", read(at + 2, 6))
        if pool_utf8(pool, index) == name:
            yield from struct.iter_unpack(row, read(at + 10, length - 2))
        at += 6 + length


def line_of(method, bci):
    """The source line of a bci (JVMS 4.7.12), or None if the method has no LineNumberTable."""
    best = None
    for start, line in code_tables(method, "LineNumberTable", ">HH"):
        if start <= bci and (best is None or start >= best[0]):
            best = (start, line)
    return None if best is None else best[1]


def bci_of(method, pc):
    """The bci of a pc, or None.

    With -XX:Interpreter=switch a pc is an address in the bytecode, with plain and folded the
    address of a cell. A method may have two pieces of code: the current one and `other`."""
    start = int(method["bytecode"])
    if start <= pc < start + int(method["bytecode_length"]):
        return pc - start
    first = int(atomic(method["code"]))
    if first == 0:
        return None
    try:
        code_type = gdb.lookup_type("minijvm::interp::Code")
        cell_type = gdb.lookup_type("minijvm::interp::Cell")
    except gdb.error:
        return None
    code = gdb.Value(first - code_type.sizeof).cast(code_type.pointer())
    while int(code) != 0:
        index = (pc - int(code) - code_type.sizeof) // cell_type.sizeof
        if 0 <= index < int(code["cell_count"]) and int(code["bcis"]) != 0:
            return int.from_bytes(read(int(code["bcis"]) + index * 2, 2), "little")
        is_current = int(code) + code_type.sizeof == first
        code = code["other"] if is_current else gdb.Value(0)
    return None


def place(method, bci):
    """"Point.java:12", or what is known of it."""
    file = method["holder"]["source_file"]
    if is_native(method):
        return "Native Method"
    text = "Unknown Source" if int(file) == 0 else symbol_text(file)
    line = None if bci is None else line_of(method, bci)
    return text if line is None else f"{text}:{line}"
