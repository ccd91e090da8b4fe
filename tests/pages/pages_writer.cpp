// Writes a page to stdout: the JSON comes from stdin, the page's name and title are the arguments.
// tests/pages/run starts it, so that what it tests was written by the code of the VM.
#include <cstdio>
#include <cstring>
#include <string>

#include "tools/pages/page.h"

using namespace minijvm;

int main(int argc, char** argv) {
  const bool is_comparison = argc == 3 && std::strcmp(argv[1], "compare") == 0;
  const std::string_view page = is_comparison ? pages::compare_page() : pages::timeline_page();
  if (argc != 3 || page.empty()) {
    std::fputs("usage: pages_writer timeline|compare TITLE < JSON, in a build with esbuild\n",
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
