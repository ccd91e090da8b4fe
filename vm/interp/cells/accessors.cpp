// Recognises accessors by their two cells: the access, which is linked already, and the return.
// Called when a call site links (cell_invoke.cpp), in kInJava.
#include "vm/interp/cells/accessors.h"

namespace minijvm::interp {

namespace {

// Pairs the access in the accessor's body with the cell that does the same at a call site.
struct Pair {
  CellOp body;
  CellOp call;
};

constexpr Pair kGetters[] = {Pair{CellOp::getfield_b_r, CellOp::invoke_get_b},
                             Pair{CellOp::getfield_c_r, CellOp::invoke_get_c},
                             Pair{CellOp::getfield_s_r, CellOp::invoke_get_s},
                             Pair{CellOp::getfield_i_r, CellOp::invoke_get_i},
                             Pair{CellOp::getfield_l_r, CellOp::invoke_get_l},
                             Pair{CellOp::getfield_d_r, CellOp::invoke_get_d},
                             Pair{CellOp::getfield_a_r, CellOp::invoke_get_a}};
constexpr Pair kSetters[] = {Pair{CellOp::putfield_z_r, CellOp::invoke_set_z},
                             Pair{CellOp::putfield_b_r, CellOp::invoke_set_b},
                             Pair{CellOp::putfield_c_r, CellOp::invoke_set_c},
                             Pair{CellOp::putfield_i_r, CellOp::invoke_set_i},
                             Pair{CellOp::putfield_l_r, CellOp::invoke_set_l},
                             Pair{CellOp::putfield_d_r, CellOp::invoke_set_d},
                             Pair{CellOp::putfield_a_r, CellOp::invoke_set_a}};

// acquire: pairs with quicken(), so that the cell's operands fit the handler.
bool is(const Cell& cell, CellOp op) {
  return __atomic_load_n(&cell.handler, __ATOMIC_ACQUIRE) == handler_of(op);
}

template <class Pairs>
Accessor found_in(const Pairs& pairs, const Cell& access) {
  for (const Pair& pair : pairs) {
    if (is(access, pair.body))
      return {Accessor::kFound, pair.call, access.c};
  }
  return {};
}

// Returns whether the cell is a return that passes the field's value on as it is.
bool returns_value(const Cell& cell) {
  for (CellOp op : {CellOp::return_raw_r, CellOp::return_raw_a, CellOp::return_double_r,
                    CellOp::return_double_a}) {
    if (is(cell, op))
      return true;
  }
  return false;
}
// The narrow returns cut a value to the size of their type, which a field of the same type has
// anyway.
bool returns_narrow(const Cell& access, const Cell& cell) {
  auto returns = [&](CellOp first) { return is(cell, first) || is(cell, variant(first, 1)); };
  bool is_byte = is(access, CellOp::getfield_b_r) &&
                 (returns(CellOp::return_z_r) || returns(CellOp::return_b_r));
  return is_byte || (is(access, CellOp::getfield_c_r) && returns(CellOp::return_c_r)) ||
         (is(access, CellOp::getfield_s_r) && returns(CellOp::return_s_r));
}

}  // namespace

Accessor accessor_of(const Code& code) {
  const auto receiver = -static_cast<std::int32_t>(code.method->max_locals);
  // The body must be exactly two cells: no lock, no checked return, not observed.
  if (code.method->bytecode == nullptr || code.method->is_static() || code.cell_count != 2)
    return {};
  const Cell& access = code.cells()[0];
  const Cell& leaving = code.cells()[1];
  // It must be the receiver's field, not that of another argument.
  if (access.b != receiver)
    return {};
  if (is(access, CellOp::getfield_r) || is(access, CellOp::putfield_r))
    return {Accessor::kNotYet};
  if (returns_value(leaving) || returns_narrow(access, leaving))
    return found_in(kGetters, access);
  // A setter stores its first argument, which is right behind the receiver.
  bool is_setter = is(leaving, CellOp::return_) && access.a == receiver + 1;
  return is_setter ? found_in(kSetters, access) : Accessor{};
}

// The cells move the receiver, call, and return; the call has one data cell.
Accessor::Kind empty_constructor(const Code& code) {
  constexpr std::uint32_t kMove = 0, kCall = 1, kReturn = 3;
  const bool is_constructor = code.method->bytecode != nullptr && code.method->is_initializer();
  if (!is_constructor || code.cell_count != kReturn + 1)
    return Accessor::kNone;
  const Cell* cells = code.cells();
  const auto receiver = -static_cast<std::int32_t>(code.method->max_locals);
  const bool has_shape = is(cells[kMove], CellOp::mov) && cells[kMove].b == receiver &&
                         cells[kMove].a == cells[kCall].a && is(cells[kReturn], CellOp::return_);
  if (!has_shape)
    return Accessor::kNone;
  if (is(cells[kCall], CellOp::invokespecial))
    return Accessor::kNotYet;
  // A chain of such constructors ends here: a site's entry must name the one that is redefined.
  const bool calls_object_init =
      is(cells[kCall], CellOp::invoke_object_init) &&
      code_of(reinterpret_cast<const CallEntry*>(&cells[kCall + 1])->code).method->is_object_init;
  return calls_object_init ? Accessor::kFound : Accessor::kNone;
}

}  // namespace minijvm::interp
