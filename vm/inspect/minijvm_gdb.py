"""gdb commands that show what the VM sees, in a gdb that debugs a debug build of minijvm, running or as a core file.

    jbt [COUNT]     the backtrace with Java and C++ frames mixed
    jstack          the Java stack of gdb's current thread;  jstack all: of every Java thread
    jthreads        every Java thread, what it waits for, and where
    jlwps           the kernel's threads, and which Java thread each of them is
    jparked [ID]    under -XX:ThreadModel=M:N: threads that no kernel thread carries, and the C++ stack of one
    jframe [N]      locals and operand slots of a Java frame
    jobj ADDRESS    an object: its class, its lock state, fields or elements;  strings as text;  of a mirror also the statics
    jlock ADDRESS   an object's multi-use word, decoded, and who queues behind it, in every -XX:LockingMode
    jee [NUMBER]    what the locking protocol keeps in a thread, by the names of the paper's figure 1
    jheap, jgang    the spaces of the heap; the collector's workers
    jcode           the bytecode around the instruction in progress;  jcode all: of the whole method;  jcode EXPRESSION: of a Method*
    jbreak Class.method[:bci], jstep   stop at a bytecode, step to the next

and printers for Object*, Symbol*, Class*, Method* and MultiUseWord. ADDRESS is any gdb expression: a number, s.locals[0].ref, $rax. Only
jbreak and jstep need a process; nothing calls a function of the program, and every layout, enumerator and constant is read from its debug
information, so that nothing needs to be kept in step. The build puts a link to this file beside libjvm.so (libjvm.so-gdb.py), which gdb loads
by itself where its auto-load safe-path allows that. Proved by tests/gdb.
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
for name in [name for name in sys.modules if name.startswith("gdb_minijvm")]:
    del sys.modules[name]  # read anew

import gdb_minijvm.code  # noqa: E402
import gdb_minijvm.exec_envs  # noqa: E402
import gdb_minijvm.heap  # noqa: E402
import gdb_minijvm.locks  # noqa: E402
import gdb_minijvm.objects  # noqa: E402,F401
import gdb_minijvm.user_threads  # noqa: E402,F401
