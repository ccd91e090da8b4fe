// Prepares and installs other bodies for the methods of a class, as redefinition.h describes.
// prepare is called in VM and may stop; install runs in the stopped world and neither allocates nor
// fails.
#include "tools/redefine/redefinition.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/check.h"
#include "classfile/class_file.h"
#include "classfile/opcodes.h"
#include "runtime/class/class_tables.h"
#include "runtime/class/field.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/oop_map_cache.h"
#include "runtime/load/loader_data.h"
#include "runtime/thread/java_thread.h"
#include "tools/redefine/same_code.h"

namespace minijvm::redefine {
namespace {

using namespace runtime;

using Checked = Expected<void, RedefinitionError>;
using enum RedefinitionError;

Unexpected<RedefinitionError> refused(RedefinitionError why) {
  return Unexpected<RedefinitionError>(why);
}

// HOTSPOT: which JVMTI error stands for the exception that defining the class would throw.
RedefinitionError error_of(LinkErrorKind kind) {
  switch (kind) {
    case LinkErrorKind::UnsupportedClassVersionError:
      return UNSUPPORTED_VERSION;
    case LinkErrorKind::ClassFormatError:
      return INVALID_CLASS_FORMAT;
    case LinkErrorKind::ClassCircularityError:
      return CIRCULAR_CLASS_DEFINITION;
    case LinkErrorKind::NoClassDefFoundError:
      return NAMES_DONT_MATCH;
    case LinkErrorKind::OutOfMemoryError:
      return OUT_OF_MEMORY;
    default:
      return FAILS_VERIFICATION;
  }
}

// --- what may not change, in the order in which HotSpot checks it ---

// Superclass and superinterfaces stay, the latter in the same order.
Checked check_hierarchy(const Class& klass, const Class& made) {
  bool is_same =
      klass.super == made.super && std::equal(klass.interfaces.begin(), klass.interfaces.end(),
                                              made.interfaces.begin(), made.interfaces.end());
  return is_same ? Checked() : refused(UNSUPPORTED_REDEFINITION_HIERARCHY_CHANGED);
}

using classfile::ClassFile;

// Index 0 means that the class file has no such entry.
std::string_view name_at(const ClassFile& file, std::uint16_t class_index) {
  return class_index == 0 ? std::string_view() : file.constant_pool().class_name(class_index);
}
std::string_view text_at(const ClassFile& file, std::uint16_t utf8_index) {
  return utf8_index == 0 ? std::string_view() : file.constant_pool().utf8(utf8_index);
}

// Compares two tables of class entries as sets: the order has no meaning.
bool are_same_classes(const ClassFile& one, classfile::Table<classfile::U2> ours,
                      const ClassFile& other, classfile::Table<classfile::U2> theirs) {
  auto sorted_names = [](const ClassFile& file, classfile::Table<classfile::U2> table) {
    std::vector<std::string_view> names;
    for (std::uint32_t i = 0; i < table.size(); ++i) names.push_back(name_at(file, table[i]));
    std::sort(names.begin(), names.end());
    return names;
  };
  return sorted_names(one, ours) == sorted_names(other, theirs);
}

// Record components must agree in number, order, name, descriptor and signature.
bool are_same_components(const ClassFile& one, const ClassFile& other) {
  const auto& ours = one.record_components();
  const auto& theirs = other.record_components();
  return one.is_record() == other.is_record() &&
         std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                    [&](const auto& a, const auto& b) {
                      return text_at(one, a.name_index) == text_at(other, b.name_index) &&
                             text_at(one, a.descriptor_index) ==
                                 text_at(other, b.descriptor_index) &&
                             text_at(one, a.signature_index) == text_at(other, b.signature_index);
                    });
}

// The attributes that linking has relied on: nest (JVMS 4.7.28, 4.7.29), record (4.7.30), permitted
// subclasses (4.7.31).
Checked check_attributes(const ClassFile& before, const ClassFile& after) {
  bool is_same =
      name_at(before, before.nest_host_index()) == name_at(after, after.nest_host_index()) &&
      are_same_classes(before, before.nest_members(), after, after.nest_members()) &&
      are_same_components(before, after) && before.is_sealed() == after.is_sealed() &&
      are_same_classes(before, before.permitted_subclasses(), after, after.permitted_subclasses());
  return is_same ? Checked() : refused(UNSUPPORTED_REDEFINITION_CLASS_ATTRIBUTE_CHANGED);
}

// Objects of the class exist, so the same fields must be there in the same order.
Checked check_fields(const Class& klass, const Class& made) {
  bool is_same = std::equal(klass.fields.begin(), klass.fields.end(), made.fields.begin(),
                            made.fields.end(), [](const Field& a, const Field& b) {
                              return a.name == b.name && a.descriptor == b.descriptor &&
                                     a.access_flags == b.access_flags;
                            });
  return is_same ? Checked() : refused(UNSUPPORTED_REDEFINITION_SCHEMA_CHANGED);
}

// Such methods are in no vtable, and no subclass can override or inherit them into a table.
bool may_come_and_go(const Method& method, MethodSet allowed) {
  return allowed == MethodSet::kMayChange && method.is_private() &&
         (method.is_static() || method.is_final());
}

// The methods may come in another order.
Checked check_methods(const Class& klass, const Class& made, MethodSet allowed) {
  for (const Method& method : made.methods) {
    const Method* known = klass.find_declared_method(method.name, method.descriptor);
    if (known == nullptr && !may_come_and_go(method, allowed))
      return refused(UNSUPPORTED_REDEFINITION_METHOD_ADDED);
    if (known != nullptr && known->access_flags != method.access_flags)
      return refused(UNSUPPORTED_REDEFINITION_METHOD_MODIFIERS_CHANGED);
  }
  for (const Method* method : klass.methods_by_name) {
    bool is_kept = made.find_declared_method(method->name, method->descriptor) != nullptr ||
                   may_come_and_go(*method, allowed);
    if (!is_kept)
      return refused(UNSUPPORTED_REDEFINITION_METHOD_DELETED);
  }
  return {};
}

Checked check_against(const Class& klass, const Class& made, MethodSet allowed) {
  MJ_TRY(check_hierarchy(klass, made));
  MJ_TRY(check_attributes(*klass.file, *made.file));
  if (klass.access_flags != made.access_flags)
    return refused(UNSUPPORTED_REDEFINITION_CLASS_MODIFIERS_CHANGED);
  MJ_TRY(check_fields(klass, made));
  return check_methods(klass, made, allowed);
}

// The caller gets a JVMTI error and not an exception, so what loading left pending is dropped.
RedefinitionError settle(JavaThread& self, const LinkError& error) {
  RedefinitionError why = error_of(error.kind);
  self.pending_exception = nullptr;
  return why;
}

// --- the exchange ---

// Swaps what belongs to a body. Everything else belongs to the method itself and stays: name, slot,
// vtable index, native function, id.
void exchange_bodies(Method& current, Method& made) {
  std::swap(current.info, made.info);
  std::swap(current.pool, made.pool);
  std::swap(current.bytecode, made.bytecode);
  std::swap(current.bytecode_length, made.bytecode_length);
  std::swap(current.max_stack, made.max_stack);
  std::swap(current.max_locals, made.max_locals);
  std::swap(current.is_caller_sensitive, made.is_caller_sensitive);
  std::swap(current.is_hidden, made.is_hidden);
  std::swap(current.is_lambda_form_compiled, made.is_lambda_form_compiled);
  std::swap(current.hides_events, made.hides_events);
  std::swap(current.is_in_transition, made.is_in_transition);
  std::swap(current.is_trivial_finalize, made.is_trivial_finalize);
  void* code = current.code.load(std::memory_order_relaxed);
  // release: pairs with the engine's acquire. The method has no translation now, and its next call
  // makes one.
  current.code.store(made.code.load(std::memory_order_relaxed), std::memory_order_release);
  made.code.store(code, std::memory_order_relaxed);
  current.call_facts.store(0, std::memory_order_relaxed);
}

// `old` has just received the body of `current`. Gives it what frames of that body still ask for,
// and links it into the list of versions behind `current`.
void become_older(Method& old, Method& current, std::uint16_t version) {
  old.holder = current.holder;
  old.slot = current.slot;
  old.vtable_index = current.vtable_index;
  old.polymorphic = current.polymorphic;
  old.is_object_init = current.is_object_init;
  old.native_entry.store(current.native_entry.load(std::memory_order_relaxed),
                         std::memory_order_relaxed);
  old.native_stub.store(current.native_stub.load(std::memory_order_relaxed),
                        std::memory_order_relaxed);
  old.version = current.version;
  // A frame of a body that still does the same may be shown as the current method (JVMTI
  // IsMethodObsolete).
  old.is_obsolete = current.is_deleted || !is_equivalent(old, current);
  old.older = current.older;
  old.newer = &current;
  current.older = &old;
  current.version = version;
}

// A Method to take the body of a method that will be deleted: the builder made none for it.
Method* make_twin(const Method& method, Class& made) {
  auto* twin = new (made.home->allocate(sizeof(Method))) Method();
  twin->holder = &made;
  twin->name = method.name;
  twin->descriptor = method.descriptor;
  twin->pool = made.pool;
  twin->access_flags = method.access_flags;
  twin->max_locals = method.arg_slots;
  twin->arg_slots = method.arg_slots;
  twin->return_type = method.return_type;
  return twin;
}

// A table in the loader's arena.
std::span<Method*> keep(const std::vector<Method*>& methods, LoaderData& home) {
  auto* table = home.allocate_array<Method*>(methods.size());
  std::copy(methods.begin(), methods.end(), table);
  return {table, methods.size()};
}

// Returns true if a frame runs one of the version's bodies. The Methods of a version are those that
// took its bodies.
bool is_running(const Class& version, const std::unordered_set<const Method*>& running) {
  return std::any_of(version.methods.begin(), version.methods.end(),
                     [&](const Method& method) { return running.contains(&method); });
}

// Unlinks a version from its method's list of versions, and makes it an empty Method that only
// leads to the current version.
void forget_body(Method& old) {
  Method* before = old.newer;
  while (before->older != &old) before = before->older;
  before->older = old.older;
  old.info = nullptr;
  old.pool = nullptr;
  old.bytecode = nullptr;
  old.bytecode_length = 0;
}

void free_version(Class& version) {
  for (Method& old : version.methods) forget_body(old);
  free_class(version);
}

}  // namespace

