#include "vm/java/vm_events.h"

#include <utility>

#include "runtime/class.h"
#include "runtime/java_thread.h"
#include "runtime/object.h"

namespace minijvm::vm {

std::atomic<VmListener*> the_vm_listener{nullptr};
std::atomic<bool> objects_are_announced{false};

void set_vm_listener(VmListener& listener) { the_vm_listener.store(&listener, std::memory_order_release); }

namespace {

runtime::Handle<> element_of(runtime::JavaThread& self, runtime::Handle<> array, std::int32_t index) {
  sync::NoSafepoint still(self);
  runtime::Object* raw = array.raw(still);
  return index < raw->array_length() ? runtime::make_handle(self, still, raw->elements<runtime::Object*>()[index]) : runtime::Handle<>();
}

bool has_elements(runtime::JavaThread& self, runtime::Handle<> object) {
  sync::NoSafepoint still(self);
  return object.raw(still)->klass()->kind == runtime::ClassKind::kObjectArray;
}

void tell_with_elements(runtime::JavaThread& self, VmListener& listener, runtime::Handle<> object) {
  runtime::HandleScope scope(self);
  listener.object_made(self, object);
  if (!has_elements(self, object)) {
    return;
  }
  for (std::int32_t i = 0;; ++i) {
    runtime::HandleScope inner(self);
    runtime::Handle<> element = element_of(self, object, i);
    if (element.is_null()) {
      return;
    }
    tell_with_elements(self, listener, element);
  }
}

template <class Tell>
JavaResult<runtime::Handle<>> told(JavaResult<runtime::Handle<>> made, Tell tell) {
  VmListener* listener = vm_listener();
  if (!objects_are_announced.load(std::memory_order_relaxed) || listener == nullptr || !made.ok()) {
    return made;
  }
  runtime::Handle<> object = made.take();
  if (!object.is_null()) {
    tell(*listener, object);
  }
  return object;
}

}  // namespace

JavaResult<runtime::Handle<>> announced(runtime::JavaThread& self, JavaResult<runtime::Handle<>> made) {
  return told(std::move(made), [&](VmListener& listener, runtime::Handle<> object) { listener.object_made(self, object); });
}

JavaResult<runtime::Handle<>> announced_with_elements(runtime::JavaThread& self, JavaResult<runtime::Handle<>> made) {
  return told(std::move(made), [&](VmListener& listener, runtime::Handle<> object) { tell_with_elements(self, listener, object); });
}

}  // namespace minijvm::vm
