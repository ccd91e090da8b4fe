// Keeps the history of a deterministic run, and explains the run's end if nobody can go on, or if
// it has reached a limit.
#include "sync/schedule/deterministic_run.h"
#include "tools/hangs/explanation.h"
#include "tools/hangs/history.h"
#include "tools/linked_tools.h"
#include "vm/boot/options.h"
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
  void run_ends_early(runtime::JavaThread& self, sync::RunEnd why) override {
    if (why != sync::RunEnd::kDiverged) {
      hangs::print_explanation(self, history_);
    }
  }

 private:
  hangs::History history_;
};

}  // namespace

Tool* make_hang_tool() { return new HangTool; }

}  // namespace minijvm::vm
