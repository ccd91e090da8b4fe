// The one interface for everything that watches the VM: debuggers, the stepper, management,
// statistics. A tool derives from Observer, overrides the events that it wants, and registers once.
// Tested by tests/vm/observer_test.cpp; each tool's own tests cover the events that the tool uses.
//
//   the VM                               a tool
//   notify(kThreadEvents, ...) ------->  observer.thread_started(self)
//          |
//          +-- one load and a bit test while no observer wants thread events: the mask is the union
//              of what all observers want, so an event that nobody wants costs nothing else
//
// An observer is added behind the others and stays as long as the process; an empty set of events
// silences it. Observers are called in the order in which they were added.
// Unless an event says otherwise, the caller is in kInVm with its anchor published. The observer
// may stop at a safepoint and run Java code, and it leaves no exception pending.
#pragma once

#include <cstdint>
#include <cstdio>

#include "base/atomic.h"
#include "base/events/events.h"
#include "gc/fwd.h"
#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "runtime/object/java_value.h"
#include "sync/decide/operation.h"
#include "sync/threads/vm_mutex.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

struct Access;
struct JavaValue;

// Groups of events. An observer's mask is an "or" of them.
enum ObservedEvents : std::uint32_t {
  kNoEvents = 0,
  kPhaseEvents = 1U << 0,
  kThreadEvents = 1U << 1,
  kClassEvents = 1U << 2,
  kClassFileEvents = 1U << 3,
  kMonitorEnterEvents = 1U << 4,  // each entry: REQUIRES a lock mode without fast paths
  kContentionEvents = 1U << 5,
  kNativeBindingEvents = 1U << 6,
  kObjectEvents = 1U << 7,
  kSampleEvents = 1U << 8,
  kResourceEvents = 1U << 9,
  kJniFieldEvents = 1U << 10,
  kCollectionEvents = 1U << 11,
  kHeapUsageEvents = 1U << 12,
  kUnloadingEvents = 1U << 13,
  kQuitEvents = 1U << 14,
  kFatalEvents = 1U << 15,
  kRecordedEvents = 1U << 16,  // needs report_event_groups (base/events/events.h)
  kRunEvents = 1U << 17,
  kPeriodicEvents = 1U << 18,
  kVirtualThreadEvents = 1U << 19,  // of virtual threads that come and go
};
constexpr ObservedEvents operator|(ObservedEvents left, ObservedEvents right) {
  return static_cast<ObservedEvents>(static_cast<std::uint32_t>(left) |
                                     static_cast<std::uint32_t>(right));
}

// Lists the stages of the VM's life that are reported to observers.
enum class VmPhase : std::uint8_t {
  kModulesReady,  // System.initPhase2 is done: JVMTI's start phase
  kLive,          // the boot is over and Java's main may run
  kEnding,        // the program's last Java code has run; agents may still run some
  kEnded,         // right after kEnding: nothing else will happen. Both are sent once.
};

// Names the resource whose exhaustion causes an OutOfMemoryError.
enum class Resource : std::uint8_t { kHeap, kArrayLength, kThreads };

// Lists the ways in which a frame can end before its method returns (interp/early_exit.h).
struct EarlyExit {
  enum Kind : std::uint8_t { kNone, kPop, kReturn };
  Kind kind = kNone;
  runtime::Slot value{};        // kReturn, of a primitive
  runtime::Handle<> reference;  // kReturn, of a reference
};

class Observer {
 public:
  // --- kPhaseEvents ---
  virtual void phase_reached(runtime::JavaThread&, VmPhase) {}

  // --- kThreadEvents ---
  virtual void thread_started(runtime::JavaThread&) {}  // before its first Java code
  virtual void thread_ending(runtime::JavaThread&) {}   // after its last Java code
  // The thread has no Thread object any more. The observer frees what it keeps for the thread.
  virtual void thread_gone(runtime::JavaThread&) {}

