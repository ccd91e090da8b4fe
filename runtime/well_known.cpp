#include "runtime/well_known.h"

#include <fmt/format.h>

#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/field.h"
#include "runtime/loader_data.h"
#include "runtime/object_layout.h"
#include "runtime/symbol_table.h"

namespace minijvm::runtime {
namespace {

WellKnown table;

// The class library is not a JDK 17's.
Unexpected<LinkError> missing(const char* what, const Class& klass, const char* name, const char* descriptor) {
  return link_failure(LinkErrorKind::InternalError,
                      fmt::format("Incompatible definition of {}: no {} {}{}", klass.external_name(), what, name, descriptor));
}

Linked<std::uint32_t> find_field(const Class& klass, bool is_static, const char* name, const char* descriptor) {
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

// What was made before java.lang.Class got its layout: mirrors of classes without statics are all of one size.
Linked<void> size_early_mirrors() {
  struct Sizer final : ClassVisitor {
    void visit(Class& klass) override {
      if (klass.mirror_bytes >= table.java_lang_Class->instance_bytes) {
        return;
      }
      for (const Field& field : klass.fields) {
        MJ_CHECK(!field.is_static(), "%s has statics and was loaded before java.lang.Class", klass.name->c_str());
      }
      klass.mirror_bytes = table.java_lang_Class->instance_bytes;
    }
  } sizer;
  for_each_class(sizer);
  return {};
}

Linked<Class*> load_one(JavaThread& self, const char* name) {
  Class* klass = MJ_TRY(load_class(self, LoaderData::boot(), intern_symbol(name)));
  return klass;
}

// After each class of the table: what must exist before the next one is loaded.
Linked<void> after_loading(const Class* klass) {
  if (klass == table.java_lang_Class) {
    return size_early_mirrors();
  }
  return {};
}

// The table as data, walked by loops: a statement for each row would make two functions that take minutes to compile with sanitizers.
struct ClassRow {
  Class* WellKnown::*member;
  const char* name;
};
struct FieldRow {
  std::uint32_t WellKnown::*member;
  Class* WellKnown::*klass;
  bool is_static;
  const char* name;
  const char* descriptor;
};
struct InjectedRow {
  std::uint32_t WellKnown::*member;
  Class* WellKnown::*klass;
  const char* name;
};
struct MethodRow {
  Method* WellKnown::*member;
  Class* WellKnown::*klass;
  const char* name;
  const char* descriptor;
};

#define MJ_CLASS(member, name)
#define MJ_FIELD(member, klass, name, descriptor)
#define MJ_STATIC(member, klass, name, descriptor)
#define MJ_INJECTED(member, klass, name, descriptor)
#define MJ_METHOD(member, klass, name, descriptor)

#undef MJ_CLASS
#define MJ_CLASS(member, name) {&WellKnown::member, name},
constexpr ClassRow kClasses[] = {
#include "runtime/well_known.def"
};
#undef MJ_CLASS
#define MJ_CLASS(member, name)

#undef MJ_FIELD
#undef MJ_STATIC
#define MJ_FIELD(member, klass, name, descriptor) {&WellKnown::member, &WellKnown::klass, false, name, descriptor},
#define MJ_STATIC(member, klass, name, descriptor) {&WellKnown::member, &WellKnown::klass, true, name, descriptor},
constexpr FieldRow kFields[] = {
#include "runtime/well_known.def"
};
#undef MJ_FIELD
#undef MJ_STATIC
#define MJ_FIELD(member, klass, name, descriptor)
#define MJ_STATIC(member, klass, name, descriptor)

#undef MJ_INJECTED
#define MJ_INJECTED(member, klass, name, descriptor) {&WellKnown::member, &WellKnown::klass, name},
constexpr InjectedRow kInjected[] = {
#include "runtime/well_known.def"
};
#undef MJ_INJECTED
#define MJ_INJECTED(member, klass, name, descriptor)

#undef MJ_METHOD
#define MJ_METHOD(member, klass, name, descriptor) {&WellKnown::member, &WellKnown::klass, name, descriptor},
constexpr MethodRow kMethods[] = {
#include "runtime/well_known.def"
};
#undef MJ_CLASS
#undef MJ_FIELD
#undef MJ_STATIC
#undef MJ_INJECTED
#undef MJ_METHOD

Linked<void> load_classes(JavaThread& self) {
  for (const ClassRow& row : kClasses) {
    table.*row.member = MJ_TRY(load_one(self, row.name));
    MJ_TRY(after_loading(table.*row.member));
  }
  return {};
}

Linked<void> find_members() {
  for (const FieldRow& row : kFields) {
    table.*row.member = MJ_TRY(find_field(*(table.*row.klass), row.is_static, row.name, row.descriptor));
  }
  for (const InjectedRow& row : kInjected) {
    table.*row.member = injected_offset(*(table.*row.klass), row.name);
  }
  for (const MethodRow& row : kMethods) {
    table.*row.member = MJ_TRY(find_method(*(table.*row.klass), row.name, row.descriptor));
  }
  return {};
}

Linked<void> make_primitive_arrays(JavaThread& self) {
  for (int type = static_cast<int>(BasicType::kBoolean); type <= static_cast<int>(BasicType::kLong); ++type) {
    (void)MJ_TRY(array_class_of(self, *primitive_class(static_cast<BasicType>(type))));
  }
  return {};
}

}  // namespace

const WellKnown& wk() { return table; }

Linked<void> load_well_known(JavaThread& self) {
  (void)primitive_class(BasicType::kInt);
  MJ_TRY(load_classes(self));
  MJ_TRY(find_members());
  return make_primitive_arrays(self);
}

}  // namespace minijvm::runtime
