// Compares real paths, so that neither ".." nor a symbolic link leads out of a folder.
#include "tools/desk/sources.h"

#include <sys/stat.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tools/desk/plain_text.h"

namespace minijvm::desk {
namespace {

constexpr off_t kMostBytes = off_t{1} << 20;

std::string real_path(const std::string& path) {
  char real[PATH_MAX];
  return realpath(path.c_str(), real) == nullptr ? "" : real;
}

// "money/" for money.Bank, "" for Bank.
std::string package_folder(std::string_view class_name) {
  const std::size_t dot = class_name.rfind('.');
  std::string folder(dot == std::string_view::npos ? "" : class_name.substr(0, dot + 1));
  for (char& letter : folder) {
    letter = letter == '.' ? '/' : letter;
  }
  return folder;
}

bool is_small_file(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         status.st_size <= kMostBytes;
}

}  // namespace

Sources::Sources(std::string_view path) {
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const std::string folder(path.substr(begin, end - begin));
    if (const std::string real = real_path(folder.empty() ? "." : folder); !real.empty()) {
      folders_.push_back(real == "/" ? real : real + '/');
    }
    begin = end + 1;
  }
}

std::optional<std::string> Sources::find(std::string_view class_name, const std::string& file) {
  const bool is_name = !file.empty() && file.find('/') == std::string::npos;
  if (!is_name || found_.contains(file) || !asked_.emplace(class_name, file).second) {
    return std::nullopt;
  }
  const std::string package = package_folder(class_name);
  for (const std::string& name : {package + file, file}) {
    for (const std::string& folder : folders_) {
      if (auto text = read_below(folder, name)) {
        found_.insert(file);
        return text;
      }
    }
  }
  return std::nullopt;
}

std::optional<std::string> Sources::read_below(const std::string& folder,
                                               const std::string& name) const {
  const std::string path = real_path(folder + name);
  if (!path.starts_with(folder) || !is_small_file(path)) {
    return std::nullopt;
  }
  std::ifstream stream(path, std::ios::binary);
  PlainText plain;
  std::string text = plain.add(std::string(std::istreambuf_iterator<char>(stream), {}));
  return text + plain.end();
}

}  // namespace minijvm::desk
