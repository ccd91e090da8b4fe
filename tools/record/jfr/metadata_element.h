// A tree of elements, each with attributes and children, as the metadata of a chunk holds it
// (metadata.h). Only metadata.cpp makes one.
// Tested by tests/tools/record/jfr_layout_test.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/record/jfr/encoding.h"

namespace minijvm::vm::record::jfr {

class MetadataElement {
 public:
  explicit MetadataElement(std::string_view name) : name_(name) {}

  MetadataElement& attribute(std::string_view name, std::string_view value);
  void add(MetadataElement child) { children_.push_back(std::move(child)); }

  // Appends the texts and then the tree.
  void encode(Encoder& out) const;

 private:
  class Texts;
  void encode_tree(Encoder& out, Texts& texts) const;

  std::string name_;
  std::vector<std::pair<std::string, std::string>> attributes_;
  std::vector<MetadataElement> children_;
};

}  // namespace minijvm::vm::record::jfr
