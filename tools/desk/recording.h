// A session written down: each stop with all that a page shows of it (README.md, "Recording").
// The same page reads it from a saved file and, stop by stop, from the desk while the program runs.
//
// A *pane* is one part of a picture, such as its threads. Equal panes are stored once, and a step
// has the indices of its panes. The texts of sources and methods are stored once, too. All of it is
// kept as JSON text, which is short beside the tree that it was made from.
// Tested by tests/tools/desk/recording_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/json/json.h"
#include "tools/desk/console.h"
#include "tools/desk/session.h"
#include "tools/desk/sources.h"

namespace minijvm::desk {

// A recording says this of itself, beside what the VM's greeting says.
struct About {
  std::string title;
  std::string command;  // all words
  std::string date;     // 2026-11-27
  bool is_lecture = false;
};

class Recording final : public Listener {
 public:
  // Gets each line of the live page's stream (README.md, "Live page") as soon as it happens.
  using News = std::function<void(const std::string& line)>;

  Recording(About about, std::string_view source_path, News news = {});

  // The whole so far, as one JSON text.
  std::string to_text() const;
  std::size_t steps() const { return steps_.size(); }
  const std::string& schedule() const { return schedule_; }
  bool is_running() const { return is_running_; }

  // A command of the user's that the VM has taken; with the others it makes the session's text.
  void note_command(std::string command);
  // The answers of predict mode: {"name":"","answers":[...]}.
  void keep_answers(const Json& predict) { predict_ = predict.to_text(); }

  void ready(const Json& greeting) override { greeting_ = greeting; }
  void running(const std::string& command) override;
  void stopped(const Step& step) override;
  void happened(const Json& event) override;
  void printed(Stream stream, std::string_view text) override;
  void ended(int code, const std::string& sentence) override;

 private:
  struct KeptStep {
    std::string text;  // fields of a JSON record, without `out`
    std::size_t gap;   // of the console: what was printed before
  };
  // Parts of a step that were not there before, as fields of JSON records.
  struct Fresh {
    std::string panes;  // [12,value],...
    std::string code;
    std::string sources;
  };

  std::size_t pane(const Json& value, Fresh& fresh);
  void take_code(const Json& picture, Fresh& fresh);
  void take_sources(const Json& picture, Fresh& fresh);
  std::string step_text(const Step& step, Fresh& fresh);
  std::string whole(const KeptStep& step) const;
  std::string made_text() const;
  void tell(const std::string& line) const {
    if (news_) {
      news_(line);
    }
  }

  const About about_;
  Sources sources_;
  const News news_;

  Json greeting_;
  std::vector<std::string> panes_;
  std::unordered_map<std::string, std::size_t> pane_numbers_;
  std::string code_;          // fields of a JSON record
  std::string source_texts_;  // fields of a JSON record
  std::vector<KeptStep> steps_;
  Console console_;
  std::string film_;  // frames since the last stop, with commas between
  std::string schedule_;
  std::vector<std::string> commands_;
  std::string predict_ = R"({"name":"","answers":[]})";
  std::string end_ = "null";
  bool is_running_ = true;
};

}  // namespace minijvm::desk
