// Frames, and the header's text. The callers are in kInVm, or the boot.
#include "vm/natives/world/journal/journal_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "base/checksum.h"

namespace minijvm::vm {
namespace {

using Content = Expected<JournalContent, std::string>;

constexpr std::size_t kFrameHead = 2 * sizeof(std::uint32_t);

std::uint32_t sum_of(std::string_view bytes) {
  const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
  return ~add_crc32c(~std::uint32_t{0}, first, bytes.size());
}

std::string frame_of(std::string_view payload) {
  const std::uint32_t head[] = {static_cast<std::uint32_t>(payload.size()), sum_of(payload)};
  std::string frame(reinterpret_cast<const char*>(head), kFrameHead);
  return frame.append(payload);
}

// The header is lines, so what stands in a line has none of its own.
std::string one_line(std::string_view text) {
  std::string line;
  for (const char each : text) {
    if (each == '\n' || each == '%') {
      line += each == '\n' ? "%0a" : "%25";
    } else {
      line += each;
    }
  }
  return line;
}

std::string many_lines(std::string_view line) {
  std::string text;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const std::string_view escape = line.substr(at, 3);
    const bool is_escape = escape == "%0a" || escape == "%25";
    text += escape == "%0a" ? '\n' : line[at];
    at += is_escape ? 2 : 0;
  }
  return text;
}

std::string damaged_at(std::size_t byte) { return "it is damaged at byte " + std::to_string(byte); }

// Splits the rest of the file into frames. Returns the byte at which one is damaged, or npos.
std::size_t split(std::string_view all, std::size_t at, JournalContent* content) {
  while (all.size() - at >= kFrameHead) {
    std::uint32_t head[2];
    std::memcpy(head, all.data() + at, kFrameHead);
    if (head[0] > kMostFrameBytes) {
      return at;
    }
    if (head[0] > all.size() - at - kFrameHead) {
      break;
    }
    const std::string_view payload = all.substr(at + kFrameHead, head[0]);
    if (sum_of(payload) != head[1]) {
      return at;
    }
    content->frames.push_back(payload);
    at += kFrameHead + head[0];
  }
  content->torn_bytes = all.size() - at;
  return std::string_view::npos;
}

}  // namespace

std::string print_header(const JournalHeader& header) {
  const auto line = [](const char* word, const std::string& value) {
    return std::string(word) + ' ' + one_line(value) + '\n';
  };
  std::string text =
      line("program", header.program) + line("vm", header.vm) + line("jdk", header.jdk);
  for (const std::string& element : header.classpath) {
    text += line("classpath", element);
  }
  for (const std::string& flag : header.flags) {
    text += line("flag", flag);
  }
  return header.schedule.empty() ? text : text + line("schedule", header.schedule);
}

Expected<JournalHeader, std::string> parse_header(std::string_view text) {
  JournalHeader header;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const std::string_view word = line.substr(0, line.find(' '));
    if (end == std::string_view::npos || word.size() == line.size()) {
      return Unexpected(std::string("its header has a line without a value"));
    }
    const std::string value = many_lines(line.substr(word.size() + 1));
    if (word == "program") {
      header.program = value;
    } else if (word == "classpath") {
      header.classpath.push_back(value);
    } else if (word == "vm") {
      header.vm = value;
    } else if (word == "jdk") {
      header.jdk = value;
    } else if (word == "flag") {
      header.flags.push_back(value);
    } else if (word == "schedule") {
      header.schedule = value;
    } else {
      return Unexpected("its header has the unknown word \"" + std::string(word) + "\"");
    }
    text.remove_prefix(end + 1);
  }
  return header;
}

Content parse_journal(std::string bytes) {
  JournalContent content;
  content.bytes = std::move(bytes);
  const std::string_view all = content.bytes;
  if (!all.starts_with(kAnyJournal)) {
    return Unexpected(std::string("it is no journal"));
  }
  if (!all.starts_with(kJournalMagic)) {
    const bool is_cut = kJournalMagic.starts_with(all);
    return Unexpected(std::string(is_cut ? "it ends in its first line"
                                         : "another version of minijvm has written it"));
  }
  const std::size_t damage = split(all, kJournalMagic.size(), &content);
  if (damage != std::string_view::npos) {
    return Unexpected(damaged_at(damage));
  }
  if (content.frames.empty()) {
    return Unexpected(std::string("it ends before its header does"));
  }
  auto header = parse_header(content.frames.front());
  if (!header.ok()) {
    return Unexpected(header.error());
  }
  content.header = header.take();
  content.frames.erase(content.frames.begin());
  return content;
}

Content read_journal(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(file), {});
  if (!file.good()) {
    return Unexpected(std::string(std::strerror(errno == 0 ? EIO : errno)));
  }
  return parse_journal(std::move(bytes));
}

Expected<JournalFile, std::string> JournalFile::create(const std::string& path,
                                                       const JournalHeader& header) {
  constexpr mode_t kForOwner = 0600;  // what comes in may be secret
  OpenFile opened(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kForOwner));
  if (!opened.is_open()) {
    return Unexpected(std::string(std::strerror(errno)));
  }
  JournalFile file(std::move(opened));
  const std::string begin = std::string(kJournalMagic) + frame_of(print_header(header));
  if (const std::string fault = file.write_whole(begin); !fault.empty()) {
    return Unexpected(fault);
  }
  return file;
}

std::string JournalFile::append(std::string_view payload) { return write_whole(frame_of(payload)); }

std::string JournalFile::write_whole(const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = write(file_.fd(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      const std::string fault = std::strerror(count == 0 ? EIO : errno);
      // The part of a frame is of no use, and is taken for a torn end if it stays.
      (void)!ftruncate(file_.fd(), static_cast<off_t>(bytes_));
      return fault;
    }
    done += static_cast<std::size_t>(count);
  }
  bytes_ += done;
  return {};
}

}  // namespace minijvm::vm
