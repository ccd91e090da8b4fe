// Writes a timeline as the data of its page (tools/pages/README.md has the format).
// Tested by tests/tools/record.
#pragma once

#include <string>

#include "tools/record/timeline/timeline.h"

namespace minijvm::vm::record {

std::string page_json(const Timeline& timeline);

}  // namespace minijvm::vm::record
