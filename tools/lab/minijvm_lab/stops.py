"""Where a session with the stepper has to stop. The program prints the same whatever one looks at,
so the stops are judged: the stepper records the session, and each stop is told in a few lines, such
as these, in which the rows [[session.stop]] of a lab look for theirs.

    breakpoint 1
    collections 1 young, 0 full
    frame Travel.stamp(LTravel$Parcel;)V, bci 0, line 16
    frame Travel.main([Ljava/lang/String;)V, bci 14, line 23
    object Travel$Parcel in from, age 1

A stop at a point, as between two phases of a collection, has a line `point gc_copied`, too.
"""

import json
import re

from minijvm_lab.stages import CannotTell, Rejection

LIMIT_STOPS = 300
MOST_RECORDING = 16 << 20


def told(stop, panes):
    """One stop of a recording in lines."""
    event, heap = stop["event"], panes[stop["heap"]]
    lines = [event["reason"]]
    if "point" in event and event["kind"] != "point":
        lines.append(f"point {event['point']}")
    young, full = heap["young_collections"], heap["full_collections"]
    lines.append(f"collections {young} young, {full} full")
    for thread in panes[stop["threads"]]:
        if thread["id"] == stop["thread"]:
            lines += [
                f"frame {frame['method']}, bci {frame.get('bci')}, line {frame.get('line')}"
                for frame in thread["frames"]
            ]
    for thing in panes[stop["objects"]]:
        # Between two phases an object has an address only.
        if "space" in thing:
            lines.append(f"object {thing['class']} in {thing['space']}, age {thing['age']}")
    return "\n".join(lines)


def read(path, said):
    """The recording's stops, each told in lines."""
    try:
        if path.stat().st_size > MOST_RECORDING:
            raise Rejection("run", "The session has more stops than the lab has use for.")
        recording = json.loads(path.read_text(encoding="utf-8"))
        return [told(stop, recording["panes"]) for stop in recording["steps"]]
    except (OSError, ValueError, KeyError, IndexError, TypeError):
        raise CannotTell("run", "The stepper has left no recording.", said) from None


def judge(rows, stories):
    """Each row has to find a stop: not before that of the row above it, unless it says `anywhere`.
    The sentence is that of the first row that finds none."""
    at = 0
    for row in rows:
        begin = 0 if row.get("anywhere") else at
        found = [
            number
            for number, story in enumerate(stories[begin:], begin)
            if re.search(row["shows"], story, re.M)
        ]
        if not found:
            raise Rejection("run", row["sentence"])
        if not row.get("anywhere"):
            at = found[0]
