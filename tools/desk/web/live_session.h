// The program that pages step: its session, its recording, the open pages, and which of them may
// command. All of it belongs to the loop's thread.
// Tested by tests/tools/desk/run.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/desk/recording.h"
#include "tools/desk/session.h"
#include "tools/desk/settings.h"
#include "tools/desk/web/live_page.h"

namespace minijvm::desk {

// An answer that the server sends back.
struct Reply {
  int status = 200;
  std::string json = "{}";
};

// Hears what the terminal of the desk needs to know.
class Terminal {
 public:
  using Output = std::vector<std::pair<Stream, std::string>>;

  virtual ~Terminal() = default;
  // The program has come to a stop.
  virtual void stopped() = 0;
  // The program has ended.
  virtual void over(int code, const std::string& sentence) = 0;
};

class LiveSession final : public Listener {
 public:
  using Then = std::function<void(const Reply& reply)>;

  LiveSession(Loop& loop, const Settings& settings, Terminal& terminal);
  ~LiveSession() override;

  // Starts the program, or starts it once more. Returns why it cannot be, or "".
  std::string start();
  // Shows a program that another front steps, instead of starting one: all pages look on. It may be
  // called again for another session. REQUIRES: the session is gone before this object is.
  void look_at(Session& session);
  // Ends the program; `over` follows. From now on it is not started again.
  void end();
  bool has_ended() const { return session_ == nullptr || session_->has_ended(); }
  // True if there was a page.
  bool has_had_page() const { return last_page_ != 0; }
  // Returns what the program has printed before its first stop, up to 64 KB.
  const Terminal::Output& early_output() const { return early_output_; }

  // The first page may command, and each other one after it has taken over.
  std::shared_ptr<LivePage> open_page();
  void close_page(const std::string& id);
  void close_pages();

  // Requests of pages; `page` is the id of the one that asks.
  void command(const std::string& page, const std::string& text, const Then& then);
  Reply input(const std::string& page, const Json& request);
  Reply take_over(const std::string& page);
  Reply restart(const std::string& page);
  Reply predict(const std::string& page, const Json& request);
  std::string recording_text() const { return recording_->to_text(); }

  void ready(const Json& greeting) override;
  void stopped(const Step& step) override;
  void printed(Stream stream, std::string_view text) override;
  void ended(int code, const std::string& sentence) override;

 private:
  void begin_recording(Session& session);
  // Returns why the page may not do anything; nothing: it may.
  std::optional<Reply> objection_to(const std::string& page) const;
  void tell(const std::string& line);
  // The first line of a page has what the VM says of itself, so pages wait for its greeting.
  void begin_pages();
  std::string first_line(const LivePage& page) const;
  void give_floor_to(const std::string& page);
  // Remembers breakpoints and forgets those that were deleted, for a restart.
  void note_stops(const std::string& command, const Json& answer);
  VmStart next_start();
  void set_first_stops(const std::vector<std::string>& places);

  Loop& loop_;
  const Settings& settings_;
  Terminal& terminal_;
  std::unique_ptr<Recording> recording_;
  std::unique_ptr<Session> session_;  // null: it could not be started again
  bool has_begun_ = false;            // the VM has greeted, or ended before
  bool is_ending_ = false;
  bool looks_on_ = false;     // another front steps the program
  bool has_stopped_ = false;  // in this run, or in one before
  Terminal::Output early_output_;

  std::vector<std::shared_ptr<LivePage>> pages_;  // the oldest first
  std::string writer_;
  std::int64_t last_page_ = 0;

  // Commands that have no answer yet; a restart answers them.
  std::map<std::int64_t, Then> waiting_;
  std::int64_t last_command_ = 0;

  // The command that set each stop, by the stop's number, and which the program starts with.
  std::map<std::int64_t, std::string> stops_;
  std::size_t from_start_ = 0;       // so many of the program's first stops came with its start
  std::vector<std::string> to_set_;  // at the first stop after a restart
};

}  // namespace minijvm::desk
