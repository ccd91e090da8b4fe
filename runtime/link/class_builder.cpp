// Makes a Class from bytes, which no other thread sees yet: JVMS 5.3.5 steps 1 to 4, and the layout
// of preparation (5.4.2). class_linker.cpp calls this with the bytes and gives the result a mirror
// and a place in a dictionary. The caller is in VM; loading the supers may run Java.
//
//   parse    name it    load supers    fields, layout    methods, kinds    vtable    move, itables
//   step 2   step 1     steps 3, 4     5.4.2                               5.4.5     5.4.6
//
// The size of a Class depends on its vtable. So the Class is drafted on the C++ heap, and moved
// below 4 GiB when the vtable is known.
// Tested by tests/runtime/resolution_test.cpp; with all of java.base in
// tests/runtime/java_base_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <tuple>

#include "classfile/archive/stored_class.h"
#include "classfile/class_file_parser.h"
#include "runtime/class/class.h"
#include "runtime/class/class_tables.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/method_id.h"
#include "runtime/class/polymorphic_methods.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/class/vm_annotations.h"
#include "runtime/jdk_release.h"
#include "runtime/link/access.h"
#include "runtime/link/class_checks.h"
#include "runtime/link/dispatch_tables.h"
#include "runtime/link/required_class.h"
#include "runtime/link/subtype_tables.h"
#include "runtime/load/loader_parts.h"
#include "runtime/load/stored_classes.h"
#include "runtime/object/java_objects.h"
#include "runtime/object/object_layout.h"
#include "runtime/runtime_state.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::runtime {
namespace {

using classfile::ClassFile;

// The opcode `return`, which is the only instruction of a trivial finalize().
constexpr std::uint8_t kReturn = 0xb1;
// ACC_FINAL: a record class is always final.
constexpr std::uint16_t kRecordFinal = 0x0010;
// A class file is kept parsed, which takes about four times its bytes.
constexpr std::size_t kParsedTimes = 4;

// JVMS 5.3.5 step 2: makes a LinkError of a parser's error, which has the same name.
Unexpected<LinkError> format_failure(const classfile::FormatError& error) {
  using Kind = classfile::FormatErrorKind;
  LinkErrorKind kind = LinkErrorKind::ClassFormatError;
  switch (error.kind) {
    case Kind::ClassFormatError:
      break;
    case Kind::UnsupportedClassVersionError:
      kind = LinkErrorKind::UnsupportedClassVersionError;
      break;
    case Kind::NoClassDefFoundError:
      kind = LinkErrorKind::NoClassDefFoundError;
      break;
    case Kind::IncompatibleClassChangeError:
      kind = LinkErrorKind::IncompatibleClassChangeError;
      break;
  }
  return link_failure(kind, error.message, error.clause);
}

// Makes a name such as "pkg/Foo+0x0000000800c03000"; any unique number is good. Nothing looks the
// name up, so it is placed in the class's own memory and dies with the class.
Symbol* hidden_name(LoaderData& home, std::string_view name) {
  const std::uint64_t number =
      runtime_state.next_hidden_name.fetch_add(0x400, std::memory_order_relaxed);
  const std::string text = fmt::format("{}+0x{:016x}", name, number);
  return place_symbol(home.allocate(symbol_bytes(text)), text);
}

constexpr LinkRules& rules = runtime_state.rules;

bool is_verified(const LoaderData& loader) {
  return (loader.is_boot() ? rules.verify_boot : rules.verify_remote)
      .load(std::memory_order_relaxed);
}

// JVMS 5.3.5 step 2: the error is a ClassFormatError, an UnsupportedClassVersionError, or a
// NoClassDefFoundError for a name that is not the expected one. Returns what the archive has, or
// else parses.
[[gnu::noinline]] Linked<std::unique_ptr<ClassFile>> parse(const LoaderData& loader,
                                                           std::span<const std::byte> bytes,
                                                           const DefineOptions& options) {
  classfile::ParseOptions how;
  if (options.expected_name != nullptr) {
    how.expected_name = options.expected_name->text();
  }
  // HOTSPOT: classes that are not verified may also have unusual names.
  how.check_format = is_verified(loader) || options.is_redefinition;
  how.newest_major_version = jdk().class_file_major;
  how.enable_preview = rules.preview_enabled.load(std::memory_order_relaxed);
  // The archive has no hidden class.
  const bool is_in_archive = !options.hidden && !options.is_redefinition;
  auto parsed = class_file_of(is_in_archive ? options.expected_name : nullptr, bytes, how);
  if (!parsed.ok()) {
    return format_failure(parsed.error());
  }
  return std::make_unique<ClassFile>(parsed.take());
}

class ClassBuilder {
 public:
  // `home` is the loader data whose memory the class uses and with which it dies.
  ClassBuilder(JavaThread& self, LoaderData& loader, LoaderData& home,
               std::unique_ptr<ClassFile> file, const DefineOptions& options)
      : self_(self),
        loader_(loader),
        home_(home),
        file_(std::move(file)),
        options_(options),
        draft_(new Class()) {}

