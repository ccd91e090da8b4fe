// Implements ScopedMemoryAccess.closeScope0, which the library calls before it frees the memory of
// a shared arena. A thread that is inside of a @Scoped method has checked that the session is open,
// and reads or writes the memory next; so the VM looks at all threads. The library has marked the
// session closed (JDK 17 and 21: as closing) before, so no other thread can come in. The caller is
// in native state.
// Tested by tests/jdk25/SharedArenas.java.
#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/vm_annotations.h"
#include "runtime/frame/frame.h"
#include "runtime/load/loader_data.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/parker.h"
#include "sync/threads/safepoint.h"
#include "vm/java/threads/thread_blocking.h"
#include "vm/natives/native_entry.h"
#include "vm/natives/own_natives.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using sync::Deadline;
using sync::NoSafepoint;

namespace {

// A @Scoped method calls only methods of the library that call few others.
constexpr int kMostFrames = 10;
// In JDK 17 and 21 the library hears after so many looks that the session is in use.
constexpr int kMostLooks = 1000;
constexpr std::int64_t kPauseNs = 100'000;

bool is_scoped(const runtime::Method& method) {
  const classfile::ClassFile* file = method.holder->file;
  return file != nullptr && method.info->has_visible_annotations &&
         method.holder->loader->is_boot() &&
         runtime::has_annotation(file->attributes_of(*method.info).annotations.visible,
                                 file->constant_pool(),
                                 "Ljdk/internal/misc/ScopedMemoryAccess$Scoped;");
}

bool has_in_locals(const runtime::Frame& frame, const Object* session) {
  const runtime::Slot* locals = frame.locals();
  for (std::uint32_t i = 0; i < frame.method().max_locals; ++i) {
    if (locals[i].ref == session) {
      return true;
    }
  }
  return false;
}

// HOTSPOT: looks at the ten innermost frames.
bool uses(const JavaThread& thread, const Object* session) {
  int depth = 0;
  for (runtime::FrameWalk walk(thread); !walk.done() && depth < kMostFrames; walk.next(), ++depth) {
    if (has_in_locals(walk.frame(), session) && is_scoped(walk.frame().method())) {
      return true;
    }
  }
  return false;
}

class FindUser final : public sync::SafepointOperation {
 public:
  explicit FindUser(Handle<> session) : session_(session) {}
  const char* name() const override { return "CloseScopedMemory"; }
  void run() override {
    NoSafepoint still = NoSafepoint::in_stopped_world();
    sync::for_each_exec_env([&](sync::ExecEnv& env) {
      found = found || uses(JavaThread::of(env), session_.raw(still));
    });
  }
  bool found = false;

 private:
  Handle<> session_;
};

bool is_in_use(JavaThread& self, Handle<> session) {
  FindUser find(session);
  sync::run_at_safepoint(self, find);
  return find.found;
}

// Waits until no thread is inside, which takes no longer than one call of Unsafe. A thread that a
// debugger has suspended there may stay for long: then this gives up and returns false.
// HOTSPOT: differs, since HotSpot looks once.
bool wait_for_users(JavaThread& self, Handle<> session) {
  for (int looks = 0; looks < kMostLooks; ++looks) {
    if (!is_in_use(self, session)) {
      return true;
    }
    // The stopped world goes on, and the thread needs a processor.
    if (sync::sleep(self, Deadline::after_ns(kPauseNs)) == sync::SleepResult::kInterrupted) {
      yield_current(self);
    }
  }
  return false;
}

// JDK 17: for false the library opens the session again and throws IllegalStateException.
jboolean close_scope_17(JNIEnv* env, jobject, jobject scope, jobject) {
  NativeEntry vm(env);
  return wait_for_users(vm.self, handle_of(scope));
}

// JDK 21: the same.
jboolean close_scope_21(JNIEnv* env, jobject, jobject session) {
  NativeEntry vm(env);
  return wait_for_users(vm.self, handle_of(session));
}

// JDK 25: closing never fails. HOTSPOT: differs, since HotSpot throws the error in the thread that
// is inside; here that thread ends its access first.
void close_scope_25(JNIEnv* env, jobject, jobject session, jobject) {
  NativeEntry vm(env);
  while (!wait_for_users(vm.self, handle_of(session))) {
  }
}

constexpr const char* kScoped = "jdk/internal/misc/ScopedMemoryAccess";

}  // namespace

std::span<const VmNative> close_scope_natives() {
  static const VmNative rows[] = {
      {kScoped, "closeScope0",
       "(Ljdk/internal/misc/ScopedMemoryAccess$Scope;Ljdk/internal/misc/"
       "ScopedMemoryAccess$Scope$ScopedAccessError;)Z",
       reinterpret_cast<void*>(close_scope_17)},
      {kScoped, "closeScope0", "(Ljdk/internal/foreign/MemorySessionImpl;)Z",
       reinterpret_cast<void*>(close_scope_21)},
      {kScoped, "closeScope0",
       "(Ljdk/internal/foreign/MemorySessionImpl;"
       "Ljdk/internal/misc/ScopedMemoryAccess$ScopedAccessError;)V",
       reinterpret_cast<void*>(close_scope_25)},
  };
  return rows;
}

}  // namespace minijvm::vm
