// Methods that only read or write a field of their receiver. Their calls become the access itself: a null receiver
// throws at the call site anyway, so stack traces are the same. Proved by tests/java/calls.
#pragma once

#include "runtime/method.h"
#include "vm/interp/code.h"

namespace minijvm::interp {

struct Accessor {
  enum Kind { kNone, kNotYet, kFound };  // kNotYet: it has the shape, but has not run; its first run links the field
  Kind kind = kNone;
  CellOp direct = CellOp::leave;  // for calls of this method; the next member of the family is for one class of receiver
  std::int32_t offset = 0;
};
Accessor accessor_of(const Code& code);

}  // namespace minijvm::interp
