// Writes to a file with another name beside the wanted one, and renames it at the end.
#include "tools/desk/recording_file.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>

#include "tools/pages/page.h"

namespace minijvm::desk {
namespace {

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

std::string complaint(const std::string& path, int error) {
  return fmt::format("cannot write {}: {}", path, std::strerror(error == 0 ? EIO : error));
}

// Returns the text that `write` writes.
std::string written(const std::function<void(std::FILE*)>& write) {
  char* bytes = nullptr;
  std::size_t size = 0;
  std::FILE* file = open_memstream(&bytes, &size);
  if (file == nullptr) {
    return "";
  }
  write(file);
  std::fclose(file);
  std::string text(bytes, size);
  std::free(bytes);
  return text;
}

}  // namespace

bool has_page() { return !pages::stepper_page().empty(); }

std::string complaint_about_output(const std::string& path) {
  if (path.ends_with(".html") && !has_page()) {
    return "this build has no pages (esbuild was not there when it was made): use -o with a name "
           "that ends in .json";
  }
  struct stat status {};
  if (stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
    return complaint(path, EISDIR);
  }
  return access(folder_of(path).c_str(), W_OK | X_OK) == 0 ? "" : complaint(path, errno);
}

std::string write_recording(const std::string& path, const std::string& title,
                            const std::string& json) {
  const std::string unfinished = fmt::format("{}.{}.part", path, getpid());
  std::FILE* file = std::fopen(unfinished.c_str(), "wxe");
  if (file == nullptr) {
    return complaint(path, errno);
  }
  errno = 0;
  if (path.ends_with(".html")) {
    pages::write_page(file, pages::stepper_page(), title, json);
  } else {
    std::fwrite(json.data(), 1, json.size(), file);
    std::fputc('\n', file);
  }
  bool is_written = std::fflush(file) == 0 && std::ferror(file) == 0;
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
    return complaint(path, error);
  }
  return "";
}

std::string recording_page(const std::string& title, const std::string& json) {
  return written(
      [&](std::FILE* file) { pages::write_page(file, pages::stepper_page(), title, json); });
}

std::string live_page(const std::string& title) {
  return written(
      [&](std::FILE* file) { pages::write_live_page(file, pages::stepper_page(), title); });
}

std::string live_policy() { return pages::live_policy(pages::stepper_page()); }

}  // namespace minijvm::desk
