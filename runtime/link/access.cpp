// Checks access and nests (JVMS 5.4.4). Resolution calls this after it has found a class or member;
// so do reflection and java.lang.invoke. Callers are in VM; only the nestmate test may load a
// class.
#include "runtime/link/access.h"

#include <fmt/format.h>

#include <map>

#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/jdk_release.h"
#include "runtime/link/resolution.h"
#include "runtime/link/resolution_failure.h"
#include "runtime/load/loader_data.h"
#include "runtime/load/module_graph.h"
#include "runtime/object/java_objects.h"
#include "runtime/runtime_state.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::runtime {
namespace {

// The access flags of JVMS tables 4.5-A and 4.6-A.
constexpr std::uint16_t kPublic = 0x0001;
constexpr std::uint16_t kPrivate = 0x0002;
constexpr std::uint16_t kProtected = 0x0004;
constexpr std::uint16_t kStatic = 0x0008;

}  // namespace

// Keeps why a NestHost attribute did not count.
struct NestFailures {
  sync::Mutex mutex{sync::LockRank::kResolution};
  // For messages. Few classes ever have an entry.
  std::map<const Class*, std::string> by_class MJ_GUARDED_BY(mutex);
};

namespace {

NestFailures& host_failures() { return *runtime_state.nest_failures; }

// JVMS 5.4.4: the NestMembers attribute of the host must have the name of the member. Names are
// enough, since both are in one run-time package.
bool lists_member(const Class& host, const Symbol* member) {
  if (host.file == nullptr) {
    return false;
  }
  for (std::uint16_t index : host.file->nest_members()) {
    if (host.file->constant_pool().class_name(index) == member->text()) {
      return true;
    }
  }
  return false;
}

// JVMS 5.4.4: a class whose NestHost attribute does not count is its own host. The reason is kept.
Class* own_host(Class& klass, std::string why) {
  sync::MutexLock lock(host_failures().mutex);
  host_failures().by_class[&klass] = std::move(why);
  return &klass;
}

std::string no_member(const Class& klass, const Class& host, const char* reason) {
  return fmt::format("Type {} (loader: {}) is not a nest member of type {} (loader: {}): {}",
                     klass.external_name(), klass.loader->display_name(), host.external_name(),
                     host.loader->display_name(), reason);
}

// Returns true for errors that are about the condition of the VM, and not about the class.
bool is_vm_error(const JavaThread& self, const LinkError& error) {
  switch (error.kind) {
    case LinkErrorKind::OutOfMemoryError:
    case LinkErrorKind::StackOverflowError:
    case LinkErrorKind::InternalError:
      return true;
    case LinkErrorKind::kPending:
      return self.pending_exception->klass()->is_subclass_of(*wk().java_lang_VirtualMachineError);
    default:
      return false;
  }
}

// JVMS 5.4.4: determines the nest host, without remembering it. HOTSPOT: a VirtualMachineError says
// nothing about the host, so it is thrown.
Linked<Class*> find_nest_host(JavaThread& self, Class& klass) {
  const std::uint16_t index =
      klass.file == nullptr ? std::uint16_t{0} : klass.file->nest_host_index();
  // Without a NestHost attribute the class is its own host.
  if (index == 0) {
    return &klass;
  }
  // The host is resolved. If that fails, the class is its own host.
  Linked<Class*> host = resolve_class(self, klass, index);
  if (!host.ok() && is_vm_error(self, host.error())) {
    return host;
  }
  if (!host.ok()) {
    std::string why =
        fmt::format("Nest host resolution of {} with host {} failed: {}", klass.external_name(),
                    klass.pool->class_name(index)->text(), failure_text(self, host.error()));
    // The failure has no other effect than the text that is kept below.
    self.pending_exception = nullptr;
    return own_host(klass, std::move(why));
  }
  // The host must be in the same run-time package and list this class.
  Class* found = host.value();
  if (!found->same_package(klass)) {
    return own_host(klass, no_member(klass, *found, "types are in different packages"));
  }
  if (!found->is_instance_class()) {
    return own_host(klass, no_member(klass, *found, "host is not an instance class"));
  }
  if (!lists_member(*found, klass.name)) {
    return own_host(klass, no_member(klass, *found, "current type is not listed as a nest member"));
  }
  return found;
}

// JVMS 5.4.4, protected members of another package: D must be a subclass of the declaring class. If
// the member is not static, the class T that the reference refers to must be D, or a subclass or
// superclass of D. The verifier checks that the receiver is a D (4.10.1.8).
bool protected_access(Class& from, Class& referenced, Class& holder, std::uint16_t flags) {
  if (!from.is_subclass_of(holder) || from.is_interface()) {
    return false;
  }
  return (flags & kStatic) != 0 || &from == &referenced || from.is_subclass_of(referenced) ||
         referenced.is_subclass_of(from);
}

// Both hosts are determined here, because the message of a denied private access needs the reasons.
// The text is HotSpot's: ", (reason)" or ", (reason, reason)".
std::string nest_failures(JavaThread& self, Class& from, Class& holder) {
  (void)nest_host_of(self, from);
  (void)nest_host_of(self, holder);
  std::string text;
  for (Class* klass : {&from, &holder}) {
    if (const std::optional<std::string> why = nest_host_failure(*klass)) {
      text += text.empty() ? ", (" : ", ";
      text += *why;
    }
  }
  return text.empty() ? text : text + ")";
}

// Returns the error of a denied access. `what` is the member, such as "method 'void pkg.C.m()'" or
// "field pkg.C.f".
Unexpected<LinkError> denied(JavaThread& self, Class& from, Class& holder, std::uint16_t flags,
                             const std::string& what) {
  std::string text =
      fmt::format("class {} tried to access {}{}{} ({})", from.external_name(),
                  (flags & kProtected) != 0 ? "protected " : "",
                  (flags & kPrivate) != 0 ? "private " : "", what, joint_place_of(from, holder));
  if ((flags & kPrivate) != 0) {
    text += nest_failures(self, from, holder);
  }
  return link_failure(LinkErrorKind::IllegalAccessError, text, "JVMS 5.4.4");
}

// Returns the domain, or null. A class whose mirror does not exist yet has none.
java::ProtectionDomain* protection_domain_of(const Class& klass, const sync::NoSafepoint&) {
  return klass.mirror == nullptr ? nullptr : klass.mirror->protection_domain();
}

// HOTSPOT: set_access_relaxed (access.h) describes this rule.
bool is_relaxed_between(JavaThread& self, const Class& from, const Class& holder) {
  constexpr std::uint16_t kFirstStrictVersion = 52;
  const bool is_old = runtime_state.rules.access_relaxed && from.file != nullptr &&
                      holder.file != nullptr && from.file->major_version() < kFirstStrictVersion &&
                      holder.file->major_version() < kFirstStrictVersion;
  if (!is_old || from.loader != holder.loader || !from.loader->is_built_in()) {
    return false;
  }
  // Two raw pointers are compared, so no object may move.
  const sync::NoSafepoint still(self);
  return protection_domain_of(from, still) == protection_domain_of(holder, still);
}

}  // namespace

