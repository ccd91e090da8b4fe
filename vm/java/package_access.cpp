#include "vm/java/package_access.h"

#include <unordered_map>

#include "runtime/class.h"
#include "runtime/class_unloading.h"
#include "runtime/java_thread.h"
#include "runtime/loader_data.h"
#include "runtime/object.h"
#include "runtime/required_class.h"
#include "runtime/well_known.h"
#include "sync/vm_mutex.h"
#include "vm/java/call_java.h"
#include "vm/java/mirrors.h"

namespace minijvm::vm {
namespace {

using runtime::Class;
using runtime::HandleScope;
using runtime::Linked;
using runtime::LinkError;
using runtime::LoaderData;
using runtime::wk;
using sync::NoSafepoint;

Object* domain_of(const NoSafepoint&, const Class& klass) { return klass.mirror->load_ref(wk().Class_protection_domain); }

bool has_security_manager(const NoSafepoint&) { return wk().java_lang_System->mirror->load_ref(wk().System_security) != nullptr; }

// What was allowed, so that a manager is asked once for each class and domain: code of its own that refers to other classes would never
// come to an end. A class of a domain stands for it, since a reference to the domain itself would keep its loader alive.
class Allowances final : public runtime::UnloadObserver {
 public:
  void add(const Class& loaded, const Class& from) {
    sync::MutexLock lock(mutex_);
    allowed_.emplace(&loaded, &from);
  }
  bool contains(const NoSafepoint& still, const Class& loaded, const Object* domain) {
    sync::MutexLock lock(mutex_);
    auto [at, end] = allowed_.equal_range(&loaded);
    for (; at != end; ++at) {
      if (domain_of(still, *at->second) == domain) {
        return true;
      }
    }
    return false;
  }
  void forget_dead_classes() override {
    sync::MutexLock lock(mutex_);
    std::erase_if(allowed_, [](const auto& entry) { return !entry.first->is_live() || !entry.second->is_live(); });
  }

 private:
  sync::Mutex mutex_{sync::LockRank::kLeaf};
  std::unordered_multimap<const Class*, const Class*> allowed_;  // class to one of each domain
};

Allowances& allowances() {
  static Allowances* table = [] {
    auto* fresh = new Allowances;
    runtime::add_unload_observer(*fresh);
    return fresh;
  }();
  return *table;
}

const Class& element_of(const Class& klass) {
  const Class* at = &klass;
  while (at->component != nullptr) {
    at = at->component;
  }
  return *at;
}

bool is_allowed(JavaThread& self, const Class& element, Handle<> domain) {
  NoSafepoint still(self);
  const Object* asks = domain.raw(still);
  return element.is_primitive() || !has_security_manager(still) || domain_of(still, element) == asks || allowances().contains(still, element, asks);
}

class Manager final : public runtime::PackageAccess {
 public:
  Linked<void> check(JavaThread& self, LoaderData& loader, Class& loaded, Handle<> domain, const Class* from) override;
};

Linked<void> Manager::check(JavaThread& self, LoaderData& loader, Class& loaded, Handle<> domain, const Class* from) {
  const Class& element = element_of(loaded);
  if (is_allowed(self, element, domain)) {
    return {};
  }
  HandleScope scope(self);
  CallArgs args;
  args.push(loader.class_loader_handle());
  args.push(mirror_of(element));
  args.push(domain);
  if (!call_java(self, *wk().ClassLoader_checkPackageAccess, args).ok()) {
    return Unexpected<LinkError>(LinkError::pending());
  }
  if (from != nullptr) {
    allowances().add(element, class_of_mirror(mirror_of(*from)));  // not one of its older versions
  }
  return {};
}

}  // namespace

void install_package_access() {
  static Manager manager;
  runtime::set_package_access(manager);
}

}  // namespace minijvm::vm
