"""The recordings of the stepper that the tests of its page show."""

from stepper_builder import Recording, frame, heap, space, SPACES, thing, thread, to, value

ATTACK = "</script><img src=x onerror=\"document.title='attacked'\">"
RACE = """/** Two threads count to two, mostly. */
public class Race {
    static int counter;

    static void add() {
        counter++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(Race::add, "one"); // and another one
        Thread two = new Thread(Race::add, "two");
        one.join();
        System.out.println(counter);
    }
}
"""
ADD = [[0, "getstatic #7  // Field Race.counter:I", 6], [3, "iconst_1", 6], [4, "iadd", 6],
       [5, "putstatic #7  // Field Race.counter:I", 6], [8, "return", 7]]
SAYS = {0: "pushes the static field Race.counter: int (JVMS 6.5.getstatic)",
        3: "pushes the int 1 (JVMS 6.5.iconst_i)",
        4: "adds the two ints on top of the stack (JVMS 6.5.iadd)",
        5: "stores the top of the stack in the static field Race.counter (JVMS 6.5.putstatic)",
        8: "leaves the method (JVMS 6.5.return)"}
MAIN = [[0, "new #20  // Class java/lang/Thread", 10], [45, "aload_1", 12],
        [46, "invokevirtual #33  // Method java/lang/Thread.join:()V", 12]]


def race():
    """Both threads read 0, and one increment is lost. Each thread is a list of what it has."""
    recording = Recording("Race")
    recording.sources["Race.java"] = RACE
    recording.listing(7, "Race.add()V", "Race.java", ADD)
    recording.listing(8, "Race.main([Ljava/lang/String;)V", "Race.java", MAIN)
    stacks = {16: [0, []], 18: [0, []]}
    counter = 0
    names = {16: "one", 18: "two"}

    def picture():
        main = frame(0, "Race.main([Ljava/lang/String;)V", 8, 45, 12, "Race.java",
                     [value("args", "java.lang.String[]", "String[0]"),
                      to("one", "Thread", 4), to("two", "Thread", 5)])
        recording.threads = [thread(2, "main", "waiting", [main], lwp=1, waits={
            "for": 4, "for_text": "Thread #4", "by": 16, "why": "It waits for the end of one."})]
        for number, (bci, stack) in stacks.items():
            if bci is None:
                continue
            line = 7 if bci == 8 else 6
            recording.threads.append(thread(
                number, names[number], "runnable", held=True, lwp=2, frames=[
                    frame(0, "Race.add()V", 7, bci, line, "Race.java",
                          stack=[value("", "int", str(one)) for one in stack])]))
        recording.statics = [{"class": "Race", "fields": [value("counter", "int", str(counter))]}]
        recording.objects = [
            thing(4, "Thread", [value("name", "String", '"one"'), to("next", "Task", 6)]),
            thing(5, "Thread", [value("name", "String", '"two"')], closed=False),
            thing(6, "Task", closed=True, library=True)]

    recording.stops = [{"number": 2, "kind": "break", "where": "Race.add"}]
    recording.session = ["break Race.add"]
    recording.out = [["out", "begin\n"], ["err", "a warning\n"]]
    order = [16] * 3 + [18] * 4 + [16] * 2 + [18]
    for number in order:
        bci, stack = stacks[number]
        picture()
        is_first = bci == 0
        recording.stop(number, "advance" if is_first else "step",
                       "breakpoint 2" if is_first else "step", SAYS[bci],
                       "breakpoint" if is_first else "step")
        if bci == 0:
            stacks[number] = [3, [counter]]
        elif bci == 3:
            stacks[number] = [4, [*stack, 1]]
        elif bci == 4:
            stacks[number] = [5, [sum(stack)]]
        elif bci == 5:
            counter = stack[0]
            stacks[number] = [8, []]
            recording.out = [["out", f"{names[number]} has stored {counter}\n"]]
    recording.tail = [["out", "1\n"]]
    recording.end = {"code": 0, "text": "The program has ended."}
    return recording


