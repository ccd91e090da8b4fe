// Any bytes are a ClassFile or a FormatError, with the format checks and without; what parses also disassembles.
#include <cstddef>
#include <cstdint>

#include "classfile/class_file_parser.h"
#include "tools/classdump/class_text.h"

using namespace minijvm::classfile;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const bool check : {true, false}) {
    ParseOptions how;
    how.check_format = check;
    auto parsed = parse_class_file({data, size}, how);
    if (!parsed.ok())
      continue;
    const ClassFile file = parsed.take();
    for (const MethodInfo& method : file.methods()) {
      if (method.has_code() && check)
        (void)minijvm::classdump::disassemble_code(file.constant_pool(), file.code_of(method));
    }
  }
  return 0;
}
