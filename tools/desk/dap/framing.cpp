// Reads headers and counts bytes, and keeps what is sent valid.
#include "tools/desk/dap/framing.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "tools/desk/plain_text.h"

namespace minijvm::desk::dap {
namespace {

constexpr std::string_view kLineEnd = "\r\n";

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& letter : lower) {
    if (letter >= 'A' && letter <= 'Z')
      letter = static_cast<char>(letter - 'A' + 'a');
  }
  return lower;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

bool MessageReader::fail(std::string sentence) {
  failure_ = std::move(sentence);
  waiting_.clear();
  return false;
}

// Other fields than Content-Length are allowed and mean nothing here.
bool MessageReader::read_field(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos)
    return fail(
        fmt::format("'{}' is no header of the Debug Adapter Protocol, which begins with "
                    "'Content-Length: '",
                    valid_utf8(line.substr(0, 40))));
  if (lower_case(trimmed(line.substr(0, colon))) != "content-length")
    return true;
  const std::string_view digits = trimmed(line.substr(colon + 1));
  std::uint64_t length = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), length);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size())
    return fail(fmt::format("'{}' is no Content-Length", valid_utf8(digits.substr(0, 40))));
  if (length > kMostBody)
    return fail(
        fmt::format("a message of {} bytes is too long; {} is the most", length, kMostBody));
  if (length_ && *length_ != length)
    return fail("a header has two different values of Content-Length");
  length_ = static_cast<std::size_t>(length);
  return true;
}

bool MessageReader::read_header() {
  const std::size_t end = waiting_.find("\r\n\r\n");
  if (std::min(end, waiting_.size()) > kMostHeader)
    return fail(fmt::format("a header is longer than {} bytes", kMostHeader));
  // A text that cannot become a header is refused before its end comes, which may be never.
  if (end == std::string::npos) {
    const std::size_t line = waiting_.find('\n');
    const bool is_broken = line != std::string::npos && (line == 0 || waiting_[line - 1] != '\r');
    return is_broken && fail("a line of a header does not end in CR LF");
  }
  const std::string header = waiting_.substr(0, end + kLineEnd.size());
  waiting_.erase(0, end + 2 * kLineEnd.size());
  for (std::size_t at = 0; at < header.size();) {
    const std::size_t stop = header.find(kLineEnd, at);
    if (!read_field(std::string_view(header).substr(at, stop - at)))
      return false;
    at = stop + kLineEnd.size();
  }
  return length_ || fail("a header has no Content-Length");
}

std::optional<std::string> MessageReader::next() {
  if (!failure_.empty())
    return std::nullopt;
  if (!length_ && !read_header())
    return std::nullopt;
  if (waiting_.size() < *length_)
    return std::nullopt;
  std::string body = waiting_.substr(0, *length_);
  waiting_.erase(0, *length_);
  length_.reset();
  return body;
}

std::string valid_utf8(std::string_view text) {
  PlainText plain;
  std::string valid = plain.add(text);
  return valid + plain.end();
}

std::string framed(std::string_view body) {
  const std::string text = valid_utf8(body);
  return fmt::format("Content-Length: {}\r\n\r\n{}", text.size(), text);
}

}  // namespace minijvm::desk::dap
