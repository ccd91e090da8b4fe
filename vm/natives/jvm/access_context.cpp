// Walks the stack for AccessController. JVM_GetStackAccessControlContext (jvm_stack.cpp) calls it
// with the thread in kInVm.
#include "vm/natives/jvm/access_context.h"

#include <vector>

#include "gc/heap/reference_fields.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/frame/frame.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/allocation.h"
#include "vm/java/class_init.h"
#include "vm/java/mirrors.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::Frame;
using runtime::FrameWalk;
using runtime::Handle;
using runtime::JavaThread;
using runtime::Method;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// Locals of AccessController.executePrivileged, a static method: 0 is the action, 1 the context, 2
// the caller.
constexpr int kContextLocal = 1;
constexpr int kCallerLocal = 2;

// Holds the result of the walk, from the innermost frame outwards.
struct Found {
  std::vector<Handle<java::ProtectionDomain>> domains;
  // The context that doPrivileged was given; null if it was given none.
  Handle<java::AccessControlContext> privileged_context;
  // True if the walk ended at a privileged frame and not at the bottom of the stack.
  bool is_privileged = false;
};

bool is_privileged_frame(const Method& method) {
  return &method.current() == wk().AccessController_executePrivileged_action ||
         &method.current() == wk().AccessController_executePrivileged_exception;
}

// Adds the protection domain of a class. The class library's own classes have none. A domain is
// compared only with the one before it, which removes most duplicates; Java's optimize() removes
// the rest.
void add_domain(JavaThread& self, const NoSafepoint& still, const Class& klass, Found* found) {
  java::ProtectionDomain* domain = klass.mirror->protection_domain();
  if (domain != nullptr && (found->domains.empty() || found->domains.back().raw(still) != domain)) {
    found->domains.push_back(runtime::make_handle(self, still, domain));
  }
}

// One NoSafepoint covers the whole walk: nothing allocates, so the raw references stay good.
Found collect(JavaThread& self) {
  NoSafepoint still(self);
  Found found;
  for (FrameWalk walk(self); !walk.done() && !found.is_privileged; walk.next()) {
    Frame frame = walk.frame();
    if (!is_privileged_frame(frame.method())) {
      add_domain(self, still, *frame.method().holder, &found);
      continue;
    }
    // A privileged frame ends the walk. The method that called doPrivileged still counts: its
    // domain is the last one.
    found.is_privileged = true;
    found.privileged_context = runtime::make_handle(
        self, still, runtime::as<java::AccessControlContext>(frame.locals()[kContextLocal].ref));
    const auto* caller = runtime::as<java::ClassMirror>(frame.locals()[kCallerLocal].ref);
    if (caller != nullptr) {
      add_domain(self, still, class_of_mirror(caller), &found);
    }
  }
  return found;
}

}  // namespace

JavaResult<Handle<java::AccessControlContext>> stack_access_control_context(JavaThread& self) {
  Found found = collect(self);
  // All code up to a doPrivileged without a context is trusted, so there are no restrictions.
  if (found.domains.empty() && found.is_privileged && found.privileged_context.is_null()) {
    return Handle<java::AccessControlContext>();
  }
  Handle<java::ObjectArray> domains;
  if (!found.domains.empty()) {
    domains = MJ_TRY(new_object_array(self, *wk().java_security_ProtectionDomain, found.domains));
  }
  // The class is not yet initialized while the main thread is created. All code on the stack is the
  // boot loader's then.
  if (!wk().java_security_AccessControlContext->is_initialized()) {
    return Handle<java::AccessControlContext>();
  }
  MJ_TRY(initialize_class(self, *wk().java_security_AccessControlContext));
  // The fields are set directly: the object is made without a constructor call.
  auto context = MJ_TRY(new_instance<java::AccessControlContext>(self));
  NoSafepoint still(self);
  java::AccessControlContext* raw = context.raw(still);
  raw->set_context(still, domains.raw(still));
  raw->set_privilegedContext(still, found.privileged_context.raw(still));
  raw->set_isPrivileged(found.is_privileged);
  raw->set_isAuthorized(true);
  return context;
}

}  // namespace minijvm::vm
