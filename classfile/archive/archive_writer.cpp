// Lays out records and tables. Runs in the process that makes an archive, when its program has
// ended.
#include "classfile/archive/archive_writer.h"

#include <bit>
#include <cstddef>
#include <cstring>

#include "base/check.h"
#include "base/checksum.h"
#include "classfile/pool_parser.h"

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
template <class T>
void overwrite(Buffer& out, std::size_t offset, std::span<const T> values) {
  if (!values.empty())
    std::memcpy(out.data() + offset, values.data(), values.size_bytes());
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

// Returns the class file without pool, fields and methods (JVMS 4.1).
Buffer outline_of(const ClassFile& file, std::uint32_t pool_end) {
  const Bytes bytes = file.bytes();
  ByteReader reader(bytes);
  reader.skip(pool_end + 6);  // flags, this_class, super_class
  reader.skip(2 * std::size_t{reader.u2()});
  const std::size_t members = reader.position();
  skip_members(reader);
  skip_members(reader);
  MJ_CHECK(!reader.failed(), "the members of %s have changed", std::string(file.name()).c_str());
  Buffer outline;
  for (const Bytes part : {bytes.first(10), bytes.subspan(pool_end, members - pool_end),
                           bytes.subspan(reader.position())})
    outline.insert(outline.end(), part.begin(), part.end());
  return outline;
}

std::vector<ConstantTag> pool_tags(const ConstantPool& pool) {
  std::vector<ConstantTag> tags;
  for (unsigned i = 0; i < pool.size(); ++i) tags.push_back(pool.tag(i));
  return tags;
}

// Returns true if the entry's offset in the record is to become one in the archive. Those of Utf8
// entries are that already.
bool is_in_record(ConstantTag tag) { return tag != ConstantTag::None && tag != ConstantTag::Utf8; }

// Appends the entries of the pool without their tags, and stores the place of each in `offsets`.
void append_entries(Buffer& out, const ConstantPool& pool, std::vector<std::uint32_t>& offsets) {
  for (unsigned i = 1; i < pool.size(); ++i) {
    if (!is_in_record(pool.tag(i)))
      continue;
    offsets[i] = static_cast<std::uint32_t>(out.size());
    const std::uint8_t* info = pool.info(i);
    out.insert(out.end(), info, info + payload_size(static_cast<unsigned>(pool.tag(i))));
  }
}

std::vector<MethodFacts> facts_of(const ClassFile& file, std::span<const std::uint8_t> marks) {
  std::vector<MethodFacts> facts;
  for (std::size_t i = 0; i < file.methods().size(); ++i) {
    facts.push_back(method_facts(file, i));
    facts[i].marks = marks.empty() ? std::uint8_t{0} : marks[i];
    facts[i].bytecode = 0;
  }
  return facts;
}

// Appends the bytecode and the exception table (JVMS 4.7.3) of each method that has a stored code:
// the call sites of others are rarely linked. Stores their places in the facts.
void append_bytecode(Buffer& out, const ClassFile& file, std::span<const Buffer> codes,
                     std::span<MethodFacts> facts) {
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i].empty())
      continue;
    const Bytes code = file.bytes().subspan(file.methods()[i].code_offset + 8);
    const std::size_t length = facts[i].code_length;
    const std::size_t rows = load_u2(code.data() + length);
    facts[i].bytecode = static_cast<std::uint32_t>(out.size());
    out.insert(out.end(), code.data(), code.data() + length + 2 + 8 * rows);
  }
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
  return static_cast<std::uint32_t>(std::bit_ceil(entries + entries / 4 + 1));
}

// Puts the word into the first free place for the hash.
void put(std::vector<std::uint32_t>& table, std::uint32_t hash, std::uint32_t word) {
  const auto words = static_cast<std::uint32_t>(table.size());
  std::uint32_t at = first_place(hash, words);
  while (table[at] != 0) at = (at + 1) & (words - 1);
  table[at] = word;
}

}  // namespace

// Texts follow the header.
std::uint32_t ArchiveWriter::text(std::string_view text) {
  if (const auto known = text_offsets_.find(text); known != text_offsets_.end())
    return known->second;
  const std::uint32_t numbers[] = {text_hash(text), static_cast<std::uint32_t>(text.size())};
  const auto offset = static_cast<std::uint32_t>(
      sizeof(ArchiveHeader) + append(texts_, std::span<const std::uint32_t>(numbers)));
  texts_.insert(texts_.end(), text.begin(), text.end());
  texts_.push_back(0);
  append_utf8(text);
  text_offsets_.emplace(text, offset);
  return offset;
}

// JVMS 4.4.7: the length in two bytes. A text that is longer is in no pool.
void ArchiveWriter::append_utf8(std::string_view text) {
  texts_.push_back(static_cast<std::uint8_t>(text.size() >> 8));
  texts_.push_back(static_cast<std::uint8_t>(text.size()));
  texts_.insert(texts_.end(), text.begin(), text.end());
}

std::uint32_t ArchiveWriter::utf8(std::string_view text) {
  if (const auto known = text_offsets_.find(text); known != text_offsets_.end())
    return known->second + utf8_behind(static_cast<std::uint32_t>(text.size()));
  const auto [known, is_new] = utf8_offsets_.try_emplace(std::string(text), 0);
  if (is_new) {
    texts_.push_back(1);
    known->second = static_cast<std::uint32_t>(sizeof(ArchiveHeader) + texts_.size());
    append_utf8(text);
  }
  return known->second;
}

