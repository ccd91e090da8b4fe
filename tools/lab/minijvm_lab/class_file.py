"""Reads of a class file (JVMS 4) what a check needs: which classes and members its code names."""

import struct

# JVMS table 4.4-A: the bytes behind the tag, for the constants that are not texts.
SIZES = {
    3: 4,
    4: 4,
    5: 8,
    6: 8,
    7: 2,
    8: 2,
    9: 4,
    10: 4,
    11: 4,
    12: 4,
    15: 3,
    16: 2,
    17: 4,
    18: 4,
    19: 2,
    20: 2,
}
UTF8, CLASS, STRING, FIELD, METHOD, INTERFACE_METHOD, NAME_AND_TYPE = 1, 7, 8, 9, 10, 11, 12
TWO_ENTRIES = (5, 6)  # long and double
NATIVE = 0x0100


class ClassFile:
    def __init__(self, content):
        self._bytes = content
        count = struct.unpack_from(">H", content, 8)[0]
        self._pool = {}
        at = 10
        index = 1
        while index < count:
            tag = content[at]
            if tag == UTF8:
                length = struct.unpack_from(">H", content, at + 1)[0]
                self._pool[index] = (
                    tag,
                    content[at + 3 : at + 3 + length].decode("utf-8", errors="replace"),
                )
                at += 3 + length
            else:
                self._pool[index] = (tag, content[at + 1 : at + 1 + SIZES[tag]])
                at += 1 + SIZES[tag]
            index += 2 if tag in TWO_ENTRIES else 1
        self._after_pool = at

    def _text(self, index):
        return self._pool[index][1]

    def _class_name(self, index):
        return self._text(struct.unpack(">H", self._pool[index][1])[0])

    def name(self):
        return self._class_name(struct.unpack_from(">H", self._bytes, self._after_pool + 2)[0])

    def classes(self):
        """The names of all classes that constants name, without arrays: java/lang/Object."""
        for index, (tag, _) in self._pool.items():
            if tag == CLASS:
                name = self._class_name(index).lstrip("[")
                # An array of a primitive type has one letter left.
                if name.startswith("L") and name.endswith(";"):
                    yield name[1:-1]
                elif len(name) > 1:
                    yield name

    def members(self):
        """Pairs of a class's name and the name of its field or method."""
        for tag, value in list(self._pool.values()):
            if tag in (FIELD, METHOD, INTERFACE_METHOD):
                owner, name_and_type = struct.unpack(">HH", value)
                name = self._text(struct.unpack(">HH", self._pool[name_and_type][1])[0])
                yield self._class_name(owner), name

    def has_native_method(self):
        at = self._after_pool + 6
        at += 2 + 2 * struct.unpack_from(">H", self._bytes, at)[0]
        for is_method in (False, True):
            count = struct.unpack_from(">H", self._bytes, at)[0]
            at += 2
            for _ in range(count):
                flags, _, _, attributes = struct.unpack_from(">4H", self._bytes, at)
                if is_method and flags & NATIVE:
                    return True
                at += 8
                for _ in range(attributes):
                    at += 6 + struct.unpack_from(">I", self._bytes, at + 2)[0]
        return False
