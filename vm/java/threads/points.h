// Points of a deterministic run: before a thread does what others can see, another one may run
// first (sync/decide/operation.h). A run without -XX:+Deterministic has none.
// Tested by tests/vm/points.
//
//   a synchronization operation   in all code; takes a tick, be it asked about or not
//   an access                     of a volatile field or by Unsafe, if the run's policy asks at
//                                 points; with -XX:PreemptAt=access, of any field or element by the
//                                 program, and by the classes of java.util that it calls; with
//                                 PreemptAt=races, of those of them that race (shared_variables.h)
//
// What the class library does for itself is quiet (quiet_code.h): nobody is asked there. Otherwise
// the locks of one println alone would be a dozen points.
#pragma once

#include <string>

#include "runtime/thread/java_thread.h"
#include "sync/decide/operation.h"

namespace minijvm::runtime {
struct Field;
struct Method;
class Object;
}  // namespace minijvm::runtime

namespace minijvm::vm {

using decide::OpKind;

enum class PointsAt : std::uint8_t {
  kOperations,
  kVolatiles,  // and accesses of volatile fields and by Unsafe
  kAccesses,   // and accesses of fields that are not final, and of elements, by the program and by
               // java.util
};
// Chosen before any Java code runs; later, fewer may be chosen.
void set_points_at(PointsAt points);
PointsAt points_at();

// Self has taken the tick of a synchronization operation on the object, and the model wants to hear
// of it, or the thread asks at points. REQUIRES: kInVm, the anchor is published.
void pass_point(runtime::JavaThread& self, OpKind kind, runtime::Object* object);
// Self is about to do the operation. REQUIRES: as above.
inline void point(runtime::JavaThread& self, OpKind kind, runtime::Object* object) {
  if (__builtin_expect(self.ticks_.take_point(), 0)) {
    pass_point(self, kind, object);
  }
}

// A variable: a field of the object, which is the mirror if the field is static, an element of the
// array, or what Unsafe names by object and offset.
struct Variable {
  runtime::Object* object = nullptr;
  std::int32_t offset = 0;
  const runtime::Field* field = nullptr;  // null: not known
};
// Self is about to do an access, which takes no tick. REQUIRES: as above.
void access_point(runtime::JavaThread& self, OpKind kind, const Variable& variable);
// Self writes the variable. It tells the model so, and no other thread may run first.
void note_write(runtime::JavaThread& self, const Variable& variable);

class ObjectNumbers;
ObjectNumbers& object_numbers();
// Names a site as in "Race.add@5".
std::string site_text(decide::SiteNo site);
std::string text_of_site(const runtime::Method& method, std::int32_t bci);

}  // namespace minijvm::vm
