// The page of the program that an editor steps, for those who look on: `openView` in the arguments
// of `launch`. It is the live page of --step=web, in which nobody may command.
// Tested by tests/tools/dap/run.
#pragma once

#include <memory>
#include <string>

#include "base/expected.h"
#include "tools/desk/dap/launch.h"
#include "tools/desk/loop.h"
#include "tools/desk/session.h"
#include "tools/desk/settings.h"
#include "tools/desk/web/live_session.h"
#include "tools/desk/web/web_server.h"

namespace minijvm::desk::dap {

class PageView final : public Terminal {
 public:
  // Serves the page of the session. The error says why it cannot.
  static Expected<std::unique_ptr<PageView>, std::string> open(Loop& loop, const Launch& launch,
                                                               Session& session);
  ~PageView() override;

  // With the key, for a browser.
  const std::string& address() const { return address_; }
  // Shows another run.
  void show(const Launch& launch, Session& session);

  void stopped() override {}
  void over(int /*code*/, const std::string& /*sentence*/) override {}

 private:
  explicit PageView(Loop& loop) : live_(loop, settings_, *this) {}

  Settings settings_;
  LiveSession live_;
  std::unique_ptr<WebServer> server_;
  std::string address_;
};

}  // namespace minijvm::desk::dap
