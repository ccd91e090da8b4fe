// Writes to a file with another name beside the wanted one, and renames it at the end.
#include "tools/compare/page_file.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "tools/compare/page_data.h"
#include "tools/pages/page.h"

namespace minijvm::compare {
namespace {

class SignalsWait {
 public:
  SignalsWait() {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before_);
  }
  ~SignalsWait() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  SignalsWait(const SignalsWait&) = delete;
  SignalsWait& operator=(const SignalsWait&) = delete;

 private:
  sigset_t before_{};
};

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

std::string complaint(const std::string& path, int error) {
  return fmt::format("cannot write {}: {}", path, std::strerror(error));
}

bool write_to(std::FILE* file, const Comparison& comparison) {
  const std::string title = title_of(comparison.settings.program) + ", compared";
  pages::write_page(file, pages::compare_page(), title, page_data(comparison));
  return std::fflush(file) == 0 && std::ferror(file) == 0;
}

}  // namespace

std::string complaint_about_page(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
    return complaint(path, EISDIR);
  }
  return access(folder_of(path).c_str(), W_OK | X_OK) == 0 ? "" : complaint(path, errno);
}

std::string write_page_file(const Comparison& comparison) {
  const SignalsWait until_it_is_written;
  const std::string& path = comparison.settings.page;
  const std::string unfinished = fmt::format("{}.{}.part", path, getpid());
  std::FILE* file = std::fopen(unfinished.c_str(), "wxe");
  if (file == nullptr) {
    return complaint(path, errno);
  }
  errno = 0;
  bool is_written = write_to(file, comparison);
  int error = errno;
  if (std::fclose(file) != 0 && is_written) {
    is_written = false;
    error = errno;
  }
  if (is_written && std::rename(unfinished.c_str(), path.c_str()) != 0) {
    is_written = false;
    error = errno;
  }
  if (!is_written) {
    unlink(unfinished.c_str());
    return complaint(path, error == 0 ? EIO : error);
  }
  return "";
}

}  // namespace minijvm::compare
