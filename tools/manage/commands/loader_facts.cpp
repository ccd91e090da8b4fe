// Visits the list of loaders in the stopped world, and the parents of each.
#include "tools/manage/commands/loader_facts.h"

#include <fmt/format.h>

#include <unordered_set>

#include "runtime/class/class.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/safepoint.h"
#include "vm/java/strings.h"

namespace minijvm::vm {
namespace {

using runtime::LoaderData;

class ReadLoaders final : public sync::SafepointOperation {
 public:
  const char* name() const override { return "ReadClassLoaders"; }
  bool lets_doze() const override { return true; }
  void run() override {
    LoaderData::for_each(
        [](LoaderData& data, void* context) { static_cast<ReadLoaders*>(context)->read(data); },
        this);
    add_missing_parents();
  }
  std::vector<LoaderFacts> loaders;

 private:
  void read(const LoaderData& data) {
    // The data of a hidden class has no object of its own.
    LoaderFacts facts = facts_of((data.host != nullptr ? data.host : &data)->class_loader);
    facts.data = &data;
    facts.host = data.host;
    facts.memory = runtime::memory_of(data);
    for (const runtime::Class* klass : runtime::classes_of(data)) {
      facts.classes.push_back(klass->external_name());
    }
    if (data.class_loader != nullptr) {
      seen_.insert(data.class_loader);
      objects_.push_back(data.class_loader);
    }
    loaders.push_back(std::move(facts));
  }

  // A loader gets its data when it is first used, so a parent may have none.
  void add_missing_parents() {
    for (const java::ClassLoader* object : objects_) {
      for (object = object->parent(); object != nullptr && seen_.insert(object).second;
           object = object->parent()) {
        loaders.push_back(facts_of(object));
      }
    }
  }

  static LoaderFacts facts_of(const java::ClassLoader* object) {
    const sync::NoSafepoint still = sync::NoSafepoint::in_stopped_world();
    LoaderFacts facts;
    if (object != nullptr) {
      facts.object = object;
      facts.klass = object->klass();
      facts.type = object->klass()->external_name();
      const java::String* name = object->name();
      facts.name = name == nullptr ? "" : to_modified_utf8(still, name);
      const java::ClassLoader* parent = object->parent();
      facts.parent = parent;
      facts.parent_klass = parent == nullptr ? nullptr : parent->klass();
    }
    return facts;
  }

  std::vector<const java::ClassLoader*> objects_;
  std::unordered_set<const void*> seen_;
};

}  // namespace

std::vector<LoaderFacts> all_loaders(runtime::JavaThread& self) {
  ReadLoaders read;
  sync::run_at_safepoint(self, read);
  return std::move(read.loaders);
}

std::string pointer_text(const void* address) {
  return fmt::format("0x{:016x}", reinterpret_cast<std::uintptr_t>(address));
}

std::string count_text(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace minijvm::vm
