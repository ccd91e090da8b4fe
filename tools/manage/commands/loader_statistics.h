// The table of VM.classloader_stats, which `jmap -clstats` prints, too.
// Tested by tests/tools/commands.
#pragma once

#include <string>
#include <vector>

#include "tools/manage/commands/loader_facts.h"

namespace minijvm::vm {

std::string loader_statistics_text(const std::vector<LoaderFacts>& loaders);

}  // namespace minijvm::vm
