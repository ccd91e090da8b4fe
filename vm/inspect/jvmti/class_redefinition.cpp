#include "vm/inspect/jvmti/class_redefinition.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/log.h"
#include "runtime/class_linker.h"
#include "runtime/frame.h"
#include "runtime/java_thread.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "sync/safepoint.h"
#include "vm/inspect/jvmti/debug_hooks.h"
#include "vm/interp/engine.h"
#include "vm/java/vm_flags.h"

namespace minijvm::vm::jvmti {

using runtime::Class;
using runtime::FrameWalk;
using runtime::JavaThread;
using runtime::Method;
using runtime::NewVersion;
using runtime::RedefinitionError;
using runtime::wk;

namespace {

// java.lang.Class forgets what it knows of the members of a class, and of its subclasses, when the count changes.
class Counter final : public runtime::ClassVisitor {
 public:
  explicit Counter(const std::vector<NewVersion>& versions) : versions_(versions) {}
  void visit(Class& klass) override {
    if (!klass.is_instance_class() || klass.mirror == nullptr) return;
    for (const NewVersion& version : versions_) {
      if (!klass.is_subclass_of(version.klass())) continue;
      std::size_t offset = wk().Class_classRedefinedCount;
      klass.mirror->store<std::int32_t>(offset, klass.mirror->load<std::int32_t>(offset) + 1);
    }
  }

 private:
  const std::vector<NewVersion>& versions_;
};

// Most retransformations begin where the one before began; the copy of that stays for as long as the loader, so it is made once.
void keep_original(const ClassRedefinition& one) {
  Class& klass = *one.klass;
  std::span<const std::byte> original = one.original.empty() ? one.bytes : one.original;
  if (!std::ranges::equal(klass.original_bytes, original)) klass.original_bytes = runtime::keep_bytes(klass, one.original);
}

class Exchange final : public sync::SafepointOperation {
 public:
  Exchange(std::vector<NewVersion>& versions, const std::vector<ClassRedefinition>& wanted) : versions_(versions), wanted_(wanted) {}
  const char* name() const override { return "RedefineClasses"; }

  void run() override {
    is_outdated_ = std::any_of(versions_.begin(), versions_.end(), [](const NewVersion& version) { return version.is_outdated(); });
    if (is_outdated_) return;
    for (NewVersion& version : versions_) {
      before_.emplace(&version.klass(), version.klass().version);  // of a class that comes twice: as the frames have it
      version.install();
      for (Method& method : version.klass().methods) replaced_.push_back(&method);
    }
    for (const ClassRedefinition& one : wanted_) {
      keep_original(one);
      bodies_changed_in(*one.klass);
    }
    sync::for_each_exec_env([this](sync::ExecEnv& env) { give_versions(JavaThread::of(env)); });
    for (NewVersion& version : versions_) runtime::free_old_versions(version.klass(), running_);
    engine().bodies_replaced(replaced_);
    Counter counter(versions_);
    runtime::for_each_class(counter);
  }
  // Another thread came first; nothing has changed.
  bool is_outdated() const { return is_outdated_; }

 private:
  void give_versions(const JavaThread& thread) {
    for (FrameWalk walk(thread); !walk.done(); walk.next()) {
      Method& method = walk.frame().method();
      auto replaced = before_.find(method.holder);
      if (method.newer == nullptr && method.older != nullptr && replaced != before_.end()) {
        walk.frame().fp()[runtime::kFrameMethod].pointer = const_cast<Method*>(&method.version_of(replaced->second));
      }
      running_.insert(&walk.frame().method());
    }
  }

  std::vector<NewVersion>& versions_;
  const std::vector<ClassRedefinition>& wanted_;
  bool is_outdated_ = false;
  std::unordered_map<const Class*, std::uint16_t> before_;
  std::vector<Method*> replaced_;
  std::unordered_set<const Method*> running_;  // of all frames
};

// Of a class that comes twice each version is compared with the class as it is now, so its methods must stay.
runtime::MethodSet method_set(const Class& klass, const std::vector<ClassRedefinition>& wanted) {
  std::optional<VmFlag> flag = find_vm_flag("AllowRedefinitionToAddDeleteMethods");
  bool is_allowed = flag.has_value() && std::get<bool>(flag->value);
  bool is_alone = std::count_if(wanted.begin(), wanted.end(), [&](const ClassRedefinition& one) { return one.klass == &klass; }) == 1;
  return is_allowed && is_alone ? runtime::MethodSet::kMayChange : runtime::MethodSet::kKept;
}

void discard_all(std::vector<NewVersion>& versions) {
  for (NewVersion& version : versions) version.discard();
}

Expected<std::vector<NewVersion>, RedefinitionError> prepare_all(JavaThread& self, const std::vector<ClassRedefinition>& wanted) {
  std::vector<NewVersion> versions;
  for (const ClassRedefinition& one : wanted) {
    Expected<NewVersion, RedefinitionError> version = NewVersion::prepare(self, *one.klass, one.bytes, method_set(*one.klass, wanted));
    if (!version.ok()) {
      discard_all(versions);
      return version.propagate();
    }
    versions.push_back(version.take());
  }
  return versions;
}

}  // namespace

Expected<void, RedefinitionError> redefine_classes(JavaThread& self, const std::vector<ClassRedefinition>& wanted) {
  for (;;) {
    std::vector<NewVersion> versions = MJ_TRY(prepare_all(self, wanted));
    Exchange exchange(versions, wanted);
    sync::run_at_safepoint(self, exchange);
    if (!exchange.is_outdated()) break;
    discard_all(versions);
  }
  for (const ClassRedefinition& one : wanted) {
    MJ_LOG(redefine, kInfo, "redefined name=%s, count=%d", one.klass->external_name().c_str(), static_cast<int>(one.klass->version));
  }
  return {};
}

}  // namespace minijvm::vm::jvmti
