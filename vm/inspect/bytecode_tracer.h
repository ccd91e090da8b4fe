// -Xtrace:bytecode[=filter]: each instruction on a line of stderr with the operand stack before it, each entry and exit of a method, each
// exception. The first user of the interpreter's hooks. Proved by tests/vm/bytecode_trace.
//
//   [main] Sum.add(II)I    1 iload_1                 | 3
//   [main] Sum.add(II)I    2 iadd                    | 3 4
//
// The filter names methods, separated by commas, each as package.Class.method with * for any text; a class alone means all its methods.
#pragma once

#include <string>

namespace minijvm::vm {

// From now on. REQUIRES: no Java has run.
void trace_bytecode(const std::string& filter);

}  // namespace minijvm::vm
