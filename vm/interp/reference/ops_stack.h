// Runs constants, loads, stores, and the instructions that move operands (JVMS 6.5). Only ldc,
// which links, can fail (ops_object.h).
// Tested by tests/java/control and tests/vm/interp_loop_test.cpp.
#pragma once

#include "vm/interp/reference/state.h"

namespace minijvm::interp {

MJ_BYTECODE op_nop(State&) { return Step::kNext; }

// --- constants ---

#define MJ_CONSTANT(name, type, value) \
  MJ_BYTECODE op_##name(State& s) {    \
    s.push<type>(value);               \
    return Step::kNext;                \
  }
MJ_CONSTANT(aconst_null, Object*, nullptr)
MJ_CONSTANT(iconst_m1, std::int32_t, -1)
MJ_CONSTANT(iconst_0, std::int32_t, 0)
MJ_CONSTANT(iconst_1, std::int32_t, 1)
MJ_CONSTANT(iconst_2, std::int32_t, 2)
MJ_CONSTANT(iconst_3, std::int32_t, 3)
MJ_CONSTANT(iconst_4, std::int32_t, 4)
MJ_CONSTANT(iconst_5, std::int32_t, 5)
MJ_CONSTANT(lconst_0, std::int64_t, 0)
MJ_CONSTANT(lconst_1, std::int64_t, 1)
MJ_CONSTANT(fconst_0, float, 0.0F)
MJ_CONSTANT(fconst_1, float, 1.0F)
MJ_CONSTANT(fconst_2, float, 2.0F)
MJ_CONSTANT(dconst_0, double, 0.0)
MJ_CONSTANT(dconst_1, double, 1.0)
MJ_CONSTANT(bipush, std::int32_t, s.s1(1))
MJ_CONSTANT(sipush, std::int32_t, s.s2(1))
#undef MJ_CONSTANT

// --- loads and stores --- A slot is copied whole, so one body serves int, float, reference and
// returnAddress. A long or double has its value in the first of its two slots; the second one is
// not copied.
inline Step load_local(State& s, unsigned index) {
  *s.sp++ = s.locals[index];
  return Step::kNext;
}
inline Step load_local2(State& s, unsigned index) {
  *s.sp = s.locals[index];
  s.sp += 2;
  return Step::kNext;
}
inline Step store_local(State& s, unsigned index) {
  s.locals[index] = *--s.sp;
  return Step::kNext;
}
inline Step store_local2(State& s, unsigned index) {
  s.sp -= 2;
  s.locals[index] = *s.sp;
  return Step::kNext;
}

#define MJ_LOCAL(type, body_load, body_store)                               \
  MJ_BYTECODE op_##type##load(State& s) { return body_load(s, s.u1(1)); }   \
  MJ_BYTECODE op_##type##load_0(State& s) { return body_load(s, 0); }       \
  MJ_BYTECODE op_##type##load_1(State& s) { return body_load(s, 1); }       \
  MJ_BYTECODE op_##type##load_2(State& s) { return body_load(s, 2); }       \
  MJ_BYTECODE op_##type##load_3(State& s) { return body_load(s, 3); }       \
  MJ_BYTECODE op_##type##store(State& s) { return body_store(s, s.u1(1)); } \
  MJ_BYTECODE op_##type##store_0(State& s) { return body_store(s, 0); }     \
  MJ_BYTECODE op_##type##store_1(State& s) { return body_store(s, 1); }     \
  MJ_BYTECODE op_##type##store_2(State& s) { return body_store(s, 2); }     \
  MJ_BYTECODE op_##type##store_3(State& s) { return body_store(s, 3); }
MJ_LOCAL(i, load_local, store_local)
MJ_LOCAL(f, load_local, store_local)
MJ_LOCAL(a, load_local, store_local)
MJ_LOCAL(l, load_local2, store_local2)
MJ_LOCAL(d, load_local2, store_local2)
#undef MJ_LOCAL

// --- the moving of operands, by slots --- The second slot of a long or double is moved with it, as
// if it were an operand.
MJ_BYTECODE op_pop(State& s) {
  s.sp -= 1;
  return Step::kNext;
}
MJ_BYTECODE op_pop2(State& s) {
  s.sp -= 2;
  return Step::kNext;
}
MJ_BYTECODE op_dup(State& s) {
  s.sp[0] = s.sp[-1];
  s.sp += 1;
  return Step::kNext;
}
// value2 value1 becomes value1 value2 value1 (the top is on the right, as in the JVMS).
MJ_BYTECODE op_dup_x1(State& s) {
  Slot* sp = s.sp;
  sp[0] = sp[-1];
  sp[-1] = sp[-2];
  sp[-2] = sp[0];
  s.sp += 1;
  return Step::kNext;
}
// 3 2 1 becomes 1 3 2 1.
MJ_BYTECODE op_dup_x2(State& s) {
  Slot* sp = s.sp;
  sp[0] = sp[-1];
  sp[-1] = sp[-2];
  sp[-2] = sp[-3];
  sp[-3] = sp[0];
  s.sp += 1;
  return Step::kNext;
}
// 2 1 becomes 2 1 2 1.
MJ_BYTECODE op_dup2(State& s) {
  s.sp[0] = s.sp[-2];
  s.sp[1] = s.sp[-1];
  s.sp += 2;
  return Step::kNext;
}
// 3 2 1 becomes 2 1 3 2 1.
MJ_BYTECODE op_dup2_x1(State& s) {
  Slot* sp = s.sp;
  sp[1] = sp[-1];
  sp[0] = sp[-2];
  sp[-1] = sp[-3];
  sp[-2] = sp[1];
  sp[-3] = sp[0];
  s.sp += 2;
  return Step::kNext;
}
// 4 3 2 1 becomes 2 1 4 3 2 1.
MJ_BYTECODE op_dup2_x2(State& s) {
  Slot* sp = s.sp;
  sp[1] = sp[-1];
  sp[0] = sp[-2];
  sp[-1] = sp[-3];
  sp[-2] = sp[-4];
  sp[-3] = sp[1];
  sp[-4] = sp[0];
  s.sp += 2;
  return Step::kNext;
}
MJ_BYTECODE op_swap(State& s) {
  Slot top = s.sp[-1];
  s.sp[-1] = s.sp[-2];
  s.sp[-2] = top;
  return Step::kNext;
}

}  // namespace minijvm::interp
