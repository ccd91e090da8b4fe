// Door: what happens in the VM beside bytecode (that is vm/interp/hooks.h), for JVMTI (vm/inspect/jvmti). One listener, or none.
// Calls come in kInVm with the anchor published, unless said otherwise; the listener may stop and run Java, and leaves no exception pending.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class Class;
class Field;
class JavaThread;
class Method;
}  // namespace minijvm::runtime

namespace minijvm::vm {

struct JavaValue;

// What is used up when an OutOfMemoryError is due.
enum class Resource : std::uint8_t { kHeap, kArrayLength, kThreads };

class VmListener {
 public:
  virtual void thread_started(runtime::JavaThread& self) = 0;  // before its first Java code
  virtual void thread_ending(runtime::JavaThread& self) = 0;   // after its last
  virtual void thread_gone(runtime::JavaThread& self) = 0;     // it has no Thread object any more: frees what is kept of it
  virtual void class_loaded(runtime::JavaThread& self, runtime::Class& klass) = 0;    // it stands in its loader's dictionary
  virtual void class_prepared(runtime::JavaThread& self, runtime::Class& klass) = 0;  // linked, not initialised
  virtual void monitor_contended(runtime::JavaThread& self, runtime::Handle<> object) = 0;  // self is about to queue for it
  virtual void monitor_entered(runtime::JavaThread& self, runtime::Handle<> object) = 0;    // after that
  virtual void monitor_wait(runtime::JavaThread& self, runtime::Handle<> object, std::int64_t millis) = 0;
  virtual void monitor_waited(runtime::JavaThread& self, runtime::Handle<> object, bool timed_out) = 0;  // the monitor is its own again
  // The function that was found for a native method, before it is bound. The answer is bound.
  virtual void* native_found(runtime::JavaThread& self, runtime::Method& method, void* function) = 0;
  virtual void object_made(runtime::JavaThread& self, runtime::Handle<> object) = 0;  // by the VM, where no bytecode asks for one
  virtual void resource_exhausted(runtime::JavaThread& self, Resource what, const char* message) = 0;
  // Before JNI reads or writes a field; a null object: a static one.
  virtual void jni_reads(runtime::JavaThread& self, runtime::Field& field, runtime::Handle<> object) = 0;
  virtual void jni_writes(runtime::JavaThread& self, runtime::Field& field, runtime::Handle<> object, const JavaValue& value) = 0;

 protected:
  ~VmListener() = default;
};

// Once; it stays.
void set_vm_listener(VmListener& listener);

extern std::atomic<VmListener*> the_vm_listener;
inline VmListener* vm_listener() { return the_vm_listener.load(std::memory_order_acquire); }  // acquire: pairs with set_vm_listener

// If there is a listener.
inline void tell_listener(runtime::JavaThread& self, void (VmListener::*what)(runtime::JavaThread&)) {
  if (VmListener* listener = vm_listener()) {
    (listener->*what)(self);
  }
}

// Does the listener want to hear of objects? Whoever makes one without asking the VM then does not.
extern std::atomic<bool> objects_are_announced;

// Tells it of an object that the VM has made for a native method, on its way to Java; or of an array, and of the objects in it.
JavaResult<runtime::Handle<>> announced(runtime::JavaThread& self, JavaResult<runtime::Handle<>> made);
JavaResult<runtime::Handle<>> announced_with_elements(runtime::JavaThread& self, JavaResult<runtime::Handle<>> made);

}  // namespace minijvm::vm
