// Lays out records and tables. Runs in the process that makes an archive, when its program has
// ended.
#include "classfile/archive/archive_writer.h"

#include <bit>
#include <cstddef>
#include <cstring>

#include "base/check.h"
#include "base/checksum.h"

namespace minijvm::classfile {
namespace {

using Buffer = ArchiveWriter::Buffer;

// Appends the values, aligned. Returns the offset of the first one.
template <class T>
std::uint32_t append(Buffer& out, std::span<const T> values) {
  out.resize(aligned(out.size()));
  const std::size_t start = out.size();
  out.resize(start + values.size_bytes());
  if (!values.empty())
    std::memcpy(out.data() + start, values.data(), values.size_bytes());
  return static_cast<std::uint32_t>(start);
}

template <class T>
void overwrite(Buffer& out, std::size_t offset, const T& value) {
  std::memcpy(out.data() + offset, &value, sizeof value);
}

// Passes over field_infos or method_infos (JVMS 4.5, 4.6).
void skip_members(ByteReader& reader) {
  for (unsigned members = reader.u2(); members != 0; --members) {
    reader.skip(6);  // flags, name, descriptor
    for (unsigned attributes = reader.u2(); attributes != 0; --attributes) {
      reader.skip(2);
      reader.skip(reader.u4());
    }
  }
}

// Returns the offset behind the last method (JVMS 4.1).
std::uint32_t end_of_members(const ClassFile& file, std::uint32_t pool_end) {
  ByteReader reader(file.bytes());
  reader.skip(pool_end + 6);  // flags, this_class, super_class
  reader.skip(2 * std::size_t{reader.u2()});
  skip_members(reader);
  skip_members(reader);
  MJ_CHECK(!reader.failed(), "the members of %s have changed", std::string(file.name()).c_str());
  return static_cast<std::uint32_t>(reader.position());
}

std::vector<ConstantTag> pool_tags(const ConstantPool& pool) {
  std::vector<ConstantTag> tags;
  for (unsigned i = 0; i < pool.size(); ++i) tags.push_back(pool.tag(i));
  return tags;
}

// Returns for each entry of the pool the offset of the byte behind its tag; 0 where none is.
std::vector<std::uint32_t> pool_offsets(const ClassFile& file) {
  const ConstantPool& pool = file.constant_pool();
  std::vector<std::uint32_t> offsets(pool.size());
  for (unsigned i = 1; i < pool.size(); ++i) {
    if (!pool.is(i, ConstantTag::None))
      offsets[i] = static_cast<std::uint32_t>(pool.info(i) - file.bytes().data());
  }
  return offsets;
}

std::vector<DescriptorFacts> descriptors_of(const ClassFile& file) {
  std::vector<DescriptorFacts> facts;
  for (std::size_t i = 0; i < file.methods().size(); ++i)
    facts.push_back(descriptor_facts(file, i));
  return facts;
}

// Appends the codes, and stores the place of each in the table at `places`.
void append_codes(Buffer& out, std::uint32_t places, std::span<const Buffer> codes) {
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i].empty())
      continue;
    const StoredCode header{static_cast<std::uint32_t>(codes[i].size()),
                            block_checksum(codes[i].data(), codes[i].size())};
    overwrite(out, places + i * sizeof(std::uint32_t), append(out, std::span(&header, 1)));
    out.insert(out.end(), codes[i].begin(), codes[i].end());
  }
}

std::uint32_t words_for(std::size_t entries) {
  return static_cast<std::uint32_t>(std::bit_ceil(2 * entries + 1));
}

// Puts the word into the first free place for the hash.
void put(std::vector<std::uint32_t>& table, std::uint32_t hash, std::uint32_t word) {
  const auto words = static_cast<std::uint32_t>(table.size());
  std::uint32_t at = first_place(hash, words);
  while (table[at] != 0) at = (at + 1) & (words - 1);
  table[at] = word;
}

}  // namespace

