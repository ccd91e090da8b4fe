"""Takes from a process the right to open files, but for some folders (Linux 5.13 and later,
landlock(7)). Where the kernel has no Landlock nothing happens: then only the list of allowed
classes (allowed.py) keeps a program from files."""

import ctypes
import os
import struct

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION = 1
PATH_BENEATH = 1
PR_SET_NO_NEW_PRIVS = 38
READ = 0x1 | 0x4 | 0x8  # execute, read a file, read a folder
# The rights that each version of the interface has for files; a ruleset must not name later ones.
ALL_RIGHTS = {1: 0x1FFF, 2: 0x3FFF, 3: 0x7FFF, 4: 0x7FFF}
OF_FILES = 0x1 | 0x2 | 0x4 | 0x4000  # execute, write, read, truncate
NO_TCP = 0x3
NO_SIGNALS = 0x3  # and no abstract sockets, beyond the own processes

_libc = ctypes.CDLL(None, use_errno=True)


def version():
    """0 where there is none."""
    return max(0, _libc.syscall(CREATE_RULESET, None, 0, VERSION))


def restrict(readable, writable):
    """Called in a child before exec: from here on only these folders and files can be opened."""
    supported = version()
    if supported == 0:
        return
    rights = ALL_RIGHTS.get(supported, 0xFFFF)
    attributes = struct.pack(
        "QQQ", rights, NO_TCP if supported >= 4 else 0, NO_SIGNALS if supported >= 6 else 0
    )
    size = 8 if supported < 4 else 16 if supported < 6 else 24
    ruleset = _libc.syscall(CREATE_RULESET, attributes, size, 0)
    if ruleset < 0:
        raise OSError(ctypes.get_errno(), "landlock_create_ruleset")
    for paths, allowed in ((readable, READ), (writable, rights)):
        for path in paths:
            _add(ruleset, path, allowed & rights)
    _libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if _libc.syscall(RESTRICT_SELF, ruleset, 0) != 0:
        raise OSError(ctypes.get_errno(), "landlock_restrict_self")
    os.close(ruleset)


def _add(ruleset, path, rights):
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # what is not there needs no rule
    if not os.path.isdir(path):
        rights &= OF_FILES
    rule = struct.pack("=Qi", rights, place)
    result = _libc.syscall(ADD_RULE, ruleset, PATH_BENEATH, rule, 0)
    os.close(place)
    if result != 0:
        raise OSError(ctypes.get_errno(), f"landlock_add_rule {path}")
