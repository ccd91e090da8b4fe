#include "vm/native/access_context.h"

#include <vector>

#include "gc/barrier.h"
#include "runtime/class.h"
#include "runtime/frame.h"
#include "runtime/java_thread.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
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
using runtime::Object;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// executePrivileged's locals (static: action, context, caller).
constexpr int kContextLocal = 1;
constexpr int kCallerLocal = 2;

struct Found {
  std::vector<Handle<>> domains;
  Handle<> privileged_context;
  bool is_privileged = false;
};

bool is_privileged_frame(const Method& method) {
  return &method.current() == wk().AccessController_executePrivileged_action || &method.current() == wk().AccessController_executePrivileged_exception;
}

void add_domain(JavaThread& self, const NoSafepoint& still, const Class& klass, Found* found) {
  Object* domain = klass.mirror->load_ref(wk().Class_protection_domain);
  if (domain != nullptr && (found->domains.empty() || found->domains.back().raw(still) != domain)) {
    found->domains.push_back(runtime::make_handle(self, still, domain));
  }
}

Found collect(JavaThread& self) {
  NoSafepoint still(self);
  Found found;
  for (FrameWalk walk(self); !walk.done() && !found.is_privileged; walk.next()) {
    Frame frame = walk.frame();
    if (!is_privileged_frame(frame.method())) {
      add_domain(self, still, *frame.method().holder, &found);
      continue;
    }
    found.is_privileged = true;
    found.privileged_context = runtime::make_handle(self, still, frame.locals()[kContextLocal].ref);
    Object* caller = frame.locals()[kCallerLocal].ref;
    if (caller != nullptr) {
      add_domain(self, still, class_of_mirror(caller), &found);
    }
  }
  return found;
}

JavaResult<Handle<>> domain_array(JavaThread& self, const Found& found) {
  if (found.domains.empty()) {
    return Handle<>();
  }
  Handle<> array = MJ_TRY(new_object_array(self, *wk().java_security_ProtectionDomain, static_cast<std::int32_t>(found.domains.size())));
  NoSafepoint still(self);
  for (std::size_t i = 0; i < found.domains.size(); ++i) {
    gc::store_ref(still, array.raw(still), Object::element_offset(static_cast<std::int64_t>(i), 3), found.domains[i].raw(still));
  }
  return array;
}

}  // namespace

JavaResult<Handle<>> stack_access_control_context(JavaThread& self) {
  Found found = collect(self);
  if (found.domains.empty() && found.is_privileged && found.privileged_context.is_null()) {
    return Handle<>();
  }
  Handle<> domains = MJ_TRY(domain_array(self, found));
  if (!wk().java_security_AccessControlContext->is_initialized()) {
    return Handle<>();  // the main thread is being made: everything on the stack is the boot loader's
  }
  MJ_TRY(initialize_class(self, *wk().java_security_AccessControlContext));
  Handle<> context = MJ_TRY(new_instance(self, *wk().java_security_AccessControlContext));
  NoSafepoint still(self);
  Object* raw = context.raw(still);
  gc::store_ref(still, raw, wk().AccessControlContext_context, domains.raw(still));
  gc::store_ref(still, raw, wk().AccessControlContext_privilegedContext, found.privileged_context.raw(still));
  raw->store<std::uint8_t>(wk().AccessControlContext_isPrivileged, found.is_privileged);
  raw->store<std::uint8_t>(wk().AccessControlContext_isAuthorized, true);
  return context;
}

}  // namespace minijvm::vm
