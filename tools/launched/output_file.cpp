// A rename replaces a file at once, so a reader sees the old one or the whole new one.
#include "tools/launched/output_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace minijvm::launched {
namespace {

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

std::string complaint(const std::string& path, int error) {
  return "cannot write " + path + ": " + std::strerror(error == 0 ? EIO : error);
}

}  // namespace

std::string complaint_about_output_file(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
    return complaint(path, EISDIR);
  }
  return access(folder_of(path).c_str(), W_OK | X_OK) == 0 ? "" : complaint(path, errno);
}

std::string write_output_file(const std::string& path,
                              const std::function<void(std::FILE*)>& write) {
  const std::string unfinished = path + '.' + std::to_string(getpid()) + ".part";
  std::FILE* file = std::fopen(unfinished.c_str(), "wxe");
  if (file == nullptr) {
    return complaint(path, errno);
  }
  errno = 0;
  write(file);
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

}  // namespace minijvm::launched
