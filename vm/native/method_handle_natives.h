// The natives of java.lang.invoke.MethodHandleNatives (JDK interface 5.2), thin over vm/invoke.
#pragma once

namespace minijvm::vm {

void add_method_handle_natives();

}  // namespace minijvm::vm
