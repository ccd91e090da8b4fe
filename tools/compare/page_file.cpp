// A signal waits until the page is whole.
#include "tools/compare/page_file.h"

#include <signal.h>

#include <cstdio>

#include "tools/compare/page_data.h"
#include "tools/launched/output_file.h"
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

}  // namespace

std::string complaint_about_page(const std::string& path) {
  return launched::complaint_about_output_file(path);
}

std::string write_page_file(const Comparison& comparison) {
  const SignalsWait until_it_is_written;
  return launched::write_output_file(comparison.settings.page, [&](std::FILE* file) {
    const std::string title = title_of(comparison.settings.program) + ", compared";
    pages::write_page(file, pages::compare_page(), title, page_data(comparison));
  });
}

}  // namespace minijvm::compare
