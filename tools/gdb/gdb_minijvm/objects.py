"""Java objects, strings and their fields; the command jobj; the pretty printers.

Tested by tests/gdb."""

import struct

import gdb

from gdb_minijvm.words import *  # noqa: F403


def object_at(argument):
    """The Object* of a gdb expression."""
    value = evaluate(argument)
    return pointer_to(RUNTIME + "Object", int(value.cast(gdb.lookup_type("unsigned long"))))


def class_of(obj):
    """The class word holds the class in its low half, and an array's length in its high half."""
    return pointer_to(RUNTIME + "Class", int(obj["class_word_"]) & 0xFFFFFFFF)


def array_length(obj):
    return int(obj["class_word_"]) >> 32


def header_bytes():
    """The size of an object's header. Fields and elements follow it without a gap."""
    return gdb.lookup_type(RUNTIME + "Object").sizeof


def string_text(obj):
    """At most 400 bytes of a java.lang.String, decoded by its coder; None before it has a value."""
    klass = class_of(obj)
    value = load(obj, find_field(klass, "value"))
    if value == 0:
        return None
    array = pointer_to(RUNTIME + "Object", value)
    data = read(value + header_bytes(), min(array_length(array), 400))
    is_latin1 = load(obj, find_field(klass, "coder")) == 0
    return data.decode("latin-1" if is_latin1 else "utf-16-le", errors="replace")


# How the bytes of a value are read (module struct), by the enumerator of BasicType.
FORMATS = {"kBoolean": "<?", "kChar": "<H", "kFloat": "<f", "kDouble": "<d", "kByte": "<b",
           "kShort": "<h", "kInt": "<i", "kLong": "<q",
           "kObject": "<Q", "kArray": "<Q"}


def load_as(address, basic_type):
    """The value of that BasicType in memory."""
    form = FORMATS[basic_type]
    return struct.unpack(form, read(address, struct.calcsize(form)))[0]


def load(obj, field):
    return load_as(int(obj) + int(field["offset"]), short_enum(field["type"]))


def value_text(value, basic_type):
    if basic_type in ("kObject", "kArray"):
        return "null" if value == 0 else brief(pointer_to(RUNTIME + "Object", value))
    if basic_type == "kChar":
        return repr(chr(value))
    return str(value).lower() if basic_type == "kBoolean" else str(value)


def brief(obj):
    """A reference on one line: its address, and the text of a string or the class of an object."""
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
    """The fields of an object, those of the superclasses first; or the statics of one class."""
    for each in [klass] if static else supers(klass):
        for field in span(each["fields"]):
            if is_static(field) != static:
                continue
            basic_type = short_enum(field["type"])
            print(f"  +{int(field['offset']):<4} {symbol_text(field['name'])} "
                  f"{symbol_text(field['descriptor'])} = "
                  f"{value_text(load(obj, field), basic_type)}")


def print_elements(obj, klass, most=32):
    """The first elements of an array."""
    is_object_array = short_enum(klass["kind"]) == "kObjectArray"
    basic_type = "kObject" if is_object_array else short_enum(klass["element_type"])
    size = struct.calcsize(FORMATS[basic_type])
    start = int(obj) + header_bytes()
    for i in range(min(array_length(obj), most)):
        print(f"  [{i}] {value_text(load_as(start + i * size, basic_type), basic_type)}")
    if array_length(obj) > most:
        print(f"  ... {array_length(obj) - most} more")


class JObj(JavaCommand):
    """jobj ADDRESS: an object's class, lock state, and fields or elements.

    A java.lang.Class is shown with the statics of the class that it stands for."""

    def run(self, argument):
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
        table = evaluate("minijvm::vm::the_vm.well_known").dereference()
        address = load_as(int(mirror) + int(table["ClassMirror_vm_class"]), "kLong")
        klass = pointer_to(RUNTIME + "Class", address)
        print(f"the mirror of {class_name(klass)}, Class* {int(klass):#x}, "
              f"{short_enum(atomic(klass['state']))}; statics:")
        print_fields(mirror, klass, static=True)


class ObjectPrinter:
    """`print object` shows what jobj shows in its first line, and null as null."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        return "null" if int(self.value) == 0 else brief(self.value)


class SymbolPrinter(ObjectPrinter):
    def to_string(self):
        if int(self.value) == 0:
            return "null"
        return f'{int(self.value):#x} "{symbol_text(self.value)}"'


class ClassPrinter(ObjectPrinter):
    def to_string(self):
        if int(self.value) == 0:
            return "null"
        return f"{int(self.value):#x} class {class_name(self.value)}"


class MethodPrinter(ObjectPrinter):
    def to_string(self):
        if int(self.value) == 0:
            return "null"
        descriptor = symbol_text(self.value["descriptor"])
        return f"{int(self.value):#x} method {method_name(self.value)}{descriptor}"


class WordPrinter(ObjectPrinter):
    def to_string(self):
        return describe_word(int(atomic(self.value["bits_"])))


POINTERS = {RUNTIME + "Object": ObjectPrinter, RUNTIME + "Symbol": SymbolPrinter,
            RUNTIME + "Class": ClassPrinter, RUNTIME + "Method": MethodPrinter}


def printer_of(value):
    """gdb asks each printer function for each value; None means: not mine."""
    kind = value.type.strip_typedefs().unqualified()
    if kind.code == gdb.TYPE_CODE_PTR:
        target = str(kind.target().strip_typedefs().unqualified())
        printer = ObjectPrinter if target.startswith(JAVA) else POINTERS.get(target)
        return printer(value) if printer is not None else None
    return WordPrinter(value) if str(kind) == SYNC + "MultiUseWord" else None


gdb.pretty_printers[:] = [each for each in gdb.pretty_printers
                          if getattr(each, "__name__", "") != "printer_of"] + [printer_of]
JObj()
