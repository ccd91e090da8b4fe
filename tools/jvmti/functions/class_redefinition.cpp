// Does the part of RedefineClasses and RetransformClasses that needs a stopped world. Preparing the
// new versions runs in kInVm and may take long; the exchange is one safepoint operation.
#include "tools/jvmti/functions/class_redefinition.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/log.h"
#include "runtime/frame/frame.h"
#include "runtime/link/class_linker.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/safepoint.h"
#include "tools/compat/vm_flags.h"
#include "tools/jvmti/debug_hooks.h"
#include "vm/interp/engine.h"

namespace minijvm::vm::jvmti {

using redefine::NewVersion;
using redefine::RedefinitionError;
using runtime::Class;
using runtime::FrameWalk;
using runtime::JavaThread;
using runtime::Method;

namespace {

// java.lang.Class caches what reflection knows of the members of a class and of its superclasses.
// It drops the cache when this count changes, so the subclasses' counts change as well.
class Counter final : public runtime::ClassVisitor {
 public:
  explicit Counter(const std::vector<NewVersion>& versions) : versions_(versions) {}
  void visit(Class& klass) override {
    if (!klass.is_instance_class() || klass.mirror == nullptr)
      return;
    for (const NewVersion& version : versions_) {
      if (!klass.is_subclass_of(version.klass()))
        continue;
      klass.mirror->set_classRedefinedCount(klass.mirror->classRedefinedCount() + 1);
    }
  }

 private:
  const std::vector<NewVersion>& versions_;
};

// Keeps the bytes for the next retransformation. Most retransformations begin with the same bytes
// as the one before. The copy lives as long as the loader, so an equal one is not made again.
void keep_original(const ClassRedefinition& one) {
  Class& klass = *one.klass;
  std::span<const std::byte> original = one.original.empty() ? one.bytes : one.original;
  if (!std::ranges::equal(klass.original_bytes, original))
    klass.original_bytes = runtime::keep_bytes(klass, one.original);
}

// The steps are done in this order: check that no other thread was first, install all versions,
// clear breakpoints, move the frames to their versions, free the versions that no frame runs,
// inform the engine and java.lang.Class.
class Exchange final : public sync::SafepointOperation {
 public:
  Exchange(std::vector<NewVersion>& versions, const std::vector<ClassRedefinition>& wanted)
      : versions_(versions), wanted_(wanted) {}
  const char* name() const override { return "RedefineClasses"; }

  void run() override {
    // Another redefinition may have come between prepare and this stop. Then nothing is changed
    // here.
    is_outdated_ = std::any_of(versions_.begin(), versions_.end(),
                               [](const NewVersion& version) { return version.is_outdated(); });
    if (is_outdated_)
      return;
    for (NewVersion& version : versions_) {
      // A class may be listed twice; emplace keeps the version that the frames know.
      before_.emplace(&version.klass(), version.klass().version);
      version.install();
      for (Method& method : version.klass().methods) replaced_.push_back(&method);
    }
    for (const ClassRedefinition& one : wanted_) {
      keep_original(one);
      // Breakpoints of the class are removed, and field watches look at the new bodies.
      bodies_changed_in(*one.klass);
    }
    // Every frame must refer to the version whose code its pc is in, before anything is freed.
    sync::for_each_exec_env([this](sync::ExecEnv& env) { give_versions(JavaThread::of(env)); });
    for (NewVersion& version : versions_) redefine::free_old_versions(version.klass(), running_);
    // Translated code of the old bodies now belongs to the old versions.
    engine().bodies_replaced(replaced_);
    Counter counter(versions_);
    runtime::for_each_class(counter);
  }
  // True if another thread redefined one of the classes first; then nothing has changed.
  bool is_outdated() const { return is_outdated_; }

 private:
  // A frame that runs a current Method of a redefined class gets the Method that holds the old
  // body. A frame that runs an old version already keeps it.
  void give_versions(const JavaThread& thread) {
    for (FrameWalk walk(thread); !walk.done(); walk.next()) {
      Method& method = walk.frame().method();
      auto replaced = before_.find(method.holder);
      if (method.newer == nullptr && method.older != nullptr && replaced != before_.end()) {
        walk.frame().fp()[runtime::kFrameMethod].pointer =
            const_cast<Method*>(&method.version_of(replaced->second));
      }
      running_.insert(&walk.frame().method());
    }
  }

  std::vector<NewVersion>& versions_;
  const std::vector<ClassRedefinition>& wanted_;
  bool is_outdated_ = false;
  // Holds the version number of each class before the exchange.
  std::unordered_map<const Class*, std::uint16_t> before_;
  std::vector<Method*> replaced_;
  // Holds the methods of all frames after give_versions; every other old version is freed.
  std::unordered_set<const Method*> running_;
};

// If a class is listed twice, each version is compared with the class as it is now. The second
// would be compared with a set of methods that the first has changed already, so then the methods
// must stay.
redefine::MethodSet method_set(const Class& klass, const std::vector<ClassRedefinition>& wanted) {
  std::optional<VmFlag> flag = find_vm_flag("AllowRedefinitionToAddDeleteMethods");
  bool is_allowed = flag.has_value() && std::get<bool>(flag->value);
  bool is_alone = std::count_if(wanted.begin(), wanted.end(), [&](const ClassRedefinition& one) {
                    return one.klass == &klass;
                  }) == 1;
  return is_allowed && is_alone ? redefine::MethodSet::kMayChange : redefine::MethodSet::kKept;
}

void discard_all(std::vector<NewVersion>& versions) {
  for (NewVersion& version : versions) version.discard();
}

// Prepares all or, on an error, discards what it has made: RedefineClasses is atomic.
Expected<std::vector<NewVersion>, RedefinitionError> prepare_all(
    JavaThread& self, const std::vector<ClassRedefinition>& wanted) {
  std::vector<NewVersion> versions;
  for (const ClassRedefinition& one : wanted) {
    Expected<NewVersion, RedefinitionError> version =
        NewVersion::prepare(self, *one.klass, one.bytes, method_set(*one.klass, wanted));
    if (!version.ok()) {
      discard_all(versions);
      return version.propagate();
    }
    versions.push_back(version.take());
  }
  return versions;
}

}  // namespace

Expected<void, RedefinitionError> redefine_classes(JavaThread& self,
                                                   const std::vector<ClassRedefinition>& wanted) {
  // The loop repeats if another thread redefined one of the classes in between, until this thread's
  // own stop comes first.
  for (;;) {
    std::vector<NewVersion> versions = MJ_TRY(prepare_all(self, wanted));
    Exchange exchange(versions, wanted);
    sync::run_at_safepoint(self, exchange);
    if (!exchange.is_outdated())
      break;
    discard_all(versions);
  }
  for (const ClassRedefinition& one : wanted) {
    MJ_LOG(redefine, kInfo, "redefined name=%s, count=%d", one.klass->external_name().c_str(),
           static_cast<int>(one.klass->version));
  }
  return {};
}

}  // namespace minijvm::vm::jvmti
