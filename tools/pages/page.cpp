// Puts title and recording into a page. The page itself is made when the VM is built (make_page),
// and page_bytes.S puts it into the binary. The data is deflated and written in base64, three
// bytes at a time, so that only one small part of the result is in memory.
#include "tools/pages/page.h"

#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstring>

namespace minijvm::pages {
namespace {

// The markers of template.html; make_page sees to it that each stands there once.
constexpr std::string_view kTitle = "@TITLE@";
constexpr std::string_view kData = "@DATA@";

constexpr int kRaw = -MAX_WBITS;  // without zlib's header, as the page's DecompressionStream reads
constexpr int kMemory = 8;        // zlib's usual value
// The program waits for its page, so the level is a fast one, and the page a little larger.
constexpr int kLevel = 2;
constexpr std::size_t kMostInput = std::size_t{1} << 30;  // zlib counts input in 32 bits

void put(std::FILE* out, std::string_view text) { std::fwrite(text.data(), 1, text.size(), out); }

void put_escaped(std::FILE* out, std::string_view text) {
  for (const char letter : text) {
    switch (letter) {
      case '&':
        put(out, "&amp;");
        break;
      case '<':
        put(out, "&lt;");
        break;
      case '>':
        put(out, "&gt;");
        break;
      case '"':
        put(out, "&quot;");
        break;
      case '\'':
        put(out, "&#39;");
        break;
      default:
        std::fputc(letter, out);
    }
  }
}

class Base64 {
 public:
  explicit Base64(std::FILE* out) : out_(out) {}

  void add(const unsigned char* bytes, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      group_ = group_ << 8 | bytes[i];
      if (++held_ == 3) {
        put_group();
      }
    }
  }

  // Fills the last group.
  void end() {
    if (held_ == 0) {
      return;
    }
    const int missing = 3 - held_;
    group_ <<= 8 * missing;
    put_group();
    std::memset(letters_.data() + used_ - missing, '=', static_cast<std::size_t>(missing));
    flush();
  }

  void flush() {
    std::fwrite(letters_.data(), 1, used_, out_);
    used_ = 0;
  }

 private:
  static constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  void put_group() {
    if (used_ + 4 > letters_.size()) {
      flush();
    }
    for (int shift = 18; shift >= 0; shift -= 6) {
      letters_[used_++] = kLetters[group_ >> shift & 63];
    }
    group_ = 0;
    held_ = 0;
  }

  std::FILE* const out_;
  std::uint32_t group_ = 0;  // up to three bytes, the last one lowest
  int held_ = 0;
  std::array<char, 4096> letters_{};
  std::size_t used_ = 0;
};

// Deflates one part of the text; the last one ends the stream.
void deflate_part(z_stream& stream, std::string_view part, bool is_last, Base64& base64) {
  std::array<unsigned char, 1 << 14> buffer;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
  stream.avail_in = static_cast<uInt>(part.size());
  do {
    stream.next_out = buffer.data();
    stream.avail_out = static_cast<uInt>(buffer.size());
    deflate(&stream, is_last ? Z_FINISH : Z_NO_FLUSH);
    base64.add(buffer.data(), buffer.size() - stream.avail_out);
  } while (stream.avail_out == 0);
}

void put_deflated(std::FILE* out, std::string_view text) {
  z_stream stream{};
  if (deflateInit2(&stream, kLevel, Z_DEFLATED, kRaw, kMemory, Z_DEFAULT_STRATEGY) != Z_OK) {
    return;  // No memory: the page says that it holds no recording.
  }
  Base64 base64(out);
  while (text.size() > kMostInput) {
    deflate_part(stream, text.substr(0, kMostInput), false, base64);
    text.remove_prefix(kMostInput);
  }
  deflate_part(stream, text, true, base64);
  base64.flush();
  base64.end();
  deflateEnd(&stream);
}

// Where a policy begins in a page, and how it begins.
constexpr std::string_view kPolicy = "Content-Security-Policy\" content=\"";
constexpr std::string_view kNothing = "default-src 'none';";
constexpr std::string_view kAsks = " connect-src 'self';";

// Returns where the leave to ask the server goes: behind what forbids everything.
std::size_t place_of_leave(std::string_view page) {
  const std::size_t policy = page.find(kPolicy);
  const std::size_t nothing = page.find(kNothing, policy);
  return nothing == std::string_view::npos ? nothing : nothing + kNothing.size();
}

}  // namespace

void write_live_page(std::FILE* out, std::string_view page, std::string_view title) {
  const std::size_t leave_at = place_of_leave(page);
  const std::size_t title_at = page.find(kTitle);
  const std::size_t data_at = page.rfind(kData);
  if (leave_at > title_at || data_at == std::string_view::npos) {
    return;
  }
  put(out, page.substr(0, leave_at));
  put(out, kAsks);
  put(out, page.substr(leave_at, title_at - leave_at));
  put_escaped(out, title);
  const std::size_t after_title = title_at + kTitle.size();
  put(out, page.substr(after_title, data_at - after_title));
  put(out, page.substr(data_at + kData.size()));
}

std::string live_policy(std::string_view page) {
  const std::size_t leave_at = place_of_leave(page);
  if (leave_at == std::string_view::npos) {
    return std::string(kNothing);
  }
  const std::size_t begin = page.find(kPolicy) + kPolicy.size();
  const std::size_t end = page.find('"', begin);
  return std::string(page.substr(begin, leave_at - begin)) + std::string(kAsks) +
         std::string(page.substr(leave_at, end - leave_at));
}

void write_page(std::FILE* out, std::string_view page, std::string_view title,
                std::string_view json) {
  const std::size_t title_at = page.find(kTitle);
  const std::size_t data_at = page.rfind(kData);
  if (title_at == std::string_view::npos || data_at == std::string_view::npos) {
    return;
  }
  put(out, page.substr(0, title_at));
  put_escaped(out, title);
  const std::size_t after_title = title_at + kTitle.size();
  put(out, page.substr(after_title, data_at - after_title));
  put_deflated(out, json);
  put(out, page.substr(data_at + kData.size()));
}

}  // namespace minijvm::pages
