// Door: signals as JVM_* sees them. launch owns the handlers and the "Signal Dispatcher"; it installs these functions.
#pragma once

namespace minijvm::vm {

struct SignalsDoor {
  // "INT" -> 2; -1: no such signal.
  int (*find)(const char* name);
  // handler: 0 default, 1 ignore, 2 dispatch to Java. The previous one, or (void*)-1 when refused.
  void* (*register_handler)(int signal, void* handler);
  // False: refused.
  bool (*raise)(int signal);
};
void set_signals_door(const SignalsDoor& door);
const SignalsDoor& signals_door();

// Door: the end of the process without more Java code (JVM_Halt): launch flushes and exits. Never returns.
using HaltDoor = void (*)(int code);
void set_halt_door(HaltDoor halt);
[[noreturn]] void halt_vm(int code);

}  // namespace minijvm::vm
