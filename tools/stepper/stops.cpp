// Reads the places that a user writes and compares them with what a thread is about to do. Each
// lookup is by name, as classes come and go; stepper.cpp caches the answers about whole methods.
#include "tools/stepper/stops.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "classfile/class_file.h"
#include "classfile/opcodes.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"

namespace minijvm::vm::stepper {

namespace {

using classfile::Opcode;
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

// JVMS 4.7.12: several rows may have the same line, in any order; the lowest bci counts. Returns -1
// if the method has no such line.
int first_bci_of_line(const Method& method, int line) {
  int first = -1;
  if (method.bytecode == nullptr)
    return first;
  method.pool->file().each_line_table(*method.info, [&](auto table) {
    for (classfile::LineNumber row : table) {
      if (row.line_number == line && (first < 0 || row.start_pc < first))
        first = row.start_pc;
    }
  });
  return first;
}

bool names_method(const Stop& stop, const Method& method) {
  return stop.kind == StopKind::kCode &&
         (stop.member_name.empty() || stop.member_name == method.name->text()) &&
         names_class(stop.class_name, *method.holder);
}

// Returns the bci at which a kCode stop stops in this method; without a line or bci, the first
// instruction.
int bci_of(const Stop& stop, const Method& method) {
  if (stop.line >= 0)
    return first_bci_of_line(method, stop.line);
  return std::max(stop.bci, 0);
}

// Returns whether the method refers to a field of that name, in any class. The opcodes from
// getstatic to putfield are adjacent (JVMS 6.5: 0xb2 to 0xb5).
bool names_field(const Method& method, std::string_view field) {
  for (classfile::InstructionCursor at({method.bytecode, method.bytecode_length}); at.valid();
       at.advance()) {
    bool is_use = at->opcode >= Opcode::getstatic && at->opcode <= Opcode::putfield;
    if (is_use && method.pool->member_name(at->index)->text() == field)
      return true;
  }
  return false;
}

}  // namespace

bool is_lock_point(Event event) { return holds(kLockPoints, event); }
bool is_gc_point(Event event) { return holds(kGcPoints, event); }

bool names_class(std::string_view name, const Class& klass) {
  std::string full = klass.external_name();
  // Without the package, the character before the name must be a dot.
  return full == name || (full.ends_with(name) && full[full.size() - name.size() - 1] == '.');
}

int Stops::add(Stop stop) {
  stop.number = ++last_number_;
  stops_.push_back(std::move(stop));
  return last_number_;
}

Expected<int, std::string> Stops::add_break(const std::string& where,
                                            const std::string& object_class) {
  Stop stop{
      0, StopKind::kCode, where + (object_class.empty() ? "" : " " + object_class), "", "", -1, -1,
      {}};
  // Names of points have no dot, so they cannot be taken for methods.
  if (std::optional<Event> point = point_named(where)) {
    stop.kind = StopKind::kPoint;
    stop.class_name = object_class;
    stop.point = *point;
    return add(std::move(stop));
  }
  if (!object_class.empty())
    return Unexpected<std::string>(
        fmt::format("'{}' is no point; `help points` lists them", where));
  // A line or a bci may follow the member.
  std::size_t mark = where.find_first_of(":@");
  if (mark != std::string::npos) {
    std::optional<int> number = number_in(std::string_view(where).substr(mark + 1));
    if (!number)
      return Unexpected<std::string>(fmt::format("'{}' ends in no number", where));
    (where[mark] == ':' ? stop.line : stop.bci) = *number;
  }
  std::string member = where.substr(0, mark);
  // "Point:12" and "pkg.Point:12" name a class and a line. With a dot this is ambiguous; a part
  // that begins with a capital letter is taken for a class.
  bool is_class_alone =
      stop.line >= 0 &&
      (member.find('.') == std::string::npos ||
       (member[member.rfind('.') + 1] >= 'A' && member[member.rfind('.') + 1] <= 'Z'));
  if (is_class_alone) {
    stop.class_name = member;
  } else if (!split_member(member, &stop)) {
    return Unexpected<std::string>(fmt::format(
        "'{}' is neither Class.method[:line|@bci] nor a point; `help points` lists the points",
        where));
  }
  return add(std::move(stop));
}

// A watch with "write" sees writes only, with "read" reads only, with "access" both.
Expected<int, std::string> Stops::add_watch(const std::string& field, const std::string& use) {
  Stop stop{0, StopKind::kWatch, field, "", "", -1, -1, {}, use != "write", use != "read"};
  if (use != "read" && use != "write" && use != "access")
    return Unexpected<std::string>(fmt::format("'{}' is not read, write or access", use));
  if (!split_member(field, &stop))
    return Unexpected<std::string>(fmt::format("'{}' is not Class.field", field));
  return add(std::move(stop));
}

int Stops::add_throw(const std::string& class_name) {
  return add({0, StopKind::kThrow, class_name, class_name, "", -1, -1, {}});
}

bool Stops::remove(int number) {
  return std::erase_if(stops_, [number](const Stop& stop) { return stop.number == number; }) != 0;
}

Json Stops::list() const {
  static constexpr const char* kKinds[] = {"break", "point", "watch", "catch"};
  Json out = Json::list();
  for (const Stop& stop : stops_) {
    out.add(Json::record()
                .set("number", stop.number)
                .set("kind", kKinds[static_cast<int>(stop.kind)])
                .set("where", stop.text + use_of(stop)));
  }
  return out;
}

std::vector<std::string> Stops::point_names() {
  std::vector<std::string> names;
  for (Event event : kLockPoints) names.emplace_back(event_name(event));
  for (Event event : kGcPoints) names.emplace_back(event_name(event));
  return names;
}

const Stop* Stops::at(const Method& method, std::uint32_t bci) const {
  for (const Stop& stop : stops_) {
    if (names_method(stop, method) && bci_of(stop, method) == static_cast<int>(bci))
      return &stop;
  }
  return nullptr;
}

// A native method has no lines, and a whole class (an empty member) does not mean its natives.
const Stop* Stops::at_entry(const Method& native) const {
  for (const Stop& stop : stops_) {
    if (stop.line < 0 && !stop.member_name.empty() && names_method(stop, native))
      return &stop;
  }
  return nullptr;
}

// A phase of a collection has no object; there only a stop without a class applies.
const Stop* Stops::at_point(Event event, const Class* object_class) const {
  for (const Stop& stop : stops_) {
    bool is_object = stop.class_name.empty() ||
                     (object_class != nullptr && names_class(stop.class_name, *object_class));
    if (stop.kind == StopKind::kPoint && stop.point == event && is_object)
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
const Stop* Stops::for_throw(const Class& exception) const {
  for (const Stop& stop : stops_) {
    if (stop.kind != StopKind::kThrow)
      continue;
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

bool Stops::has_lock_points() const {
  return std::any_of(stops_.begin(), stops_.end(), [](const Stop& stop) {
    return stop.kind == StopKind::kPoint && is_lock_point(stop.point);
  });
}

}  // namespace minijvm::vm::stepper