void set_access_relaxed(bool relaxed) { runtime_state.rules.access_relaxed = relaxed; }

// Returns true if the class itself or a superclass is MagicAccessorImpl of the boot loader.
bool is_magic_accessor(const Class& klass) {
  if (!jdk().generates_accessors) {
    return false;
  }
  for (const Class* at = &klass; at != nullptr; at = at->super) {
    if (at->loader != nullptr && at->loader->is_boot() &&
        at->name->text() == "jdk/internal/reflect/MagicAccessorImpl") {
      return true;
    }
  }
  return false;
}

bool can_access_class(JavaThread& self, Class& from, Class& target) {
  // JVMS 5.4.4: an array is accessible if its element is. A class of the same run-time package is
  // accessible even if it is not public.
  Class& wanted = const_cast<Class&>(target.innermost());
  if (wanted.is_primitive() || &from == &wanted || from.same_package(wanted)) {
    return true;
  }
  // A public class of another module needs readability and an export.
  if (wanted.is_public() && module_access(from, wanted) == ModuleAccess::kOk) {
    return true;
  }
  // HOTSPOT: there are two exemptions.
  return is_magic_accessor(from) || is_relaxed_between(self, from, wanted);
}

Linked<void> check_class_access(JavaThread& self, Class& from, Class& target) {
  if (can_access_class(self, from, target)) {
    return {};
  }
  const Class& wanted = target.innermost();
  const ModuleAccess why = module_access(from, wanted);
  std::string text =
      wanted.is_public() && why != ModuleAccess::kOk
          ? module_access_message(from, wanted, why)
          : fmt::format("failed to access class {} from class {} ({})", wanted.external_name(),
                        from.external_name(), joint_place_of(wanted, from));
  return link_failure(LinkErrorKind::IllegalAccessError, std::move(text), "JVMS 5.4.4");
}

