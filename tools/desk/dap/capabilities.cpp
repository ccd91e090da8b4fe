// Lists the capabilities. Not among them: setVariable and writeMemory, since the stepper changes
// nothing in the program; goto and restartFrame, since the VM cannot do it; cancel, since no
// request takes long.
#include "tools/desk/dap/capabilities.h"

namespace minijvm::desk::dap {

Json capabilities() {
  Json all = Json::record();
  for (const char* name :
       {"supportsConfigurationDoneRequest", "supportsFunctionBreakpoints",
        "supportsConditionalBreakpoints", "supportsHitConditionalBreakpoints",
        "supportsEvaluateForHovers", "supportsCompletionsRequest", "supportsExceptionInfoRequest",
        "supportsExceptionFilterOptions", "supportsTerminateRequest", "supportsRestartRequest",
        "supportsDataBreakpoints", "supportsReadMemoryRequest", "supportsDisassembleRequest",
        "supportsSteppingGranularity", "supportsInstructionBreakpoints",
        "supportsSingleThreadExecutionRequests", "supportsLoadedSourcesRequest",
        "supportsDelayedStackTraceLoading", "supportsStepBack"})
    all.set(name, true);
  Json caught = Json::record().set("filter", "caught").set("label", "All exceptions");
  caught.set("description", "Stops where any exception is thrown, even if it is caught later.");
  caught.set("default", false).set("supportsCondition", true);
  caught.set("conditionDescription", "the name of an exception class");
  Json uncaught = Json::record().set("filter", "uncaught").set("label", "Uncaught exceptions");
  uncaught.set("description", "Stops where an exception is thrown that nothing will catch.");
  uncaught.set("default", true).set("supportsCondition", true);
  uncaught.set("conditionDescription", "the name of an exception class");
  all.set("exceptionBreakpointFilters",
          Json::list().add(std::move(caught)).add(std::move(uncaught)));
  all.set("completionTriggerCharacters", Json::list().add(".").add(" "));
  return all;
}

}  // namespace minijvm::desk::dap
