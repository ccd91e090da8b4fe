"""The gdb commands of minijvm_gdb.py, by what they show."""
