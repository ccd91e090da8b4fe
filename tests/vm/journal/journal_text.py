"""Reads and writes journals, so that tests can change what is in them (vm/natives/world/journal/journal_file.h, journal_entries.h)."""

import dataclasses
import struct

MAGIC = b"minijvm-journal 1\n"


def make_table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


TABLE = make_table()


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


def frame(payload):
    return struct.pack("<II", len(payload), crc32c(payload)) + payload


def frames(data):
    assert data.startswith(MAGIC), data[:20]
    at, found = len(MAGIC), []
    while at + 8 <= len(data):
        length, _ = struct.unpack_from("<II", data, at)
        found.append(data[at + 8:at + 8 + length])
        at += 8 + length
    return found


def number(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            return value, at


def number_bytes(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


@dataclasses.dataclass
class Entry:
    kind: str
    thread: str = ""
    tick: int = 0
    native: str = ""
    digest: int = 0
    rest: bytes = b""


class Journal:
    def __init__(self, data):
        self.header, *entries = frames(data)
        self.names = []
        self.entries = [self.read(payload) for payload in entries]

    def name(self, payload, at):
        index, at = number(payload, at)
        if index == len(self.names):
            length, at = number(payload, at)
            self.names.append(payload[at:at + length].decode())
            at += length
        return self.names[index], at

    def read(self, payload):
        entry, at = Entry(chr(payload[0])), 1
        if entry.kind != "E":
            entry.thread, at = self.name(payload, at)
            entry.tick, at = number(payload, at)
        if entry.kind in "CW":
            entry.native, at = self.name(payload, at)
            entry.digest, at = number(payload, at)
        entry.rest = payload[at:]
        return entry

    def bytes(self):
        names, out = {}, MAGIC + frame(self.header)

        def name(text):
            if text in names:
                return number_bytes(names[text])
            names[text] = len(names)
            return number_bytes(names[text]) + number_bytes(len(text.encode())) + text.encode()
        for entry in self.entries:
            payload = entry.kind.encode()
            if entry.kind != "E":
                payload += name(entry.thread) + number_bytes(entry.tick)
            if entry.kind in "CW":
                payload += name(entry.native) + number_bytes(entry.digest)
            out += frame(payload + entry.rest)
        return out