def word(state, owner, queue):
    return [{"name": "record", "bits": "0111 1111 ... 1011 00", "text": owner},
            {"name": "Q", "bits": "1" if queue else "0", "text": "somebody queues" if queue else ""},
            {"name": "state", "bits": {"NEUTRAL": "01", "LOCKED": "00", "BUSY": "11"}[state],
             "text": state}]


def lock(state, owner=None, queue=(), standings=(), last=None, text="", name=""):
    one = {"object": 4, "word": "0x00007f8a4c00d2b1", "state": state, "text": text,
           "fields": word(state, name, bool(queue)), "owner": owner, "count": 1 if owner else 0,
           "queue": [{"thread": number, "as": kind, "count": 1} for number, kind in queue],
           "stored": {"hash": "0x1b2c3d", "age": 3}}
    if standings or last is not None:
        one["meta"] = {"last": last, "standings": [
            {"thread": number, "point": point, "what": what, "behind": behind, "gate": False,
             "hands_over": gives} for number, point, what, behind, gives in standings]}
    return one


def queue():
    """The lock of a door: taken, wanted by two, waited at by one, and its meta-lock handed over."""
    recording = Recording("Queue")
    recording.sources["Queue.java"] = "\n".join(f"// line {i}" for i in range(1, 25))
    recording.listing(3, "Queue.pass()V", "Queue.java", [[0, "aload_0", 6], [5, "monitorenter", 6]])
    door = thing(4, "Door", [value("name", "String", '"front"')])
    owner = frame(0, "Queue.pass()V", 3, 0, 6, "Queue.java", [to("door", "Door", 4)], monitors=[4])
    wants = frame(0, "Queue.pass()V", 3, 5, 6, "Queue.java", [to("door", "Door", 4)])
    why = {"for": 4, "for_text": "Door #4", "by": 16, "why": "It waits for the lock of Door #4."}

    def all_threads(*kinds):
        recording.threads = [thread(16 + 2 * i, "abcd"[i], kind,
                                    [owner if kind == "runnable" else wants], i > 0,
                                    why if kind == "blocked" else None)
                             for i, kind in enumerate(kinds)]
    recording.objects = [door]
    all_threads("runnable", "runnable", "runnable", "waiting")
    recording.locks = [lock("NEUTRAL", text="Nobody has this lock.")]
    recording.stop(16, "step", "step", "takes the lock of the object (JVMS 6.5.monitorenter)")
    recording.locks = [lock("LOCKED", 16, name="a")]
    recording.stop(16)
    all_threads("runnable", "blocked", "runnable", "waiting")
    recording.locks = [lock("LOCKED", 16, [(18, "contender"), (22, "waiter")], name="a",
                            text="a has it once; b queues, d waits.")]
    recording.stop(18, "advance", "b waits for a monitor", kind="stuck")
    all_threads("runnable", "blocked", "blocked", "waiting")
    recording.locks = [lock("BUSY", 16, [(18, "contender"), (20, "contender"), (22, "waiter")], [
        (16, "meta_hand_over", "gives the release bits to the successor", None, True),
        (20, "meta_queue", "stands behind a", 16, False),
        (18, "meta_queue", "stands behind c", 20, False)], last=18, name="b")]
    recording.stop(16, "continue", "point meta_hand_over", kind="point")
    return recording


def stuck():
    recording = Recording("Stuck")
    recording.listing(1, "Stuck.eat(LFork;LFork;)V", "Stuck.java", [[7, "monitorenter", 8]])
    left, right = thing(1, "Fork"), thing(2, "Fork")
    at = frame(0, "Stuck.eat(LFork;LFork;)V", 1, 7, 8, "Stuck.java",
               [to("first", "Fork", 1), to("second", "Fork", 2)])
    recording.threads = [
        thread(16, "Ada", "blocked", [at], waits={"for": 2, "for_text": "Fork #2", "by": 18,
                                                  "why": "It waits for Fork #2, which Bob has."}),
        thread(18, "Bob", "blocked", [at], waits={"for": 1, "for_text": "Fork #1", "by": 16,
                                                  "why": "It waits for Fork #1, which Ada has."})]
    recording.objects = [left, right]
    recording.stop(16, "continue", "nobody can go on", kind="stuck")
    recording.tail = [["err", "fatal: killed\n"]]
    recording.end = {"code": 134, "text": "The VM was ended by signal 6."}
    return recording