std::uint32_t ArchiveWriter::text(std::string_view text) {
  if (const auto known = text_offsets_.find(text); known != text_offsets_.end())
    return known->second;
  const std::uint32_t numbers[] = {text_hash(text), static_cast<std::uint32_t>(text.size())};
  const auto offset = static_cast<std::uint32_t>(
      sizeof(ArchiveHeader) + append(texts_, std::span<const std::uint32_t>(numbers)));
  texts_.insert(texts_.end(), text.begin(), text.end());
  texts_.push_back(0);
  text_offsets_.emplace(text, offset);
  return offset;
}

// Names of classes, members and the source file, and descriptors are texts. String constants are
// not: the VM asks for them in another form.
std::vector<std::uint32_t> ArchiveWriter::texts_of(const ClassFile& file) {
  const ConstantPool& pool = file.constant_pool();
  std::vector<std::uint32_t> texts(pool.size());
  const auto note = [&](unsigned utf8) {
    if (utf8 != 0 && texts[utf8] == 0)
      texts[utf8] = text(pool.utf8(utf8));
  };
  for (unsigned i = 1; i < pool.size(); ++i) {
    if (pool.is(i, ConstantTag::Class)) {
      note(pool.utf8_index(i));
    } else if (pool.is(i, ConstantTag::NameAndType)) {
      note(pool.name_index(i));
      note(pool.descriptor_index(i));
    }
  }
  for (const FieldInfo& field : file.fields()) {
    note(field.name_index);
    note(field.descriptor_index);
  }
  for (const MethodInfo& method : file.methods()) {
    note(method.name_index);
    note(method.descriptor_index);
  }
  note(file.source_file_index());
  return texts;
}

std::vector<StoredQuestion> ArchiveWriter::stored(const std::vector<VerifierQuestion>& questions) {
  std::vector<StoredQuestion> rows;
  for (const VerifierQuestion& question : questions) {
    StoredQuestion row{static_cast<std::uint32_t>(question.kind), question.answer ? 1U : 0U, {}};
    for (int i = 0; i < 3; ++i)
      row.names[i] = question.names[i].empty() ? 0 : text(question.names[i]);
    rows.push_back(row);
  }
  return rows;
}

void ArchiveWriter::add(const ClassFile& file, const Knowledge& known) {
  const ConstantPool& pool = file.constant_pool();
  StoredClass head;
  Buffer out(sizeof head);
  head.pool_end_ =
      static_cast<std::uint32_t>(pool.raw().data() + pool.raw().size() - file.bytes().data());
  head.members_end_ = end_of_members(file, head.pool_end_);
  head.pool_count_ = pool.size();
  head.field_count_ = static_cast<std::uint16_t>(file.fields().size());
  head.method_count_ = static_cast<std::uint16_t>(file.methods().size());
  head.byte_count_ = static_cast<std::uint32_t>(file.bytes().size());
  head.is_checked_ = file.is_format_checked() ? 1 : 0;
  head.is_from_image_ = known.module.empty() ? 0 : 1;
  head.is_verified_ = known.questions.has_value() ? 1 : 0;
  head.fields_ = append(out, file.fields());
  head.methods_ = append(out, file.methods());
  head.descriptors_ = append(out, std::span<const DescriptorFacts>(descriptors_of(file)));
  head.pool_offsets_ = append(out, std::span<const std::uint32_t>(pool_offsets(file)));
  head.texts_ = append(out, std::span<const std::uint32_t>(texts_of(file)));
  // The places of the codes are known once the record has its length.
  head.codes_ = append(
      out, std::span<const std::uint32_t>(std::vector<std::uint32_t>(file.methods().size())));
  if (known.questions) {
    head.questions_ = append(out, std::span<const StoredQuestion>(stored(*known.questions)));
    head.question_count_ = static_cast<std::uint32_t>(known.questions->size());
  }
  head.pool_tags_ = append(out, std::span<const ConstantTag>(pool_tags(pool)));
  head.bytes_ = append(out, file.bytes());
  const std::size_t record_bytes = out.size();
  append_codes(out, head.codes_, known.codes);
  head.bytes_behind_ = static_cast<std::uint32_t>(out.size());
  overwrite(out, 0, head);
  ClassRow row{};
  row.name = text(file.name());
  row.module = known.module.empty() ? 0 : text(known.module);
  row.class_bytes = head.byte_count_;
  drafts_.push_back({row, std::move(out), static_cast<std::uint32_t>(record_bytes)});
}

