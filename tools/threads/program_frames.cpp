// Walks the frames from the top of the stack.
#include "tools/threads/program_frames.h"

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/load/loader_data.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::vm {

using runtime::Frame;
using runtime::Method;

bool is_of_program(const Method& method) {
  return !method.is_hidden && !method.holder->loader->is_boot_or_platform();
}

std::optional<Frame> program_frame(const runtime::JavaThread& thread) {
  for (runtime::FrameWalk walk(thread); !walk.done(); walk.next()) {
    if (is_of_program(walk.frame().method())) {
      return walk.frame();
    }
  }
  return std::nullopt;
}

// Local 0 of a method of the class library is the receiver until the method ends, since javac never
// assigns to `this`.
runtime::Object* called_object(const runtime::JavaThread& thread) {
  std::optional<Frame> callee;
  for (runtime::FrameWalk walk(thread); !walk.done(); walk.next()) {
    const Method& method = walk.frame().method();
    if (is_of_program(method)) {
      return callee ? callee->locals()[0].ref : nullptr;
    }
    callee.reset();
    if (!method.is_static() && !method.is_hidden) {
      callee = walk.frame();
    }
  }
  return nullptr;
}

}  // namespace minijvm::vm
