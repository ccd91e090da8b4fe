// How many processors this process may use: those it may run on, or less if a control group (a container) grants it less time.
// Proved by tests/base/machine_processors_test.cpp.
#pragma once

#include <string>

namespace minijvm {

// What the scheduler lets the calling thread run on; at least 1.
int allowed_processors();

// The least quota of processor time of the groups that `membership` names and of those above them, in processors, rounded up; INT_MAX: there is none.
int control_group_processors(const std::string& membership, const std::string& mount);

// Of both the least. in_container: -XX:+UseContainerSupport. The quota is read once.
int granted_processors(bool in_container);

}  // namespace minijvm
