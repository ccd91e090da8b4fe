// The classes, fields and methods of the class library that the VM uses by name, found once at
// boot. All names that depend on the JDK's version are in well_known.def and nowhere else.
//
//   wk().java_lang_String      a Class*
//   wk().Thread_run            a Method*
//   wk().String_value          an offset: of an instance field from the object, of a static field
//                              from the mirror; only runtime/object/java_objects.h reads these
#pragma once

#include <cstdint>

#include "runtime/link/link_error.h"

namespace minijvm::runtime {

class Class;
class JavaThread;
class Method;

struct WellKnown {
#define MJ_CLASS(member, ...) Class* member = nullptr;
#define MJ_METHOD(member, ...) Method* member = nullptr;
#define MJ_FIELD(type, field, ...) std::uint32_t type##_##field = 0;
#define MJ_REF MJ_FIELD
#define MJ_STATIC MJ_FIELD
#define MJ_STATIC_REF MJ_FIELD
#define MJ_INJECTED MJ_FIELD
#define MJ_INJECTED_REF MJ_FIELD
#include "runtime/object/well_known.def"
};

// Only load_well_known writes the table.
extern WellKnown well_known_table;
inline const WellKnown& wk() { return well_known_table; }

// Loads the boot classes of the table and finds its fields and methods. An error says what is
// missing, which means that the JDK is none of those that the VM knows.
Linked<void> load_well_known(JavaThread& self);

}  // namespace minijvm::runtime
