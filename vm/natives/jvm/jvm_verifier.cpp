// Answers libverify's questions about a class while it verifies an old class file by type inference
// (JVMS 4.10.2). The caller is libverify, in native state. It reads the same class file, so the
// indexes that it passes are valid and are not checked again.
// Tested by tests/java/bad_input.
#include <cstdlib>
#include <cstring>

#include "classfile/class_file.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "vm/natives/native_entry.h"

namespace minijvm::vm {

using classfile::ConstantPool;
using classfile::ConstantTag;
using runtime::Class;
using runtime::Field;
using runtime::Method;

namespace {

// The class, or the new version of it that this thread is about to install
// (runtime/class/class_versions.h). Both have the same mirror.
Class& subject_of(jclass mirror) {
  Class& klass = class_of(mirror);
  Class* version = runtime::current_java_thread()->verified_version;
  return version != nullptr && version->mirror == klass.mirror ? *version : klass;
}

const ConstantPool& pool_of(jclass mirror) { return subject_of(mirror).pool->raw(); }

// Returns a copy that libverify frees by JVM_ReleaseUTF, or null if there is no memory.
const char* new_utf(std::string_view text) {
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy != nullptr) {
    std::memcpy(copy, text.data(), text.size());
    copy[text.size()] = 0;
  }
  return copy;
}

// Method indexes are those of the class file's method table.
const Method& method_at(jclass mirror, jint index) {
  return subject_of(mirror).methods[static_cast<std::size_t>(index)];
}
// Returns the classes of the Exceptions attribute (JVMS 4.7.5).
classfile::Table<classfile::U2> exceptions_at(jclass mirror, jint index) {
  return method_at(mirror, index).attributes().exceptions;
}

}  // namespace

// libverify reads one row of an exception table (JVMS 4.7.3) in this form. The fields are part of
// its ABI.
struct JVM_ExceptionTableEntryType {
  jint start_pc;
  jint end_pc;
  jint handler_pc;
  jint catchType;
};

