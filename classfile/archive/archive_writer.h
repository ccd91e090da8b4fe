// Makes an archive (format.h) in memory.
// Tested by tests/classfile/archive_test.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "classfile/archive/stored_class.h"
#include "classfile/archive/verifier_questions.h"

namespace minijvm::classfile {

class ArchiveWriter {
 public:
  using Buffer = std::vector<std::uint8_t>;

  // The facts about a class that its class file does not say.
  struct Knowledge {
    // The module of the JDK's image in which the class is; empty for a class from elsewhere.
    std::string_view module = {};
    bool is_boot = false;  // of the boot loader
    // Where the class file is in the image (JImage::place_of), so that its bytes are not stored; 0
    // if they are to be.
    std::uint32_t image_place = 0;
    // The VM gives a byte for each method, which says what its annotations mean; or none at all.
    std::span<const std::uint8_t> method_marks = {};
    bool may_have_contended_fields = true;
    // The stored translation of each method, empty for one that has none; or no codes at all.
    std::span<const Buffer> codes = {};
    // The result of questions_of(): nothing for a class that was not verified.
    std::optional<std::vector<VerifierQuestion>> questions = {};
  };

  // Adds a class, whose record comes behind those of the classes before it: classes that are used
  // together should be added together. REQUIRES: the file keeps its own name (it is no hidden
  // class).
  void add(const ClassFile& file, const Knowledge& known);
  // Returns the offset of a text, which is added if it is new.
  std::uint32_t text(std::string_view text);
  // Sets the words of the objects (stored_objects.h).
  void set_objects(std::vector<std::uint32_t> words) { objects_ = std::move(words); }
  // Returns the archive; it is empty if it would have more than kMaxArchiveBytes. `key` is for
  // Archive::open. REQUIRES: add() is not called any more, and the key is shorter than
  // kArchiveKeyBytes.
  Buffer finish(std::string_view key);

 private:
  // A record and the codes behind it, before it has its place.
  struct Draft {
    ClassRow row;
    Buffer bytes;
    std::uint32_t record_bytes;
  };
  // Returns the offset of a Utf8 that need not be a text.
  std::uint32_t utf8(std::string_view text);
  void append_utf8(std::string_view text);
  // Returns the offset of each Utf8 entry of the pool; 0 for other entries.
  std::vector<std::uint32_t> utf8s_of(const ClassFile& file);
  std::vector<StoredQuestion> stored(const std::vector<VerifierQuestion>& questions);
  void place_records(Buffer& out);
  std::vector<std::uint32_t> text_table() const;
  std::vector<std::uint16_t> text_tags(std::span<const std::uint32_t> table) const;
  std::vector<std::uint32_t> class_table();

  Buffer texts_;
  std::map<std::string, std::uint32_t, std::less<>> text_offsets_;
  std::map<std::string, std::uint32_t> utf8_offsets_;
  std::vector<Draft> drafts_;
  std::vector<std::uint32_t> objects_;
};

}  // namespace minijvm::classfile
