"""What a session of gdb with minijvm needs, from any folder, in the sources or installed.

    gdb -x PREFIX/share/minijvm/gdb/session.py --args PREFIX/bin/minijvm -cp DIR Main

gdb tells a script of its own language no name, so settings.gdb must be read at the top of the
sources. A script of Python knows where it stands. Tested by tests/install.
"""

import os

import gdb

HERE = os.path.dirname(os.path.realpath(__file__))
IN_SOURCES = "source tools/gdb/minijvm_gdb.py"

with open(os.path.join(HERE, "settings.gdb")) as settings:
    text = settings.read()
assert IN_SOURCES in text, "settings.gdb loads the commands by another line"
gdb.execute(text.replace(IN_SOURCES, "source " + os.path.join(HERE, "minijvm_gdb.py")))
