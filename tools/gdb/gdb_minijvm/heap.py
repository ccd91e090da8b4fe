"""The heap and the collector's gang of workers: jheap, jgang.

Tested by tests/gdb."""

import gdb

from gdb_minijvm.values import *  # noqa: F403

def kilobytes(count):
    return f"{count // 1024}K"


class JHeap(JavaCommand):
    """jheap: the spaces of the heap, how much of each is used, and the number of collections."""

    KIND = gdb.COMMAND_STATUS

    def run(self, argument):
        heap = evaluate("minijvm::gc::gc_state.heap")
        if int(heap) == 0:
            print("there is no heap yet")
            return
        heap = heap.dereference()
        survivors = heap["survivors_"]
        from_index = int(heap["from_index_"])
        spaces = (("fixed", heap["fixed"]["space_"]), ("old", heap["old"]["space_"]),
                  ("from", survivors[from_index]),
                  ("to", survivors[1 - from_index]), ("eden", heap["eden"]))
        for name, space in spaces:
            members = ("base_", "top_", "limit_", "reserved_end_")
            base, top, limit, end = (int(space[member]) for member in members)
            print(f"{name:6} used {kilobytes(top - base):>8} of {kilobytes(limit - base):>8}  "
                  f"base {base:#x} top {top:#x} limit {limit:#x} end {end:#x}")
        counts = heap["statistics"]["counts_"]
        print(f"{int(counts['young_collections'])} young and "
              f"{int(counts['full_collections'])} full collections")


class JGang(JavaCommand):
    """jgang: the collector's workers, and how long each kind of task took."""

    KIND = gdb.COMMAND_STATUS

    def run(self, argument):
        heap = evaluate("minijvm::gc::gc_state.heap")
        if int(heap) == 0:
            print("there is no heap yet")
            return
        workers = heap.dereference()["workers"]
        gang = unique_pointer(workers["gang_"])
        if int(gang) == 0:
            print("no gang: the coordinator does the work of one worker")
            return
        print(f"{int(workers['size_'])} workers, dispatched by {short_enum(gang['how_'])}")
        for holder in vector(gang["workers_"]):
            worker = unique_pointer(holder)
            print(f"  GC Thread#{int(worker['number'])}, LWP {int(atomic(worker['kernel_id']))}")
        for holder in vector(gang["statistics_"]["rows_"]):
            row = unique_pointer(holder)
            print(f"  {row['name'].string()}: {int(row['latencies']['count_'])} times")


JHeap()
JGang()
