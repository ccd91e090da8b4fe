// Writes the text of one race. Only the thread that runs comes here; nothing stops.
#include "tools/races/report.h"

#include <fmt/format.h>

#include <vector>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/frame/frame.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "sync/schedule/deterministic_run.h"
#include "sync/schedule/scheduler.h"
#include "vm/java/errors/trace_text.h"

namespace minijvm::vm::races {

using runtime::JavaThread;

namespace {

std::string quoted(const ThreadStory& story) { return '"' + story.name + '"'; }

std::string thread_text(const ThreadStory& story) {
  return story.path.empty() ? quoted(story) : fmt::format("{} ({})", quoted(story), story.path);
}

// The frames that a stack trace shows.
std::string stack_text(const JavaThread& self) {
  std::string text;
  for (runtime::FrameWalk walk(self); !walk.done(); walk.next()) {
    const runtime::Method& method = walk.frame().method();
    if (!method.is_hidden) {
      text += "    " + frame_text({&method, walk.frame().bci()}) + '\n';
    }
  }
  return text;
}

// Locks of java.util.concurrent are objects like others, so only monitors are known here.
std::string monitors_text(const JavaThread& self, bool then) {
  std::string text;
  auto add = [&text](const runtime::Object* object) {
    text += (text.empty() ? "that of a " : ", that of a ") + object->klass()->external_name();
  };
  for (const runtime::HeldMonitor& held : self.held_monitors) {
    add(held.object);
  }
  for (runtime::FrameWalk walk(self); !walk.done(); walk.next()) {
    if (const runtime::Object* locked = walk.frame().fp()[runtime::kFrameLock].ref) {
      add(locked);
    }
  }
  return (then ? "held " : "holds ") + (text.empty() ? "no monitor" : "monitors: " + text);
}

std::string release_text(const ReleaseFacts& release, const Sites& sites) {
  const char* verbs[] = {"gave back a monitor", "wrote a volatile variable",
                         "started a thread",    "initialized a class",
                         "passed a fence",      "was mounted or left its carrier"};
  const char* verb = verbs[static_cast<int>(release.kind)];
  return release.site == kNoSite ? std::string(verb) + " inside of the class library"
                                 : fmt::format("{} at {}", verb, sites.text(release.site));
}

// Says how much of the first thread the second one knows.
std::string knowledge_text(const ThreadStory& second, const ThreadStory& first,
                           const Sites& sites) {
  const ordering::Clock known = second.known.of(first.slot());
  const std::string start =
      fmt::format("  Nothing orders them. What {} knows of {}: ", quoted(second), quoted(first));
  if (known < first.first) {
    return start + "nothing that it did.\n";
  }
  const ReleaseFacts* release = first.release_of(known);
  return start + (release == nullptr
                      ? "what it did long ago.\n"
                      : fmt::format("what it did until it {}.\n", release_text(*release, sites)));
}

// Says what the first thread has let others see since its access.
std::string chance_text(const ThreadStory& second, const ThreadStory& first, const Race& race,
                        const Sites& sites) {
  const char* access = race.conflict.earlier_writes ? "write" : "read";
  const ordering::Clock clock = ordering::clock_of(race.conflict.earlier);
  const ReleaseFacts* release = first.release_of(clock);
  if (release != nullptr) {
    return fmt::format(
        "  After its {} {} {}, but nothing that {} did since then has seen it: to lock the same "
        "monitor, to read the same volatile variable, or to join the thread would.\n",
        access, quoted(first), release_text(*release, sites), quoted(second));
  }
  const bool has_gone_on = first.now() != clock || first.alive == nullptr;
  return fmt::format(
      "  After its {} {} {}: an unlock, a volatile write or its end, seen by {}, would order the "
      "two.\n",
      access, quoted(first),
      has_gone_on ? "let others see something long ago" : "has let others see nothing",
      quoted(second));
}

std::string births_text(const ThreadStory& story, const Sites& sites) {
  if (story.parent.empty()) {
    return "";
  }
  return fmt::format("  {} was started by \"{}\"{}.\n", quoted(story), story.parent,
                     story.started_at == kNoSite ? std::string(" inside of the class library")
                                                 : " at " + sites.text(story.started_at));
}

}  // namespace

std::string calls_text(const JavaThread& self, bool then) {
  return stack_text(self) + "    " + monitors_text(self, then) + '\n';
}

std::string race_text(const sync::NoSafepoint&, const JavaThread& self, const Race& race,
                      const ThreadStories& threads, const Sites& sites) {
  const ThreadStory& second = *ThreadStories::of(self);
  const ThreadStory& first = threads.author(race.conflict.earlier);
  std::string text = "==================\nDATA RACE on " + race.variable + '\n';
  text += fmt::format("  {} by thread {} at tick {}:\n", race.writes ? "Write" : "Read",
                      thread_text(second), sync::thread_model().run()->tick());
  text += calls_text(self, false);
  text += fmt::format("  Earlier {} by thread {}:\n",
                      race.conflict.earlier_writes ? "write" : "read", thread_text(first));
  text += race.told.lines.empty()
              ? fmt::format("    {}\n    its calls and monitors are not known: {}\n",
                            sites.text(ordering::site_of(race.conflict.earlier)), race.told.why_not)
              : race.told.lines;
  text += knowledge_text(second, first, sites);
  text += chance_text(second, first, race, sites);
  text += births_text(first, sites) + births_text(second, sites);
  return text + "==================\n";
}

}  // namespace minijvm::vm::races
