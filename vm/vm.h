// Holds the virtual machine of the process. In gdb:
//
//   (gdb) print minijvm::vm::the_vm            everything below
//   (gdb) print the_vm.runtime.loaders         the loaders; so for each part
//   (gdb) print *the_vm.gc.heap                the heap
//
// The rooms below vm do not know this file and are tested without it. So each keeps its own state,
// one plain struct in one variable. Vm refers to these structs, and holds the state of vm itself,
// by folder. A file of vm uses the state of its own folder and of the folders below (in the order
// java, invoke, natives, interp, boot), although it sees all. A thread refers to its machine:
// JavaThread::vm.
//
// Everything is constant-initialized and never destroyed, because threads keep running while the
// process exits. A part that is made later stands in a Lazy.
//
// The process has one machine and these variables, no others; `tools/house globals` counts them:
//
//   variable              room      why it is a variable of its own
//   --------------------  --------  -----------------------------------------------------------
//   the_vm                vm        the machine: JNI_GetCreatedJavaVMs and signal handlers have
//                                   nothing else to start from
//   the_observers         vm        observer.h's inline test, read wherever an event may be
//                                   reported; vm.h includes that header
//   base_state            base      the fatal report and memory tracking: in use before there is a
//                                   VM, and in tests without one
//   log_state             base      MJ_LOG's inline test, in every room
//   event_state           base      MJ_EVENT's inline test, in every room
//   sync_state            sync      the list of threads and the choice of locks, which the inline
//                                   paths read
//   schedule_state        sync      the thread model; apart from sync_state since tests/model
//                                   replaces the schedulers
//   runtime_state         runtime   symbols, loaders, classes
//   well_known            runtime   the table of well-known classes, fields and methods
//                                   (object/well_known.h)
//   gc_state              gc        the heap
//   card_base             gc        read by every store of a reference, so its header includes
//                                   nothing else (heap/barrier.h)
//   this_kernel_thread    sync      thread-local: the Java thread that the kernel thread runs;
//                                   JNI's GetEnv and signal handlers ask for it
//   current_purpose       base      thread-local: the purpose of a mapping, while a scope lasts
//                                   (memory_tracking.h)
//   innermost             vm        thread-local: where to continue after a SIGBUS in raw memory
//                                   (java/raw_memory.cpp)
//
// A tool has one variable for its state, in its own folder.
// Tested by every test that runs Java; tests/gdb prints it.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/atomic.h"
#include "base/base_state.h"
#include "base/events/event_log.h"
#include "base/log.h"
#include "gc/gc_state.h"
#include "runtime/fwd.h"
#include "runtime/runtime_state.h"
#include "sync/schedule/schedule_state.h"
#include "sync/sync_state.h"
#include "vm/interp/interp_state.h"
#include "vm/java/java_state.h"
#include "vm/natives/natives_state.h"
#include "vm/observer.h"

namespace minijvm::vm {

enum class VmState : std::uint8_t { kNone, kCreating, kRunning, kDestroyed };

// Holds the phases of the machine, from JNI_CreateJavaVM to the end of the process
// (boot/invocation_api.cpp, java/halt.cpp).
struct Life {
  Atomic<VmState> state{VmState::kNone};
  Atomic<bool> end_reported{false};
  // True after DestroyJavaVM: no thread may enter the VM any more.
  Atomic<bool> stopped_for_good{false};
  // The launcher's function that replaces exit.
  void (*exit_hook)(std::int32_t) = nullptr;
};

struct Vm {
  Life life;

  // The rooms below, from the bottom.
  BaseState& base = base_state;
  LogState& log = log_state;
  EventState& events = event_state;
  sync::SyncState& sync = sync::sync_state;                 // locks, the list of threads
  sync::ScheduleState& schedule = sync::schedule_state;     // the thread model
  runtime::RuntimeState& runtime = runtime::runtime_state;  // symbols, loaders, classes
  // Set once the classes are loaded; runtime::wk() is the same table.
  const runtime::WellKnown* well_known = nullptr;
  gc::GcState& gc = gc::gc_state;  // the heap

  // The state of vm itself begins here, with the observers that get events.
  Observers& observers = the_observers;
  JavaState java;        // strings, class initialization, threads, settings
  NativesState natives;  // JNI's references, tables of native functions
  InterpState interp;    // the engines
};
extern constinit Vm the_vm [[gnu::visibility("hidden")]];

}  // namespace minijvm::vm
