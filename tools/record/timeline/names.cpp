// Reads names while what they name is alive.
#include "tools/record/timeline/names.h"

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

class Find final : public runtime::ClassVisitor {
 public:
  explicit Find(const std::unordered_set<std::uint64_t>& wanted) : wanted_(wanted) {}

  void visit(Class& klass) override {
    if (wanted_.contains(address_of(&klass))) {
      found[address_of(&klass)] = klass.external_name();
    }
    for (const Method& method : klass.methods) {
      if (wanted_.contains(address_of(&method))) {
        found[address_of(&method)] = name_of(klass, method);
      }
    }
  }
  std::unordered_map<std::uint64_t, std::string> found;

 private:
  const std::unordered_set<std::uint64_t>& wanted_;
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
