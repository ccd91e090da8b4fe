// Collects the facts of a greeting. The JDK has been found and the thread model chosen.
#include "tools/stepper/front/greeting.h"

#include <unistd.h>

#include "sync/schedule/scheduler.h"
#include "tools/stepper/engine.h"
#include "tools/stepper/heap_view.h"
#include "vm/boot/jdk_home.h"
#include "vm/java/properties.h"

namespace minijvm::vm::stepper {

namespace {

constexpr int kProtocol = 2;

// Under 1:1 each thread has an LWP of its own, and no number bounds them: 0.
std::int64_t lwp_count() {
  sync::ThreadModel& model = sync::thread_model();
  if (model.runs_one_thread())
    return 1;
  return model.switches_user_threads() ? model.statistics().places : 0;
}

}  // namespace

Json describe_vm(const Options& options, bool goes_back) {
  return Json::record()
      .set("event", "ready")
      .set("protocol", kProtocol)
      .set("pid", static_cast<std::int64_t>(getpid()))
      .set("model", sync::thread_model().name())
      .set("lwps", lwp_count())
      .set("locking", options.locking_mode)
      .set("jdk", version_of(options.java_home))
      .set("vm", vm_property_or_empty("java.vm.version"))
      .set("goes_back", goes_back)
      .set("commands", Engine::describe_commands())
      .set("points", describe_points());
}

}  // namespace minijvm::vm::stepper
