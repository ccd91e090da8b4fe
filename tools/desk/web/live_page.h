// One open page: a queue of lines between the loop, which says what happens, and the web server's
// thread that sends them.
// Tested by tests/tools/desk/live_page_test.cpp.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace minijvm::desk {

// A page that reads slowly must not fill the desk's memory. What the program prints is left out
// then, and a line says so; a page that does not even read the rest is closed.
class LivePage {
 public:
  static constexpr std::size_t kMostOutput = std::size_t{8} << 20;
  static constexpr std::size_t kMost = std::size_t{128} << 20;

  explicit LivePage(std::string id) : id_(std::move(id)) {}

  const std::string& id() const { return id_; }
  // The loop's side.
  void add(std::string_view line);
  void add_output(std::string_view line);
  void close();

  // The server's side: waits for lines and takes them all. The text is empty if there was none in
  // that time, and there is no text if the page is closed.
  std::optional<std::string> take(std::chrono::milliseconds time);

 private:
  void add_locked(std::string_view line);
  void tell_missing();

  const std::string id_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string lines_;          // guarded by mutex_
  std::uint64_t missing_ = 0;  // bytes of output that were left out; guarded by mutex_
  bool is_closed_ = false;     // guarded by mutex_
};

}  // namespace minijvm::desk
