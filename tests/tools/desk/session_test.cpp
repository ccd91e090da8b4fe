// The session with a stand-in for the VM (stand_in_vm): the order of what its listeners see, the
// commands that interrupt a program that runs, and all ways to end.
#include "tools/desk/session.h"

#include <signal.h>

#include <string>
#include <utility>
#include <vector>

#include "catch2/catch.hpp"
#include "tools/desk/command_words.h"

namespace minijvm::desk {
namespace {

using namespace std::chrono_literals;

// Writes down what happens, and answers stops by the commands of a script.
class Witness final : public Listener {
 public:
  explicit Witness(const std::vector<std::string>& words) {
    VmStart start;
    start.launcher = MINIJVM_STAND_IN;
    start.words = words;
    auto started = Session::start(loop, start);
    REQUIRE(started.ok());
    session = started.take();
    session->add(*this);
  }
  void run(std::vector<std::string> commands = {}) {
    script = std::move(commands);
    loop.after(20s, [this] {
      log.push_back("too late");
      loop.stop();
    });
    loop.run();
  }

  void ready(const Json&) override { log.push_back("ready"); }
  void running(const std::string& command) override { log.push_back("running " + command); }
  void stopped(const Step& step) override {
    log.push_back("stopped by " + step.command + ": " + step.event["reason"].text());
    shown = step;
    next_command();
  }
  void happened(const Json& event) override { log.push_back("event " + event["event"].text()); }
  void printed(Stream stream, std::string_view text) override {
    const char* name = stream == Stream::kOut ? "out " : stream == Stream::kErr ? "err " : "in ";
    bytes += text.size();
    // The program may print in any number of parts.
    if (!log.empty() && log.back().starts_with(name)) {
      log.back() += text;
    } else {
      log.push_back(name + std::string(text));
    }
  }
  void ended(int code, const std::string& sentence) override {
    log.push_back(std::to_string(code) + ": " + sentence);
    loop.stop();
  }

  void next_command() {
    if (script.empty()) {
      return;
    }
    const std::string command = script.front();
    script.erase(script.begin());
    session->execute(command, [this, command](const Json& answer) {
      if (answer.has("error")) {
        log.push_back(answer["error"].text());
      }
      if (!lets_run(command)) {
        next_command();
      }
    });
  }

  Loop loop;
  std::unique_ptr<Session> session;
  std::vector<std::string> script;
  std::vector<std::string> log;
  Step shown;
  std::size_t bytes = 0;
};

// Ends the session as soon as the program runs by a command, or, if asked, at its first stop.
class Ender final : public Listener {
 public:
  explicit Ender(Session& session) : session_(session) {}
  void running(const std::string&) override { session_.end(); }
  void stopped(const Step&) override {
    if (ends_at_stop) {
      session_.end();
    }
  }
  bool ends_at_stop = false;

