// Puts classes into dictionaries (JVMS 5.3: initiating and defining loaders), keeps the loads in
// progress, and enumerates the loaded classes. Callers are in VM; only make_class_mirror may run
// Java.
#include "runtime/class/class_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_constraints.h"
#include "runtime/load/loader_parts.h"
#include "runtime/object/object.h"
#include "runtime/object/well_known.h"
#include "runtime/runtime_state.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::runtime {
namespace {

// Returns the lists that a class is in, which are those of its home, because the two die together.
LoaderData::Parts& lists_of(const Class& klass) { return *klass.home->parts; }

// JVMS 5.3.4: returns the error that another loader has already loaded the class which a constraint
// demands here.
Unexpected<LinkError> constraint_violation(const LoaderData& loader, const Class& klass,
                                           const Class& demanded) {
  return link_failure(
      LinkErrorKind::LinkageError,
      fmt::format("loader constraint violation: loader {} wants to load {} {}. A different {} with "
                  "the same name was previously "
                  "loaded by {}. ({})",
                  loader.display_name(), klass.is_interface() ? "interface" : "class",
                  klass.external_name(), demanded.is_interface() ? "interface" : "class",
                  demanded.loader->display_name(), class_place_with_parent(demanded)),
      "JVMS 5.3.4");
}

}  // namespace

Unexpected<LinkError> duplicate_definition(const LoaderData& loader, const Class& klass,
                                           const Class& shown) {
  return link_failure(
      LinkErrorKind::LinkageError,
      fmt::format("loader {} attempted duplicate {} definition for {}. ({})", loader.display_name(),
                  klass.is_interface() ? "interface" : "class", dotted(shown.name->text()),
                  class_place_with_parent(shown)),
      "JVMS 5.3.5 step 1");
}

// release: pairs with loader_upcalls
void set_loader_upcalls(LoaderUpcalls& the_upcalls) {
  runtime_state.doors.upcalls.store(&the_upcalls, std::memory_order_release);
}

LoaderUpcalls& loader_upcalls() {
  // acquire: pairs with set_loader_upcalls
  LoaderUpcalls* known = runtime_state.doors.upcalls.load(std::memory_order_acquire);
  MJ_CHECK(known != nullptr, "classes are made before set_loader_upcalls");
  return *known;
}

