// JVMS 6.5: constants, loads, stores and the moving of operands. None can fail but ldc, which links (ops_object.h).
// Proved by tests/java/control and tests/vm/interp_loop_test.cpp.
#pragma once

#include "vm/interp/state.h"

namespace minijvm::interp {

MJ_BYTECODE op_nop(State&) { return Step::kNext; }

// --- constants ---

#define MJ_CONSTANT(name, push, value)  \
  MJ_BYTECODE op_##name(State& s) {     \
    s.push(value);                      \
    return Step::kNext;                 \
  }
MJ_CONSTANT(aconst_null, push_ref, nullptr)
MJ_CONSTANT(iconst_m1, push_int, -1)
MJ_CONSTANT(iconst_0, push_int, 0)
MJ_CONSTANT(iconst_1, push_int, 1)
MJ_CONSTANT(iconst_2, push_int, 2)
MJ_CONSTANT(iconst_3, push_int, 3)
MJ_CONSTANT(iconst_4, push_int, 4)
MJ_CONSTANT(iconst_5, push_int, 5)
MJ_CONSTANT(lconst_0, push_long, 0)
MJ_CONSTANT(lconst_1, push_long, 1)
MJ_CONSTANT(fconst_0, push_float, 0.0F)
MJ_CONSTANT(fconst_1, push_float, 1.0F)
MJ_CONSTANT(fconst_2, push_float, 2.0F)
MJ_CONSTANT(dconst_0, push_double, 0.0)
MJ_CONSTANT(dconst_1, push_double, 1.0)
MJ_CONSTANT(bipush, push_int, s.s1(1))
MJ_CONSTANT(sipush, push_int, s.s2(1))
#undef MJ_CONSTANT

// --- loads and stores: a slot is copied whole, so one body serves int, float, reference and returnAddress ---

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

#define MJ_LOCAL(type, body_load, body_store)                                          \
  MJ_BYTECODE op_##type##load(State& s) { return body_load(s, s.u1(1)); }              \
  MJ_BYTECODE op_##type##load_0(State& s) { return body_load(s, 0); }                  \
  MJ_BYTECODE op_##type##load_1(State& s) { return body_load(s, 1); }                  \
  MJ_BYTECODE op_##type##load_2(State& s) { return body_load(s, 2); }                  \
  MJ_BYTECODE op_##type##load_3(State& s) { return body_load(s, 3); }                  \
  MJ_BYTECODE op_##type##store(State& s) { return body_store(s, s.u1(1)); }            \
  MJ_BYTECODE op_##type##store_0(State& s) { return body_store(s, 0); }                \
  MJ_BYTECODE op_##type##store_1(State& s) { return body_store(s, 1); }                \
  MJ_BYTECODE op_##type##store_2(State& s) { return body_store(s, 2); }                \
  MJ_BYTECODE op_##type##store_3(State& s) { return body_store(s, 3); }
MJ_LOCAL(i, load_local, store_local)
MJ_LOCAL(f, load_local, store_local)
MJ_LOCAL(a, load_local, store_local)
MJ_LOCAL(l, load_local2, store_local2)
MJ_LOCAL(d, load_local2, store_local2)
#undef MJ_LOCAL

// --- operands, moved by slots: a long's second slot is moved with it ---

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
MJ_BYTECODE op_dup_x1(State& s) {  // 2 1 > 1 2 1
  Slot* sp = s.sp;
  sp[0] = sp[-1];
  sp[-1] = sp[-2];
  sp[-2] = sp[0];
  s.sp += 1;
  return Step::kNext;
}
MJ_BYTECODE op_dup_x2(State& s) {  // 3 2 1 > 1 3 2 1
  Slot* sp = s.sp;
  sp[0] = sp[-1];
  sp[-1] = sp[-2];
  sp[-2] = sp[-3];
  sp[-3] = sp[0];
  s.sp += 1;
  return Step::kNext;
}
MJ_BYTECODE op_dup2(State& s) {  // 2 1 > 2 1 2 1
  s.sp[0] = s.sp[-2];
  s.sp[1] = s.sp[-1];
  s.sp += 2;
  return Step::kNext;
}
MJ_BYTECODE op_dup2_x1(State& s) {  // 3 2 1 > 2 1 3 2 1
  Slot* sp = s.sp;
  sp[1] = sp[-1];
  sp[0] = sp[-2];
  sp[-1] = sp[-3];
  sp[-2] = sp[1];
  sp[-3] = sp[0];
  s.sp += 2;
  return Step::kNext;
}
MJ_BYTECODE op_dup2_x2(State& s) {  // 4 3 2 1 > 2 1 4 3 2 1
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