 private:
  Session& session_;
};

using Log = std::vector<std::string>;

TEST_CASE("session: output comes before the stop that follows it", "[desk][session]") {
  Witness witness({"print:a", "stop", "err:b", "thread", "stop", "exit:3"});
  witness.run({"step", "continue"});
  CHECK(witness.log == Log{"ready", "out a\n", "stopped by : breakpoint 1", "running step",
                           "err b\n", "event thread", "stopped by step: breakpoint 1",
                           "running continue", "3: the program has ended with code 3"});
  CHECK(witness.shown.picture["n"].number() == 2);
}

TEST_CASE("session: a refused command leaves the program stopped", "[desk][session]") {
  Witness witness({"stop"});
  witness.run({"wrong", "continue"});
  CHECK(witness.log == Log{"ready", "stopped by : breakpoint 1", "that is wrong",
                           "running continue", "0: the program has ended with code 0"});
}

TEST_CASE("session: a command while the program runs interrupts it unseen", "[desk][session]") {
  Witness witness({"stop", "spin"});
  struct : Listener {
    void running(const std::string&) override {
      if (!std::exchange(has_asked, true)) {
        witness->session->execute("step", [this](const Json& answer) { take(answer.to_text()); });
        witness->session->execute("break Race.add", [this](const Json& answer) {
          take(answer["words"].to_text());
          witness->loop.after(50ms, [this] { witness->session->interrupt(); });
        });
      }
    }
    void take(const std::string& text) { answers += text; }
    Witness* witness = nullptr;
    bool has_asked = false;
    std::string answers;
  } asker;
  asker.witness = &witness;
  witness.session->add(asker);
  witness.run({"continue", "continue"});
  CHECK(asker.answers == R"({"error":"the program runs already; interrupt it first"}["Race.add"])");
  CHECK(witness.log == Log{"ready", "stopped by : breakpoint 1", "running continue",
                           "stopped by continue: interrupted", "running continue",
                           "0: the program has ended with code 0"});
}

TEST_CASE("session: a stop may be asked for while the program is resumed", "[desk][session]") {
  // At once, when the VM has not been told to go on yet; and when it has, but has not answered yet.
  const bool is_later = GENERATE(false, true);
  Witness witness({"stop", "spin"});
  struct : Listener {
    void running(const std::string&) override {
      if (!std::exchange(has_asked, true)) {
        witness->session->execute("break Race.add", [this](const Json&) {
          const auto interrupt = [this] { witness->session->interrupt(); };
          if (is_later) {
            witness->loop.post(interrupt);
          } else {
            interrupt();
          }
        });
      }
    }
    Witness* witness = nullptr;
    bool is_later = false;
    bool has_asked = false;
  } asker;
  asker.witness = &witness;
  asker.is_later = is_later;
  witness.session->add(asker);
  witness.run({"continue", "continue"});
  CHECK(witness.log == Log{"ready", "stopped by : breakpoint 1", "running continue",
                           "stopped by continue: interrupted", "running continue",
                           "0: the program has ended with code 0"});
}

TEST_CASE("session: a collection inside a conversation may stop", "[desk][session]") {
  Witness witness({"stop"});
  witness.run({"gc stops", "continue", "continue"});
  CHECK(witness.log == Log{"ready", "stopped by : breakpoint 1",
                           "stopped by gc stops: point gc_copied", "running continue",
                           "stopped by gc stops: the collection is over", "running continue",
                           "0: the program has ended with code 0"});
}

TEST_CASE("session: input reaches the program, and its end, too", "[desk][session]") {
  Witness witness({"stop", "read", "read"});
  CHECK(witness.session->write_input("hello\n"));
  witness.session->close_input();
  CHECK_FALSE(witness.session->write_input("late\n"));
  witness.run({"continue"});
  CHECK(witness.log.back() == "0: the program has ended with code 0");
  std::string printed;
  for (const std::string& line : witness.log) {
    printed += line.starts_with("out ") ? line.substr(4) : "";
  }
  CHECK(printed == "read hello\nread \n");
}

TEST_CASE("session: a signal that ends the VM is named", "[desk][session]") {
  Witness witness({"stop", "kill:9"});
  witness.run({"continue"});
  CHECK(witness.log.back() == "137: the program was ended by signal 9 (Killed)");
}

TEST_CASE("session: a program may be stopped before it has gone on", "[desk][session]") {
  Witness witness({"stop", "spin"});
  struct : Listener {
    void stopped(const Step&) override { session->interrupt(); }
    Session* session = nullptr;
  } impatient;
  impatient.session = witness.session.get();
  witness.session->add(impatient);
  witness.run({"continue", "print x", "continue"});
  CHECK(witness.log == Log{"ready", "stopped by : breakpoint 1", "running continue",
                           "stopped by continue: interrupted", "running continue",
                           "0: the program has ended with code 0"});
}

TEST_CASE("session: a VM may end in the middle of a stop", "[desk][session]") {
  const std::string question = GENERATE("picture", "schedule", "stops");
  Witness witness({"die:" + question, "stop"});
  witness.run();
  CHECK(witness.log == Log{"ready", "7: the program has ended with code 7"});
  CHECK(witness.session->has_ended());
}

TEST_CASE("session: a VM may end before it runs on unseen", "[desk][session]") {
  Witness witness({"die:resume", "spin"});
  witness.session->execute("print x", [](const Json&) {});
  witness.run();
  CHECK(witness.log == Log{"ready", "7: the program has ended with code 7"});
  CHECK(witness.session->has_ended());
}

TEST_CASE("session: requests on the way are answered when the VM ends", "[desk][session]") {
  Witness witness({"spin"});
  witness.session->execute("print x", [&](const Json& answer) {
    witness.log.push_back(answer.has("error") ? answer["error"].text() : "answered");
    witness.session->end();
    witness.session->execute(
        "print y", [&](const Json& last) { witness.log.push_back(last["error"].text()); });
  });
  witness.run();
  CHECK(witness.log ==
        Log{"ready", "answered", "the program has ended", "0: the program has been ended"});
  CHECK(witness.session->has_ended());
}

TEST_CASE("session: a VM that runs is ended by a signal", "[desk][session]") {
  Witness witness({"stop", "spin"});
  Ender ender(*witness.session);
  witness.session->add(ender);
  witness.run({"continue"});
  CHECK(witness.log.back() == "143: the program has been ended");
}

TEST_CASE("session: a VM that converses ends with its socket", "[desk][session]") {
  Witness witness({"stop"});
  Ender ender(*witness.session);
  ender.ends_at_stop = true;
  witness.session->add(ender);
  witness.run();
  CHECK(witness.log.back() == "0: the program has been ended");
}

TEST_CASE("session: a launcher that is not there is said on standard error", "[desk][session]") {
  Loop loop;
  VmStart start;
  start.launcher = "/no/such/launcher";
  auto session = Session::start(loop, start);
  REQUIRE(session.ok());
  struct : Listener {
    void printed(Stream, std::string_view part) override { text += part; }
    void ended(int number, const std::string&) override {
      code = number;
      loop->stop();
    }
    std::string text;
    int code = 0;
    Loop* loop = nullptr;
  } last;
  last.loop = &loop;
  session.value()->add(last);
  loop.run();
  CHECK(last.code == 1);
  CHECK(last.text == "cannot start /no/such/launcher: No such file or directory\n");
}

TEST_CASE("session: a program that prints a lot loses nothing", "[desk][session]") {
  Witness witness({"flood:1000", "stop"});
  witness.run({"continue"});
  CHECK(witness.bytes == 1000U * 65536);
}

}  // namespace
}  // namespace minijvm::desk
