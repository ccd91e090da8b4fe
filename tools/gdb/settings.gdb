# What a session of gdb with minijvm needs: start gdb at the top of the tree and give `-x` this file.
#   gdb -x tools/gdb/settings.gdb --args build/debug/bin/minijvm -cp build/samples/bank Bank
set breakpoint pending on
set debuginfod enabled off
set auto-load python-scripts off
source tools/gdb/minijvm_gdb.py
set confirm off
set pagination off
set width 0
set print thread-events off
set print inferior-events off

define jmain
  tbreak minijvm::vm::jni::CallStaticVoidMethod
  run
end
document jmain
Run the program until the JDK's launcher is about to call main.
end
