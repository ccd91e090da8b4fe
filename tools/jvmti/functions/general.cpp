// Implements the chapters "Memory Management", "General", "Timers", "System Properties" and
// "Extension Mechanism" of JVMTI: functions that need no Java. Any thread may call them in any
// state (rows kAnywhere).
// Tested by tests/vm/jvmti.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/log.h"
#include "base/machine_processors.h"
#include "sync/threads/clock.h"
#include "tools/jvmti/functions.h"
#include "tools/jvmti/memory.h"
#include "vm/java/properties.h"

namespace minijvm::vm::jvmti {

namespace {

// JVMTI, GetErrorName: the table holds every error of the specification with its symbolic name.
struct ErrorName {
  jvmtiError error;
  const char* name;
};
#define MJ_ERROR(name) \
  { JVMTI_ERROR_##name, "JVMTI_ERROR_" #name }
constexpr ErrorName kErrorNames[] = {MJ_ERROR(NONE),
                                     MJ_ERROR(INVALID_THREAD),
                                     MJ_ERROR(INVALID_THREAD_GROUP),
                                     MJ_ERROR(INVALID_PRIORITY),
                                     MJ_ERROR(THREAD_NOT_SUSPENDED),
                                     MJ_ERROR(THREAD_SUSPENDED),
                                     MJ_ERROR(THREAD_NOT_ALIVE),
                                     MJ_ERROR(INVALID_OBJECT),
                                     MJ_ERROR(INVALID_CLASS),
                                     MJ_ERROR(CLASS_NOT_PREPARED),
                                     MJ_ERROR(INVALID_METHODID),
                                     MJ_ERROR(INVALID_LOCATION),
                                     MJ_ERROR(INVALID_FIELDID),
                                     MJ_ERROR(INVALID_MODULE),
                                     MJ_ERROR(NO_MORE_FRAMES),
                                     MJ_ERROR(OPAQUE_FRAME),
                                     MJ_ERROR(TYPE_MISMATCH),
                                     MJ_ERROR(INVALID_SLOT),
                                     MJ_ERROR(DUPLICATE),
                                     MJ_ERROR(NOT_FOUND),
                                     MJ_ERROR(INVALID_MONITOR),
                                     MJ_ERROR(NOT_MONITOR_OWNER),
                                     MJ_ERROR(INTERRUPT),
                                     MJ_ERROR(INVALID_CLASS_FORMAT),
                                     MJ_ERROR(CIRCULAR_CLASS_DEFINITION),
                                     MJ_ERROR(FAILS_VERIFICATION),
                                     MJ_ERROR(UNSUPPORTED_REDEFINITION_METHOD_ADDED),
                                     MJ_ERROR(UNSUPPORTED_REDEFINITION_SCHEMA_CHANGED),
                                     MJ_ERROR(INVALID_TYPESTATE),
                                     MJ_ERROR(UNSUPPORTED_REDEFINITION_HIERARCHY_CHANGED),
                                     MJ_ERROR(UNSUPPORTED_REDEFINITION_METHOD_DELETED),
                                     MJ_ERROR(UNSUPPORTED_VERSION),
                                     MJ_ERROR(NAMES_DONT_MATCH),
                                     MJ_ERROR(UNSUPPORTED_REDEFINITION_CLASS_MODIFIERS_CHANGED),
                                     MJ_ERROR(UNSUPPORTED_REDEFINITION_METHOD_MODIFIERS_CHANGED),
                                     MJ_ERROR(UNSUPPORTED_REDEFINITION_CLASS_ATTRIBUTE_CHANGED),
                                     MJ_ERROR(UNMODIFIABLE_CLASS),
                                     MJ_ERROR(UNMODIFIABLE_MODULE),
                                     MJ_ERROR(NOT_AVAILABLE),
                                     MJ_ERROR(MUST_POSSESS_CAPABILITY),
                                     MJ_ERROR(NULL_POINTER),
                                     MJ_ERROR(ABSENT_INFORMATION),
                                     MJ_ERROR(INVALID_EVENT_TYPE),
                                     MJ_ERROR(ILLEGAL_ARGUMENT),
                                     MJ_ERROR(NATIVE_METHOD),
                                     MJ_ERROR(CLASS_LOADER_UNSUPPORTED),
                                     MJ_ERROR(OUT_OF_MEMORY),
                                     MJ_ERROR(ACCESS_DENIED),
                                     MJ_ERROR(WRONG_PHASE),
                                     MJ_ERROR(INTERNAL),
                                     MJ_ERROR(UNATTACHED_THREAD),
                                     MJ_ERROR(INVALID_ENVIRONMENT)};
#undef MJ_ERROR

}  // namespace

// --- memory ---

void* allocate_bytes(std::size_t bytes) { return bytes == 0 ? nullptr : std::malloc(bytes); }

jvmtiError copy_text(std::string_view text, char** result) {
  char* copy = allocate_array<char>(text.size() + 1);
  if (copy == nullptr)
    return JVMTI_ERROR_OUT_OF_MEMORY;
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  *result = copy;
  return JVMTI_ERROR_NONE;
}

// A request for 0 bytes gives null, which is no error.
jvmtiError Allocate(Env&, jlong bytes, unsigned char** result) {
  if (result == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  if (bytes < 0)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  *result = static_cast<unsigned char*>(allocate_bytes(static_cast<std::size_t>(bytes)));
  return *result == nullptr && bytes != 0 ? JVMTI_ERROR_OUT_OF_MEMORY : JVMTI_ERROR_NONE;
}

jvmtiError Deallocate(Env&, unsigned char* memory) {
  std::free(memory);
  return JVMTI_ERROR_NONE;
}

// --- general ---

// HOTSPOT: the version is always that of this JDK. The JDK's own libraries accept no other.
jvmtiError GetVersionNumber(Env&, jint* version) {
  if (version == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  *version = jvmti_version();
  return JVMTI_ERROR_NONE;
}

jvmtiError GetPhase(Env&, jvmtiPhase* result) {
  if (result == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  *result = phase();
  return JVMTI_ERROR_NONE;
}

// Returns ILLEGAL_ARGUMENT for a number that is no error.
jvmtiError GetErrorName(Env&, jvmtiError error, char** result) {
  if (result == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  for (const ErrorName& row : kErrorNames) {
    if (row.error == error)
      return copy_text(row.name, result);
  }
  if (error == kUnsupportedOperation && has_virtual_threads())
    return copy_text("JVMTI_ERROR_UNSUPPORTED_OPERATION", result);
  *result = nullptr;
  return JVMTI_ERROR_ILLEGAL_ARGUMENT;
}

// A jlocation is a bci.
jvmtiError GetJLocationFormat(Env&, jvmtiJlocationFormat* format) {
  if (format == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  *format = JVMTI_JLOCATION_JVMBCI;
  return JVMTI_ERROR_NONE;
}

// JVMTI, SetVerboseFlag switches log tags on or off, as -verbose:gc, class or jni would.
jvmtiError SetVerboseFlag(Env&, jvmtiVerboseFlag flag, jboolean on) {
  const char* tags = nullptr;
  switch (flag) {
    case JVMTI_VERBOSE_OTHER:
      return JVMTI_ERROR_NONE;
    case JVMTI_VERBOSE_GC:
      tags = on != 0 ? "gc" : "gc=off";
      break;
    case JVMTI_VERBOSE_CLASS:
      tags = on != 0 ? "class+load*,classunload" : "class+load*=off,classunload=off";
      break;
    case JVMTI_VERBOSE_JNI:
      tags = on != 0 ? "natives" : "natives=off";
      break;
    default:
      return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  }
  return configure_log(tags) ? JVMTI_ERROR_NONE : JVMTI_ERROR_INTERNAL;
}

// --- timers ---

// JVMTI, GetTimerInfo describes the clock of GetTime.
jvmtiError GetTimerInfo(Env&, jvmtiTimerInfo* info) {
  if (info == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  *info = {};
  // All 64 bits are used.
  info->max_value = -1;
  info->may_skip_forward = JNI_TRUE;
  info->may_skip_backward = JNI_TRUE;
  info->kind = JVMTI_TIMER_ELAPSED;
  return JVMTI_ERROR_NONE;
}

// Returns nanoseconds of a monotonic clock with an arbitrary zero.
jvmtiError GetTime(Env&, jlong* nanos) {
  if (nanos == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  *nanos = sync::machine_ns();
  return JVMTI_ERROR_NONE;
}

// Returns -XX:ActiveProcessorCount, or the number that the kernel and the container grant.
jvmtiError GetAvailableProcessors(Env&, jint* count) {
  if (count == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  const NativeSettings& settings = native_settings();
  *count = settings.active_processors != 0 ? settings.active_processors
                                           : granted_processors(settings.in_container);
  return JVMTI_ERROR_NONE;
}

//  --- system properties: those of the VM, as the command line has them ---

jvmtiError GetSystemProperties(Env&, jint* count, char*** result) {
  if (count == nullptr || result == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  std::span<const Property> properties = vm_properties();
  // On OUT_OF_MEMORY the texts that were copied already are lost.
  char** names = allocate_array<char*>(properties.size());
  if (names == nullptr && !properties.empty())
    return JVMTI_ERROR_OUT_OF_MEMORY;
  for (std::size_t i = 0; i < properties.size(); ++i) {
    jvmtiError error = copy_text(properties[i].first, &names[i]);
    if (error != JVMTI_ERROR_NONE)
      return error;
  }
  *count = static_cast<jint>(properties.size());
  *result = names;
  return JVMTI_ERROR_NONE;
}

// Returns NOT_AVAILABLE if there is no such property. Properties that Java code has set are not the
// VM's.
jvmtiError GetSystemProperty(Env&, const char* name, char** value) {
  if (name == nullptr || value == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  const std::string* found = find_vm_property(name);
  return found == nullptr ? JVMTI_ERROR_NOT_AVAILABLE : copy_text(*found, value);
}

// Allowed only in the OnLoad phase, before Java code has read the properties. HOTSPOT: only a
// property that exists can be set, and those that name the VM (java.vm.*) cannot.
jvmtiError SetSystemProperty(Env&, const char* name, const char* value) {
  if (name == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  std::span<const Property> now = vm_properties();
  std::vector<Property> properties(now.begin(), now.end());
  auto known = std::find_if(properties.begin(), properties.end(),
                            [&](const Property& property) { return property.first == name; });
  if (value == nullptr || known == properties.end() || known->first.starts_with("java.vm."))
    return JVMTI_ERROR_NOT_AVAILABLE;
  known->second = value;
  set_vm_properties(std::move(properties));
  return JVMTI_ERROR_NONE;
}

}  // namespace minijvm::vm::jvmti
