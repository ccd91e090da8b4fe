// Compares what the slot flow computed with what javac's StackMapTable says, slot by slot. Shared by the flow tests.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "classfile/class_file.h"

namespace minijvm::classfile::test {

struct StackMapFindings {
  std::size_t frames = 0;
  std::size_t slots = 0;
  std::vector<std::string> texts;  // at most twenty
};

void compare_with_stack_map(const ClassFile& file, const MethodInfo& method,
                            StackMapFindings* findings);

}  // namespace minijvm::classfile::test
