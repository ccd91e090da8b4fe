// minijvm-guide: answers people who ask for help, and writes what the build installs for them. The
// launcher starts it for `minijvm --help-learning` and `minijvm --doctor`. It holds no VM.
//
//   minijvm-guide --print=man|bash|zsh     for the build (CMakeLists.txt)
//
// Tested by tests/tools/guide/run.
#include <cstdio>
#include <string>
#include <string_view>

#include "tools/guide/doctor/doctor.h"
#include "tools/guide/places.h"
#include "tools/guide/words.h"

namespace minijvm::guide {
namespace {

constexpr int kUsage = 2;

struct Text {
  std::string_view word;
  std::string (*make)();
};
constexpr Text kTexts[] = {
    {"--help-learning", [] { return help_page(own_prefix()); }},
    {"--print=man", man_page},
    {"--print=bash", bash_completion},
    {"--print=zsh", zsh_completion},
};

int write(const std::string& text) {
  const bool is_written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  return is_written ? 0 : 1;
}

int answer(std::string_view word) {
  if (word == "--doctor") {
    return examine(own_prefix());
  }
  for (const Text& text : kTexts) {
    if (word == text.word) {
      return write(text.make());
    }
  }
  return -1;
}

}  // namespace
}  // namespace minijvm::guide

// Other words may stand before the one that asks; they do not matter.
int main(int argc, char** argv) {
  using namespace minijvm::guide;
  for (int i = 1; i < argc; ++i) {
    if (const int code = answer(argv[i]); code >= 0) {
      return code;
    }
  }
  std::fprintf(stderr, "minijvm-guide takes --help-learning or --doctor\n");
  return kUsage;
}
