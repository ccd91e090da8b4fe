// Implements JNI's functions for strings (JNI specification, chapter 4, "String Operations"). All
// Get functions copy, and each copy ends in a zero unit. The caller is in native state.
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "runtime/object/java_objects.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/strings.h"
#include "vm/natives/jni/jni_functions.h"
#include "vm/natives/native_entry.h"

namespace minijvm::vm {

using runtime::JavaThread;
using sync::NoSafepoint;

namespace {

// A string is stored as Latin-1 or UTF-16; string_unit reads both.
void copy_units(const NoSafepoint& still, const java::String* string, jsize start, jsize count,
                jchar* to) {
  for (jsize i = 0; i < count; ++i) {
    to[i] = string_unit(still, string, start + i);
  }
}

// Returns null without an exception if there is no memory (JNI specification: "NULL if the
// operation fails").
const jchar* new_units(JavaThread& self, jstring string, jboolean* is_copy) {
  NoSafepoint still(self);
  const java::String* raw = handle_of(string).raw(still);
  jsize length = string_length(still, raw);
  // The copy has one unit more than the string, for the zero at the end.
  auto* units =
      static_cast<jchar*>(std::malloc((static_cast<std::size_t>(length) + 1) * sizeof(jchar)));
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

// Throws StringIndexOutOfBoundsException if the region is not inside of the string.
bool region_fits(JavaThread& self, jstring string, jsize start, jsize count) {
  jsize length = 0;
  {
    NoSafepoint still(self);
    length = string_length(still, handle_of(string).raw(still));
  }
  // start + count could overflow, so the check subtracts.
  if (start >= 0 && count >= 0 && start <= length - count) {
    return true;
  }
  (void)throw_newf(self, "java/lang/StringIndexOutOfBoundsException",
                   "Region range out of bounds for string: start %d, length %d of %d", start, count,
                   length);
  return false;
}

// Returns the number of bytes of one UTF-16 unit in modified UTF-8 (JVMS 4.4.7). The unit 0 takes
// two, so that the text has no zero byte.
int utf8_bytes(jchar unit) { return unit != 0 && unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3; }

// Surrogates are encoded one by one, three bytes each (JVMS 4.4.7).
char* put_utf8(jchar unit, char* to) {
  switch (utf8_bytes(unit)) {
    case 1:
      *to++ = static_cast<char>(unit);
      break;
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

// The units are UTF-16, of any content. Throws NegativeArraySizeException for a negative length.
jstring NewString(JNIEnv* env, const jchar* units, jsize length) {
  NativeEntry vm(env);
  if (length < 0) {
    (void)throw_newf(vm.self, "java/lang/NegativeArraySizeException", "%d", length);
    return nullptr;
  }
  return vm.result_as<jstring>(
      new_string_utf16(vm.self, {units, static_cast<std::size_t>(length)}));
}

// The length is in UTF-16 units.
jsize GetStringLength(JNIEnv* env, jstring string) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  return string_length(still, handle_of(string).raw(still));
}

// The copy is freed by ReleaseStringChars.
const jchar* GetStringChars(JNIEnv* env, jstring string, jboolean* is_copy) {
  NativeEntry vm(env);
  return new_units(vm.self, string, is_copy);
}

void ReleaseStringChars(JNIEnv*, jstring, const jchar* units) {
  std::free(const_cast<jchar*>(units));
}

// HOTSPOT: null gives null.
jstring NewStringUTF(JNIEnv* env, const char* bytes) {
  NativeEntry vm(env);
  if (bytes == nullptr) {
    return nullptr;
  }
  return vm.result_as<jstring>(new_string(vm.self, bytes));
}

// The length is in bytes, without the final zero.
jsize GetStringUTFLength(JNIEnv* env, jstring string) {
  return static_cast<jsize>(GetStringUTFLengthAsLong(env, string));
}

jlong GetStringUTFLengthAsLong(JNIEnv* env, jstring string) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  const java::String* raw = handle_of(string).raw(still);
  jsize length = string_length(still, raw);
  jlong bytes = 0;
  for (jsize i = 0; i < length; ++i) {
    bytes += utf8_bytes(string_unit(still, raw, i));
  }
  return bytes;
}

// Returns modified UTF-8 with a final zero, which ReleaseStringUTFChars frees. The text has no zero
// byte inside, so strdup copies all of it.
const char* GetStringUTFChars(JNIEnv* env, jstring string, jboolean* is_copy) {
  NativeEntry vm(env);
  std::string text = to_modified_utf8(vm.self, handle_of(string));
  char* bytes = strdup(text.c_str());
  if (bytes != nullptr && is_copy != nullptr) {
    *is_copy = JNI_TRUE;
  }
  return bytes;
}

// No thread state is needed: only the C library's memory is touched.
void ReleaseStringUTFChars(JNIEnv*, jstring, const char* bytes) {
  std::free(const_cast<char*>(bytes));
}

// `to` gets no final zero.
void GetStringRegion(JNIEnv* env, jstring string, jsize start, jsize count, jchar* to) {
  NativeEntry vm(env);
  if (region_fits(vm.self, string, start, count)) {
    NoSafepoint still(vm.self);
    copy_units(still, handle_of(string).raw(still), start, count, to);
  }
}

// `start` and `count` are in UTF-16 units; the caller provides room for three bytes each and a
// final zero.
void GetStringUTFRegion(JNIEnv* env, jstring string, jsize start, jsize count, char* to) {
  NativeEntry vm(env);
  if (!region_fits(vm.self, string, start, count)) {
    return;
  }
  NoSafepoint still(vm.self);
  const java::String* raw = handle_of(string).raw(still);
  for (jsize i = 0; i < count; ++i) {
    to = put_utf8(string_unit(still, raw, start + i), to);
  }
  *to = 0;
}

// Returns a copy, like GetStringChars, so that the collector never has to wait for native code.
const jchar* GetStringCritical(JNIEnv* env, jstring string, jboolean* is_copy) {
  return GetStringChars(env, string, is_copy);
}
void ReleaseStringCritical(JNIEnv* env, jstring string, const jchar* units) {
  ReleaseStringChars(env, string, units);
}

}  // namespace jni
}  // namespace minijvm::vm
