// Collects the facts of a greeting. The JDK has been found and the thread model chosen.
#include "tools/stepper/front/greeting.h"

#include <unistd.h>

#include <fstream>
#include <string>

#include "sync/schedule/scheduler.h"
#include "tools/stepper/engine.h"
#include "tools/stepper/heap_view.h"
#include "vm/java/properties.h"

namespace minijvm::vm::stepper {

namespace {

constexpr int kProtocol = 2;

// The file `release` of a JDK has a line JAVA_VERSION="17.0.x".
std::string jdk_version(const std::string& java_home) {
  constexpr std::string_view kBegin = "JAVA_VERSION=\"";
  std::ifstream file(java_home + "/release");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(kBegin))
      return line.substr(kBegin.size(), line.find('"', kBegin.size()) - kBegin.size());
  }
  return "17";
}

// Under 1:1 each thread has an LWP of its own, and no number bounds them: 0.
std::int64_t lwp_count() {
  sync::ThreadModel& model = sync::thread_model();
  if (model.runs_one_thread())
    return 1;
  return model.switches_user_threads() ? model.statistics().places : 0;
}

}  // namespace

Json describe_vm(const Options& options) {
  return Json::record()
      .set("event", "ready")
      .set("protocol", kProtocol)
      .set("pid", static_cast<std::int64_t>(getpid()))
      .set("model", sync::thread_model().name())
      .set("lwps", lwp_count())
      .set("locking", options.locking_mode)
      .set("jdk", jdk_version(options.java_home))
      .set("vm", vm_property_or_empty("java.vm.version"))
      .set("commands", Engine::describe_commands())
      .set("points", describe_points());
}

}  // namespace minijvm::vm::stepper
