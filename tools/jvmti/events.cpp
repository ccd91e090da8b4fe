// Enables events (JVMTI, chapter "Event Management") and surrounds a callback. The functions run in
// the state in which the agent calls them: in the OnLoad phase no thread is attached, later the
// caller is in kInNative.
#include "tools/jvmti/events.h"

#include <cstring>

#include "base/atomic.h"
#include "runtime/object/object.h"
#include "runtime/object/well_known.h"
#include "sync/threads/safepoint.h"
#include "sync/threads/vm_mutex.h"
#include "tools/jvmti/debug_hooks.h"
#include "tools/jvmti/functions.h"
#include "tools/jvmti/functions/extensions.h"
#include "tools/jvmti/jvmti_state.h"
#include "tools/jvmti/threads.h"
#include "tools/jvmti/vm_news.h"

namespace minijvm::vm::jvmti {

namespace {

// The numbers of events run from 50 to 86, or to 88 where there are virtual threads, with holes
// that JVMTI reserves.
bool exists(jvmtiEvent event) {
  constexpr int kHoles[] = {72, 77, 78, 79, 85};
  for (int hole : kHoles) {
    if (event == hole)
      return false;
  }
  const int last = has_virtual_threads() ? kLastEvent : JVMTI_MAX_EVENT_TYPE_VAL;
  return event >= JVMTI_MIN_EVENT_TYPE_VAL && event <= last;
}

// JVMTI, SetEventNotificationMode: these events cannot be controlled for one thread.
bool is_global_only(jvmtiEvent event) {
  switch (static_cast<int>(event)) {
    case JVMTI_EVENT_VM_INIT:
    case JVMTI_EVENT_VM_DEATH:
    case JVMTI_EVENT_VM_START:
    case JVMTI_EVENT_THREAD_START:
    case kVirtualThreadStart:
    case JVMTI_EVENT_COMPILED_METHOD_LOAD:
    case JVMTI_EVENT_COMPILED_METHOD_UNLOAD:
    case JVMTI_EVENT_DYNAMIC_CODE_GENERATED:
    case JVMTI_EVENT_DATA_DUMP_REQUEST:
      return true;
    default:
      return false;
  }
}

// Two agents' threads may change different bits of one set at once.
void set_bit(Atomic<EventSet>& events, jvmtiEvent event, bool on) {
  if (on) {
    events.fetch_or(bit_of(event), std::memory_order_relaxed);
  } else {
    events.fetch_and(~bit_of(event), std::memory_order_relaxed);
  }
}

jvmtiError set_for_thread(Env& env, jthread thread, jvmtiEvent event, bool on) {
  JavaThread* self = runtime::current_java_thread();
  if (self == nullptr)
    return JVMTI_ERROR_UNATTACHED_THREAD;
  sync::NativeToVm to_vm(*self);
  jvmtiError error = check_thread(*self, thread);
  if (error != JVMTI_ERROR_NONE)
    return error;
  // The thread list is locked meanwhile, so the thread cannot leave and free its data.
  bool is_alive = with_live_thread(*self, thread, [&](JavaThread& target) {
    set_bit(thread_data(target).of(env).events, event, on);
  });
  if (!is_alive)
    return JVMTI_ERROR_THREAD_NOT_ALIVE;
  enabled_events_changed();
  return JVMTI_ERROR_NONE;
}

// Does the same for all threads; it is allowed before any thread is attached.
jvmtiError set_for_all(Env& env, jvmtiEvent event, bool on) {
  set_bit(env.events, event, on);
  JavaThread* self = runtime::current_java_thread();
  if (self == nullptr || self->state() != sync::ThreadState::kInNative) {
    enabled_events_changed();
    return JVMTI_ERROR_NONE;
  }
  sync::NativeToVm to_vm(*self);
  enabled_events_changed();
  return JVMTI_ERROR_NONE;
}

}  // namespace

// relaxed: this is a hint. A thread may see a change a moment later, as it may when it checks
// first.
bool is_wanted(jvmtiEvent event) {
  return (jvmti_state.wanted_events.load(std::memory_order_relaxed) & bit_of(event)) != 0;
}

// JVMTI, "Event Index": events of running code are posted in the LIVE phase only. HOTSPOT: a thread
// in a transition posts nothing.
bool is_enabled(const Env& env, jvmtiEvent event, const JavaThread& self) {
  const bool is_of_code = event >= JVMTI_EVENT_EXCEPTION && event <= JVMTI_EVENT_METHOD_EXIT;
  if (self.in_transition || (is_of_code && phase() != JVMTI_PHASE_LIVE))
    return false;
  EventSet events = env.events.load(std::memory_order_relaxed);
  if (ThreadData* data = existing_thread_data(self)) {
    if (EnvThreadData* of_env = data->find(env))
      events |= of_env->events.load(std::memory_order_relaxed);
  }
  return (events & bit_of(event)) != 0;
}

bool is_enabled(jvmtiEvent event, const JavaThread& self) {
  bool any = false;
  if (is_wanted(event))
    for_each_env([&](const Env& env) { any = any || is_enabled(env, event, self); });
  return any;
}

// Two agents may change their events at the same time. Each has changed its own before it takes the
// lock, and stores what it found before it gives the lock back. So the later one finds both changes
// and is the last to store.
void enabled_events_changed() {
  {
    sync::ThreadListLock lock;
    EventSet events = 0;
    for_each_env([&](const Env& env) { events |= env.events.load(std::memory_order_relaxed); });
    sync::for_each_exec_env([&](sync::ExecEnv& thread) {
      if (ThreadData* data = existing_thread_data(JavaThread::of(thread)))
        events |= data->all_events();
    });
    jvmti_state.wanted_events.store(events, std::memory_order_relaxed);
  }
  // Not under the list lock: these may stop the world.
  refresh_debug_hooks();
  refresh_object_news();
}

jthread current_jthread(JavaThread& self) {
  NoSafepoint still(self);
  return self.thread_object == nullptr
             ? nullptr
             : local_ref(runtime::make_handle(self, still, self.thread_object));
}

CallbackScope::CallbackScope(JavaThread& self)
    : self_(self), pin_(self), scope_(self), jni_frames_(self.jni_frames) {
  if (self.has_pending_exception())
    exception_ = take_exception(self);
}

// The local frames of the callback go first, then the exception that it left pending. The exception
// from before becomes pending again.
CallbackScope::~CallbackScope() {
  drop_local_frames(self_, jni_frames_);
  self_.pending_exception = nullptr;
  if (!exception_.is_null())
    (void)throw_object(self_, exception_);
}

// --- the functions of the chapter Event Management ---

// JVMTI, SetEventNotificationMode. The capability is needed only to enable an event; an agent may
// always disable one.
jvmtiError SetEventNotificationMode(Env& env, jvmtiEventMode mode, jvmtiEvent event,
                                    jthread thread) {
  if (mode != JVMTI_ENABLE && mode != JVMTI_DISABLE)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  if (thread == nullptr && env.has(can_support_virtual_threads) &&
      set_extension_event(env, event, mode == JVMTI_ENABLE))
    return JVMTI_ERROR_NONE;
  if (!exists(event))
    return JVMTI_ERROR_INVALID_EVENT_TYPE;
  if (thread != nullptr && is_global_only(event))
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  bool on = mode == JVMTI_ENABLE;
  Capability needed = capability_for(event);
  if (on && needed != kNoCapability && !env.has(needed))
    return JVMTI_ERROR_MUST_POSSESS_CAPABILITY;
  return thread == nullptr ? set_for_all(env, event, on) : set_for_thread(env, thread, event, on);
}

// JVMTI, SetEventCallbacks. An older agent passes a shorter struct; the callbacks behind its end
// become null. The struct of jvmti.h 17 is the first part of that of a later JDK.
jvmtiError SetEventCallbacks(Env& env, const jvmtiEventCallbacks* callbacks, jint bytes) {
  if (bytes < 0)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  void* given[kEventSlots] = {};
  static_assert(sizeof given == sizeof(jvmtiEventCallbacks) +
                                    (kLastEvent - JVMTI_MAX_EVENT_TYPE_VAL) * sizeof(void*));
  if (callbacks != nullptr)
    std::memcpy(given, static_cast<const void*>(callbacks),
                std::min(static_cast<std::size_t>(bytes), sizeof given));
  for (std::size_t i = 0; i < kEventSlots; ++i)
    // release: pairs with the acquire in post_to. What the agent prepared before it set a callback
    // is visible to the callback.
    env.callbacks[i].store(given[i], std::memory_order_release);
  return JVMTI_ERROR_NONE;
}

// JVMTI, GenerateEvents resends CompiledMethodLoad and DynamicCodeGenerated. minijvm compiles
// nothing, so there is nothing to send.
jvmtiError GenerateEvents(Env& env, jvmtiEvent event) {
  if (event != JVMTI_EVENT_COMPILED_METHOD_LOAD && event != JVMTI_EVENT_DYNAMIC_CODE_GENERATED)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  if (event == JVMTI_EVENT_COMPILED_METHOD_LOAD &&
      !env.has(can_generate_compiled_method_load_events))
    return JVMTI_ERROR_MUST_POSSESS_CAPABILITY;
  return JVMTI_ERROR_NONE;
}

}  // namespace minijvm::vm::jvmti
