// One call of a native that a journal keeps (journal.def). native_call.cpp makes one around the
// call:
//
//   JournaledCall call(self, method, args);     replay: compares with the journal, waits as then
//   if (call.is_made()) ...                     call the function
//   call.finish(&result);                       recording: writes what came of it; replay: gives it
//
//   of the call, an entry has:  errno | the memory that it took (call_memory.h)
//                               ticks that Java code took inside | random words that it drew
//                               the classes that it initialized
//                               outcome: a result, or an exception's class, message and fields
//                               what changed in its arguments (argument_objects.h)
//                               what it wrote to addresses (call_arguments.h)
//
// Java code that runs inside such a call does so without switching threads. Of this, a replay runs
// only the initializers of classes, and takes over the ticks of the whole.
// Tested by tests/vm/journal.
#pragma once

#include <cstdint>
#include <optional>

#include "runtime/fwd.h"
#include "runtime/object/java_value.h"
#include "vm/natives/world/journal/argument_objects.h"
#include "vm/natives/world/journal/call_arguments.h"
#include "vm/natives/world/journal/call_memory.h"
#include "vm/natives/world/journal/journal.h"

namespace minijvm::vm {

class JournaledCall {
 public:
  // REQUIRES: kInVm, a HandleScope or its like, journal() != null. `args` are the locals of the
  // native's frame, which is the top one.
  JournaledCall(runtime::JavaThread& self, const runtime::Method& method, runtime::Slot* args);
  JournaledCall(const JournaledCall&) = delete;
  ~JournaledCall();

  bool is_made() const { return is_made_; }
  // *result is the C function's result, as its return register has it; for a reference, a jobject.
  // REQUIRES: kInVm. An exception that the function has thrown is pending, or is so afterwards.
  void finish(std::uint64_t* result);

  // A wait inside of the call begins here: an entry says so, and threads may switch.
  void begin_wait(std::int64_t until_ns);
  void end_wait();

 private:
  void hold_ticks();
  void release_ticks();
  std::uint64_t switches() const;
  JournalEntry entry(EntryKind kind) const;
  void replay_waits();
  void write(std::uint64_t result);
  JavaResult<void> initialize_classes(JournalReader* in);
  void write_outcome(const sync::NoSafepoint& still, std::uint64_t result, GraphWriter* graph,
                     JournalWriter* out);
  JavaResult<void> give(std::uint64_t* result);
  JavaResult<void> give_exception(JournalReader* in, GraphReader* graph);
  JavaResult<std::int64_t> give_result(JournalReader* in, GraphReader* graph,
                                       std::uint64_t* result);
  // The result as a number, for natives that return how much they have read.
  std::int64_t number_of(std::uint64_t result) const;

  runtime::JavaThread& self_;
  const runtime::Method& method_;
  Journal& journal_;
  // Inside another call of this thread: neither is written, nor was there in the recording's file.
  bool is_nested_;
  bool is_made_ = true;
  std::optional<CallArguments> arguments_;
  std::optional<ArgumentObjects> objects_;
  std::optional<CallMemory> memory_;
  std::string native_;
  std::uint64_t digest_ = 0;
  std::uint64_t tick_ = 0;
  std::int64_t due_ = 0;
  std::uint64_t random_words_ = 0;
  std::uint64_t switches_ = 0;
  int error_ = 0;  // errno: sun.nio.fs.UnixNativeDispatcher.strerror looks at it afterwards
  std::vector<const runtime::Class*> initialized_;
  std::optional<JournalEntry> given_;  // replay: the entry of this call
};

}  // namespace minijvm::vm
