#include "runtime/class_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "runtime/class.h"
#include "runtime/java_thread.h"
#include "runtime/loader_constraints.h"
#include "runtime/loader_parts.h"
#include "runtime/object.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"

namespace minijvm::runtime {
namespace {

std::atomic<LoaderUpcalls*> upcalls{nullptr};

// Whose lists it stands in: with whom it dies.
LoaderData::Parts& lists_of(const Class& klass) { return *klass.home->parts; }

Unexpected<LinkError> constraint_violation(const LoaderData& loader, const Class& klass, const Class& demanded) {
  return link_failure(LinkErrorKind::LinkageError,
                      fmt::format("loader constraint violation: loader {} wants to load {} {}. A different {} with the same name was previously "
                                  "loaded by {}. ({})",
                                  loader.display_name(), klass.is_interface() ? "interface" : "class", klass.external_name(),
                                  demanded.is_interface() ? "interface" : "class", demanded.loader->display_name(),
                                  class_place_with_parent(demanded)),
                      "JVMS 5.3.4");
}

}  // namespace

Unexpected<LinkError> duplicate_definition(const LoaderData& loader, const Class& klass, const Class& shown) {
  return link_failure(LinkErrorKind::LinkageError,
                      fmt::format("loader {} attempted duplicate {} definition for {}. ({})", loader.display_name(),
                                  klass.is_interface() ? "interface" : "class", dotted(shown.name->text()), class_place_with_parent(shown)),
                      "JVMS 5.3.5 step 1");
}

void set_loader_upcalls(LoaderUpcalls& the_upcalls) { upcalls.store(&the_upcalls, std::memory_order_release); }

LoaderUpcalls& loader_upcalls() {
  LoaderUpcalls* known = upcalls.load(std::memory_order_acquire);  // acquire: pairs with set_loader_upcalls
  MJ_CHECK(known != nullptr, "classes are made before set_loader_upcalls");
  return *known;
}

Linked<void> make_class_mirror(JavaThread& self, Class& klass, const MirrorFacts& facts) {
  LoaderData::Parts& parts = lists_of(klass);
  {
    sync::MutexLock lock(parts.mutex);
    parts.in_making.push_back(&klass);
  }
  Linked<void> made = loader_upcalls().make_mirror(self, klass, facts);
  if (!made.ok()) {
    discard_class(klass);
  }
  return made;
}

void discard_class(Class& klass) {
  LoaderData::Parts& parts = lists_of(klass);
  sync::MutexLock lock(parts.mutex);
  std::erase(parts.in_making, &klass);
}

std::string class_place_with_parent(const Class& klass) {
  std::string text = fmt::format("{} is in {}", klass.external_name(), place_of(klass));
  const LoaderData::Parts& parts = *klass.loader->parts;
  const bool is_builtin = klass.loader->is_built_in();
  if (!is_builtin && !parts.parent_display_name.empty()) {
    text += ", parent loader " + parts.parent_display_name;
  }
  return text;
}

Linked<void> publish_class(Class& klass, bool in_dictionary) {
  LoaderData& loader = *klass.loader;
  LoaderData::Parts& parts = lists_of(klass);
  Class* demanded = nullptr;
  {
    sync::MutexLock lock(parts.mutex);
    if (in_dictionary) {
      if (!parts.dictionary.emplace(klass.name, &klass).second) {
        return duplicate_definition(loader, klass, klass);
      }
      demanded = note_loaded_class(klass.name, loader, klass);
    }
    if (demanded == nullptr) {
      std::erase(parts.in_making, &klass);
      parts.classes.push_back(&klass);
      return {};
    }
    parts.dictionary.erase(klass.name);
  }
  return constraint_violation(loader, klass, *demanded);
}

Linked<Class*> record_initiating_loader(LoaderData& loader, Symbol* name, Class& klass) {
  Class* demanded = nullptr;
  {
    sync::MutexLock lock(loader.parts->mutex);
    auto [entry, is_new] = loader.parts->dictionary.emplace(name, &klass);
    if (is_new) {
      demanded = note_loaded_class(name, loader, klass);
    }
    if (entry->second != &klass) {
      return duplicate_definition(loader, klass, klass);  // the loader answered two threads with different classes
    }
    if (demanded == nullptr) {
      return &klass;
    }
    loader.parts->dictionary.erase(entry);
  }
  return constraint_violation(loader, klass, *demanded);
}

Class* find_loaded_class(LoaderData& loader, const Symbol* name) {
  sync::MutexLock lock(loader.parts->mutex);
  auto found = loader.parts->dictionary.find(name);
  return found == loader.parts->dictionary.end() ? nullptr : found->second;
}

void for_each_initiated_class(LoaderData& loader, ClassVisitor& visitor) {
  std::vector<Class*> classes;
  {
    sync::MutexLock lock(loader.parts->mutex);
    for (auto& [name, klass] : loader.parts->dictionary) {
      for (Class* each = klass; each != nullptr; each = each->array_class.load(std::memory_order_acquire)) {  // acquire: pairs with who made the array class
        classes.push_back(each);
      }
    }
    std::copy_if(loader.parts->classes.begin(), loader.parts->classes.end(), std::back_inserter(classes),
                 [](const Class* klass) { return klass->is_array() && klass->innermost().is_primitive(); });
  }
  for (Class* klass : classes) {
    visitor.visit(*klass);
  }
}

void for_each_class(ClassVisitor& visitor) {
  LoaderData::for_each(
      [](LoaderData& loader, void* context) {
        std::vector<Class*> classes;
        {
          sync::MutexLock lock(loader.parts->mutex);
          classes = loader.parts->classes;
        }
        for (Class* klass : classes) {
          static_cast<ClassVisitor*>(context)->visit(*klass);
        }
      },
      &visitor);
}

namespace {

sync::Mutex loads_mutex{sync::LockRank::kLeaf};
// Of all threads. Guarded by loads_mutex.
std::vector<const LoadInProgress*>& all_loads() {
  static auto& all = *new std::vector<const LoadInProgress*>;
  return all;
}

}  // namespace

LoadInProgress::LoadInProgress(JavaThread& self, const LoaderData& loader, const Symbol* name, Kind kind)
    : self_(self), loader_(loader), name_(name), kind_(kind), previous_(static_cast<const LoadInProgress*>(self.class_loads)) {
  self.class_loads = this;
  sync::MutexLock lock(loads_mutex);
  all_loads().push_back(this);
}

LoadInProgress::~LoadInProgress() {
  self_.class_loads = const_cast<LoadInProgress*>(previous_);
  sync::MutexLock lock(loads_mutex);
  std::erase(all_loads(), this);
}

void LoadInProgress::load_super(Symbol* super) {
  sync::MutexLock lock(loads_mutex);
  super_ = super;
}

bool LoadInProgress::is_elsewhere(const JavaThread& self, const LoaderData& loader, const Symbol* name) {
  sync::MutexLock lock(loads_mutex);
  return std::any_of(all_loads().begin(), all_loads().end(), [&](const LoadInProgress* load) { return &load->self_ != &self && load->is_of(loader, name); });
}

Symbol* LoadInProgress::super_loaded_elsewhere(const JavaThread& self, const LoaderData& loader, const Symbol* name) {
  sync::MutexLock lock(loads_mutex);
  for (const LoadInProgress* load : all_loads()) {
    if (&load->self_ != &self && load->is_of(loader, name) && load->super_ != nullptr) {
      return load->super_;
    }
  }
  return nullptr;
}

bool LoadInProgress::is_in_progress(const JavaThread& self, const LoaderData& loader, const Symbol* name, Kind kind) {
  for (auto* load = static_cast<const LoadInProgress*>(self.class_loads); load != nullptr; load = load->previous_) {
    if (load->is_of(loader, name) && load->kind_ == kind) {
      return true;
    }
  }
  return false;
}

}  // namespace minijvm::runtime