Linked<bool> can_access_member(JavaThread& self, Class& from, Class& referenced, Class& holder,
                               std::uint16_t member_flags) {
  // JVMS 5.4.4 has four cases for a member. It is public, ...
  if (&from == &holder || (member_flags & kPublic) != 0) {
    return true;
  }
  // ... private, with the nestmate test, ...
  if ((member_flags & kPrivate) != 0) {
    return MJ_TRY(are_nestmates(self, from, holder)) || is_magic_accessor(from) ||
           is_relaxed_between(self, from, holder);
  }
  // ... protected or package-private in the same run-time package, ...
  if (from.same_package(holder)) {
    return true;
  }
  // ... or protected in a superclass.
  if ((member_flags & kProtected) != 0 &&
      protected_access(from, referenced, holder, member_flags)) {
    return true;
  }
  return is_magic_accessor(from) || is_relaxed_between(self, from, holder);
}

Linked<void> check_method_access(JavaThread& self, Class& from, Class& referenced,
                                 const Method& method) {
  Class& holder = *method.holder;
  // JLS 10.7: clone of an array is public, although Object declares it protected.
  if (referenced.is_array() && method.name->text() == "clone") {
    return {};
  }
  if (MJ_TRY(can_access_member(self, from, referenced, holder, method.access_flags))) {
    return {};
  }
  std::string text = method.is_abstract() ? "abstract " : "";
  Unexpected<LinkError> error = denied(self, from, holder, method.access_flags,
                                       fmt::format("method '{}'", method.external_text()));
  // HOTSPOT: "abstract" goes before "protected" or "private".
  if (method.is_abstract()) {
    const std::string_view marker = "tried to access ";
    std::string& message = error.error->message;
    message.insert(message.find(marker) + marker.size(), text);
  }
  return error;
}

Linked<void> check_field_access(JavaThread& self, Class& from, Class& referenced,
                                const Field& field) {
  if (MJ_TRY(can_access_member(self, from, referenced, *field.holder, field.access_flags))) {
    return {};
  }
  return denied(self, from, *field.holder, field.access_flags,
                fmt::format("field {}.{}", field.holder->external_name(), field.name->text()));
}

Linked<Class*> nest_host_of(JavaThread& self, Class& klass) {
  // acquire: pairs with the release in set_nest_host
  if (Class* known = klass.nest_host.load(std::memory_order_acquire)) {
    return known;
  }
  // Resolving may run Java and takes no lock, so two threads may both resolve the host; the first
  // result counts.
  Class* host = MJ_TRY(find_nest_host(self, klass));
  set_nest_host(klass, *host);
  return klass.nest_host.load(std::memory_order_acquire);
}

// release: the host is complete when another thread finds it here.
void set_nest_host(Class& klass, Class& host) {
  Class* expected = nullptr;
  klass.nest_host.compare_exchange_strong(expected, &host, std::memory_order_acq_rel,
                                          std::memory_order_acquire);
}

Linked<bool> are_nestmates(JavaThread& self, Class& first, Class& second) {
  if (&first == &second) {
    return true;
  }
  const Class* host = MJ_TRY(nest_host_of(self, first));
  return host == MJ_TRY(nest_host_of(self, second));
}

void forget_dead_nest_failures() {
  sync::MutexLock lock(host_failures().mutex);
  std::erase_if(host_failures().by_class,
                [](const auto& entry) { return !entry.first->is_live(); });
}

std::optional<std::string> nest_host_failure(Class& klass) {
  sync::MutexLock lock(host_failures().mutex);
  auto at = host_failures().by_class.find(&klass);
  return at == host_failures().by_class.end() ? std::nullopt : std::optional(at->second);
}

}  // namespace minijvm::runtime
