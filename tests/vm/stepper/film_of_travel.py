"""The film of samples/labs/travel against two other views of the same collections: a heap dump that is taken just before, and the collector's log.

The heap verifier runs around each collection as well; a reference to an object that was taken for dead would end the VM.
"""

import pathlib
import tempfile

import heap_graph
import protocol


def to_array(vm):
    """Steps main until an int[100] lies on the operand stack; its number."""
    stop = vm.run("step")
    while stop["place"]["instruction"] != "arraylength":
        stop = vm.run("step")
    threads = vm.ask("picture")["threads"]
    return next(each for each in threads if each["name"] == "main")["frames"][0]["stack"][-1]["ref"]


def what_is_wrong(film, graph, dead, living):
    """The film of one collection, the heap before it, the objects that must be dead, some that must live."""
    begin, end = film[0], film[-1]
    before = {row["id"]: int(row["address"], 16) for row in begin["objects"]}
    after = [row["id"] for row in end["objects"]]
    unreachable = {number for number, address in before.items() if address not in graph.reachable}
    name = f"collection {begin['collection']}: "
    return protocol.wrong((name + "an object is not where the dump has it", set(before.values()) <= graph.objects),
                          (name + "an object is twice in a frame", len(before) == len(begin["objects"]) and len(set(after)) == len(after)),
                          (name + f"dead {end['dead']}, not reachable {unreachable}", set(end["dead"]) == unreachable),
                          (name + f"before {set(before)}, after {after}", set(after) == set(before) - unreachable),
                          (name + f"dead {end['dead']}, not {dead}", set(end["dead"]) == dead and living <= set(after)))


def film_of_travel(args, env, classes):
    with tempfile.TemporaryDirectory(prefix="minijvm-film-") as folder:
        vm = protocol.Session(args, env, classes, "-Xlog:gc*", "-XX:+UnlockDiagnosticVMOptions", "-XX:+VerifyBeforeGC", "-XX:+VerifyAfterGC", "Journey", folder)
        vm.stop()
        vm.ask("break Travel.stamp")
        vm.ask("break Journey.written")
        at_stamp = vm.run("advance")
        parcel = next(each["id"] for each in vm.ask("picture")["objects"] if each["class"] == "Travel$Parcel")
        vm.ask("film on")
        found, films = [], []
        arrays = [to_array(vm), to_array(vm)]
        # The second array is on the operand stack in the young collection, and dead in the full one.
        for number, command in enumerate(("gc young", "gc full")):
            written = vm.run("run writer")
            found += protocol.wrong(("writer", written["stops"] == [2]), ("a collection before its time", not any(each["event"] == "gc" for each in vm.events)))
            vm.ask("picture")
            graph = heap_graph.HeapGraph(pathlib.Path(folder) / f"{number + 1}.hprof")
            vm.events.clear()
            vm.ask(command)
            film = [event for event in vm.events if event.get("event") == "gc"]
            vm.events.clear()
            found += what_is_wrong(film, graph, {arrays[number]}, {parcel, *arrays[number + 1:]})
            films.append(film)
            vm.ask("thread main")
            vm.run("step")
        vm.ask("quit")
        code, out, err = vm.end()
        return found + protocol.unlike_log(films, out) + protocol.wrong(("stamp", at_stamp["stops"] == [1]), (err, (code, err) == (0, "")))


SCENES = [film_of_travel]
