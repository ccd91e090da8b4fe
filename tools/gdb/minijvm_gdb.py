"""gdb commands that show what the VM sees, in a process or a core file of a debug build of minijvm.

    jbt [COUNT]     the backtrace, with Java and C++ frames mixed
    jstack          the Java stack of gdb's current thread
    jstack all      the Java stacks of all Java threads
    jthreads        every Java thread, what it waits for, and where it is
    jlwps           the kernel's threads, and which Java thread each of them runs
    jparked [ID]    under -XX:ThreadModel=M:N: the threads that no kernel thread carries, and the
                    C++ stack of one of them
    jframe [N]      locals and operand slots of a Java frame
    jobj ADDRESS    an object: its class, its lock state, its fields or elements; a string as
                    text; a mirror with the statics of its class
    jlock ADDRESS   an object's multi-use word, decoded, and the threads queued behind it, in
                    every -XX:LockingMode
    jee [NUMBER]    the fields of a thread that the locking protocol uses, by the names of the
                    paper's figure 1
    jheap, jgang    the spaces of the heap; the collector's workers
    jcode           the bytecode around the instruction in progress
    jcode all       the bytecode of the whole method
    jcode METHOD    the bytecode of a Method* expression
    jbreak Class.method[:bci]   stop at a bytecode
    jstep           step to the next bytecode

Object*, Symbol*, Class*, Method* and MultiUseWord have pretty printers. ADDRESS is any gdb
expression: a number, s.locals[0].ref, $rax.

Only jbreak and jstep need a process. No command calls a function of the program. Every layout,
enumerator and constant is read from the debug information, so nothing here must be kept in step
with the C++ code, except names of types and members.

The build puts a link to this file beside libjvm.so (libjvm.so-gdb.py). gdb loads it by itself
where its auto-load safe-path allows that. Tested by tests/gdb.
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
for name in [name for name in sys.modules if name.startswith("gdb_minijvm")]:
    del sys.modules[name]  # so that sourcing this file again reads changed modules

import gdb_minijvm.code  # noqa: E402
import gdb_minijvm.exec_envs  # noqa: E402
import gdb_minijvm.heap  # noqa: E402
import gdb_minijvm.locks  # noqa: E402
import gdb_minijvm.objects  # noqa: E402,F401
import gdb_minijvm.user_threads  # noqa: E402,F401
