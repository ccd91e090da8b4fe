// Implements the JNI functions that call methods (JNI specification, chapter 4, "Calling Instance
// Methods", "Calling Static Methods"). Each call exists in three forms: with `...`, with a va_list,
// and with a jvalue array. The method's descriptor says how to read them. Callers are in kInNative.
#include <cstdarg>

#include "classfile/descriptor.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"
#include "vm/natives/jni/jni_functions.h"
#include "vm/natives/jni/method_ids.h"
#include "vm/natives/native_entry.h"

namespace minijvm::vm {

using runtime::Class;

namespace {

// Reads C variable arguments. C promotes arguments narrower than int to int, and float to double.
class VaArguments {
 public:
  explicit VaArguments(va_list list) { va_copy(list_, list); }
  ~VaArguments() { va_end(list_); }
  VaArguments(const VaArguments&) = delete;
  jint next_int() { return va_arg(list_, jint); }
  jboolean next_boolean() { return va_arg(list_, jint) != 0; }
  jbyte next_byte() { return static_cast<jbyte>(va_arg(list_, jint)); }
  jchar next_char() { return static_cast<jchar>(va_arg(list_, jint)); }
  jshort next_short() { return static_cast<jshort>(va_arg(list_, jint)); }
  jlong next_long() { return va_arg(list_, jlong); }
  jfloat next_float() { return static_cast<jfloat>(va_arg(list_, jdouble)); }
  jdouble next_double() { return va_arg(list_, jdouble); }
  jobject next_object() { return va_arg(list_, jobject); }

 private:
  va_list list_;
};

// Reads the arguments from a jvalue array, where nothing is promoted. A boolean is any non-zero
// value in both forms.
class ArrayArguments {
 public:
  explicit ArrayArguments(const jvalue* values) : values_(values) {}
  jint next_int() { return (values_++)->i; }
  jboolean next_boolean() { return (values_++)->z != 0; }
  jbyte next_byte() { return (values_++)->b; }
  jchar next_char() { return (values_++)->c; }
  jshort next_short() { return (values_++)->s; }
  jlong next_long() { return (values_++)->j; }
  jfloat next_float() { return (values_++)->f; }
  jdouble next_double() { return (values_++)->d; }
  jobject next_object() { return (values_++)->l; }

