// --step=web: a page in which a person steps a program. The desk ends by Ctrl-C: when the program
// has ended, the page and its recording are still there. A program that ends without a stop, since
// its class is not found or an option is wrong, has no page, and the desk ends with its code.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <utility>

#include "tools/desk/fronts.h"
#include "tools/desk/passed_output.h"
#include "tools/desk/recording_file.h"
#include "tools/desk/signals.h"
#include "tools/desk/web/guard.h"
#include "tools/desk/web/live_session.h"
#include "tools/desk/web/opened_page.h"
#include "tools/desk/web/web_server.h"

namespace minijvm::desk {
namespace {

// The desk prints the address at the first stop, or after this time, since a program may run long
// before its first stop.
constexpr std::chrono::seconds kToFirstStop(3);

void say(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

class WebFront final : public Terminal {
 public:
  explicit WebFront(const Settings& settings)
      : settings_(settings),
        signals_(loop_, [this](int) { leave(); }),
        session_(loop_, settings, *this) {}

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
    address_ = fmt::format("http://127.0.0.1:{}/#k={}", server.value()->port(), key);
    loop_.after(kToFirstStop, [this] { tell_address(); });
    loop_.run();
    session_.close_pages();
    server.value()->stop();
    return code_;
  }

  void stopped() override {
    has_stopped_ = true;
    tell_address();
  }

  void over(int code, const std::string& sentence) override {
    if (is_leaving_) {
      loop_.stop();
    } else if (has_stopped_ || session_.has_had_page()) {
      say(sentence + "; the page and its recording are there until Ctrl-C");
    } else {
      for (const auto& [stream, text] : session_.early_output()) {
        PassedOutput().printed(stream, text);
      }
      code_ = complain("there was no stop to show: " + sentence, code);
      loop_.stop();
    }
  }

 private:
  void tell_address() {
    if (std::exchange(is_told_, true)) {
      return;
    }
    say("page: " + address_);
    if (settings_.opens) {
      opened_.open(address_);
    }
  }

  // The first Ctrl-C asks the program to end, and the second does not wait for that.
  void leave() {
    if (is_leaving_ || session_.has_ended()) {
      loop_.stop();
      return;
    }
    is_leaving_ = true;
    session_.end();
  }

  const Settings& settings_;
  Loop loop_;
  Signals signals_;
  LiveSession session_;
  OpenedPage opened_;
  std::string address_;
  bool is_told_ = false;
  bool has_stopped_ = false;
  bool is_leaving_ = false;
  int code_ = kGood;
};

}  // namespace

int serve_web(const Settings& settings) {
  if (!has_page()) {
    return complain("this build has no pages (esbuild was not there when it was made)", kUsage);
  }
  return WebFront(settings).run();
}

}  // namespace minijvm::desk