  // Runs the steps in order. Each step needs what the steps before it have put into the draft. The
  // load of a superclass nests one more build() on the C stack, so steps with a large frame are
  // functions that are not inlined.
  Linked<Class*> build() {
    MJ_TRY(name_it());
    MJ_TRY(load_supers());
    return finish();
  }

 private:
  [[gnu::noinline]] Linked<Class*> finish() {
    if (options_.hidden) {
      // Only this_class changes. In descriptors the old name still means the class that the loader
      // returns for it.
      file_->rename(draft_->name->text());
    }
    lay_out();
    make_methods();
    set_kinds();
    std::vector<Method*> vtable = MJ_TRY(build_vtable(*draft_));
    return move_below_4g(vtable);
  }

  // JVMS 5.3.5 step 1: the name must be free. HOTSPOT: java.* is reserved for the JDK's loaders.
  [[gnu::noinline]] Linked<void> name_it() {
    // java.lang.invoke defines a template under many names, so a hidden class may get another name.
    const std::string_view name = options_.given_name.empty() ? file_->name() : options_.given_name;
    draft_->kind = ClassKind::kInstance;
    draft_->element_type = BasicType::kObject;
    draft_->access_flags = file_->access_flags();
    draft_->loader = &loader_;
    draft_->home = &home_;
    draft_->file = file_.get();
    draft_->is_hidden = options_.hidden;
    if (!loader_.is_boot_or_platform() && name.starts_with("java/")) {
      return link_failure(
          LinkErrorKind::SecurityException,
          fmt::format("Class loader (instance of): {} tried to load prohibited package name: {}",
                      loader_.display_name(), dotted(package_of(name))),
          "JVMS 5.3.5");
    }
    // A hidden class is in no dictionary, so its name needs no Symbol in the table.
    draft_->name = options_.hidden ? hidden_name(home_, name) : intern_symbol(name);
    // A class of this name whose supers this thread is loading would become its own super.
    if (LoadInProgress::is_in_progress(self_, loader_, draft_->name,
                                       LoadInProgress::Kind::kSupers)) {
      return link_failure(LinkErrorKind::ClassCircularityError, std::string(name),
                          "JVMS 5.3.5 step 3");
    }
    // A hidden class is in the package, and so in the module, of its lookup class.
    draft_->package = options_.lookup != nullptr ? options_.lookup->package
                                                 : package_entry(loader_, package_of(name));
    // Step 1: LinkageError if this loader has defined the name. No lock is held: publish_class
    // decides in the end, but this check gives the error before any super is loaded.
    Class* known = options_.hidden || options_.is_redefinition
                       ? nullptr
                       : find_loaded_class(loader_, draft_->name);
    if (known != nullptr && known->loader == &loader_) {
      return duplicate_definition(loader_, *draft_, *known);
    }
    return {};
  }

  // JVMS 5.3.5 steps 3 and 4: the super is resolved as in 5.4.3.1, with the protection domain that
  // this class will have.
  Linked<Class*> load_super(LoadInProgress& loading, std::string_view name) {
    // A hidden class that extends itself is found here, because no load in progress has its name.
    if (options_.hidden && name == file_->name()) {
      return link_failure(LinkErrorKind::ClassCircularityError, std::string(name),
                          "JVMS 5.3.5 step 3");
    }
    Symbol* symbol = intern_symbol(name);
    loading.load_super(symbol);
    return load_required_class(self_, loader_, symbol, options_.facts.protection_domain);
  }

