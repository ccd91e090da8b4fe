// Implements the commands that show something: values, locks, threads, frames, the heap, pictures.
// They run on the thread that has the floor, in a stopped world or with all other threads held. So
// they read raw memory and take no locks of the program.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/safe_memory.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/thread/java_thread.h"
#include "tools/stepper/command_words.h"
#include "tools/stepper/engine.h"
#include "tools/stepper/explain/explain.h"
#include "tools/stepper/frames.h"
#include "tools/stepper/heap_view.h"
#include "tools/stepper/lock_words.h"
#include "tools/stepper/picture/thread_rows.h"
#include "tools/stepper/roster.h"

namespace minijvm::vm::stepper {

using runtime::Frame;
using runtime::JavaThread;
using runtime::Method;

namespace {

// Copies up to `count` bytes, page by page, until one cannot be read. Returns how many were copied.
// The bytes may be free memory, which the address sanitizer would report.
[[gnu::no_sanitize_address]] std::size_t copy_readable(const void* from, char* to,
                                                       std::size_t count) {
  constexpr std::size_t kPage = 4096;
  const auto* at = static_cast<const char*>(from);
  std::size_t done = 0;
  while (done < count) {
    const std::size_t to_end_of_page = kPage - reinterpret_cast<std::uintptr_t>(at + done) % kPage;
    const std::size_t piece = std::min(to_end_of_page, count - done);
    if (!can_read(at + done, piece))
      break;
    for (const std::size_t end = done + piece; done < end; ++done) to[done] = at[done];
  }
  return done;
}

// Returns the method that "Class.method" refers to: the first of its overloads that has bytecode.
const Method* find_method(const std::string& name) {
  std::size_t dot = name.rfind('.');
  runtime::Class* klass =
      dot == std::string::npos ? nullptr : find_class(std::string_view(name).substr(0, dot));
  if (klass == nullptr)
    return nullptr;
  for (const Method& method : klass->methods) {
    if (method.name->text() == name.substr(dot + 1) && method.bytecode != nullptr)
      return &method;
  }
  return nullptr;
}

// Reads [objects N] [depth N] [open ID...]. Returns false for other words.
bool read_limits(const std::vector<std::string>& words, PictureLimits* limits) {
  constexpr int kMost = 10000;
  std::string_view what;
  if (!words.empty() && number_or(words, words.size() - 1, -1) < 0)
    return false;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (words[at] == "objects" || words[at] == "depth" || words[at] == "open") {
      what = words[at];
      continue;
    }
    const int number = number_or(words, at, -1);
    if (what.empty() || number < 0)
      return false;
    if (what == "open") {
      limits->open.insert(static_cast<ObjectNo>(number));
    } else {
      (what == "depth" ? limits->depth : limits->objects) =
          static_cast<std::size_t>(std::min(number, kMost));
    }
  }
  return true;
}

}  // namespace

// --- values and locks ---

// *found is set only if the answer has no error.
Json Engine::find_path(const Words& words, Found* found) const {
  if (words.size() != 1)
    return failure("this needs one path, like this.next or #0");
  Finder finder(*scene_.view, memory_.kinds, *scene_.selected, frame());
  Expected<Found, std::string> result = finder.find(words[0]);
  if (!result)
    return failure(result.error());
  *found = result.take();
  return nothing();
}

Json Engine::print(const Words& words) {
  Found found;
  Json outcome = find_path(words, &found);
  if (outcome.has("error"))
    return outcome;
  return nothing()
      .set("path", words[0])
      .set("value", found.is_reference ? describe_object(*scene_.view, found.object) : found.value);
}