Linked<void> make_class_mirror(JavaThread& self, Class& klass, const MirrorFacts& facts) {
  LoaderData::Parts& parts = lists_of(klass);
  {
    sync::MutexLock lock(parts.mutex);
    // The class becomes a root before it gets a mirror: a collection while the mirror is made must
    // keep the class.
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

// HOTSPOT: the parent loader is mentioned only for loaders that are not the JDK's own.
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
  // The dictionary lock makes two decisions one step: whether the name is free, and whether a
  // constraint allows the class. note_loaded_class takes the lock of the constraints inside of it.
  Class* demanded = nullptr;
  {
    sync::MutexLock lock(parts.mutex);
    if (in_dictionary) {
      if (!parts.dictionary.emplace(klass.name, &klass).second) {
        return duplicate_definition(loader, klass, klass);
      }
      demanded = note_loaded_class(klass.name, loader, klass);
    }
    // The class becomes visible and leaves in_making under one lock, so the collector finds it in
    // exactly one of the two lists.
    if (demanded == nullptr) {
      std::erase(parts.in_making, &klass);
      parts.classes.push_back(&klass);
      return {};
    }
    // A constraint demands another class, so the entry is removed. No thread has found it, because
    // the lock was held.
    parts.dictionary.erase(klass.name);
  }
  return constraint_violation(loader, klass, *demanded);
}

Linked<Class*> record_initiating_loader(LoaderData& loader, Symbol* name, Class& klass) {
  Class* demanded = nullptr;
  {
    sync::MutexLock lock(loader.parts->mutex);
    // JVMS 5.3.2: the first answer of the loader stays valid.
    auto [entry, is_new] = loader.parts->dictionary.emplace(name, &klass);
    if (is_new) {
      demanded = note_loaded_class(name, loader, klass);
    }
    // The loader has answered two threads with different classes.
    if (entry->second != &klass) {
      return duplicate_definition(loader, klass, klass);
    }
    if (demanded == nullptr) {
      return &klass;
    }
    loader.parts->dictionary.erase(entry);
  }
  return constraint_violation(loader, klass, *demanded);
}

// The lock is held only for the search; the class lives as long as the loader that has it in its
// dictionary.
Class* find_loaded_class(LoaderData& loader, const Symbol* name) {
  sync::MutexLock lock(loader.parts->mutex);
  auto found = loader.parts->dictionary.find(name);
  return found == loader.parts->dictionary.end() ? nullptr : found->second;
}

void for_each_initiated_class(LoaderData& loader, ClassVisitor& visitor) {
  // The classes are copied under the lock and visited without it, because a visitor may take locks
  // of its own.
  std::vector<Class*> classes;
  {
    sync::MutexLock lock(loader.parts->mutex);
    for (auto& [name, klass] : loader.parts->dictionary) {
      // This walks over a class and all array classes of it that exist. acquire: pairs with
      // array_class_of.
      for (Class* each = klass; each != nullptr;
           each = each->array_class.load(std::memory_order_acquire)) {
        classes.push_back(each);
      }
    }
    // Arrays of primitive types are only in the boot loader's list, and have no entry in a
    // dictionary.
    std::copy_if(
        loader.parts->classes.begin(), loader.parts->classes.end(), std::back_inserter(classes),
        [](const Class* klass) { return klass->is_array() && klass->innermost().is_primitive(); });
  }
  for (Class* klass : classes) {
    visitor.visit(*klass);
  }
}

void for_each_class(ClassVisitor& visitor) {
  LoaderData::for_each(
      [](LoaderData& loader, void* context) {
        // Here, too, the visitor runs without the lock.
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

// The loads of all threads. Guarded by loads_mutex.
std::vector<const LoadInProgress*>& all_loads() MJ_REQUIRES(runtime_state.loaders.loads_mutex) {
  return *runtime_state.loaders.loads;
}

}  // namespace

LoadInProgress::LoadInProgress(JavaThread& self, const LoaderData& loader, const Symbol* name,
                               Kind kind)
    : self_(self),
      loader_(loader),
      name_(name),
      kind_(kind),
      previous_(static_cast<const LoadInProgress*>(self.class_loads)) {
  // The load is pushed onto the thread's own stack, which only this thread reads, and then added to
  // the list for the others.
  self.class_loads = this;
  sync::MutexLock lock(runtime_state.loaders.loads_mutex);
  all_loads().push_back(this);
}

LoadInProgress::~LoadInProgress() {
  self_.class_loads = const_cast<LoadInProgress*>(previous_);
  sync::MutexLock lock(runtime_state.loaders.loads_mutex);
  std::erase(all_loads(), this);
}

void LoadInProgress::load_super(Symbol* super) {
  sync::MutexLock lock(runtime_state.loaders.loads_mutex);
  super_ = super;
}

bool LoadInProgress::is_elsewhere(const JavaThread& self, const LoaderData& loader,
                                  const Symbol* name) {
  sync::MutexLock lock(runtime_state.loaders.loads_mutex);
  return std::any_of(all_loads().begin(), all_loads().end(), [&](const LoadInProgress* load) {
    return &load->self_ != &self && load->is_of(loader, name);
  });
}

Symbol* LoadInProgress::super_loaded_elsewhere(const JavaThread& self, const LoaderData& loader,
                                               const Symbol* name) {
  sync::MutexLock lock(runtime_state.loaders.loads_mutex);
  for (const LoadInProgress* load : all_loads()) {
    if (&load->self_ != &self && load->is_of(loader, name) && load->super_ != nullptr) {
      return load->super_;
    }
  }
  return nullptr;
}

bool LoadInProgress::is_in_progress(const JavaThread& self, const LoaderData& loader,
                                    const Symbol* name, Kind kind) {
  // Only this thread changes the list from class_loads on, so no lock is needed.
  for (auto* load = static_cast<const LoadInProgress*>(self.class_loads); load != nullptr;
       load = load->previous_) {
    if (load->is_of(loader, name) && load->kind_ == kind) {
      return true;
    }
  }
  return false;
}

}  // namespace minijvm::runtime
