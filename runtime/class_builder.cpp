// From bytes to a Class that nobody sees yet: JVMS 5.3.5 steps 1 to 4, and preparation's layout (5.4.2).
// Proved by tests/runtime/resolution_test.cpp; all of java.base in tests/runtime/java_base_test.cpp.
//
// The size of a Class depends on its vtable, so it is first drafted on the C++ heap, and moved below 4 GiB when the vtable is known.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <tuple>
#include <unordered_set>

#include "classfile/class_file_parser.h"
#include "classfile/descriptor.h"
#include "runtime/access.h"
#include "runtime/class.h"
#include "runtime/class_checks.h"
#include "runtime/class_tables.h"
#include "runtime/dispatch_tables.h"
#include "runtime/field.h"
#include "runtime/java_thread.h"
#include "runtime/loader_parts.h"
#include "runtime/method.h"
#include "runtime/method_id.h"
#include "runtime/object.h"
#include "runtime/object_layout.h"
#include "runtime/polymorphic_methods.h"
#include "runtime/required_class.h"
#include "runtime/run_constant_pool.h"
#include "runtime/symbol_table.h"
#include "runtime/vm_annotations.h"
#include "runtime/well_known.h"

namespace minijvm::runtime {
namespace {

using classfile::ClassFile;

constexpr std::uint8_t kReturn = 0xb1;
constexpr std::uint16_t kRecordFinal = 0x0010;
constexpr std::size_t kParsedTimes = 4;  // a class file is kept parsed, which takes about so many times its bytes

std::string_view package_of(std::string_view class_name) {
  const std::size_t slash = class_name.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : class_name.substr(0, slash);
}

Unexpected<LinkError> format_failure(const classfile::FormatError& error) {
  using Kind = classfile::FormatErrorKind;
  LinkErrorKind kind = LinkErrorKind::ClassFormatError;
  switch (error.kind) {
    case Kind::ClassFormatError: break;
    case Kind::UnsupportedClassVersionError: kind = LinkErrorKind::UnsupportedClassVersionError; break;
    case Kind::NoClassDefFoundError: kind = LinkErrorKind::NoClassDefFoundError; break;
    case Kind::IncompatibleClassChangeError: kind = LinkErrorKind::IncompatibleClassChangeError; break;
  }
  return link_failure(kind, error.message, error.clause);
}

// "pkg/Foo+0x0000000800c03000": any unique number will do. Nobody can ask for it, so it dies with the class.
Symbol* hidden_name(LoaderData& home, std::string_view name) {
  static std::atomic<std::uint64_t> next{0x0000'0008'0000'0000};
  const std::string text = fmt::format("{}+0x{:016x}", name, next.fetch_add(0x400, std::memory_order_relaxed));
  return place_symbol(home.allocate(symbol_bytes(text)), text);
}

std::atomic<bool> verify_remote{true};
std::atomic<bool> verify_boot{false};
ContentionRules contention_rules;

bool is_verified(const LoaderData& loader) { return (loader.is_boot() ? verify_boot : verify_remote).load(std::memory_order_relaxed); }

class ClassBuilder {
 public:
  // home: whose memory the class uses, and with whom it dies.
  ClassBuilder(JavaThread& self, LoaderData& loader, LoaderData& home, std::unique_ptr<ClassFile> file, const DefineOptions& options)
      : self_(self), loader_(loader), home_(home), file_(std::move(file)), options_(options), draft_(new Class()) {}

  Linked<Class*> build() {
    MJ_TRY(name_it());
    MJ_TRY(load_supers());
    if (options_.hidden) {
      file_->rename(draft_->name->text());  // descriptors do not follow: in them the old name means what the loader says
    }
    lay_out();
    make_methods();
    set_kinds();
    std::vector<Method*> vtable = MJ_TRY(build_vtable(*draft_));
    return move_below_4g(vtable);
  }

 private:
  // JVMS 5.3.5 step 1: the name is not taken, and not one of java.* (unless by the JDK's own loaders).
  Linked<void> name_it() {
    // A hidden class takes the name it is given: java.lang.invoke defines one template under many names.
    const std::string_view name = options_.given_name.empty() ? file_->name() : options_.given_name;
    draft_->kind = ClassKind::kInstance;
    draft_->element_type = BasicType::kObject;
    draft_->access_flags = file_->access_flags();
    draft_->loader = &loader_;
    draft_->home = &home_;
    draft_->file = file_.get();
    draft_->is_hidden = options_.hidden;
    if (!loader_.is_boot_or_platform() && name.starts_with("java/")) {
      return link_failure(LinkErrorKind::SecurityException,
                          fmt::format("Class loader (instance of): {} tried to load prohibited package name: {}", loader_.display_name(),
                                      dotted(package_of(name))),
                          "JVMS 5.3.5");
    }
    draft_->name = options_.hidden ? hidden_name(home_, name) : intern_symbol(name);
    if (LoadInProgress::is_in_progress(self_, loader_, draft_->name, LoadInProgress::Kind::kSupers)) {
      return link_failure(LinkErrorKind::ClassCircularityError, std::string(name), "JVMS 5.3.5 step 3");
    }
    draft_->package = options_.lookup != nullptr ? options_.lookup->package : package_entry(loader_, package_of(name));
    Class* known = options_.hidden || options_.is_redefinition ? nullptr : find_loaded_class(loader_, draft_->name);
    if (known != nullptr && known->loader == &loader_) {
      return duplicate_definition(loader_, *draft_, *known);
    }
    return {};
  }

  Linked<Class*> load_super(LoadInProgress& loading, std::string_view name) {
    if (options_.hidden && name == file_->name()) {  // no load in progress has this name
      return link_failure(LinkErrorKind::ClassCircularityError, std::string(name), "JVMS 5.3.5 step 3");
    }
    Symbol* symbol = intern_symbol(name);
    loading.load_super(symbol);
    return load_required_class(self_, loader_, symbol, options_.facts.protection_domain);
  }

  // Steps 3 and 4, and the tables for subtype tests.
  // HOTSPOT: the interfaces are loaded before the superclass, and what each is comes before who may extend it.
  Linked<void> load_supers() {
    LoadInProgress loading(self_, loader_, draft_->name, LoadInProgress::Kind::kSupers);
    MJ_TRY(load_superinterfaces(loading));
    if (file_->super_class_index() != 0) {
      Class* super = MJ_TRY(load_super(loading, file_->super_name()));
      MJ_TRY(check_kind_of_superclass(*draft_, *super));
      if (super->depth == Class::kMaxDepth) {
        return link_failure(LinkErrorKind::OutOfMemoryError, "Superclasses are too many", "");
      }
      MJ_TRY(check_superclass(self_, *draft_, *super));
      draft_->super = super;
    }
    for (Class* interface : draft_->interfaces) {
      MJ_TRY(check_superinterface(self_, *draft_, *interface));
    }
    make_secondaries();
    return {};
  }

  Linked<void> load_superinterfaces(LoadInProgress& loading) {
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

  // Each superinterface once: the superclass's, then each direct one and its own, as a depth-first walk meets them.
  void make_secondaries() {
    const Class* super = draft_->super;
    if (super != nullptr) {
      std::copy(std::begin(super->display), std::end(super->display), draft_->display);
      draft_->depth = static_cast<std::uint16_t>(super->depth + 1);
      if (draft_->interfaces.empty()) {
        draft_->secondaries = super->secondaries;
        return;
      }
    }
    std::vector<Class*> all;
    std::unordered_set<Class*> seen;
    auto add = [&](Class* one) {
      if (seen.insert(one).second) {
        all.push_back(one);
      }
    };
    if (super != nullptr) {
      std::for_each(super->secondaries.begin(), super->secondaries.end(), add);
    }
    for (Class* interface : draft_->interfaces) {
      add(interface);
      std::for_each(interface->secondaries.begin(), interface->secondaries.end(), add);
    }
    auto* table = home_.allocate_array<Class*>(all.size());
    std::copy(all.begin(), all.end(), table);
    draft_->secondaries = {table, all.size()};
  }

  // --- fields and layout ---

  void lay_out() {
    pool_ = std::make_unique<RunConstantPool>(*draft_, *file_);
    std::vector<FieldPlan> plan = plan_fields();
    const Class* super = draft_->super;
    const std::uint32_t start = super == nullptr || draft_->is_interface() ? static_cast<std::uint32_t>(Object::kHeaderBytes) : super->fields_end;
    ObjectLayout layout = lay_out_instance(plan, start, plan_contention(plan));
    lay_out_statics(plan, statics_start(layout), layout);
    draft_->fields_end = layout.fields_end;
    draft_->instance_bytes = layout.instance_bytes;
    draft_->mirror_bytes = layout.statics_end;
    draft_->static_ref_offsets = keep(layout.static_ref_offsets, {});
    draft_->ref_offsets = keep(layout.ref_offsets, super == nullptr ? std::span<const std::uint32_t>() : super->ref_offsets);
    make_fields(plan);
  }

  std::vector<FieldPlan> plan_fields() {
    std::vector<FieldPlan> plan;
    for (const classfile::FieldInfo& field : file_->fields()) {
      plan.push_back({type_of_descriptor(file_->descriptor_of(field)[0]), (field.access_flags & classfile::ACC_STATIC) != 0, 0});
    }
    for (InjectedField& field : injected_fields()) {
      if (loader_.is_boot() && field.class_name == file_->name()) {
        plan.push_back({field.type, false, 0});
      }
    }
    return plan;
  }

  // Fields of one named group are together; those that name none are each alone.
  Contention plan_contention(std::vector<FieldPlan>& plan) const {
    if (!contention_rules.enabled || (contention_rules.only_jdk_classes && !trusts_annotations())) {
      return {};
    }
    const classfile::ConstantPool& pool = file_->constant_pool();
    Contention contention{read_contended(file_->annotations().visible, pool).has_value(), 0, contention_rules.padding};
    std::map<std::string_view, std::uint32_t> named;
    for (std::size_t i = 0; i < file_->fields().size(); ++i) {
      const auto group = plan[i].is_static ? std::nullopt : read_contended(file_->fields()[i].annotations.visible, pool);
      if (!group.has_value()) {
        continue;
      }
      const bool is_new = group->empty() || named.try_emplace(*group, contention.groups + 1).second;
      contention.groups += is_new ? 1 : 0;
      plan[i].group = group->empty() ? contention.groups : named.at(*group);
    }
    return contention;
  }

  bool trusts_annotations() const { return loader_.is_boot_or_platform() || options_.vm_annotations; }

  // java.lang.Class's own instance fields come first in every mirror. The few classes before it have no statics.
  std::uint32_t statics_start(const ObjectLayout& layout) const {
    if (loader_.is_boot() && file_->name() == "java/lang/Class") {
      return layout.instance_bytes;
    }
    return wk().java_lang_Class == nullptr ? 0 : wk().java_lang_Class->instance_bytes;
  }

  std::span<const std::uint32_t> keep(const std::vector<std::uint32_t>& own, std::span<const std::uint32_t> inherited) {
    if (own.empty()) {
      return inherited;
    }
    auto* table = home_.allocate_array<std::uint32_t>(inherited.size() + own.size());
    std::copy(own.begin(), own.end(), std::copy(inherited.begin(), inherited.end(), table));
    return {table, inherited.size() + own.size()};
  }

  void make_fields(const std::vector<FieldPlan>& plan) {
    const auto& infos = file_->fields();
    auto* fields = home_.allocate_array<Field>(infos.size());
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
    std::size_t next = infos.size();
    for (InjectedField& field : injected_fields()) {
      if (loader_.is_boot() && field.class_name == file_->name()) {
        field.offset = plan[next++].offset;
      }
    }
  }

  // --- methods ---

  void make_methods() {
    const auto& infos = file_->methods();
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
    for (Method& method : draft_->methods) {
      method.polymorphic = method.is_native() ? polymorphic_kind(*draft_, method.name) : PolymorphicKind::kNone;
    }
  }

  void fill_method(Method& method, const classfile::MethodInfo& info, std::uint16_t slot) {
    method.holder = draft_.get();
    method.pool = pool_.get();
    method.name = pool_->symbol(info.name_index);
    method.descriptor = pool_->symbol(info.descriptor_index);
    method.info = &info;
    method.access_flags = info.access_flags;
    classfile::MethodDescriptor descriptor(method.descriptor->text());
    method.arg_slots = static_cast<std::uint16_t>(descriptor.parameter_slots() + (method.is_static() ? 0 : 1));
    method.return_type = static_cast<BasicType>(descriptor.return_type().type());
    method.max_locals = method.arg_slots;
    method.slot = slot;
    method.vtable_index = Method::kNonVirtual;
    method.intrinsic = -1;
    method.is_hidden = options_.hidden;
    if (info.code != nullptr) {
      method.bytecode = info.code->code.data();
      method.bytecode_length = static_cast<std::uint32_t>(info.code->code.size());
      method.max_stack = info.code->max_stack;
      method.max_locals = info.code->max_locals;
    }
    honour_annotations(method, info);
    const std::string_view name = method.name->text();
    method.is_trivial_finalize = name == "finalize" && method.descriptor->text() == "()V" && method.bytecode_length == 1 && method.bytecode[0] == kReturn;
    method.is_object_init = name == "<init>" && draft_->super == nullptr;
  }

  void honour_annotations(Method& method, const classfile::MethodInfo& info) {
    if (info.annotations.visible.empty() || !trusts_annotations()) {
      return;
    }
    const VmAnnotations found = read_vm_annotations(info.annotations.visible, file_->constant_pool());
    method.is_caller_sensitive = found.caller_sensitive;
    method.is_lambda_form_compiled = found.lambda_form_compiled;
    method.is_hidden = method.is_hidden || found.hidden || found.lambda_form_compiled;
  }

  // JVMS 2.9.2: of version 51 on it must be static; older files need no flag.
  Method* find_class_initializer() {
    Method* method = draft_->find_declared_method(intern_symbol("<clinit>"), intern_symbol("()V"));
    const bool is_one = method != nullptr && (method->is_static() || file_->major_version() < 51);
    return is_one ? method : nullptr;
  }

  // --- what it is ---

  void set_kinds() {
    const Class* super = draft_->super;
    draft_->reference_kind = reference_kind();
    draft_->is_class_loader = (super != nullptr && super->is_class_loader) || (loader_.is_boot() && file_->name() == "java/lang/ClassLoader");
    draft_->is_record = file_->is_record() && (draft_->access_flags & kRecordFinal) != 0 && super != nullptr && super->name->text() == "java/lang/Record";
    draft_->has_finalizer = has_finalizer();
    draft_->skips_verification = !is_verified(loader_) || is_magic_accessor(*draft_);
    if (file_->source_file_index() != 0) {
      draft_->source_file = pool_->symbol(file_->source_file_index());
    }
  }

  ReferenceKind reference_kind() const {
    const std::string_view name = file_->name();
    if (loader_.is_boot() && name.starts_with("java/lang/ref/")) {
      if (name == "java/lang/ref/SoftReference") return ReferenceKind::kSoft;
      if (name == "java/lang/ref/WeakReference") return ReferenceKind::kWeak;
      if (name == "java/lang/ref/FinalReference") return ReferenceKind::kFinal;
      if (name == "java/lang/ref/PhantomReference") return ReferenceKind::kPhantom;
    }
    return draft_->super == nullptr ? ReferenceKind::kNone : draft_->super->reference_kind;
  }

  // finalize()V with a body, not Object's; an empty one switches an inherited one off.
  bool has_finalizer() const {
    if (draft_->super == nullptr || draft_->is_interface()) {
      return false;
    }
    const Method* own = draft_->find_declared_method(intern_symbol("finalize"), intern_symbol("()V"));
    if (own != nullptr && !own->is_static()) {
      return !own->is_trivial_finalize;
    }
    return draft_->super->has_finalizer;
  }

  // --- the final place ---

  Linked<Class*> move_below_4g(const std::vector<Method*>& vtable) {
    void* memory = allocate_class_memory(sizeof(Class) + vtable.size() * sizeof(Method*));
    if (memory == nullptr) {
      return link_failure(LinkErrorKind::OutOfMemoryError, "Compressed class space", "");
    }
    auto* klass = static_cast<Class*>(memory);
    std::memcpy(memory, static_cast<const void*>(draft_.get()), sizeof(Class));
    klass->vtable_length = static_cast<std::uint32_t>(vtable.size());
    std::copy(vtable.begin(), vtable.end(), klass->vtable());
    if (klass->depth < Class::kDisplayDepth) {
      klass->display[klass->depth] = klass;
    }
    for (Field& field : klass->fields) {
      field.holder = klass;
    }
    for (Method& method : klass->methods) {
      method.holder = klass;
    }
    klass->file = file_.release();
    klass->pool = pool_.release();
    klass->pool->move_to(*klass);
    if (options_.hidden) {
      klass->pool->publish(klass->file->this_class_index(), klass);  // it is in no dictionary
    }
    if (options_.nest_host != nullptr) {
      set_nest_host(*klass, *options_.nest_host);
    }
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

std::atomic<bool> preview_enabled{false};

}  // namespace

void set_verification(bool remote_classes, bool boot_classes) {
  verify_remote.store(remote_classes || boot_classes, std::memory_order_relaxed);  // HOTSPOT: who checks the JDK's own classes checks all
  verify_boot.store(boot_classes, std::memory_order_relaxed);
}
void set_contention_rules(const ContentionRules& rules) { contention_rules = rules; }
void set_preview_enabled(bool enabled) { preview_enabled.store(enabled, std::memory_order_relaxed); }

Linked<Class*> build_class(JavaThread& self, LoaderData& loader, std::span<const std::byte> bytes, const DefineOptions& options) {
  classfile::ParseOptions how;
  if (options.expected_name != nullptr) {
    how.expected_name = options.expected_name->text();
  }
  how.check_format = is_verified(loader) || options.is_redefinition;  // HOTSPOT: who is not verified may have odd names, too
  how.enable_preview = preview_enabled.load(std::memory_order_relaxed);
  auto parsed = classfile::parse_class_file({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, how);
  if (!parsed.ok()) {
    return format_failure(parsed.error());
  }
  LoaderData& home = options.hidden && !options.strong ? LoaderData::for_hidden_class(loader) : loader;
  Linked<Class*> built = ClassBuilder(self, loader, home, std::make_unique<ClassFile>(parsed.take()), options).build();
  if (built.ok()) {
    count_class_file(static_cast<std::ptrdiff_t>(bytes.size()));
    count_metadata(home, kParsedTimes * bytes.size() + sizeof(Class) + built.value()->vtable_length * sizeof(Method*));
  } else if (&home != &loader) {
    home.unpin();
  }
  return built;
}

// Its mirror, if it has one, stands for nothing from now on: the collector takes it back.
void free_class(Class& klass) {
  if (klass.older != nullptr) {
    free_class(*klass.older);
  }
  if (klass.mirror != nullptr && wk().Class_vm_class != 0) {
    klass.mirror->store<std::int64_t>(wk().Class_vm_class, 0);
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