def chain(count, first=10):
    """Nodes of a list."""
    return [thing(first + i, "Node", [value("n", "int", str(i))] +
                  [to("next", "Node", first + i + 1) if i + 1 < count
                   else value("next", "Node", "null")])
            for i in range(count)]


def nodes():
    """A list grows to five, loses its first node, is collected, and shows 80 more objects."""
    recording = Recording("Nodes")
    recording.listing(1, "Nodes.main()V", "Nodes.java", [[0, "nop", 1], [1, "nop", 2]])

    def stop(objects, local, young=0, more=0):
        recording.threads = [thread(2, "main", "runnable", [frame(
            0, "Nodes.main()V", 1, 0, 1, "Nodes.java", local)])]
        recording.objects = objects
        recording.heap = heap(young, eden=4096)
        recording.stop(2)["more_objects"] = more
    for count in range(1, 6):
        stop(chain(count), [to("head", "Node", 10)])
    rest = chain(5)[1:]
    stop(rest, [to("head", "Node", 11)])
    stop(rest, [to("head", "Node", 11)])
    stop(rest, [to("head", "Node", 11)], young=1)
    array = thing(40, "int[]", length=100, elements=[value(f"[{i}]", "int", str(i))
                                                     for i in range(16)], more_elements=84)
    stop([*rest, array], [to("head", "Node", 11), to("array", "int[]", 40)], young=1)
    many = [thing(100 + i, "Leaf", [value("n", "int", str(i))]) for i in range(80)]
    tree = thing(99, "Tree", [to(f"leaf{i}", "Leaf", 100 + i) for i in range(80)])
    stop([*rest, array, tree, *many], [to("head", "Node", 11), to("array", "int[]", 40),
                                       to("tree", "Tree", 99)], young=1, more=212)
    return recording


def travel():
    """A young collection as a film: #1 and #2 live, #3 does not, and #2 is promoted."""
    recording = Recording("Travel")
    recording.listing(1, "Travel.main()V", "Travel.java", [[0, "nop", 1]])
    recording.threads = [thread(2, "main", "runnable", [frame(
        0, "Travel.main()V", 1, 0, 1, "Travel.java", [to("parcel", "Parcel", 1)])])]
    eden, old, to_space = SPACES["eden"], SPACES["old"], SPACES["to"]
    places = {1: eden + 0x100, 2: eden + 0x400, 3: eden + 0x800}
    copies = {1: to_space + 0x20, 2: old + 0x40}
    recording.objects = [thing(i, "Parcel", address=f"{place:#x}") for i, place in places.items()]
    recording.stop(2)
    spaces = [space(name, 0x1000, 0x100000, base) for name, base in SPACES.items()]

    def shot(phase, objects, **more):
        return {"event": "gc", "phase": phase, "collection": 1, "kind": "young", "spaces": spaces,
                "objects": objects, "dirty_stripes": [5, 11], "stripe_cards": 256, **more}
    begin = [{"id": i, "address": f"{place:#x}", "space": "eden", "age": 5 if i == 2 else 0}
             for i, place in places.items()]
    copied = [{**one, "forwarded_to": f"{copies[one['id']]:#x}"} if one["id"] in copies else one
              for one in begin]
    pieces = [{"worker": 0, "space": "to", "from": f"{to_space:#x}", "to": f"{to_space + 0x400:#x}"},
              {"worker": 1, "space": "old", "from": f"{old:#x}", "to": f"{old + 0x400:#x}"}]
    end = [{"id": 1, "address": f"{copies[1]:#x}", "space": "to", "age": 1},
           {"id": 2, "address": f"{copies[2]:#x}", "space": "old", "age": 6}]
    gang = {"workers": 2, "posts": 2, "steals": 3, "waits": [0, 1, 5, 9, 2]}
    recording.film = [shot("gc_begin", begin), shot("gc_copied", copied, pieces=pieces),
                      shot("gc_refs", copied, pieces=pieces),
                      shot("gc_end", end, pieces=pieces, gang=gang)]
    recording.objects = [{"id": i, "address": f"{place:#x}", "forwarded_to": f"{copies.get(i, 0):#x}"}
                         for i, place in places.items()]
    recording.stop(2, "gc young", "point gc_copied", "what lives has been copied", "point", False)
    recording.objects = [thing(i, "Parcel", address=f"{place:#x}", space="to" if i == 1 else "old")
                         for i, place in copies.items()]
    recording.heap = heap(1, eden=0, to=0x400, old=0x400)
    recording.stop(2)
    return recording


