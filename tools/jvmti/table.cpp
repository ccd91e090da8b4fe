// Makes the JVMTI function table. Each slot makes the checks of its row of functions.def, then
// calls the body in the state that the row asks for. The caller is an agent: usually an attached
// thread in kInNative, in the OnLoad phase a thread that is not attached.
// Source: JVMTI 17, "Function Return", for the order of the checks: phase, attached thread,
// environment, capability.
#include "tools/jvmti/table.h"

#include <optional>

#include "sync/threads/thread_state.h"
#include "tools/jvmti/functions.h"

namespace minijvm::vm::jvmti {

namespace {

// The rows of functions.def use these words.
enum class Where { kAnywhere, kInVm };
enum class Phases { kAny, kOnLoad, kOnLoadOrLive, kStartOrLive, kLive };

// Holds the facts of one row that check() needs.
struct Row {
  Where where;
  Phases phases;
  Capability capability;
};

bool is_allowed(Phases phases) {
  jvmtiPhase now = phase();
  switch (phases) {
    case Phases::kAny:
      return true;
    case Phases::kOnLoad:
      return now == JVMTI_PHASE_ONLOAD;
    case Phases::kOnLoadOrLive:
      return now == JVMTI_PHASE_ONLOAD || now == JVMTI_PHASE_LIVE;
    case Phases::kStartOrLive:
      return now == JVMTI_PHASE_START || now == JVMTI_PHASE_LIVE;
    case Phases::kLive:
      return now == JVMTI_PHASE_LIVE;
  }
  return false;
}

// Makes the checks in the order of the specification; sets *env if all of them pass. The order is
// visible to agents: a call in the wrong phase with a stale environment must return WRONG_PHASE.
jvmtiError check(const Row& row, jvmtiEnv* pointer, Env** env) {
  if (!is_allowed(row.phases))
    return JVMTI_ERROR_WRONG_PHASE;
  if (row.where == Where::kInVm && runtime::current_java_thread() == nullptr)
    return JVMTI_ERROR_UNATTACHED_THREAD;
  *env = env_of(pointer);
  if (*env == nullptr)
    return JVMTI_ERROR_INVALID_ENVIRONMENT;
  if (row.capability != kNoCapability && !(*env)->has(row.capability))
    return JVMTI_ERROR_MUST_POSSESS_CAPABILITY;
  return JVMTI_ERROR_NONE;
}

// Runs a body in kInVm. An agent calls from kInNative. The only other state that an agent can be in
// here is kInVm, in a callback of the collector (GarbageCollectionStart and Finish), where the
// specification allows only a few functions. The transition may wait for a safepoint to end.
template <class Body, class... Arguments>
jvmtiError call_in_vm(Env& env, Body* body, Arguments... arguments) {
  JavaThread& self = *runtime::current_java_thread();
  if (self.state() != sync::ThreadState::kInNative)
    return JVMTI_ERROR_WRONG_PHASE;
  sync::NativeToVm to_vm(self);
  Call call{env, self};
  return body(call, arguments...);
}

// Makes the functions that are in the slots. Everything that differs between two slots is a
// template argument, so that each slot is a plain C function and needs no table of its own at run
// time.
template <class Slot>
struct Entry;
template <class... Arguments>
struct Entry<jvmtiError(JNICALL*)(jvmtiEnv*, Arguments...)> {
  template <auto kBody, Where kWhere, Phases kPhases, Capability kCapability>
  static jvmtiError JNICALL enter(jvmtiEnv* pointer, Arguments... arguments) {
    Env* env = nullptr;
    jvmtiError error = check({kWhere, kPhases, kCapability}, pointer, &env);
    if (error != JVMTI_ERROR_NONE)
      return error;
    if constexpr (kWhere == Where::kInVm) {
      return call_in_vm(*env, kBody, arguments...);
    } else {
      return kBody(*env, arguments...);
    }
  }
  // Serves MJ_JVMTI_ABSENT. An agent gets the same error as from an implemented function if it
  // calls in the wrong phase, so that a later implementation changes nothing for it.
  template <Phases kPhases, Capability kCapability>
  static jvmtiError JNICALL absent(jvmtiEnv* pointer, Arguments...) {
    Env* env = nullptr;
    jvmtiError error = check({Where::kAnywhere, kPhases, kCapability}, pointer, &env);
    return error != JVMTI_ERROR_NONE ? error : JVMTI_ERROR_NOT_AVAILABLE;
  }
};
// Makes the function of the variadic slot; see Bodies in functions.h.
template <class... Arguments>
struct Entry<jvmtiError(JNICALL*)(jvmtiEnv*, Arguments..., ...)> {
  template <auto kBody, Where kWhere, Phases kPhases, Capability kCapability>
  static jvmtiError JNICALL enter(jvmtiEnv* pointer, Arguments... arguments, ...) {
    Env* env = nullptr;
    jvmtiError error = check({kWhere, kPhases, kCapability}, pointer, &env);
    return error != JVMTI_ERROR_NONE ? error : kBody(*env, arguments...);
  }
};

// There is one initializer for each row, in the order of the slots. A row in the wrong place has
// another signature or fails the size check below.
constexpr jvmtiInterface_1_ kTable = {
#define MJ_JVMTI(name, where, phases, capability)                                       \
  &Entry<decltype(jvmtiInterface_1_::name)>::template enter<&jvmti::name, Where::where, \
                                                            Phases::phases, capability>,
#define MJ_JVMTI_ABSENT(name, phases, capability) \
  &Entry<decltype(jvmtiInterface_1_::name)>::template absent<Phases::phases, capability>,
#define MJ_JVMTI_LATER(slot, name, since, where, phases, capability) nullptr,
#define MJ_JVMTI_RESERVED(slot) nullptr,
#include "tools/jvmti/functions.def"
#undef MJ_JVMTI
#undef MJ_JVMTI_LATER
#undef MJ_JVMTI_ABSENT
#undef MJ_JVMTI_RESERVED
};
// SetHeapSamplingInterval has the last slot of JVMTI 17 to 25.
constexpr std::size_t kSlots = 156;
static_assert(sizeof(jvmtiInterface_1_) == kSlots * sizeof(void*));

}  // namespace

// The slots that jvmti.h 17 calls reserved hold plain pointers, so they are filled in at run time,
// when the JDK is known.
jvmtiInterface_1_ function_table() {
  jvmtiInterface_1_ table = kTable;
#define MJ_JVMTI(name, where, phases, capability)
#define MJ_JVMTI_ABSENT(name, phases, capability)
#define MJ_JVMTI_RESERVED(slot)
#define MJ_JVMTI_LATER(slot, name, since, where, phases, capability)                         \
  if (runtime::jdk().feature >= (since)) {                                                   \
    table.reserved##slot = reinterpret_cast<void*>(                                          \
        &Entry<decltype(LaterFunctions::name)>::template enter<&jvmti::name, Where::where,   \
                                                               Phases::phases, capability>); \
  }
#include "tools/jvmti/functions.def"
#undef MJ_JVMTI
#undef MJ_JVMTI_LATER
#undef MJ_JVMTI_ABSENT
#undef MJ_JVMTI_RESERVED
  return table;
}

}  // namespace minijvm::vm::jvmti
