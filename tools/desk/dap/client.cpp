// Writes messages. A client that does not read for a while makes the desk wait, and with it the
// program, whose output fills its pipe then: nothing that is printed is lost, and nothing grows
// without bound.
#include "tools/desk/dap/client.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "tools/desk/dap/framing.h"

namespace minijvm::desk::dap {
namespace {

constexpr std::string_view kFile = "file://";

int hex_digit(char letter) {
  if (letter >= '0' && letter <= '9')
    return letter - '0';
  const char lower = static_cast<char>(letter | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

void Client::write_all(std::string_view bytes) {
  while (!bytes.empty() && !has_left_) {
    const ssize_t done = write(out_, bytes.data(), bytes.size());
    if (done > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(done));
    } else if (done < 0 && errno == EAGAIN) {
      pollfd wait{out_, POLLOUT, 0};
      (void)poll(&wait, 1, -1);
    } else if (done == 0 || errno != EINTR) {
      has_left_ = true;
    }
  }
}

void Client::send(Json message) {
  Json whole = Json::record();
  whole.set("seq", ++last_seq_);
  for (const Json::Field& field : message.fields()) whole.set(field.name, field.value);
  write_all(framed(whole.to_text()));
}

void Client::expect(Request& request) {
  request.number = ++last_number_;
  open_[request.number] = {request.seq, request.command, Json(), request.number};
}

void Client::respond(const Request& request, Json body) {
  if (open_.erase(request.number) == 0)
    return;
  Json message = Json::record();
  message.set("type", "response").set("request_seq", Json(request.seq)).set("success", true);
  message.set("command", request.command);
  if (!body.fields().empty())
    message.set("body", std::move(body));
  send(std::move(message));
}

void Client::refuse(const Request& request, const std::string& sentence, bool shows_user) {
  if (open_.erase(request.number) == 0)
    return;
  Json error = Json::record().set("id", 1).set("format", sentence).set("showUser", shows_user);
  Json message = Json::record();
  message.set("type", "response").set("request_seq", Json(request.seq)).set("success", false);
  message.set("command", request.command).set("message", sentence);
  message.set("body", Json::record().set("error", std::move(error)));
  send(std::move(message));
}

void Client::refuse_all_but(const Request& request, const std::string& sentence) {
  const std::map<std::int64_t, Request> all = open_;
  for (const auto& [number, open] : all) {
    if (number != request.number)
      refuse(open, sentence);
  }
}

void Client::tell(const char* event, Json body) {
  Json message = Json::record().set("type", "event").set("event", event);
  if (!body.fields().empty())
    message.set("body", std::move(body));
  send(std::move(message));
}

void Client::print(const char* category, std::string text) {
  tell("output", Json::record().set("category", category).set("output", std::move(text)));
}

void Client::learn(const Json& arguments) {
  // Both count from 1 if the client says nothing.
  from_1_ = !arguments.has("linesStartAt1") || arguments["linesStartAt1"].is_true();
  columns_from_1_ = !arguments.has("columnsStartAt1") || arguments["columnsStartAt1"].is_true();
  uses_uris_ = arguments["pathFormat"].text() == "uri";
  knows_invalidated_ = arguments["supportsInvalidatedEvent"].is_true();
}

// RFC 3986, section 2.3: letters, digits and a few marks stand for themselves.
std::string Client::path_out(const std::string& path) const {
  if (!uses_uris_)
    return path;
  std::string uri(kFile);
  for (const char letter : path) {
    const bool is_plain = (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z') ||
                          (letter >= 'a' && letter <= 'z') ||
                          std::string_view("-._~/").find(letter) != std::string_view::npos;
    uri += is_plain ? std::string(1, letter)
                    : fmt::format("%{:02X}", static_cast<unsigned char>(letter));
  }
  return uri;
}

std::string Client::path_in(const std::string& path) const {
  if (!path.starts_with(kFile))
    return path;
  std::string plain;
  for (std::size_t at = kFile.size(); at < path.size(); ++at) {
    const bool is_code = path[at] == '%' && at + 2 < path.size() && hex_digit(path[at + 1]) >= 0 &&
                         hex_digit(path[at + 2]) >= 0;
    if (is_code) {
      plain += static_cast<char>(hex_digit(path[at + 1]) * 16 + hex_digit(path[at + 2]));
      at += 2;
    } else {
      plain += path[at];
    }
  }
  return plain;
}

}  // namespace minijvm::desk::dap
