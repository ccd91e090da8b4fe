// Passes the events of base and gc on to the observers. base and gc know no observer, only the
// callback interfaces that this file implements. The comments of Observer (vm/observer.h) say
// in which state each caller is.
#include "base/base_listener.h"
#include "gc/heap/heap_listener.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/safepoint.h"
#include "vm/java/threads/continuations.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::vm {
namespace {

using runtime::Handle;
using runtime::JavaThread;

// One object serves both interfaces.
class LowerRooms final : public gc::HeapListener, public BaseListener {
 public:
  void fatal_error(std::FILE* out) override {
    notify(kFatalEvents, [&](Observer& observer) { observer.fatal_error(out); });
  }
  void event_recorded(Event event, std::uint64_t first, std::uint64_t second) override {
    notify(kRecordedEvents,
           [&](Observer& observer) { observer.event_recorded(event, first, second); });
  }
  void collection_begins() override {
    notify(kCollectionEvents, [](Observer& observer) { observer.collection_begins(); });
  }
  void collection_ended(const gc::CollectionRecord& record) override {
    notify(kCollectionEvents, [&](Observer& observer) { observer.collection_ended(record); });
  }
  void after_collection(JavaThread& self) override {
    // A collection inside of an operation leaves them to the next one.
    if (!sync::is_coordinating(self)) {
      free_abandoned(self);
    }
    notify(kCollectionEvents, [&](Observer& observer) { observer.after_collection(self); });
  }
  void usage_changed() override {
    notify(kHeapUsageEvents, [](Observer& observer) { observer.heap_usage_changed(); });
  }
  // The object may move while an observer stops at a safepoint: it travels in a handle, and the
  // caller gets the current address back.
  runtime::Object* object_sampled(JavaThread& self, runtime::Object* fresh) override {
    runtime::HandleScope scope(self);
    Handle<> object;
    {
      sync::NoSafepoint still(self);
      object = runtime::make_handle(self, still, fresh);
    }
    notify(kSampleEvents, [&](Observer& observer) { observer.object_sampled(self, object); });
    sync::NoSafepoint still(self);
    return object.raw(still);
  }
  void classes_died() override {
    notify(kUnloadingEvents, [](Observer& observer) { observer.classes_unloading(); });
  }
};

}  // namespace

// Never freed: base and gc keep the reference as long as the process.
void connect_lower_rooms() {
  auto& lower_rooms = *new LowerRooms;
  gc::set_heap_listener(lower_rooms);
  set_base_listener(&lower_rooms);
}

}  // namespace minijvm::vm
