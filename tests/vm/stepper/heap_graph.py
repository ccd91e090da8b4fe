"""Reads a heap dump (HPROF, "JAVA PROFILE 1.0.2", identifiers of 8 bytes) and finds by itself which objects can be reached from the roots."""

import struct

SIZES = {2: 8, 4: 1, 5: 2, 6: 4, 7: 8, 8: 1, 9: 2, 10: 4, 11: 8}  # of the format's types; 2 is an object
# How many bytes follow the identifier of a root.
ROOTS = {0xff: 0, 0x01: 8, 0x02: 8, 0x03: 8, 0x04: 4, 0x05: 0, 0x06: 4, 0x07: 0, 0x08: 8}


class HeapGraph:
    """`objects`: the addresses of all objects, dead ones included; `reachable`: of those that a walk from the roots finds. Each reference counts as strong."""

    def __init__(self, path):
        self.data, self.roots, self.layouts, self.instances, self.references = path.read_bytes(), set(), {}, [], {}
        at = self.data.index(b"\0") + 1 + 4 + 8
        while at < len(self.data):
            kind, length = self.data[at], struct.unpack_from(">I", self.data, at + 5)[0]
            at += 9
            if kind in (0x0c, 0x1c):
                self.segment(at, at + length)
            at += length
        # A class's layout may stand behind the objects of the class.
        for address, klass, fields in self.instances:
            self.references.setdefault(address, []).extend([klass, *self.fields_of(klass, fields)])
        self.objects = set(self.references)
        self.reachable = self.walk()

    def numbers(self, at, form):
        return struct.unpack_from(">" + form, self.data, at)

    def segment(self, at, end):
        while at < end:
            kind, (address,) = self.data[at], self.numbers(at + 1, "Q")
            at += 9
            if kind in ROOTS:
                self.roots.add(address)
                at += ROOTS[kind]
            elif kind == 0x20:
                at = self.class_item(at, address)
            elif kind == 0x21:
                klass, length = self.numbers(at + 4, "QI")
                self.instances.append((address, klass, at + 16))
                at += 16 + length
            elif kind == 0x22:
                length, klass = self.numbers(at + 4, "IQ")
                self.references[address] = [klass, *self.numbers(at + 16, f"{length}Q")]
                at += 16 + 8 * length
            elif kind == 0x23:
                length, basic = self.numbers(at + 4, "IB")
                self.references[address] = []
                at += 9 + SIZES[basic] * length
            else:
                raise ValueError(f"item {kind:#x}")

    def class_item(self, at, address):
        """A class refers to its superclass, loader, signers, domain and static fields."""
        superclass, loader, signers, domain = self.numbers(at + 4, "4Q")
        constants, statics = self.numbers(at + 56, "HH")
        if constants != 0:
            raise ValueError("constants")
        found = [superclass, loader, signers, domain]
        at += 60
        for _ in range(statics):
            basic = self.data[at + 8]
            if basic == 2:
                found += self.numbers(at + 9, "Q")
            at += 9 + SIZES[basic]
        (count,) = self.numbers(at, "H")
        self.layouts[address] = superclass, [self.data[at + 2 + 9 * i + 8] for i in range(count)]
        self.references.setdefault(address, []).extend(found)
        return at + 2 + 9 * count

    def fields_of(self, klass, at):
        """The fields of the class come first, then those of its superclass."""
        while klass != 0:
            klass, types = self.layouts[klass]
            for basic in types:
                if basic == 2:
                    yield self.numbers(at, "Q")[0]
                at += SIZES[basic]

    def walk(self):
        found, rest = set(), list(self.roots)
        while rest:
            address = rest.pop()
            if address not in found and address in self.references:
                found.add(address)
                rest += self.references[address]
        return found
