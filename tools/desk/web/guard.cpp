// The checks in their order. Each is one row of the table in README.md, and tests/tools/desk/run
// has a request that only this one refuses.
#include "tools/desk/web/guard.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include "base/check.h"

namespace minijvm::desk {
namespace {

struct Route {
  const char* method;
  const char* path;
  bool needs_key;
};
constexpr Route kRoutes[] = {
    {"GET", "/", false},        {"GET", "/events", true},   {"GET", "/recording.html", true},
    {"POST", "/command", true}, {"POST", "/input", true},   {"POST", "/take", true},
    {"POST", "/restart", true}, {"POST", "/predict", true},
};

// Against DNS rebinding: a page that reached us under a name of its own has that name here.
bool is_own_host(std::string_view host) {
  for (const std::string_view name : {"127.0.0.1", "localhost", "[::1]"}) {
    if (host == name) {
      return true;
    }
    if (host.starts_with(name) && host[name.size()] == ':') {
      const std::string_view port = host.substr(name.size() + 1);
      return !port.empty() && port.find_first_not_of("0123456789") == std::string_view::npos;
    }
  }
  return false;
}

const Route* route_of(const Asked& asked) {
  const auto* found = std::find_if(std::begin(kRoutes), std::end(kRoutes), [&](const Route& route) {
    return asked.method == route.method && asked.path == route.path;
  });
  return found == std::end(kRoutes) ? nullptr : found;
}

// A body has a length that is known before it is read, and is plain JSON.
std::optional<Refusal> refusal_of_body(const Asked& asked) {
  const std::string type = asked.header("Content-Type").value_or("");
  if (type.substr(0, type.find(';')) != "application/json") {
    return Refusal{415, "a request's body is application/json"};
  }
  for (const char* name : {"Transfer-Encoding", "Content-Encoding"}) {
    if (asked.header(name)) {
      return Refusal{415, "a request's body comes as it is, with Content-Length"};
    }
  }
  const std::string length = asked.header("Content-Length").value_or("");
  std::uint64_t bytes = 0;
  const auto [end, error] = std::from_chars(length.data(), length.data() + length.size(), bytes);
  if (error == std::errc::result_out_of_range || bytes > kMostRequestBytes) {
    return Refusal{413, "a request has at most 64 KB"};
  }
  if (error != std::errc() || end != length.data() + length.size()) {
    return Refusal{411, "a request's body comes with one Content-Length"};
  }
  return std::nullopt;
}

}  // namespace

std::string new_key() {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::array<unsigned char, 16> bytes{};
  MJ_CHECK(getrandom(bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()),
           "the kernel has no random bits for the page's key");
  std::string key;
  std::uint32_t held = 0;
  int bits = 0;
  for (const unsigned char byte : bytes) {
    held = held << 8 | byte;
    for (bits += 8; bits >= 6; bits -= 6) {
      key += kLetters[held >> (bits - 6) & 63];
    }
  }
  key += kLetters[held << (6 - bits) & 63];
  return key;
}

bool is_same_secret(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) {
    return false;
  }
  unsigned difference = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    difference |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]);
  }
  return difference == 0;
}

std::optional<Refusal> refusal_of(const Asked& asked, std::string_view key) {
  const std::string host = asked.header("Host").value_or("");
  if (!is_own_host(host)) {
    return Refusal{403, "the desk answers at 127.0.0.1, localhost and [::1] only"};
  }
  // A browser says where a page is from that asks another origin, or sends something.
  if (const auto origin = asked.header("Origin"); origin && *origin != "http://" + host) {
    return Refusal{403, "the desk answers its own page only"};
  }
  const Route* route = route_of(asked);
  if (route == nullptr) {
    return Refusal{404, "there is nothing here"};
  }
  if (route->needs_key && !is_same_secret(asked.header(kKeyHeader).value_or(""), key)) {
    return Refusal{403, "the key is missing or wrong: open the address that the terminal shows"};
  }
  if (asked.header("Range")) {
    return Refusal{416, "the desk sends wholes only"};
  }
  return asked.method == "POST" ? refusal_of_body(asked) : std::nullopt;
}

}  // namespace minijvm::desk
