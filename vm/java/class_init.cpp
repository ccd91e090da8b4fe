// Initializes classes on first use, by the twelve steps of JVMS 5.5. Called in kInVm by the
// interpreter's slow paths, by natives and by the boot; may run Java code and stop at safepoints.
//
//   step      where
//   1 to 6    take_turn; the constants of step 6: store_constant_values
//   7         initialize_supers; a failure of step 6 or 7: fail_before_initializer
//   8         Java code: <clinit> itself asks Class.desiredAssertionStatus
//   9         run_initializer
//   10, 12    finish            (step 11: throw_initializer_failure)
#include "vm/java/class_init.h"

#include <unordered_set>

#include "base/log.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "runtime/thread/java_thread.h"
#include "sync/schedule/scheduler.h"
#include "sync/threads/vm_mutex.h"
#include "vm/java/call_java.h"
#include "vm/java/constant_values.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/errors/initializer_failure.h"
#include "vm/java/threads/accesses.h"
#include "vm/java/threads/points.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::ClassState;
using runtime::HandleScope;

namespace {

constexpr ClassInit& init = the_vm.java.class_init;

// Lists the answers of take_turn: this thread must initialize the class; nothing is left to do; or
// an earlier attempt has failed.
enum class Turn { kMine, kDone, kErroneous };

// Steps 1 to 6: waits while another thread initializes the class, then claims it for this thread,
// or returns the reason why it cannot.
Turn take_turn(JavaThread& self, Class& klass) {
  sync::MutexLock lock(self, init.mutex);  // step 1
  while (klass.state.load(std::memory_order_relaxed) == ClassState::kBeingInitialized) {
    // Step 3: a recursive request of the initializing thread completes normally.
    if (klass.initializing_thread.load(std::memory_order_relaxed) == &self) {
      return Turn::kDone;
    }
    self.awaited_class = &klass;
    init.changed.wait(self, init.mutex);  // step 2
    self.awaited_class = nullptr;
  }
  switch (klass.state.load(std::memory_order_relaxed)) {
    case ClassState::kInitialized:
      return Turn::kDone;  // step 4
    case ClassState::kErroneous:
      return Turn::kErroneous;  // step 5
    default:
      break;
  }
  // The state is stored last: whoever sees it sees this thread, too.
  klass.initializing_thread.store(&self, std::memory_order_relaxed);  // step 6
  klass.state.store(ClassState::kBeingInitialized, std::memory_order_release);
  return Turn::kMine;
}

// Publishes the final state and wakes the threads that wait in step 2 (steps 10 and 12, and the end
// of step 7 if a superclass failed).
void finish(JavaThread& self, Class& klass, ClassState state) {
  sync::MutexLock lock(self, init.mutex);
  // release: pairs with Class::is_initialized
  klass.state.store(state, std::memory_order_release);
  klass.initializing_thread.store(nullptr, std::memory_order_relaxed);
  init.changed.notify_all();
}

// Step 7 initializes a superinterface only if it declares a non-abstract, non-static method.
bool declares_default_method(const Class& interface) {
  for (const Method& method : interface.methods) {
    if (!method.is_static() && !method.is_abstract()) {
      return true;
    }
  }
  return false;
}

using Visited = std::unordered_set<const Class*>;

// Goes depth first, so a superinterface is initialized before the interfaces that extend it. Each
// is visited once, however many paths lead to it.
JavaResult<void> initialize_superinterfaces(JavaThread& self, Class& klass, Visited& visited) {
  // A class file may declare a chain of interfaces deeper than the C stack.
  if (!self.has_native_stack()) {
    return throw_stack_overflow(self);
  }
  for (Class* interface : klass.interfaces) {
    if (!visited.insert(interface).second) {
      continue;
    }
    MJ_TRY(initialize_superinterfaces(self, *interface, visited));
    if (declares_default_method(*interface)) {
      MJ_TRY(initialize_class(self, *interface));
    }
  }
  return {};
}

// Step 7, after the constants of step 6: a superclass's initializer finds them stored.
// Initializing an interface does not initialize its superinterfaces.
JavaResult<void> initialize_supers(JavaThread& self, Class& klass) {
  if (klass.is_interface() || klass.super == nullptr) {
    return {};
  }
  MJ_TRY(initialize_class(self, *klass.super));
  Visited visited;
  return initialize_superinterfaces(self, klass, visited);
}

// Step 9. What <clinit> throws is remembered for later users of the class, and wrapped if it is no
// Error (step 11).
JavaResult<void> run_initializer(JavaThread& self, Class& klass) {
  if (klass.class_initializer == nullptr ||
      call_java(self, *klass.class_initializer, CallArgs{}).ok()) {
    return {};
  }
  Handle<java::Throwable> thrown = take_exception(self);
  remember_initializer_failure(self, klass, thrown);
  return throw_initializer_failure(self, thrown);
}

// The failing end of step 7: this class becomes erroneous, too. The superclass's exception passes
// on unchanged, and is remembered for later users of this class. If memory runs out for a constant
// string in step 6, for which JVMS has no clause, the same is done with the OutOfMemoryError.
Pending fail_before_initializer(JavaThread& self, const Class& klass) {
  Handle<java::Throwable> thrown = take_exception(self);
  remember_initializer_failure(self, klass, thrown);
  return throw_object(self, thrown);
}

// Is this class the first one of the program? -XX:ProgramFrom names another one, or a method, so
// that what comes before it, a test framework for example, counts as the VM's own work.
bool begins_program(const Class& klass) {
  const std::string* from = the_vm.java.settings.program_from.if_made();
  return from == nullptr || klass.external_name() == *from;
}

}  // namespace

