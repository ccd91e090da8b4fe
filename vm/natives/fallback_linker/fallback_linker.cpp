// libfallbackLinker.so: foreign functions of Java (java.lang.foreign) by libffi.
//
// From JDK 22 on, a program calls C functions by method handles. For a VM that makes no machine
// code, the class library has a linker that needs only what is in this file: it describes a
// function by libffi's own data, which Java code writes into native memory, and has libffi do the
// call. System.loadLibrary finds this library beside libjvm.so (vm/boot/system_properties.cpp), and
// JNI binds its functions by name.
//
//   Java       MethodHandle of strlen    FallbackLinker.doDowncall: writes each argument to memory
//    |                                                                                    kInJava
//   here       LibFallback_doDowncall    a native as any other, so the collector may run  kInNative
//    |
//   libffi     ffi_call                  loads registers and stack as the ABI asks for
//    |
//   C          strlen
//
// An upcall goes the other way: C calls a closure of libffi, which calls call_java below.
//
// The library uses JNI and libffi, and nothing of the VM.
// Tested by tests/jdk25/foreign.
#include <ffi.h>
#include <jni.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "vm/natives/fallback_linker/mixed_struct.h"

namespace {

constexpr jint kJniVersion = JNI_VERSION_10;

// Set by LibFallback.init, before any other function is called.
struct {
  JavaVM* vm = nullptr;
  jclass lib_fallback = nullptr;
  jmethodID do_upcall = nullptr;
} library;

template <class T>
T* pointer_to(jlong address) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(address));
}

jlong address_of(const void* pointer) {
  return static_cast<jlong>(reinterpret_cast<std::uintptr_t>(pointer));
}

void throw_new(JNIEnv* env, const char* name, const char* message) {
  jclass error = env->FindClass(name);
  if (error != nullptr)
    env->ThrowNew(error, message);
}

// --- Downcalls ---

// The Java arrays that a critical function gets as arguments. While an object lives, their elements
// stay where they are. An array that stands in two arguments has one place, so that a function such
// as memmove sees one array.
class HeldArrays {
 public:
  HeldArrays(JNIEnv* env, jobjectArray bases) : env_(env) {
    const jsize count = bases == nullptr ? 0 : env->GetArrayLength(bases);
    for (jsize i = 0; i < count; ++i) {
      auto array = static_cast<jarray>(env->GetObjectArrayElement(bases, i));
      places_.push_back(array == nullptr ? kNone : place_of(array));
    }
  }

  HeldArrays(const HeldArrays&) = delete;
  HeldArrays& operator=(const HeldArrays&) = delete;

  ~HeldArrays() {
    for (const Array& held : arrays_) {
      if (held.elements != nullptr)
        env_->ReleasePrimitiveArrayCritical(held.array, held.elements, 0);
    }
  }

  // Returns the place of an array among those to hold; adds it if it is new.
  std::size_t place_of(jarray array) {
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      if (env_->IsSameObject(arrays_[i].array, array))
        return i;
    }
    arrays_.push_back({array, nullptr});
    return arrays_.size() - 1;
  }

  // Returns false, with an exception pending, if there is no memory for it.
  bool hold() {
    for (Array& each : arrays_) {
      each.elements = static_cast<char*>(env_->GetPrimitiveArrayCritical(each.array, nullptr));
      if (each.elements == nullptr)
        return false;
    }
    return true;
  }

  char* elements(std::size_t place) const { return arrays_[place].elements; }

  // Until now, the argument of such an array is an offset in its elements.
  void add_to_offsets(void** arguments) const {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (places_[i] != kNone)
        *static_cast<std::int64_t*>(arguments[i]) += address_of(elements(places_[i]));
    }
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  struct Array {
    jarray array;
    char* elements;
  };

  JNIEnv* env_;
  std::vector<Array> arrays_;
  std::vector<std::size_t> places_;  // of the array of each argument
};

// Calls the function. libffi widens an integer result to a word, but Java has allocated only the
// bytes of the type. Returns errno as the function left it.
int call(ffi_cif* cif, void (*function)(), void* result, void** arguments) {
  ffi_arg word = 0;
  const ffi_type& type = *cif->rtype;
  const bool is_narrow =
      result != nullptr && type.type != FFI_TYPE_STRUCT && type.size < sizeof word;
  minijvm::fallback_linker::SplitCall split(*cif, arguments);
  if (split.is_needed())
    ffi_call(split.cif(), function, is_narrow ? &word : result, split.arguments());
  else
    ffi_call(cif, function, is_narrow ? &word : result, arguments);
  const int error = errno;
  if (is_narrow)
    std::memcpy(result, &word, type.size);  // little-endian: the value comes first
  return error;
}

// Linker.Option.captureCallState can ask for this on Linux (jdk.internal.foreign.abi
// .CapturableState).
constexpr jint kCapturesErrno = 4;

struct Downcall {
  jlong cif;
  jlong function;
  jlong result;
  jlong arguments;
  jobject state_base;  // an array that the captured state is in, or null
  jlong state;         // an address, or an offset in that array
  jint captured;
  jobjectArray bases;  // the array of each argument, if it is one; null if the function is ordinary
};

