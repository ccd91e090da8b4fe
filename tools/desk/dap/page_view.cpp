// Gives the session a second listener, and a web server of its own.
#include "tools/desk/dap/page_view.h"

#include <fmt/format.h>

#include "tools/desk/recording_file.h"
#include "tools/desk/web/guard.h"

namespace minijvm::desk::dap {

Expected<std::unique_ptr<PageView>, std::string> PageView::open(Loop& loop, const Launch& launch,
                                                                Session& session) {
  if (!has_page()) {
    return Unexpected<std::string>("this build has no pages (esbuild was not there)");
  }
  std::unique_ptr<PageView> view(new PageView(loop));
  view->show(launch, session);
  const std::string key = new_key();
  const std::string title = title_of(launch.name);
  auto server =
      WebServer::start(loop, view->live_, {title, live_page(title), live_policy(), key}, 0);
  if (!server.ok()) {
    return Unexpected<std::string>(server.error());
  }
  view->server_ = server.take();
  view->address_ = fmt::format("http://127.0.0.1:{}/#k={}", view->server_->port(), key);
  return view;
}

PageView::~PageView() {
  live_.close_pages();
  if (server_ != nullptr) {
    server_->stop();
  }
}

void PageView::show(const Launch& launch, Session& session) {
  settings_.program = launch.name;
  settings_.command = "minijvm --step=dap";
  settings_.source_path = fmt::format("{}", fmt::join(launch.source_paths, ":"));
  live_.look_at(session);
}

}  // namespace minijvm::desk::dap
