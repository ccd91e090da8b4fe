// The web server of a live page: it reads requests, lets the guard refuse them, and asks the loop
// for the others. It binds 127.0.0.1 and nothing else. A thread of its own serves each connection;
// what a request wants is done on the loop's thread, and the connection's thread waits for it.
//
//   connection's thread: request -> guard -> job for the loop ... reply -> response
//   loop's thread:                             job -> LiveSession -> reply
//
// Tested by tests/tools/desk/run.
#pragma once

#include <memory>
#include <string>

#include "base/expected.h"
#include "tools/desk/loop.h"
#include "tools/desk/web/live_session.h"

namespace minijvm::desk {

class WebServer {
 public:
  struct Served {
    std::string title;
    std::string page;    // what GET / sends
    std::string policy;  // the page's, for the header
    std::string key;
  };

  // Serves at the port, or at any that is free if it is 0. The error says why it cannot.
  static Expected<std::unique_ptr<WebServer>, std::string> start(Loop& loop, LiveSession& session,
                                                                 Served served, int port);
  virtual ~WebServer() = default;
  virtual int port() const = 0;
  // Closes all connections; no job for the loop comes afterwards. REQUIRES: the loop has ended.
  virtual void stop() = 0;
};

}  // namespace minijvm::desk
