// Proves what a loader keeps (arena, constants, its object) and that each reference in it is a root, mirrors of half-made classes included.
#include "runtime/load/loader_data.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "runtime/class/class.h"
#include "runtime/class/class_tables.h"
#include "runtime/class/class_unloading.h"
#include "runtime/load/loader_contents.h"
#include "runtime/load/module_graph.h"
#include "runtime/object/runtime_roots.h"
#include "runtime/object/well_known.h"
#include "tests/runtime/support/fake_object.h"
#include "tests/runtime/support/linked_jdk.h"

namespace minijvm::runtime {
namespace {

std::set<Object**> roots() {
  std::set<Object**> found;
  for_each_runtime_root([&](Object** slot) { found.insert(slot); });
  return found;
}

// What a young collection looks at; as if everything were still young afterwards.
std::set<Object**> young_roots() {
  std::set<Object**> found;
  for_each_young_loader_slot([&](Object** slot) { return found.insert(slot).second; });
  return found;
}

}  // namespace

TEST_CASE("loaders: arena memory is zeroed and aligned, small or large", "[runtime][loader_data]") {
  LoaderData data;
  for (std::size_t bytes : {1U, 15U, 16U, 17U, 4096U, 16'385U, 200'000U, 8U, 60'000U, 60'000U}) {
    auto* memory = static_cast<std::byte*>(data.allocate(bytes));
    CHECK(reinterpret_cast<std::uintptr_t>(memory) % 16 == 0);
    CHECK(std::all_of(memory, memory + bytes, [](std::byte one) { return one == std::byte{0}; }));
    std::fill(memory, memory + bytes, std::byte{0xff});  // the next one must not see it
  }
}

TEST_CASE("loaders: what classes and their code take is counted, and given back with the loader",
          "[runtime][loader_data]") {
  MetadataSize classes = class_metadata_size();
  std::size_t code = code_size().used;
  {
    LoaderData data;
    data.allocate(10'000);
    data.allocate(5'000, MetadataUse::kCode);
    CHECK(class_metadata_size().used >= classes.used + 10'000);
    CHECK(class_metadata_size().committed >= class_metadata_size().used);
    CHECK(code_size().used >= code + 5'000);
    const LoaderMemory memory = memory_of(data);
    CHECK(memory.used >= 15'000);
    CHECK(memory.code >= 5'000);
    CHECK(memory.committed >= memory.used);
    CHECK(memory.chunks > 0);
    CHECK(memory.classes == 0);
    CHECK(classes_of(data).empty());
  }
  CHECK(class_metadata_size().used == classes.used);
  CHECK(code_size().used == code);
}

TEST_CASE("loaders: constants keep their address, and are visited each", "[runtime][loader_data]") {
  std::uint64_t words[2] = {};
  ConstantSlots constants;
  std::vector<Object**> slots;
  for (int i = 0; i < 1000; ++i) {
    slots.push_back(constants.add(reinterpret_cast<Object*>(words)));
  }
  std::vector<Object**> visited;
  constants.for_each([&](Object** slot) { visited.push_back(slot); });
  CHECK(visited == slots);
  CHECK(std::set<Object**>(slots.begin(), slots.end()).size() == slots.size());
  CHECK(*slots.front() == reinterpret_cast<Object*>(words));
}

TEST_CASE(
    "loaders: a ClassLoader object has one LoaderData, which it finds again and keeps as a root",
    "[runtime][loader_data]") {
  JavaThread& self = test::linked_jdk();
  CHECK(&LoaderData::of(self, {}) == &LoaderData::boot());
  auto app =
      test::fake_handle<java::ClassLoader>(*wk().jdk_internal_loader_ClassLoaders_AppClassLoader);
  auto platform = test::fake_handle<java::ClassLoader>(
      *wk().jdk_internal_loader_ClassLoaders_PlatformClassLoader);
  LoaderData& data = LoaderData::of(self, app);
  LoaderData& other = LoaderData::of(self, platform);
  CHECK(&LoaderData::of(self, app) == &data);
  CHECK(&data != &other);
  CHECK_FALSE(data.is_boot_or_platform());
  CHECK(other.is_platform());
  CHECK(LoaderData::boot().is_boot());
  // without a name: the class
  CHECK(data.display_name() == "jdk.internal.loader.ClassLoaders$AppClassLoader");
  CHECK(LoaderData::boot().display_name() == "'bootstrap'");
  REQUIRE(data.unnamed_module != nullptr);
  CHECK_FALSE(data.unnamed_module->is_named());

  std::vector<LoaderData*> all;
  LoaderData::for_each(
      [](LoaderData& each, void* list) {
        static_cast<std::vector<LoaderData*>*>(list)->push_back(&each);
      },
      &all);
  REQUIRE(all.size() >= 3);
  CHECK(all.front() == &LoaderData::boot());
  CHECK(std::count(all.begin(), all.end(), &data) == 1);

  for (const std::set<Object**>& found : {roots(), young_roots()}) {
    CHECK(found.contains(root_slot(&data.class_loader)));
    CHECK(found.contains(root_slot(&data.unnamed_module->module)));
  }
  CHECK(roots().contains(root_slot(&java_base_module().module)));
  Object** constant = data.constants.add(nullptr);
  CHECK(roots().contains(constant));
  CHECK(young_roots().contains(constant));
}

TEST_CASE(
    "loaders: a young collection comes back only to those that still hold something young, or were "
    "given more",
    "[runtime][loader_data]") {
  LoaderData data;
  Object** first = data.constants.add(nullptr);
  auto visited = [&](bool is_young) {
    std::set<Object**> found;
    for_each_young_loader_slot([&](Object** slot) {
      found.insert(slot);
      return is_young;
    });
    return found;
  };
  CHECK(visited(true).contains(first));
  CHECK(visited(false).contains(first));
  CHECK(visited(false).empty());  // all have become old
  Object** more = nullptr;
  for (int i = 0; i < 100; ++i) {
    more = data.constants.add(nullptr);
  }
  CHECK(visited(false).contains(more));
  data.constants.add(nullptr);
  CHECK_FALSE(visited(false).contains(first));  // a full chunk of old ones is not looked at again
}

TEST_CASE("roots: mirrors count in full collections only", "[runtime][roots]") {
  Class& string = test::loaded("java/lang/String");
  Class& strings = *array_class_of(test::linked_jdk(), string).value();
  const std::set<Object**> all = roots();
  CHECK(all.contains(root_slot(&string.mirror)));
  CHECK(all.contains(root_slot(&strings.mirror)));
  CHECK(all.contains(root_slot(&primitive_class(BasicType::kInt)->mirror)));
  CHECK_FALSE(young_roots().contains(root_slot(&string.mirror)));
}

TEST_CASE("roots: a class in the making has its mirror kept, and no longer once it is given up",
          "[runtime][roots]") {
  JavaThread& self = test::linked_jdk();
  const auto bytes = test::compile({{"InMaking.java", "class InMaking { }"}})["InMaking"];
  Linked<Class*> built = build_class(self, LoaderData::boot(), std::as_bytes(std::span(bytes)), {});
  REQUIRE(built.ok());
  Class& klass = *built.value();
  Object** mirror = root_slot(&klass.mirror);
  CHECK_FALSE(roots().contains(mirror));
  REQUIRE(make_class_mirror(self, klass, {}).ok());
  CHECK(roots().contains(mirror));
  CHECK(find_loaded_class(LoaderData::boot(), intern_symbol("InMaking")) == nullptr);
  discard_class(klass);
  CHECK_FALSE(roots().contains(mirror));
}

}  // namespace minijvm::runtime
