#include "runtime/class_linker.h"

#include <fmt/format.h>

#include <cstring>
#include <unordered_map>
#include <vector>

#include "base/log.h"
#include "classfile/class_file.h"
#include "classfile/flow/stack_map_verifier.h"
#include "classfile/flow/verify_failure.h"
#include "runtime/boot_loader.h"
#include "runtime/class.h"
#include "runtime/class_tables.h"
#include "runtime/dispatch_tables.h"
#include "runtime/java_thread.h"
#include "runtime/linker_oracle.h"
#include "runtime/loader_parts.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/required_class.h"
#include "runtime/symbol_table.h"

namespace minijvm::runtime {
namespace {

// Boot classes that some thread is loading, so that two define one class once. A user loader's own lock does that for its classes.
//
//   free      -> loading   by the first that asks; others wait in kBlocked
//   loading   -> free      by the owner, defined or failed; the others look again
//
// Waiting may close a circle (A extends B extends A in two threads): who would close it fails with ClassCircularityError instead.
class BootLoads {
 public:
  // kNested: this thread is the owner already, and loads the class once more from an agent that sees its bytes: the first to come to an end wins
  // (a circle of superclasses is found out before). kWaited: another thread was the owner; look again. An error: the circle.
  enum class Turn { kOwner, kNested, kWaited };
  Linked<Turn> begin(JavaThread& self, const Symbol* name) {
    sync::MutexLock lock(self, mutex_);
    auto [entry, is_new] = owners_.emplace(name, &self);
    if (is_new) {
      return Turn::kOwner;
    }
    if (entry->second == &self) {
      return Turn::kNested;
    }
    if (closes_circle(self, entry->second)) {
      return link_failure(LinkErrorKind::ClassCircularityError, std::string(name->text()), "JVMS 5.3.5 step 3");
    }
    waits_for_[&self] = name;
    changed_.wait(self, mutex_);
    waits_for_.erase(&self);
    return Turn::kWaited;
  }
  void end(JavaThread& self, const Symbol* name) {
    sync::MutexLock lock(self, mutex_);
    owners_.erase(name);
    changed_.notify_all();
  }

 private:
  bool closes_circle(const JavaThread& self, const JavaThread* owner) const {
    while (owner != &self) {
      auto wait = waits_for_.find(owner);
      if (wait == waits_for_.end()) {
        return false;
      }
      auto next = owners_.find(wait->second);
      if (next == owners_.end()) {
        return false;
      }
      owner = next->second;
    }
    return true;
  }

  sync::Mutex mutex_{sync::LockRank::kLoader};
  sync::CondVar changed_;
  std::unordered_map<const Symbol*, const JavaThread*> owners_;
  std::unordered_map<const JavaThread*, const Symbol*> waits_for_;
};

BootLoads& boot_loads() {
  static auto& loads = *new BootLoads;
  return loads;
}

Linked<Class*> load_from_boot(JavaThread& self, Symbol* name) {
  LoaderData& boot = LoaderData::boot();
  BootLoads::Turn turn = MJ_TRY(boot_loads().begin(self, name));
  while (turn == BootLoads::Turn::kWaited) {
    if (Class* known = find_loaded_class(boot, name)) {
      return known;
    }
    turn = MJ_TRY(boot_loads().begin(self, name));
  }
  Class* known = find_loaded_class(boot, name);  // the last owner may have just left
  Linked<Class*> loaded = known != nullptr ? Linked<Class*>(known) : load_boot_class(self, name);
  if (turn == BootLoads::Turn::kOwner) {
    boot_loads().end(self, name);
  }
  Class* nested = loaded.ok() ? nullptr : find_loaded_class(boot, name);
  return nested == nullptr ? std::move(loaded) : Linked<Class*>(nested);
}

// HOTSPOT: a class whose superclass is being loaded by another thread. This one loads the superclass, too, before it waits for anything: so it
// is it that finds out if the circle closes here. Null: still not there.
Linked<Class*> load_its_super(JavaThread& self, LoaderData& loader, Symbol* name, Symbol* super) {
  {
    LoadInProgress loading(self, loader, name, LoadInProgress::Kind::kSupers);
    loading.load_super(super);
    MJ_TRY(load_required_class(self, loader, super));
  }
  return find_loaded_class(loader, name);
}

// HOTSPOT: who asks a loader that is not parallel-capable has the loader's lock.
class LoaderLock {
 public:
  LoaderLock(JavaThread& self, LoaderData& loader) : self_(self), loader_(loader), is_locked_(loader_upcalls().lock_loader(self, loader)) {}
  ~LoaderLock() {
    if (is_locked_) {
      loader_upcalls().unlock_loader(self_, loader_);
    }
  }
  LoaderLock(const LoaderLock&) = delete;
  // The thread that began to load a class and gave up the lock in between shall complete it. Null: it failed.
  Class* wait_for_other_load(const Symbol* name) {
    while (is_locked_ && LoadInProgress::is_elsewhere(self_, loader_, name)) {
      loader_upcalls().give_way(self_, loader_);
      if (Class* known = find_loaded_class(loader_, name)) {
        return known;
      }
    }
    return nullptr;
  }

