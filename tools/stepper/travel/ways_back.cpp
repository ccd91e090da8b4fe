// Finds an earlier moment: the root has the run repeated from a little before now, and has the
// candidates counted up to now; then it has the last of them picked. If there are none, it begins
// further back.
#include <fmt/format.h>

#include <algorithm>

#include "tools/stepper/command_words.h"
#include "tools/stepper/travel/root.h"

namespace minijvm::vm::stepper {

namespace {

// So many ticks before now the search begins, and then so many times as far.
constexpr std::uint64_t kFirstWindow = 64;
constexpr std::uint64_t kWider = 16;
constexpr const char* kOtherRun =
    "the run has not come to this moment again: something that it depends on is not repeated";

}  // namespace

std::string Root::go(const Json& request) {
  Seek seek = Seek::from_json(request);
  command_ = request["answer"].text();
  if (seek.what == Seek::What::kAny)
    return go_to(seek);
  if (seek.what == Seek::What::kOwnTick)
    return go_to_first(seek, request.has("other") ? Seek::from_json(request["other"]) : seek);
  if (seek.what == Seek::What::kStop)
    return go_back_to_stop(seek);
  return go_back(seek, request["count"].number());
}

Json Root::count(const Seek& seek) {
  std::optional<RunProcess> worker = start_worker(&seek);
  if (!worker)
    return failure("no checkpoint is left that lies before");
  const std::optional<Json> result = next_message(*worker, true);
  dismiss(*worker);
  outlets_.drop_held();
  return result ? *result : failure("the process that repeated the run was ended");
}

std::string Root::go_back(Seek seek, std::int64_t count_back) {
  const std::uint64_t now = seek.until.tick;
  for (std::uint64_t window = kFirstWindow;; window *= kWider) {
    seek.from = now > window ? now - window : 0;
    seek.pick = 0;
    const Json counted = count(seek);
    if (counted.has("error"))
      return counted["error"].text();
    const std::int64_t found = counted["counted"].number();
    const bool is_beginning = seek.from == 0;
    if (counted["met"].is_true() && !counted["same"].is_true())
      return kOtherRun;
    // The last write of one object's variable need not be the last candidate.
    if (counted["met"].is_true() && found >= count_back) {
      seek.pick = seek.what == Seek::What::kWrite ? found : found - count_back + 1;
      return go_to(seek);
    }
    if (is_beginning && !counted["met"].is_true())
      return kOtherRun;
    if (is_beginning && seek.what == Seek::What::kWrite)
      return "no bytecode has written it since the program began; reflection, Unsafe and JNI are "
             "not seen";
    if (is_beginning)
      return found == 0
                 ? "nothing of this kind lies before: the program begins here"
                 : fmt::format("only {} of these lie before, from the program's beginning on",
                               found);
  }
}

// The nearest checkpoint may be all that is needed; the run before it is looked at only if there
// was no stop behind it.
std::string Root::go_back_to_stop(Seek seek) {
  do {
    seek.from = 0;
    for (const RunProcess& each : checkpoints_) {
      if (each.tick < seek.until.tick)
        seek.from = each.tick;
    }
    seek.pick = 0;
    const Json counted = count(seek);
    if (counted.has("error"))
      return counted["error"].text();
    if (!counted["met"].is_true() || !counted["same"].is_true())
      return kOtherRun;
    seek.pick = counted["counted"].number();
    if (seek.pick > 0)
      return go_to(seek);
    // Nothing behind this checkpoint needs to be looked at again.
    seek.until = Moment();
    seek.until.tick = seek.from;
  } while (seek.from > 0);
  seek.what = Seek::What::kAny;
  seek.from = 0;
  seek.until = Moment();
  seek.until.tick = 0;
  seek.pick = 1;
  seek.reason = "no stop lies before: the program begins";
  return go_to(seek);
}

// Goes to that of the two that comes first in the run.
std::string Root::go_to_first(Seek one, Seek other) {
  const Json first = count(one);
  const Json second = one.thread_name == other.thread_name && one.own_ticks == other.own_ticks &&
                              one.site == other.site
                          ? first
                          : count(other);
  if (first["counted"].number() == 0 && second["counted"].number() == 0)
    return "the run does not come to the place where the other one differs";
  const bool is_second =
      first["counted"].number() == 0 ||
      (second["counted"].number() > 0 && second["tick"].number() < first["tick"].number());
  Seek& chosen = is_second ? other : one;
  chosen.pick = (is_second ? second : first)["counted"].number();
  return go_to(chosen);
}

std::string Root::go_to(Seek seek) {
  if (seek.what == Seek::What::kAny || seek.what == Seek::What::kMoment)
    seek.from = seek.until.tick > kFirstWindow ? seek.until.tick - kFirstWindow : 0;
  seek.stops_before = stops_;
  std::optional<RunProcess> worker = start_worker(&seek);
  if (!worker)
    return "no checkpoint is left that lies before";
  const std::optional<Json> arrived = next_message(*worker, true);
  if (!arrived || !arrived->has("tell")) {
    outlets_.drop_held();
    dismiss(*worker);
    return arrived && arrived->has("ended")
               ? fmt::format("the program ends at tick {}", (*arrived)["ended"].number())
               : kOtherRun;
  }
  outlets_.print_held();
  if (talker_.pid > 0) {
    owes_answer_ = false;
    front_.answer(Json::record().set("answer", command_));
    dismiss(talker_);
  }
  talker_ = *worker;
  serve_talker(*arrived);
  return "";
}

}  // namespace minijvm::vm::stepper
