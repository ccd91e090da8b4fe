// Keeps the history of a deterministic run, and explains the run's end if nobody can go on, or if
// it has reached a limit. Ends a run that makes no progress.
#include <cstdio>

#include "sync/schedule/deterministic_run.h"
#include "tools/hangs/explanation.h"
#include "tools/hangs/history.h"
#include "tools/hangs/no_progress.h"
#include "tools/linked_tools.h"
#include "vm/boot/options.h"
#include "vm/java/halt.h"
#include "vm/observer.h"
#include "vm/tools.h"

namespace minijvm::vm {
namespace {

class HangTool final : public Tool, public Observer {
 public:
  bool before_classes(runtime::JavaThread&, const Options& options) override {
    if (options.deterministic) {
      history_.begin();
      observe(*this, kRunEvents);
    }
    return true;
  }
  void operation_nears(runtime::JavaThread& self) override {
    if (const std::optional<std::string> sentence = no_progress_.at_point(self)) {
      std::fprintf(stderr, "%s\n", sentence->c_str());
      notify(kRunEvents,
             [&](Observer& observer) { observer.run_ends_early(self, sync::RunEnd::kNoProgress); });
      halt_vm(kNoProgressCode);
    }
  }
  void run_ends_early(runtime::JavaThread& self, sync::RunEnd why) override {
    if (why != sync::RunEnd::kDiverged && why != sync::RunEnd::kRefused) {
      hangs::print_explanation(self, history_);
    }
  }

 private:
  hangs::History history_;
  hangs::NoProgress no_progress_{history_};
};

}  // namespace

Tool* make_hang_tool() { return new HangTool; }

}  // namespace minijvm::vm
