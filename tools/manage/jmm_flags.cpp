// Shows and sets -XX flags for com.sun.management.HotSpotDiagnosticMXBean. libmanagement_ext calls
// the functions of the table through JNI, in native state; the flags are those of
// vm/java/vm_flags.h.
#include <string>

#include "gc/heap/reference_fields.h"
#include "tools/compat/vm_flags.h"
#include "tools/manage/jmm_entries.h"
#include "vm/java/allocation.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/strings.h"
#include "vm/natives/jni/jni_functions.h"
#include "vm/natives/native_entry.h"

namespace minijvm::vm::jmm {

using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::wk;
using sync::NoSafepoint;

namespace {

JavaResult<Handle<java::ObjectArray>> names_array(JavaThread& self) {
  std::vector<VmFlag> flags = vm_flags();
  Handle<java::ObjectArray> array =
      MJ_TRY(new_object_array(self, *wk().java_lang_String, static_cast<jint>(flags.size())));
  for (std::size_t i = 0; i < flags.size(); ++i) {
    HandleScope scope(self);
    store_element(self, array, i, MJ_TRY(new_string(self, flags[i].name)));
  }
  return array;
}

// Returns the flags that an array names, and an empty one for each name that is no flag.
std::vector<VmFlag> named_flags(JavaThread& self, Handle<java::ObjectArray> names) {
  std::vector<VmFlag> flags;
  // The names are read under one NoSafepoint, since nothing here allocates in the Java heap.
  NoSafepoint still(self);
  const java::ObjectArray* array = names.raw(still);
  for (std::int32_t i = 0; i < array->length(); ++i) {
    const auto* name = runtime::as<java::String>(array->at(i));
    flags.push_back(name == nullptr
                        ? VmFlag{}
                        : find_vm_flag(to_modified_utf8(still, name)).value_or(VmFlag{}));
  }
  return flags;
}

// REQUIRES: kInNative; the strings are local references of the caller.
void describe(JNIEnv* env, const VmFlag& flag, VmGlobal& global) {
  global = {};
  if (flag.name.empty()) {
    return;
  }
  global.name = jni::NewStringUTF(env, flag.name.c_str());
  global.origin = static_cast<jint>(flag.origin);
  global.writeable = flag.is_writeable;
  // HotSpotDiagnosticMXBean lists only flags that are marked as external.
  global.external = 1;
  // VmFlag knows four types, and Java reads the union by the type that is set here.
  if (const bool* on = std::get_if<bool>(&flag.value)) {
    global.type = kBooleanFlag;
    global.value.z = *on;
  } else if (const std::int64_t* number = std::get_if<std::int64_t>(&flag.value)) {
    global.type = kLongFlag;
    global.value.j = *number;
  } else if (const double* real = std::get_if<double>(&flag.value)) {
    global.type = kDoubleFlag;
    global.value.d = *real;
  } else {
    global.type = kStringFlag;
    global.value.l = jni::NewStringUTF(env, std::get<std::string>(flag.value).c_str());
  }
}

// Writes a flag that may change while the VM runs. The value has the type that the flag has now, so
// the old value chooses the member of the union.
JavaResult<void> write(JavaThread& self, Handle<java::String> name, jvalue value) {
  std::optional<VmFlag> flag =
      name.is_null() ? std::nullopt : find_vm_flag(to_modified_utf8(self, name));
  if (!flag.has_value()) {
    return throw_new(self, "java/lang/IllegalArgumentException", "Flag does not exist.");
  }
  if (!flag->is_writeable) {
    return throw_new(self, "java/lang/IllegalArgumentException", "This flag is not writeable.");
  }
  FlagValue fresh = flag->value;
  if (bool* on = std::get_if<bool>(&fresh)) {
    *on = value.z != JNI_FALSE;
  } else if (std::int64_t* number = std::get_if<std::int64_t>(&fresh)) {
    *number = value.j;
  } else if (double* real = std::get_if<double>(&fresh)) {
    *real = value.d;
  } else if (auto text = handle_of<java::String>(value.l); !text.is_null()) {
    fresh = to_modified_utf8(self, text);
  } else {
    return throw_new(self, "java/lang/IllegalArgumentException", "flag value must be a string");
  }
  // The table of flags may refuse the value; its text says why.
  std::string refusal = write_vm_flag(flag->name, std::move(fresh));
  if (!refusal.empty()) {
    return throw_new(self, "java/lang/IllegalArgumentException", refusal.c_str());
  }
  return {};
}

// A null array asks for all flags.
std::vector<VmFlag> wanted_flags(JNIEnv* env, jobjectArray names) {
  if (names == nullptr) {
    return vm_flags();
  }
  NativeEntry vm(env);
  return named_flags(vm.self, handle_of(names));
}

}  // namespace

jobjectArray get_vm_global_names(JNIEnv* env) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(names_array(vm.self));
}

// Returns the number of entries; the entry for a name that is no flag has no name.
jint get_vm_globals(JNIEnv* env, jobjectArray names, VmGlobal* globals, jint count) {
  jint place = 0;
  jint found = 0;
  for (const VmFlag& flag : wanted_flags(env, names)) {
    // NewStringUTF throws if the Java heap is full, and no JNI call is allowed after that.
    if (place == count || jni::ExceptionCheck(env)) {
      break;
    }
    describe(env, flag, globals[place++]);
    found += flag.name.empty() ? 0 : 1;
  }
  return found;
}

jint set_vm_global(JNIEnv* env, jstring name, jvalue value) {
  NativeEntry vm(env);
  (void)write(vm.self, handle_of(name), value);
  return 0;
}

}  // namespace minijvm::vm::jmm
