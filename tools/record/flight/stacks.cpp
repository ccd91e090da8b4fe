// Reads stacks and keeps them.
#include "tools/record/flight/stacks.h"

#include <algorithm>

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

namespace {

// Returns at most so many bytes of a text in UTF-8, and no part of a character.
std::string first_part(const std::string& text, std::size_t most) {
  std::size_t length = std::min(text.size(), most);
  while (length != 0 && length < text.size() && (text[length] & 0xc0) == 0x80) {
    --length;
  }
  return text.substr(0, length);
}

std::vector<FrameFacts> facts_of(const std::vector<TracePoint>& points,
                                 const std::vector<FramePlace>& places) {
  std::vector<FrameFacts> facts;
  for (std::size_t i = 0; i < points.size(); ++i) {
    facts.push_back({places[i], points[i].method->line_number(points[i].bci)});
  }
  return facts;
}

}  // namespace

std::uint32_t Stacks::take(JavaThread& self, const sync::NoSafepoint& still,
                           const JavaThread& thread) {
  const runtime::HandleScope scope(self);
  const std::vector<TracePoint> points = copy_trace(self, still, thread, kMostFrames);
  if (points.empty()) {
    return 0;
  }
  sync::MutexLock lock(mutex_);
  std::vector<FramePlace> places;
  for (const TracePoint& point : points) {
    places.push_back({method_number(*point.method), point.bci, point.method->bytecode});
  }
  const auto known = numbers_.find(places);
  if (known != numbers_.end()) {
    return known->second;
  }
  if (kept_.stacks.size() == kMostStacks) {
    return 0;
  }
  kept_.stacks.push_back(facts_of(points, places));
  const auto number = static_cast<std::uint32_t>(kept_.stacks.size());
  numbers_.emplace(std::move(places), number);
  return number;
}

std::uint32_t Stacks::message_number(const std::string& whole) {
  const std::string message = first_part(whole, kLongestMessage);
  sync::MutexLock lock(mutex_);
  const auto known = message_numbers_.find(message);
  if (known != message_numbers_.end()) {
    return known->second;
  }
  if (kept_.messages.size() == kMostMessages) {
    return 0;
  }
  kept_.messages.push_back(message);
  const auto number = static_cast<std::uint32_t>(kept_.messages.size());
  message_numbers_.emplace(message, number);
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
  message_numbers_.clear();
  kept_ = KeptStacks();
}

}  // namespace minijvm::vm::record
