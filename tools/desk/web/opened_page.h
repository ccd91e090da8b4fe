// Opens a page in the user's browser. The address holds the key, and all users of a machine see the
// arguments of its processes. So the browser is given a file that only the user can read, and the
// file leads to the page.
// Tested by tests/tools/desk/run.
#pragma once

#include <string>

namespace minijvm::desk {

class OpenedPage {
 public:
  OpenedPage() = default;
  // Removes the file.
  ~OpenedPage();
  OpenedPage(const OpenedPage&) = delete;
  OpenedPage& operator=(const OpenedPage&) = delete;

  // A desktop without xdg-open is said on standard error.
  void open(const std::string& address);

 private:
  std::string folder_;
};

}  // namespace minijvm::desk
