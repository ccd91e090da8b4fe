// The editor at the other end: responses and events to it, and how it counts lines.
// Tested by tests/tools/dap/run.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/json/json.h"

namespace minijvm::desk::dap {

// One request. The client waits for exactly one response to it.
struct Request {
  std::int64_t seq = 0;
  std::string command;
  Json arguments;
  // Tells requests apart whose client gives two of them the same seq.
  std::int64_t number = 0;
};

class Client {
 public:
  // The descriptor stays the caller's.
  explicit Client(int out) : out_(out) {}

  // Notes a request that is to be answered, and numbers it.
  void expect(Request& request);
  // Answer a request; the second answer to one request is dropped. So a request may be refused at
  // the end of the program, although its answer from the VM is still expected.
  void respond(const Request& request, Json body = Json::record());
  // `shows_user`: the editor puts the sentence into a window.
  void refuse(const Request& request, const std::string& sentence, bool shows_user = false);
  void refuse_all(const std::string& sentence) { refuse_all_but({}, sentence); }
  void refuse_all_but(const Request& request, const std::string& sentence);
  void tell(const char* event, Json body);
  // Shows a text in the editor's debug console: category console, important, stdout or stderr.
  void print(const char* category, std::string text);

  // True when the client has closed its end, or cannot be written to.
  bool has_left() const { return has_left_; }

  // --- what `initialize` says ---
  // Takes over how the client counts, and what it understands.
  void learn(const Json& arguments);
  int line_out(std::int64_t line) const { return static_cast<int>(line) - (from_1_ ? 0 : 1); }
  std::int64_t line_in(std::int64_t line) const { return line + (from_1_ ? 0 : 1); }
  int first_column() const { return columns_from_1_ ? 1 : 0; }
  bool knows_invalidated() const { return knows_invalidated_; }
  std::string path_out(const std::string& path) const;
  std::string path_in(const std::string& path) const;

 private:
  void send(Json message);
  void write_all(std::string_view bytes);

  const int out_;
  bool has_left_ = false;
  int last_seq_ = 0;
  std::int64_t last_number_ = 0;
  std::map<std::int64_t, Request> open_;  // by number: the requests without a response
  bool from_1_ = true;
  bool columns_from_1_ = true;
  bool uses_uris_ = false;
  bool knows_invalidated_ = false;
};

}  // namespace minijvm::desk::dap