  // --- kVirtualThreadEvents ---
  // The thread has begun, will end, has come back to a carrier, is about to leave one. Its
  // thread_gone belongs to kThreadEvents.
  virtual void virtual_thread_started(runtime::JavaThread&) {}
  virtual void virtual_thread_ending(runtime::JavaThread&) {}
  virtual void virtual_thread_mounted(runtime::JavaThread&) {}
  virtual void virtual_thread_leaving(runtime::JavaThread&) {}

  // --- kClassEvents ---
  virtual void class_loaded(runtime::JavaThread&, runtime::Class&) {}  // in its loader's dictionary
  virtual void class_prepared(runtime::JavaThread&, runtime::Class&) {}  // linked, not initialised

  // --- kClassFileEvents ---
  // The bytes of a class file, before they are parsed. An observer may replace them
  // (runtime/link/class_linker.h, LoaderUpcalls::file_arrived).
  virtual void class_file_arrived(runtime::JavaThread&, runtime::LoaderData&,
                                  const runtime::Symbol*, const runtime::MirrorFacts&,
                                  runtime::ClassFileBytes&) {}

  // --- kMonitorEnterEvents ---
  virtual void monitor_enter_begins(runtime::JavaThread&, runtime::Handle<>) {}

  // --- kContentionEvents ---
  // The thread is about to queue for the monitor.
  virtual void monitor_contended(runtime::JavaThread&, runtime::Handle<>) {}
  // The thread has queued for the monitor and owns it now.
  virtual void monitor_entered(runtime::JavaThread&, runtime::Handle<>) {}
  virtual void monitor_wait(runtime::JavaThread&, runtime::Handle<>, std::int64_t /*millis*/) {}
  // The thread owns the monitor again.
  virtual void monitor_waited(runtime::JavaThread&, runtime::Handle<>, bool /*timed_out*/) {}

  // --- kNativeBindingEvents ---
  // Reports the function that was found for a native method, before it is bound. Each observer gets
  // the answer of the one before it; the last answer is bound.
  virtual void* native_found(runtime::JavaThread&, runtime::Method&, void* function) {
    return function;
  }

  // --- kObjectEvents ---
  // Reports an object that the VM itself has made, where no bytecode asked for one.
  virtual void object_made(runtime::JavaThread&, runtime::Handle<>) {}

  // --- kSampleEvents ---
  // Reports a fresh object, whose fields are still zero, that the allocation sampler has picked
  // (gc/heap/allocation_sampler.h).
  virtual void object_sampled(runtime::JavaThread&, runtime::Handle<>) {}

  // --- kResourceEvents ---
  virtual void resource_exhausted(runtime::JavaThread&, Resource, const char* /*message*/) {}

  // --- kJniFieldEvents ---
  // Called before JNI reads or writes a field. The object is null for a static field.
  virtual void jni_reads(runtime::JavaThread&, runtime::Field&, runtime::Handle<>) {}
  virtual void jni_writes(runtime::JavaThread&, runtime::Field&, runtime::Handle<>,
                          const JavaValue&) {}

  // --- kCollectionEvents ---
  // Called in the stopped world, on the thread that collects, which can neither run Java code nor
  // allocate. One request for memory may lead to several collections in a row.
  virtual void collection_begins() {}
  virtual void collection_ended(const gc::CollectionRecord&) {}
  // The world runs again. The caller is the thread that asked for the collection.
  virtual void after_collection(runtime::JavaThread&) {}

  // --- kHeapUsageEvents ---
  // Called after each collection, and after each allocation that did not come from eden. The
  // observer must not stop at a safepoint.
  virtual void heap_usage_changed() {}

  // --- kUnloadingEvents ---
  // Called in the stopped world when some classes are unreachable (Class::is_live() is false). The
  // observer drops what it keeps for them; their memory is freed soon afterwards.
  virtual void classes_unloading() {}

  // --- kQuitEvents ---
  // SIGQUIT has arrived. An observer that returns true has dealt with it, and later ones are not
  // asked.
  virtual bool quit_requested(runtime::JavaThread&) { return false; }

