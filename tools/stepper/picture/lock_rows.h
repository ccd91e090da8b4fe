// Writes a picture's locks: the multi-use word of an object in fields, its owner, its queue, and
// the threads in its meta-lock.
// Tested by tests/vm/stepper.
#pragma once

#include <vector>

#include "tools/stepper/picture/picture.h"

namespace minijvm::vm::stepper {

// Returns the objects that these threads own, want, or wait on, and those in whose meta-lock a
// thread stands. Each is noted, so that the picture shows it.
std::vector<runtime::Object*> objects_with_locks(const PictureSources& sources,
                                                 const std::vector<runtime::JavaThread*>& threads);

// Sets "locks": one row for each of these objects, and for each shown object whose word has
// something to tell. An object without a row is NEUTRAL and has no hash. Returns the threads that
// the rows mention.
std::vector<const sync::ExecEnv*> set_locks(const PictureSources& sources,
                                            const std::vector<runtime::Object*>& locked,
                                            const std::vector<runtime::Object*>& shown,
                                            Json& picture);

}  // namespace minijvm::vm::stepper
