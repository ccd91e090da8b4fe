// Starts the stepper with the VM (vm/tools.h). With --step it registers its observers before the
// first class is loaded.
#include <string>
#include <string_view>

#include "tools/linked_tools.h"
#include "tools/stepper/stepper.h"
#include "tools/stepper/stepper_state.h"
#include "vm/boot/options.h"
#include "vm/java/properties.h"
#include "vm/tools.h"

namespace minijvm::vm {

constinit stepper::StepperState stepper::stepper_state;

namespace {

// A fork copies one kernel thread, and to go back is to repeat the run.
std::string why_not_back(const Options& options) {
  if (!options.deterministic)
    return "only a deterministic run goes back: --seed N or --replay FILE makes one";
  if (options.thread_model != "M:1")
    return "a run under -XX:ThreadModel=" + options.thread_model +
           " does not go back, since its kernel threads cannot be copied; it is the same run under "
           "M:1, the default";
  if (!options.agents.empty())
    return "a run with an agent does not go back: the agent would not be told";
  return "";
}

class StepperTool final : public Tool {
 public:
  // Returns false, with a sentence on stderr, if a --break cannot be read; the VM then does not
  // start.
  bool before_classes(runtime::JavaThread&, const Options& options) override {
    return !options.stepper.is_on ||
           start_stepper(options.stepper, options.deterministic, why_not_back(options));
  }
  // The VM's properties are known by now.
  bool before_java(runtime::JavaThread&, const Options& options) override {
    if (stepper::stepper_state.stepper == nullptr)
      return true;
    constexpr std::string_view kLauncher = "jdk.compiler/com.sun.tools.javac.launcher.";
    stepper::stepper_state.runs_source =
        vm_property_or_empty("sun.java.command").starts_with(kLauncher);
    stepper::stepper_state.stepper->greet(options);
    return true;
  }
};

}  // namespace

Tool& stepper_tool() {
  return stepper::stepper_state.tool.get([] { return new StepperTool; });
}

}  // namespace minijvm::vm
