// Access control, JVMS 5.4.4: what resolution.h does not show, with the texts of the IllegalAccessErrors.
// Proved by tests/runtime/access_test.cpp.
#pragma once

#include <string>

#include "runtime/link_error.h"

namespace minijvm::runtime {

class Class;
class Field;
class JavaThread;
class Method;

// IllegalAccessError if `from` may not name `target` (arrays: the element).
Linked<void> check_class_access(JavaThread& self, Class& from, Class& target);
// IllegalAccessError if code of `from` may not use the member found through `referenced`.
Linked<void> check_method_access(JavaThread& self, Class& from, Class& referenced, const Method& method);
Linked<void> check_field_access(JavaThread& self, Class& from, Class& referenced, const Field& field);

// JVMS 5.4.4: do both have the same nest host?
Linked<bool> are_nestmates(JavaThread& self, Class& first, Class& second);
// Why nest_host_of fell back to the class itself; empty: it did not.
std::string nest_host_failure(Class& klass);
void forget_dead_nest_failures();  // of classes that a collection found dead
// For hidden classes with NESTMATE: fixed, whatever the attributes say.
void set_nest_host(Class& klass, Class& host);

// -XX:+RelaxAccessControlCheck: old class files (before 52) of one protection domain of a loader that the JDK comes with may use each other's
// private members, as before JDK 1.2. Before the first class is made.
void set_access_relaxed(bool relaxed);

// Serialization and reflection accessors: exempt from access checks and verification.
bool is_magic_accessor(const Class& klass);

}  // namespace minijvm::runtime
