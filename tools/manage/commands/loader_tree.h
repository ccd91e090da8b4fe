// Draws the tree of class loaders for VM.classloaders: each stands below its parent.
// Tested by tests/tools/commands.
#pragma once

#include <string>
#include <vector>

#include "tools/manage/commands/loader_facts.h"

namespace minijvm::vm {

struct TreeOptions {
  bool show_classes = false;
  bool verbose = false;  // with addresses
  bool fold = true;      // loaders of the same name and class are one, unless more is shown
};
std::string loader_tree_text(const std::vector<LoaderFacts>& loaders, TreeOptions options);

}  // namespace minijvm::vm
