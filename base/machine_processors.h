// Tells how many processors this process may use: those that it may run on, or fewer if a control
// group (a container) grants it less time.
// Tested by tests/base/machine_processors_test.cpp.
#pragma once

#include <string>

namespace minijvm {

// Returns how many processors the calling thread may run on by its affinity mask; at least 1.
int allowed_processors();

// Returns the least quota of processor time of the groups that `membership` lists and of those
// above them (control_group.h). The unit is processors, rounded up: 150 ms of time in each 100 ms
// are 2. The result is INT_MAX if there is no quota.
int control_group_processors(const std::string& membership, const std::string& mount);

// Returns the smaller of the two numbers above, or only the first one without
// -XX:+UseContainerSupport (`in_container` false). The quota is read once per process.
int granted_processors(bool in_container);

}  // namespace minijvm