// Linux maps nothing below. The library's Java code takes the address of a heap segment, which is
// an offset, for that of a function.
constexpr jlong kLowestCode = 64 * 1024;

void call_down(JNIEnv* env, const Downcall& down) {
  if (down.function >= 0 && down.function < kLowestCode) {
    throw_new(env, "java/lang/IllegalArgumentException", "no function is at this address");
    return;
  }
  HeldArrays arrays(env, down.bases);
  const std::size_t state_place =
      down.state_base == nullptr ? 0 : arrays.place_of(static_cast<jarray>(down.state_base));
  if (!arrays.hold())
    return;
  auto** arguments = pointer_to<void*>(down.arguments);
  arrays.add_to_offsets(arguments);
  const int error = call(pointer_to<ffi_cif>(down.cif), reinterpret_cast<void (*)()>(down.function),
                         pointer_to<void>(down.result), arguments);
  if ((down.captured & kCapturesErrno) == 0)
    return;
  char* state = down.state_base == nullptr ? pointer_to<char>(down.state)
                                           : arrays.elements(state_place) + down.state;
  std::memcpy(state, &error, sizeof error);
}

// --- Upcalls ---

[[noreturn]] void give_up(const char* why) {
  std::fprintf(stderr, "libfallbackLinker: an upcall cannot enter Java: %s\n", why);
  std::abort();
}

// A thread that C code has started becomes a daemon at its first upcall, and is one until it ends.
// HOTSPOT: does the same.
class Attachment {
 public:
  ~Attachment() {
    if (is_attached_)
      library.vm->DetachCurrentThread();
  }

  JNIEnv* env() {
    void* env = nullptr;
    if (library.vm->GetEnv(&env, kJniVersion) == JNI_OK)
      return static_cast<JNIEnv*>(env);
    if (library.vm->AttachCurrentThreadAsDaemon(&env, nullptr) != JNI_OK)
      give_up("the thread cannot be attached");
    is_attached_ = true;
    return static_cast<JNIEnv*>(env);
  }

 private:
  bool is_attached_ = false;
};

thread_local Attachment attachment;

// The closures of libffi call this. Java code reads the arguments, and writes the result. It ends
// the process if the method handle throws, so an exception comes only from the entry itself.
void call_java(ffi_cif* cif, void* result, void** arguments, void* target) {
  JNIEnv* env = attachment.env();
  if (cif->rtype->type != FFI_TYPE_VOID && cif->rtype->type != FFI_TYPE_STRUCT)
    std::memset(result, 0, sizeof(ffi_arg));
  env->CallStaticVoidMethod(library.lib_fallback, library.do_upcall, address_of(result),
                            address_of(arguments), static_cast<jobject>(target));
  if (env->ExceptionCheck()) {
    env->ExceptionDescribe();
    give_up("an exception was thrown");
  }
}

}  // namespace

// A native of jdk.internal.foreign.abi.fallback.LibFallback. In its name, _1 stands for "_".
#define MJ_NATIVE(result, name) \
  extern "C" JNIEXPORT result JNICALL Java_jdk_internal_foreign_abi_fallback_LibFallback_##name

MJ_NATIVE(jboolean, init)(JNIEnv* env, jclass lib_fallback) {
  if (env->GetJavaVM(&library.vm) != JNI_OK)
    return JNI_FALSE;
  library.lib_fallback = static_cast<jclass>(env->NewGlobalRef(lib_fallback));
  library.do_upcall =
      env->GetStaticMethodID(lib_fallback, "doUpcall", "(JJLjava/lang/invoke/MethodHandle;)V");
  return library.lib_fallback != nullptr && library.do_upcall != nullptr;
}

// JNI looks for the name with the signature behind it, too. JDK 21 has another signature.
MJ_NATIVE(void, doDowncall__JJJJLjava_lang_Object_2JI_3Ljava_lang_Object_2I)
(JNIEnv* env, jclass, jlong cif, jlong function, jlong result, jlong arguments, jobject state_base,
 jlong state, jint captured, jobjectArray bases, jint) {
  call_down(env, {cif, function, result, arguments, state_base, state, captured, bases});
}
MJ_NATIVE(void, doDowncall__JJJJJI)
(JNIEnv* env, jclass, jlong cif, jlong function, jlong result, jlong arguments, jlong state,
 jint captured) {
  call_down(env, {cif, function, result, arguments, nullptr, state, captured, nullptr});
}

