// The routes, by cpp-httplib. Every response closes its connection: a page asks seldom, and a
// connection that waits for a next request would take the place of another.
#include "tools/desk/web/web_server.h"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/socket.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "tools/desk/recording_file.h"
#include "tools/desk/web/connections.h"
#include "tools/desk/web/guard.h"
#include "tools/desk/web/question.h"

namespace minijvm::desk {
namespace {

using namespace std::chrono_literals;
using httplib::Request;
using httplib::Response;
using HandlerResponse = httplib::Server::HandlerResponse;

constexpr auto kPatience = 10s;  // for the loop's reply
constexpr auto kPause = 250ms;   // between two looks whether a page is still there
constexpr const char* kPolicyHeader = "Content-Security-Policy";

// A text that is sent as it is. (A text in Response::body would be compressed, which takes longer
// than it saves on this machine.)
void send_text(Response& response, int status, const char* type, std::string text) {
  response.status = status;
  auto shared = std::make_shared<const std::string>(std::move(text));
  response.set_content_provider(
      shared->size(), type,
      [shared](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
        return sink.write(shared->data() + offset, length);
      });
}

void send_error(Response& response, int status, const std::string& sentence) {
  send_text(response, status, "application/json",
            Json::record().set("error", sentence).to_text() + '\n');
}

// A header that is there twice is one with both values (RFC 9110, section 5.3).
std::optional<std::string> joined_header(const Request& request, const char* name) {
  std::optional<std::string> joined;
  for (std::size_t i = 0; i < request.get_header_value_count(name); ++i) {
    joined = (joined ? *joined + ", " : "") + request.get_header_value(name, i);
  }
  return joined;
}

class HttpServer final : public WebServer {
 public:
  HttpServer(Loop& loop, LiveSession& session, Served served)
      : loop_(loop), session_(session), served_(std::move(served)) {
    set_limits();
    server_.set_default_headers({{kPolicyHeader, "default-src 'none'; frame-ancestors 'none'"},
                                 {"X-Content-Type-Options", "nosniff"},
                                 {"X-Frame-Options", "DENY"},
                                 {"Referrer-Policy", "no-referrer"},
                                 {"Cross-Origin-Opener-Policy", "same-origin"},
                                 {"Cross-Origin-Resource-Policy", "same-origin"},
                                 {"Cache-Control", "no-store"}});
    server_.set_pre_routing_handler(
        [this](const Request& request, Response& response) { return guard(request, response); });
    server_.set_error_handler([](const Request&, Response& response) { explain(response); });
    add_routes();
  }
  ~HttpServer() override { stop(); }

  bool bind(int port) {
    port_ = port == 0                                 ? server_.bind_to_any_port("127.0.0.1")
            : server_.bind_to_port("127.0.0.1", port) ? port
                                                      : -1;
    return port_ > 0;
  }
  void serve() {
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) {
      std::this_thread::sleep_for(1ms);
    }
  }
  int port() const override { return port_; }
  void stop() override {
    is_over_ = true;
    if (thread_.joinable()) {
      server_.stop();
      thread_.join();
    }
  }

