// Implements jdk.internal.vm.ThreadSnapshot.create of JDK 25, from which the library writes thread
// dumps (HotSpotDiagnosticMXBean.dumpThreads, Thread.dump_to_file): the name, the state, the stack,
// the monitors and the blocker of one thread. One handshake copies what is read of the thread; the
// Java objects are made afterwards. The caller is in native state.
// Tested by tests/jdk25/ThreadDumps.java.
#include <string>
#include <vector>

#include "gc/heap/reference_fields.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "runtime/thread/continuation.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/errors/stack_trace.h"
#include "vm/java/threads/java_threads.h"
#include "vm/java/threads/thread_handshake.h"
#include "vm/natives/native_entry.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Object;
using runtime::wk;
using sync::BlockKind;
using sync::NoSafepoint;

namespace {

constexpr const char* kSnapshot = "jdk/internal/vm/ThreadSnapshot";
constexpr const char* kLock = "jdk/internal/vm/ThreadSnapshot$ThreadLock";

// The ordinals of ThreadSnapshot.BlockerLockType.
enum BlockerType : std::int32_t { kParkBlocker = 0, kWaitingToLock = 1, kWaitingOn = 2 };

struct LockedAt {
  Handle<> object;
  std::int32_t depth;
};

// Copies one thread that stands still. The handles belong to the thread that asks.
struct Copy {
  std::vector<TracePoint> frames;
  std::vector<LockedAt> locks;
  std::int32_t status = kThreadNew;
  BlockerType blocker_type = kParkBlocker;
  Handle<> blocker;
  // Of a virtual thread that is mounted.
  Handle<java::Thread> carrier;

  void read(JavaThread& self, const NoSafepoint& still, const JavaThread& thread) {
    read_blocker(self, still, thread);
    for (runtime::FrameWalk walk(thread); !walk.done(); walk.next()) {
      Method& method = walk.frame().method();
      if (is_left_out(method)) {
        continue;
      }
      read_locks(self, still, thread, walk.frame().fp());
      frames.push_back({&method, walk.frame().bci()});
      (void)runtime::make_handle(self, still, method.holder->mirror);
    }
  }

 private:
  // A waiter that was notified counts as blocked from then on.
  void read_blocker(JavaThread& self, const NoSafepoint& still, const JavaThread& thread) {
    status = runtime::status_of_thread(*thread.thread_object, &thread);
    if (thread.carrier_object != nullptr && is_virtual(*thread.thread_object)) {
      carrier = runtime::make_handle(self, still, thread.carrier_object);
    }
    const bool waits = thread.block_kind() == BlockKind::kMonitorWait;
    const bool relocks =
        waits && thread.wait_state_.load(std::memory_order_acquire) != sync::WaitState::kWaiting;
    if (thread.block_kind() == BlockKind::kMonitorEnter || relocks) {
      status = kThreadBlockedOnEnter;
      blocker_type = kWaitingToLock;
    } else if (waits) {
      blocker_type = kWaitingOn;
    }
    void* const* slot = thread.blocked_on();
    Object* object =
        slot == nullptr ? thread.thread_object->parkBlocker() : static_cast<Object*>(*slot);
    if (object != nullptr) {
      blocker = runtime::make_handle(self, still, object);
    }
  }

  // HOTSPOT: a monitor that the thread waits on counts as locked. The monitor of a synchronized
  // method was locked before any other of its frame.
  void read_locks(JavaThread& self, const NoSafepoint& still, const JavaThread& thread,
                  const runtime::Slot* fp) {
    for (auto held = thread.held_monitors.rbegin(); held != thread.held_monitors.rend(); ++held) {
      if (held->fp == fp) {
        add_lock(self, still, held->object);
      }
    }
    if (Object* own = fp[runtime::kFrameLock].ref) {
      add_lock(self, still, own);
    }
  }