// Appends the records, and completes their rows.
void ArchiveWriter::place_records(Buffer& out) {
  for (Draft& draft : drafts_) {
    const auto place = aligned(out.size());
    StoredClass head;
    std::memcpy(static_cast<void*>(&head), draft.bytes.data(), sizeof head);
    head.own_offset_ = place;
    overwrite(draft.bytes, 0, head);
    draft.row.record = append(out, std::span<const std::uint8_t>(draft.bytes));
    draft.row.bytes = draft.record_bytes;
    draft.row.checksum = block_checksum(draft.bytes.data(), draft.record_bytes);
    draft.bytes = Buffer();
  }
}

std::vector<std::uint32_t> ArchiveWriter::text_table() const {
  std::vector<std::uint32_t> table(words_for(text_offsets_.size()));
  for (const auto& [text, offset] : text_offsets_) put(table, text_hash(text), offset);
  return table;
}

// Only the first class of a name is in the table; the others follow it.
std::vector<std::uint32_t> ArchiveWriter::class_table() {
  std::map<std::uint32_t, std::uint32_t> last_of;  // number of a row plus one, by name
  std::vector<std::uint32_t> table(words_for(drafts_.size()));
  for (std::uint32_t i = 0; i < drafts_.size(); ++i) {
    const std::uint32_t name = drafts_[i].row.name;
    std::uint32_t& last = last_of[name];
    if (last == 0) {
      std::uint32_t hash;
      std::memcpy(&hash, texts_.data() + name - sizeof(ArchiveHeader), sizeof hash);
      put(table, hash, i + 1);
    } else {
      drafts_[last - 1].row.next = i + 1;
    }
    last = i + 1;
  }
  return table;
}

ArchiveWriter::Buffer ArchiveWriter::finish(std::string_view key) {
  MJ_CHECK(key.size() < kArchiveKeyBytes, "a key of %zu bytes", key.size());
  ArchiveHeader header{};
  std::memcpy(header.magic, kArchiveMagic, sizeof header.magic);
  header.format = kArchiveFormat;
  std::memcpy(header.key, key.data(), key.size());
  // The texts know that they stand behind the header.
  Buffer out;
  append(out, std::span<const ArchiveHeader>(&header, 1));
  append(out, std::span<const std::uint8_t>(texts_));
  const std::vector<std::uint32_t> texts = text_table();
  header.text_table = append(out, std::span<const std::uint32_t>(texts));
  header.text_table_words = static_cast<std::uint32_t>(texts.size());
  const std::vector<std::uint32_t> classes = class_table();
  header.class_table = append(out, std::span<const std::uint32_t>(classes));
  header.class_table_words = static_cast<std::uint32_t>(classes.size());
  header.class_count = static_cast<std::uint32_t>(drafts_.size());
  out.resize(aligned(out.size()));
  header.class_rows = static_cast<std::uint32_t>(out.size());
  out.resize(out.size() + drafts_.size() * sizeof(ClassRow));
  header.tables_end = static_cast<std::uint32_t>(out.size());
  place_records(out);
  if (out.size() > kMaxArchiveBytes)
    return {};
  for (std::size_t i = 0; i < drafts_.size(); ++i)
    overwrite(out, header.class_rows + i * sizeof(ClassRow), drafts_[i].row);
  header.file_bytes = out.size();
  overwrite(out, 0, header);
  constexpr std::size_t kSummedFrom = offsetof(ArchiveHeader, file_bytes);
  header.checksum = block_checksum(out.data() + kSummedFrom, header.tables_end - kSummedFrom);
  overwrite(out, 0, header);
  return out;
}

}  // namespace minijvm::classfile
