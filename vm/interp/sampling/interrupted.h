// Names the Java frame in which a signal has interrupted a thread that is in kInJava. There the
// anchor is stale, since the engine keeps its pc and fp in registers or in its own variables.
// Tested by tests/tools/profile.
#pragma once

#include "runtime/frame/frame.h"

namespace minijvm::interp {

enum class Interrupted : std::uint8_t {
  // The engine was running, and `at` is what its registers held. The signal may have come between
  // two stores, so the reader must still check that fp is a frame and that pc belongs to it.
  kInLoop,
  // The engine was about to begin or to end.
  kAtItsEdge,
  // No engine runs on the C++ stack.
  kOutside,
};

struct InterruptedFrame {
  Interrupted where = Interrupted::kOutside;
  runtime::FrameAnchor at;
  // The method whose work a leaf function does now, without a frame; null if there is none.
  const runtime::Method* leaf = nullptr;
};

}  // namespace minijvm::interp