  void add_lock(JavaThread& self, const NoSafepoint& still, Object* object) {
    locks.push_back(
        {runtime::make_handle(self, still, object), static_cast<std::int32_t>(frames.size())});
  }
};

JavaResult<Class*> library_class(JavaThread& self, const char* name) {
  Class* klass = MJ_TRY(lift(
      self, runtime::load_class(self, runtime::LoaderData::boot(), runtime::intern_symbol(name))));
  MJ_TRY(initialize_class(self, *klass));
  return klass;
}

// Returns the offset of a field of the library's class. These classes are in no other JDK and are
// read here only, so well_known.def does not have them.
std::uint32_t offset_of(const Class& klass, const char* name, const char* descriptor) {
  const runtime::Field* field =
      klass.find_declared_field(runtime::intern_symbol(name), runtime::intern_symbol(descriptor));
  MJ_CHECK(field != nullptr, "%s has no field %s", klass.name->c_str(), name);
  return field->offset;
}

void set_int(JavaThread& self, Handle<> object, const Class& klass, const char* name,
             std::int32_t value) {
  const std::uint32_t offset = offset_of(klass, name, "I");
  NoSafepoint still(self);
  object.raw(still)->store<std::int32_t>(offset, value);
}

void set_ref(JavaThread& self, Handle<> object, const Class& klass, const char* name,
             const char* descriptor, Handle<> value) {
  const std::uint32_t offset = offset_of(klass, name, descriptor);
  NoSafepoint still(self);
  gc::store_ref(still, object.raw(still), offset, value.is_null() ? nullptr : value.raw(still));
}

JavaResult<Handle<java::ObjectArray>> new_locks(JavaThread& self,
                                                const std::vector<LockedAt>& locks) {
  Class& klass = *MJ_TRY(library_class(self, kLock));
  Handle<java::ObjectArray> array =
      MJ_TRY(new_object_array(self, klass, static_cast<std::int32_t>(locks.size())));
  for (std::size_t i = 0; i < locks.size(); ++i) {
    HandleScope scope(self);
    Handle<> lock = MJ_TRY(new_instance(self, klass));
    set_int(self, lock, klass, "depth", locks[i].depth);
    set_ref(self, lock, klass, "obj", "Ljava/lang/Object;", locks[i].object);
    store_element(self, array, i, lock);
  }
  return array;
}

// The library's StackTraceElement.of prepares the elements in place.
JavaResult<Handle<java::ObjectArray>> new_stack(JavaThread& self,
                                                const std::vector<TracePoint>& frames) {
  Handle<java::ObjectArray> elements = MJ_TRY(new_stack_trace_elements(self, frames));
  Method* prepare = wk().java_lang_StackTraceElement->find_declared_method(
      runtime::intern_symbol("of"),
      runtime::intern_symbol("([Ljava/lang/StackTraceElement;)[Ljava/lang/StackTraceElement;"));
  MJ_CHECK(prepare != nullptr, "StackTraceElement.of is missing");
  CallArgs args;
  args.push(elements);
  MJ_TRY(call_java(self, *prepare, args));
  return elements;
}

// A virtual thread that has not run yet has no frames, but is alive.
bool read_unstarted(JavaThread& self, Handle<java::Thread> thread, Copy& copy) {
  NoSafepoint still(self);
  if (!is_virtual(*thread.raw(still))) {
    return false;
  }
  copy.status = runtime::status_of_thread(*thread.raw(still), nullptr);
  return copy.status == kThreadRunnable;
}

// Returns null for a thread that is not alive.
JavaResult<Handle<>> snapshot_of(JavaThread& self, Handle<java::Thread> thread) {
  Copy copy;
  const bool is_alive = on_live_thread(
      self, thread,
      [&](const JavaThread& target, const NoSafepoint& still) { copy.read(self, still, target); });
  if (!is_alive && !read_unstarted(self, thread, copy)) {
    return Handle<>();
  }
  const Class& klass = *MJ_TRY(library_class(self, kSnapshot));
  Handle<> snapshot = MJ_TRY(new_instance(self, klass));
  set_ref(self, snapshot, klass, "name", "Ljava/lang/String;",
          field_of(self, thread, &java::Thread::name));
  set_int(self, snapshot, klass, "threadStatus", copy.status);
  set_ref(self, snapshot, klass, "carrierThread", "Ljava/lang/Thread;", copy.carrier);
  set_ref(self, snapshot, klass, "stackTrace", "[Ljava/lang/StackTraceElement;",
          MJ_TRY(new_stack(self, copy.frames)));
  set_ref(self, snapshot, klass, "locks", "[Ljdk/internal/vm/ThreadSnapshot$ThreadLock;",
          MJ_TRY(new_locks(self, copy.locks)));
  set_int(self, snapshot, klass, "blockerTypeOrdinal", copy.blocker_type);
  set_ref(self, snapshot, klass, "blockerObject", "Ljava/lang/Object;", copy.blocker);
  return snapshot;
}

}  // namespace

extern "C" jobject JVM_CreateThreadSnapshot(JNIEnv* env, jobject thread) {
  NativeEntry vm(env);
  return vm.result(snapshot_of(vm.self, handle_of<java::Thread>(thread)));
}

}  // namespace minijvm::vm
