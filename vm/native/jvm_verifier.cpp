// JVM_*: what libverify asks about a class file while it verifies an old one (JVMS 4.10.2).
// Proved by tests/java/bad_input. Indexes come from libverify, which reads the same class file.
#include <cstdlib>
#include <cstring>

#include "classfile/class_file.h"
#include "runtime/field.h"
#include "runtime/method.h"
#include "runtime/run_constant_pool.h"
#include "runtime/symbol_table.h"
#include "vm/native/native_entry.h"

namespace minijvm::vm {

using classfile::ConstantPool;
using classfile::ConstantTag;
using runtime::Class;
using runtime::Field;
using runtime::Method;

namespace {

// The class, or the version of it that this thread is about to make (runtime/redefinition.h): they share the mirror.
Class& subject_of(jclass mirror) {
  Class& klass = class_of(mirror);
  Class* version = runtime::current_java_thread()->verified_version;
  return version != nullptr && version->mirror == klass.mirror ? *version : klass;
}

const ConstantPool& pool_of(jclass mirror) { return subject_of(mirror).pool->raw(); }

// libverify frees it with JVM_ReleaseUTF.
const char* new_utf(std::string_view text) {
  auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy != nullptr) {
    std::memcpy(copy, text.data(), text.size());
    copy[text.size()] = 0;
  }
  return copy;
}

const Method& method_at(jclass mirror, jint index) { return subject_of(mirror).methods[static_cast<std::size_t>(index)]; }
const classfile::CodeAttribute* code_at(jclass mirror, jint index) {
  const Method& method = method_at(mirror, index);
  return method.info == nullptr ? nullptr : method.info->code.get();
}

}  // namespace

// What libverify expects of one row of an exception table.
struct JVM_ExceptionTableEntryType {
  jint start_pc;
  jint end_pc;
  jint handler_pc;
  jint catchType;
};

extern "C" {

const char* JVM_GetClassNameUTF(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return new_utf(subject_of(mirror).name->text());
}

void JVM_ReleaseUTF(const char* utf) { std::free(const_cast<char*>(utf)); }

jint JVM_GetClassCPEntriesCount(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return subject_of(mirror).pool == nullptr ? 0 : pool_of(mirror).size();
}

void JVM_GetClassCPTypes(JNIEnv* env, jclass mirror, unsigned char* types) {
  NativeEntry vm(env);
  const ConstantPool& pool = pool_of(mirror);
  for (unsigned i = 0; i < pool.size(); ++i) {
    types[i] = static_cast<unsigned char>(pool.tag(i));
  }
}

jint JVM_GetClassFieldsCount(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return static_cast<jint>(subject_of(mirror).fields.size());
}

jint JVM_GetClassMethodsCount(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return static_cast<jint>(subject_of(mirror).methods.size());
}

jint JVM_GetFieldIxModifiers(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return subject_of(mirror).fields[static_cast<std::size_t>(index)].access_flags;
}

jint JVM_GetMethodIxModifiers(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return method_at(mirror, index).access_flags;
}

jint JVM_GetMethodIxByteCodeLength(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return static_cast<jint>(method_at(mirror, index).bytecode_length);
}

void JVM_GetMethodIxByteCode(JNIEnv* env, jclass mirror, jint index, unsigned char* code) {
  NativeEntry vm(env);
  const Method& method = method_at(mirror, index);
  if (method.bytecode_length != 0) {
    std::memcpy(code, method.bytecode, method.bytecode_length);
  }
}

jint JVM_GetMethodIxExceptionTableLength(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  const classfile::CodeAttribute* code = code_at(mirror, index);
  return code == nullptr ? 0 : static_cast<jint>(code->exception_table.size());
}

void JVM_GetMethodIxExceptionTableEntry(JNIEnv* env, jclass mirror, jint index, jint row, JVM_ExceptionTableEntryType* entry) {
  NativeEntry vm(env);
  classfile::ExceptionHandler handler = code_at(mirror, index)->exception_table[static_cast<std::uint32_t>(row)];
  *entry = {handler.start_pc, handler.end_pc, handler.handler_pc, handler.catch_type};
}

jint JVM_GetMethodIxExceptionsCount(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  const Method& method = method_at(mirror, index);
  return method.info == nullptr ? 0 : static_cast<jint>(method.info->exceptions.size());
}

void JVM_GetMethodIxExceptionIndexes(JNIEnv* env, jclass mirror, jint index, unsigned short* indexes) {
  NativeEntry vm(env);
  for (classfile::U2 exception : method_at(mirror, index).info->exceptions) {
    *indexes++ = exception;
  }
}

jint JVM_GetMethodIxLocalsCount(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return method_at(mirror, index).max_locals;
}

jint JVM_GetMethodIxMaxStack(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return method_at(mirror, index).max_stack;
}

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

jboolean JVM_IsConstructorIx(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return method_at(mirror, index).is_initializer();
}

jboolean JVM_IsVMGeneratedMethodIx(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return method_at(mirror, index).info == nullptr;
}

const char* JVM_GetCPClassNameUTF(JNIEnv* env, jclass mirror, jint index) {
  NativeEntry vm(env);
  return new_utf(pool_of(mirror).class_name(static_cast<unsigned>(index)));
}

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

// The flags of the member if `called` declares it, else -1.
jint JVM_GetCPFieldModifiers(JNIEnv* env, jclass mirror, jint index, jclass called) {
  NativeEntry vm(env);
  runtime::RunConstantPool& pool = *subject_of(mirror).pool;
  auto at = static_cast<std::uint16_t>(index);
  const Field* field = class_of(called).find_declared_field(pool.member_name(at), pool.member_descriptor(at));
  return field == nullptr ? -1 : field->access_flags;
}

jint JVM_GetCPMethodModifiers(JNIEnv* env, jclass mirror, jint index, jclass called) {
  NativeEntry vm(env);
  runtime::RunConstantPool& pool = *subject_of(mirror).pool;
  auto at = static_cast<std::uint16_t>(index);
  const Method* method = class_of(called).find_declared_method(pool.member_name(at), pool.member_descriptor(at));
  return method == nullptr ? -1 : method->access_flags;
}

jboolean JVM_IsSameClassPackage(JNIEnv* env, jclass first, jclass second) {
  NativeEntry vm(env);
  return class_of(first).same_package(class_of(second));
}

}  // extern "C"
}  // namespace minijvm::vm