 private:
  const jvalue* values_;
};

// Pushes one argument by the first letter of its descriptor. A reference is pushed as a handle of
// the same slot.
template <class Arguments>
void push_argument(CallArgs& args, char kind, Arguments& from) {
  switch (kind) {
    case 'Z':
      args.push_int(from.next_boolean());
      return;
    case 'B':
      args.push_int(from.next_byte());
      return;
    case 'C':
      args.push_int(from.next_char());
      return;
    case 'S':
      args.push_int(from.next_short());
      return;
    case 'I':
      args.push_int(from.next_int());
      return;
    case 'J':
      args.push_long(from.next_long());
      return;
    case 'F':
      args.push_float(from.next_float());
      return;
    case 'D':
      args.push_double(from.next_double());
      return;
    default:
      args.push(handle_of(from.next_object()));
      return;
  }
}

template <class Arguments>
void push_arguments(CallArgs& args, const Method& method, Arguments& from) {
  for (classfile::FieldType type : classfile::MethodDescriptor(method.descriptor->text())) {
    push_argument(args, type.text()[0], from);
  }
}

// kVirtual selects by the receiver's class; kNonvirtual calls exactly the method of the id.
enum class CallKind : std::uint8_t { kVirtual, kNonvirtual, kStatic };

// The common body of all Call functions. A pending exception makes the call a no-op: JNI forbids
// the call, and running Java with a pending exception would lose it.
template <class Arguments>
JavaResult<JavaValue> call(JavaThread& self, CallKind kind, jobject receiver, Method& method,
                           Arguments& from) {
  if (self.has_pending_exception()) {
    return kPending;
  }
  CallArgs args;
  // HOTSPOT: JNI leaves a null receiver undefined; here it is a NullPointerException.
  if (kind != CallKind::kStatic) {
    if (handle_of(receiver).is_null()) {
      return throw_null_pointer(self);
    }
    args.push(handle_of(receiver));
  }
  // From here on the arguments are handles: initialization below may stop for a collection.
  push_arguments(args, method, from);
  // JVMS 5.5: a static call initializes the class that declares the method.
  if (kind == CallKind::kStatic) {
    MJ_TRY(initialize_class(self, *method.holder));
    return call_java(self, method, args);
  }
  // There is nothing to select for a private method or a constructor.
  bool direct = kind == CallKind::kNonvirtual || method.is_private() || method.is_initializer();
  return direct ? call_java(self, method, args) : call_virtual(self, method, args);
}

// Allocates the object for NewObject, then runs the constructor.
template <class Arguments>
JavaResult<Handle<>> construct(JavaThread& self, Class& klass, Method& constructor,
                               Arguments& from) {
  if (self.has_pending_exception()) {
    return kPending;
  }
  if (!klass.is_instance_class() || klass.is_abstract() || klass.is_interface()) {
    return throw_new(self, "java/lang/InstantiationException", klass.external_name().c_str());
  }
  MJ_TRY(initialize_class(self, klass));
  Handle<> object = MJ_TRY(new_instance(self, klass));
  CallArgs args;
  args.push(object);
  push_arguments(args, constructor, from);
  // The constructor's result is void; the object is the one that was allocated.
  MJ_TRY(call_java(self, constructor, args));
  return object;
}

// Gives each type its C result; zero if an exception is pending.
template <class T>
struct ResultOf;
template <>
struct ResultOf<jobject> {
  static jobject get(NativeEntry& vm, JavaResult<JavaValue> value) {
    return value.ok() ? vm.result(value.take().reference) : nullptr;
  }
};
template <>
struct ResultOf<void> {
  static void get(NativeEntry&, JavaResult<JavaValue>) {}
};
#define MJ_INT_RESULT(jtype)                                                   \
  template <>                                                                  \
  struct ResultOf<jtype> {                                                     \
    static jtype get(NativeEntry&, JavaResult<JavaValue> value) {              \
      return value.ok() ? static_cast<jtype>(value.take().as_int()) : jtype{}; \
    }                                                                          \
  };
MJ_INT_RESULT(jboolean)
MJ_INT_RESULT(jbyte)
MJ_INT_RESULT(jchar)
MJ_INT_RESULT(jshort)
MJ_INT_RESULT(jint)
#undef MJ_INT_RESULT
template <>
struct ResultOf<jlong> {
  static jlong get(NativeEntry&, JavaResult<JavaValue> value) {
    return value.ok() ? value.take().as_long() : 0;
  }
};
template <>
struct ResultOf<jfloat> {
  static jfloat get(NativeEntry&, JavaResult<JavaValue> value) {
    return value.ok() ? value.take().as_float() : 0;
  }
};
template <>
struct ResultOf<jdouble> {
  static jdouble get(NativeEntry&, JavaResult<JavaValue> value) {
    return value.ok() ? value.take().as_double() : 0;
  }
};

template <class T, class Arguments>
T call_from_native(JNIEnv* env, CallKind kind, jobject receiver, jmethodID id,
                   Arguments& arguments) {
  NativeEntry vm(env);
  return ResultOf<T>::get(vm, call(vm.self, kind, receiver, method_of(id), arguments));
}

}  // namespace

namespace jni {

// JNI specification, chapter 4, "Object Operations": NewObject, NewObjectA, NewObjectV.
jobject NewObjectV(JNIEnv* env, jclass mirror, jmethodID id, va_list list) {
  NativeEntry vm(env);
  VaArguments arguments(list);
  return vm.result(construct(vm.self, class_of(mirror), method_of(id), arguments));
}

jobject NewObjectA(JNIEnv* env, jclass mirror, jmethodID id, const jvalue* values) {
  NativeEntry vm(env);
  ArrayArguments arguments(values);
  return vm.result(construct(vm.self, class_of(mirror), method_of(id), arguments));
}

jobject NewObject(JNIEnv* env, jclass mirror, jmethodID id, ...) {
  va_list list;
  va_start(list, id);
  jobject object = NewObjectV(env, mirror, id, list);
  va_end(list);
  return object;
}

// Defines the three forms of one function. `receiver` is the parameter that holds the object, and
// nullptr for static calls.
#define MJ_CALL_FORMS(Function, jtype, kind, parameters, receiver)                           \
  jtype Function##V(JNIEnv* env, MJ_UNWRAP parameters, jmethodID id, va_list list) {         \
    VaArguments arguments(list);                                                             \
    return call_from_native<jtype>(env, CallKind::kind, receiver, id, arguments);            \
  }                                                                                          \
  jtype Function##A(JNIEnv* env, MJ_UNWRAP parameters, jmethodID id, const jvalue* values) { \
    ArrayArguments arguments(values);                                                        \
    return call_from_native<jtype>(env, CallKind::kind, receiver, id, arguments);            \
  }                                                                                          \
  jtype Function(JNIEnv* env, MJ_UNWRAP parameters, jmethodID id, ...) {                     \
    va_list list;                                                                            \
    va_start(list, id);                                                                      \
    VaArguments arguments(list);                                                             \
    va_end(list);                                                                            \
    return call_from_native<jtype>(env, CallKind::kind, receiver, id, arguments);            \
  }
// Takes the parentheses off a list of parameters.
#define MJ_UNWRAP(...) __VA_ARGS__
// Defines all functions for one return type. CallNonvirtual's jclass is not needed: the id already
// refers to the method of that class.
#define MJ_CALL_FUNCTIONS(Name, jtype, basic, member)                                       \
  MJ_CALL_FORMS(Call##Name##Method, jtype, kVirtual, (jobject object), object)              \
  MJ_CALL_FORMS(CallNonvirtual##Name##Method, jtype, kNonvirtual, (jobject object, jclass), \
                object)                                                                     \
  MJ_CALL_FORMS(CallStatic##Name##Method, jtype, kStatic, (jclass), nullptr)

MJ_JNI_PRIMITIVE_TYPES(MJ_CALL_FUNCTIONS)
MJ_CALL_FUNCTIONS(Object, jobject, , )
MJ_CALL_FUNCTIONS(Void, void, , )

#undef MJ_CALL_FUNCTIONS
#undef MJ_CALL_FORMS
#undef MJ_UNWRAP

}  // namespace jni
}  // namespace minijvm::vm
