// Looks for `<0x...>` in the texts of stops and answers, in the order in which a terminal shows
// them.
#include "tools/desk/play/shown_addresses.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "tools/stepper/front/answer_text.h"

namespace minijvm::desk {
namespace {

// Calls `take` for what stands between each < and the next >, and returns the text with the results
// in place of both. Where there is no result, the text stays.
template <class Take>
std::string with_marks(std::string_view text, Take take) {
  std::string whole;
  for (std::size_t at; (at = text.find('<')) != std::string_view::npos;) {
    const std::size_t end = text.find_first_of("<>", at + 1);
    if (end == std::string_view::npos) {
      break;
    }
    const bool is_mark = text[end] == '>';
    const std::optional<std::string> result =
        is_mark ? take(text.substr(at + 1, end - at - 1)) : std::nullopt;
    const std::size_t used = is_mark ? end + 1 : end;
    whole += result ? std::string(text.substr(0, at)) + *result : text.substr(0, used);
    text.remove_prefix(used);
  }
  whole += text;
  return whole;
}

}  // namespace

void ShownAddresses::add_text(std::string_view text) {
  with_marks(text, [this](std::string_view mark) -> std::optional<std::string> {
    const bool is_new = mark.starts_with("0x") &&
                        std::find(addresses_.begin(), addresses_.end(), mark) == addresses_.end();
    if (is_new) {
      addresses_.emplace_back(mark);
    }
    return std::nullopt;
  });
}

void ShownAddresses::add_stop(const Json& event) {
  add_text(event["reason"].text());
  if (event.has("lock")) {
    add_text(vm::stepper::lock_text(event["lock"]));
  }
  add_text(vm::stepper::stack_text(event["stack"]));
}

void ShownAddresses::add_answer(const Json& answer) { add_text(vm::stepper::answer_text(answer)); }

std::string ShownAddresses::put_into(std::string_view command) const {
  return with_marks(command, [this](std::string_view mark) -> std::optional<std::string> {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(mark.data(), mark.data() + mark.size(), number);
    const bool is_number = error == std::errc() && end == mark.data() + mark.size();
    if (!is_number || number < 1 || number > addresses_.size()) {
      return std::nullopt;
    }
    return addresses_[number - 1];
  });
}

}  // namespace minijvm::desk
