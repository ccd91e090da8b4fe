// Loads and links classes: finds a class in a dictionary or asks the loader for it (JVMS 5.3), and
// verifies it once before it is used (5.4.1). class_builder.cpp makes a Class from the bytes.
// Callers are in VM; every function that takes `self` may run a loader's Java code.
#include "runtime/link/class_linker.h"

#include <fmt/format.h>

#include <cstring>
#include <unordered_map>
#include <vector>

#include "base/log.h"
#include "classfile/archive/stored_class.h"
#include "classfile/class_file.h"
#include "classfile/flow/stack_map_verifier.h"
#include "classfile/flow/verify_failure.h"
#include "runtime/class/class.h"
#include "runtime/class/class_tables.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/dispatch_tables.h"
#include "runtime/link/linker_oracle.h"
#include "runtime/link/required_class.h"
#include "runtime/link/verifier_texts.h"
#include "runtime/load/boot_loader.h"
#include "runtime/load/loader_parts.h"
#include "runtime/object/java_objects.h"
#include "runtime/runtime_state.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::runtime {

// Keeps the boot classes that some thread is loading, so that two threads define one class only
// once. A user-defined loader has a lock of its own for that.
//
//   from      to        by
//   free      loading   the first thread that asks; others wait in kBlocked
//   loading   free      the owner, with a class or a failure; the others look again
//
// (I1) A thread waits for at most one name, and waits_for_ has it while it does.
// (I2) There is no cycle of waits: a thread that would close one fails with ClassCircularityError.
//      Example: A extends B extends A, begun in one thread with A and in another with B.
class BootLoads {
 public:
  // kOwner: this thread loads the class and must call end. kNested: this thread is the owner
  // already, and an agent that sees the bytes of the class loads it once more; the first of the two
  // definitions wins. kWaited: another thread was the owner, so the caller looks again. The result
  // is an error if a wait would close a cycle (I2).
  enum class Turn { kOwner, kNested, kWaited };
  Linked<Turn> begin(JavaThread& self, const Symbol* name) {
    sync::MutexLock lock(self, mutex_);
    auto [entry, is_new] = owners_.emplace(name, &self);
    if (is_new) {
      return Turn::kOwner;
    }
    // A cycle of superclasses in one thread was found before, by load_class.
    if (entry->second == &self) {
      return Turn::kNested;
    }
    if (closes_cycle(self, entry->second)) {
      return link_failure(LinkErrorKind::ClassCircularityError, std::string(name->text()),
                          "JVMS 5.3.5 step 3");
    }
    // (I1) The wait releases the mutex and is in kBlocked, so a safepoint does not wait for this
    // thread.
    waits_for_[&self] = name;
    changed_.wait(self, mutex_);
    waits_for_.erase(&self);
    return Turn::kWaited;
  }
  void end(JavaThread& self, const Symbol* name) {
    sync::MutexLock lock(self, mutex_);
    owners_.erase(name);
    // Nearly always there is nobody to call the kernel for.
    if (!waits_for_.empty())
      changed_.notify_all();
  }

