// Writes the page of a recording to stdout: the JSON comes from stdin, the title is the argument.
// tests/pages/run starts it, so that what it tests was written by the code of the VM.
#include <cstdio>
#include <string>

#include "tools/pages/page.h"

int main(int argc, char** argv) {
  if (argc != 2 || !minijvm::pages::has_timeline_page()) {
    std::fputs("usage: pages_writer TITLE < JSON, in a build with esbuild\n", stderr);
    return 2;
  }
  std::string json;
  char buffer[1 << 16];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, stdin)) {
    json.append(buffer, got);
  }
  minijvm::pages::write_timeline_page(stdout, argv[1], json);
  return std::fflush(stdout) == 0 ? 0 : 1;
}