  // Does steps 3 and 4, and makes the tables for subtype tests.
  // HOTSPOT: the interfaces are loaded before the superclass. The check that the superclass is a
  // class (IncompatibleClassChangeError) comes before the check that it may be extended.
  Linked<void> load_supers() {
    LoadInProgress loading(self_, loader_, draft_->name, LoadInProgress::Kind::kSupers);
    MJ_TRY(load_superinterfaces(loading));
    if (file_->super_class_index() != 0) {
      Class* super = MJ_TRY(load_super(loading, file_->super_name()));
      MJ_TRY(check_kind_of_superclass(*draft_, *super));
      // With one more superclass the depth field would overflow.
      if (super->depth == Class::kMaxDepth) {
        return link_failure(LinkErrorKind::OutOfMemoryError, "Superclasses are too many", "");
      }
      MJ_TRY(check_superclass(self_, *draft_, *super));
      draft_->super = super;
    }
    // Step 4: the superinterfaces come after the superclass. HOTSPOT: this orders the errors.
    for (Class* interface : draft_->interfaces) {
      MJ_TRY(check_superinterface(self_, *draft_, *interface));
    }
    make_subtype_tables(*draft_, home_);
    return {};
  }

  // Step 4: loads each direct superinterface in declared order, and checks that it is an interface.
  [[gnu::noinline]] Linked<void> load_superinterfaces(LoadInProgress& loading) {
    std::vector<Class*> interfaces;
    for (std::uint16_t index : file_->interfaces()) {
      Class* interface = MJ_TRY(load_super(loading, file_->constant_pool().class_name(index)));
      MJ_TRY(check_kind_of_superinterface(*draft_, *interface));
      interfaces.push_back(interface);
    }
    auto* table = home_.allocate_array<Class*>(interfaces.size());
    std::copy(interfaces.begin(), interfaces.end(), table);
    draft_->interfaces = {table, interfaces.size()};
    return {};
  }

  // --- fields and layout ---

  // JVMS 5.4.2: instance fields go behind the superclass's fields, static fields into the mirror.
  void lay_out() {
    pool_ = std::make_unique<RunConstantPool>(*draft_, *file_, home_);
    std::vector<FieldPlan> plan = plan_fields();
    const Class* super = draft_->super;
    // An interface has no instances, and Object no superclass, so both begin behind the header.
    const std::uint32_t start = super == nullptr || draft_->is_interface()
                                    ? static_cast<std::uint32_t>(Object::kHeaderBytes)
                                    : super->fields_end;
    ObjectLayout layout = lay_out_instance(plan, start, plan_contention(plan));
    lay_out_statics(plan, statics_start(layout), layout);
    draft_->fields_end = layout.fields_end;
    draft_->instance_bytes = layout.instance_bytes;
    draft_->mirror_bytes = layout.statics_end;
    draft_->static_ref_offsets = keep(layout.static_ref_offsets, {});
    // The collector needs all reference fields of an instance in one table, inherited ones first.
    draft_->ref_offsets =
        keep(layout.ref_offsets,
             super == nullptr ? std::span<const std::uint32_t>() : super->ref_offsets);
    make_fields(plan);
  }

  // Lists the fields in declaration order, then the injected ones. make_fields relies on this.
  std::vector<FieldPlan> plan_fields() {
    std::vector<FieldPlan> plan;
    for (const classfile::FieldInfo& field : file_->fields()) {
      plan.push_back({type_of_descriptor(file_->descriptor_of(field)[0]),
                      (field.access_flags & classfile::ACC_STATIC) != 0, 0});
    }
    for (InjectedField& field : injected_fields()) {
      if (loader_.is_boot() && field.class_name == file_->name()) {
        plan.push_back({field.type, false, 0});
      }
    }
    return plan;
  }

  // Assigns the @Contended groups. Fields of one named group are together; each field whose
  // annotation gives no group is alone.
  Contention plan_contention(std::vector<FieldPlan>& plan) const {
    if (!rules.contention.enabled || (rules.contention.only_jdk_classes && !trusts_annotations())) {
      return {};
    }
    const classfile::ConstantPool& pool = file_->constant_pool();
    Contention contention{read_contended(file_->annotations().visible, pool).has_value(), 0,
                          rules.contention.padding};
    std::map<std::string_view, std::uint32_t> named;
    for (std::size_t i = 0; i < file_->fields().size(); ++i) {
      // Only instance fields have groups.
      const classfile::FieldInfo& field = file_->fields()[i];
      const bool is_plain =
          plan[i].is_static || !field.has_visible_annotations ||
          (file_->stored() != nullptr && !file_->stored()->may_have_contended_fields());
      const auto group =
          is_plain ? std::nullopt : read_contended(file_->annotations_of(field).visible, pool);
      if (!group.has_value()) {
        continue;
      }
      const bool is_new = group->empty() || named.try_emplace(*group, contention.groups + 1).second;
      contention.groups += is_new ? 1 : 0;
      plan[i].group = group->empty() ? contention.groups : named.at(*group);
    }
    return contention;
  }