 private:
  void set_limits() {
    server_.new_task_queue = [this] { return connections_ = new Connections; };
    server_.set_keep_alive_max_count(1);
    server_.set_payload_max_length(kMostRequestBytes);
    server_.set_tcp_nodelay(true);
    // Without SO_REUSEPORT, which cpp-httplib would set: a second desk must not share the port.
    server_.set_socket_options([](int socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
  }

  HandlerResponse guard(const Request& request, Response& response) const {
    if (connections_->is_too_many()) {
      send_error(response, 429, fmt::format("there are {} connections already", kMostConnections));
      return HandlerResponse::Handled;
    }
    const Asked asked{request.method, request.path,
                      [&request](const char* name) { return joined_header(request, name); }};
    if (const std::optional<Refusal> refusal = refusal_of(asked, served_.key)) {
      send_error(response, refusal->status, refusal->sentence);
      return HandlerResponse::Handled;
    }
    return HandlerResponse::Unhandled;
  }

  // A request that cpp-httplib itself refuses has no text yet.
  static void explain(Response& response) {
    if (response.content_length_ == 0) {
      send_error(response, response.status,
                 response.status == 413 ? "a request has at most 64 KB"
                                        : "the desk cannot read this request");
    }
  }

  // Does the job on the loop's thread and waits for its result. A result that comes when the
  // request has been refused is undone.
  template <class Result>
  std::optional<Result> ask(std::function<void(std::function<void(Result)>)> job,
                            typename Question<Result>::Undo undo = nullptr) {
    auto question = std::make_shared<Question<Result>>(std::move(undo));
    loop_.post([question, job = std::move(job)] {
      if (question->is_asked()) {
        job([question](Result result) { question->answer(std::move(result)); });
      }
    });
    return question->wait(kPatience, is_over_);
  }

  void add_routes() {
    server_.Get("/", [this](const Request&, Response& response) {
      response.headers.erase(kPolicyHeader);
      response.set_header(kPolicyHeader, served_.policy + "; frame-ancestors 'none'");
      send_text(response, 200, "text/html; charset=utf-8", served_.page);
    });
    server_.Get("/events", [this](const Request&, Response& response) { stream_events(response); });
    server_.Get("/recording\\.html",
                [this](const Request&, Response& response) { send_recording(response); });
    post("/command", [](LiveSession& session, const std::string& page, const Json& request,
                        const LiveSession::Then& then) {
      session.command(page, request["command"].text(), then);
    });
    post("/input", [](LiveSession& session, const std::string& page, const Json& request,
                      const LiveSession::Then& then) { then(session.input(page, request)); });
    post("/take", [](LiveSession& session, const std::string& page, const Json&,
                     const LiveSession::Then& then) { then(session.take_over(page)); });
    post("/restart", [](LiveSession& session, const std::string& page, const Json&,
                        const LiveSession::Then& then) { then(session.restart(page)); });
    post("/predict", [](LiveSession& session, const std::string& page, const Json& request,
                        const LiveSession::Then& then) { then(session.predict(page, request)); });
  }

  using Handler = std::function<void(LiveSession&, const std::string& page, const Json& request,
                                     const LiveSession::Then&)>;

  void post(const char* path, Handler handler) {
    server_.Post(
        path, [this, handler = std::move(handler)](const Request& request, Response& response) {
          const std::optional<Json> json = Json::parse(request.body);
          if (!json || !json->is_record()) {
            send_error(response, 400, "a request's body is a JSON record");
            return;
          }
          const auto reply = ask<Reply>([&session = session_, handler, json](const auto& then) {
            handler(session, (*json)["page"].text(), *json, then);
          });
          if (!reply) {
            send_error(response, 504, "the program does not answer");
            return;
          }
          send_text(response, reply->status, "application/json", reply->json + '\n');
        });
  }

  // The response has no end as long as the page is open.
  void stream_events(Response& response) {
    const auto page = ask<std::shared_ptr<LivePage>>(
        [&session = session_](const auto& then) { then(session.open_page()); },
        [&session = session_](const auto& late) { session.close_page(late->id()); });
    if (!page) {
      send_error(response, 504, "the desk does not answer");
      return;
    }
    response.set_chunked_content_provider(
        "application/x-ndjson",
        [this, page = *page](std::size_t, httplib::DataSink& sink) {
          return send_lines(*page, sink);
        },
        [this, id = (*page)->id()](bool) {
          loop_.post([&session = session_, id] { session.close_page(id); });
        });
  }

  // Returns false when the page is gone.
  bool send_lines(LivePage& page, httplib::DataSink& sink) const {
    const std::optional<std::string> lines = page.take(kPause);
    if (!lines || is_over_) {
      sink.done();
      return true;
    }
    return lines->empty() ? sink.is_writable() : sink.write(lines->data(), lines->size());
  }

  void send_recording(Response& response) {
    const auto json = ask<std::string>(
        [&session = session_](const auto& then) { then(session.recording_text()); });
    if (!json) {
      send_error(response, 504, "the desk does not answer");
      return;
    }
    response.set_header("Content-Disposition", "attachment; filename=\"recording.html\"");
    send_text(response, 200, "text/html; charset=utf-8", recording_page(served_.title, *json));
  }

  Loop& loop_;
  LiveSession& session_;
  const Served served_;
  httplib::Server server_;
  Connections* connections_ = nullptr;  // the server's, there while it handles requests
  std::thread thread_;
  std::atomic<bool> is_over_{false};
  int port_ = -1;
};

}  // namespace

Expected<std::unique_ptr<WebServer>, std::string> WebServer::start(Loop& loop, LiveSession& session,
                                                                   Served served, int port) {
  auto server = std::make_unique<HttpServer>(loop, session, std::move(served));
  errno = 0;
  if (!server->bind(port)) {
    const std::string reason = errno == EADDRINUSE ? "it is taken" : std::strerror(errno);
    return Unexpected<std::string>(fmt::format(
        "cannot serve at port {}: {}; leave --port out for one that is free", port, reason));
  }
  server->serve();
  return std::unique_ptr<WebServer>(std::move(server));
}

}  // namespace minijvm::desk
