// The Debug Adapter Protocol front of the desk: requests of an editor become commands of the
// stepper, and what the session reports becomes events. The requests are a table in adapter.cpp;
// each is a member function here, and they stand in files by what they are about:
//
//   requests/program.cpp       initialize, launch, attach, configurationDone, restart, terminate,
//                              disconnect
//   requests/stops.cpp         the five sets of breakpoints, dataBreakpointInfo
//   requests/running.cpp       continue, next, stepIn, stepOut, pause, stepBack, reverseContinue
//   requests/frames.cpp        threads, stackTrace, scopes, variables, exceptionInfo
//   requests/code.cpp          disassemble, readMemory, source, loadedSources
//   requests/console.cpp       evaluate, completions
//
// The life of a program:
//
//   launch -> the VM comes up and stops before the program's first instruction
//          -> the sets of breakpoints are sent -> configurationDone -> the program goes on
//          -> a breakpoint, or where main begins: `continue`, or `stopped` with reason "entry"
//
// The first stop is the adapter's own, which the editor does not see. It comes before the static
// initializer of the main class and of its superclasses, so that breakpoints there are set in time.
//
// All of it runs on the loop's thread.
// Tested by tests/tools/dap/run.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "tools/desk/dap/breakpoints.h"
#include "tools/desk/dap/client.h"
#include "tools/desk/dap/history.h"
#include "tools/desk/dap/launch.h"
#include "tools/desk/dap/listings.h"
#include "tools/desk/dap/page_view.h"
#include "tools/desk/dap/stop_view.h"
#include "tools/desk/loop.h"
#include "tools/desk/session.h"

namespace minijvm::desk::dap {

class Adapter final : public Listener {
 public:
  // The words and places of `vm` stand in front of those of `launch`; sources are looked for in the
  // folders of `source_path` as well.
  Adapter(Loop& loop, Client& client, VmStart vm, std::string source_path);
  ~Adapter() override;

  // Takes the body of one message.
  void receive(const std::string& body);
  // The client has gone, or will get nothing more: ends the program, and then stops the loop.
  void leave();

  // --- what the session reports ---
  void ready(const Json& greeting) override;
  void running(const std::string& command) override;
  void stopped(const Step& step) override;
  void happened(const Json& event) override;
  void printed(Stream stream, std::string_view text) override;
  void ended(int code, const std::string& sentence) override;

 private:
  // Says when a request makes sense: after `initialize`, while there is a program, at a stop.
  enum class Needs : std::uint8_t { kNothing, kInitialize, kProgram, kStop };
  struct Row;
  using Then = std::function<void(const Json& answer)>;
  using Work = std::function<void()>;

  static std::span<const Row> table();
  void dispatch(const Request& request);
  // Returns why the request cannot be done now or ever; empty: it can.
  std::string objection(const Row& row, const Request& request) const;

  void initialize(const Request& request);
  void launch(const Request& request);
  void attach(const Request& request);
  void configuration_done(const Request& request);
  void restart(const Request& request);
  void terminate(const Request& request);
  void disconnect(const Request& request);

  void set_breakpoints(const Request& request);
  void set_function_breakpoints(const Request& request);
  void set_instruction_breakpoints(const Request& request);
  void set_data_breakpoints(const Request& request);
  void set_exception_breakpoints(const Request& request);
  void data_breakpoint_info(const Request& request);

  void continue_all(const Request& request);
  void next(const Request& request);
  void step_in(const Request& request);
  void step_out(const Request& request);
  void pause(const Request& request);
  void step_back(const Request& request);
  void reverse_continue(const Request& request);

  void threads(const Request& request);
  void stack_trace(const Request& request);
  void scopes(const Request& request);
  void variables(const Request& request);
  void exception_info(const Request& request);

  void disassemble(const Request& request);
  void read_memory(const Request& request);
  void source(const Request& request);
  void loaded_sources(const Request& request);

  void evaluate(const Request& request);
  void completions(const Request& request);