bool is_modifiable_class(const Class& klass) {
  return klass.is_instance_class() && !klass.is_hidden;
}

Expected<NewVersion, RedefinitionError> NewVersion::prepare(JavaThread& self, Class& klass,
                                                            std::span<const std::byte> bytes,
                                                            MethodSet methods) {
  if (!is_modifiable_class(klass))
    return refused(UNMODIFIABLE_CLASS);
  if (bytes.empty())
    return refused(INVALID_CLASS_FORMAT);
  if (klass.state.load(std::memory_order_acquire) == ClassState::kErroneous)
    return refused(INVALID_CLASS);
  // Build the class file as a class that nobody sees. The class itself is under this name in the
  // dictionary, as it should be.
  DefineOptions options;
  options.expected_name = klass.name;
  options.is_redefinition = true;
  Linked<Class*> built = build_class(self, *klass.loader, bytes, options);
  if (!built.ok())
    return refused(settle(self, built.error()));
  NewVersion version(klass, *built.value());
  // The old verifier asks by mirror (LoaderUpcalls::verify_old), so the version borrows the
  // class's.
  version.made_->mirror = klass.mirror;
  if (Checked same = check_against(klass, *version.made_, methods); !same.ok()) {
    version.discard();
    return same.propagate();
  }
  // Verifying the version asks questions about the class itself, which must be linked first.
  Linked<void> linked = link_class(self, klass);
  Linked<void> verified =
      linked.ok() ? verify_version(self, klass, *version.made_) : std::move(linked);
  if (!verified.ok()) {
    version.discard();
    return refused(settle(self, verified.error()));
  }
  version.plan_methods();
  return version;
}

