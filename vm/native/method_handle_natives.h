// The natives of java.lang.invoke.MethodHandleNatives, thin over vm/invoke.
#pragma once

namespace minijvm::vm {

void add_method_handle_natives();

}  // namespace minijvm::vm
