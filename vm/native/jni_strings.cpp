// JNI: strings (JNI specification, "String Operations"). All Get functions copy; the copies end in a zero unit.
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "runtime/object.h"
#include "vm/java/exceptions.h"
#include "vm/java/strings.h"
#include "vm/native/jni_functions.h"
#include "vm/native/native_entry.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using sync::NoSafepoint;

namespace {

void copy_units(const NoSafepoint& still, const Object* string, jsize start, jsize count, jchar* to) {
  for (jsize i = 0; i < count; ++i) {
    to[i] = string_unit(still, string, start + i);
  }
}

// Null: out of memory, without an exception (JNI: "NULL if the operation fails").
const jchar* new_units(JavaThread& self, jstring string, jboolean* is_copy) {
  NoSafepoint still(self);
  const Object* raw = handle_of(string).raw(still);
  jsize length = string_length(still, raw);
  auto* units = static_cast<jchar*>(std::malloc((static_cast<std::size_t>(length) + 1) * sizeof(jchar)));
  if (units == nullptr) {
    return nullptr;
  }
  copy_units(still, raw, 0, length, units);
  units[length] = 0;
  if (is_copy != nullptr) {
    *is_copy = JNI_TRUE;
  }
  return units;
}

bool region_fits(JavaThread& self, jstring string, jsize start, jsize count) {
  jsize length = 0;
  {
    NoSafepoint still(self);
    length = string_length(still, handle_of(string).raw(still));
  }
  if (start >= 0 && count >= 0 && start <= length - count) {
    return true;
  }
  (void)throw_newf(self, "java/lang/StringIndexOutOfBoundsException", "Region range out of bounds for string: start %d, length %d of %d", start, count,
                   length);
  return false;
}

// Bytes that one UTF-16 unit takes in modified UTF-8 (JVMS 4.4.7).
int utf8_bytes(jchar unit) { return unit != 0 && unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3; }

char* put_utf8(jchar unit, char* to) {
  switch (utf8_bytes(unit)) {
    case 1: *to++ = static_cast<char>(unit); break;
    case 2:
      *to++ = static_cast<char>(0xc0 | (unit >> 6));
      *to++ = static_cast<char>(0x80 | (unit & 0x3f));
      break;
    default:
      *to++ = static_cast<char>(0xe0 | (unit >> 12));
      *to++ = static_cast<char>(0x80 | ((unit >> 6) & 0x3f));
      *to++ = static_cast<char>(0x80 | (unit & 0x3f));
  }
  return to;
}

}  // namespace

namespace jni {

jstring NewString(JNIEnv* env, const jchar* units, jsize length) {
  NativeEntry vm(env);
  if (length < 0) {
    (void)throw_newf(vm.self, "java/lang/NegativeArraySizeException", "%d", length);
    return nullptr;
  }
  return vm.result_as<jstring>(new_string_utf16(vm.self, {units, static_cast<std::size_t>(length)}));
}

jsize GetStringLength(JNIEnv* env, jstring string) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  return string_length(still, handle_of(string).raw(still));
}

const jchar* GetStringChars(JNIEnv* env, jstring string, jboolean* is_copy) {
  NativeEntry vm(env);
  return new_units(vm.self, string, is_copy);
}

void ReleaseStringChars(JNIEnv*, jstring, const jchar* units) { std::free(const_cast<jchar*>(units)); }

jstring NewStringUTF(JNIEnv* env, const char* bytes) {
  NativeEntry vm(env);
  if (bytes == nullptr) {
    return nullptr;
  }
  return vm.result_as<jstring>(new_string(vm.self, bytes));
}

jsize GetStringUTFLength(JNIEnv* env, jstring string) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  const Object* raw = handle_of(string).raw(still);
  jsize length = string_length(still, raw);
  jsize bytes = 0;
  for (jsize i = 0; i < length; ++i) {
    bytes += utf8_bytes(string_unit(still, raw, i));
  }
  return bytes;
}

const char* GetStringUTFChars(JNIEnv* env, jstring string, jboolean* is_copy) {
  NativeEntry vm(env);
  std::string text = to_modified_utf8(vm.self, handle_of(string));
  char* bytes = strdup(text.c_str());
  if (bytes != nullptr && is_copy != nullptr) {
    *is_copy = JNI_TRUE;
  }
  return bytes;
}

void ReleaseStringUTFChars(JNIEnv*, jstring, const char* bytes) { std::free(const_cast<char*>(bytes)); }

void GetStringRegion(JNIEnv* env, jstring string, jsize start, jsize count, jchar* to) {
  NativeEntry vm(env);
  if (region_fits(vm.self, string, start, count)) {
    NoSafepoint still(vm.self);
    copy_units(still, handle_of(string).raw(still), start, count, to);
  }
}

void GetStringUTFRegion(JNIEnv* env, jstring string, jsize start, jsize count, char* to) {
  NativeEntry vm(env);
  if (!region_fits(vm.self, string, start, count)) {
    return;
  }
  NoSafepoint still(vm.self);
  const Object* raw = handle_of(string).raw(still);
  for (jsize i = 0; i < count; ++i) {
    to = put_utf8(string_unit(still, raw, start + i), to);
  }
  *to = 0;
}

const jchar* GetStringCritical(JNIEnv* env, jstring string, jboolean* is_copy) { return GetStringChars(env, string, is_copy); }
void ReleaseStringCritical(JNIEnv* env, jstring string, const jchar* units) { ReleaseStringChars(env, string, units); }

}  // namespace jni
}  // namespace minijvm::vm
