// Recognises accessors: methods that only read or write a field of their receiver. A call of one
// becomes the access itself. Stack traces stay the same, since a null receiver throws at the call
// site anyway. Recognises also constructors that only call Object.<init>: a call of one is done as
// if it called Object.<init> itself.
// Tested by tests/java/calls.
#pragma once

#include "runtime/class/method.h"
#include "vm/interp/cells/code.h"

namespace minijvm::interp {

struct Accessor {
  // kNotYet means that the method has the shape of an accessor, but has not run; its first run
  // links the field.
  enum Kind { kNone, kNotYet, kFound };
  Kind kind = kNone;
  // The cell for calls of this method alone. The next member of the family is for one class of
  // receiver.
  CellOp direct = CellOp::leave;
  std::int32_t offset = 0;
};
// Looks at the method's cells.
Accessor accessor_of(const Code& code);

// Looks whether the method is a constructor like that of java.lang.Number; kNotYet as above.
Accessor::Kind empty_constructor(const Code& code);

}  // namespace minijvm::interp
