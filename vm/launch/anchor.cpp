// libjvm.so is the archives of the rooms linked whole; a shared library needs one source of its own, and this is it.
