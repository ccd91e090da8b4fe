// Writes a page to stdout: the JSON comes from stdin, the page's name and title are the arguments.
// tests/pages/run starts it, so that what it tests was written by the code of the VM.
#include <cstdio>
#include <string>
#include <string_view>

#include "tools/pages/page.h"

using namespace minijvm;

namespace {

std::string_view page_called(std::string_view name) {
  if (name == "timeline")
    return pages::timeline_page();
  if (name == "compare")
    return pages::compare_page();
  return name == "stepper" ? pages::stepper_page() : "";
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view page = argc == 3 ? page_called(argv[1]) : "";
  if (page.empty()) {
    std::fputs(
        "usage: pages_writer timeline|compare|stepper TITLE < JSON, in a build with esbuild\n",
        stderr);
    return 2;
  }
  std::string json;
  char buffer[1 << 16];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, stdin)) {
    json.append(buffer, got);
  }
  pages::write_page(stdout, page, argv[2], json);
  return std::fflush(stdout) == 0 ? 0 : 1;
}