  // --- the program (requests/program.cpp) ---
  bool start_program(const Request& request, const Json& arguments);
  void drop_program();
  void answer_launch();
  // Opens the page for those who look on, or shows them another run.
  void open_view();
  // Tells the first stop, or lets the program go on, once both sides are ready for it.
  void begin();
  // Tells the stop unless it is one where main begins, and the editor does not want that.
  void tell_or_go_on(const std::string& command);
  void go_on();
  bool has_program() const { return session_ != nullptr && !has_ended_; }
  // Runs a command of the stepper. An answer that comes after a restart is dropped.
  void ask(std::string command, Then then);

  // --- breakpoints (requests/stops.cpp) ---
  void replace_set(const Request& request, const std::string& name, BreakpointSets::Set wanted);
  // Sends what the VM does not have yet, and calls `then` when all are answered.
  void send_set(const std::string& name, bool tells, Work then);
  void send_all_sets(Work then);
  std::shared_ptr<void> when_done(Work work);
  void look_after_pending();
  void note_answer(int id, const Json& answer, bool tells);
  void note_deleted(int stop);
  std::string place_of_line(const Json& source, std::int64_t line) const;

  // --- running (requests/running.cpp) ---
  void run(const Request& request, const std::string& command, Json body = Json::record());
  void run_now(const Request& request, const std::string& command, const Json& body);
  // Looks forth instead of running, if the editor looks back. Returns whether it did.
  bool looks_forth(const Request& request, bool by_one);
  // Does the VM go back, rather than the list of recorded stops?
  bool goes_back() const;
  void look_at(std::size_t position);
  void tell_stop(const Json& event);
  void note_threads(const Json& picture);

  // --- showing (requests/frames.cpp, requests/code.cpp) ---
  Json frame_json(const FrameId& id, const Json& frame);
  Json source_of(const Listing& listing);
  const std::string& path_of(const Listing& listing);
  // Gets a picture in which the object is open, then answers `variables`.
  void open_object(const Request& request, std::int64_t id);
  void respond_variables(const Request& request, const Place& place);
  void read_more(const Request& request, std::int64_t from, std::int64_t left, std::string hex);

  // --- the console (requests/console.cpp) ---
  void select_frame(const Request& request, Work then);
  void run_console_line(const Request& request);
  void evaluate_path(const Request& request);
  void evaluate_recorded(const Request& request);
  void respond_value(const Request& request, const Json& answer);
  void after_console_line(const Request& request, const Json& answer);
  // Remembers which thread and frame a line of the console has selected.
  void note_choice(std::int64_t editor_frame, const Json& answer);

  Loop& loop_;
  Client& client_;
  const VmStart vm_;
  const std::string source_path_;

  bool is_initialized_ = false;
  bool is_configured_ = false;
  bool is_leaving_ = false;

  // --- one program; drop_program() puts these back ---
  std::unique_ptr<Session> session_;
  int run_number_ = 0;
  Request open_launch_;  // `launch` or `restart`, until it is answered
  bool is_launch_open_ = false;
  Json launch_arguments_;
  Launch launch_;
  bool has_entered_ = false;  // the first stop has come
  bool is_armed_ = false;     // the sets of breakpoints have been sent
  bool has_begun_ = false;
  bool is_told_ = false;      // the editor knows that the program stands
  bool expects_run_ = false;  // a request of the editor lets the program run
  bool has_ended_ = false;
  Json event_;               // of the stop that is shown
  std::string early_error_;  // what the VM has printed on stderr before its first stop
  std::map<std::int64_t, std::string> threads_;  // by number; the editor knows them
  std::set<std::int64_t> opened_;                // objects that the editor has opened at this stop
  // The console has selected `chosen` at this stop, while the editor shows that frame (0: none).
  struct ConsoleChoice {
    std::int64_t editor_frame;
    FrameId chosen;
  };
  std::optional<ConsoleChoice> console_choice_;
  History history_;
  StopView view_;
  Listings listings_;
  std::map<std::string, std::string> paths_;  // of sources, by class and file name

  BreakpointSets sets_;
  std::unique_ptr<PageView> page_view_;  // null: there is no page
};

}  // namespace minijvm::desk::dap
