#include "classfile/class_file.h"

namespace minijvm::classfile {

int CodeAttribute::line_at(std::uint32_t bci) const {
  // Rows may come in any order (JVMS 4.7.12): take the one that starts last at or before bci.
  int line = -1;
  int best_start = -1;
  for (const Table<LineNumber>& table : line_numbers) {
    for (LineNumber row : table) {
      if (row.start_pc > bci || row.start_pc < best_start) continue;
      best_start = row.start_pc;
      line = row.line_number;
    }
  }
  return line;
}

const FieldInfo* ClassFile::find_field(std::string_view name, std::string_view descriptor) const {
  for (const FieldInfo& field : fields_) {
    if (name_of(field) == name && descriptor_of(field) == descriptor) return &field;
  }
  return nullptr;
}

const MethodInfo* ClassFile::find_method(std::string_view name, std::string_view descriptor) const {
  for (const MethodInfo& method : methods_) {
    if (name_of(method) == name && descriptor_of(method) == descriptor) return &method;
  }
  return nullptr;
}

}  // namespace minijvm::classfile
