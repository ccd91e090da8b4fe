// Reads names while what they name is alive.
#include "tools/record/timeline/names.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/strings.h"

namespace minijvm::vm::record {
namespace {

using runtime::Class;
using runtime::Method;

std::uint64_t address_of(const void* thing) { return reinterpret_cast<std::uintptr_t>(thing); }

std::string name_of(const Class& klass, const Method& method) {
  return klass.external_name() + '.' + method.name->c_str();
}

class KeepTheDying final : public runtime::ClassVisitor {
 public:
  void visit(Class& klass) override {
    if (!klass.is_live()) {
      names.emplace(address_of(&klass), klass.external_name());
    }
  }
  std::unordered_map<std::uint64_t, std::string> names;
};

// Returns the methods of a list if they are side by side, which most are; otherwise nothing.
std::span<const Method> side_by_side(const runtime::MethodList& list) {
  const std::size_t count = list.size();
  const bool is_block = count != 0 && address_of(&list[count - 1]) - address_of(&list[0]) ==
                                          (count - 1) * sizeof(Method);
  return is_block ? std::span<const Method>(&list[0], count) : std::span<const Method>();
}

class Find final : public runtime::ClassVisitor {
 public:
  explicit Find(const std::unordered_set<std::uint64_t>& wanted)
      : wanted_(wanted.begin(), wanted.end()) {
    std::ranges::sort(wanted_);
  }

  void visit(Class& klass) override {
    if (std::ranges::binary_search(wanted_, address_of(&klass))) {
      found[address_of(&klass)] = klass.external_name();
    }
    // Most classes have none of the wanted methods, and their methods are not even looked at.
    const std::span<const Method> block = side_by_side(klass.methods);
    const auto last = std::ranges::lower_bound(wanted_, address_of(block.data() + block.size()));
    for (auto at = std::ranges::lower_bound(wanted_, address_of(block.data())); at < last; ++at) {
      look_at(klass, block[(*at - address_of(block.data())) / sizeof(Method)]);
    }
    for (std::size_t i = block.size(); i < klass.methods.size(); ++i) {
      look_at(klass, klass.methods[i]);
    }
  }
  std::unordered_map<std::uint64_t, std::string> found;

 private:
  void look_at(const Class& klass, const Method& method) {
    if (std::ranges::binary_search(wanted_, address_of(&method))) {
      found[address_of(&method)] = name_of(klass, method);
    }
  }

  std::vector<std::uint64_t> wanted_;  // sorted
};

}  // namespace

void Names::keep_thread(const sync::NoSafepoint& still, const runtime::JavaThread& thread) {
  if (thread.thread_object == nullptr) {
    return;
  }
  const java::String* name = thread.thread_object->name();
  ThreadFacts facts{name == nullptr ? "" : to_modified_utf8(still, name),
                    thread.thread_object->tid()};
  sync::MutexLock lock(mutex_);
  threads_[thread.id()] = std::move(facts);
}

void Names::keep_dying_classes() {
  KeepTheDying dying;
  runtime::for_each_class(dying);
  sync::MutexLock lock(mutex_);
  for (auto& [address, name] : dying.names) {
    dead_[address] = std::move(name);
  }
}

void Names::clear() {
  sync::MutexLock lock(mutex_);
  threads_.clear();
  dead_.clear();
}

std::map<std::uint32_t, ThreadFacts> Names::threads() {
  sync::MutexLock lock(mutex_);
  return threads_;
}

std::unordered_map<std::uint64_t, std::string> Names::texts_of(
    const std::unordered_set<std::uint64_t>& addresses) {
  Find living(addresses);
  runtime::for_each_class(living);
  sync::MutexLock lock(mutex_);
  // An address may have been a dead class's before; the events of both are few.
  living.found.insert(dead_.begin(), dead_.end());
  return std::move(living.found);
}

}  // namespace minijvm::vm::record
