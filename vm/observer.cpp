// Keeps the list of observers, and reports the objects that the VM makes for native methods.
// Writers take a mutex; readers (Observers::notify) take none. All functions but Observers::set are
// called in kInVm.
#include "vm/observer.h"

#include <utility>

#include "base/check.h"
#include "runtime/class/class.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/vm_mutex.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;

constinit Observers the_observers;

namespace {

Handle<> element_of(JavaThread& self, Handle<> array, std::int32_t index) {
  sync::NoSafepoint still(self);
  return runtime::make_handle(self, still, array.raw(still)->elements<runtime::Object*>()[index]);
}

// Returns the number of elements of an array of references; 0 for any other object.
std::int32_t count_of_elements(JavaThread& self, Handle<> object) {
  sync::NoSafepoint still(self);
  runtime::Object* raw = object.raw(still);
  return raw->klass()->kind == runtime::ClassKind::kObjectArray ? raw->array_length() : 0;
}

void announce(JavaThread& self, Handle<> object) {
  notify(kObjectEvents, [&](Observer& observer) { observer.object_made(self, object); });
}

// Reports the object, then, depth first, all that it refers to if it is an array of references.
void announce_with_elements(JavaThread& self, Handle<> object) {
  HandleScope scope(self);
  announce(self, object);
  const std::int32_t count = count_of_elements(self, object);
  for (std::int32_t i = 0; i < count; ++i) {
    HandleScope inner(self);
    Handle<> element = element_of(self, object, i);
    if (!element.is_null()) {
      announce_with_elements(self, element);
    }
  }
}

}  // namespace

int Observers::index_of(const Observer& observer) const {
  const int count = count_.load(std::memory_order_relaxed);
  for (int i = 0; i < count; ++i) {
    if (entries_[i].observer == &observer) {
      return i;
    }
  }
  return count;
}

void Observers::set(Observer& observer, ObservedEvents wanted) {
  sync::MutexLock lock(mutex_);
  // An observer that was added before keeps its entry: only its events change.
  const int index = index_of(observer);
  MJ_CHECK(index < kMost, "%d observers are there already", kMost);
  entries_[index].observer = &observer;
  entries_[index].wanted.store(wanted, std::memory_order_release);
  // A new entry is complete before count_ covers it, so a reader never sees half of one.
  if (index == count_.load(std::memory_order_relaxed)) {
    count_.store(index + 1, std::memory_order_release);  // release: pairs with notify()
  }
  // The union only decides whether notify() looks at the entries at all. A thread that reads it
  // late misses only events that run at the same time as this call.
  std::uint32_t all = kNoEvents;
  for (const Entry& entry : entries_) {
    all |= entry.wanted.load(std::memory_order_relaxed);
  }
  wanted_by_any_.store(all, std::memory_order_relaxed);
}

JavaResult<Handle<>> announced(JavaThread& self, JavaResult<Handle<>> made) {
  if (!is_observed(kObjectEvents) || !made.ok()) {
    return made;
  }
  Handle<> object = made.take();
  if (!object.is_null()) {
    announce(self, object);
  }
  return object;
}

JavaResult<Handle<>> announced_with_elements(JavaThread& self, JavaResult<Handle<>> made) {
  if (!is_observed(kObjectEvents) || !made.ok()) {
    return made;
  }
  Handle<> object = made.take();
  if (!object.is_null()) {
    announce_with_elements(self, object);
  }
  return object;
}

}  // namespace minijvm::vm
