// Adds and gives up capabilities (JVMTI, chapter "Capability"). Callers are agents in any state; a
// mutex orders them, because some capabilities belong to one environment at a time.
#include "tools/jvmti/functions/capabilities.h"

#include <cstring>

#include "sync/threads/vm_mutex.h"
#include "tools/jvmti/functions.h"
#include "tools/jvmti/jvmti_state.h"

namespace minijvm::vm::jvmti {

namespace {

// The rows of capabilities.def use these words.
enum class Offer { kAlways, kAtLoad, kSolo, kSoloAtLoad, kNever, kSince21 };
constexpr Offer kOffers[] = {
#define MJ_JVMTI_CAPABILITY(name, offer) Offer::offer,
#include "tools/jvmti/functions/capabilities.def"
};

constexpr JvmtiState& state = jvmti_state;

bool is_solo(Offer offer) { return offer == Offer::kSolo || offer == Offer::kSoloAtLoad; }
bool is_at_load(Offer offer) { return offer == Offer::kAtLoad || offer == Offer::kSoloAtLoad; }

bool somebody_else_has(const Env& env, Capability capability) {
  bool has = false;
  for_each_env([&](const Env& other) { has = has || (&other != &env && other.has(capability)); });
  return has;
}

// An environment that has the capability may always ask for it again.
bool is_offered_to(const Env& env, Capability capability) {
  Offer offer = kOffers[capability];
  if (offer == Offer::kNever || (offer == Offer::kSince21 && !has_virtual_threads()))
    return false;
  if (env.has(capability))
    return true;
  if (is_at_load(offer) && phase() != JVMTI_PHASE_ONLOAD &&
      (state.had_at_load & bit_of(capability)) == 0)
    return false;
  return !is_solo(offer) || !somebody_else_has(env, capability);
}

// REQUIRES: capability_mutex is held.
CapabilitySet offered_to(const Env& env) {
  CapabilitySet set = 0;
  for (int i = 0; i < kCapabilities; ++i) {
    auto capability = static_cast<Capability>(i);
    if (is_offered_to(env, capability))
      set |= bit_of(capability);
  }
  return set;
}

}  // namespace

CapabilitySet to_set(const jvmtiCapabilities& from) {
  CapabilitySet set = 0;
  std::memcpy(&set, &from, sizeof set);
  return set;
}

void to_struct(CapabilitySet from, jvmtiCapabilities* to) {
  std::memset(to, 0, sizeof *to);
  std::memcpy(to, &from, sizeof from);
}

// JVMTI, "Event Management": each event's section names the capability.
Capability capability_for(jvmtiEvent event) {
  switch (static_cast<int>(event)) {
    case kVirtualThreadStart:
    case kVirtualThreadEnd:
      return can_support_virtual_threads;
    case JVMTI_EVENT_EXCEPTION:
    case JVMTI_EVENT_EXCEPTION_CATCH:
      return can_generate_exception_events;
    case JVMTI_EVENT_SINGLE_STEP:
      return can_generate_single_step_events;
    case JVMTI_EVENT_FRAME_POP:
      return can_generate_frame_pop_events;
    case JVMTI_EVENT_BREAKPOINT:
      return can_generate_breakpoint_events;
    case JVMTI_EVENT_FIELD_ACCESS:
      return can_generate_field_access_events;
    case JVMTI_EVENT_FIELD_MODIFICATION:
      return can_generate_field_modification_events;
    case JVMTI_EVENT_METHOD_ENTRY:
      return can_generate_method_entry_events;
    case JVMTI_EVENT_METHOD_EXIT:
      return can_generate_method_exit_events;
    case JVMTI_EVENT_NATIVE_METHOD_BIND:
      return can_generate_native_method_bind_events;
    case JVMTI_EVENT_COMPILED_METHOD_LOAD:
    case JVMTI_EVENT_COMPILED_METHOD_UNLOAD:
      return can_generate_compiled_method_load_events;
    case JVMTI_EVENT_MONITOR_WAIT:
    case JVMTI_EVENT_MONITOR_WAITED:
    case JVMTI_EVENT_MONITOR_CONTENDED_ENTER:
    case JVMTI_EVENT_MONITOR_CONTENDED_ENTERED:
      return can_generate_monitor_events;
    case JVMTI_EVENT_GARBAGE_COLLECTION_START:
    case JVMTI_EVENT_GARBAGE_COLLECTION_FINISH:
      return can_generate_garbage_collection_events;
    case JVMTI_EVENT_OBJECT_FREE:
      return can_generate_object_free_events;
    case JVMTI_EVENT_VM_OBJECT_ALLOC:
      return can_generate_vm_object_alloc_events;
    case JVMTI_EVENT_SAMPLED_OBJECT_ALLOC:
      return can_generate_sampled_object_alloc_events;
    default:
      return kNoCapability;
  }
}

// --- the functions of the chapter Capability ---

// The answer may be stale when the agent uses it: another agent may have taken a capability that
// only one can have.
jvmtiError GetPotentialCapabilities(Env& env, jvmtiCapabilities* result) {
  if (result == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  sync::MutexLock lock(state.capabilities_mutex);
  to_struct(offered_to(env), result);
  return JVMTI_ERROR_NONE;
}

// JVMTI, AddCapabilities: adds all of them or, with NOT_AVAILABLE, none.
jvmtiError AddCapabilities(Env& env, const jvmtiCapabilities* wanted) {
  if (wanted == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  sync::MutexLock lock(state.capabilities_mutex);
  CapabilitySet set = to_set(*wanted);
  if ((set & ~offered_to(env)) != 0)
    return JVMTI_ERROR_NOT_AVAILABLE;
  env.capabilities.fetch_or(set, std::memory_order_relaxed);
  if (phase() == JVMTI_PHASE_ONLOAD)
    state.had_at_load |= set;
  return JVMTI_ERROR_NONE;
}

// Events that are enabled already stay enabled; later calls that need the capability fail.
jvmtiError RelinquishCapabilities(Env& env, const jvmtiCapabilities* unwanted) {
  if (unwanted == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  sync::MutexLock lock(state.capabilities_mutex);
  env.capabilities.fetch_and(~to_set(*unwanted), std::memory_order_relaxed);
  return JVMTI_ERROR_NONE;
}

jvmtiError GetCapabilities(Env& env, jvmtiCapabilities* result) {
  if (result == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  to_struct(env.capabilities.load(std::memory_order_relaxed), result);
  return JVMTI_ERROR_NONE;
}

}  // namespace minijvm::vm::jvmti
