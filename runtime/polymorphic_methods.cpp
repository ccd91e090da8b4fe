#include "runtime/polymorphic_methods.h"

#include <map>
#include <new>
#include <string>

#include "base/check.h"
#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "runtime/class.h"
#include "runtime/loader_data.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "sync/vm_mutex.h"

namespace minijvm::runtime {
namespace {

constexpr std::uint16_t kNativeVarargs = 0x0180;
constexpr std::uint16_t kNativeSyntheticFinal = 0x1110;
constexpr std::uint16_t kStatic = 0x0008;
constexpr std::string_view kArguments = "([Ljava/lang/Object;)";

struct Intrinsic {
  std::string_view name;
  PolymorphicKind kind;
};
constexpr Intrinsic kIntrinsics[] = {
    {"invokeBasic", PolymorphicKind::kInvokeBasic},     {"linkToStatic", PolymorphicKind::kLinkToStatic},
    {"linkToSpecial", PolymorphicKind::kLinkToSpecial}, {"linkToVirtual", PolymorphicKind::kLinkToVirtual},
    {"linkToInterface", PolymorphicKind::kLinkToInterface}, {"linkToNative", PolymorphicKind::kLinkToNative},
};

std::string basic_form(classfile::FieldType type) {
  switch (type.type()) {
    case classfile::BasicType::kObject:
    case classfile::BasicType::kArray: return "Ljava/lang/Object;";
    case classfile::BasicType::kBoolean:
    case classfile::BasicType::kByte:
    case classfile::BasicType::kChar:
    case classfile::BasicType::kShort: return "I";
    default: return std::string(type.text());
  }
}

// (String, boolean, MemberName)Foo -> (Object, int, MemberName)Object
Symbol* basic_descriptor(const Symbol* descriptor, bool keeps_last) {
  classfile::MethodDescriptor types(descriptor->text());
  std::string text = "(";
  unsigned left = types.parameter_count();
  for (classfile::FieldType type : types) {
    --left;
    text += keeps_last && left == 0 ? std::string(type.text()) : basic_form(type);
  }
  text += ")" + basic_form(types.return_type());
  return intern_symbol(text);
}

Method* find_declared(const Class& klass, const Symbol* name) {
  for (Method& method : klass.methods) {
    if (method.name == name && (method.access_flags & kNativeVarargs) == kNativeVarargs && method.descriptor->text().starts_with(kArguments)) {
      return &method;
    }
  }
  return nullptr;
}

bool may_have_polymorphic(const Class& klass) {
  if (klass.loader == nullptr || !klass.loader->is_boot()) {
    return false;
  }
  const std::string_view name = klass.name->text();
  return name == "java/lang/invoke/MethodHandle" || name == "java/lang/invoke/VarHandle";
}

Method* make(PolymorphicKind kind, Symbol* name, Symbol* descriptor) {
  LoaderData& boot = LoaderData::boot();
  auto* method = new (boot.allocate(sizeof(Method))) Method();
  const Method* declared = find_declared(*wk().java_lang_invoke_MethodHandle, name);
  MJ_CHECK(declared != nullptr, "java.lang.invoke.MethodHandle has no %s", name->c_str());
  classfile::MethodDescriptor types(descriptor->text());
  method->holder = wk().java_lang_invoke_MethodHandle;
  method->name = name;
  method->descriptor = descriptor;
  method->access_flags = kNativeSyntheticFinal | (declared->access_flags & kStatic);
  method->arg_slots = static_cast<std::uint16_t>(types.parameter_slots() + (declared->is_static() ? 0 : 1));
  method->max_locals = method->arg_slots;
  method->slot = declared->slot;
  method->return_type = static_cast<BasicType>(types.return_type().type());
  method->polymorphic = kind;
  method->vtable_index = Method::kNonVirtual;
  method->intrinsic = -1;
  method->is_hidden = true;
  return method;
}

}  // namespace

PolymorphicKind polymorphic_kind(const Class& klass, const Symbol* name) {
  if (!may_have_polymorphic(klass) || find_declared(klass, name) == nullptr) {
    return PolymorphicKind::kNone;
  }
  for (const Intrinsic& intrinsic : kIntrinsics) {
    if (intrinsic.name == name->text()) {
      return intrinsic.kind;
    }
  }
  return PolymorphicKind::kGeneric;
}

Method* polymorphic_intrinsic(PolymorphicKind kind, const Symbol* descriptor) {
  static sync::Mutex mutex{sync::LockRank::kResolution};
  static auto& made = *new std::map<std::pair<PolymorphicKind, const Symbol*>, Method*>;  // guarded by mutex
  Symbol* name = nullptr;
  for (const Intrinsic& intrinsic : kIntrinsics) {
    if (intrinsic.kind == kind) {
      name = intern_symbol(intrinsic.name);
    }
  }
  MJ_CHECK(name != nullptr, "no intrinsic of kind %d", static_cast<int>(kind));
  Symbol* basic = basic_descriptor(descriptor, kind != PolymorphicKind::kInvokeBasic);
  sync::MutexLock lock(mutex);
  Method*& method = made[{kind, basic}];
  if (method == nullptr) {
    method = make(kind, name, basic);
  }
  return method;
}

}  // namespace minijvm::runtime