  // JDK-internal annotations count in classes of the JDK's loaders, or if the definer allows it.
  bool trusts_annotations() const {
    return loader_.is_boot_or_platform() || options_.vm_annotations;
  }

  // The instance fields of java.lang.Class come first in every mirror. The few classes that are
  // loaded before java.lang.Class have no static fields.
  std::uint32_t statics_start(const ObjectLayout& layout) const {
    if (loader_.is_boot() && file_->name() == "java/lang/Class") {
      return layout.instance_bytes;
    }
    return wk().java_lang_Class == nullptr ? 0 : wk().java_lang_Class->instance_bytes;
  }

  // Makes one table of inherited and own offsets, or shares the superclass's if there are no own.
  std::span<const std::uint32_t> keep(const std::vector<std::uint32_t>& own,
                                      std::span<const std::uint32_t> inherited) {
    if (own.empty()) {
      return inherited;
    }
    auto* table = home_.allocate_array<std::uint32_t>(inherited.size() + own.size());
    std::copy(own.begin(), own.end(), std::copy(inherited.begin(), inherited.end(), table));
    return {table, inherited.size() + own.size()};
  }

  void make_fields(const std::vector<FieldPlan>& plan) {
    const auto infos = file_->fields();
    auto* fields = home_.allocate_array<Field>(infos.size());
    // java.lang.invoke may fold final instance fields of hidden classes and records.
    const bool trusts_finals = options_.hidden || file_->is_record();
    for (std::size_t i = 0; i < infos.size(); ++i) {
      Field& field = *new (&fields[i]) Field();
      field.name = pool_->symbol(infos[i].name_index);
      field.descriptor = pool_->symbol(infos[i].descriptor_index);
      field.info = &infos[i];
      field.offset = plan[i].offset;
      field.access_flags = infos[i].access_flags;
      field.slot = static_cast<std::uint16_t>(i);
      field.type = plan[i].type;
      field.is_trusted_final = field.is_final() && (field.is_static() || trusts_finals);
    }
    draft_->fields = {fields, infos.size()};
    // The injected fields of this class follow in the plan. Their offset is kept in the table
    // itself, since each belongs to one class of the boot loader.
    std::size_t next = infos.size();
    for (InjectedField& field : injected_fields()) {
      if (loader_.is_boot() && field.class_name == file_->name()) {
        field.offset = plan[next++].offset;
      }
    }
  }

  // --- methods ---

  // Makes the methods side by side in declaration order, and a table for find_declared_method.
  void make_methods() {
    const auto infos = file_->methods();
    auto* methods = home_.allocate_array<Method>(infos.size());
    auto* by_name = home_.allocate_array<Method*>(infos.size());
    for (std::size_t i = 0; i < infos.size(); ++i) {
      fill_method(*new (&methods[i]) Method(), infos[i], static_cast<std::uint16_t>(i));
      by_name[i] = &methods[i];
    }
    std::sort(by_name, by_name + infos.size(), [](const Method* a, const Method* b) {
      return std::tie(a->name, a->descriptor) < std::tie(b->name, b->descriptor);
    });
    draft_->methods = {methods, infos.size()};
    draft_->methods_by_name = {by_name, infos.size()};
    draft_->class_initializer = find_class_initializer();
    // This comes after the methods are in the draft: a name is polymorphic or not depending on the
    // methods that the class declares (JVMS 2.9.3).
    for (Method& method : draft_->methods) {
      method.polymorphic =
          method.is_native() ? polymorphic_kind(*draft_, method.name) : PolymorphicKind::kNone;
    }
  }

