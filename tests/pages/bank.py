"""The recording of a small bank, as a simulation of threads on LWPs makes it: the same each time.

Tellers take the lock of Gate #4, read a file, sleep, and park until another one wakes them. One
collection stops them all.
"""

import collections
import heapq
import random

from builder import Recording

US = 1000
TELLERS = ("one", "two", "three", "four", "five", "six")
LWPS = 2
GATES = ("Gate #4", "Gate #7")
COLLECTION = (8_200 * US, 8_930 * US)


class Teller:
    def __init__(self, bank, ordinal, name):
        self.name = name
        self.letter = chr(ord("A") + ordinal)
        self.track = bank.recording.track(name, "Threads", "thread", self.letter)
        self.script = bank.script(self, ordinal)
        self.state = "ready"
        self.since = 0
        self.what = None        # the name of the running slice, else that of its state
        self.sentence = None
        self.lwp = None


class Bank:
    def __init__(self, end):
        self.end = end
        self.now = 0
        self.random = random.Random(4)
        self.queue = []
        self.ready = collections.deque()
        self.recording = Recording("Bank", end, model="M:N", lwps=LWPS, events=18402, command=(
            "./minijvm -XX:StartTimeline=filename=bank.html -XX:ThreadModel=M:N -XX:LWPs=2 "
            "-cp build/samples/bank Bank"))
        self.lwps = [self.recording.track(f"LWP {i + 1}", "LWPs", "lwp") for i in range(LWPS)]
        self.carried = [None] * LWPS
        self.carried_since = [0] * LWPS
        self.tellers = [Teller(self, i, name) for i, name in enumerate(TELLERS)]
        self.gates = [self.recording.track(name, "Locks", "lock") for name in GATES]
        self.owner = [None] * len(GATES)
        self.owned_since = [0] * len(GATES)
        self.waiters = [collections.deque() for _ in GATES]
        self.enters = [0] * len(GATES)
        self.longest = [(0, None, 0)] * len(GATES)
        self.counts = [self.recording.track(f"waiters of {name}", "Locks", "counter")
                       for name in GATES]

    def script(self, teller, ordinal):
        pick = self.random.randint
        while True:
            yield "run", pick(40, 260) * US
            what = pick(0, 9)
            if what < 5:
                gate = 0 if pick(0, 3) else 1
                yield "lock", gate
                yield "run", pick(60, 300) * US
                yield "unlock", gate
            elif what == 5:
                yield "native", pick(200, 1400) * US
            elif what == 6:
                yield "sleep", pick(300, 1800) * US
            elif what == 7 and ordinal % 2:
                yield "park", None
            else:
                yield "unpark", None

    def change(self, teller, state, what=None, sentence=None):
        if self.now > teller.since:
            teller.track.slice(teller.since, self.now, teller.what or teller.state, teller.state,
                               sentence=teller.sentence, open_end=self.now == self.end)
        teller.state, teller.since, teller.what, teller.sentence = state, self.now, what, sentence

    def later(self, delay, teller):
        heapq.heappush(self.queue, (self.now + delay, teller.letter, teller))

    def make_ready(self, teller, lwp_wait="waits for an LWP"):
        self.change(teller, "ready", sentence=f"{teller.letter} {lwp_wait}.")
        self.ready.append(teller)
        self.carry()

    def carry(self):
        for i in range(LWPS):
            if self.carried[i] is None and self.ready:
                teller = self.ready.popleft()
                self.lwp_slice(i, "idle", "idle")
                self.carried[i], teller.lwp = teller, i
                self.change(teller, "running", sentence=f"{teller.letter} runs on LWP {i + 1}.")
                self.step(teller)

    def lwp_slice(self, i, name, state):
        if self.now > self.carried_since[i]:
            self.lwps[i].slice(self.carried_since[i], self.now, name, state)
        self.carried_since[i] = self.now

    def leave_lwp(self, teller):
        self.lwp_slice(teller.lwp, teller.name, "running")
        self.carried[teller.lwp] = teller.lwp = None

    def count(self, gate):
        self.counts[gate].sample(self.now, len(self.waiters[gate]), "")

    def own(self, teller, gate):
        self.owner[gate], self.owned_since[gate] = teller, self.now

    def step(self, teller):
        verb, value = next(teller.script)
        if verb == "run":
            self.later(value, teller)
        elif verb == "native":
            self.change(teller, "native", "read()",
                        f"{teller.letter} is in read(); LWP {teller.lwp + 1} is taken meanwhile.")
            self.later(value, teller)
        elif verb == "sleep":
            self.change(teller, "sleeping", sentence=f"{teller.letter} sleeps.")
            self.leave_lwp(teller)
            self.later(value, teller)
        elif verb == "park":
            self.change(teller, "parked", sentence=f"{teller.letter} is parked until an unpark.")
            self.leave_lwp(teller)
        else:
            {"lock": self.lock, "unlock": self.unlock, "unpark": self.unpark}[verb](teller, value)
            return
        self.carry()

    def lock(self, teller, gate):
        self.enters[gate] += 1
        if self.owner[gate] is None:
            self.own(teller, gate)
            self.step(teller)
            return
        holder = self.owner[gate].letter
        self.change(teller, "blocked", GATES[gate], f"{teller.letter} waits for {GATES[gate]} "
                    f"(Bank$Gate), which {holder} holds in Bank.move:31.")
        self.leave_lwp(teller)
        self.waiters[gate].append(teller)
        self.count(gate)
        self.carry()

    def unlock(self, teller, gate):
        track = self.gates[gate]
        track.slice(self.owned_since[gate], self.now, teller.name, "held",
                    sentence=f"{teller.letter} holds {GATES[gate]} in Bank.move:31.")
        self.owner[gate] = None
        if self.waiters[gate]:
            next_one = self.waiters[gate].popleft()
            self.count(gate)
            waited = self.now - next_one.since
            self.longest[gate] = max(self.longest[gate], (waited, next_one, next_one.since),
                                     key=lambda one: one[0])
            next_one.sentence = next_one.sentence.replace(" holds", " held") + \
                f" {teller.letter}'s exit woke {next_one.letter}; the meta-lock came by hand-over."
            self.recording.arrow("hand over", teller.track, self.now, next_one.track, self.now)
            track.mark(self.now, "hand over", f"{teller.letter} hands {GATES[gate]} over to "
                       f"{next_one.letter}.")
            self.own(next_one, gate)
            self.make_ready(next_one, "has the lock and waits for an LWP")
        self.step(teller)

    def unpark(self, teller, _):
        parked = [one for one in self.tellers if one.state == "parked"]
        if parked:
            self.recording.arrow("unpark", teller.track, self.now, parked[0].track, self.now)
            teller.track.mark(self.now, "unpark", f"{teller.letter} unparks {parked[0].letter}.")
            self.make_ready(parked[0])
        self.step(teller)

    def run(self):
        for teller in self.tellers:
            self.ready.append(teller)
        self.carry()
        while self.queue and self.queue[0][0] < self.end:
            self.now, _, teller = heapq.heappop(self.queue)
            if teller.state == "sleeping":
                self.make_ready(teller)
            else:
                if teller.state == "native":
                    self.change(teller, "running")
                self.step(teller)
        self.now = self.end
        for teller in self.tellers:
            self.change(teller, "running")
        for i, teller in enumerate(self.carried):
            self.lwp_slice(i, teller.name if teller else "idle", "running" if teller else "idle")
        self.collect()
        self.tell()
        return self.recording

    def collect(self):
        begin, end = COLLECTION
        for teller in self.tellers:
            for start, long, level, _, state, _, _ in list(teller.track.slices):
                if state == 0 and level == 0 and start < end and start + long > begin:
                    teller.track.slice(max(start, begin), min(start + long, end), "safepoint",
                                       "stopped", 1, "The collection young #3 stops it.")
        vm = self.recording.track("Young collections", "Collector", "collector")
        vm.slice(begin, end, "young #3", "phase", 0, "young #3: 730 us, 2.1 MB of 8 MB live.")
        for name, a, b in (("stop", 0, 41), ("scavenge", 41, 520), ("refs", 520, 640),
                           ("resume", 640, 730)):
            vm.slice(begin + a * US, begin + b * US, name, "phase", 1)
        for i in range(2):
            worker = self.recording.track(f"worker {i}", "Collector", "worker")
            time = begin + 45 * US
            while time < begin + 500 * US:
                long = self.random.randint(20, 90) * US
                is_task = self.random.randint(0, 3) > 0
                worker.slice(time, time + long, "task" if is_task else "steal",
                             "task" if is_task else "steal")
                time += long + self.random.randint(1, 20) * US
        eden = self.recording.track("eden", "Heap", "counter")
        old = self.recording.track("old", "Heap", "counter")
        used = 0
        for time in range(0, self.end, 50 * US):
            used += self.random.randint(10, 90) * 512
            if begin <= time < begin + 50 * US:
                used = 0
            eden.sample(time, used, "bytes")
            old.sample(time, 6_300_000 if time < begin else 7_100_000, "bytes")
        self.recording.arrow("post", vm, begin + 45 * US, worker, begin + 45 * US)

    def tell(self):
        rows = []
        for gate, (waited, teller, since) in enumerate(self.longest):
            rows.append([GATES[gate], self.enters[gate], round(waited / US, 1)])
            if teller is not None:
                self.recording.finding(
                    f"{teller.letter} waited {waited / US:.0f} us for {GATES[gate]}, the longest "
                    "wait for this lock.", teller.track, since, waited)
        self.recording.finding("Collection young #3 stopped all threads for 730 us.",
                               self.recording.tracks[len(self.recording.tracks) - 5],
                               COLLECTION[0], 730 * US)
        self.recording.table("Locks", ["lock", "enters", "longest wait us"], rows, self.gates)
        columns = ["thread", "running %", "ready %", "blocked %", "native %"]
        self.recording.table("Threads", columns, [self.shares(one) for one in self.tellers],
                             [one.track for one in self.tellers])

    def shares(self, teller):
        sums = collections.Counter()
        for _, long, level, _, state, _, _ in teller.track.slices:
            sums[state] += long if level == 0 else 0
        return [teller.name, *(round(100 * sums[state] / self.end, 1) for state in (0, 1, 2, 6))]


def bank():
    return Bank(20_000 * US).run()
