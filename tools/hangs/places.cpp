// Numbers the places as the run comes to them.
#include "tools/hangs/places.h"

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "tools/hangs/lock_sites.h"

namespace minijvm::vm::hangs {

using runtime::Frame;
using runtime::Method;

std::string place_text(const Method& method, std::int32_t bci) {
  const std::int32_t line = method.line_number(bci);
  if (method.holder->source_file == nullptr || line < 0) {
    return method.holder->external_name() + '.' + std::string(method.name->text());
  }
  return std::string(method.holder->source_file->text()) + ':' + std::to_string(line);
}

PlaceNo Places::number(const Frame& frame) {
  Recent& recent = recent_[reinterpret_cast<std::uintptr_t>(frame.pc()) / alignof(void*) % kRecent];
  if (recent.method != &frame.method() || recent.pc != frame.pc()) {
    recent = {&frame.method(), frame.pc(), find(frame)};
  }
  return recent.place;
}

PlaceNo Places::find(const Frame& frame) {
  const Method& method = frame.method();
  const std::int32_t bci = frame.bci();
  const auto [at, is_new] =
      numbers_.try_emplace({&method, bci}, static_cast<PlaceNo>(facts_.size()));
  if (is_new) {
    facts_.push_back({place_text(method, bci), is_in_loop(method, bci)});
  }
  return at->second;
}

}  // namespace minijvm::vm::hangs
