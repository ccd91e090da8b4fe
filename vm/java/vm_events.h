// Door: what happens in the VM beside bytecode (that is vm/interp/hooks.h), for JVMTI (vm/inspect/jvmti). One listener, or none.
// Calls come in kInVm with the anchor published, unless said otherwise; the listener may stop and run Java, and leaves no exception pending.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/handle.h"

namespace minijvm::runtime {
class Class;
class JavaThread;
}  // namespace minijvm::runtime

namespace minijvm::vm {

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

}  // namespace minijvm::vm