void NewVersion::discard() {
  made_->mirror = nullptr;
  free_class(*made_);
}

void NewVersion::plan_methods() {
  // Three tables: `all` begins with the class's methods in their slots, added ones follow.
  // `by_name` follows the order of the new file's table. `older` are the Methods that take old
  // bodies: those the builder made, and twins for deleted methods.
  std::vector<Method*> all;
  std::vector<Method*> by_name;
  std::vector<Method*> older;
  for (Method& method : klass_->methods) all.push_back(&method);
  const std::size_t before = all.size();
  for (Method* made : made_->methods_by_name) {
    // by_name must hold Methods of the class: those it has, and the added ones.
    Method* known = klass_->find_declared_method(made->name, made->descriptor);
    by_name.push_back(known == nullptr ? made : known);
    (known == nullptr ? all : older).push_back(made);
  }
  const std::size_t kept = older.size();
  for (const Method* method : klass_->methods_by_name) {
    if (made_->find_declared_method(method->name, method->descriptor) == nullptr)
      older.push_back(make_twin(*method, *made_));
  }
  // Nothing was added or deleted: the existing tables stay.
  if (all.size() == before && older.size() == kept)
    return;
  changed_ = {keep(all, *klass_->home), keep(by_name, *klass_->home), keep(older, *klass_->home)};
}

