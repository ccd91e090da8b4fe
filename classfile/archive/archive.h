// An archive in memory: finds texts and classes in it (format.h).
// Tested by tests/classfile/archive_test.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/expected.h"
#include "classfile/archive/format.h"
#include "classfile/archive/stored_class.h"

namespace minijvm::classfile {

class Archive {
 public:
  // Looks at the header and the tables. `key` says for what the archive must have been made. The
  // bytes, which start at a page, stay where they are as long as the Archive and whatever it
  // returns. The error is a clause for the log: "it is not complete".
  static Expected<Archive, const char*> open(Bytes file, std::string_view key);

  // Returns null if the archive has no such text. `hash` is text_hash(text).
  const StoredText* find_text(std::string_view text, std::uint32_t hash) const;
  bool contains(const void* address) const {
    return address >= file_.data() && address < file_.data() + file_.size();
  }
  // Returns the first class of this name, and the next one of the same name; null if there is none.
  const ClassRow* find_class(const StoredText& name) const;
  const ClassRow* next(const ClassRow& row) const { return row_at(row.next); }
  // Returns the name of the module whose part of the JDK's image has the class; null if none.
  const StoredText* module(const ClassRow& row) const {
    return row.module == 0 ? nullptr : at<StoredText>(row.module);
  }
  // Returns the class's record; null if its bytes have changed.
  const StoredClass* record(const ClassRow& row) const;
  // Returns the same for a record that has been checked before.
  const StoredClass& checked_record(const ClassRow& row) const {
    return *at<StoredClass>(row.record);
  }
  // Returns the words of the objects (stored_objects.h); empty if there are none, or if a byte of
  // them has changed.
  std::span<const std::uint32_t> objects() const;
  // Returns the text at an offset that one of those words is.
  const StoredText& text(std::uint32_t offset) const { return *at<StoredText>(offset); }
  // Reads all objects, records and codes. Returns false if any of them has changed.
  bool is_whole() const;
  std::uint32_t class_count() const { return header().class_count; }
  std::size_t size() const { return file_.size(); }
  // Returns the bytes behind the tables: the records of classes, with their codes.
  Bytes records() const { return file_.subspan(header().tables_end); }

 private:
  explicit Archive(Bytes file) : file_(file) {}
  template <class T>
  const T* at(std::uint32_t offset) const {
    return reinterpret_cast<const T*>(file_.data() + offset);
  }
  const ArchiveHeader& header() const { return *at<ArchiveHeader>(0); }
  // The number is one too high; 0 stands for none.
  const ClassRow* row_at(std::uint32_t number) const {
    return number == 0 ? nullptr : at<ClassRow>(header().class_rows) + number - 1;
  }

  Bytes file_;
};

}  // namespace minijvm::classfile
