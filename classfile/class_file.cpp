// The queries of ClassFile that are more than an accessor. Any thread may call them: a ClassFile
// does not change once its class is defined.
#include "classfile/class_file.h"

namespace minijvm::classfile {

int CodeAttribute::line_at(std::uint32_t bci) const {
  // JVMS 4.7.12: rows may come in any order, and one line may have several rows. The row that
  // starts last at or before bci counts.
  int line = -1;
  int best_start = -1;
  for (const Table<LineNumber>& table : line_numbers) {
    for (LineNumber row : table) {
      // Of two rows with the same start the later one wins.
      if (row.start_pc > bci || row.start_pc < best_start)
        continue;
      best_start = row.start_pc;
      line = row.line_number;
    }
  }
  return line;
}

// The search is linear, because a class file has no index of its members.
const FieldInfo* ClassFile::find_field(std::string_view name, std::string_view descriptor) const {
  for (const FieldInfo& field : fields_) {
    if (name_of(field) == name && descriptor_of(field) == descriptor)
      return &field;
  }
  return nullptr;
}

const MethodInfo* ClassFile::find_method(std::string_view name, std::string_view descriptor) const {
  for (const MethodInfo& method : methods_) {
    if (name_of(method) == name && descriptor_of(method) == descriptor)
      return &method;
  }
  return nullptr;
}

}  // namespace minijvm::classfile