  // JVMS 4.6: fills in all fields of a method except its vtable index, which build_vtable sets.
  void fill_method(Method& method, const classfile::MethodInfo& info, std::uint16_t slot) {
    method.holder = draft_.get();
    method.pool = pool_.get();
    method.name = pool_->symbol(info.name_index);
    method.descriptor = pool_->symbol(info.descriptor_index);
    method.info = &info;
    method.access_flags = info.access_flags;
    const auto facts = classfile::method_facts(*file_, slot);
    method.arg_slots = static_cast<std::uint16_t>(facts.parameter_slots + !method.is_static());
    // A native method's frame has only its arguments; for a method with code this is replaced.
    method.return_type = facts.return_type;
    method.max_locals = method.arg_slots;
    method.slot = slot;
    method.vtable_index = Method::kNonVirtual;
    method.is_hidden = options_.hidden;
    // The method is neither abstract nor native (JVMS 4.7.3).
    if (info.has_code()) {
      method.max_stack = facts.max_stack;
      method.max_locals = facts.max_locals;
      method.bytecode_length = facts.code_length;
      const std::uint8_t* copy =
          file_->stored() == nullptr ? nullptr : file_->stored()->bytecode(slot);
      // JVMS 4.7.3: max_stack, max_locals and code_length are eight bytes.
      method.bytecode = copy != nullptr ? copy : file_->bytes().data() + info.code_offset + 8;
    }
    if (info.has_visible_annotations && trusts_annotations())
      honour_annotations(method, facts.marks);
    // finalize()V that only returns does nothing, so it does not make its class need finalization.
    const std::string_view name = method.name->text();
    method.is_trivial_finalize = name == "finalize" && method.descriptor->text() == "()V" &&
                                 method.bytecode_length == 1 && method.bytecode[0] == kReturn;
    method.is_object_init = name == "<init>" && draft_->super == nullptr;
  }

  // Reads the annotations of methods (vm_annotations.h), for classes that may use them.
  // The archive knows their marks.
  void honour_annotations(Method& method, std::uint8_t marks) {
    const VmAnnotations found =
        file_->stored() != nullptr
            ? VmAnnotations::of_marks(marks)
            : read_vm_annotations(method.attributes().annotations.visible, file_->constant_pool());
    method.is_caller_sensitive = found.caller_sensitive;
    method.is_lambda_form_compiled = found.lambda_form_compiled;
    method.hides_events = found.hides_events;
    method.is_in_transition = found.in_transition;
    method.is_hidden = method.is_hidden || found.hidden || found.lambda_form_compiled;
  }

  // JVMS 2.9.2: a <clinit> of version 51 or later must be static; older files need no flag.
  Method* find_class_initializer() {
    Method* method = draft_->find_declared_method(intern_symbol("<clinit>"), intern_symbol("()V"));
    const bool is_one = method != nullptr && (method->is_static() || file_->major_version() < 51);
    return is_one ? method : nullptr;
  }

  // --- kinds ---

  // Computes once what the collector, reflection and verification must know about the class.
  void set_kinds() {
    const Class* super = draft_->super;
    draft_->reference_kind = reference_kind();
    // Name and loader decide: a user's class of that name is no ClassLoader.
    draft_->is_class_loader = (super != nullptr && super->is_class_loader) ||
                              (loader_.is_boot() && file_->name() == "java/lang/ClassLoader");
    // HOTSPOT: a Record attribute alone does not make a record; the class must also be final and
    // extend java.lang.Record.
    draft_->is_record = file_->is_record() && (draft_->access_flags & kRecordFinal) != 0 &&
                        super != nullptr && super->name->text() == "java/lang/Record";
    draft_->has_finalizer = has_finalizer();
    draft_->skips_verification = !is_verified(loader_) || is_magic_accessor(*draft_);
    if (file_->source_file_index() != 0) {
      draft_->source_file = pool_->symbol(file_->source_file_index());
    }
  }

  // Subclasses inherit the kind; the five classes that define a kind belong to the boot loader.
  ReferenceKind reference_kind() const {
    const std::string_view name = file_->name();
    if (loader_.is_boot() && name.starts_with("java/lang/ref/")) {
      if (name == "java/lang/ref/SoftReference")
        return ReferenceKind::kSoft;
      if (name == "java/lang/ref/WeakReference")
        return ReferenceKind::kWeak;
      if (name == "java/lang/ref/FinalReference")
        return ReferenceKind::kFinal;
      if (name == "java/lang/ref/PhantomReference")
        return ReferenceKind::kPhantom;
    }
    if (loader_.is_boot() && name == "jdk/internal/vm/Continuation")
      return ReferenceKind::kContinuation;
    return draft_->super == nullptr ? ReferenceKind::kNone : draft_->super->reference_kind;
  }

  // Returns true if instances need finalization: finalize()V has a body and is not Object's. An
  // empty finalize() switches an inherited one off.
  bool has_finalizer() const {
    if (draft_->super == nullptr || draft_->is_interface() ||
        !rules.finalization_enabled.load(std::memory_order_relaxed)) {
      return false;
    }
    const Method* own =
        draft_->find_declared_method(intern_symbol("finalize"), intern_symbol("()V"));
    if (own != nullptr && !own->is_static()) {
      return !own->is_trivial_finalize;
    }
    return draft_->super->has_finalizer;
  }

