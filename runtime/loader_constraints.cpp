#include "runtime/loader_constraints.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "classfile/descriptor.h"
#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/loader_data.h"
#include "runtime/symbol_table.h"
#include "sync/vm_mutex.h"

namespace minijvm::runtime {
namespace {

// Loaders that must agree on a name, and the class they agree on once one of them loaded it.
struct Agreement {
  std::vector<const LoaderData*> loaders;
  Class* klass = nullptr;

  bool has(const LoaderData& loader) const { return std::find(loaders.begin(), loaders.end(), &loader) != loaders.end(); }
};

sync::Mutex mutex{sync::LockRank::kConstraints};

// Guarded by mutex. At most one Agreement per (name, loader).
std::unordered_map<const Symbol*, std::vector<Agreement>>& agreements() {
  static auto& table = *new std::unordered_map<const Symbol*, std::vector<Agreement>>;
  return table;
}

Agreement* find(std::vector<Agreement>& list, const LoaderData& loader) {
  auto at = std::find_if(list.begin(), list.end(), [&](const Agreement& one) { return one.has(loader); });
  return at == list.end() ? nullptr : &*at;
}

bool agree(std::vector<Agreement>& list, const LoaderData& first, const LoaderData& second, Class* klass) {
  Agreement* one = find(list, first);
  Agreement* other = find(list, second);
  for (Agreement* known : {one, other}) {
    if (known != nullptr && known->klass != nullptr) {
      if (klass != nullptr && klass != known->klass) {
        return false;
      }
      klass = known->klass;
    }
  }
  if (one == nullptr && other == nullptr) {
    list.push_back({{&first, &second}, klass});
    return true;
  }
  if (one != nullptr && other != nullptr && one != other) {
    one->loaders.insert(one->loaders.end(), other->loaders.begin(), other->loaders.end());
    one->klass = klass;
    list.erase(list.begin() + (other - list.data()));
    return true;
  }
  Agreement& known = one != nullptr ? *one : *other;
  for (const LoaderData* loader : {&first, &second}) {
    if (!known.has(*loader)) {
      known.loaders.push_back(loader);
    }
  }
  known.klass = klass;
  return true;
}

// Where the array type starts whose element type stands at `at`.
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
  // Looked at twice: a class that is recorded meanwhile is either met by the second look, or finds the agreement of the first.
  for (int look = 0; look < 2; ++look) {
    Class* by_first = find_loaded_class(first, name);
    Class* by_second = find_loaded_class(second, name);
    if (by_first != nullptr && by_second != nullptr) {
      return by_first == by_second;
    }
    sync::MutexLock lock(mutex);
    if (!agree(agreements()[name], first, second, by_first != nullptr ? by_first : by_second)) {
      return false;
    }
  }
  return true;
}

const Symbol* add_descriptor_constraints(const Symbol* descriptor, LoaderData& first, LoaderData& second) {
  if (&first == &second) {
    return nullptr;
  }
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

Class* constrained_class(const Symbol* name, const LoaderData& loader) {
  sync::MutexLock lock(mutex);
  auto at = agreements().find(name);
  if (at == agreements().end()) {
    return nullptr;
  }
  Agreement* known = find(at->second, loader);
  return known == nullptr ? nullptr : known->klass;
}

Class* note_loaded_class(const Symbol* name, LoaderData& loader, Class& klass) {
  sync::MutexLock lock(mutex);
  auto at = agreements().find(name);
  Agreement* known = at == agreements().end() ? nullptr : find(at->second, loader);
  if (known == nullptr) {
    return nullptr;
  }
  if (known->klass == nullptr) {
    known->klass = &klass;
  }
  return known->klass == &klass ? nullptr : known->klass;
}

namespace {

// REQUIRES: mutex.
template <class IsGone>
void forget_if(IsGone is_gone) {
  for (auto& [name, list] : agreements()) {
    for (Agreement& one : list) {
      std::erase_if(one.loaders, is_gone);
      // A class is agreed on because one of the loaders has it in its dictionary; with the last of these loaders it may die.
      if (one.klass != nullptr && is_gone(one.klass->loader)) {
        one.klass = nullptr;
      }
    }
    std::erase_if(list, [](const Agreement& one) { return one.loaders.size() < 2; });
  }
  std::erase_if(agreements(), [](const auto& entry) { return entry.second.empty(); });
}

}  // namespace

void forget_loader(const LoaderData& loader) {
  sync::MutexLock lock(mutex);
  forget_if([&loader](const LoaderData* one) { return one == &loader; });
}

void forget_dead_constraints() {
  sync::MutexLock lock(mutex);
  forget_if([](const LoaderData* one) { return !one->is_live(); });
}

}  // namespace minijvm::runtime