  // --- kPeriodicEvents ---
  // Called about every -XX:PerfDataSamplingInterval milliseconds on the thread "Signal Dispatcher",
  // if it was wanted when that thread started.
  virtual void period_passed(runtime::JavaThread&) {}

  // --- kRunEvents ---
  // Self is about to initialize the program's first class, or has entered its first method, in
  // kInVm and without a lock.
  virtual void program_begins(runtime::JavaThread&) {}
  // No method of the thread has caught this, and its handler is about to be called.
  virtual void exception_uncaught(runtime::JavaThread&, runtime::Handle<java::Throwable>) {}
  // The process is about to end with this code by Runtime.exit or halt, or by the VM's own will.
  virtual void process_exits(runtime::JavaThread&, int /*code*/) {}
  // Self is about to look at standard input, or to read it.
  virtual void input_wanted(runtime::JavaThread&) {}
  // Self has come to an operation of the program (java/threads/points.h), and asks who runs first.
  virtual void operation_nears(runtime::JavaThread&) {}
  // Self does the operation now, on behalf of this frame. `field`: of an access, if it is known.
  // The observer must not stop at a safepoint.
  virtual void operation_begins(runtime::JavaThread&, const decide::Operation&,
                                const runtime::Frame&, const runtime::Field* /*field*/) {}
  // The process is about to end, since a deterministic run cannot or may not go on. The caller is
  // main's thread.
  virtual void run_ends_early(runtime::JavaThread&, sync::RunEnd) {}

  // --- kFatalEvents ---
  // The process is about to end, as BaseListener::fatal_error (base/base_listener.h) says.
  virtual void fatal_error(std::FILE* /*out*/) {}

  // --- kRecordedEvents ---
  // BaseListener::event_recorded (base/base_listener.h), in any thread state.
  virtual void event_recorded(Event, std::uint64_t /*first*/, std::uint64_t /*second*/) {}

  // --- Observers::of_accesses ---
  // The VM reports what orders threads and what they access.
  // The caller is in kInJava or kInVm, its anchor is published, and no other thread runs before it
  // does what it reports. The observer must not stop at a safepoint.
  //
  // The thread is about to do the access (java/threads/accesses.h).
  virtual void accessed(runtime::JavaThread&, const Access&) {}
  // A constructor of a class that has final fields is about to return (JLS 17.5.1: the freeze).
  virtual void constructed(runtime::JavaThread&, runtime::Object*) {}
  // The thread owns the monitor; it is about to give it back, or to wait on it.
  virtual void lock_taken(runtime::JavaThread&, runtime::Object*) {}
  virtual void lock_given_back(runtime::JavaThread&, runtime::Object*) {}
  // The first thread has made the second, which has not run yet.
  virtual void thread_made(runtime::JavaThread&, runtime::JavaThread&) {}
  // The second goes on with what the first one did: one is a virtual thread, the other carries it.
  virtual void work_passes(runtime::JavaThread&, runtime::JavaThread&) {}
  // The thread has initialized a class, or has waited for another one to do it.
  virtual void class_initialized(runtime::JavaThread&, const runtime::Class&) {}
  virtual void class_awaited(runtime::JavaThread&) {}
  virtual void memory_fenced(runtime::JavaThread&) {}
  // The thread has taken the references that a collection has cleared.
  virtual void references_taken(runtime::JavaThread&) {}

