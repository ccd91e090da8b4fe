#include "runtime/required_class.h"

#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/java_thread.h"
#include "runtime/loader_data.h"
#include "runtime/object.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "sync/no_safepoint.h"

namespace minijvm::runtime {
namespace {

PackageAccess* package_access = nullptr;

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

Handle<> protection_domain_of(JavaThread& self, const Class& klass) {
  sync::NoSafepoint still(self);
  return make_handle(self, still, klass.mirror->load_ref(wk().Class_protection_domain));
}

// HOTSPOT: the boot loader's classes, and what code without a domain asks for, is nobody's business.
Linked<void> check_package_access(JavaThread& self, LoaderData& loader, Class& loaded, Handle<> domain, const Class* from) {
  return loader.is_boot() || domain.is_null() || package_access == nullptr ? Linked<void>() : package_access->check(self, loader, loaded, domain, from);
}

}  // namespace

void set_package_access(PackageAccess& access) { package_access = &access; }

Linked<Class*> load_required_class(JavaThread& self, LoaderData& loader, Symbol* name) {
  Linked<Class*> loaded = load_class(self, loader, name);
  if (!loaded.ok() && loaded.error().kind == LinkErrorKind::kPending && is_not_found_pending(self)) {
    return link_failure(LinkErrorKind::NoClassDefFoundError, std::string(name->text()), "JVMS 5.4.3.1");
  }
  return loaded;
}

Linked<void> check_package_access(JavaThread& self, LoaderData& loader, Class& loaded, const Class& from) {
  if (from.loader->is_boot() || from.mirror == nullptr) {
    return {};  // the class library itself has no domain
  }
  HandleScope scope(self);
  return check_package_access(self, loader, loaded, protection_domain_of(self, from), &from);
}

Linked<Class*> load_required_class(JavaThread& self, const Class& from, Symbol* name) {
  Class* loaded = MJ_TRY(load_required_class(self, *from.loader, name));
  MJ_TRY(check_package_access(self, *from.loader, *loaded, from));
  return loaded;
}

Linked<Class*> load_required_class(JavaThread& self, LoaderData& loader, Symbol* name, Handle<> domain) {
  Class* loaded = MJ_TRY(load_required_class(self, loader, name));
  MJ_TRY(check_package_access(self, loader, *loaded, domain, nullptr));
  return loaded;
}

}  // namespace minijvm::runtime
