// Fills the table of well-known classes, methods and fields. It loads each class of well_known.def
// through the boot loader and looks up its members by name and descriptor; a member that is missing
// means that the class library is that of no JDK that the VM knows. It runs once, at boot.
#include "runtime/object/well_known.h"

#include <fmt/format.h>

#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/symbol_table.h"
#include "runtime/jdk_release.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/object_layout.h"

namespace minijvm::runtime {

WellKnown well_known_table;

namespace {

WellKnown& table = well_known_table;

// The error for a class library that is not that of the JDK it says.
Unexpected<LinkError> missing(const char* what, const Class& klass, const char* name,
                              const char* descriptor) {
  return link_failure(LinkErrorKind::InternalError,
                      fmt::format("Incompatible definition of {}: no {} {}{}",
                                  klass.external_name(), what, name, descriptor));
}

Linked<std::uint32_t> find_field(const Class& klass, bool is_static, const char* name,
                                 const char* descriptor) {
  const Field* field = klass.find_declared_field(intern_symbol(name), intern_symbol(descriptor));
  if (field == nullptr || field->is_static() != is_static) {
    return missing(is_static ? "static field" : "field", klass, name, descriptor);
  }
  return field->offset;
}

Linked<Method*> find_method(const Class& klass, const char* name, const char* descriptor) {
  Method* method = klass.find_declared_method(intern_symbol(name), intern_symbol(descriptor));
  if (method == nullptr) {
    return missing("method", klass, name, descriptor);
  }
  return method;
}

std::uint32_t injected_offset(const Class& klass, std::string_view name) {
  for (const InjectedField& field : injected_fields()) {
    if (field.class_name == klass.name->text() && field.name == name) {
      return field.offset;
    }
  }
  MJ_UNREACHABLE("no injected field %.*s", static_cast<int>(name.size()), name.data());
}

// Gives the mirrors that were made before java.lang.Class had its layout their size. All mirrors of
// classes without static fields have the same size.
Linked<void> size_early_mirrors() {
  struct Sizer final : ClassVisitor {
    void visit(Class& klass) override {
      if (klass.mirror_bytes >= table.java_lang_Class->instance_bytes) {
        return;
      }
      for (const Field& field : klass.fields) {
        MJ_CHECK(!field.is_static(), "%s has statics and was loaded before java.lang.Class",
                 klass.name->c_str());
      }
      klass.mirror_bytes = table.java_lang_Class->instance_bytes;
    }
  } sizer;
  for_each_class(sizer);
  return {};
}

Linked<Class*> load_one(JavaThread& self, const char* name) {
  Linked<Class*> klass = load_class(self, LoaderData::boot(), intern_symbol(name));
  // The message of this error is the name alone.
  if (!klass.ok() && klass.error().kind == LinkErrorKind::NoClassDefFoundError) {
    return link_failure(LinkErrorKind::NoClassDefFoundError,
                        fmt::format("The class library has no class {} that can be read", name));
  }
  return klass;
}

// Called after each class of the table has been loaded. It does the work that the next class needs.
Linked<void> after_loading(const Class* klass) {
  if (klass == table.java_lang_Class) {
    return size_early_mirrors();
  }
  return {};
}

// The table as data, over which loops walk. With a statement for each row instead, two functions
// would take minutes to compile with sanitizers.
struct ClassRow {
  Class* WellKnown::*member;
  const char* name;
  JdkRange range;
};
struct FieldRow {
  std::uint32_t WellKnown::*member;
  Class* WellKnown::*klass;
  bool is_static;
  const char* name;
  const char* descriptor;
  JdkRange range;
};
struct InjectedRow {
  std::uint32_t WellKnown::*member;
  Class* WellKnown::*klass;
  const char* name;
  JdkRange range;
};
struct MethodRow {
  Method* WellKnown::*member;
  Class* WellKnown::*klass;
  const char* name;
  const char* descriptor;
  JdkRange range;
};

constexpr ClassRow kClasses[] = {
#define MJ_CLASS(member, name, ...) {&WellKnown::member, name, {__VA_ARGS__}},
#define MJ_CLASS_THEN MJ_CLASS
#include "runtime/object/well_known.def"
};

// The class of each block.
#define MJ_TYPE(type, base, klass) constexpr Class* WellKnown::*kClassOf##type = &WellKnown::klass;
#include "runtime/object/well_known.def"

constexpr FieldRow kFields[] = {
#define MJ_FIELD(type, field, descriptor, ...) \
  {&WellKnown::type##_##field, kClassOf##type, false, #field, descriptor, {__VA_ARGS__}},
#define MJ_REF(type, field, descriptor, target, ...) \
  {&WellKnown::type##_##field, kClassOf##type, false, #field, descriptor, {__VA_ARGS__}},
#define MJ_FIELD_THEN(type, field, name, descriptor, ...) \
  {&WellKnown::type##_##field, kClassOf##type, false, name, descriptor, {__VA_ARGS__}},
#define MJ_STATIC(type, field, descriptor, ...) \
  {&WellKnown::type##_##field, kClassOf##type, true, #field, descriptor, {__VA_ARGS__}},
#define MJ_STATIC_REF(type, field, descriptor, target, ...) \
  {&WellKnown::type##_##field, kClassOf##type, true, #field, descriptor, {__VA_ARGS__}},
#include "runtime/object/well_known.def"
};

constexpr InjectedRow kInjected[] = {
#define MJ_INJECTED(type, field, target, ...) \
  {&WellKnown::type##_##field, kClassOf##type, #field, {__VA_ARGS__}},
#define MJ_INJECTED_REF MJ_INJECTED
#include "runtime/object/well_known.def"
};

constexpr MethodRow kMethods[] = {
#define MJ_METHOD(member, klass, name, descriptor, ...) \
  {&WellKnown::member, &WellKnown::klass, name, descriptor, {__VA_ARGS__}},
#define MJ_METHOD_THEN MJ_METHOD
#include "runtime/object/well_known.def"
};

Linked<void> load_classes(JavaThread& self) {
  for (const ClassRow& row : kClasses) {
    if (row.range.holds(jdk().feature)) {
      table.*row.member = MJ_TRY(load_one(self, row.name));
      MJ_TRY(after_loading(table.*row.member));
    }
  }
  return {};
}

// Returns true if this JDK has the row and its class.
template <class Row>
bool holds(const Row& row) {
  return row.range.holds(jdk().feature) && table.*row.klass != nullptr;
}

Linked<void> find_members() {
  for (const FieldRow& row : kFields) {
    if (holds(row)) {
      table.*row.member =
          MJ_TRY(find_field(*(table.*row.klass), row.is_static, row.name, row.descriptor));
    }
  }
  for (const InjectedRow& row : kInjected) {
    if (holds(row)) {
      table.*row.member = injected_offset(*(table.*row.klass), row.name);
    }
  }
  for (const MethodRow& row : kMethods) {
    if (holds(row)) {
      table.*row.member = MJ_TRY(find_method(*(table.*row.klass), row.name, row.descriptor));
    }
  }
  return {};
}

Linked<void> make_primitive_arrays(JavaThread& self) {
  for (int type = static_cast<int>(BasicType::kBoolean); type <= static_cast<int>(BasicType::kLong);
       ++type) {
    (void)MJ_TRY(array_class_of(self, *primitive_class(static_cast<BasicType>(type))));
  }
  return {};
}

}  // namespace

Linked<void> load_well_known(JavaThread& self) {
  (void)primitive_class(BasicType::kInt);
  MJ_TRY(load_classes(self));
  MJ_TRY(find_members());
  return make_primitive_arrays(self);
}

}  // namespace minijvm::runtime
