// Turns "not found" into NoClassDefFoundError, and asks the security manager. It stands between
// resolution and load_class. Callers are in VM; loading may run Java.
#include "runtime/link/required_class.h"

#include "runtime/class/class.h"
#include "runtime/class/class_tables.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/java_objects.h"
#include "runtime/runtime_state.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/no_safepoint.h"

namespace minijvm::runtime {
namespace {

// Returns true if the loader threw ClassNotFoundException or a subclass. The comparison is by name,
// because the well-known classes may not be loaded yet.
bool is_not_found_pending(JavaThread& self) {
  sync::NoSafepoint still(self);
  if (self.pending_exception == nullptr) {
    return false;
  }
  for (const Class* at = self.pending_exception->klass(); at != nullptr; at = at->super) {
    if (at->loader->is_boot() && at->name->text() == "java/lang/ClassNotFoundException") {
      return true;
    }
  }
  return false;
}

// HOTSPOT: classes that the boot loader finds, and requests of code without a domain, are not
// checked.
Linked<void> check_package_access(JavaThread& self, LoaderData& loader, Class& loaded,
                                  Handle<java::ProtectionDomain> domain, const Class* from) {
  return loader.is_boot() || domain.is_null()
             ? Linked<void>()
             : loader_upcalls().check_package_access(self, loader, loaded, domain, from);
}

}  // namespace

Handle<java::ProtectionDomain> protection_domain_of(JavaThread& self, const Class& klass) {
  sync::NoSafepoint still(self);
  return make_handle(self, still, klass.mirror->protection_domain());
}

Linked<Class*> load_required_class(JavaThread& self, LoaderData& loader, Symbol* name) {
  Linked<Class*> loaded = load_class(self, loader, name);
  // JVMS 5.4.3.1: an exception that is a subclass of ClassNotFoundException is wrapped in a
  // NoClassDefFoundError. Any other exception of the loader is passed on unchanged.
  if (!loaded.ok() && loaded.error().kind == LinkErrorKind::kPending &&
      is_not_found_pending(self)) {
    return link_failure(LinkErrorKind::NoClassDefFoundError, std::string(name->text()),
                        "JVMS 5.4.3.1");
  }
  return loaded;
}

Linked<void> check_package_access(JavaThread& self, LoaderData& loader, Class& loaded,
                                  const Class& from) {
  if (from.loader->is_boot() || from.mirror == nullptr) {
    // The class library itself has no domain, and a class without a mirror is being made while the
    // VM boots. Neither is checked.
    return {};
  }
  HandleScope scope(self);
  return check_package_access(self, loader, loaded, protection_domain_of(self, from), &from);
}

Linked<Class*> load_required_class(JavaThread& self, const Class& from, Symbol* name) {
  Class* loaded = MJ_TRY(load_required_class(self, *from.loader, name));
  MJ_TRY(check_package_access(self, *from.loader, *loaded, from));
  return loaded;
}

Linked<Class*> load_required_class(JavaThread& self, LoaderData& loader, Symbol* name,
                                   Handle<java::ProtectionDomain> domain) {
  Class* loaded = MJ_TRY(load_required_class(self, loader, name));
  MJ_TRY(check_package_access(self, loader, *loaded, domain, nullptr));
  return loaded;
}

}  // namespace minijvm::runtime