def hostile():
    recording = Recording(ATTACK, command=ATTACK, locking=ATTACK)
    recording.sources[ATTACK] = f"{ATTACK}\n// {ATTACK}\n"
    recording.listing(1, f"{ATTACK}.{ATTACK}()V", ATTACK, [[0, ATTACK, 1]])
    recording.threads = [thread(16, ATTACK, ATTACK, [frame(
        0, f"{ATTACK}.{ATTACK}()V", 1, 0, 1, ATTACK, [value(ATTACK, ATTACK, ATTACK),
                                                       to("__proto__", ATTACK, 4)],
        [value("", ATTACK, "x" * 1_000_000)])], waits={"for": 4, "for_text": ATTACK, "by": 16,
                                                       "why": ATTACK})]
    recording.objects = [thing(4, ATTACK, [value(ATTACK, ATTACK, ATTACK),
                                           value("constructor", "int", "\u202e\u0000")])]
    recording.statics = [{"class": ATTACK, "fields": [value(ATTACK, "int", ATTACK)]}]
    recording.locks = [{**lock("LOCKED", 16, [(99, ATTACK)], text=ATTACK, name=ATTACK),
                        "state": ATTACK}]
    recording.out = [["out", ATTACK + "\n"], ["err", "y" * 3_000_000]]
    recording.stop(16, ATTACK, ATTACK, ATTACK, ATTACK)
    recording.end = {"code": 1, "text": ATTACK}
    return recording


def long(count=1000):
    """Many stops of three threads, with a source of 600 lines and 40 objects."""
    recording = Recording("Long")
    recording.sources["Long.java"] = "\n".join(f"        int x{i} = {i}; // {i}" for i in range(600))
    rows = [[i * 3, f"iload {i}", i + 1] for i in range(500)]
    recording.listing(1, "Long.run()V", "Long.java", rows)
    for step in range(count):
        number = 16 + 2 * (step // 3 % 3)
        at = step % 500
        recording.threads = [thread(16 + 2 * i, f"worker {i}", "runnable", [frame(
            0, "Long.run()V", 1, at * 3, at + 1, "Long.java",
            [value("i", "int", str(step)), to("head", "Node", 10)],
            [value("", "int", str(one)) for one in range(step % 5)])]) for i in range(3)]
        recording.objects = chain(20) + [thing(60 + i, "Leaf", [value("n", "int", str(step + i))])
                                         for i in range(20)]
        recording.heap = heap(step // 100, eden=step * 1000)
        recording.out = [["out", f"line {step}\n"]] if step % 4 == 0 else []
        recording.stop(number)
    return recording


def texts():
    """Name -> kind of page, title and recording of each."""
    made = {"race": race(), "queue": queue(), "stuck": stuck(), "nodes": nodes(),
            "travel": travel(), "hostile-steps": hostile(), "long": long(),
            "no-steps": Recording("None")}
    found = {name: (one.made["title"], one.json()) for name, one in made.items()}
    found["newer-steps"] = ("newer", {**found["race"][1], "version": 2})
    wrong = race().json()
    wrong["steps"][3]["locks"] = 99
    found["wrong-steps"] = ("wrong", wrong)
    return found