// Marks deleted methods, moves added ones to the class, and gives the version the Methods that will
// take the old bodies. klass.methods_by_name is still the old table, in which install looks methods
// up.
void NewVersion::change_methods() {
  Class& klass = *klass_;
  for (Method* current : klass.methods_by_name) {
    current->is_deleted =
        made_->find_declared_method(current->name, current->descriptor) == nullptr;
  }
  for (std::size_t slot = klass.methods.size(); slot < changed_.all.size(); ++slot) {
    Method& added = *changed_.all[slot];
    added.holder = &klass;
    added.slot = static_cast<std::uint16_t>(slot);
    added.version = klass.version;
  }
  made_->methods = MethodList(changed_.older);
  made_->methods_by_name = {};
}

void NewVersion::install() {
  Class& klass = *klass_;
  Class& made = *made_;
  // The order below matters: methods are matched by the class's old table of names, so that table
  // changes after all bodies have been exchanged.
  klass.version = static_cast<std::uint16_t>(klass.version + 1);
  // Code that resolves through the new pool does so for the class, not for the version.
  made.pool->move_to(klass);
  if (!changed_.all.empty())
    change_methods();
  for (Method& old : made.methods) {
    Method& current = *klass.find_declared_method(old.name, old.descriptor);
    exchange_bodies(current, old);
    become_older(old, current, klass.version);
    // A deleted method has no body: no native function to call, and no monitor to enter.
    if (current.is_deleted)
      current.access_flags &=
          static_cast<std::uint16_t>(~(classfile::ACC_NATIVE | classfile::ACC_SYNCHRONIZED));
  }
  if (!changed_.all.empty()) {
    klass.methods = MethodList(changed_.all);
    klass.methods_by_name = changed_.by_name;
  }
  // Fields keep their offsets; their attributes come from the new file.
  for (std::size_t i = 0; i < klass.fields.size(); ++i) {
    std::swap(klass.fields[i].info, made.fields[i].info);
  }
  // The cached analysis is that of the old bodies.
  forget_oop_maps(klass);
  std::swap(klass.file, made.file);
  std::swap(klass.pool, made.pool);
  std::swap(klass.source_file, made.source_file);
  // The mirror is the class's own: freeing the version must not clear it.
  made.mirror = nullptr;
  made.older = std::exchange(klass.older, &made);
}

void free_old_versions(Class& klass, const std::unordered_set<const Method*>& running) {
  // C++ code that was stopped may be reading one of the two newest versions.
  constexpr int kKept = 2;
  Class* before = &klass;
  for (int i = 0; i < kKept && before->older != nullptr; ++i) before = before->older;
  while (Class* version = before->older) {
    // A version that runs stays, but older ones behind it may go.
    if (is_running(*version, running)) {
      before = version;
      continue;
    }
    before->older = std::exchange(version->older, nullptr);
    forget_oop_maps(*version);
    free_version(*version);
  }
}

}  // namespace minijvm::redefine
