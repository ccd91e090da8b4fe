// Proves who keeps whom: what a loader keeps alive, what cannot die, and that nothing mentions a loader that was found dead.
// The marking itself is scripted here; gc's is proved in tests/gc/class_unloading_test.cpp.
#include "runtime/class/class_unloading.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "runtime/class/class.h"
#include "runtime/class/class_tables.h"
#include "runtime/load/loader_constraints.h"
#include "runtime/load/loader_parts.h"
#include "runtime/load/module_graph.h"
#include "runtime/object/well_known.h"
#include "tests/runtime/support/fake_object.h"
#include "tests/runtime/support/linked_jdk.h"

namespace minijvm::runtime {
namespace {

// Marks as the collector does, from the loaders that cannot die and those given to it. Objects are of no interest here.
class Marker final : public LoaderTracer {
 public:
  explicit Marker(std::vector<LoaderData*> roots) {
    doubt_all_loaders(*this);
    for (LoaderData* root : roots) {
      trace_loader(*root);
    }
    while (!todo_.empty()) {
      LoaderData* next = todo_.back();
      todo_.pop_back();
      runtime::trace_loader(*next, *this);
    }
  }
  void trace_slot(Object** slot) override { slots.insert(slot); }
  void trace_mirror(Object* mirror) override { mirrors.insert(mirror); }
  void trace_loader(LoaderData& loader) override {
    if (keep_loader(loader)) {
      todo_.push_back(&loader);
    }
  }
  std::set<Object**> slots;
  std::set<Object*> mirrors;

 private:
  std::vector<LoaderData*> todo_;
};

std::vector<LoaderData*> all_loaders() {
  std::vector<LoaderData*> all;
  LoaderData::for_each(
      [](LoaderData& each, void* list) {
        static_cast<std::vector<LoaderData*>*>(list)->push_back(&each);
      },
      &all);
  return all;
}
bool exists(const LoaderData* loader) {
  auto all = all_loaders();
  return std::find(all.begin(), all.end(), loader) != all.end();
}

// Of a ClassLoader object of the library's layout, known to the list of all loaders.
LoaderData& listed_loader() {
  JavaThread& self = test::linked_jdk();
  return LoaderData::of(self, test::fake_handle<java::ClassLoader>(
                                  *wk().jdk_internal_loader_ClassLoaders_AppClassLoader));
}

const std::vector<std::uint8_t>& bytes_of(const char* name) {
  static auto classes = test::compile(
      {{"Kept.java", "public class Kept { static String say() { return \"kept\"; } }"},
       {"Other.java", "public class Other { }"}});
  return classes[name];
}

Class& defined(LoaderData& loader, const char* name, DefineOptions options = {}) {
  Linked<Class*> klass =
      define_class(test::linked_jdk(), loader, std::as_bytes(std::span(bytes_of(name))), options);
  INFO((klass.ok() ? "" : klass.error().message));
  REQUIRE(klass.ok());
  return *klass.value();
}

// Everything else in the list of loaders stays.
std::vector<LoaderData*> all_but(std::initializer_list<const LoaderData*> dead) {
  std::vector<LoaderData*> kept = all_loaders();
  std::erase_if(kept, [&](LoaderData* one) {
    return std::find(dead.begin(), dead.end(), one) != dead.end();
  });
  return kept;
}

}  // namespace

TEST_CASE("unloading: a loader that nothing keeps is unlinked, and its classes are dead",
          "[runtime][class_unloading]") {
  LoaderData& dying = listed_loader();
  LoaderData& living = listed_loader();
  const Class& dead = defined(dying, "Kept");
  const Class& kept = defined(living, "Other");
  REQUIRE(add_loader_constraint(intern_symbol("some/Name"), dying, living));
  Marker marker(all_but({&dying}));
  CHECK(living.is_live());
  CHECK_FALSE(dying.is_live());
  CHECK(marker.slots.contains(root_slot(&living.class_loader)));
  CHECK_FALSE(marker.slots.contains(root_slot(&dying.class_loader)));
  std::uint64_t before = unloaded_class_count();
  CHECK(unlink_dead_loaders());
  CHECK_FALSE(dead.is_live());
  CHECK(kept.is_live());
  CHECK(unloaded_class_count() == before + 1);
  CHECK_FALSE(exists(&dying));
  CHECK(exists(&living));
  free_dead_loaders();
  CHECK_FALSE(unlink_dead_loaders());
  CHECK(constrained_class(intern_symbol("some/Name"), living) == nullptr);
}

TEST_CASE("unloading: an initiating loader keeps the defining one", "[runtime][class_unloading]") {
  LoaderData& initiating = listed_loader();
  LoaderData& defining = listed_loader();
  Class& kept = defined(defining, "Kept");
  REQUIRE(record_initiating_loader(initiating, kept.name, kept).ok());
  Marker marker(all_but({&defining}));
  CHECK(defining.is_live());
  Marker without(all_but({&defining, &initiating}));
  CHECK_FALSE(defining.is_live());
  CHECK_FALSE(initiating.is_live());
  CHECK(unlink_dead_loaders());
  free_dead_loaders();
}

TEST_CASE(
    "unloading: a hidden class dies before its loader, unless it is strong; while it is pinned it "
    "lives",
    "[runtime][class_unloading]") {
  LoaderData& loader = listed_loader();
  DefineOptions options;
  options.hidden = true;
  options.given_name = "Kept$$Lambda$1";
  Class& strong = defined(loader, "Kept", options);
  CHECK(strong.home == &loader);
  CHECK(strong.name->text().starts_with("Kept$$Lambda$1+"));
  CHECK(find_symbol("Kept$$Lambda$1") == nullptr);  // a Symbol of that name would outlive the class
  options.strong = false;
  Class& hidden = defined(loader, "Kept", options);
  LoaderData& home = *hidden.home;
  CHECK(&home != &loader);
  CHECK(hidden.loader == &loader);
  CHECK(home.host == &loader);
  {
    Marker marker(all_but({&home, &loader}));
    CHECK(home.is_live());    // pinned
    CHECK(loader.is_live());  // its host
  }
  home.unpin();
  {
    Marker marker(all_but({&home}));
    CHECK(loader.is_live());
    CHECK_FALSE(home.is_live());
  }
  CHECK(unlink_dead_loaders());
  free_dead_loaders();
  CHECK_FALSE(exists(&home));
  CHECK(exists(&loader));
}

TEST_CASE("unloading: -XX:-ClassUnloading keeps all", "[runtime][class_unloading]") {
  LoaderData& loader = listed_loader();
  set_class_unloading(false);
  {
    Marker marker({});
    CHECK(loader.is_live());
  }
  set_class_unloading(true);
  CHECK_FALSE(unlink_dead_loaders());
}

TEST_CASE("unloading: native memory is counted while it may be given back",
          "[runtime][class_unloading]") {
  std::size_t before = collectable_metadata_bytes();
  LoaderData& loader = LoaderData::for_hidden_class(LoaderData::boot());
  loader.unpin();
  std::size_t empty = collectable_metadata_bytes();
  CHECK(empty > before);
  loader.allocate(5000);
  CHECK(collectable_metadata_bytes() >= empty + 5000);
  Marker marker(all_but({&loader}));
  CHECK(unlink_dead_loaders());
  free_dead_loaders();
  CHECK(collectable_metadata_bytes() == before);
}

}  // namespace minijvm::runtime