extern "C" {

// All ...UTF functions return modified UTF-8 with a final zero. libverify frees it.
const char* JVM_GetClassNameUTF(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return new_utf(subject_of(mirror).name->text());
}

void JVM_ReleaseUTF(const char* utf) { std::free(const_cast<char*>(utf)); }

// Returns the constant_pool_count of the class file (JVMS 4.1), entry 0 included.
jint JVM_GetClassCPEntriesCount(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return subject_of(mirror).pool == nullptr ? 0 : pool_of(mirror).size();
}

// Writes one tag for each entry, entry 0 included.
void JVM_GetClassCPTypes(JNIEnv* env, jclass mirror, unsigned char* types) {
  NativeEntry vm(env);
  const ConstantPool& pool = pool_of(mirror);
  for (unsigned i = 0; i < pool.size(); ++i) {
    types[i] = static_cast<unsigned char>(pool.tag(i));
  }
}

// Counts the fields that the class itself declares.
jint JVM_GetClassFieldsCount(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return static_cast<jint>(subject_of(mirror).fields.size());
}

// Counts the methods that the class itself declares.
jint JVM_GetClassMethodsCount(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return static_cast<jint>(subject_of(mirror).methods.size());
}

jint JVM_GetFieldIxModifiers(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return subject_of(mirror).fields[static_cast<std::size_t>(index)].access_flags;
}

// Returns access_flags of the method (JVMS 4.6).
jint JVM_GetMethodIxModifiers(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return method_at(mirror, index).access_flags;
}

// Returns 0 for a method without code.
jint JVM_GetMethodIxByteCodeLength(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return static_cast<jint>(method_at(mirror, index).bytecode_length);
}

// Copies the bytecode as it is in the class file. `code` has room for the length above.
void JVM_GetMethodIxByteCode(JNIEnv* env, jclass mirror, jint index, unsigned char* code) {
  NativeEntry vm(env);
  const Method& method = method_at(mirror, index);
  if (method.bytecode_length != 0) {
    std::memcpy(code, method.bytecode, method.bytecode_length);
  }
}

// Returns the number of rows in the exception table of the Code attribute; 0 without code.
jint JVM_GetMethodIxExceptionTableLength(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return static_cast<jint>(method_at(mirror, index).exception_table().size());
}

// REQUIRES: the method has code, and `row` is below the length above.
void JVM_GetMethodIxExceptionTableEntry(JNIEnv* env, jclass mirror, jint index, jint row,
                                        JVM_ExceptionTableEntryType* entry) {
  NativeEntry vm(env);
  classfile::ExceptionHandler handler =
      method_at(mirror, index).exception_table()[static_cast<std::uint32_t>(row)];
  *entry = {handler.start_pc, handler.end_pc, handler.handler_pc, handler.catch_type};
}

// Returns the number of classes that the method declares to throw.
jint JVM_GetMethodIxExceptionsCount(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return static_cast<jint>(exceptions_at(mirror, index).size());
}

// Writes the pool indexes of the classes that the method declares to throw. `indexes` has room for
// the count above.
void JVM_GetMethodIxExceptionIndexes(JNIEnv* env, jclass mirror, jint index,
                                     unsigned short* indexes) {
  NativeEntry vm(env);
  for (classfile::U2 exception : exceptions_at(mirror, index)) {
    *indexes++ = exception;
  }
}

// max_locals and max_stack are in slots (JVMS 4.7.3).
jint JVM_GetMethodIxLocalsCount(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return method_at(mirror, index).max_locals;
}

jint JVM_GetMethodIxMaxStack(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return method_at(mirror, index).max_stack;
}

// Returns slots: long and double count twice, and the receiver is included.
jint JVM_GetMethodIxArgsSize(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return method_at(mirror, index).arg_slots;
}

const char* JVM_GetMethodIxNameUTF(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return new_utf(method_at(mirror, index).name->text());
}

const char* JVM_GetMethodIxSignatureUTF(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return new_utf(method_at(mirror, index).descriptor->text());
}

// Returns true for <init>.
jboolean JVM_IsConstructorIx(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return method_at(mirror, index).is_initializer();
}

// Methods that the VM has added have no counterpart in the class file and are not verified.
jboolean JVM_IsVMGeneratedMethodIx(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return method_at(mirror, index).info == nullptr;
}

// The functions below read entries of the constant pool.
const char* JVM_GetCPClassNameUTF(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return new_utf(pool_of(mirror).class_name(static_cast<unsigned>(index)));
}

// For a Fieldref, returns the class; the functions below return its name and descriptor.
const char* JVM_GetCPFieldClassNameUTF(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return new_utf(pool_of(mirror).member_class(static_cast<unsigned>(index)));
}

const char* JVM_GetCPMethodClassNameUTF(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return new_utf(pool_of(mirror).member_class(static_cast<unsigned>(index)));
}

const char* JVM_GetCPFieldNameUTF(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return new_utf(pool_of(mirror).member(static_cast<unsigned>(index)).name);
}

const char* JVM_GetCPMethodNameUTF(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return new_utf(pool_of(mirror).member(static_cast<unsigned>(index)).name);
}

const char* JVM_GetCPFieldSignatureUTF(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return new_utf(pool_of(mirror).member(static_cast<unsigned>(index)).descriptor);
}

const char* JVM_GetCPMethodSignatureUTF(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return new_utf(pool_of(mirror).member(static_cast<unsigned>(index)).descriptor);
}

// Returns the access flags of the member if `called` itself declares it, else -1. libverify uses
// them to check protected access (JVMS 4.10.1.8).
jint JVM_GetCPFieldModifiers(JNIEnv* env, jclass mirror, jint index, jclass called) {
  NativeEntry vm(env);
  runtime::RunConstantPool& pool = *subject_of(mirror).pool;
  auto at = static_cast<std::uint16_t>(index);
  const Field* field =
      class_of(called).find_declared_field(pool.member_name(at), pool.member_descriptor(at));
  return field == nullptr ? -1 : field->access_flags;
}

// Returns the access flags of a method in the same way.
jint JVM_GetCPMethodModifiers(JNIEnv* env, jclass mirror, jint index, jclass called) {
  NativeEntry vm(env);
  runtime::RunConstantPool& pool = *subject_of(mirror).pool;
  auto at = static_cast<std::uint16_t>(index);
  const Method* method =
      class_of(called).find_declared_method(pool.member_name(at), pool.member_descriptor(at));
  return method == nullptr ? -1 : method->access_flags;
}

// Same package means same name and same loader (JVMS 5.3).
jboolean JVM_IsSameClassPackage(JNIEnv* env, jclass first, jclass second) {
  NativeEntry vm(env);
  return class_of(first).same_package(class_of(second));
}

}  // extern "C"
}  // namespace minijvm::vm
