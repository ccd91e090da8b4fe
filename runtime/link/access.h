// Access control (JVMS 5.4.4): the part that is not in resolution.h, with the messages of the
// IllegalAccessErrors.
// Tested by tests/runtime/access_test.cpp.
#pragma once

#include <optional>
#include <string>

#include "runtime/fwd.h"
#include "runtime/link/link_error.h"

namespace minijvm::runtime {

// The error is an IllegalAccessError if `from` may not refer to `target`. For an array class the
// element class decides.
Linked<void> check_class_access(JavaThread& self, Class& from, Class& target);
// Both return an IllegalAccessError if code of `from` may not use the member, which was found
// through `referenced`.
Linked<void> check_method_access(JavaThread& self, Class& from, Class& referenced,
                                 const Method& method);
Linked<void> check_field_access(JavaThread& self, Class& from, Class& referenced,
                                const Field& field);

// JVMS 5.4.4, the nestmate test: returns true if both have the same nest host. May load the hosts.
Linked<bool> are_nestmates(JavaThread& self, Class& first, Class& second);
// Why nest_host_of fell back to the class itself, for the message; nothing if it did not.
std::optional<std::string> nest_host_failure(Class& klass);
// Drops the entries of classes that a collection found unreachable. REQUIRES: the world is stopped.
void forget_dead_nest_failures();
// Sets the host of a hidden class with NESTMATE, whatever the attributes say. The first call
// counts.
void set_nest_host(Class& klass, Class& host);

// Sets -XX:+RelaxAccessControlCheck: classes from files before version 52 that have one protection
// domain and one loader, which must be one of the JDK's own, may use each other's private members,
// as before JDK 1.2. REQUIRES: no class has been made yet.
void set_access_relaxed(bool relaxed);

// Returns true if the class is a generated accessor of serialization or reflection. Such classes
// are exempt from access checks and verification.
bool is_magic_accessor(const Class& klass);

}  // namespace minijvm::runtime
