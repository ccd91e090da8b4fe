// Reads stacks and keeps them.
#include "tools/record/flight/stacks.h"

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/object/handle.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/errors/stack_trace.h"

namespace minijvm::vm::record {

using runtime::JavaThread;
using runtime::Method;

std::uint32_t Stacks::method_number(const Method& method) {
  const auto [found, is_new] =
      by_address_.try_emplace(&method, static_cast<std::uint32_t>(kept_.methods.size()));
  if (is_new) {
    const runtime::Class& holder = *method.holder;
    kept_.methods.push_back({.class_name = holder.name->c_str(),
                             .name = method.name->c_str(),
                             .descriptor = method.descriptor->c_str(),
                             .class_modifiers = holder.access_flags,
                             .modifiers = method.access_flags,
                             .is_native = method.is_native(),
                             .is_hidden = holder.is_hidden});
  }
  return found->second;
}

std::uint32_t Stacks::take(JavaThread& self, const sync::NoSafepoint& still,
                           const JavaThread& thread) {
  const runtime::HandleScope scope(self);
  const std::vector<TracePoint> points = copy_trace(self, still, thread, kMostFrames);
  if (points.empty()) {
    return 0;
  }
  sync::MutexLock lock(mutex_);
  std::vector<FrameFacts> frames;
  for (const TracePoint& point : points) {
    frames.push_back(
        {method_number(*point.method), point.method->line_number(point.bci), point.bci});
  }
  const auto known = numbers_.find(frames);
  if (known != numbers_.end()) {
    return known->second;
  }
  if (kept_.stacks.size() == kMostStacks) {
    return 0;
  }
  kept_.stacks.push_back(frames);
  const auto number = static_cast<std::uint32_t>(kept_.stacks.size());
  numbers_.emplace(std::move(frames), number);
  return number;
}

void Stacks::forget_addresses() {
  sync::MutexLock lock(mutex_);
  by_address_.clear();
}

KeptStacks Stacks::copy() {
  sync::MutexLock lock(mutex_);
  return kept_;
}

void Stacks::clear() {
  sync::MutexLock lock(mutex_);
  by_address_.clear();
  numbers_.clear();
  kept_ = KeptStacks();
}

}  // namespace minijvm::vm::record
