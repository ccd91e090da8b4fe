// The variants of a comparison: sets of options under which one program runs.
// Tested by tests/tools/compare/settings_test.cpp.
#pragma once

#include <string>
#include <vector>

#include "base/expected.h"

namespace minijvm::compare {

struct Variant {
  std::string name;
  std::vector<std::string> options;  // they come behind those of the user, and so count
};

struct VariantSet {
  std::string name;                  // "models"
  std::vector<std::string> options;  // of all variants; those of the user count more
  std::vector<Variant> variants;
};

// Reads "models", "locks", "gang", or sets of options with "|" between them. The error is for the
// user.
Expected<VariantSet, std::string> variants_of(const std::string& text);

}  // namespace minijvm::compare