 private:
  // Follows owner -> the name that it waits for -> the owner of that name, until this thread is
  // reached (a cycle) or a thread that does not wait.
  bool closes_cycle(const JavaThread& self, const JavaThread* owner) const MJ_REQUIRES(mutex_) {
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
  // The thread that loads each name, and the name that each thread waits for.
  std::unordered_map<const Symbol*, const JavaThread*> owners_ MJ_GUARDED_BY(mutex_);
  std::unordered_map<const JavaThread*, const Symbol*> waits_for_ MJ_GUARDED_BY(mutex_);
};

namespace {

BootLoads& boot_loads() { return *runtime_state.loaders.boot_loads; }

// JVMS 5.3.1: loads one name, in one thread at a time.
Linked<Class*> load_from_boot(JavaThread& self, Symbol* name) {
  LoaderData& boot = LoaderData::boot();
  BootLoads::Turn turn = MJ_TRY(boot_loads().begin(self, name));
  while (turn == BootLoads::Turn::kWaited) {
    if (Class* known = find_loaded_class(boot, name)) {
      return known;
    }
    turn = MJ_TRY(boot_loads().begin(self, name));
  }
  // The last owner may have finished after the caller searched and before begin().
  Class* known = find_loaded_class(boot, name);
  Linked<Class*> loaded = known != nullptr ? Linked<Class*>(known) : load_boot_class(self, name);
  if (turn == BootLoads::Turn::kOwner) {
    boot_loads().end(self, name);
  }
  // If the load failed, the reason may be that a nested load of an agent has defined the name. Then
  // that class is the result.
  Class* nested = loaded.ok() ? nullptr : find_loaded_class(boot, name);
  return nested == nullptr ? std::move(loaded) : Linked<Class*>(nested);
}

// HOTSPOT: another thread is loading this class's superclass. This thread loads it as well before
// it waits, so it finds a cycle that closes here. Returns null if the class is still not loaded.
Linked<Class*> load_its_super(JavaThread& self, LoaderData& loader, Symbol* name, Symbol* super) {
  {
    LoadInProgress loading(self, loader, name, LoadInProgress::Kind::kSupers);
    loading.load_super(super);
    MJ_TRY(load_required_class(self, loader, super));
  }
  return find_loaded_class(loader, name);
}

// HOTSPOT: a loader that is not parallel-capable is called with its own monitor held.
class LoaderLock {
 public:
  LoaderLock(JavaThread& self, LoaderData& loader)
      : self_(self), loader_(loader), is_locked_(loader_upcalls().lock_loader(self, loader)) {}
  ~LoaderLock() {
    if (is_locked_) {
      loader_upcalls().unlock_loader(self_, loader_);
    }
  }
  LoaderLock(const LoaderLock&) = delete;
  // If another thread has begun to load the class and has released the lock meanwhile, waits until
  // that thread has completed the load. Returns null if its load failed; then this thread must try.
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

// HOTSPOT: a loader that is not parallel-capable may ask the VM for the very class that the VM asks
// it for. Without the check below the two would recurse without end.
Linked<Class*> ask_serial_loader(JavaThread& self, LoaderData& loader, Symbol* name) {
  LoaderLock lock(self, loader);
  if (Class* known = lock.wait_for_other_load(name)) {
    return known;
  }
  if (LoadInProgress::is_in_progress(self, loader, name, LoadInProgress::Kind::kAsked)) {
    return link_failure(LinkErrorKind::ClassCircularityError, std::string(name->text()),
                        "JVMS 5.3.2");
  }
  LoadInProgress asked(self, loader, name, LoadInProgress::Kind::kAsked);
  Class* loaded = MJ_TRY(loader_upcalls().load_class(self, loader, name));
  return record_initiating_loader(loader, name, *loaded);
}

// JVMS 5.3.2 step 2: calls loadClass of a user-defined loader, and records the loader as an
// initiating loader.
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

// JVMS 5.3.3 step 1: the component type is loaded first, by the same loader. For a name that is no
// descriptor there is no class.
[[gnu::noinline]] Linked<Class*> load_array(JavaThread& self, LoaderData& loader, Symbol* name) {
  std::string_view text = name->text().substr(1);
  if (text.empty()) {
    return link_failure(LinkErrorKind::NoClassDefFoundError, std::string(name->text()),
                        "JVMS 5.3.3");
  }
  // [[I has the component [I.
  if (text[0] == '[') {
    Class* component = MJ_TRY(load_class(self, loader, intern_symbol(text)));
    return array_class_of(self, *component);
  }
  // [Lpkg/C; has the component pkg/C.
  if (text[0] == 'L') {
    if (text.size() < 3 || text.back() != ';') {
      return link_failure(LinkErrorKind::NoClassDefFoundError, std::string(name->text()),
                          "JVMS 5.3.3");
    }
    Class* component =
        MJ_TRY(load_class(self, loader, intern_symbol(text.substr(1, text.size() - 2))));
    return array_class_of(self, *component);
  }
  if (text.size() != 1 || std::string_view("ZCFDBSIJ").find(text[0]) == std::string_view::npos) {
    return link_failure(LinkErrorKind::NoClassDefFoundError, std::string(name->text()),
                        "JVMS 5.3.3");
  }
  return array_class_of(self, *primitive_class(type_of_descriptor(text[0])));
}

// Turns the verifier's failure into an error. If the verifier could not load a class, the error of
// that load counts, and not a VerifyError.
Unexpected<LinkError> verification_failed(const classfile::VerifyFailure& failure,
                                          const LinkerOracle& oracle) {
  using Kind = classfile::VerifyFailure::Kind;
  if (failure.kind == Kind::kLoadingError && oracle.failure().has_value()) {
    return Unexpected<LinkError>(*oracle.failure());
  }
  const auto kind = failure.kind == Kind::kClassFormatError ? LinkErrorKind::ClassFormatError
                                                            : LinkErrorKind::VerifyError;
  return link_failure(kind, verifier_text(failure.message), "JVMS 4.10.1");
}

// HotSpot's line. Without a source it shows the class of the loader.
void log_loaded(const Class& klass, std::string_view source) {
  if (!log_enabled(LogTag::classload, LogLevel::kInfo)) {
    return;
  }
  const std::string from = source.empty() && klass.loader->class_loader != nullptr
                               ? klass.loader->class_loader->klass()->external_name()
                               : std::string(source);
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

// JVMS 5.4.1. By 4.10, files from version 50 on are checked by their StackMapTables, older ones by
// inference; version 50 may fall back to inference. `made` is the class itself, or another version
// of it, of which only the file counts.
Linked<void> verify_version(JavaThread& self, Class& klass, Class& made) {
  if (klass.skips_verification) {
    return {};
  }
  if (made.file->major_version() < classfile::kFirstStackMapVersion) {
    return loader_upcalls().verify_old(self, made);
  }
  LinkerOracle oracle(self, klass);
  // The archive knows a proof of these bytes. It holds if the other classes are still as they were.
  const classfile::StoredClass* stored = made.file->stored();
  if (stored != nullptr && stored->is_verified() && stored->gets_same_answers(oracle)) {
    runtime_state.archive_use.proofs.fetch_add(1, std::memory_order_relaxed);
    return {};
  }
  Expected<void, classfile::VerifyFailure> verified = classfile::verify_class(*made.file, oracle);
  if (verified.ok()) {
    return {};
  }
  if (verified.error().may_fail_over) {
    MJ_LOG(verification, kInfo, "fail over class verification to old verifier for: %s",
           klass.name->c_str());
    Linked<void> inferred = loader_upcalls().verify_old(self, made);
    // HOTSPOT: when both verifiers refuse, the message is that of the first.
    if (!inferred.ok() && inferred.error().kind == LinkErrorKind::VerifyError)
      return link_failure(LinkErrorKind::VerifyError, verified.error().message, "JVMS 4.10");
    return inferred;
  }
  return verification_failed(verified.error(), oracle);
}

// JVMS 5.3: the VM makes an array class; any other class comes from the loader.
Linked<Class*> load_class(JavaThread& self, LoaderData& loader, Symbol* name) {
  if (name->is_array()) {
    return load_array(self, loader, name);
  }
  // 5.3.1 step 1 and 5.3.2 step 1: the loader is already recorded as an initiating loader.
  if (Class* known = find_loaded_class(loader, name)) {
    return known;
  }
  // 5.3.5 steps 3 and 4: if this thread is loading the supers of this very class, the class would
  // be its own superclass.
  if (LoadInProgress::is_in_progress(self, loader, name, LoadInProgress::Kind::kSupers)) {
    return link_failure(LinkErrorKind::ClassCircularityError, std::string(name->text()),
                        "JVMS 5.3.5 step 3");
  }
  // Each superclass nests one more load on the C stack.
  if (!self.has_native_stack()) {
    return link_failure(LinkErrorKind::StackOverflowError, "", "JVMS 2.5.2");
  }
  return loader.is_boot() ? load_from_boot(self, name) : ask_loader(self, loader, name);
}

Linked<Class*> define_class(JavaThread& self, LoaderData& loader, std::span<const std::byte> bytes,
                            const DefineOptions& options) {
  // Agents come first, then the steps of JVMS 5.3.5: build (1 to 4), mirror, dictionary (5).
  ClassFileBytes file{bytes, {}, {}};
  if (!options.hidden) {
    loader_upcalls().file_arrived(self, loader, options.expected_name, options.facts, file);
  }
  Class* klass = MJ_TRY(build_class(self, loader, file.bytes, options));
  klass->original_bytes = keep_bytes(*klass, file.original);
  klass->is_changed_by_agent = !file.changed.empty();
  Linked<void> done = make_class_mirror(self, *klass, options.facts);
  if (done.ok()) {
    done = publish_class(*klass, !options.hidden);
    if (!done.ok()) {
      discard_class(*klass);
    }
  }
  if (!done.ok()) {
    // A hidden class that may die early has pinned a home of its own. Unpinned and without a class,
    // it dies in the next full collection.
    LoaderData& home = *klass->home;
    free_class(*klass);
    if (&home != &loader) {
      home.unpin();
    }
    return done.propagate();
  }
  ++self.defined_classes;  // the class is visible from here on
  note_array_interface(*klass);
  log_loaded(*klass, options.source);
  loader_upcalls().class_defined(self, *klass);
  return klass;
}

namespace {

// JVMS 5.4: links the superinterfaces first, then verifies (5.4.1) and checks the loading
// constraints of preparation (5.4.2). Verification changes nothing but the state, so two threads
// may both verify, and no lock is held while a loader runs Java. REQUIRES: the superclass is
// linked.
Linked<void> link_one(JavaThread& self, Class& klass) {
  for (Class* interface : klass.interfaces) {
    MJ_TRY(link_class(self, *interface));
  }
  MJ_TRY(verify_version(self, klass, klass));
  MJ_TRY(check_dispatch_constraints(klass));
  // Only the thread that wins the exchange reports the class as prepared.
  ClassState expected = ClassState::kLoaded;
  // release: pairs with is_linked().
  if (klass.state.compare_exchange_strong(expected, ClassState::kLinked, std::memory_order_acq_rel,
                                          std::memory_order_acquire)) {
    loader_upcalls().class_prepared(self, klass);
  }
  return {};
}

}  // namespace

// Links superclasses in a loop and not by recursion: a class may have more superclasses than the C
// stack has room for. Only superinterfaces recurse.
Linked<void> link_class(JavaThread& self, Class& klass) {
  if (klass.is_linked()) {
    return {};
  }
  if (!self.has_native_stack()) {
    return link_failure(LinkErrorKind::StackOverflowError, "", "JVMS 2.5.2");
  }
  // The class and its superclasses that are not linked yet. They are linked from the top down,
  // since a class is linked after its superclass.
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
