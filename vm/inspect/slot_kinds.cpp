#include "vm/inspect/slot_kinds.h"

#include "classfile/class_file.h"
#include "runtime/class.h"
#include "runtime/method.h"
#include "runtime/run_constant_pool.h"

namespace minijvm::vm {

using classfile::SlotFlow;
using classfile::SlotFrame;
using runtime::Method;

SlotKinds& SlotKinds::make() {
  auto* kinds = new SlotKinds();
  runtime::add_unload_observer(*kinds);
  return *kinds;
}

FrameKinds SlotKinds::before(const Method& method, std::uint32_t bci) {
  FrameKinds kinds;
  sync::MutexLock lock(mutex_);
  flow_of(method).frames_before(bci, [&kinds](const SlotFrame& frame) {
    kinds = {};
    for (unsigned i = 0; i < frame.max_locals(); ++i) kinds.locals.push_back(frame.local(i).kind);
    for (unsigned i = 0; i < frame.depth(); ++i) kinds.stack.push_back(frame.stack(i).kind);
  });
  return kinds;
}

void SlotKinds::forget_dead_classes() {
  sync::MutexLock lock(mutex_);
  std::erase_if(bodies_, [](const auto& entry) { return !entry.second.holder->is_live(); });
}

SlotFlow& SlotKinds::flow_of(const Method& method) {
  Body& body = bodies_[method.bytecode];
  if (body.flow == nullptr) {
    body = {method.holder, std::make_unique<SlotFlow>(classfile::FlowMethod::of(method.pool->file(), *method.info))};
    (void)body.flow->run();
  }
  return *body.flow;
}

}  // namespace minijvm::vm
