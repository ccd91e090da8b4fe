// Searches a path of directories and jars. The boot loader searches here for classes that the
// modules image does not have (runtime/load/boot_loader.h). The caller may be in VM: the search
// waits for no other thread, except at this path's mutex.
#include "classfile/path/class_path.h"

#include <sys/stat.h>

#include <cstdio>

namespace minijvm::classfile {

bool read_file(const std::string& path, std::vector<std::uint8_t>* out) {
  struct stat info = {};
  // Opening a directory or a pipe would succeed, so the kind of the file is checked first.
  if (stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode))
    return false;
  // The mode "e" closes the file on exec: a process that the Java program starts must not inherit
  // the file.
  std::FILE* file = std::fopen(path.c_str(), "rbe");
  if (file == nullptr)
    return false;
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(info.st_size));
  const std::size_t got = bytes.empty() ? 0 : std::fread(bytes.data(), 1, bytes.size(), file);
  std::fclose(file);
  // A short read means that the file became shorter meanwhile.
  if (got != bytes.size())
    return false;
  *out = std::move(bytes);
  return true;
}

// Elements are added in the order of the path, which is the order of the search.
void ClassPath::append(std::string_view path) {
  const NativeMutexLock lock(mutex_);
  while (!path.empty()) {
    const std::size_t colon = path.find(':');
    const std::string_view one = path.substr(0, colon);
    if (!one.empty())
      append_one(one);
    path = colon == std::string_view::npos ? std::string_view() : path.substr(colon + 1);
  }
}

// An element that does not exist now is dropped, even if it appears later.
void ClassPath::append_one(std::string_view path) {
  Element element{std::string(path), nullptr};
  struct stat info = {};
  if (stat(element.path.c_str(), &info) != 0)
    return;
  // A jar is opened once and stays open.
  if (!S_ISDIR(info.st_mode)) {
    element.jar = JarFile::open(element.path);
    if (element.jar == nullptr)
      return;
  }
  elements_.push_back(std::move(element));
}

bool ClassPath::read(std::string_view resource, std::vector<std::uint8_t>* out,
                     std::string* element) const {
  // A zero byte would end the C string early and find another resource.
  if (resource.find('\0') != std::string_view::npos)
    return false;
  // The mutex is held while a file is read. That is no loss: libzip reads one entry at a time, and
  // few boot classes are on this path.
  const NativeMutexLock lock(mutex_);
  for (const Element& one : elements_) {
    const bool found = one.jar != nullptr ? one.jar->read(resource, out)
                                          : read_file(one.path + "/" + std::string(resource), out);
    if (!found)
      continue;
    if (element != nullptr)
      *element = one.path;
    return true;
  }
  return false;
}

}  // namespace minijvm::classfile
