// Reads the constant pool, JVMS 4.4: every tag, then every cross reference, so that ConstantPool's accessors need not ask.
// Proved by tests/classfile/constant_pool_test.cpp.
#pragma once

#include "classfile/constant_pool.h"
#include "classfile/parse_context.h"

namespace minijvm::classfile {

class PoolParser {
 public:
  PoolParser(ParseContext& context, Bytes file, unsigned major_version) : context_(context), file_(file), major_version_(major_version) {}

  // The reader stands at constant_pool_count.
  bool parse(ByteReader& reader);
  ConstantPool take() { return std::move(pool_); }

  // One past the highest bootstrap_method_attr_index used; 0: none.
  unsigned bootstrap_rows_needed() const { return bootstrap_rows_needed_; }
  // Set when a Module or Package entry was met: legal in module-info only (JVMS 4.4.11, 4.4.12).
  unsigned module_tag_seen() const { return module_tag_seen_; }

 private:
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