Json Engine::bytes(const Words& words) {
  constexpr int kMost = 65536;
  std::uintptr_t address = 0;
  const bool is_hex = words.size() == 2 && words[0].starts_with("0x");
  const char* end = is_hex ? words[0].data() + words[0].size() : nullptr;
  const int count = number_or(words, 1, -1);
  const auto read_to =
      is_hex ? std::from_chars(words[0].data() + 2, end, address, 16) : std::from_chars_result{};
  if (!is_hex || count < 0 || count > kMost || read_to.ec != std::errc() || read_to.ptr != end)
    return failure("bytes needs an address and a count of up to 65536: 0x7f12a4 16");
  std::string read(static_cast<std::size_t>(count), '\0');
  read.resize(copy_readable(reinterpret_cast<const void*>(address), read.data(), read.size()));
  std::string digits;
  for (char byte : read) digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return nothing()
      .set("address", words[0])
      .set("bytes", digits)
      .set("unreadable", static_cast<std::int64_t>(count) - static_cast<std::int64_t>(read.size()));
}

// A class word that forwards cannot be read as a class, so there is no lock text then.
Json Engine::lock(const Words& words) {
  Found found;
  Json outcome = find_path(words, &found);
  if (outcome.has("error"))
    return outcome;
  if (!scene_.view->is_settled)
    return failure("objects cannot be read between two phases of a collection");
  if (!found.is_reference || found.object == nullptr)
    return failure("that is no object");
  return nothing().set("lock", describe_lock(*scene_.view, found.object));
}

Json Engine::monitors(const Words& words) {
  if (!scene_.view->is_settled)
    return failure("objects cannot be read between two phases of a collection");
  return nothing().set("monitors", describe_monitors(*scene_.view, mentions(words, "all")));
}

// --- threads and frames ---

Json Engine::describe_thread(const JavaThread& thread) const {
  Json row = Json::record();
  row.set("number", thread.id())
      .set("name", thread_name(thread))
      .set("selected", &thread == scene_.selected)
      .set("state", state_text(stage_, thread));
  // The wait graph needs a stopped world.
  if (scene_.hold == Hold::kStopped)
    describe_wait(*scene_.view, thread, row);
  if (std::optional<Frame> innermost = nth_frame(thread, 0))
    row.set("place", describe_place(innermost->method(), innermost->bci()));
  return row;
}

// The threads of the class library (Reference Handler and others) are shown on request.
Json Engine::threads(const Words& words) {
  Json rows = Json::list();
  for (const JavaThread* thread : java_threads()) {
    if (!is_library_thread(*thread) || thread == scene_.selected || mentions(words, "all"))
      rows.add(describe_thread(*thread));
  }
  return nothing().set("threads", rows);
}

// A name may contain blanks: all words are the name.
Json Engine::select_thread(const Words& words) {
  std::string name;
  for (const std::string& word : words) name += (name.empty() ? "" : " ") + word;
  JavaThread* thread = find_thread(name);
  if (thread == nullptr)
    return failure(fmt::format("there is no thread '{}'; `threads` lists them", name));
  scene_.selected = thread;
  scene_.frame = 0;
  return nothing().set("thread", describe_thread(*thread));
}

std::optional<Frame> Engine::frame() const { return nth_frame(*scene_.selected, scene_.frame); }

Json Engine::frame_row(const Frame& frame, std::size_t number) const {
  return Json::record()
      .set("number", static_cast<std::int64_t>(number))
      .set("selected", number == scene_.frame)
      .set("place", describe_place(frame.method(), frame.bci()));
}

Json Engine::where(const Words&) {
  Json rows = Json::list();
  std::size_t number = 0;
  for (const Frame& frame : frames_of(*scene_.selected)) rows.add(frame_row(frame, number++));
  return nothing().set("frames", rows);
}

Json Engine::select_frame_number(std::size_t number) {
  std::optional<Frame> chosen = nth_frame(*scene_.selected, number);
  if (!chosen)
    return failure("there is no such frame; `where` lists them");
  scene_.frame = number;
  return nothing().set("frame", frame_row(*chosen, number));
}

