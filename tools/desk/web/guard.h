// The guard of the desk's web server: a page of another origin, a name that was bound to this
// machine by DNS, and another user of the machine are refused (README.md, "Security").
// Tested by tests/tools/desk/guard_test.cpp and tests/tools/desk/run.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace minijvm::desk {

inline constexpr std::size_t kMostRequestBytes = std::size_t{64} << 10;
inline constexpr std::size_t kMostConnections = 16;
inline constexpr const char* kKeyHeader = "X-Minijvm-Key";

// A request's head, as the guard sees it.
struct Asked {
  std::string method;
  std::string path;
  // Returns the header's value; nothing if it is missing. A header that is there twice has both
  // values, with a comma between them, which the checks take for none that is allowed.
  std::function<std::optional<std::string>(const char* name)> header;
};

struct Refusal {
  int status;
  std::string sentence;
};

// Returns 128 random bits in base64url, which are 22 letters.
std::string new_key();
// Takes the same time for all texts of one length, so that time does not tell how much fits.
bool is_same_secret(std::string_view one, std::string_view other);

// Returns why the request is refused; nothing: it may go on.
std::optional<Refusal> refusal_of(const Asked& asked, std::string_view key);

}  // namespace minijvm::desk
