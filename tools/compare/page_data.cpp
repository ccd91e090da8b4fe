// Writes JSON. The VM has written the recordings as JSON, so they are copied.
#include "tools/compare/page_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace minijvm::compare {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Returns how many bytes the character at the beginning has; 0: it is no UTF-8.
std::size_t length_of_character(std::string_view text) {
  const auto byte = [&](std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
  };
  const unsigned first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC2 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) {
      return 0;
    }
  }
  const bool is_too_long = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
  const bool is_no_character =
      (first == 0xED && byte(1) > 0x9F) || (first == 0xF4 && byte(1) > 0x8F);
  return is_too_long || is_no_character ? 0 : length;
}

template <class Items, class Text>
std::string list_of(const Items& items, Text text) {
  std::string list = "[";
  for (const auto& item : items) {
    list += (list.size() == 1 ? "" : ",") + std::invoke(text, item);
  }
  return list + ']';
}

std::string field(const char* name, const std::string& value) {
  return fmt::format("\"{}\":{}", name, value);
}

std::string about_data(const Comparison& comparison) {
  const Settings& settings = comparison.settings;
  const std::string command = text_of(settings.options) + (settings.options.empty() ? "" : " ") +
                              text_of(settings.program_words);
  return '{' + field("title", quoted(title_of(settings.program))) + ',' +
         field("command", quoted(command)) + ',' + field("date", quoted(comparison.date)) + ',' +
         field("machine", quoted(text_of(comparison.machine))) + ',' +
         field("set", quoted(settings.set.name)) + ',' +
         field("options", quoted(text_of(settings.set.options))) + ',' +
         field("method", list_of(method_of(comparison), quoted)) + '}';
}

std::string plain_data(const PlainRun& run) {
  return fmt::format("{{\"wall_ns\":{},\"cpu_ns\":{},\"rss_bytes\":{},\"kernel_switches\":{}}}",
                     run.wall_ns, run.cpu_ns, run.rss_bytes, run.kernel_switches);
}

std::string recorded_data(const RunFigures& run) {
  const std::string switches = run.switches ? std::to_string(*run.switches) : "null";
  return fmt::format(
      "{{\"switches\":{},\"lwps\":{},\"contended_enters\":{},\"hand_overs\":{},\"pauses_ns\":{},"
      "\"lost\":{}}}",
      switches, run.lwps, run.contended_enters, run.hand_overs,
      list_of(run.pauses_ns, [](std::int64_t ns) { return std::to_string(ns); }), run.lost);
}

// Returns "null" if there is no whole recording.
std::string recording_of(const VariantRuns& variant) {
  if (variant.recording == nullptr) {
    return "null";
  }
  const std::string content = variant.recording->content_from();
  std::string_view rest = content;
  return vm::record::take_figures(rest).ok() && !rest.empty() ? std::string(rest) : "null";
}

std::string variant_data(const VariantRuns& variant) {
  return '{' + field("name", quoted(variant.name)) + ',' +
         field("options", quoted(variant.options)) + ',' +
         field("stopped", quoted(variant.stopped)) + ',' +
         field("plain", list_of(variant.plain, plain_data)) + ',' +
         field("recorded", list_of(variant.recorded, recorded_data)) + ',' +
         field("recording", recording_of(variant)) + '}';
}

std::string row_data(const Row& row, const std::vector<VariantRuns>& variants) {
  std::string cells;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const double spread = row.samples[i] ? row.samples[i]->spread() : 0;
    cells += fmt::format("{}{{\"text\":{},\"spread\":{:.1f},\"noisy\":{}}}", i == 0 ? "" : ",",
                         quoted(row.text(i)), spread, row.is_noisy(i));
  }
  return '{' + field("name", quoted(row.name)) + ',' +
         field("remark", quoted(row.remark(variants))) + ",\"cells\":[" + cells + "]}";
}

}  // namespace

std::string quoted(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t length = length_of_character(text);
    const auto letter = static_cast<unsigned char>(text[0]);
    if (length == 0) {
      out += kReplacement;
    } else if (letter < 0x20 || letter == 0x7F) {
      out += fmt::format("\\u{:04x}", letter);
    } else if (letter == '"' || letter == '\\') {
      out += '\\' + std::string(1, text[0]);
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out + '"';
}

std::string page_data(const Comparison& comparison) {
  return "{\"format\":\"minijvm-compare\",\"version\":1," + field("about", about_data(comparison)) +
         ',' + field("same", comparison.verdict.is_same ? "true" : "false") + ',' +
         field("verdict", list_of(comparison.verdict.sentences, quoted)) + ',' +
         field("rows",
               list_of(comparison.rows,
                       [&](const Row& row) { return row_data(row, comparison.variants); })) +
         ',' + field("sentences", list_of(comparison.sentences, quoted)) + ',' +
         field("variants", list_of(comparison.variants, variant_data)) + '}';
}

}  // namespace minijvm::compare
