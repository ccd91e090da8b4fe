// Classes, fields and methods of the class library that the VM names, found once at boot. Every JDK-version-dependent name stands in
// well_known.def and nowhere else.
//
//   wk().java_lang_String                  a Class*
//   wk().String_value                      the offset of an instance field (from the object) or static field (from the mirror)
//   wk().Thread_run                        a Method*
//   wk().Class_vm_class                    the offset of an injected field, which exists only in the layout
#pragma once

#include <cstdint>

#include "runtime/link_error.h"

namespace minijvm::runtime {

class Class;
class JavaThread;
class Method;

struct WellKnown {
#define MJ_CLASS(member, name) Class* member = nullptr;
#define MJ_FIELD(member, klass, name, descriptor) std::uint32_t member = 0;
#define MJ_STATIC(member, klass, name, descriptor) std::uint32_t member = 0;
#define MJ_INJECTED(member, klass, name, descriptor) std::uint32_t member = 0;
#define MJ_METHOD(member, klass, name, descriptor) Method* member = nullptr;
#include "runtime/well_known.def"
#undef MJ_CLASS
#undef MJ_FIELD
#undef MJ_STATIC
#undef MJ_INJECTED
#undef MJ_METHOD
};

const WellKnown& wk();

// Loads the boot classes of the table and finds its fields and methods. Errors name what is missing: the JDK is not a 17.
Linked<void> load_well_known(JavaThread& self);

}  // namespace minijvm::runtime
