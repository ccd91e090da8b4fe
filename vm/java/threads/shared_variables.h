// The variables to whose accesses -XX:PreemptAt=races is restricted: those that are known to race.
// Each stands for all variables of one declaration.
//
//   Race.counter    the field, static or of any object
//   int[]           the elements of all arrays of this class
//
// An explorer finds them by the detector (tools/races), and the header of a schedule names them,
// so that a replay needs no detector.
// Tested by tests/vm/races.
#pragma once

#include <string>
#include <vector>

#include "runtime/fwd.h"

namespace minijvm::vm {

// The names, in the order of the list; nothing if there is no restriction.
// REQUIRES: no Java code that depends on it has run; called once.
void set_shared_variables(const std::vector<std::string>& names);

// May an access of the field, or of an element of such an array, be a point? Without a restriction
// all may.
bool may_be_shared(const runtime::Field& field);
bool may_have_shared_elements(const runtime::Class& array);

}  // namespace minijvm::vm
