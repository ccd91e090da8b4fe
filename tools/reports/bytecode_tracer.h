// Implements -Xtrace:bytecode[=filter]: prints to stderr a line for each instruction, with the
// operand stack before it, and for each entry and exit of a method and each exception.
// Tested by tests/vm/bytecode_trace.
//
//   [main] Sum.add(II)I    1 iload_1                 | 3
//   [main] Sum.add(II)I    2 iadd                    | 3 4
//
// The filter lists methods, separated by commas, each as package.Class.method with * for any text.
// A class alone means all its methods.
#pragma once

#include <string>

namespace minijvm::vm {

// Starts tracing. REQUIRES: no Java has run.
void trace_bytecode(const std::string& filter);

}  // namespace minijvm::vm
