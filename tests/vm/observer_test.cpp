// The list of observers: who hears of what, in which order, and that nobody hears of an event that
// nobody wants. An observer stays for the life of the process, so each test has its own.
#include "vm/observer.h"

#include <catch2/catch.hpp>
#include <string>

#include "runtime/object/object.h"
#include "tests/vm/scripted_world.h"
#include "vm/java/allocation.h"

namespace minijvm::vm {
namespace {

std::string heard;

class Named final : public Observer {
 public:
  explicit Named(const char* name) : name_(name) {}
  void heap_usage_changed() override { heard += name_; }

 private:
  const char* name_;
};

std::string heard_of_heap_usage() {
  heard.clear();
  notify(kHeapUsageEvents, [](Observer& observer) { observer.heap_usage_changed(); });
  return heard;
}

// Counts the objects of which object_made() informs it.
class Counter final : public Observer {
 public:
  void object_made(runtime::JavaThread&, runtime::Handle<>) override { ++objects; }
  int objects = 0;
};

}  // namespace

TEST_CASE("observers: an event reaches those that want it, in the order of their registration",
          "[vm][observer]") {
  static Named first("1"), second("2"), third("3");
  CHECK_FALSE(is_observed(kHeapUsageEvents));
  observe(first, kHeapUsageEvents);
  observe(second, kThreadEvents);
  observe(third, kHeapUsageEvents | kClassEvents);
  CHECK(is_observed(kHeapUsageEvents));
  CHECK(heard_of_heap_usage() == "13");

  observe(first, kNoEvents);
  observe(second, kHeapUsageEvents);
  CHECK(heard_of_heap_usage() == "23");

  observe(first, kHeapUsageEvents);  // its place in the order stays
  CHECK(heard_of_heap_usage() == "123");

  for (Named* each : {&first, &second, &third}) {
    observe(*each, kNoEvents);
  }
  CHECK_FALSE(is_observed(kHeapUsageEvents));
  CHECK_FALSE(is_observed(kClassEvents));
  CHECK(heard_of_heap_usage().empty());
}

TEST_CASE("observers: while nobody wants an event, not even the call is prepared",
          "[vm][observer]") {
  bool is_prepared = false;
  notify(kSampleEvents, [&](Observer&) { is_prepared = true; });
  CHECK_FALSE(is_prepared);
}

TEST_CASE("observers: an array is reported with its elements, also those behind a null",
          "[vm][observer]") {
  test::World world;
  runtime::Class& array_class = world.add_class("[Ljava/lang/Object;", world.object);
  array_class.kind = runtime::ClassKind::kObjectArray;
  runtime::HandleScope scope(world.self);
  runtime::Handle<> array = new_array(world.self, array_class, 5).take();
  {
    sync::NoSafepoint still(world.self);
    auto** elements = array.raw(still)->elements<runtime::Object*>();
    for (int with_object : {1, 3}) {
      elements[with_object] = world.new_object(*world.object);
    }
  }
  static Counter counter;
  observe(counter, kObjectEvents);
  CHECK(announced_with_elements(world.self, array).ok());
  observe(counter, kNoEvents);
  CHECK(counter.objects == 3);
}

}  // namespace minijvm::vm
