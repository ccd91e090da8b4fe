// Writes columns of numbers, not a record for each slice: a long recording has a million of them.
#include "tools/record/timeline/page_json.h"

#include <fmt/format.h>

#include <charconv>
#include <iterator>

#include "classfile/disassembler.h"

namespace minijvm::vm::record {
namespace {

void append_quoted(std::string& out, std::string_view text) {
  out += '"' + classfile::escaped(text) + '"';
}

void append_field(std::string& out, const char* name, std::string_view text) {
  fmt::format_to(std::back_inserter(out), "\"{}\":", name);
  append_quoted(out, text);
  out += ',';
}

// Most of a page is numbers, so they are written without a format.
template <class Number>
void append_number(std::string& out, Number number) {
  char digits[24];
  out.append(digits, std::to_chars(digits, std::end(digits), number).ptr);
}

// Calls `number` for each item and writes the results as one column.
template <class Items, class Number>
void append_column(std::string& out, const char* name, const Items& items, Number number) {
  fmt::format_to(std::back_inserter(out), "\"{}\":[", name);
  bool is_first = true;
  for (const auto& item : items) {
    if (!is_first) {
      out += ',';
    }
    is_first = false;
    append_number(out, number(item));
  }
  out += ']';
}

// A column of times, each as the difference to the one before: most are small.
template <class Items, class Time>
void append_times(std::string& out, const char* name, const Items& items, Time time) {
  std::int64_t last = 0;
  append_column(out, name, items, [&](const auto& item) {
    const std::int64_t difference = time(item) - last;
    last = time(item);
    return difference;
  });
}

void append_slices(std::string& out, const std::vector<Slice>& slices) {
  out += "\"slices\":{";
  append_times(out, "t", slices, [](const Slice& slice) { return slice.start; });
  out += ',';
  append_column(out, "d", slices, [](const Slice& slice) { return slice.duration; });
  out += ',';
  append_column(out, "l", slices, [](const Slice& slice) { return int{slice.level}; });
  out += ',';
  append_column(out, "n", slices, [](const Slice& slice) { return slice.name; });
  out += ',';
  append_column(out, "s", slices, [](const Slice& slice) { return static_cast<int>(slice.state); });
  out += ',';
  append_column(out, "x", slices, [](const Slice& slice) { return slice.sentence; });
  out += "},";
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    if (slices[i].is_open) {
      open.push_back(i);
    }
  }
  append_column(out, "open", open, [](std::size_t index) { return index; });
  out += ',';
}

void append_marks(std::string& out, const std::vector<Mark>& marks) {
  out += "\"marks\":{";
  append_times(out, "t", marks, [](const Mark& mark) { return mark.time; });
  out += ',';
  append_column(out, "n", marks, [](const Mark& mark) { return mark.name; });
  out += ',';
  append_column(out, "x", marks, [](const Mark& mark) { return mark.sentence; });
  out += "},";
}

void append_counter(std::string& out, const Track& track) {
  out += "\"counter\":{";
  append_times(out, "t", track.samples, [](const Sample& sample) { return sample.time; });
  out += ',';
  append_column(out, "v", track.samples, [](const Sample& sample) { return sample.value; });
  out += ",\"unit\":";
  append_quoted(out, track.unit);
  out += "},";
}

void append_track(std::string& out, const Track& track, std::size_t id) {
  out += '{';
  append_field(out, "name", track.name);
  append_field(out, "group", group_name(track.group));
  append_field(out, "kind", track_kind_name(track.kind));
  if (!track.letter.empty()) {
    append_field(out, "letter", track.letter);
  }
  if (track.kind == TrackKind::kCounter) {
    append_counter(out, track);
  } else {
    append_slices(out, track.slices);
    append_marks(out, track.marks);
  }
  fmt::format_to(std::back_inserter(out), "\"id\":{}}}", id);
}

void append_arrows(std::string& out, const std::vector<Arrow>& arrows) {
  out += "\"arrows\":{";
  append_column(out, "k", arrows, [](const Arrow& arrow) { return arrow.kind; });
  out += ',';
  append_column(out, "f", arrows, [](const Arrow& arrow) { return arrow.from; });
  out += ',';
  append_column(out, "ft", arrows, [](const Arrow& arrow) { return arrow.from_time; });
  out += ',';
  append_column(out, "to", arrows, [](const Arrow& arrow) { return arrow.to; });
  out += ',';
  append_column(out, "tt", arrows, [](const Arrow& arrow) { return arrow.to_time; });
  out += "},";
}

void append_cell(std::string& out, const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) {
    append_quoted(out, *text);
  } else if (const auto* number = std::get_if<std::int64_t>(&cell)) {
    fmt::format_to(std::back_inserter(out), "{}", *number);
  } else {
    fmt::format_to(std::back_inserter(out), "{:.1f}", std::get<double>(cell));
  }
}

