// -XX flags for com.sun.management.HotSpotDiagnosticMXBean.
#include <string>

#include "gc/barrier.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "vm/java/allocation.h"
#include "vm/java/exceptions.h"
#include "vm/java/strings.h"
#include "vm/java/vm_flags.h"
#include "vm/native/jmm_entries.h"
#include "vm/native/jni_functions.h"
#include "vm/native/native_entry.h"

namespace minijvm::vm::jmm {

using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Object;
using runtime::wk;
using sync::NoSafepoint;

namespace {

JavaResult<Handle<>> names_array(JavaThread& self) {
  std::vector<VmFlag> flags = vm_flags();
  Handle<> array = MJ_TRY(new_object_array(self, *wk().java_lang_String, static_cast<jint>(flags.size())));
  for (std::size_t i = 0; i < flags.size(); ++i) {
    HandleScope scope(self);
    Handle<> name = MJ_TRY(new_string(self, flags[i].name));
    NoSafepoint still(self);
    gc::store_ref(still, array.raw(still), Object::element_offset(static_cast<std::int64_t>(i), 3), name.raw(still));
  }
  return array;
}

// The flags that an array names, an empty one for each name that is none.
std::vector<VmFlag> named_flags(JavaThread& self, Handle<> names) {
  std::vector<VmFlag> flags;
  NoSafepoint still(self);
  const Object* array = names.raw(still);
  for (std::int32_t i = 0; i < array->array_length(); ++i) {
    const Object* name = array->load_ref(Object::element_offset(i, 3));
    flags.push_back(name == nullptr ? VmFlag{} : find_vm_flag(to_modified_utf8(still, name)).value_or(VmFlag{}));
  }
  return flags;
}

// In native state: the strings are local references of the caller.
void describe(JNIEnv* env, const VmFlag& flag, VmGlobal& global) {
  global = {};
  if (flag.name.empty()) {
    return;
  }
  global.name = jni::NewStringUTF(env, flag.name.c_str());
  global.origin = static_cast<jint>(flag.origin);
  global.writeable = flag.is_writeable;
  global.external = 1;
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

JavaResult<void> write(JavaThread& self, Handle<> name, jvalue value) {
  std::optional<VmFlag> flag = name.is_null() ? std::nullopt : find_vm_flag(to_modified_utf8(self, name));
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
  } else if (Handle<> text = handle_of(value.l); !text.is_null()) {
    fresh = to_modified_utf8(self, text);
  } else {
    return throw_new(self, "java/lang/IllegalArgumentException", "flag value must be a string");
  }
  std::string refusal = write_vm_flag(flag->name, std::move(fresh));
  if (!refusal.empty()) {
    return throw_new(self, "java/lang/IllegalArgumentException", refusal.c_str());
  }
  return {};
}

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

// Returns how many there are; the entry of a name that is no flag has no name.
jint get_vm_globals(JNIEnv* env, jobjectArray names, VmGlobal* globals, jint count) {
  jint place = 0;
  jint found = 0;
  for (const VmFlag& flag : wanted_flags(env, names)) {
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