// Names of classes, members and the source file, and descriptors are texts. String constants are
// not: the VM asks for them in another form.
std::vector<std::uint32_t> ArchiveWriter::utf8s_of(const ClassFile& file) {
  const ConstantPool& pool = file.constant_pool();
  std::vector<std::uint32_t> offsets(pool.size());
  const auto note = [&](unsigned index) {
    if (index != 0 && offsets[index] == 0)
      offsets[index] =
          text(pool.utf8(index)) + utf8_behind(static_cast<std::uint32_t>(pool.utf8(index).size()));
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
  for (unsigned i = 1; i < pool.size(); ++i) {
    if (pool.is(i, ConstantTag::Utf8) && offsets[i] == 0)
      offsets[i] = utf8(pool.utf8(i));
  }
  return offsets;
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
  head.pool_count_ = pool.size();
  head.field_count_ = static_cast<std::uint16_t>(file.fields().size());
  head.method_count_ = static_cast<std::uint16_t>(file.methods().size());
  head.is_checked_ = file.is_format_checked() ? 1 : 0;
  head.is_boot_ = known.is_boot ? 1 : 0;
  head.is_verified_ = known.questions.has_value() ? 1 : 0;
  head.may_have_contended_fields_ = known.may_have_contended_fields ? 1 : 0;
  head.fields_ = append(out, file.fields());
  head.methods_ = append(out, file.methods());
  std::vector<MethodFacts> facts = facts_of(file, known.method_marks);
  head.facts_ = append(out, std::span<const MethodFacts>(facts));
  std::vector<std::uint32_t> offsets = utf8s_of(file);
  head.pool_offsets_ = append(out, std::span<const std::uint32_t>(offsets));
  // The places of the codes are known once the record has its length.
  head.codes_ = append(
      out, std::span<const std::uint32_t>(std::vector<std::uint32_t>(file.methods().size())));
  if (known.questions) {
    head.questions_ = append(out, std::span<const StoredQuestion>(stored(*known.questions)));
    head.question_count_ = static_cast<std::uint32_t>(known.questions->size());
  }
  head.pool_tags_ = append(out, std::span<const ConstantTag>(pool_tags(pool)));
  append_entries(out, pool, offsets);
  overwrite(out, head.pool_offsets_, std::span<const std::uint32_t>(offsets));
  if (known.image_place != 0)
    append_bytecode(out, file, known.codes, facts);
  overwrite(out, head.facts_, std::span<const MethodFacts>(facts));
  const Buffer outline = outline_of(file, head.pool_end_);
  head.outline_ = append(out, std::span<const std::uint8_t>(outline));
  head.outline_bytes_ = static_cast<std::uint32_t>(outline.size());
  if (known.image_place == 0) {
    head.bytes_ = append(out, file.bytes());
    head.byte_count_ = static_cast<std::uint32_t>(file.bytes().size());
  }
  const std::size_t record_bytes = out.size();
  append_codes(out, head.codes_, known.codes);
  head.bytes_behind_ = static_cast<std::uint32_t>(out.size());
  overwrite(out, 0, head);
  ClassRow row{};
  row.name = text(file.name());
  row.module = known.module.empty() ? 0 : text(known.module);
  row.class_bytes = static_cast<std::uint32_t>(file.bytes().size());
  row.image_place = known.image_place;
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
    for (unsigned i = 0; i < head.pool_count_; ++i) {
      if (!is_in_record(static_cast<ConstantTag>(draft.bytes[head.pool_tags_ + i])))
        continue;
      const std::size_t at = head.pool_offsets_ + i * sizeof(std::uint32_t);
      std::uint32_t offset;
      std::memcpy(&offset, draft.bytes.data() + at, sizeof offset);
      overwrite(draft.bytes, at, offset + place);
    }
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

std::vector<std::uint16_t> ArchiveWriter::text_tags(std::span<const std::uint32_t> table) const {
  std::vector<std::uint16_t> tags;
  for (const std::uint32_t offset : table) {
    std::uint32_t hash = 0;
    if (offset != 0)
      std::memcpy(&hash, texts_.data() + offset - sizeof(ArchiveHeader), sizeof hash);
    tags.push_back(offset == 0 ? std::uint16_t{0} : text_tag(hash));
  }
  return tags;
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
  header.text_tags = append(out, std::span<const std::uint16_t>(text_tags(texts)));
  const std::vector<std::uint32_t> classes = class_table();
  header.class_table = append(out, std::span<const std::uint32_t>(classes));
  header.class_table_words = static_cast<std::uint32_t>(classes.size());
  header.class_count = static_cast<std::uint32_t>(drafts_.size());
  out.resize(aligned(out.size()));
  header.class_rows = static_cast<std::uint32_t>(out.size());
  out.resize(out.size() + drafts_.size() * sizeof(ClassRow));
  header.tables_end = static_cast<std::uint32_t>(out.size());
  header.objects = append(out, std::span<const std::uint32_t>(objects_));
  header.object_words = static_cast<std::uint32_t>(objects_.size());
  header.objects_checksum = block_checksum(out.data() + header.objects, objects_.size() * 4);
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
