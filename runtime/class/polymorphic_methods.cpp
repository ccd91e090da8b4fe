// Recognises the signature-polymorphic methods, and makes a Method for each shape of an intrinsic.
// The linker calls this when it builds java.lang.invoke's classes and when it resolves a call
// (link/resolution.cpp).
#include "runtime/class/polymorphic_methods.h"

#include <map>
#include <new>
#include <string>

#include "base/check.h"
#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/well_known.h"
#include "runtime/runtime_state.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::runtime {
namespace {

// JVMS 2.9.3: a signature-polymorphic method has ACC_VARARGS (0x0080) and ACC_NATIVE (0x0100), and
// its single parameter is Object[].
constexpr std::uint16_t kNativeVarargs = 0x0180;
// ACC_FINAL, ACC_NATIVE, ACC_SYNTHETIC: the flags of a method that the VM makes.
constexpr std::uint16_t kNativeSyntheticFinal = 0x1110;
constexpr std::uint16_t kStatic = 0x0008;
constexpr std::string_view kArguments = "([Ljava/lang/Object;)";

struct Intrinsic {
  std::string_view name;
  PolymorphicKind kind;
};
// Every other signature-polymorphic name (invoke, compareAndSet and so on) is kGeneric.
constexpr Intrinsic kIntrinsics[] = {
    {"invokeBasic", PolymorphicKind::kInvokeBasic},
    {"linkToStatic", PolymorphicKind::kLinkToStatic},
    {"linkToSpecial", PolymorphicKind::kLinkToSpecial},
    {"linkToVirtual", PolymorphicKind::kLinkToVirtual},
    {"linkToInterface", PolymorphicKind::kLinkToInterface},
    {"linkToNative", PolymorphicKind::kLinkToNative},
};

// Returns a type as the VM's calling convention sees it: every type that takes a slot as an int
// becomes an int.
std::string basic_form(classfile::FieldType type) {
  switch (type.type()) {
    case BasicType::kObject:
    case BasicType::kArray:
      return "Ljava/lang/Object;";
    case BasicType::kBoolean:
    case BasicType::kByte:
    case BasicType::kChar:
    case BasicType::kShort:
      return "I";
    default:
      return std::string(type.text());
  }
}

// Returns the shape of a descriptor. Example: (String, boolean, MemberName)Foo becomes (Object,
// int, MemberName)Object.
Symbol* basic_descriptor(const Symbol* descriptor, bool keeps_last) {
  classfile::MethodDescriptor types(descriptor->text());
  std::string text = "(";
  // Counts down to find the last parameter.
  unsigned left = types.parameter_count();
  for (classfile::FieldType type : types) {
    --left;
    text += keeps_last && left == 0 ? std::string(type.text()) : basic_form(type);
  }
  text += ")" + basic_form(types.return_type());
  return intern_symbol(text);
}

// JVMS 2.9.3: checks the conditions on a method itself.
Method* find_declared(const Class& klass, const Symbol* name) {
  for (Method& method : klass.methods) {
    if (method.name == name && (method.access_flags & kNativeVarargs) == kNativeVarargs &&
        method.descriptor->text().starts_with(kArguments)) {
      return &method;
    }
  }
  return nullptr;
}

// JVMS 2.9.3: only MethodHandle and VarHandle qualify. A class of the same name of another loader
// does not count.
bool may_have_polymorphic(const Class& klass) {
  if (klass.loader == nullptr || !klass.loader->is_boot()) {
    return false;
  }
  const std::string_view name = klass.name->text();
  return name == "java/lang/invoke/MethodHandle" || name == "java/lang/invoke/VarHandle";
}

// The MethodHandle class declares the intrinsic once, with Object[]; the flag ACC_STATIC and the
// slot for reflection come from that declaration.
Method* make(PolymorphicKind kind, Symbol* name, Symbol* descriptor) {
  // It lives as long as the VM, like the boot loader's arena.
  LoaderData& boot = LoaderData::boot();
  auto* method = new (boot.allocate(sizeof(Method))) Method();
  const Method* declared = find_declared(*wk().java_lang_invoke_MethodHandle, name);
  MJ_CHECK(declared != nullptr, "java.lang.invoke.MethodHandle has no %s", name->c_str());
  classfile::MethodDescriptor types(descriptor->text());
  method->holder = wk().java_lang_invoke_MethodHandle;
  method->name = name;
  method->descriptor = descriptor;
  method->access_flags = kNativeSyntheticFinal | (declared->access_flags & kStatic);
  method->arg_slots =
      static_cast<std::uint16_t>(types.parameter_slots() + (declared->is_static() ? 0 : 1));
  method->max_locals = method->arg_slots;
  method->slot = declared->slot;
  method->return_type = types.return_type().type();
  method->polymorphic = kind;
  method->vtable_index = Method::kNonVirtual;
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
  Symbol* name = nullptr;
  for (const Intrinsic& intrinsic : kIntrinsics) {
    if (intrinsic.kind == kind) {
      name = intern_symbol(intrinsic.name);
    }
  }
  MJ_CHECK(name != nullptr, "no intrinsic of kind %d", static_cast<int>(kind));
  // invokeBasic has no MemberName: its shape has basic types only.
  Symbol* basic = basic_descriptor(descriptor, kind != PolymorphicKind::kInvokeBasic);
  MethodTables& tables = runtime_state.methods;
  sync::MutexLock lock(tables.polymorphic_mutex);
  Method*& method = (*tables.polymorphic)[{kind, basic}];
  if (method == nullptr) {
    method = make(kind, name, basic);
  }
  return method;
}

}  // namespace minijvm::runtime
