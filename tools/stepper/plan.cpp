// Decides whether a step has come to its end, before each instruction of the stepping thread, in
// kInVm.
#include "tools/stepper/plan.h"

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/load/loader_data.h"
#include "runtime/load/module_graph.h"
#include "tools/stepper/stepper_state.h"

namespace minijvm::vm::stepper {

namespace {

bool is_of_image(const runtime::Class& klass) {
  return klass.package != nullptr && klass.package->module != nullptr &&
         klass.package->module->location.starts_with("jrt:/");
}

}  // namespace

// JEP 330: a source file is compiled and run by jdk.compiler, whose classes the app loader defines.
bool is_library(const runtime::Class& klass) {
  return klass.loader == nullptr || klass.loader->is_boot_or_platform() ||
         (stepper_state.runs_source && is_of_image(klass));
}
bool is_library(const runtime::Method& method) { return is_library(*method.holder); }

bool Plan::ends_at(const runtime::Slot* at_fp, const runtime::Method& at_method,
                   std::uint32_t bci) {
  if (kind == Kind::kTurn)
    return !is_library(at_method) && count <= 0;
  // The instruction is in a callee. Only `step` ends there, and in the class library only if it may
  // enter it.
  bool is_deeper = fp != nullptr && at_fp > fp;
  if (is_deeper && (kind != Kind::kStep || (!into_library && is_library(at_method))))
    return false;
  if (kind == Kind::kFinish && at_fp == fp)
    return false;
  // A line counts when another one begins, in this frame or another. An instruction without a line
  // counts as part of the line before it. A loop on one line is one line.
  if (by_line) {
    int here = at_method.line_number(static_cast<std::int32_t>(bci));
    bool is_same_line = at_fp == fp && &at_method == method && here == line;
    if (is_same_line || here < 0)
      return false;
    // The next line is compared with this one.
    line = here;
    fp = at_fp;
    method = &at_method;
  }
  return --count <= 0;
}

}  // namespace minijvm::vm::stepper
