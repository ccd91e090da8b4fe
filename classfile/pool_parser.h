// Reads the constant pool, JVMS 4.4, in two passes: first every entry's tag and length, then every
// cross reference. So the accessors of ConstantPool do not have to check anything.
// Tested by tests/classfile/constant_pool_test.cpp.
#pragma once

#include "classfile/constant_pool.h"
#include "classfile/parse_context.h"

namespace minijvm::classfile {

// JVMS 4.4: returns how many bytes follow the tag; for a Utf8 only those of its length. The result
// is 0 if there is no such tag.
unsigned payload_size(unsigned tag);

class PoolParser {
 public:
  // `file` is the whole class file, which must outlive the pool.
  PoolParser(ParseContext& context, Bytes file, unsigned major_version)
      : context_(context), file_(file), major_version_(major_version) {}

  // Parses the pool, whose constant_pool_count is the next number that the reader reads. On success
  // the reader stands behind the pool.
  bool parse(ByteReader& reader);
  // REQUIRES: parse() was true, and take() has not been called before.
  ConstantPool take() { return std::move(pool_); }

  // Returns one more than the highest bootstrap_method_attr_index in the pool; 0 if there is none.
  // The BootstrapMethods attribute comes much later in the file.
  unsigned bootstrap_rows_needed() const { return bootstrap_rows_needed_; }
  // Returns the tag if the pool has a Module or Package entry, which only a module-info may have
  // (JVMS 4.4.11, 4.4.12); otherwise 0.
  unsigned module_tag_seen() const { return module_tag_seen_; }

 private:
  // Reads one entry and moves *index to the next one.
  bool read_entry(ByteReader& reader, unsigned* index);
  bool is_tag_supported(ConstantTag tag) const;
  bool check_references();
  bool check_entry(unsigned index);
  bool check_reference(unsigned index, ConstantTag wanted);
  bool check_method_handle(unsigned index);

  ParseContext& context_;
  Bytes file_;
  unsigned major_version_;
  unsigned bootstrap_rows_needed_ = 0;
  unsigned module_tag_seen_ = 0;
  ConstantPool pool_;
};

}  // namespace minijvm::classfile
