// How full the table of interned strings is (strings.h). Proved by tests/java/text/TableStatistics.java.
#pragma once

#include "runtime/table_statistics.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

runtime::TableStatistics string_table_statistics(runtime::JavaThread& self);

}  // namespace minijvm::vm