// Calls append(item) for each item, with commas between.
template <class Items, class Append>
void append_list(std::string& out, const Items& items, Append append) {
  out += '[';
  bool is_first = true;
  for (const auto& item : items) {
    out += is_first ? "" : ",";
    is_first = false;
    append(item);
  }
  out += ']';
}

void append_table(std::string& out, const Table& table) {
  out += '{';
  append_field(out, "title", table.title);
  out += "\"columns\":";
  append_list(out, table.columns, [&](const std::string& name) { append_quoted(out, name); });
  out += ",\"rows\":";
  append_list(out, table.rows, [&](const std::vector<Cell>& row) {
    append_list(out, row, [&](const Cell& cell) { append_cell(out, cell); });
  });
  out += ',';
  append_column(out, "tracks", table.tracks, [](int track) { return track; });
  out += '}';
}

void append_finding(std::string& out, const Finding& finding) {
  out += '{';
  append_field(out, "text", finding.text);
  fmt::format_to(std::back_inserter(out), "\"track\":{},\"t\":{},\"d\":{}}}", finding.track,
                 finding.time, finding.duration);
}

void append_about(std::string& out, const About& about) {
  out += "\"about\":{";
  append_field(out, "title", about.title);
  append_field(out, "command", about.command);
  append_field(out, "model", about.model);
  append_field(out, "locking", about.locking);
  append_field(out, "date", about.date);
  fmt::format_to(std::back_inserter(out),
                 "\"lwps\":{},\"pid\":{},\"nanoseconds\":{},\"events\":{},\"threads\":{},"
                 "\"lost\":{},\"main\":{}}},",
                 about.lwps, about.pid, about.duration_ns, about.events, about.threads, about.lost,
                 about.main_ns);
}

void append_states(std::string& out) {
  out += "\"states\":[";
  for (int i = 0; i < static_cast<int>(State::kCount); ++i) {
    out += i == 0 ? "" : ",";
    append_quoted(out, state_name(static_cast<State>(i)));
  }
  out += "],";
}

}  // namespace

std::string page_json(const Timeline& timeline) {
  std::string out = "{\"format\":\"minijvm-timeline\",\"version\":1,";
  append_about(out, timeline.about);
  append_states(out);
  out += "\"names\":";
  append_list(out, timeline.texts.all(),
              [&](const std::string* text) { append_quoted(out, *text); });
  out += ",\"tracks\":";
  std::size_t id = 0;
  append_list(out, timeline.tracks, [&](const Track& track) { append_track(out, track, id++); });
  out += ',';
  append_arrows(out, timeline.arrows);
  out += "\"findings\":";
  append_list(out, timeline.findings, [&](const Finding& one) { append_finding(out, one); });
  out += ",\"tables\":";
  append_list(out, timeline.tables, [&](const Table& table) { append_table(out, table); });
  return out + '}';
}

}  // namespace minijvm::vm::record
