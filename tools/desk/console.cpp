// Keeps texts in parts of a limited size, so that the oldest can be dropped one by one.
#include "tools/desk/console.h"

#include <fmt/format.h>

#include "base/json/json.h"

namespace minijvm::desk {
namespace {

constexpr std::size_t kMostPart = std::size_t{1} << 16;

std::string part_text(std::string_view word, std::string_view text) {
  return Json::list().add(word).add(text).to_text();
}

}  // namespace

std::string_view stream_word(Stream stream) {
  switch (stream) {
    case Stream::kOut:
      return "out";
    case Stream::kErr:
      return "err";
    case Stream::kIn:
      break;
  }
  return "in";
}

std::string missing_line(std::uint64_t bytes) {
  return fmt::format("[{} bytes of output are not kept]\n", bytes);
}

void Console::add(Stream stream, std::string_view text) {
  std::deque<Part>& parts = gaps_.back().parts;
  const bool joins = !parts.empty() && parts.back().stream == stream &&
                     parts.back().text.size() + text.size() <= kMostPart;
  if (joins) {
    parts.back().text += text;
  } else {
    parts.push_back({stream, std::string(text)});
  }
  kept_ += text.size();
  forget_oldest();
}

void Console::forget_oldest() {
  while (kept_ > kKept) {
    Gap& gap = gaps_[oldest_];
    if (gap.parts.empty()) {
      ++oldest_;
      continue;
    }
    kept_ -= gap.parts.front().text.size();
    gap.missing += gap.parts.front().text.size();
    gap.parts.pop_front();
  }
}

// Neighbours of one stream become one text.
std::string Console::gap_text(std::size_t number) const {
  const Gap& gap = gaps_[number];
  std::string text;
  const auto add = [&](std::string_view word, const std::string& part) {
    text += (text.empty() ? "" : ",") + part_text(word, part);
  };
  if (gap.missing != 0) {
    add("out", missing_line(gap.missing));
  }
  for (std::size_t i = 0; i < gap.parts.size();) {
    const Stream stream = gap.parts[i].stream;
    std::string joined;
    for (; i < gap.parts.size() && gap.parts[i].stream == stream; ++i) {
      joined += gap.parts[i].text;
    }
    add(stream_word(stream), joined);
  }
  return '[' + text + ']';
}

}  // namespace minijvm::desk
