// minijvm-desk: steps a program for a person at a page, for an editor, for a recording or for a
// grader. The launcher starts it for `minijvm --step=web|record|play|dap`. It holds no VM: it
// starts one, and speaks with it (session.h).
// Tested by tests/tools/desk/run.
#include <signal.h>

#include <string>
#include <vector>

#include "tools/desk/dap/dap.h"
#include "tools/desk/fronts.h"
#include "tools/launched/launcher.h"

namespace minijvm::desk {
namespace {

int run(Settings settings) {
  settings.vm.launcher = launched::launcher_path();
  switch (settings.front) {
    case Front::kWeb:
      return serve_web(settings);
    case Front::kRecord:
      settings.vm.shares_input = true;
      return record(settings);
    case Front::kPlay:
      settings.vm.shares_input = true;
      return play(settings);
    case Front::kDap:
      return serve_dap(settings);
  }
  return kUsage;
}

}  // namespace
}  // namespace minijvm::desk

int main(int argc, char** argv) {
  using namespace minijvm::desk;
  signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a failure of write
  signal(SIGCHLD, SIG_DFL);  // if it were ignored, the kernel would not tell how a VM has ended
  auto settings = parse_settings(std::vector<std::string>(argv + 1, argv + argc));
  return settings.ok() ? run(settings.take()) : complain(settings.error(), kUsage);
}
