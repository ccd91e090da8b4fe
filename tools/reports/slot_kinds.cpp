// Runs the dataflow analysis of a method when its frame is first shown, and keeps the result until
// the class is unloaded. A leaf mutex guards the results, so any thread may call.
#include "tools/reports/slot_kinds.h"

#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"

namespace minijvm::vm {

using classfile::SlotFlow;
using classfile::SlotFrame;
using runtime::Method;

SlotKinds& SlotKinds::make() {
  auto* kinds = new SlotKinds();
  observe(*kinds, kUnloadingEvents);
  return *kinds;
}

FrameKinds SlotKinds::before(const Method& method, std::uint32_t bci) {
  FrameKinds kinds;
  sync::MutexLock lock(mutex_);
  // The last frame counts, if a subroutine makes several possible.
  flow_of(method).frames_before(bci, [&kinds](const SlotFrame& frame) {
    kinds = {};
    for (unsigned i = 0; i < frame.max_locals(); ++i) kinds.locals.push_back(frame.local(i).kind);
    for (unsigned i = 0; i < frame.depth(); ++i) kinds.stack.push_back(frame.stack(i).kind);
  });
  return kinds;
}

void SlotKinds::classes_unloading() {
  sync::MutexLock lock(mutex_);
  // The key of a body is the address of its bytecode, which another class may get later.
  std::erase_if(bodies_, [](const auto& entry) { return !entry.second.holder->is_live(); });
}

SlotFlow& SlotKinds::flow_of(const Method& method) {
  Body& body = bodies_[method.bytecode];
  if (body.flow == nullptr) {
    body = {method.holder, std::make_unique<SlotFlow>(
                               classfile::FlowMethod::of(method.pool->file(), *method.info))};
    (void)body.flow->run();
  }
  return *body.flow;
}

}  // namespace minijvm::vm
