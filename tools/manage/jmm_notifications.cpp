// Reports events of the VM to java.management: a pool fills beyond a threshold (MemoryMXBean), or a
// collection has ended (com.sun.management.GarbageCollectionNotificationInfo).
// Tested by tests/java/management.
//
//   the thread that allocates or collects:  observe() -- queue of events -->
//   "Notification Thread":                  calls sensors and beans
//
// The observer may not run Java code, since it runs in the middle of an allocation. The
// Notification Thread starts with the first sensor or listener.
#include <array>
#include <deque>
#include <utility>
#include <variant>

#include "gc/heap/reference_fields.h"
#include "sync/threads/clock.h"
#include "sync/threads/vm_mutex.h"
#include "tools/manage/jmm_entries.h"
#include "tools/manage/jmm_memory.h"
#include "tools/manage/manage_state.h"
#include "tools/named_calls.h"
#include "vm/java/allocation.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/strings.h"
#include "vm/java/threads/java_threads.h"
#include "vm/natives/native_entry.h"
#include "vm/observer.h"

namespace minijvm::vm::jmm {

using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Object;

namespace {

// If Java listeners are so slow that this many events wait, further events are dropped. So the
// queue cannot grow without bound.
constexpr std::size_t kMostQueued = 1024;

// Holds a sun.management.Sensor and its thresholds. It trips at `high` and above, and is cleared
// below `low`. A threshold of 0 never trips.
struct PoolSensor {
  jobject sensor = nullptr;  // a global reference
  std::int64_t high = 0;
  std::int64_t low = 0;
  bool is_on = false;
};

enum class Change { kNone, kTripped, kCleared };

struct Collection {
  Manager manager;
  LastCollection record;
  std::int64_t wall_ms;
};

struct SensorChange {
  jobject sensor;
  Change change;
  Usage usage;
};

// The queue holds these events, in the order in which they happened.
using News = std::variant<SensorChange, Collection>;

}  // namespace

struct Notifications {
  sync::Mutex mutex{sync::LockRank::kReferences};
  sync::CondVar changed;
  // The mutex guards all members below.
  bool has_thread = false;
  std::deque<News> news;
  // For each collector, the number of the last collection that look_at_collection handled.
  std::array<std::uint64_t, gc::kCollectors> seen{};
  // For each manager, whether a Java listener wants its collections.
  std::array<bool, kManagers> tells_listeners{};
  std::array<PoolSensor, kPools> usage_sensors;
  std::array<PoolSensor, kPools> collection_sensors;
};

namespace {

Notifications& state() { return *manage_state.notifications; }

// The functions below REQUIRE the state's mutex.

// Adds an event, unless too many wait already, and wakes the Notification Thread.
void queue(Notifications& now, News news) {
  if (now.news.size() < kMostQueued) {
    now.news.push_back(std::move(news));
    now.changed.notify_all();
  }
}

// A usage sensor trips once and must be cleared before it trips again; a collection sensor trips at
// each collection.
Change change_of(const PoolSensor& sensor, const Usage& usage, bool repeats) {
  if (sensor.sensor == nullptr || sensor.high == 0) {
    return Change::kNone;
  }
  if (usage.used >= sensor.high) {
    return repeats || !sensor.is_on ? Change::kTripped : Change::kNone;
  }
  return usage.used < sensor.low && sensor.is_on ? Change::kCleared : Change::kNone;
}

// Changes the sensor's state and queues the change, if there is one.
void look_at(Notifications& now, PoolSensor& sensor, const Usage& usage, bool repeats) {
  Change change = change_of(sensor, usage, repeats);
  if (change != Change::kNone) {
    sensor.is_on = change == Change::kTripped;
    queue(now, SensorChange{sensor.sensor, change, usage});
  }
}

// Handles each collection once: a collection whose number has been seen is skipped.
void look_at_collection(Notifications& now, Manager manager) {
  gc::Collector collector = *collector_of(manager);
  LastCollection last = manage_state.usage_history.last(collector);
  if (std::exchange(now.seen[static_cast<std::size_t>(collector)], last.number) == last.number) {
    return;
  }
  for (Pool pool : pools_of(manager)) {
    auto index = static_cast<std::size_t>(pool);
    look_at(now, now.collection_sensors[index], as_usage(last.after[index]), true);
  }
  // Making a GcInfo runs Java code, so it happens only if a listener wants it.
  if (now.tells_listeners[static_cast<std::size_t>(manager)]) {
    queue(now, Collection{manager, last, sync::program_wall_ns() / sync::kNanosPerMilli});
  }
}

// The sensors' states change here, at once, so that no change is missed. The Notification Thread
// only calls the Java sensors.
void look_at_pools() {
  std::array<Usage, kPools> usages;
  for (Pool pool : kAllPools) {
    usages[static_cast<std::size_t>(pool)] = usage_of(pool);
  }
  // The usages have been read before the mutex is taken.
  Notifications& now = state();
  sync::MutexLock lock(now.mutex);
  look_at_collection(now, Manager::kCopy);
  look_at_collection(now, Manager::kMarkSweepCompact);
  for (std::size_t pool = 0; pool < kPools; ++pool) {
    look_at(now, now.usage_sensors[pool], usages[pool], false);
  }
}

class UsageObserver final : public Observer {
 public:
  void heap_usage_changed() override { look_at_pools(); }
};

// --- On the Notification Thread ---

// Sensor.trigger counts how often the threshold was exceeded; one event counts once.
JavaResult<void> trip(JavaThread& self, jobject sensor, const Usage& usage) {
  CallArgs args;
  args.push(handle_of(sensor));
  args.push_int(1);
  args.push(MJ_TRY(new_memory_usage(self, usage)));
  MJ_TRY(call_named(self, "sun/management/Sensor", "trigger",
                    "(ILjava/lang/management/MemoryUsage;)V", args));
  return {};
}

JavaResult<void> clear(JavaThread& self, jobject sensor) {
  CallArgs args;
  args.push(handle_of(sensor));
  args.push_int(0);  // the number of times that the sensor has tripped and was not called
  MJ_TRY(call_named(self, "sun/management/Sensor", "clear", "(I)V", args));
  return {};
}

// Each GcInfo keeps its two arrays, so each gets new ones.
JavaResult<Handle<>> usages_array(JavaThread& self, const gc::HeapUsage& heap) {
  runtime::Class* klass = MJ_TRY(named_class(self, "java/lang/management/MemoryUsage"));
  Handle<java::ObjectArray> array =
      MJ_TRY(new_object_array(self, *klass, static_cast<jint>(kPools)));
  MJ_TRY(fill_usages(self, array, heap));
  return array;
}

// Makes GcInfo's extra attributes: the values of get_gc_attributes.
JavaResult<Handle<>> attributes_array(JavaThread& self) {
  CallArgs args;
  args.push_int(kGcThreads);
  JavaValue threads = MJ_TRY(
      call_named_static(self, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", args));
  runtime::Class* klass = MJ_TRY(named_class(self, "java/lang/Object"));
  Handle<java::ObjectArray> array = MJ_TRY(new_object_array(self, *klass, 1));
  store_element(self, array, 0, threads.reference);
  return array;
}

constexpr const char* kCollectorClass = "com/sun/management/internal/GarbageCollectorExtImpl";

JavaResult<Handle<>> new_gc_info(JavaThread& self, Handle<> bean, const LastCollection& record) {
  CallArgs receiver;
  receiver.push(bean);
  JavaValue builder = MJ_TRY(call_named(self, kCollectorClass, "getGcInfoBuilder",
                                        "()Lcom/sun/management/internal/GcInfoBuilder;", receiver));
  CallArgs args;
  args.push(builder.reference);
  args.push_long(static_cast<jlong>(record.number));
  args.push_long(since_start_ms(record.start_ns));
  args.push_long(since_start_ms(record.end_ns));
  args.push(MJ_TRY(usages_array(self, record.before)));
  args.push(MJ_TRY(usages_array(self, record.after)));
  args.push(MJ_TRY(attributes_array(self)));
  // GcInfo has no public constructor, so the VM calls the private one.
  return construct_named(
      self, "com/sun/management/GcInfo",
      "(Lcom/sun/management/internal/GcInfoBuilder;JJJ[Ljava/lang/management/MemoryUsage;"
      "[Ljava/lang/management/MemoryUsage;[Ljava/lang/Object;)V",
      args);
}

// The texts of the action are HotSpot's, because listeners compare them.
JavaResult<void> tell_listeners(JavaThread& self, const Collection& collection) {
  Handle<> bean = MJ_TRY(manager_bean(self, collection.manager));
  CallArgs args;
  args.push(bean);
  args.push_long(collection.wall_ms);
  args.push(MJ_TRY(new_string(self, name_of(collection.manager))));
  args.push(MJ_TRY(new_string(
      self, collection.manager == Manager::kCopy ? "end of minor GC" : "end of major GC")));
  args.push(MJ_TRY(new_string(self, gc::cause_text(collection.record.cause))));
  args.push(MJ_TRY(new_gc_info(self, bean, collection.record)));
  MJ_TRY(call_named(
      self, kCollectorClass, "createGCNotification",
      "(JLjava/lang/String;Ljava/lang/String;Ljava/lang/String;Lcom/sun/management/GcInfo;)V",
      args));
  return {};
}

// Calls the Java object for which the event is: a listener's bean or a sensor.
JavaResult<void> tell(JavaThread& self, const News& news) {
  if (const auto* collection = std::get_if<Collection>(&news)) {
    return tell_listeners(self, *collection);
  }
  const auto& change = std::get<SensorChange>(news);
  return change.change == Change::kTripped ? trip(self, change.sensor, change.usage)
                                           : clear(self, change.sensor);
}

// Blocks until there is an event, then takes the whole queue. The events are handled without the
// mutex, because Java code runs then.
std::deque<News> wait_for_news(JavaThread& self) {
  Notifications& now = state();
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

// Starts the thread and the observer at the first need: a program without listeners pays nothing.
JavaResult<void> ensure_thread(JavaThread& self) {
  Notifications& now = state();
  {
    sync::MutexLock lock(self, now.mutex);
    if (std::exchange(now.has_thread, true)) {
      return {};
    }
    // Collections that ended before now are not reported.
    for (gc::Collector collector : {gc::Collector::kYoung, gc::Collector::kFull}) {
      now.seen[static_cast<std::size_t>(collector)] =
          manage_state.usage_history.last(collector).number;
    }
  }
  MJ_TRY(start_vm_thread(self, "Notification Thread", run_notification_thread));
  observe(*new UsageObserver, kHeapUsageEvents);
  return {};
}

// MemoryPoolMXBean has two sensors for each pool: one for its usage, one for its usage after a
// collection.
PoolSensor& sensor_of(Pool pool, jint threshold) {
  bool is_for_usage = threshold == kUsageHigh || threshold == kUsageLow;
  return (is_for_usage ? state().usage_sensors
                       : state().collection_sensors)[static_cast<std::size_t>(pool)];
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
  // The pool may be beyond the new threshold already.
  look_at_pools();
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
  // The Java object stays reachable from the native sensor by a global reference, which is never
  // deleted.
  jobject kept = new_global_ref(vm.self, handle_of(sensor));
  sync::MutexLock lock(vm.self, state().mutex);
  mine.sensor = kept;  // a bean sets its sensor once, and lives as long as the VM
}

jlong set_pool_threshold(JNIEnv* env, jobject pool, jint threshold, jlong bytes) {
  NativeEntry vm(env);
  return vm.value(exchange_threshold(vm.self, pool, threshold, bytes));
}

// The Java bean calls this when it gets its first listener and when it has lost its last one.
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
