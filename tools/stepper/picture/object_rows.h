// Writes a picture's objects and the static fields of the program's classes.
// Tested by tests/vm/stepper.
#pragma once

#include "tools/stepper/picture/picture.h"

namespace minijvm::vm::stepper {

// Sets "statics", and "more_statics" if there are too many classes. Notes the objects to which the
// fields refer. REQUIRES: objects can be read.
void set_statics(const PictureSources& sources, Json& picture);

// Sets "objects" and "more_objects": the noted objects, then those to which they refer, breadth
// first, as far as the limits allow. Returns the objects that are shown.
std::vector<runtime::Object*> set_objects(const PictureSources& sources, Json& picture);

// Sets "objects" between two phases of a collection: numbers, addresses, and where the objects
// were forwarded to.
void set_unsettled_objects(const PictureSources& sources, Json& picture);

}  // namespace minijvm::vm::stepper