Json Engine::select_frame(const Words& words) {
  return select_frame_number(static_cast<std::size_t>(number_or(words, 0, words.empty() ? 0 : -1)));
}
Json Engine::up(const Words&) { return select_frame_number(scene_.frame + 1); }
// Below frame 0 the number wraps around, and there is no such frame.
Json Engine::down(const Words&) { return select_frame_number(scene_.frame - 1); }

Json Engine::locals(const Words&) {
  std::optional<Frame> chosen = frame();
  return chosen ? nothing().set("locals", describe_locals(memory_.kinds, *scene_.view, *chosen))
                : failure("the thread has no frames");
}

Json Engine::operands(const Words&) {
  std::optional<Frame> chosen = frame();
  return chosen ? nothing().set("stack", describe_stack(memory_.kinds, *scene_.view,
                                                        *scene_.selected, *chosen))
                : failure("the thread has no frames");
}

Json Engine::where_selected() const {
  Json record = Json::record();
  record.set("thread", Json::record()
                           .set("number", scene_.selected->id())
                           .set("name", thread_name(*scene_.selected)));
  std::optional<Frame> innermost = nth_frame(*scene_.selected, 0);
  if (!innermost)
    return record;
  record.set("place", describe_place(innermost->method(), innermost->bci()));
  const std::string say = explain_instruction(innermost->method(), innermost->bci());
  if (!say.empty())
    record.set("say", say);
  return record.set("stack",
                    describe_stack(memory_.kinds, *scene_.view, *scene_.selected, *innermost));
}

Json Engine::disassemble(const Words& words) {
  std::optional<Frame> chosen = frame();
  const Method* method =
      words.empty() ? (chosen ? &chosen->method() : nullptr) : find_method(words[0]);
  if (method == nullptr)
    return failure(words.empty()
                       ? "the thread has no frames"
                       : fmt::format("there is no method {} with bytecode yet", words[0]));
  // Marks the instruction in progress if the selected frame runs this method.
  std::int32_t bci = chosen && &chosen->method() == method ? chosen->bci() : -1;
  return nothing()
      .set("method", short_method_text(*method))
      .set("code", disassemble_method(*method, bci));
}

// --- the heap ---

Json Engine::heap(const Words&) { return nothing().set("heap", describe_heap()); }

// Collects in the middle of the conversation; a stop at a phase of it begins an inner one.
Json Engine::collect(const Words& words) {
  if (scene_.hold == Hold::kFrozen)
    return failure(
        "no collection now: a thread stands in a meta-lock, and no word may be BUSY at a safepoint "
        "(sync/meta_lock.h: I3)");
  if (scene_.hold == Hold::kCollection)
    return failure("a collection is under way");
  bool is_full = words.empty() || words[0] == "full";
  if (!is_full && words[0] != "young")
    return failure("gc is young or full");
  collect_garbage(*scene_.speaker, is_full);
  plan_ = {};
  return nothing().set("heap", describe_heap());
}

// --- pictures ---

Json Engine::picture(const Words& words) {
  PictureLimits limits;
  if (!read_limits(words, &limits))
    return failure("a picture is asked for by [objects N] [depth N] [open ID...]");
  return take_picture(scene_, stage_, memory_, limits);
}

Json Engine::turn_film(const Words& words) {
  if (words.size() != 1 || (words[0] != "on" && words[0] != "off"))
    return failure("film is on or off");
  if (!keeps_schedule_)
    return failure("only a tool sees the film (--step=json)");
  if (scene_.hold == Hold::kCollection)
    return failure("a collection is under way");
  film_.turn(words[0] == "on");
  return nothing().set("film", words[0]);
}

Json Engine::code(const Words& words) {
  Json listing = memory_.listings.listing(number_or(words, 0, 0));
  return listing.is_null() ? failure("there is no method of that number")
                           : nothing().set("code", std::move(listing));
}

}  // namespace minijvm::vm::stepper