 private:
  JavaThread& self_;
  LoaderData& loader_;
  bool is_locked_;
};

// HOTSPOT: such a loader that asks the VM for the very class it is asked for would never come to an end.
Linked<Class*> ask_serial_loader(JavaThread& self, LoaderData& loader, Symbol* name) {
  LoaderLock lock(self, loader);
  if (Class* known = lock.wait_for_other_load(name)) {
    return known;
  }
  if (LoadInProgress::is_in_progress(self, loader, name, LoadInProgress::Kind::kAsked)) {
    return link_failure(LinkErrorKind::ClassCircularityError, std::string(name->text()), "JVMS 5.3.2");
  }
  LoadInProgress asked(self, loader, name, LoadInProgress::Kind::kAsked);
  Class* loaded = MJ_TRY(loader_upcalls().load_class(self, loader, name));
  return record_initiating_loader(loader, name, *loaded);
}

Linked<Class*> ask_loader(JavaThread& self, LoaderData& loader, Symbol* name) {
  if (Symbol* super = LoadInProgress::super_loaded_elsewhere(self, loader, name)) {
    if (Class* known = MJ_TRY(load_its_super(self, loader, name, super))) {
      return known;
    }
  }
  if (!loader.is_parallel_capable()) {
    return ask_serial_loader(self, loader, name);
  }
  Class* loaded = MJ_TRY(loader_upcalls().load_class(self, loader, name));
  return record_initiating_loader(loader, name, *loaded);
}

Linked<Class*> load_array(JavaThread& self, LoaderData& loader, Symbol* name) {
  std::string_view text = name->text().substr(1);
  if (text.empty()) {
    return link_failure(LinkErrorKind::NoClassDefFoundError, std::string(name->text()), "JVMS 5.3.3");
  }
  if (text[0] == '[') {
    Class* component = MJ_TRY(load_class(self, loader, intern_symbol(text)));
    return array_class_of(self, *component);
  }
  if (text[0] == 'L') {
    if (text.size() < 3 || text.back() != ';') {
      return link_failure(LinkErrorKind::NoClassDefFoundError, std::string(name->text()), "JVMS 5.3.3");
    }
    Class* component = MJ_TRY(load_class(self, loader, intern_symbol(text.substr(1, text.size() - 2))));
    return array_class_of(self, *component);
  }
  if (text.size() != 1 || std::string_view("ZCFDBSIJ").find(text[0]) == std::string_view::npos) {
    return link_failure(LinkErrorKind::NoClassDefFoundError, std::string(name->text()), "JVMS 5.3.3");
  }
  return array_class_of(self, *primitive_class(type_of_descriptor(text[0])));
}

Unexpected<LinkError> verification_failed(const classfile::VerifyFailure& failure, const LinkerOracle& oracle) {
  using Kind = classfile::VerifyFailure::Kind;
  if (failure.kind == Kind::kLoadingError && oracle.failure().has_value()) {
    return Unexpected<LinkError>(*oracle.failure());
  }
  const auto kind = failure.kind == Kind::kClassFormatError ? LinkErrorKind::ClassFormatError : LinkErrorKind::VerifyError;
  return link_failure(kind, failure.message, "JVMS 4.10.1");
}

// JVMS 5.4.1. Version 50 files may fall back to the inferring verifier (4.10).
// `made`: the class itself, or another version of it, to which only the file belongs.
Linked<void> verify(JavaThread& self, Class& klass, Class& made) {
  if (klass.skips_verification) {
    return {};
  }
  if (made.file->major_version() < classfile::kFirstStackMapVersion) {
    return loader_upcalls().verify_old(self, made);
  }
  LinkerOracle oracle(self, klass);
  Expected<void, classfile::VerifyFailure> verified = classfile::verify_class(*made.file, oracle);
  if (verified.ok()) {
    return {};
  }
  if (verified.error().may_fail_over) {
    MJ_LOG(verification, kInfo, "fail over class verification to old verifier for: %s", klass.name->c_str());
    Linked<void> inferred = loader_upcalls().verify_old(self, made);
    // HOTSPOT: when both refuse, the words are the first one's.
    if (!inferred.ok() && inferred.error().kind == LinkErrorKind::VerifyError) return link_failure(LinkErrorKind::VerifyError, verified.error().message, "JVMS 4.10");
    return inferred;
  }
  return verification_failed(verified.error(), oracle);
}

// HotSpot's line: without a source, the class of the loader.
void log_loaded(const Class& klass, std::string_view source) {
  if (!log_enabled(LogTag::classload, LogLevel::kInfo)) {
    return;
  }
  const std::string from = source.empty() && klass.loader->class_loader != nullptr ? klass.loader->class_loader->klass()->external_name() : std::string(source);
  MJ_LOG(classload, kInfo, "%s source: %s", klass.external_name().c_str(), from.c_str());
}

}  // namespace

std::span<const std::byte> keep_bytes(Class& klass, std::span<const std::byte> bytes) {
  if (bytes.empty()) {
    return {};
  }
  auto* copy = klass.home->allocate_array<std::byte>(bytes.size());
  std::memcpy(copy, bytes.data(), bytes.size());
  return {copy, bytes.size()};
}

Linked<void> verify_version(JavaThread& self, Class& klass, Class& made) { return verify(self, klass, made); }

Linked<Class*> load_class(JavaThread& self, LoaderData& loader, Symbol* name) {
  if (name->is_array()) {
    return load_array(self, loader, name);
  }
  if (Class* known = find_loaded_class(loader, name)) {
    return known;
  }
  if (LoadInProgress::is_in_progress(self, loader, name, LoadInProgress::Kind::kSupers)) {
    return link_failure(LinkErrorKind::ClassCircularityError, std::string(name->text()), "JVMS 5.3.5 step 3");
  }
  if (!self.has_native_stack()) {
    return link_failure(LinkErrorKind::StackOverflowError, "", "JVMS 2.5.2");
  }
  return loader.is_boot() ? load_from_boot(self, name) : ask_loader(self, loader, name);
}

Linked<Class*> define_class(JavaThread& self, LoaderData& loader, std::span<const std::byte> bytes, const DefineOptions& options) {
  ClassFileBytes file{bytes, {}, {}};
  if (!options.hidden) {
    loader_upcalls().file_arrived(self, loader, options.expected_name, options.facts, file);
  }
  Class* klass = MJ_TRY(build_class(self, loader, file.bytes, options));
  klass->original_bytes = keep_bytes(*klass, file.original);
  Linked<void> done = make_class_mirror(self, *klass, options.facts);
  if (done.ok()) {
    done = publish_class(*klass, !options.hidden);
    if (!done.ok()) {
      discard_class(*klass);
    }
  }
  if (!done.ok()) {
    LoaderData& home = *klass->home;
    free_class(*klass);
    if (&home != &loader) {
      home.unpin();
    }
    return done.propagate();
  }
  note_array_interface(*klass);
  log_loaded(*klass, options.source);
  loader_upcalls().class_defined(self, *klass);
  return klass;
}

namespace {

// Verification changes nothing but the state, so two threads may both do it: no lock is held while a loader runs Java.
// REQUIRES: the superclass is linked.
Linked<void> link_one(JavaThread& self, Class& klass) {
  for (Class* interface : klass.interfaces) {
    MJ_TRY(link_class(self, *interface));
  }
  MJ_TRY(verify(self, klass, klass));
  MJ_TRY(check_dispatch_constraints(klass));
  ClassState expected = ClassState::kLoaded;
  // release: pairs with is_linked().
  if (klass.state.compare_exchange_strong(expected, ClassState::kLinked, std::memory_order_acq_rel, std::memory_order_acquire)) {
    loader_upcalls().class_prepared(self, klass);
  }
  return {};
}

}  // namespace

// Superclasses without recursion: there may be more of them than the C stack has frames for.
Linked<void> link_class(JavaThread& self, Class& klass) {
  if (klass.is_linked()) {
    return {};
  }
  if (!self.has_native_stack()) {
    return link_failure(LinkErrorKind::StackOverflowError, "", "JVMS 2.5.2");
  }
  std::vector<Class*> to_link;
  for (Class* next = &klass; next != nullptr && !next->is_linked(); next = next->super) {
    to_link.push_back(next);
  }
  for (auto next = to_link.rbegin(); next != to_link.rend(); ++next) {
    MJ_TRY(link_one(self, **next));
  }
  return {};
}

}  // namespace minijvm::runtime
