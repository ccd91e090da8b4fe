// A recording as a page, for a person, or as JSON, for a program.
#include "tools/desk/recording_file.h"

#include <cstdio>
#include <cstdlib>
#include <functional>

#include "tools/launched/output_file.h"
#include "tools/pages/page.h"

namespace minijvm::desk {
namespace {

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
  return launched::complaint_about_output_file(path);
}

std::string write_recording(const std::string& path, const std::string& title,
                            const std::string& json) {
  return launched::write_output_file(path, [&](std::FILE* file) {
    if (path.ends_with(".html")) {
      pages::write_page(file, pages::stepper_page(), title, json);
    } else {
      std::fwrite(json.data(), 1, json.size(), file);
      std::fputc('\n', file);
    }
  });
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
