// Keeps the table of loading constraints. Resolution and linking impose them (5.4.2, 5.4.3), and
// dictionaries check them. Callers are in VM, and none of these functions loads a class.
#include "runtime/load/loader_constraints.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "classfile/descriptor.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "runtime/runtime_state.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::runtime {
namespace {

// Loaders that must agree on a name, and the class that they agree on once one of them has recorded
// it.
struct Agreement {
  std::vector<const LoaderData*> loaders;
  // Null if none of these loaders has recorded the name.
  Class* klass = nullptr;

  bool has(const LoaderData& loader) const {
    return std::find(loaders.begin(), loaders.end(), &loader) != loaders.end();
  }
};

}  // namespace

struct LoaderConstraints {
  sync::Mutex mutex{sync::LockRank::kConstraints};
  // At most one Agreement per (name, loader).
  std::unordered_map<const Symbol*, std::vector<Agreement>> agreements MJ_GUARDED_BY(mutex);
};

namespace {

LoaderConstraints& constraints() { return *runtime_state.loaders.constraints; }
// By name. A loader is in at most one Agreement per name.
std::unordered_map<const Symbol*, std::vector<Agreement>>& agreements()
    MJ_REQUIRES(constraints().mutex) {
  return constraints().agreements;
}

// Returns the Agreement that a loader belongs to, or null if there is none.
Agreement* find(std::vector<Agreement>& list, const LoaderData& loader) {
  auto at =
      std::find_if(list.begin(), list.end(), [&](const Agreement& one) { return one.has(loader); });
  return at == list.end() ? nullptr : &*at;
}

// Makes both loaders belong to one Agreement. `klass` is the class that one of them has recorded,
// or null. Returns false if two different classes would have to agree.
bool agree(std::vector<Agreement>& list, const LoaderData& first, const LoaderData& second,
           Class* klass) {
  Agreement* one = find(list, first);
  Agreement* other = find(list, second);
  // At most one class may come from the arguments and the two Agreements together.
  for (Agreement* known : {one, other}) {
    if (known != nullptr && known->klass != nullptr) {
      if (klass != nullptr && klass != known->klass) {
        return false;
      }
      klass = known->klass;
    }
  }
  // Neither loader has an Agreement yet, so the two become a new set.
  if (one == nullptr && other == nullptr) {
    list.push_back({{&first, &second}, klass});
    return true;
  }
  // Two sets become one, because the relation is transitive.
  if (one != nullptr && other != nullptr && one != other) {
    one->loaders.insert(one->loaders.end(), other->loaders.begin(), other->loaders.end());
    one->klass = klass;
    list.erase(list.begin() + (other - list.data()));
    return true;
  }
  // One set exists: the other loader joins it. Both may be in it already.
  Agreement& known = one != nullptr ? *one : *other;
  for (const LoaderData* loader : {&first, &second}) {
    if (!known.has(*loader)) {
      known.loaders.push_back(loader);
    }
  }
  known.klass = klass;
  return true;
}

// Returns where the array type begins whose element type begins at `at`.
std::size_t first_bracket(std::string_view descriptor, std::size_t at) {
  while (at > 0 && descriptor[at - 1] == '[') {
    --at;
  }
  return at;
}

}  // namespace

bool add_loader_constraint(const Symbol* name, LoaderData& first, LoaderData& second) {
  if (&first == &second) {
    return true;
  }
  // The loop runs twice because dictionaries and constraints have different locks. A class that is
  // recorded after the first turn's search either finds the Agreement that this turn made
  // (note_loaded_class), or was recorded before it and is found by the second turn.
  for (int look = 0; look < 2; ++look) {
    Class* by_first = find_loaded_class(first, name);
    Class* by_second = find_loaded_class(second, name);
    // Both loaders have recorded the name, and a record never changes. So the answer is final and
    // needs no entry.
    if (by_first != nullptr && by_second != nullptr) {
      return by_first == by_second;
    }
    sync::MutexLock lock(constraints().mutex);
    if (!agree(agreements()[name], first, second, by_first != nullptr ? by_first : by_second)) {
      return false;
    }
  }
  return true;
}

const Symbol* add_descriptor_constraints(const Symbol* descriptor, LoaderData& first,
                                         LoaderData& second) {
  if (&first == &second) {
    return nullptr;
  }
  // The loop visits every L...; in the descriptor, the elements of arrays included.
  std::string_view text = descriptor->text();
  for (std::size_t at = text.find('L'); at != std::string_view::npos;) {
    const std::size_t end = text.find(';', at);
    const Symbol* name = intern_symbol(text.substr(at + 1, end - at - 1));
    if (!add_loader_constraint(name, first, second)) {
      const std::size_t start = first_bracket(text, at);
      return start == at ? name : intern_symbol(text.substr(start, end + 1 - start));
    }
    at = text.find('L', end);
  }
  return nullptr;
}

// Only one of the sets for the name can contain the loader.
Class* constrained_class(const Symbol* name, const LoaderData& loader) {
  sync::MutexLock lock(constraints().mutex);
  auto at = agreements().find(name);
  if (at == agreements().end()) {
    return nullptr;
  }
  Agreement* known = find(at->second, loader);
  return known == nullptr ? nullptr : known->klass;
}

Class* note_loaded_class(const Symbol* name, LoaderData& loader, Class& klass) {
  sync::MutexLock lock(constraints().mutex);
  auto at = agreements().find(name);
  Agreement* known = at == agreements().end() ? nullptr : find(at->second, loader);
  if (known == nullptr) {
    return nullptr;
  }
  // The first loader of the set that records the name decides for all.
  if (known->klass == nullptr) {
    known->klass = &klass;
  }
  return known->klass == &klass ? nullptr : known->klass;
}

namespace {

template <class IsGone>
void forget_if(IsGone is_gone) MJ_REQUIRES(constraints().mutex) {
  for (auto& [name, list] : agreements()) {
    for (Agreement& one : list) {
      std::erase_if(one.loaders, is_gone);
      // The set agrees on the class because one of its loaders has the class in its dictionary. If
      // the class's own loader dies, the class dies.
      if (one.klass != nullptr && is_gone(one.klass->loader)) {
        one.klass = nullptr;
      }
    }
    // A set of one loader constrains nothing.
    std::erase_if(list, [](const Agreement& one) { return one.loaders.size() < 2; });
  }
  std::erase_if(agreements(), [](const auto& entry) { return entry.second.empty(); });
}

}  // namespace

void forget_loader(const LoaderData& loader) {
  sync::MutexLock lock(constraints().mutex);
  forget_if([&loader](const LoaderData* one) { return one == &loader; });
}

void forget_dead_constraints() {
  sync::MutexLock lock(constraints().mutex);
  forget_if([](const LoaderData* one) { return !one->is_live(); });
}

}  // namespace minijvm::runtime
