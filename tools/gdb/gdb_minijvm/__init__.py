"""The gdb commands of minijvm_gdb.py, a module for each kind of thing that they show.

values -> words -> objects -> threads -> code, locks, exec_envs, user_threads; values -> heap.
Tested by tests/gdb."""
