#include "classfile/path/class_path.h"

#include <sys/stat.h>

#include <cstdio>

namespace minijvm::classfile {

bool read_file(const std::string& path, std::vector<std::uint8_t>* out) {
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return false;
  std::FILE* file = std::fopen(path.c_str(), "rbe");
  if (file == nullptr) return false;
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(info.st_size));
  const std::size_t got = bytes.empty() ? 0 : std::fread(bytes.data(), 1, bytes.size(), file);
  std::fclose(file);
  if (got != bytes.size()) return false;
  *out = std::move(bytes);
  return true;
}

void ClassPath::append(std::string_view path) {
  const std::lock_guard<std::mutex> lock(mutex_);
  while (!path.empty()) {
    const std::size_t colon = path.find(':');
    const std::string_view one = path.substr(0, colon);
    if (!one.empty()) append_one(one);
    path = colon == std::string_view::npos ? std::string_view() : path.substr(colon + 1);
  }
}

void ClassPath::append_one(std::string_view path) {
  Element element{std::string(path), nullptr};
  struct stat info = {};
  if (stat(element.path.c_str(), &info) != 0) return;
  if (!S_ISDIR(info.st_mode)) {
    element.jar = JarFile::open(element.path);
    if (element.jar == nullptr) return;
  }
  elements_.push_back(std::move(element));
}

bool ClassPath::empty() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return elements_.empty();
}

bool ClassPath::read(std::string_view resource, std::vector<std::uint8_t>* out, std::string* element) const {
  if (resource.find('\0') != std::string_view::npos) return false;
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const Element& one : elements_) {
    const bool found = one.jar != nullptr ? one.jar->read(resource, out) : read_file(one.path + "/" + std::string(resource), out);
    if (!found) continue;
    if (element != nullptr) *element = one.path;
    return true;
  }
  return false;
}

}  // namespace minijvm::classfile
