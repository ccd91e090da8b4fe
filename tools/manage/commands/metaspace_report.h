// The memory of class data by loader, for VM.metaspace.
// Tested by tests/tools/commands.
#pragma once

#include <string>
#include <vector>

#include "tools/manage/commands/loader_facts.h"

namespace minijvm::vm {

struct MetaspaceOptions {
  bool basic = false;
  bool show_loaders = false;
  bool show_classes = false;
  bool by_kind = false;  // of loader
  std::string scale;     // "1", "KB", "MB", "GB" or "dynamic"
};
std::string metaspace_text(const std::vector<LoaderFacts>& loaders,
                           const MetaspaceOptions& options);

}  // namespace minijvm::vm
