// Checks package access: asks java.lang.SecurityManager.checkPackageAccess when the linker has
// found a class for code of another protection domain. Called in kInVm, from resolution (JVMS
// 5.4.3).
#include "vm/java/package_access.h"

#include <unordered_map>

#include "runtime/class/class.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/vm_mutex.h"
#include "vm/java/call_java.h"
#include "vm/java/mirrors.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::vm {
namespace {

using runtime::Class;
using runtime::HandleScope;
using runtime::Linked;
using runtime::LinkError;
using runtime::LoaderData;
using runtime::wk;
using sync::NoSafepoint;

// The witness says that the caller holds a NoSafepoint: the result is a raw pointer.
java::ProtectionDomain* domain_of(const NoSafepoint&, const Class& klass) {
  return klass.mirror->protection_domain();
}

// From JDK 25 on there is none.
bool has_security_manager(const NoSafepoint&) {
  return java::System::has_security() && java::System::get_security() != nullptr;
}

}  // namespace

// Remembers the pairs of class and protection domain that have passed the check, so the manager is
// asked once for each pair. Otherwise the manager's own code, which refers to other classes, would
// be checked without end.
// HOTSPOT: a pair that passed while there was no manager counts, too.
// A class of a domain stands for the domain, because a reference to the domain itself would keep
// its loader alive.
class PackageAllowances final : public Observer {
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
  // Called in the stopped world, before the memory of dead classes is freed.
  void classes_unloading() override {
    sync::MutexLock lock(mutex_);
    std::erase_if(allowed_, [](const auto& entry) {
      return !entry.first->is_live() || !entry.second->is_live();
    });
  }

 private:
  sync::Mutex mutex_{sync::LockRank::kLeaf};
  std::unordered_multimap<const Class*, const Class*> allowed_;  // class to one of each domain
};

namespace {

// The table is made on the first check; most programs never need it.
PackageAllowances& allowances() {
  return the_vm.java.package_allowances.get([] {
    auto* fresh = new PackageAllowances;
    observe(*fresh, kUnloadingEvents);
    return fresh;
  });
}

// Access to an array is access to its element class.
const Class& element_of(const Class& klass) {
  const Class* at = &klass;
  while (at->component != nullptr) {
    at = at->component;
  }
  return *at;
}

bool is_allowed(JavaThread& self, const Class& element, Handle<java::ProtectionDomain> domain) {
  NoSafepoint still(self);
  const Object* asks = domain.raw(still);
  return element.is_primitive() || domain_of(still, element) == asks ||
         allowances().contains(still, element, asks);
}

// Calls ClassLoader.checkPackageAccess if there is a manager that the method would ask. Returns
// false if an exception is pending.
bool manager_agrees(JavaThread& self, LoaderData& loader, const Class& element, Handle<> domain) {
  {
    NoSafepoint still(self);
    if (!has_security_manager(still)) {
      return true;
    }
  }
  // NoSafepoint has ended: the call below runs Java code.
  HandleScope scope(self);
  CallArgs args;
  args.push(loader.class_loader_handle());
  args.push(mirror_of(element));
  args.push(domain);
  return call_java(self, *wk().ClassLoader_checkPackageAccess, args).ok();
}

}  // namespace

Linked<void> check_package_access(JavaThread& self, LoaderData& loader, Class& loaded,
                                  Handle<java::ProtectionDomain> domain, const Class* from) {
  const Class& element = element_of(loaded);
  if (is_allowed(self, element, domain)) {
    return {};
  }
  if (!manager_agrees(self, loader, element, domain)) {
    return Unexpected<LinkError>(LinkError::pending());
  }
  // Without a class of the domain, nothing can stand for the domain, and the next check asks again.
  if (from != nullptr) {
    // The mirror leads to the current version of a redefined class; an old version may be freed.
    allowances().add(element, class_of_mirror(mirror_of(*from)));
  }
  return {};
}

}  // namespace minijvm::vm
