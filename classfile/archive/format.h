// The archive's format: what a file of stored classes looks like. A run of the VM that finds one
// takes class files and translations from it, instead of making them again.
// Tested by tests/classfile/archive_test.cpp.
//
//   ArchiveHeader | texts | table of texts | table of classes | rows | objects | record | record
//   '------------- checked when the archive is opened ------------'   checked when it is used
//
//   objects       words that make the objects of a boot (stored_objects.h); perhaps none
//   record        StoredClass | fields | methods | pool | outline | codes of methods
//   outside       the bytes of class files of the JDK's image, which is mapped as well
//
// The file is mapped read-only and is position-independent: everything is found by its distance
// from the archive's or the record's first byte, and whatever changes is made elsewhere. So no bug
// of the VM can damage it, and several processes share its pages.
//
// A byte of the archive that is not what was written is noticed by a checksum when its part is
// first used. An image that is not the one of the archive is noticed by the key alone. What a
// file says is otherwise believed, as the VM believes its own code; whose files it opens is decided
// where they are opened (vm/boot/archive_file.h).
//
// Rejected: a checksum of the whole file, since each run would read all of it; and relocation at a
// fixed address, as HotSpot's class data sharing has it, since pages that are written are no longer
// shared and cost eight times as much.
#pragma once

#include <cstdint>
#include <string_view>

#include "classfile/byte_reader.h"

namespace minijvm::classfile {

// To be raised whenever a structure below changes.
inline constexpr std::uint32_t kArchiveFormat = 4;
inline constexpr char kArchiveMagic[8] = {'m', 'i', 'n', 'i', 'j', 's', 'a', '\n'};
// The most bytes of the text that says for which JDK, VM and options an archive is good.
inline constexpr std::size_t kArchiveKeyBytes = 440;
// Offsets have 32 bits.
inline constexpr std::uint64_t kMaxArchiveBytes = 0x7fff'ffff;

struct ArchiveHeader {
  char magic[8];
  std::uint32_t format;
  // The sum of all that follows it in the header, and of the tables.
  std::uint32_t checksum;
  std::uint64_t file_bytes;
  // The tables end here; the offsets below are before it.
  std::uint32_t tables_end;
  // Both tables have a power of two of words, at most four fifths of which are used. A word is the
  // offset of a text, or the number of a row plus one; 0 is free.
  std::uint32_t text_table;
  std::uint32_t text_table_words;
  std::uint32_t class_rows;
  std::uint32_t class_count;
  std::uint32_t class_table;
  std::uint32_t class_table_words;
  // Two bytes for each word of the text table: text_tag() of its text; 0 for a free word. So a
  // search looks at no other text than the one that it finds: they lie in many pages.
  std::uint32_t text_tags;
  // The objects: offset and number of their words, of four bytes each, and the sum of these bytes.
  std::uint32_t objects;
  std::uint32_t object_words;
  std::uint32_t objects_checksum;
  std::uint32_t unused;
  char key[kArchiveKeyBytes];  // ends with zeros
};
static_assert(sizeof(ArchiveHeader) == 512);

// A name of classes or members, or a descriptor, each once. It is a runtime::Symbol as it lies in
// memory. Behind it stand the length in two bytes and the bytes again, as a Utf8 entry of a pool
// has them (JVMS 4.4.7). A Utf8 that is no Symbol has only those, behind a byte that is not zero.
struct StoredText {
  std::uint32_t hash;
  std::uint32_t length;
  char bytes[8];  // really length + 1 bytes: the last one is zero

  std::string_view view() const { return {bytes, length}; }
};
// The distance of the Utf8 behind a text of this length.
constexpr std::uint32_t utf8_behind(std::uint32_t length) { return 8 + length + 1; }

// Where the record of a class is. Classes of one name, which different loaders have, are a chain.
struct ClassRow {
  std::uint32_t name;    // offset of its text
  std::uint32_t module;  // offset of the text, if the class is in the JDK's image; else 0
  std::uint32_t record;  // its offset
  std::uint32_t bytes;   // of the record, without the codes
  std::uint32_t checksum;
  std::uint32_t class_bytes;  // of the class file
  // Where the class file is in the JDK's image; 0 if its bytes are in the record.
  std::uint32_t image_place;
  std::uint32_t next;  // number of the next row of this name plus one; 0 at the end
};

// The hash of texts in the archive and of symbols: FNV-1a, folded so that the low bits depend on
// all others.
constexpr std::uint32_t text_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf2'9ce4'8422'2325;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100'0000'01b3;
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

// Returns where a search for this hash begins. REQUIRES: `words` is a power of two.
constexpr std::uint32_t first_place(std::uint32_t hash, std::uint32_t words) {
  return (hash * 0x9e37'79b1u >> 7) & (words - 1);
}

// Returns the text's number in text_tags, which is never 0.
constexpr std::uint16_t text_tag(std::uint32_t hash) {
  return static_cast<std::uint16_t>(hash >> 16 | 1);
}

// Returns `offset` rounded up to the alignment of every structure of the archive.
constexpr std::uint32_t aligned(std::size_t offset) {
  return static_cast<std::uint32_t>((offset + 7) & ~std::size_t{7});
}

}  // namespace minijvm::classfile
