// Runs two cells and looks at the loop's registers meanwhile.
#include "vm/interp/sampling/loop_registers.h"

#include "base/check.h"
#include "vm/interp/cells/cell.h"

namespace minijvm::interp {
namespace {

using runtime::JavaThread;
using runtime::Slot;

// The leaf function finds it by the first slot of its frame.
struct Lesson {
  Loop loop;
  const Cell* pc;
  LoopRegisters learnt;
};

template <class T>
int register_of(const NativeFrame& frame, const T* value) {
  for (int i = 0; i < kSavedRegisters; ++i) {
    if (frame.registers[i] == reinterpret_cast<std::uintptr_t>(value)) {
      return i;
    }
  }
  return -1;
}

// A leaf function (leaf_functions.h), whose arguments are at the frame pointer here. It declines,
// so the loop goes on with the next cell.
bool look_at_loop(JavaThread& self, Slot* fp, Slot*) {
  Lesson& lesson = *static_cast<Lesson*>(const_cast<void*>(fp->pointer));
  NativeFrame frame;
  if (find_native_frame(reinterpret_cast<const void*>(lesson.loop), &frame)) {
    lesson.learnt = {register_of(frame, &self), register_of(frame, lesson.pc),
                     register_of(frame, fp), frame.end - frame.bottom};
  }
  return false;
}

}  // namespace

LoopRegisters learn_loop_registers(JavaThread& self, Loop loop) {
  LeafBody& body = vm::the_vm.interp.leaf_bodies[kMaxLeaves - 1];
  MJ_CHECK(body == nullptr, "all %d leaf functions are in use", kMaxLeaves);
  body = look_at_loop;
  const Cell cells[] = {{handler_of(CellOp::leaf), 0, kMaxLeaves - 1, 0},
                        {handler_of(CellOp::leave), 0, 0, 0}};
  Lesson lesson{loop, cells, {}};
  Slot frame[1];
  frame[0].pointer = &lesson;
  loop(&self, cells, frame);
  body = nullptr;
  return lesson.learnt;
}

}  // namespace minijvm::interp
