#include "runtime/access.h"

#include <fmt/format.h>

#include <map>

#include "classfile/class_file.h"
#include "runtime/class.h"
#include "runtime/field.h"
#include "runtime/java_thread.h"
#include "runtime/loader_data.h"
#include "runtime/method.h"
#include "runtime/module_graph.h"
#include "runtime/object.h"
#include "runtime/resolution.h"
#include "runtime/resolution_failure.h"
#include "runtime/run_constant_pool.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "sync/vm_mutex.h"

namespace minijvm::runtime {
namespace {

constexpr std::uint16_t kPublic = 0x0001;
constexpr std::uint16_t kPrivate = 0x0002;
constexpr std::uint16_t kProtected = 0x0004;
constexpr std::uint16_t kStatic = 0x0008;

sync::Mutex failures_mutex{sync::LockRank::kResolution};
// Why a NestHost attribute did not count; guarded by failures_mutex.
std::map<const Class*, std::string>& host_failures() {
  static auto& table = *new std::map<const Class*, std::string>;
  return table;
}

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

Class* own_host(Class& klass, std::string why) {
  sync::MutexLock lock(failures_mutex);
  host_failures()[&klass] = std::move(why);
  return &klass;
}

std::string no_member(const Class& klass, const Class& host, const char* reason) {
  return fmt::format("Type {} (loader: {}) is not a nest member of type {} (loader: {}): {}", klass.external_name(), klass.loader->display_name(),
                     host.external_name(), host.loader->display_name(), reason);
}

bool is_vm_error(const JavaThread& self, const LinkError& error) {
  switch (error.kind) {
    case LinkErrorKind::OutOfMemoryError:
    case LinkErrorKind::StackOverflowError:
    case LinkErrorKind::InternalError: return true;
    case LinkErrorKind::kPending: return self.pending_exception->klass()->is_subclass_of(*wk().java_lang_VirtualMachineError);
    default: return false;
  }
}

// JVMS 5.4.4, "determining the nest host", without the memory. HOTSPOT: a VirtualMachineError says nothing of the host, and is thrown.
Linked<Class*> find_nest_host(JavaThread& self, Class& klass) {
  const std::uint16_t index = klass.file == nullptr ? std::uint16_t{0} : klass.file->nest_host_index();
  if (index == 0) {
    return &klass;
  }
  Linked<Class*> host = resolve_class(self, klass, index);
  if (!host.ok() && is_vm_error(self, host.error())) {
    return host;
  }
  if (!host.ok()) {
    std::string why = fmt::format("Nest host resolution of {} with host {} failed: {}", klass.external_name(), klass.pool->class_name(index)->text(),
                                  failure_text(self, host.error()));
    self.pending_exception = nullptr;  // the failure has no other effect than its text
    return own_host(klass, std::move(why));
  }
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

// Protected members of other packages: JVMS 5.4.4 second item. The receiver's type is the verifier's to check (4.10.1.8).
bool protected_access(Class& from, Class& referenced, Class& holder, std::uint16_t flags) {
  if (!from.is_subclass_of(holder) || from.is_interface()) {
    return false;
  }
  return (flags & kStatic) != 0 || &from == &referenced || from.is_subclass_of(referenced) || referenced.is_subclass_of(from);
}

std::string nest_failures(JavaThread& self, Class& from, Class& holder) {
  (void)nest_host_of(self, from);
  (void)nest_host_of(self, holder);
  std::string text;
  for (Class* klass : {&from, &holder}) {
    const std::string why = nest_host_failure(*klass);
    if (!why.empty()) {
      text += text.empty() ? ", (" : ", ";
      text += why;
    }
  }
  return text.empty() ? text : text + ")";
}

Unexpected<LinkError> denied(JavaThread& self, Class& from, Class& holder, std::uint16_t flags, const std::string& what) {
  std::string text = fmt::format("class {} tried to access {}{}{} ({})", from.external_name(), (flags & kProtected) != 0 ? "protected " : "",
                                 (flags & kPrivate) != 0 ? "private " : "", what, joint_place_of(from, holder));
  if ((flags & kPrivate) != 0) {
    text += nest_failures(self, from, holder);
  }
  return link_failure(LinkErrorKind::IllegalAccessError, text, "JVMS 5.4.4");
}

bool access_relaxed = false;

// Null also for a class that is not made yet.
Object* protection_domain_of(const Class& klass, const sync::NoSafepoint&) {
  return klass.mirror == nullptr ? nullptr : klass.mirror->load_ref(wk().Class_protection_domain);
}

// HOTSPOT: see set_access_relaxed.
bool is_relaxed_between(JavaThread& self, const Class& from, const Class& holder) {
  constexpr std::uint16_t kFirstStrictVersion = 52;
  const bool is_old = access_relaxed && from.file != nullptr && holder.file != nullptr && from.file->major_version() < kFirstStrictVersion &&
                      holder.file->major_version() < kFirstStrictVersion;
  if (!is_old || from.loader != holder.loader || !from.loader->is_built_in()) {
    return false;
  }
  const sync::NoSafepoint still(self);
  return protection_domain_of(from, still) == protection_domain_of(holder, still);
}

}  // namespace

void set_access_relaxed(bool relaxed) { access_relaxed = relaxed; }

bool is_magic_accessor(const Class& klass) {
  for (const Class* at = &klass; at != nullptr; at = at->super) {
    if (at->loader != nullptr && at->loader->is_boot() && at->name->text() == "jdk/internal/reflect/MagicAccessorImpl") {
      return true;
    }
  }
  return false;
}

bool can_access_class(JavaThread& self, Class& from, Class& target) {
  Class& wanted = const_cast<Class&>(target.innermost());
  if (wanted.is_primitive() || &from == &wanted || from.same_package(wanted)) {
    return true;
  }
  if (wanted.is_public() && module_access(from, wanted) == ModuleAccess::kOk) {
    return true;
  }
  return is_magic_accessor(from) || is_relaxed_between(self, from, wanted);
}

Linked<void> check_class_access(JavaThread& self, Class& from, Class& target) {
  if (can_access_class(self, from, target)) {
    return {};
  }
  const Class& wanted = target.innermost();
  const ModuleAccess why = module_access(from, wanted);
  std::string text = wanted.is_public() && why != ModuleAccess::kOk
                         ? module_access_message(from, wanted, why)
                         : fmt::format("failed to access class {} from class {} ({})", wanted.external_name(), from.external_name(),
                                       joint_place_of(wanted, from));
  return link_failure(LinkErrorKind::IllegalAccessError, std::move(text), "JVMS 5.4.4");
}

Linked<bool> can_access_member(JavaThread& self, Class& from, Class& referenced, Class& holder, std::uint16_t member_flags) {
  if (&from == &holder || (member_flags & kPublic) != 0) {
    return true;
  }
  if ((member_flags & kPrivate) != 0) {
    return MJ_TRY(are_nestmates(self, from, holder)) || is_magic_accessor(from) || is_relaxed_between(self, from, holder);
  }
  if (from.same_package(holder)) {
    return true;
  }
  if ((member_flags & kProtected) != 0 && protected_access(from, referenced, holder, member_flags)) {
    return true;
  }
  return is_magic_accessor(from) || is_relaxed_between(self, from, holder);
}

Linked<void> check_method_access(JavaThread& self, Class& from, Class& referenced, const Method& method) {
  Class& holder = *method.holder;
  // Arrays: clone is public there (JLS 10.7).
  if (referenced.is_array() && method.name->text() == "clone") {
    return {};
  }
  if (MJ_TRY(can_access_member(self, from, referenced, holder, method.access_flags))) {
    return {};
  }
  std::string text = method.is_abstract() ? "abstract " : "";
  Unexpected<LinkError> error = denied(self, from, holder, method.access_flags, fmt::format("method '{}'", method.external_text()));
  if (method.is_abstract()) {
    const std::string_view marker = "tried to access ";
    error.error.message.insert(error.error.message.find(marker) + marker.size(), text);
  }
  return error;
}

Linked<void> check_field_access(JavaThread& self, Class& from, Class& referenced, const Field& field) {
  if (MJ_TRY(can_access_member(self, from, referenced, *field.holder, field.access_flags))) {
    return {};
  }
  return denied(self, from, *field.holder, field.access_flags,
                fmt::format("field {}.{}", field.holder->external_name(), field.name->text()));
}

Linked<Class*> nest_host_of(JavaThread& self, Class& klass) {
  if (Class* known = klass.nest_host.load(std::memory_order_acquire)) {  // acquire: pairs with set_nest_host
    return known;
  }
  Class* host = MJ_TRY(find_nest_host(self, klass));
  set_nest_host(klass, *host);
  return klass.nest_host.load(std::memory_order_acquire);  // another thread may have been first
}

void set_nest_host(Class& klass, Class& host) {
  Class* expected = nullptr;
  klass.nest_host.compare_exchange_strong(expected, &host, std::memory_order_acq_rel, std::memory_order_acquire);
}

Linked<bool> are_nestmates(JavaThread& self, Class& first, Class& second) {
  if (&first == &second) {
    return true;
  }
  const Class* host = MJ_TRY(nest_host_of(self, first));
  return host == MJ_TRY(nest_host_of(self, second));
}

void forget_dead_nest_failures() {
  sync::MutexLock lock(failures_mutex);
  std::erase_if(host_failures(), [](const auto& entry) { return !entry.first->is_live(); });
}

std::string nest_host_failure(Class& klass) {
  sync::MutexLock lock(failures_mutex);
  auto at = host_failures().find(&klass);
  return at == host_failures().end() ? std::string() : at->second;
}

}  // namespace minijvm::runtime
