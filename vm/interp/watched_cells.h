// Packs into operand c of a cell all that it knows of a watched instance field:
//
//   | 30 .. 29 | 28    | 27       | 26 .. 23 | 22 .. 0 |
//   | form     | final | volatile | type     | offset  |
//
// Tested by tests/vm/races.
#pragma once

#include "runtime/class/field.h"
#include "vm/interp/activation.h"
#include "vm/interp/cells/cell.h"

namespace minijvm::interp {

// `form` is that of the value in the putfield cell (cells.def); 0 for a getfield.
std::int32_t watched_field(const runtime::Field& field, int form);
// The value of a putfield cell of this form.
Slot value_to_put(const Cell* pc, const Slot* fp, runtime::BasicType type, int form);

}  // namespace minijvm::interp
