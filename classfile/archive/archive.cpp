// Opens an archive, and searches its tables. The boot opens it before the first symbol is made; any
// thread searches, in any state.
#include "classfile/archive/archive.h"

#include <cstddef>
#include <cstring>

#include "base/checksum.h"

namespace minijvm::classfile {
namespace {

// The checksum covers what follows its own field.
constexpr std::size_t kSummedFrom = offsetof(ArchiveHeader, file_bytes);

}  // namespace

Expected<Archive, const char*> Archive::open(Bytes file, std::string_view key) {
  if (file.size() < sizeof(ArchiveHeader) || std::memcmp(file.data(), kArchiveMagic, 8) != 0)
    return Unexpected("it is no archive of minijvm");
  Archive archive(file);
  const ArchiveHeader& header = archive.header();
  if (header.format != kArchiveFormat)
    return Unexpected("it has the format of another version");
  if (header.file_bytes != file.size() || header.tables_end < sizeof header ||
      header.tables_end > file.size())
    return Unexpected("it is not complete");
  if (block_checksum(file.data() + kSummedFrom, header.tables_end - kSummedFrom) != header.checksum)
    return Unexpected("it is damaged");
  // The key comes last, so that a damaged file is not called one of another JDK.
  if (std::string_view(header.key, ::strnlen(header.key, kArchiveKeyBytes)) != key)
    return Unexpected("it was made for another JDK, VM or other options");
  return archive;
}

const StoredText* Archive::find_text(std::string_view text, std::uint32_t hash) const {
  const auto* table = at<std::uint32_t>(header().text_table);
  const auto* tags = at<std::uint16_t>(header().text_tags);
  const std::uint32_t words = header().text_table_words;
  const std::uint16_t tag = text_tag(hash);
  for (std::uint32_t i = first_place(hash, words); tags[i] != 0; i = (i + 1) & (words - 1)) {
    if (tags[i] != tag)
      continue;
    const auto* found = at<StoredText>(table[i]);
    if (found->hash == hash && found->view() == text)
      return found;
  }
  return nullptr;
}

const ClassRow* Archive::find_class(const StoredText& name) const {
  const auto* table = at<std::uint32_t>(header().class_table);
  const std::uint32_t words = header().class_table_words;
  const auto offset =
      static_cast<std::uint32_t>(reinterpret_cast<const std::uint8_t*>(&name) - file_.data());
  for (std::uint32_t i = first_place(name.hash, words); table[i] != 0; i = (i + 1) & (words - 1)) {
    if (const ClassRow* row = row_at(table[i]); row->name == offset)
      return row;
  }
  return nullptr;
}

std::span<const std::uint32_t> Archive::objects() const {
  const std::size_t bytes = header().object_words * sizeof(std::uint32_t);
  if (block_checksum(at<std::uint8_t>(header().objects), bytes) != header().objects_checksum)
    return {};
  return {at<std::uint32_t>(header().objects), header().object_words};
}

bool Archive::is_whole() const {
  if (objects().size() != header().object_words)
    return false;
  for (std::uint32_t number = 1; number <= header().class_count; ++number) {
    const StoredClass* stored = record(*row_at(number));
    if (stored == nullptr || !stored->has_whole_codes())
      return false;
  }
  return true;
}

const StoredClass* Archive::record(const ClassRow& row) const {
  const std::uint8_t* start = file_.data() + row.record;
  return block_checksum(start, row.bytes) == row.checksum ? at<StoredClass>(row.record) : nullptr;
}

}  // namespace minijvm::classfile
