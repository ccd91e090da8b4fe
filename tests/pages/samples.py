"""The recordings and comparisons that the tests of the pages show."""

import random

from bank import bank
from builder import Recording, comparison, text_of

ATTACK = "</script><img src=x onerror=\"document.title='attacked'\">"
US = 1000


def hostile():
    recording = Recording(ATTACK, 1000 * US, command=ATTACK, locking=ATTACK)
    thread = recording.track(ATTACK, "Threads", "thread", "A")
    lock = recording.track(f"{ATTACK} #1", "Locks", "lock")
    other = recording.track("__proto__", "constructor", "thread", "B")
    thread.slice(0, 600 * US, ATTACK, "blocked", sentence=f"A waits for {ATTACK}.")
    thread.slice(600 * US, 1000 * US, "&lt;b&gt; \u202e\u0000 \U0001f600", "running")
    lock.slice(0, 600 * US, ATTACK, "held")
    other.slice(0, 1000 * US, "toString", "running")
    recording.arrow(ATTACK, other, 600 * US, thread, 600 * US)
    recording.finding(f"A waited for {ATTACK}.", thread, 0, 600 * US)
    recording.table(ATTACK, [ATTACK, "waits"], [[ATTACK, 1]], [lock])
    return recording


def big(slices=100_000, lanes=20):
    """Many slices of all lengths, with some arrows and marks."""
    rng = random.Random(7)
    recording = Recording("Chat", 2_000_000 * US, model="M:N", lwps=4)
    tracks = [recording.track(f"client-{i}", "Threads", "thread", chr(65 + i % 26))
              for i in range(lanes)]
    states = ("running", "ready", "blocked", "waiting", "parked", "native")
    each = slices // lanes
    for track in tracks:
        time = 0
        for i in range(each):
            long = int(2_000_000 * US / each * rng.choice((0.2, 0.5, 0.8, 1, 1.2, 2.2)))
            state = rng.choice(states)
            track.slice(time, time + long, state if i % 5 else f"Room #{i % 40}", state)
            time += long
            if i % 50 == 0:
                other = rng.choice(tracks)
                recording.arrow("unpark", track, time, other, time + 500)
                track.mark(time, "unpark")
    recording.about["nanoseconds"] = 1
    return recording


def many(threads=300):
    recording = Recording("Many", 50_000 * US, lost=12)
    for i in range(threads):
        track = recording.track(f"Thread-{i}", "Threads", "thread", chr(65 + i % 26))
        blocked = (i * 37 % threads) * 100 * US
        track.slice(0, blocked, "Lock #1", "blocked")
        track.slice(blocked, 50_000 * US, "running", "running")
    return recording


def banks():
    """Three variants of the bank. Their recordings begin at different times before main."""
    recordings = []
    for i, model in enumerate(("1:1", "M:N", "M:1")):
        recording = bank()
        recording.about.update(model=model, main=(2 + i) * 1000 * US)
        recordings.append(recording)
    rows = {"wall ms": ["812", "640", "1,190"], "cpu ms": ["1,433", "1,190", "1,180"],
            "kernel switches": ["40,120", "210", "31"], "switches": ["-", "12,840", "12,790"],
            "LWPs": ["14", "2", "1"], "contended enters": ["4,102", "3,870", "12"],
            "hand-overs": ["210", "0", "0"], "RSS MB": ["62", "58", "57"],
            "GC pauses": ["3", "3", "3"], "GC ms in all": ["4.1", "4.0", "9.2"],
            "GC ms longest": ["2.0", "1.9", "6.1"]}
    noisy = {("wall ms", 2): 34}
    return comparison("Bank", "models", dict(zip(("1:1", "M:N", "M:1"), recordings)), rows, noisy, [
        "M:N takes 640 ms, and 1:1 812 ms, 1.3 times as long.",
        "M:N switches threads 12,840 times without the kernel."])


def different():
    """What differs is hostile text, and one variant has no recording."""
    says = f'M:N (round 1) differs from 1:1 (round 1): Line of output 1: first "a", then "{ATTACK}".'
    return comparison(ATTACK, ATTACK, {"1:1": hostile(), ATTACK: None}, {"wall ms": ["1", "-"]}, {},
                      [ATTACK], differences=[says, f"{ATTACK} did not end within 2 s (--for)."])


def texts():
    """Name -> kind of page, title and text of each."""
    found = {name: ("timeline", *one) for name, one in timelines().items()}
    for name, data in (("banks", banks()), ("different", different())):
        found[name] = ("compare", data["about"]["title"], text_of(data))
    found["newer-comparison"] = ("compare", "newer", text_of({**banks(), "version": 2}))
    return found


def timelines():
    found = {}
    for name, recording in (("bank", bank()), ("hostile", hostile()), ("big", big()),
                            ("many", many())):
        found[name] = (recording.title, text_of(recording.json()))
    newer = {**hostile().json(), "version": 2}
    found["newer"] = ("newer", text_of(newer))
    wrong = bank().json()
    wrong["tracks"][3]["slices"]["n"] = [99_999] * len(wrong["tracks"][3]["slices"]["n"])
    found["wrong"] = ("wrong", text_of(wrong))
    empty = Recording("Empty", 0).json()
    found["empty"] = ("empty", text_of(empty))
    found["cut"] = ("cut", found["bank"][1][:-100])
    return found
