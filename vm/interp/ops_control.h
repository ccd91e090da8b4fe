// JVMS 6.5: branches, switches, subroutines, wide. A jump that does not go forward polls.
// Proved by tests/java/control.
#pragma once

#include "classfile/opcodes.h"
#include "vm/interp/ops_math.h"
#include "vm/interp/ops_stack.h"
#include "vm/interp/state.h"

namespace minijvm::interp {

// The target is checked by the verifier; the poll comes before the instruction there has begun.
inline Step jump(State& s, std::int32_t offset) {
  s.pc += offset;
  if (offset <= 0 && s.self.poll_requested()) return poll_slow(s);
  return Step::kJump;
}

// JVMS 6.5.if_cond: 16-bit offsets from the branch itself.
inline Step branch_if(State& s, bool condition) { return condition ? jump(s, s.s2(1)) : Step::kNext; }

#define MJ_IF(name, condition)            \
  MJ_BYTECODE op_##name(State& s) {       \
    std::int32_t a = (--s.sp)->as_int();  \
    return branch_if(s, condition);       \
  }
MJ_IF(ifeq, a == 0)
MJ_IF(ifne, a != 0)
MJ_IF(iflt, a < 0)
MJ_IF(ifge, a >= 0)
MJ_IF(ifgt, a > 0)
MJ_IF(ifle, a <= 0)
#undef MJ_IF

#define MJ_IF_ICMP(name, condition)       \
  MJ_BYTECODE op_##name(State& s) {       \
    s.sp -= 2;                            \
    std::int32_t a = s.sp[0].as_int();    \
    std::int32_t b = s.sp[1].as_int();    \
    return branch_if(s, condition);       \
  }
MJ_IF_ICMP(if_icmpeq, a == b)
MJ_IF_ICMP(if_icmpne, a != b)
MJ_IF_ICMP(if_icmplt, a < b)
MJ_IF_ICMP(if_icmpge, a >= b)
MJ_IF_ICMP(if_icmpgt, a > b)
MJ_IF_ICMP(if_icmple, a <= b)
#undef MJ_IF_ICMP

MJ_BYTECODE op_if_acmpeq(State& s) {
  s.sp -= 2;
  return branch_if(s, s.sp[0].ref == s.sp[1].ref);
}
MJ_BYTECODE op_if_acmpne(State& s) {
  s.sp -= 2;
  return branch_if(s, s.sp[0].ref != s.sp[1].ref);
}
MJ_BYTECODE op_ifnull(State& s) { return branch_if(s, (--s.sp)->ref == nullptr); }
MJ_BYTECODE op_ifnonnull(State& s) { return branch_if(s, (--s.sp)->ref != nullptr); }

MJ_BYTECODE op_goto_(State& s) { return jump(s, s.s2(1)); }
MJ_BYTECODE op_goto_w(State& s) { return jump(s, s.s4(1)); }

// A returnAddress is the bci behind the jsr, as an int: never a reference, so the collector passes it by.
inline Step subroutine(State& s, std::int32_t offset, std::uint32_t length) {
  s.push_int(static_cast<std::int32_t>(s.bci() + length));
  return jump(s, offset);
}
MJ_BYTECODE op_jsr(State& s) { return subroutine(s, s.s2(1), 3); }
MJ_BYTECODE op_jsr_w(State& s) { return subroutine(s, s.s4(1), 5); }

inline Step return_from_subroutine(State& s, unsigned index) {
  std::int32_t offset = s.locals[index].as_int() - static_cast<std::int32_t>(s.bci());
  return jump(s, offset);
}
MJ_BYTECODE op_ret(State& s) { return return_from_subroutine(s, s.u1(1)); }

// The operands of a switch start at the next bci that is a multiple of four.
inline const std::uint8_t* switch_operands(const State& s) { return s.method->bytecode + ((s.bci() + 4) & ~3U); }

MJ_BYTECODE op_tableswitch(State& s) {
  const std::uint8_t* at = switch_operands(s);
  std::int32_t key = (--s.sp)->as_int();
  std::int32_t low = classfile::load_s4(at + 4);
  std::int32_t high = classfile::load_s4(at + 8);
  if (key < low || key > high) return jump(s, classfile::load_s4(at));
  std::size_t index = bits(key) - bits(low);
  return jump(s, classfile::load_s4(at + 12 + 4 * index));
}

// Keys ascend (JVMS 6.5.lookupswitch): binary search.
MJ_BYTECODE op_lookupswitch(State& s) {
  const std::uint8_t* at = switch_operands(s);
  std::int32_t key = (--s.sp)->as_int();
  std::size_t first = 0;
  std::size_t last = classfile::load_u4(at + 4);
  const std::uint8_t* pairs = at + 8;
  while (first < last) {
    std::size_t middle = (first + last) / 2;
    std::int32_t found = classfile::load_s4(pairs + 8 * middle);
    if (found == key) return jump(s, classfile::load_s4(pairs + 8 * middle + 4));
    if (found < key) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return jump(s, classfile::load_s4(at));
}

inline Step advance(State& s, int bytes) {
  s.pc += bytes;
  return Step::kJump;
}

// JVMS 6.5.wide: the same instruction with a 16-bit index. It cannot fail, so `pc` need not name the prefix.
MJ_BYTECODE op_wide(State& s) {
  using enum classfile::Opcode;
  unsigned index = s.u2(2);
  switch (static_cast<classfile::Opcode>(s.u1(1))) {
    case iload:
    case fload:
    case aload: load_local(s, index); return advance(s, 4);
    case lload:
    case dload: load_local2(s, index); return advance(s, 4);
    case istore:
    case fstore:
    case astore: store_local(s, index); return advance(s, 4);
    case lstore:
    case dstore: store_local2(s, index); return advance(s, 4);
    case iinc: increment_local(s, index, s.s2(4)); return advance(s, 6);
    case ret: return return_from_subroutine(s, index);
    default: MJ_UNREACHABLE("wide in front of opcode %d passed the verifier", s.u1(1));
  }
}

}  // namespace minijvm::interp