void begin_program(JavaThread& self) {
  if (!init.program_has_begun.exchange(true, std::memory_order_relaxed)) {
    notify(kRunEvents, [&](Observer& observer) { observer.program_begins(self); });
    sync::thread_model().program_begins(self);
  }
}

JavaResult<void> initialize_class(JavaThread& self, Class& klass) {
  if (klass.is_initialized()) {
    // This is the fast path: one acquire load, no lock.
    return {};
  }
  if (!self.has_native_stack()) {
    // A chain of superclasses may be deeper than the C stack.
    return throw_stack_overflow(self);
  }
  // JVMS 5.5: a class is linked (verified and prepared) before it is initialized.
  HandleScope scope(self);
  MJ_TRY(lift(self, runtime::link_class(self, klass)));
  switch (take_turn(self, klass)) {
    case Turn::kDone:
      tell_of_order([&](Observer& observer) { observer.class_awaited(self); });
      return {};
    case Turn::kErroneous:
      return throw_remembered_failure(self, klass);
    case Turn::kMine:
      break;
  }
  if (!klass.loader->is_boot_or_platform()) {
    if (begins_program(klass)) {
      begin_program(self);
    }
    point(self, OpKind::kInitialize, reinterpret_cast<runtime::Object*>(klass.mirror));
  }
  MJ_LOG(classinit, kInfo, "initializing %s", klass.name->c_str());
  const std::uint64_t begun = is_wanted(Event::class_initialized) ? event_ticks() : 0;
  // Step 6, then 7; step 8 is Java code.
  JavaResult<void> outcome = store_constant_values(self, klass);
  if (outcome.ok()) {
    outcome = initialize_supers(self, klass);
  }
  outcome = outcome.ok() ? run_initializer(self, klass)
                         : JavaResult<void>(fail_before_initializer(self, klass));
  if (begun != 0) {
    MJ_EVENT(self.events(), Event::class_initialized, reinterpret_cast<std::uintptr_t>(&klass),
             begun);
  }
  if (init.noted != nullptr) {
    init.noted->push_back(&klass);
  }
  // Steps 10 and 12.
  tell_of_order([&](Observer& observer) { observer.class_initialized(self, klass); });
  finish(self, klass, outcome.ok() ? ClassState::kInitialized : ClassState::kErroneous);
  return outcome;
}

}  // namespace minijvm::vm
