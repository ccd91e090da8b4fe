#include "runtime/required_class.h"

#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/java_thread.h"
#include "runtime/loader_data.h"
#include "runtime/object.h"
#include "runtime/symbol_table.h"
#include "sync/no_safepoint.h"

namespace minijvm::runtime {
namespace {

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

}  // namespace

Linked<Class*> load_required_class(JavaThread& self, LoaderData& loader, Symbol* name) {
  Linked<Class*> loaded = load_class(self, loader, name);
  if (!loaded.ok() && loaded.error().kind == LinkErrorKind::kPending && is_not_found_pending(self)) {
    return link_failure(LinkErrorKind::NoClassDefFoundError, std::string(name->text()), "JVMS 5.4.3.1");
  }
  return loaded;
}

}  // namespace minijvm::runtime