// Stores the closure, the address that C code calls, and the global reference that is to be freed
// with it. Returns a status of libffi.
MJ_NATIVE(jint, createClosure)
(JNIEnv* env, jclass, jlong cif, jobject target, jlongArray out) {
  void* code = nullptr;
  auto* closure = static_cast<ffi_closure*>(ffi_closure_alloc(sizeof(ffi_closure), &code));
  jobject kept = closure == nullptr ? nullptr : env->NewGlobalRef(target);
  if (kept == nullptr) {
    ffi_closure_free(closure);
    throw_new(env, "java/lang/OutOfMemoryError", "no memory for an upcall stub");
    return FFI_OK;
  }
  const ffi_status status =
      ffi_prep_closure_loc(closure, pointer_to<ffi_cif>(cif), call_java, kept, code);
  if (status != FFI_OK) {
    ffi_closure_free(closure);
    env->DeleteGlobalRef(kept);
    return status;
  }
  const jlong pointers[] = {address_of(closure), address_of(code), address_of(kept)};
  env->SetLongArrayRegion(out, 0, 3, pointers);
  return FFI_OK;
}

MJ_NATIVE(void, freeClosure)(JNIEnv* env, jclass, jlong closure, jlong target) {
  ffi_closure_free(pointer_to<void>(closure));
  env->DeleteGlobalRef(pointer_to<_jobject>(target));
}

MJ_NATIVE(jint, ffi_1prep_1cif)
(JNIEnv*, jclass, jlong cif, jint abi, jint count, jlong result, jlong arguments) {
  return ffi_prep_cif(pointer_to<ffi_cif>(cif), static_cast<ffi_abi>(abi),
                      static_cast<unsigned>(count), pointer_to<ffi_type>(result),
                      pointer_to<ffi_type*>(arguments));
}

MJ_NATIVE(jint, ffi_1prep_1cif_1var)
(JNIEnv*, jclass, jlong cif, jint abi, jint fixed, jint count, jlong result, jlong arguments) {
  return ffi_prep_cif_var(pointer_to<ffi_cif>(cif), static_cast<ffi_abi>(abi),
                          static_cast<unsigned>(fixed), static_cast<unsigned>(count),
                          pointer_to<ffi_type>(result), pointer_to<ffi_type*>(arguments));
}

MJ_NATIVE(jint, ffi_1get_1struct_1offsets)
(JNIEnv*, jclass, jint abi, jlong type, jlong offsets) {
  return ffi_get_struct_offsets(static_cast<ffi_abi>(abi), pointer_to<ffi_type>(type),
                                pointer_to<std::size_t>(offsets));
}

// --- Facts about libffi and C ---

MJ_NATIVE(jlong, sizeofCif)(JNIEnv*, jclass) { return sizeof(ffi_cif); }
MJ_NATIVE(jint, ffi_1default_1abi)(JNIEnv*, jclass) { return FFI_DEFAULT_ABI; }
MJ_NATIVE(jshort, ffi_1type_1struct)(JNIEnv*, jclass) { return FFI_TYPE_STRUCT; }

MJ_NATIVE(jlong, ffi_1type_1void)(JNIEnv*, jclass) { return address_of(&ffi_type_void); }
MJ_NATIVE(jlong, ffi_1type_1uint8)(JNIEnv*, jclass) { return address_of(&ffi_type_uint8); }
MJ_NATIVE(jlong, ffi_1type_1sint8)(JNIEnv*, jclass) { return address_of(&ffi_type_sint8); }
MJ_NATIVE(jlong, ffi_1type_1uint16)(JNIEnv*, jclass) { return address_of(&ffi_type_uint16); }
MJ_NATIVE(jlong, ffi_1type_1sint16)(JNIEnv*, jclass) { return address_of(&ffi_type_sint16); }
MJ_NATIVE(jlong, ffi_1type_1uint32)(JNIEnv*, jclass) { return address_of(&ffi_type_uint32); }
MJ_NATIVE(jlong, ffi_1type_1sint32)(JNIEnv*, jclass) { return address_of(&ffi_type_sint32); }
MJ_NATIVE(jlong, ffi_1type_1uint64)(JNIEnv*, jclass) { return address_of(&ffi_type_uint64); }
MJ_NATIVE(jlong, ffi_1type_1sint64)(JNIEnv*, jclass) { return address_of(&ffi_type_sint64); }
MJ_NATIVE(jlong, ffi_1type_1float)(JNIEnv*, jclass) { return address_of(&ffi_type_float); }
MJ_NATIVE(jlong, ffi_1type_1double)(JNIEnv*, jclass) { return address_of(&ffi_type_double); }
MJ_NATIVE(jlong, ffi_1type_1pointer)(JNIEnv*, jclass) { return address_of(&ffi_type_pointer); }

MJ_NATIVE(jint, ffi_1sizeof_1short)(JNIEnv*, jclass) { return sizeof(short); }
MJ_NATIVE(jint, ffi_1sizeof_1int)(JNIEnv*, jclass) { return sizeof(int); }
MJ_NATIVE(jint, ffi_1sizeof_1long)(JNIEnv*, jclass) { return sizeof(long); }
MJ_NATIVE(jint, ffi_1sizeof_1wchar)(JNIEnv*, jclass) { return sizeof(wchar_t); }
MJ_NATIVE(jint, alignof_1long_1long)(JNIEnv*, jclass) { return alignof(long long); }
MJ_NATIVE(jint, alignof_1double)(JNIEnv*, jclass) { return alignof(double); }

#undef MJ_NATIVE
