// Extensions of JVMTI (chapter "Extension Mechanism"): those of HotSpot about virtual threads,
// under its names, in a JDK that has virtual threads. An agent finds them by name. Bodies run in
// the state in which the agent calls them.
// Tested by tests/vm/jvmti with JDK 25.
#include "tools/jvmti/functions/extensions.h"

#include <span>
#include <string_view>

#include "tools/jvmti/events.h"
#include "tools/jvmti/functions.h"
#include "tools/jvmti/memory.h"
#include "tools/jvmti/threads.h"

namespace minijvm::vm::jvmti {

namespace {

// Both functions have these errors, beside those that JVMTI gives each function.
constexpr jvmtiError kErrors[] = {JVMTI_ERROR_MUST_POSSESS_CAPABILITY, JVMTI_ERROR_INVALID_THREAD};

struct Parameter {
  const char* name;
  jvmtiParamKind kind;
  jvmtiParamTypes type;
};

struct FunctionRow {
  jvmtiExtensionFunction function;
  const char* id;
  const char* description;
  Parameter parameters[2];
};

struct EventRow {
  ExtensionEvent event;
  const char* id;
  const char* description;
};

// Runs body(Call&) in kInVm, after the checks that table.cpp makes for other functions.
template <class Body>
jvmtiError in_vm(jvmtiEnv* pointer, Body body) {
  Env* env = env_of(pointer);
  JavaThread* self = runtime::current_java_thread();
  if (phase() != JVMTI_PHASE_LIVE)
    return JVMTI_ERROR_WRONG_PHASE;
  if (self == nullptr)
    return JVMTI_ERROR_UNATTACHED_THREAD;
  if (env == nullptr)
    return JVMTI_ERROR_INVALID_ENVIRONMENT;
  if (!env->has(can_support_virtual_threads))
    return JVMTI_ERROR_MUST_POSSESS_CAPABILITY;
  sync::NativeToVm to_vm(*self);
  Call call{*env, *self};
  return body(call);
}

// Returns a local reference, or null for null.
jthread ref_to(JavaThread& self, const NoSafepoint& still, java::Thread* thread) {
  return thread == nullptr ? nullptr : local_ref(runtime::make_handle(self, still, thread));
}

// The virtual thread that a platform thread carries; null if it carries none.
jvmtiError JNICALL virtual_of_carrier(jvmtiEnv* pointer, jthread carrier, jthread* result) {
  return in_vm(pointer, [&](Call& call) {
    jvmtiError error = check_thread(call.self, carrier);
    if (error != JVMTI_ERROR_NONE)
      return error;
    if (result == nullptr)
      return JVMTI_ERROR_NULL_POINTER;
    java::Thread* carried = nullptr;
    NoSafepoint still(call.self);
    Handle<java::Thread> object = thread_object_of(call.self, carrier);
    if (is_virtual(*object.raw(still)))
      return JVMTI_ERROR_INVALID_THREAD;
    (void)vm::with_live_thread(call.self, object, [&](JavaThread& target) {
      // acquire: pairs with the release in take_over.
      const JavaThread* mounted = target.mounted.load(std::memory_order_acquire);
      carried = mounted != nullptr && mounted->comes_and_goes_ ? mounted->thread_object : nullptr;
    });
    *result = ref_to(call.self, still, carried);
    return JVMTI_ERROR_NONE;
  });
}

// The platform thread that carries a virtual thread; null if none does.
jvmtiError JNICALL carrier_of_virtual(jvmtiEnv* pointer, jthread thread, jthread* result) {
  return in_vm(pointer, [&](Call& call) {
    jvmtiError error = check_thread(call.self, thread);
    if (error != JVMTI_ERROR_NONE)
      return error;
    if (result == nullptr)
      return JVMTI_ERROR_NULL_POINTER;
    NoSafepoint still(call.self);
    const java::Thread* raw = thread_object_of(call.self, thread).raw(still);
    if (!is_virtual(*raw))
      return JVMTI_ERROR_INVALID_THREAD;
    *result = ref_to(call.self, still, runtime::carrier_of_virtual(*raw));
    return JVMTI_ERROR_NONE;
  });
}

const FunctionRow kFunctions[] = {{reinterpret_cast<jvmtiExtensionFunction>(virtual_of_carrier),
                                   "com.sun.hotspot.functions.GetVirtualThread",
                                   "The virtual thread that a platform thread carries, or null",
                                   {{"carrier", JVMTI_KIND_IN, JVMTI_TYPE_JTHREAD},
                                    {"virtual thread", JVMTI_KIND_OUT, JVMTI_TYPE_JTHREAD}}},
                                  {reinterpret_cast<jvmtiExtensionFunction>(carrier_of_virtual),
                                   "com.sun.hotspot.functions.GetCarrierThread",
                                   "The platform thread that carries a virtual thread, or null",
                                   {{"virtual thread", JVMTI_KIND_IN, JVMTI_TYPE_JTHREAD},
                                    {"carrier", JVMTI_KIND_OUT, JVMTI_TYPE_JTHREAD}}}};

constexpr EventRow kEvents[] = {
    {kVirtualThreadMount, "com.sun.hotspot.events.VirtualThreadMount",
     "A virtual thread has begun, or goes on, on a carrier"},
    {kVirtualThreadUnmount, "com.sun.hotspot.events.VirtualThreadUnmount",
     "A virtual thread is about to leave its carrier, or to end"}};
constexpr Parameter kOfEvents[] = {{"JNI environment", JVMTI_KIND_IN_PTR, JVMTI_TYPE_JNIENV},
                                   {"virtual thread", JVMTI_KIND_IN, JVMTI_TYPE_JTHREAD}};

// On OUT_OF_MEMORY what was copied already is lost.
jvmtiError copy_parameters(std::span<const Parameter> from, jint* count, jvmtiParamInfo** result) {
  *result = allocate_array<jvmtiParamInfo>(from.size());
  if (*result == nullptr)
    return JVMTI_ERROR_OUT_OF_MEMORY;
  *count = static_cast<jint>(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    jvmtiParamInfo& to = (*result)[i];
    to = {nullptr, from[i].kind, from[i].type, JNI_FALSE};
    if (copy_text(from[i].name, &to.name) != JVMTI_ERROR_NONE)
      return JVMTI_ERROR_OUT_OF_MEMORY;
  }
  return JVMTI_ERROR_NONE;
}

jvmtiError copy_texts(const char* id, char** id_to, const char* description, char** to) {
  jvmtiError error = copy_text(id, id_to);
  return error != JVMTI_ERROR_NONE ? error : copy_text(description, to);
}

jvmtiError copy_row(const FunctionRow& row, jvmtiExtensionFunctionInfo& to) {
  to = {};
  to.func = row.function;
  jvmtiError error = copy_texts(row.id, &to.id, row.description, &to.short_description);
  if (error == JVMTI_ERROR_NONE)
    error = copy_parameters(row.parameters, &to.param_count, &to.params);
  to.errors = allocate_array<jvmtiError>(std::size(kErrors));
  if (error != JVMTI_ERROR_NONE || to.errors == nullptr)
    return JVMTI_ERROR_OUT_OF_MEMORY;
  to.error_count = std::size(kErrors);
  std::copy(std::begin(kErrors), std::end(kErrors), to.errors);
  return JVMTI_ERROR_NONE;
}

// HOTSPOT: the numbers of these events lie below those of JVMTI's own.
jint index_of(ExtensionEvent event) { return kFirstEvent - 2 - static_cast<jint>(event); }

jvmtiError copy_row(const EventRow& row, jvmtiExtensionEventInfo& to) {
  to = {};
  to.extension_event_index = index_of(row.event);
  jvmtiError error = copy_texts(row.id, &to.id, row.description, &to.short_description);
  return error != JVMTI_ERROR_NONE ? error
                                   : copy_parameters(kOfEvents, &to.param_count, &to.params);
}

template <class Row, class Info>
jvmtiError hand_out(std::span<const Row> rows, jint* count, Info** result) {
  if (count == nullptr || result == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  *count = 0;
  *result = nullptr;
  if (!has_virtual_threads())
    return JVMTI_ERROR_NONE;
  *result = allocate_array<Info>(rows.size());
  if (*result == nullptr)
    return JVMTI_ERROR_OUT_OF_MEMORY;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    jvmtiError error = copy_row(rows[i], (*result)[i]);
    if (error != JVMTI_ERROR_NONE)
      return error;
  }
  *count = static_cast<jint>(rows.size());
  return JVMTI_ERROR_NONE;
}

}  // namespace

jvmtiError GetExtensionFunctions(Env&, jint* count, jvmtiExtensionFunctionInfo** functions) {
  return hand_out(std::span<const FunctionRow>(kFunctions), count, functions);
}

jvmtiError GetExtensionEvents(Env&, jint* count, jvmtiExtensionEventInfo** events) {
  return hand_out(std::span<const EventRow>(kEvents), count, events);
}

namespace {

const EventRow* event_of(jint index) {
  for (const EventRow& row : kEvents) {
    if (has_virtual_threads() && index == index_of(row.event))
      return &row;
  }
  return nullptr;
}

}  // namespace

// HOTSPOT: the agent also enables the event, by SetEventNotificationMode.
jvmtiError SetExtensionEventCallback(Env& env, jint index, jvmtiExtensionEvent callback) {
  const EventRow* row = event_of(index);
  if (row == nullptr)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  // release: pairs with the acquire in tell_switch. What the agent prepared is visible there.
  env.extension_callbacks[row->event].store(reinterpret_cast<void*>(callback),
                                            std::memory_order_release);
  return JVMTI_ERROR_NONE;
}

bool set_extension_event(Env& env, jint index, bool on) {
  const EventRow* row = event_of(index);
  if (row != nullptr)
    env.extension_events[row->event].store(on, std::memory_order_relaxed);
  return row != nullptr;
}

void tell_switch(JavaThread& self, ExtensionEvent event) {
  if (phase() != JVMTI_PHASE_LIVE)
    return;
  for_each_env([&](Env& env) {
    void* callback = env.extension_callbacks[event].load(std::memory_order_acquire);
    if (callback == nullptr || !env.extension_events[event].load(std::memory_order_relaxed))
      return;
    CallbackScope scope(self);
    jthread thread = current_jthread(self);
    JNIEnv* jni = jni_env_of(self);
    sync::VmToNative native(self);
    reinterpret_cast<void(JNICALL*)(jvmtiEnv*, JNIEnv*, jthread)>(callback)(&env, jni, thread);
  });
}

}  // namespace minijvm::vm::jvmti
