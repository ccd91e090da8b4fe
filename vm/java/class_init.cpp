#include "vm/java/class_init.h"

#include <unordered_map>
#include <unordered_set>

#include "base/log.h"
#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/java_thread.h"
#include "runtime/method.h"
#include "runtime/symbol_table.h"
#include "sync/vm_mutex.h"
#include "vm/java/awaited_class.h"
#include "vm/java/call_java.h"
#include "vm/java/exceptions.h"
#include "vm/java/constant_values.h"
#include "vm/java/initializer_failure.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::ClassState;
using runtime::HandleScope;

namespace {

// LC of JVMS 5.5, one for all classes: held only to look at or change a state. A lock per class that Java code can also take (its mirror)
// would let a program block the VM.
sync::Mutex init_mutex{sync::LockRank::kClassInit};
sync::CondVar init_changed;

// Who waits in step 2, and for what. Under init_mutex; also read in a stopped world, where nobody is amid a change.
std::unordered_map<const JavaThread*, const Class*> awaited;

enum class Turn { kMine, kDone, kErroneous };

// Steps 1 to 6: waits while another thread initialises, then takes the class or says why not.
Turn take_turn(JavaThread& self, Class& klass) {
  sync::MutexLock lock(self, init_mutex);                                      // step 1
  while (klass.state.load(std::memory_order_relaxed) == ClassState::kBeingInitialized) {
    if (klass.initializing_thread.load(std::memory_order_relaxed) == &self) {
      return Turn::kDone;                                                      // step 3: a recursive request
    }
    awaited[&self] = &klass;
    init_changed.wait(self, init_mutex);                                       // step 2
    awaited.erase(&self);
  }
  switch (klass.state.load(std::memory_order_relaxed)) {
    case ClassState::kInitialized: return Turn::kDone;                         // step 4
    case ClassState::kErroneous: return Turn::kErroneous;                      // step 5
    default: break;
  }
  klass.initializing_thread.store(&self, std::memory_order_relaxed);           // step 6
  klass.state.store(ClassState::kBeingInitialized, std::memory_order_release);
  return Turn::kMine;
}

// Steps 8, 10 and 12: the state is published, and everyone who waits looks again.
void finish(JavaThread& self, Class& klass, ClassState state) {
  sync::MutexLock lock(self, init_mutex);
  klass.state.store(state, std::memory_order_release);  // release: pairs with Class::is_initialized
  klass.initializing_thread.store(nullptr, std::memory_order_relaxed);
  init_changed.notify_all();
}

// A superinterface is initialised with its implementor only if it declares a non-abstract, non-static method (step 7).
bool declares_default_method(const Class& interface) {
  for (const Method& method : interface.methods) {
    if (!method.is_static() && !method.is_abstract()) {
      return true;
    }
  }
  return false;
}

using Visited = std::unordered_set<const Class*>;

// Depth first, the top of the hierarchy before what extends it; each interface once, however many paths lead to it.
JavaResult<void> initialize_superinterfaces(JavaThread& self, Class& klass, Visited& visited) {
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

JavaResult<void> initialize_supers(JavaThread& self, Class& klass) {
  if (klass.is_interface() || klass.super == nullptr) {
    return {};
  }
  MJ_TRY(initialize_class(self, *klass.super));
  Visited visited;
  return initialize_superinterfaces(self, klass, visited);
}

// Steps 6 (second half) and 9. What <clinit> throws is remembered for later users of the class and, if it is no Error, wrapped (step 10, 11).
JavaResult<void> run_initializer(JavaThread& self, Class& klass) {
  JavaResult<void> outcome = store_constant_values(self, klass);
  if (outcome.ok() && klass.class_initializer != nullptr) {
    outcome = call_java(self, *klass.class_initializer, CallArgs{}).ok() ? JavaResult<void>() : JavaResult<void>(kPending);
  }
  if (outcome.ok()) {
    return outcome;
  }
  Handle<> thrown = take_exception(self);
  remember_initializer_failure(self, klass, thrown);
  return throw_initializer_failure(self, thrown);
}

// Step 7, second half: what a superclass throws passes on as it is, yet is remembered for this class, too.
Pending fail_with_super(JavaThread& self, const Class& klass) {
  Handle<> thrown = take_exception(self);
  remember_initializer_failure(self, klass, thrown);
  return throw_object(self, thrown);
}

}  // namespace

const Class* awaited_class(const JavaThread& thread) {
  auto found = awaited.find(&thread);
  return found == awaited.end() ? nullptr : found->second;
}

bool is_usable_by(const JavaThread& self, const Class& klass) {
  return klass.is_initialized() || (klass.state.load(std::memory_order_acquire) == ClassState::kBeingInitialized &&
                                    klass.initializing_thread.load(std::memory_order_relaxed) == &self);
}

JavaResult<void> initialize_class(JavaThread& self, Class& klass) {
  if (klass.is_initialized()) {
    return {};
  }
  if (!self.has_native_stack()) {
    return throw_stack_overflow(self);  // superclasses without end
  }
  HandleScope scope(self);
  MJ_TRY(lift(self, runtime::link_class(self, klass)));
  switch (take_turn(self, klass)) {
    case Turn::kDone: return {};
    case Turn::kErroneous: return throw_remembered_failure(self, klass);
    case Turn::kMine: break;
  }
  MJ_LOG(classinit, kInfo, "initializing %s", klass.name->c_str());
  JavaResult<void> outcome = initialize_supers(self, klass);                   // steps 7, 8
  outcome = outcome.ok() ? run_initializer(self, klass) : JavaResult<void>(fail_with_super(self, klass));
  finish(self, klass, outcome.ok() ? ClassState::kInitialized : ClassState::kErroneous);  // steps 10, 12
  return outcome;
}

}  // namespace minijvm::vm
