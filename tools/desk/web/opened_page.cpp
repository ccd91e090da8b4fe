// A folder of its own, since mkdtemp makes it for the user alone, and the file can have a name that
// ends in .html.
#include "tools/desk/web/opened_page.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tools/desk/signals.h"

namespace minijvm::desk {
namespace {

constexpr const char* kFile = "/page.html";

bool write_file(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wxe");
  if (file == nullptr) {
    return false;
  }
  constexpr mode_t kForUser = 0600;
  const bool is_written =
      fchmod(fileno(file), kForUser) == 0 && std::fputs(text.c_str(), file) >= 0;
  return std::fclose(file) == 0 && is_written;
}

// The process in the middle ends at once, so that nobody waits for the browser.
void start_browser(const std::string& file) {
  const pid_t middle = fork();
  if (middle == 0) {
    if (fork() == 0) {
      setsid();
      const int nothing = open("/dev/null", O_RDWR);
      dup2(nothing, STDIN_FILENO);
      dup2(nothing, STDOUT_FILENO);
      close_range(STDERR_FILENO + 1, ~0U, 0);
      take_usual_signals();
      execlp("xdg-open", "xdg-open", file.c_str(), nullptr);
      dprintf(STDERR_FILENO, "minijvm: cannot start xdg-open: %s; open the address above\n",
              std::strerror(errno));
    }
    _exit(0);
  }
  waitpid(middle, nullptr, 0);
}

}  // namespace

void OpenedPage::open(const std::string& address) {
  const char* base = std::getenv("XDG_RUNTIME_DIR");
  std::string folder = fmt::format("{}/minijvm-XXXXXX", base == nullptr ? "/tmp" : base);
  if (mkdtemp(folder.data()) == nullptr) {
    fmt::print(stderr, "minijvm: cannot make {}: {}\n", folder, std::strerror(errno));
    return;
  }
  folder_ = folder;
  const std::string text = fmt::format(
      "<!DOCTYPE html><meta charset=\"utf-8\"><title>minijvm</title>"
      "<meta http-equiv=\"refresh\" content=\"0;url={0}\"><a href=\"{0}\">the page</a>\n",
      address);
  if (write_file(folder_ + kFile, text)) {
    start_browser(folder_ + kFile);
  }
}

OpenedPage::~OpenedPage() {
  if (!folder_.empty()) {
    unlink((folder_ + kFile).c_str());
    rmdir(folder_.c_str());
  }
}

}  // namespace minijvm::desk
