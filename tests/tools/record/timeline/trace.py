"""Reads the files of a timeline: the data of a page, and a Perfetto trace without Perfetto's own classes."""

import base64
import collections
import json
import re
import zlib


# These options make the VM print what it has counted itself.
STATISTICS = ("-XX:+PrintLockStatistics", "-XX:+PrintThreadModel", "-XX:+PrintGangStatistics", "-Xlog:gc:stderr")


def statistic(text, name):
    found = re.search(rf"\b{name} +(\d+)", text)
    return int(found.group(1)) if found else None


def told_counts(text):
    """What the VM's own statistics say; None: nothing."""
    handed = (statistic(text, "hand_over_successor_first") or 0) + (statistic(text, "hand_over_predecessor_first") or 0)
    return {"contended enters": statistic(text, "contended_enters"), "spins that won": statistic(text, "enter_spins_won"), "switches": statistic(text, "switches"),
            "steals": statistic(text, "steals"), "hand-overs": handed, "collections": len(re.findall(r"GC\(\d+\) Pause", text))}


def compared(counts, text):
    """How often each was recorded, and how often it happened by the VM's own statistics, by name. `counts`: how often each event was recorded."""
    events = {"contended enters": ("monitor_block",), "spins that won": ("monitor_spun",), "switches": ("lwp_carry", "lwp_return"), "steals": ("thread_stolen",),
              "hand-overs": ("meta_hand_over",), "collections": ("gc_begin",)}
    told = told_counts(text)
    return {name: (sum(counts.get(event, 0) for event in events[name]), said) for name, said in told.items() if said is not None}


def page(path):
    text = path.read_text(encoding="utf-8")
    packed = re.search(r'<script type="text/plain" id="data">([^<]*)</script>', text).group(1)
    return json.loads(zlib.decompress(base64.b64decode(packed), -15))


def sums(column):
    """The times of a column that holds differences."""
    result, last = [], 0
    for difference in column:
        last += difference
        result.append(last)
    return result


def message(data):
    """The fields of a message, by number, as lists: numbers or bytes."""
    fields = collections.defaultdict(list)
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 1:
            value, at = int.from_bytes(data[at:at + 8], "little"), at + 8
        elif kind == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        else:
            raise ValueError(f"wire type {kind} at {at}")
        fields[key >> 3].append(value)
    return fields


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return value, at


def perfetto_faults(data):
    """What is wrong with a trace: slices that do not nest, flows that have not two ends, tracks that nobody describes, texts without one."""
    faults = []
    known, used, flows, names, counts = set(), set(), collections.Counter(), {}, {}
    open_slices = collections.defaultdict(list)
    last = {}
    for packet in map(message, message(data)[1]):
        for text in packet[12]:
            names.update({entry[1][0]: entry[2][0] for entry in map(message, message(text)[2])})
        for track in map(message, packet[60]):
            known.add(track[1][0])
        for event in map(message, packet[11]):
            track, kind, time = event[11][0], event[9][0], packet[8][0]
            used.add(track)
            flows.update(event[47] + event[48])
            if kind == 1:
                open_slices[track].append(time)
                if event[10][0] not in names:
                    faults.append(f"no text {event[10][0]}")
            elif kind == 2:
                if not open_slices[track]:
                    faults.append(f"an end without a begin on track {track}")
                elif open_slices[track].pop() > time:
                    faults.append(f"a slice ends before it begins on track {track}")
            counts.update({note[10][0].decode(): note[4][0] for note in map(message, event[4]) if 10 in note})
            if kind in (1, 2):
                if time < last.get(track, 0):
                    faults.append(f"times go back on track {track}")
                last[track] = time
    faults += [f"track {track} is not described" for track in used - known]
    faults += [f"flow {flow} has {count} ends" for flow, count in flows.items() if count != 2]
    faults += [f"{len(left)} slices of track {track} have no end" for track, left in open_slices.items() if left]
    return faults, len(flows), len(used), counts
