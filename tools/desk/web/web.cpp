// --step=web: a page in which a person steps a program. The desk ends by Ctrl-C only: when the
// program has ended, the page and its recording are still there.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "tools/desk/fronts.h"
#include "tools/desk/recording_file.h"
#include "tools/desk/signals.h"
#include "tools/desk/web/guard.h"
#include "tools/desk/web/live_session.h"
#include "tools/desk/web/opened_page.h"
#include "tools/desk/web/web_server.h"

namespace minijvm::desk {
namespace {

void say(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

class WebFront {
 public:
  explicit WebFront(const Settings& settings)
      : settings_(settings),
        signals_(loop_, [this](int) { leave(); }),
        session_(loop_, settings, [this](const std::string& text) { program_over(text); }) {}

  int run() {
    const std::string key = new_key();
    const std::string title = title_of(settings_.program);
    if (const std::string complaint = session_.start(); !complaint.empty()) {
      return complain(complaint, kFailed);
    }
    auto server = WebServer::start(loop_, session_, {title, live_page(title), live_policy(), key},
                                   settings_.port);
    if (!server.ok()) {
      return complain(server.error(), kFailed);
    }
    const std::string address =
        fmt::format("http://127.0.0.1:{}/#k={}", server.value()->port(), key);
    say("page: " + address);
    OpenedPage opened;
    if (settings_.opens) {
      opened.open(address);
    }
    loop_.run();
    session_.close_pages();
    server.value()->stop();
    return kGood;
  }

 private:
  // The first Ctrl-C asks the program to end, and the second does not wait for that.
  void leave() {
    if (is_leaving_ || session_.has_ended()) {
      loop_.stop();
      return;
    }
    is_leaving_ = true;
    session_.end();
  }

  void program_over(const std::string& text) {
    if (is_leaving_) {
      loop_.stop();
      return;
    }
    say(text + "; the page and its recording are there until Ctrl-C");
  }

  const Settings& settings_;
  Loop loop_;
  Signals signals_;
  LiveSession session_;
  bool is_leaving_ = false;
};

}  // namespace

int serve_web(const Settings& settings) {
  if (!has_page()) {
    return complain("this build has no pages (esbuild was not there when it was made)", kUsage);
  }
  return WebFront(settings).run();
}

}  // namespace minijvm::desk
