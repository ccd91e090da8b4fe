// Reads the places that a user writes and compares them with what a thread is about to do. Each
// lookup is by name, as classes come and go; stepper.cpp caches the answers about whole methods.
#include "tools/stepper/stops/stops.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <optional>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "tools/stepper/stops/stop_places.h"

namespace minijvm::vm::stepper {

namespace {

using runtime::Class;
using runtime::Method;

// The points are the events of lock_arrows.def and of the collector's phases, in that order.
constexpr Event kLockPoints[] = {
#define MJ_LOCK_ARROW(name, from, to, what) Event::name,
#include "sync/lock_arrows.def"
};
constexpr Event kGcPoints[] = {Event::gc_begin,   Event::gc_copied,   Event::gc_marked,
                               Event::gc_planned, Event::gc_adjusted, Event::gc_moved,
                               Event::gc_end};

template <std::size_t kCount>
bool holds(const Event (&points)[kCount], Event event) {
  return std::find(std::begin(points), std::end(points), event) != std::end(points);
}

std::optional<Event> point_named(std::string_view name) {
  for (Event event : kLockPoints) {
    if (name == event_name(event))
      return event;
  }
  for (Event event : kGcPoints) {
    if (name == event_name(event))
      return event;
  }
  return std::nullopt;
}

// Reads a number that fills the whole text and is not negative.
std::optional<int> number_in(std::string_view text) {
  int number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  bool is_whole = error == std::errc() && end == text.data() + text.size() && number >= 0;
  return is_whole ? std::optional<int>(number) : std::nullopt;
}

// Splits "Class.method" at its last dot. Returns false if there is no dot, or nothing behind it.
bool split_member(std::string_view text, Stop* stop) {
  std::size_t dot = text.rfind('.');
  if (dot == std::string_view::npos || dot + 1 == text.size())
    return false;
  stop->class_name = text.substr(0, dot);
  stop->member_name = text.substr(dot + 1);
  return true;
}

// Returns the kind of a watch as `stops` shows it; write is the default.
const char* use_of(const Stop& stop) {
  if (!stop.sees_reads)
    return "";
  return stop.sees_writes ? " access" : " read";
}

}  // namespace

bool is_lock_point(Event event) { return holds(kLockPoints, event); }
bool is_gc_point(Event event) { return holds(kGcPoints, event); }

int Stops::add(Stop stop) {
  stop.number = ++last_number_;
  ++version_;
  stops_.push_back(std::move(stop));
  return last_number_;
}

namespace {

// Splits the text at " if " and at " after N", which comes last: the place, then the rest into the
// stop. The error is a sentence.
Expected<std::string, std::string> take_condition(std::string text, Stop* stop) {
  constexpr std::string_view kAfter = " after ";
  if (std::size_t at = text.rfind(kAfter); at != std::string::npos) {
    std::string_view behind = std::string_view(text).substr(at + kAfter.size());
    std::optional<int> count = number_in(behind);
    // `after` may also stand in a quoted text of the condition.
    if (!count && behind.find('"') == std::string_view::npos)
      return Unexpected<std::string>(fmt::format("'after {}' has no number", behind));
    if (count) {
      stop->after = *count;
      text.resize(at);
    }
  }
  constexpr std::string_view kIf = " if ";
  if (std::size_t at = text.find(kIf); at != std::string::npos) {
    stop->condition = MJ_TRY(parse_condition(std::string_view(text).substr(at + kIf.size())));
    text.resize(at);
  }
  return text;
}

// Takes "Point.java:12" and "pkg/Point.java:12" for a file and a line.
bool is_file(std::string_view place) {
  static constexpr std::string_view kEndings[] = {".java", ".kt", ".scala", ".groovy", ".clj"};
  return std::any_of(std::begin(kEndings), std::end(kEndings), [place](std::string_view ending) {
    return place.size() > ending.size() && place.ends_with(ending);
  });
}

// Reads a place that is no point: Class.method, Class.method:line, Class.method@bci, Class:line,
// File.java:line.
Expected<void, std::string> read_place(const std::string& where, Stop* stop) {
  // A line or a bci may follow the member.
  std::size_t mark = where.find_first_of(":@");
  if (mark != std::string::npos) {
    std::optional<int> number = number_in(std::string_view(where).substr(mark + 1));
    if (!number)
      return Unexpected<std::string>(fmt::format("'{}' ends in no number", where));
    (where[mark] == ':' ? stop->line : stop->bci) = *number;
  }
  std::string member = where.substr(0, mark);
  if (stop->line >= 0 && is_file(member)) {
    stop->file = member;
    return {};
  }
  // "Point:12" and "pkg.Point:12" name a class and a line. With a dot this is ambiguous; a part
  // that begins with a capital letter is taken for a class.
  bool is_class_alone =
      stop->line >= 0 &&
      (member.find('.') == std::string::npos ||
       (member[member.rfind('.') + 1] >= 'A' && member[member.rfind('.') + 1] <= 'Z'));
  if (is_class_alone) {
    stop->class_name = member;
  } else if (!split_member(member, stop)) {
    return Unexpected<std::string>(fmt::format(
        "'{}' is neither Class.method[:line|@bci] nor a point; `help points` lists the points",
        where));
  }
  return {};
}

}  // namespace

// Names of points have no dot, so they cannot be taken for methods.
Expected<int, std::string> Stops::add_break(const std::string& text) {
  Stop stop;
  stop.text = text;
  const std::string place = MJ_TRY(take_condition(text, &stop));
  const std::size_t blank = place.find(' ');
  const std::string where = place.substr(0, blank);
  const std::string object_class = blank == std::string::npos ? "" : place.substr(blank + 1);
  if (std::optional<Event> point = point_named(where)) {
    // The world runs while a thread is in a meta-lock, so nothing can be read there at leisure.
    if (stop.condition)
      return Unexpected<std::string>("a point has no condition; `after N` is possible");
    stop.kind = StopKind::kPoint;
    stop.class_name = object_class;
    stop.point = *point;
    return add(std::move(stop));
  }
  if (!object_class.empty())
    return Unexpected<std::string>(
        fmt::format("'{}' is no point; `help points` lists them", where));
  MJ_TRY(read_place(where, &stop));
  return add(std::move(stop));
}

// A watch with "write" sees writes only, with "read" reads only, with "access" both.
Expected<int, std::string> Stops::add_watch(const std::string& field, const std::string& use) {
  Stop stop;
  stop.kind = StopKind::kWatch;
  stop.text = field;
  stop.sees_reads = use != "write";
  stop.sees_writes = use != "read";
  if (use != "read" && use != "write" && use != "access")
    return Unexpected<std::string>(fmt::format("'{}' is not read, write or access", use));
  if (!split_member(field, &stop))
    return Unexpected<std::string>(fmt::format("'{}' is not Class.field", field));
  return add(std::move(stop));
}

int Stops::add_throw(const std::string& class_name, bool only_uncaught) {
  Stop stop;
  stop.kind = StopKind::kThrow;
  stop.text = class_name + (only_uncaught ? " uncaught" : "");
  stop.class_name = class_name;
  stop.only_uncaught = only_uncaught;
  return add(std::move(stop));
}

const Stop* Stops::find(int number) const {
  for (const Stop& stop : stops_) {
    if (stop.number == number)
      return &stop;
  }
  return nullptr;
}

// relaxed: the number of hits orders nothing. Threads may count at once.
bool Stop::counts_down() const {
  const std::uint32_t before =
      std::atomic_ref<std::uint32_t>(hits).fetch_add(1, std::memory_order_relaxed);
  return before >= static_cast<std::uint32_t>(after);
}

bool Stops::remove(int number) {
  ++version_;
  return std::erase_if(stops_, [number](const Stop& stop) { return stop.number == number; }) != 0;
}

Json Stops::describe(const Stop& stop) {
  static constexpr const char* kKinds[] = {"break", "point", "watch", "catch"};
  Json row = Json::record();
  row.set("number", stop.number)
      .set("kind", kKinds[static_cast<int>(stop.kind)])
      .set("where", stop.text + use_of(stop));
  set_state(stop, row);
  if (stop.hits != 0)
    row.set("hits", stop.hits);
  return row;
}

void Stops::set_state(const Stop& stop, Json& row) {
  const PlaceState state = state_of(stop);
  if (state == PlaceState::kPending)
    row.set("pending", true);
  if (state == PlaceState::kNoCode)
    row.set("no_code", true);
}

Json Stops::list() const {
  Json out = Json::list();
  for (const Stop& stop : stops_) out.add(describe(stop));
  return out;
}

std::vector<std::string> Stops::point_names() {
  std::vector<std::string> names;
  for (Event event : kLockPoints) names.emplace_back(event_name(event));
  for (Event event : kGcPoints) names.emplace_back(event_name(event));
  return names;
}

// A native method has no lines, so a stop at a line of its class does not mean it.
std::vector<Stops::InMethod> Stops::in_method(const Method& method) const {
  std::vector<InMethod> found;
  for (const Stop& stop : stops_) {
    const int bci = names_method(stop, method) ? bci_of(stop, method) : -1;
    if (bci >= 0)
      found.push_back({static_cast<std::uint32_t>(bci), stop.number});
  }
  return found;
}

// A phase of a collection has no object; there only a stop without a class applies.
const Stop* Stops::at_point(Event event, const Class* object_class) const {
  for (const Stop& stop : stops_) {
    bool is_object = stop.class_name.empty() ||
                     (object_class != nullptr && names_class(stop.class_name, *object_class));
    if (stop.kind == StopKind::kPoint && stop.point == event && is_object && stop.counts_down())
      return &stop;
  }
  return nullptr;
}

// JVMS 5.4.3.2: the user may name the class that declares the field or the one through which it is
// used, so the superclasses are compared as well.
const Stop* Stops::for_field(const Class& holder, std::string_view field, FieldUse use) const {
  for (const Stop& stop : stops_) {
    bool sees = use == FieldUse::kRead ? stop.sees_reads : stop.sees_writes;
    if (stop.kind != StopKind::kWatch || stop.member_name != field || !sees)
      continue;
    for (const Class* klass = &holder; klass != nullptr; klass = klass->super) {
      if (names_class(stop.class_name, *klass))
        return &stop;
    }
  }
  return nullptr;
}

// The stop names the exception's class or one of its superclasses.
const Stop* Stops::for_throw(const Class& exception, bool is_caught) const {
  for (const Stop& stop : stops_) {
    if (stop.kind != StopKind::kThrow || (is_caught && stop.only_uncaught))
      continue;
    if (stop.class_name == "*")
      return &stop;
    for (const Class* klass = &exception; klass != nullptr; klass = klass->super) {
      if (names_class(stop.class_name, *klass))
        return &stop;
    }
  }
  return nullptr;
}

bool Stops::concern(const Method& method) const {
  return std::any_of(stops_.begin(), stops_.end(), [&method](const Stop& stop) {
    // A watch needs the methods that use a field of that name.
    return names_method(stop, method) ||
           (stop.kind == StopKind::kWatch && method.bytecode != nullptr &&
            names_field(method, stop.member_name));
  });
}

bool Stops::has_watches() const {
  return std::any_of(stops_.begin(), stops_.end(),
                     [](const Stop& stop) { return stop.kind == StopKind::kWatch; });
}

bool Stops::has_catches() const {
  return std::any_of(stops_.begin(), stops_.end(),
                     [](const Stop& stop) { return stop.kind == StopKind::kThrow; });
}

bool Stops::has_lock_points() const {
  return std::any_of(stops_.begin(), stops_.end(), [](const Stop& stop) {
    return stop.kind == StopKind::kPoint && is_lock_point(stop.point);
  });
}

}  // namespace minijvm::vm::stepper
