// The server's side: a request, a fork, a wait.
#include "tools/explore/zygote.h"

#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "tools/explore/explore_state.h"
#include "tools/explore/forked_run.h"
#include "tools/explore/stem.h"
#include "tools/explore/warm_methods.h"

namespace minijvm::vm {
namespace {

using explore::RunRequest;
using Served = Stem::Served;

// The first run that has come to its end says which methods it has translated.
void warm_up(runtime::JavaThread& self) {
  if (explore_state.warm_file < 0) {
    return;
  }
  const std::string lines = read_whole(explore_state.warm_file);
  if (!lines.empty()) {
    translate_methods(self, lines);
    close(explore_state.warm_file);
    explore_state.warm_file = -1;
  }
}

Served run_alone(const RunRequest& request, const std::vector<SharedFile>& files) {
  return serve_run(request, files) ? Served::kIsRun : Served::kDone;
}

}  // namespace

RunRequest serve_runs(runtime::JavaThread& self, int first) {
  const std::vector<SharedFile> files = open_files();
  explore_state.warm_file = memfd_create("translated methods", MFD_CLOEXEC);
  if (write(first + explore::kSocket, &explore::kReady, 1) != 1) {
    leave();
  }
  Stem stems[2];  // for runs that ask at accesses, and for those that do not
  for (Served served = Served::kDone;;) {
    const RunRequest request =
        served == Served::kHasNext ? read_request() : next_request(explorer());
    Stem& stem = stems[request.asks_at_accesses ? 0 : 1];
    // A stem begins with what the first run has found out.
    const bool shares = explore_state.warm_file < 0 && stem.serves(request);
    served = shares ? stem.run(request, files) : run_alone(request, files);
    if (served == Served::kIsRun) {
      for (Stem& other : stems) {
        other.forget();
      }
      return request;
    }
    warm_up(self);
  }
}

}  // namespace minijvm::vm