  // --- the final memory ---

  // Copies the draft into its final memory, with the vtable behind it, and repairs every pointer to
  // the draft. From here on nothing can fail.
  Linked<Class*> move_below_4g(const std::vector<Method*>& vtable) {
    void* memory = allocate_class_memory(sizeof(Class) + vtable.size() * sizeof(Method*));
    if (memory == nullptr) {
      return link_failure(LinkErrorKind::OutOfMemoryError, "Compressed class space", "");
    }
    auto* klass = static_cast<Class*>(memory);
    std::memcpy(memory, static_cast<const void*>(draft_.get()), sizeof(Class));
    klass->vtable_length = static_cast<std::uint32_t>(vtable.size());
    std::copy(vtable.begin(), vtable.end(), klass->vtable());
    // A class is part of its own display, so the subtype test needs no separate case for equality.
    if (klass->depth < Class::kDisplayDepth) {
      klass->display[klass->depth] = klass;
    }
    for (Field& field : klass->fields) {
      field.holder = klass;
    }
    for (Method& method : klass->methods) {
      method.holder = klass;
    }
    // The class owns file and pool from now on; free_class deletes them.
    klass->file = file_.release();
    klass->pool = pool_.release();
    klass->pool->move_to(*klass);
    if (options_.hidden) {
      // A hidden class is in no dictionary, so its pool must refer to it from the start.
      klass->pool->publish(klass->file->this_class_index(), klass);
    }
    if (options_.nest_host != nullptr) {
      set_nest_host(*klass, *options_.nest_host);
    }
    // The itables come last, because their entries refer to methods by their final holder.
    build_itables(*klass, home_);
    return klass;
  }

  JavaThread& self_;
  LoaderData& loader_;
  LoaderData& home_;
  std::unique_ptr<ClassFile> file_;
  const DefineOptions& options_;
  std::unique_ptr<Class> draft_;
  std::unique_ptr<RunConstantPool> pool_;
};

}  // namespace

void set_verification(bool remote_classes, bool boot_classes) {
  // HOTSPOT: verifying the JDK's own classes implies verifying all others.
  rules.verify_remote.store(remote_classes || boot_classes, std::memory_order_relaxed);
  rules.verify_boot.store(boot_classes, std::memory_order_relaxed);
}
void set_contention_rules(const ContentionRules& chosen) { rules.contention = chosen; }
void set_preview_enabled(bool enabled) {
  rules.preview_enabled.store(enabled, std::memory_order_relaxed);
}
void set_finalization_enabled(bool enabled) {
  rules.finalization_enabled.store(enabled, std::memory_order_relaxed);
}

Linked<Class*> build_class(JavaThread& self, LoaderData& loader, std::span<const std::byte> bytes,
                           const DefineOptions& options) {
  std::unique_ptr<ClassFile> file = MJ_TRY(parse(loader, bytes, options));
  // A hidden class that may die before its loader gets a LoaderData of its own.
  LoaderData& home =
      options.hidden && !options.strong ? LoaderData::for_hidden_class(loader) : loader;
  Linked<Class*> built = ClassBuilder(self, loader, home, std::move(file), options).build();
  if (built.ok()) {
    // The memory is counted, so that collections start when classes that may die have grown.
    count_class_file(static_cast<std::ptrdiff_t>(bytes.size()));
    count_metadata(home, kParsedTimes * bytes.size() + sizeof(Class) +
                             built.value()->vtable_length * sizeof(Method*));
  } else if (&home != &loader) {
    home.unpin();
  }
  return built;
}

// Frees a class that is unreachable, or was never published, with its older versions. Its mirror,
// if it has one, may still be on the heap until the end of the collection, so its reference to the
// class is cut here.
void free_class(Class& klass) {
  if (klass.older != nullptr) {
    free_class(*klass.older);
  }
  if (klass.mirror != nullptr && java::ClassMirror::vm_class_offset() != 0) {
    klass.mirror->set_vm_class(nullptr);
  }
  if (klass.file != nullptr) {
    count_class_file(-static_cast<std::ptrdiff_t>(klass.file->bytes().size()));
  }
  forget_method_ids(klass);
  delete klass.pool;
  delete klass.file;
  free_class_memory(&klass, sizeof(Class) + klass.vtable_length * sizeof(Method*));
}

}  // namespace minijvm::runtime
