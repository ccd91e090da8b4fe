// What java.management is told without asking: a pool that fills beyond a threshold (MemoryMXBean), a collection that ended
// (com.sun.management.GarbageCollectionNotificationInfo). Proved by tests/java/management.
//
//   the thread that allocates or collects: observe() -- queue of news --> "Notification Thread": calls sensors and beans
//
// The observer may not run Java, since it stands in the middle of an allocation. The thread starts with the first sensor or listener.
#include <array>
#include <deque>
#include <utility>
#include <variant>

#include "gc/barrier.h"
#include "runtime/object.h"
#include "sync/clock.h"
#include "sync/vm_mutex.h"
#include "vm/java/allocation.h"
#include "vm/java/exceptions.h"
#include "vm/java/java_threads.h"
#include "vm/java/named_calls.h"
#include "vm/java/strings.h"
#include "vm/java/vm_times.h"
#include "vm/native/jmm_entries.h"
#include "vm/native/jmm_memory.h"
#include "vm/native/native_entry.h"

namespace minijvm::vm::jmm {

using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Object;
using sync::NoSafepoint;

namespace {

constexpr std::size_t kMostQueued = 1024;

// sun.management.Sensor and what trips it: on from `high` upwards, off below `low`. A threshold of 0 asks for nothing.
struct PoolSensor {
  jobject sensor = nullptr;  // a global reference
  std::int64_t high = 0;
  std::int64_t low = 0;
  bool is_on = false;
};

enum class Change { kNone, kTripped, kCleared };

struct Collection {
  Manager manager;
  gc::CollectionRecord record;
  std::int64_t wall_ms;
};

struct SensorChange {
  jobject sensor;
  Change change;
  Usage usage;
};

// In the order in which it happened.
using News = std::variant<SensorChange, Collection>;

struct State {
  sync::Mutex mutex{sync::LockRank::kReferences};
  sync::CondVar changed;
  // Guarded by mutex:
  bool has_thread = false;
  std::deque<News> news;
  std::array<std::uint64_t, gc::kCollectors> seen{};
  std::array<bool, kManagers> tells_listeners{};
  std::array<PoolSensor, kPools> usage_sensors;
  std::array<PoolSensor, kPools> collection_sensors;
};

State& state() {
  static auto& the_state = *new State;
  return the_state;
}

// For all below, REQUIRES: the state's mutex.

void queue(State& now, News news) {
  if (now.news.size() < kMostQueued) {
    now.news.push_back(std::move(news));
    now.changed.notify_all();
  }
}

// A usage sensor trips once and must be cleared before it trips again; a collection sensor trips at each collection.
Change change_of(const PoolSensor& sensor, const Usage& usage, bool repeats) {
  if (sensor.sensor == nullptr || sensor.high == 0) {
    return Change::kNone;
  }
  if (usage.used >= sensor.high) {
    return repeats || !sensor.is_on ? Change::kTripped : Change::kNone;
  }
  return usage.used < sensor.low && sensor.is_on ? Change::kCleared : Change::kNone;
}

void look_at(State& now, PoolSensor& sensor, const Usage& usage, bool repeats) {
  Change change = change_of(sensor, usage, repeats);
  if (change != Change::kNone) {
    sensor.is_on = change == Change::kTripped;
    queue(now, SensorChange{sensor.sensor, change, usage});
  }
}

void look_at_collection(State& now, Manager manager) {
  gc::Collector collector = *collector_of(manager);
  gc::CollectionRecord last = gc::last_collection(collector);
  if (std::exchange(now.seen[static_cast<std::size_t>(collector)], last.number) == last.number) {
    return;
  }
  for (Pool pool : pools_of(manager)) {
    auto index = static_cast<std::size_t>(pool);
    look_at(now, now.collection_sensors[index], as_usage(last.after[index]), true);
  }
  if (now.tells_listeners[static_cast<std::size_t>(manager)]) {
    queue(now, Collection{manager, last, sync::wall_clock_ns() / sync::kNanosPerMilli});
  }
}

// Sensors change here and now, so that they count what happened; the Notification Thread only tells.
void observe() {
  std::array<Usage, kPools> usages;
  for (Pool pool : kAllPools) {
    usages[static_cast<std::size_t>(pool)] = usage_of(pool);
  }
  State& now = state();
  sync::MutexLock lock(now.mutex);
  look_at_collection(now, Manager::kCopy);
  look_at_collection(now, Manager::kMarkSweepCompact);
  for (std::size_t pool = 0; pool < kPools; ++pool) {
    look_at(now, now.usage_sensors[pool], usages[pool], false);
  }
}

// --- On the Notification Thread ---

JavaResult<void> trip(JavaThread& self, jobject sensor, const Usage& usage) {
  CallArgs args;
  args.push(handle_of(sensor));
  args.push_int(1);
  args.push(MJ_TRY(new_memory_usage(self, usage)));
  MJ_TRY(call_named(self, "sun/management/Sensor", "trigger", "(ILjava/lang/management/MemoryUsage;)V", args));
  return {};
}

JavaResult<void> clear(JavaThread& self, jobject sensor) {
  CallArgs args;
  args.push(handle_of(sensor));
  args.push_int(0);  // how often it has tripped without being told so
  MJ_TRY(call_named(self, "sun/management/Sensor", "clear", "(I)V", args));
  return {};
}

JavaResult<Handle<>> usages_array(JavaThread& self, const gc::HeapUsage& heap) {
  runtime::Class* klass = MJ_TRY(named_class(self, "java/lang/management/MemoryUsage"));
  Handle<> array = MJ_TRY(new_object_array(self, *klass, static_cast<jint>(kPools)));
  MJ_TRY(fill_usages(self, array, heap));
  return array;
}

// GcInfo's extra attributes: the values of get_gc_attributes.
JavaResult<Handle<>> attributes_array(JavaThread& self) {
  CallArgs args;
  args.push_int(kGcThreads);
  JavaValue threads = MJ_TRY(call_named_static(self, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", args));
  runtime::Class* klass = MJ_TRY(named_class(self, "java/lang/Object"));
  Handle<> array = MJ_TRY(new_object_array(self, *klass, 1));
  NoSafepoint still(self);
  gc::store_ref(still, array.raw(still), Object::element_offset(0, 3), threads.reference.raw(still));
  return array;
}

constexpr const char* kCollectorClass = "com/sun/management/internal/GarbageCollectorExtImpl";

JavaResult<Handle<>> new_gc_info(JavaThread& self, Handle<> bean, const gc::CollectionRecord& record) {
  CallArgs receiver;
  receiver.push(bean);
  JavaValue builder = MJ_TRY(call_named(self, kCollectorClass, "getGcInfoBuilder", "()Lcom/sun/management/internal/GcInfoBuilder;", receiver));
  CallArgs args;
  args.push(builder.reference);
  args.push_long(static_cast<jlong>(record.number));
  args.push_long(since_start_ms(record.start_ns));
  args.push_long(since_start_ms(record.end_ns));
  args.push(MJ_TRY(usages_array(self, record.before)));
  args.push(MJ_TRY(usages_array(self, record.after)));
  args.push(MJ_TRY(attributes_array(self)));
  return construct_named(self, "com/sun/management/GcInfo",
                         "(Lcom/sun/management/internal/GcInfoBuilder;JJJ[Ljava/lang/management/MemoryUsage;"
                         "[Ljava/lang/management/MemoryUsage;[Ljava/lang/Object;)V",
                         args);
}

JavaResult<void> tell_listeners(JavaThread& self, const Collection& collection) {
  Handle<> bean = MJ_TRY(manager_bean(self, collection.manager));
  CallArgs args;
  args.push(bean);
  args.push_long(collection.wall_ms);
  args.push(MJ_TRY(new_string(self, name_of(collection.manager))));
  args.push(MJ_TRY(new_string(self, collection.manager == Manager::kCopy ? "end of minor GC" : "end of major GC")));
  args.push(MJ_TRY(new_string(self, gc::cause_text(collection.record.cause))));
  args.push(MJ_TRY(new_gc_info(self, bean, collection.record)));
  MJ_TRY(call_named(self, kCollectorClass, "createGCNotification",
                    "(JLjava/lang/String;Ljava/lang/String;Ljava/lang/String;Lcom/sun/management/GcInfo;)V", args));
  return {};
}

JavaResult<void> tell(JavaThread& self, const News& news) {
  if (const auto* collection = std::get_if<Collection>(&news)) {
    return tell_listeners(self, *collection);
  }
  const auto& change = std::get<SensorChange>(news);
  return change.change == Change::kTripped ? trip(self, change.sensor, change.usage) : clear(self, change.sensor);
}

std::deque<News> wait_for_news(JavaThread& self) {
  State& now = state();
  sync::MutexLock lock(self, now.mutex);
  while (now.news.empty()) {
    now.changed.wait(self, now.mutex);
  }
  return std::exchange(now.news, {});
}

void run_notification_thread(JavaThread& self) {
  for (;;) {
    for (const News& news : wait_for_news(self)) {
      HandleScope scope(self);
      if (!tell(self, news).ok()) {
        (void)take_exception(self);  // HOTSPOT: what a listener throws is dropped
      }
    }
  }
}

// --- On the caller's thread ---

JavaResult<void> ensure_thread(JavaThread& self) {
  State& now = state();
  {
    sync::MutexLock lock(self, now.mutex);
    if (std::exchange(now.has_thread, true)) {
      return {};
    }
    for (gc::Collector collector : {gc::Collector::kYoung, gc::Collector::kFull}) {
      now.seen[static_cast<std::size_t>(collector)] = gc::last_collection(collector).number;
    }
  }
  MJ_TRY(start_vm_thread(self, "Notification Thread", run_notification_thread));
  gc::set_usage_observer(observe);
  return {};
}

PoolSensor& sensor_of(Pool pool, jint threshold) {
  bool is_for_usage = threshold == kUsageHigh || threshold == kUsageLow;
  return (is_for_usage ? state().usage_sensors : state().collection_sensors)[static_cast<std::size_t>(pool)];
}

JavaResult<jlong> exchange_threshold(JavaThread& self, jobject bean, jint threshold, jlong bytes) {
  if (bytes < 0) {
    return throw_new(self, "java/lang/IllegalArgumentException", "Invalid threshold value");
  }
  PoolSensor& sensor = sensor_of(MJ_TRY(pool_of_bean(self, handle_of(bean))), threshold);
  bool is_high = threshold == kUsageHigh || threshold == kCollectionUsageHigh;
  jlong before = 0;
  {
    sync::MutexLock lock(self, state().mutex);
    before = std::exchange(is_high ? sensor.high : sensor.low, bytes);
  }
  observe();
  return before;
}

}  // namespace

void set_pool_sensor(JNIEnv* env, jobject pool, jint threshold, jobject sensor) {
  NativeEntry vm(env);
  JavaResult<Pool> known = pool_of_bean(vm.self, handle_of(pool));
  if (!known.ok() || !ensure_thread(vm.self).ok()) {
    return;
  }
  PoolSensor& mine = sensor_of(known.take(), threshold);
  jobject kept = new_global_ref(vm.self, handle_of(sensor));
  sync::MutexLock lock(vm.self, state().mutex);
  mine.sensor = kept;  // a bean sets its sensor once, and lives as long as the VM
}

jlong set_pool_threshold(JNIEnv* env, jobject pool, jint threshold, jlong bytes) {
  NativeEntry vm(env);
  return vm.value(exchange_threshold(vm.self, pool, threshold, bytes));
}

void set_gc_notification_enabled(JNIEnv* env, jobject collector, jboolean enabled) {
  NativeEntry vm(env);
  JavaResult<Manager> manager = manager_of_bean(vm.self, handle_of(collector));
  if (!manager.ok() || !ensure_thread(vm.self).ok()) {
    return;
  }
  sync::MutexLock lock(vm.self, state().mutex);
  state().tells_listeners[static_cast<std::size_t>(manager.take())] = enabled != JNI_FALSE;
}

}  // namespace minijvm::vm::jmm
