// Makes the Java beans of the memory pools and memory managers on first use, through the factories
// of the JDK's own management classes, and keeps them alive as roots of the collector. Callers are
// in kInVm.
#include "tools/manage/jmm_beans.h"

#include <array>

#include "gc/heap/roots.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/vm_mutex.h"
#include "tools/manage/manage_state.h"
#include "tools/named_calls.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/strings.h"

namespace minijvm::vm::jmm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using sync::NoSafepoint;

namespace {

// HOTSPOT: these are the names of the serial collector's pools and managers, which tools know.
constexpr std::array<const char*, kPools> kPoolNames = {"Eden Space", "Survivor Space",
                                                        "Tenured Gen", "Metaspace", "CodeCache"};
constexpr std::array<const char*, kManagers> kManagerNames = {
    "Copy", "MarkSweepCompact", "Metaspace Manager", "CodeCacheManager"};

// The full collection collects every pool of the heap, the young one only the two young pools.
constexpr Pool kYoungPools[] = {Pool::kEden, Pool::kSurvivor};
constexpr Pool kHeapPools[] = {Pool::kEden, Pool::kSurvivor, Pool::kTenured};
constexpr Pool kMetaspacePools[] = {Pool::kMetaspace};
constexpr Pool kCodePools[] = {Pool::kCodeCache};

// The beans are kept in the tool's one variable (manage_state.h).
constexpr ManageState& state = manage_state;

// The slots of the beans are roots, so the collector keeps the beans alive and updates the slots.
class Roots : public gc::ReferenceTable {
 public:
  Roots() { gc::add_reference_table(*this); }
  void visit_roots(gc::RootVisitor& visitor) override {
    for (Object*& bean : state.pool_beans) {
      visitor.visit(&bean);
    }
    for (Object*& bean : state.manager_beans) {
      visitor.visit(&bean);
    }
  }
};

// The factory takes the thresholds with which the pool starts; -1 says that it supports none.
JavaResult<Handle<>> make_pool(JavaThread& self, Pool pool) {
  constexpr std::int64_t kUnsupported = -1;
  CallArgs args;
  args.push(MJ_TRY(new_string(self, kPoolNames[static_cast<std::size_t>(pool)])));
  args.push_int(is_heap_pool(pool));
  args.push_long(has_usage_threshold(pool) ? 0 : kUnsupported);
  args.push_long(has_collection_threshold(pool) ? 0 : kUnsupported);
  JavaValue bean = MJ_TRY(
      call_named_static(self, "sun/management/ManagementFactoryHelper", "createMemoryPool",
                        "(Ljava/lang/String;ZJJ)Ljava/lang/management/MemoryPoolMXBean;", args));
  return bean.reference;
}

// Makes a collector with GcInfo and notifications if module jdk.management is there, else a plain
// one.
JavaResult<Handle<>> make_collector(JavaThread& self, const CallArgs& args) {
  constexpr const char* kDescriptor =
      "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/management/GarbageCollectorMXBean;";
  constexpr const char* kExtended = "com/sun/management/internal/GarbageCollectorExtImpl";
  // jdk.management may be missing in a small image; its absence is no error.
  if (!named_class(self, kExtended).ok()) {
    (void)take_exception(self);
    JavaValue plain = MJ_TRY(call_named_static(self, "sun/management/ManagementFactoryHelper",
                                               "createGarbageCollector", kDescriptor, args));
    return plain.reference;
  }
  JavaValue extended =
      MJ_TRY(call_named_static(self, kExtended, "createGarbageCollector", kDescriptor, args));
  return extended.reference;
}

// Collectors have a factory of their own, because their beans count collections.
JavaResult<Handle<>> make_manager(JavaThread& self, Manager manager) {
  CallArgs args;
  args.push(MJ_TRY(new_string(self, name_of(manager))));
  if (collector_of(manager).has_value()) {
    args.push(Handle<>());  // a type that no bean looks at
    return make_collector(self, args);
  }
  JavaValue bean = MJ_TRY(
      call_named_static(self, "sun/management/ManagementFactoryHelper", "createMemoryManager",
                        "(Ljava/lang/String;)Ljava/lang/management/MemoryManagerMXBean;", args));
  return bean.reference;
}

// Stores a new bean in its slot and returns a handle of the slot. Two threads may make the same
// bean at once, since making one runs Java code without a lock; the bean stored first stays.
Handle<> publish(JavaThread& self, Object*& slot, Handle<> bean) {
  state.bean_roots.get([] { return new Roots; });
  NoSafepoint still(self);
  sync::MutexLock lock(state.beans_mutex);
  if (slot == nullptr) {
    slot = bean.raw(still);
  }
  return Handle<>(&slot);
}

// Returns the index of the slot that holds this bean. Beans are compared by identity.
template <std::size_t n>
JavaResult<std::size_t> index_of(JavaThread& self, const std::array<Object*, n>& beans,
                                 Handle<> bean) {
  if (bean.is_null()) {
    return throw_null_pointer(self);
  }
  {
    NoSafepoint still(self);
    for (std::size_t i = 0; i < n; ++i) {
      if (beans[i] == bean.raw(still)) {
        return i;
      }
    }
  }
  return throw_new(self, "java/lang/InternalError", "not a bean of this VM");
}

}  // namespace

// Eden fills up before each collection, and the survivor spaces change at each, so a threshold on
// their usage would say nothing.
bool has_usage_threshold(Pool pool) { return pool != Pool::kEden && pool != Pool::kSurvivor; }
bool has_collection_threshold(Pool pool) { return is_heap_pool(pool); }

const char* name_of(Manager manager) { return kManagerNames[static_cast<std::size_t>(manager)]; }

std::span<const Pool> pools_of(Manager manager) {
  switch (manager) {
    case Manager::kCopy:
      return kYoungPools;
    case Manager::kMarkSweepCompact:
      return kHeapPools;
    case Manager::kMetaspaceManager:
      return kMetaspacePools;
    case Manager::kCodeCacheManager:
      break;
  }
  return kCodePools;
}

std::optional<gc::Collector> collector_of(Manager manager) {
  switch (manager) {
    case Manager::kCopy:
      return gc::Collector::kYoung;
    case Manager::kMarkSweepCompact:
      return gc::Collector::kFull;
    case Manager::kMetaspaceManager:
    case Manager::kCodeCacheManager:
      break;
  }
  return std::nullopt;
}

JavaResult<Handle<>> pool_bean(JavaThread& self, Pool pool) {
  Object*& slot = state.pool_beans[static_cast<std::size_t>(pool)];
  // The handle is on the slot, which is a root, so it outlives the caller's scope.
  Handle<> known(&slot);
  return known.is_null() ? publish(self, slot, MJ_TRY(make_pool(self, pool))) : known;
}

JavaResult<Handle<>> manager_bean(JavaThread& self, Manager manager) {
  Object*& slot = state.manager_beans[static_cast<std::size_t>(manager)];
  Handle<> known(&slot);
  return known.is_null() ? publish(self, slot, MJ_TRY(make_manager(self, manager))) : known;
}

JavaResult<Pool> pool_of_bean(JavaThread& self, Handle<> bean) {
  return static_cast<Pool>(MJ_TRY(index_of(self, state.pool_beans, bean)));
}
JavaResult<Manager> manager_of_bean(JavaThread& self, Handle<> bean) {
  return static_cast<Manager>(MJ_TRY(index_of(self, state.manager_beans, bean)));
}

}  // namespace minijvm::vm::jmm