  // --- Running code: for the observer Observers::of_code (interp/hooks.h) ---
  //
  // Are instructions, entries and exits of this method wanted? The answer may change only with
  // Engine::observers_changed(). Exceptions of all methods are reported. A method that was running
  // unobserved is reported from its next jump or call on.
  virtual bool wants(const runtime::Method&) const { return true; }
  // Returns whether the observer may want methods that call sites skip (accessors, leaf functions).
  // Such sites then become full calls and stay so. The answer changes as that of wants().
  virtual bool wants_every_call() const { return true; }
  // Asked in kInJava for each instruction of a wanted method, before anything is reported. The
  // answer must come at once, so that threads which run a wanted method without being watched pay
  // little.
  virtual bool concerns(const runtime::JavaThread&, const runtime::Method&, std::uint32_t) const {
    return true;
  }
  // Called before the instruction at bci of the innermost frame runs.
  virtual void at_instruction(runtime::JavaThread&, runtime::Method&, std::uint32_t /*bci*/) {}
  // Asked after at_instruction: must this frame end now? The observer answers once, then forgets.
  virtual EarlyExit early_exit(runtime::JavaThread&) { return {}; }
  // The frame exists and a synchronized method has its lock. Native methods are reported, too.
  virtual void method_entered(runtime::JavaThread&, runtime::Method&) {}
  // The frame still exists. `result` points to the result, in a root slot for a reference. It is
  // null for a void method and when an exception leaves the frame.
  virtual void method_left(runtime::JavaThread&, runtime::Method&,
                           const runtime::Slot* /*result*/) {}
  virtual void method_left_by_exception(runtime::JavaThread&, runtime::Method&) {}
  // An exception was thrown in the innermost frame. It is set aside, not pending.
  virtual void exception_thrown(runtime::JavaThread&, runtime::Method&, std::int32_t /*bci*/,
                                runtime::Handle<> /*exception*/) {}
  // Control continues at handler_bci of the innermost frame.
  virtual void exception_caught(runtime::JavaThread&, runtime::Method&,
                                std::uint32_t /*handler_bci*/, runtime::Handle<> /*exception*/) {}

 protected:
  ~Observer() = default;
};

// Keeps all observers of the VM, in the order in which they were added. Reading needs no lock.
class Observers {
 public:
  // Adds the observer, or changes the events of one that was added before. Any thread.
  void set(Observer& observer, ObservedEvents wanted);
  bool want(ObservedEvents event) const {
    return (wanted_by_any_.load(std::memory_order_relaxed) & event) != 0;
  }
  // Calls visit(Observer&) for each observer that wants `event`.
  template <class Visit>
  void notify(ObservedEvents event, Visit visit) {
    const int count = count_.load(std::memory_order_acquire);  // acquire: pairs with set()
    for (int i = 0; i < count; ++i) {
      if ((entries_[i].wanted.load(std::memory_order_acquire) & event) != 0) {
        visit(*entries_[i].observer);
      }
    }
  }

  // The observer of running code (interp/hooks.h). Null: there is none.
  Atomic<Observer*> of_code{nullptr};
  // The observer of accesses. Null: there is none. It is set before any class is loaded.
  Atomic<Observer*> of_accesses{nullptr};

 private:
  static constexpr int kMost = 16;  // each tool adds one or two
  struct Entry {
    Observer* observer = nullptr;  // written before count_ covers the entry
    Atomic<std::uint32_t> wanted{kNoEvents};
  };
  int index_of(const Observer& observer) const;

  sync::Mutex mutex_{sync::LockRank::kObservers};  // for set()
  Entry entries_[kMost];
  Atomic<int> count_{0};
  Atomic<std::uint32_t> wanted_by_any_{kNoEvents};
};

extern constinit Observers the_observers [[gnu::visibility("hidden")]];

inline void observe(Observer& observer, ObservedEvents wanted) {
  the_observers.set(observer, wanted);
}
inline bool is_observed(ObservedEvents event) { return the_observers.want(event); }
template <class Visit>
inline void notify(ObservedEvents event, Visit visit) {
  if (is_observed(event)) [[unlikely]] {
    the_observers.notify(event, visit);
  }
}

// Registers vm with gc and runtime, which know no observers: their events arrive through callback
// interfaces (gc/heap/heap_listener.h, runtime/class/class_unloading.h). Called once, at boot.
void connect_lower_rooms();

// Reports an object that the VM has made for a native method, on its way to Java.
JavaResult<runtime::Handle<>> announced(runtime::JavaThread& self,
                                        JavaResult<runtime::Handle<>> made);
// Reports an array and all objects in it in the same way.
JavaResult<runtime::Handle<>> announced_with_elements(runtime::JavaThread& self,
                                                      JavaResult<runtime::Handle<>> made);

}  // namespace minijvm::vm
