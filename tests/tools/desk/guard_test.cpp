// Each request that must not be served, by the check that refuses it.
#include "tools/desk/web/guard.h"

#include <map>
#include <set>
#include <string>

#include "catch2/catch.hpp"

namespace minijvm::desk {
namespace {

const std::string kKey = "0123456789abcdefghijkl";

struct Made {
  std::string method = "POST";
  std::string path = "/command";
  std::map<std::string, std::string> headers = {{"Host", "127.0.0.1:4000"},
                                                {"X-Minijvm-Key", kKey},
                                                {"Content-Type", "application/json"},
                                                {"Content-Length", "20"}};
};

int status_of(const Made& made) {
  const Asked asked{made.method, made.path, [&](const char* name) -> std::optional<std::string> {
                      const auto found = made.headers.find(name);
                      return found == made.headers.end() ? std::nullopt
                                                         : std::optional(found->second);
                    }};
  const auto refusal = refusal_of(asked, kKey);
  return refusal ? refusal->status : 200;
}

int status_with(const std::string& name, const std::string& value) {
  Made made;
  made.headers[name] = value;
  return status_of(made);
}

TEST_CASE("guard: the page itself needs no key, all else does", "[desk][guard]") {
  CHECK(status_of({}) == 200);
  CHECK(status_of({"GET", "/", {{"Host", "localhost:1"}}}) == 200);
  CHECK(status_of({"GET", "/events", {{"Host", "localhost:1"}}}) == 403);
  CHECK(status_of({"GET", "/recording.html", {{"Host", "localhost:1"}}}) == 403);
  for (std::size_t place = 0; place < kKey.size(); ++place) {
    std::string wrong = kKey;
    wrong[place] = wrong[place] == 'x' ? 'y' : 'x';
    CHECK(status_with("X-Minijvm-Key", wrong) == 403);
  }
  CHECK(status_with("X-Minijvm-Key", kKey + "m") == 403);
  CHECK(status_with("X-Minijvm-Key", "") == 403);
}

TEST_CASE("guard: only names of this machine", "[desk][guard]") {
  for (const char* good : {"127.0.0.1", "localhost:80", "[::1]:4000"}) {
    CHECK(status_with("Host", good) == 200);
  }
  for (const char* bad : {"evil.example", "127.0.0.1.evil.example", "localhost.evil:80", "",
                          "127.0.0.1:", "127.0.0.1:80x", "localhost@evil"}) {
    INFO(bad);
    CHECK(status_with("Host", bad) == 403);
  }
}

TEST_CASE("guard: only the page's own origin", "[desk][guard]") {
  CHECK(status_with("Origin", "http://127.0.0.1:4000") == 200);
  for (const char* bad : {"http://evil.example", "null", "http://127.0.0.1:4001",
                          "https://127.0.0.1:4000", "http://localhost:4000"}) {
    CHECK(status_with("Origin", bad) == 403);
  }
}

TEST_CASE("guard: no other route, no other method", "[desk][guard]") {
  Made made;
  for (const char* path : {"/commands", "/../etc/passwd", "//", "/recordingXhtml", "/command/"}) {
    made.path = path;
    CHECK(status_of(made) == 404);
  }
  CHECK(status_of({"OPTIONS", "/command", made.headers}) == 404);
  CHECK(status_of({"GET", "/command", made.headers}) == 404);
  CHECK(status_of({"PUT", "/command", made.headers}) == 404);
}

TEST_CASE("guard: a body is short and plain", "[desk][guard]") {
  CHECK(status_with("Content-Length", "65536") == 200);
  CHECK(status_with("Content-Length", "65537") == 413);
  CHECK(status_with("Content-Length", "99999999999999999999999") == 413);
  CHECK(status_with("Content-Length", "-1") == 411);
  CHECK(status_with("Content-Length", "") == 411);
  CHECK(status_with("Transfer-Encoding", "chunked") == 415);
  CHECK(status_with("Content-Encoding", "gzip") == 415);
  CHECK(status_with("Content-Type", "text/plain") == 415);
  CHECK(status_with("Content-Type", "application/json; charset=utf-8") == 200);
}

TEST_CASE("guard: keys are long and new", "[desk][guard]") {
  std::set<std::string> keys;
  for (int i = 0; i < 100; ++i) {
    keys.insert(new_key());
  }
  CHECK(keys.size() == 100);
  CHECK(keys.begin()->size() == 22);
  CHECK(is_same_secret("abc", "abc"));
  CHECK_FALSE(is_same_secret("abc", "abd"));
  CHECK_FALSE(is_same_secret("abc", "ab"));
}

}  // namespace
}  // namespace minijvm::desk
