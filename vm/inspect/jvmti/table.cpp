// The JVMTI function table: each slot checks what its row says, then calls the body in the state that the row asks for.
// Source: JVMTI 17, "Function Return" for the order of the checks: phase, attached thread, environment, capability.
#include "vm/inspect/jvmti/table.h"

#include <optional>

#include "sync/thread_state.h"
#include "vm/inspect/jvmti/functions.h"

namespace minijvm::vm::jvmti {

namespace {

enum class Where { kAnywhere, kInVm };
enum class Phases { kAny, kOnLoad, kOnLoadOrLive, kStartOrLive, kLive };

struct Row {
  Where where;
  Phases phases;
  Capability capability;
};

bool is_allowed(Phases phases) {
  jvmtiPhase now = phase();
  switch (phases) {
    case Phases::kAny: return true;
    case Phases::kOnLoad: return now == JVMTI_PHASE_ONLOAD;
    case Phases::kOnLoadOrLive: return now == JVMTI_PHASE_ONLOAD || now == JVMTI_PHASE_LIVE;
    case Phases::kStartOrLive: return now == JVMTI_PHASE_START || now == JVMTI_PHASE_LIVE;
    case Phases::kLive: return now == JVMTI_PHASE_LIVE;
  }
  return false;
}

// In the order of the specification; *env is set if all is well.
jvmtiError check(const Row& row, jvmtiEnv* pointer, Env** env) {
  if (!is_allowed(row.phases)) return JVMTI_ERROR_WRONG_PHASE;
  if (row.where == Where::kInVm && runtime::current_java_thread() == nullptr) return JVMTI_ERROR_UNATTACHED_THREAD;
  *env = env_of(pointer);
  if (*env == nullptr) return JVMTI_ERROR_INVALID_ENVIRONMENT;
  if (row.capability != kNoCapability && !(*env)->has(row.capability)) return JVMTI_ERROR_MUST_POSSESS_CAPABILITY;
  return JVMTI_ERROR_NONE;
}

// A function is called in kInNative, by an agent; in kInVm only while the collector tells of itself, when few are allowed.
template <class Body, class... Arguments>
jvmtiError call_in_vm(Env& env, Body* body, Arguments... arguments) {
  JavaThread& self = *runtime::current_java_thread();
  if (self.state() != sync::ThreadState::kInNative) return JVMTI_ERROR_WRONG_PHASE;
  sync::NativeToVm to_vm(self);
  Call call{env, self};
  return body(call, arguments...);
}

template <class Slot>
struct Entry;
template <class... Arguments>
struct Entry<jvmtiError(JNICALL*)(jvmtiEnv*, Arguments...)> {
  template <auto kBody, Where kWhere, Phases kPhases, Capability kCapability>
  static jvmtiError JNICALL enter(jvmtiEnv* pointer, Arguments... arguments) {
    Env* env = nullptr;
    jvmtiError error = check({kWhere, kPhases, kCapability}, pointer, &env);
    if (error != JVMTI_ERROR_NONE) return error;
    if constexpr (kWhere == Where::kInVm) {
      return call_in_vm(*env, kBody, arguments...);
    } else {
      return kBody(*env, arguments...);
    }
  }
  template <Phases kPhases, Capability kCapability>
  static jvmtiError JNICALL absent(jvmtiEnv* pointer, Arguments...) {
    Env* env = nullptr;
    jvmtiError error = check({Where::kAnywhere, kPhases, kCapability}, pointer, &env);
    return error != JVMTI_ERROR_NONE ? error : JVMTI_ERROR_NOT_AVAILABLE;
  }
};
template <class... Arguments>
struct Entry<jvmtiError(JNICALL*)(jvmtiEnv*, Arguments..., ...)> {
  template <auto kBody, Where kWhere, Phases kPhases, Capability kCapability>
  static jvmtiError JNICALL enter(jvmtiEnv* pointer, Arguments... arguments, ...) {
    Env* env = nullptr;
    jvmtiError error = check({kWhere, kPhases, kCapability}, pointer, &env);
    return error != JVMTI_ERROR_NONE ? error : kBody(*env, arguments...);
  }
};

constexpr jvmtiInterface_1_ kTable = {
#define MJ_JVMTI(name, where, phases, capability) \
  &Entry<decltype(jvmtiInterface_1_::name)>::template enter<&jvmti::name, Where::where, Phases::phases, capability>,
#define MJ_JVMTI_ABSENT(name, phases, capability) &Entry<decltype(jvmtiInterface_1_::name)>::template absent<Phases::phases, capability>,
#define MJ_JVMTI_RESERVED(slot) nullptr,
#include "vm/inspect/jvmti/functions.def"
#undef MJ_JVMTI
#undef MJ_JVMTI_ABSENT
#undef MJ_JVMTI_RESERVED
};
constexpr std::size_t kSlots = 156;  // JVMTI 17: SetHeapSamplingInterval is the last
static_assert(sizeof(jvmtiInterface_1_) == kSlots * sizeof(void*));

}  // namespace

const jvmtiInterface_1_* function_table() { return &kTable; }

}  // namespace minijvm::vm::jvmti
