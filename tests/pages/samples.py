"""The recordings that the tests of the timeline page show."""

import random

from bank import bank
from builder import Recording, text_of

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


def texts():
    """Name -> title and text of each recording."""
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
