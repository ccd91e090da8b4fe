// Writes a tree of elements (metadata_element.h). Pure computation: it needs no thread state.
// Tested by tests/tools/record/jfr_layout_test.cpp.
#include "tools/record/jfr/metadata_element.h"

#include <map>

namespace minijvm::vm::record::jfr {

// The texts of a tree, each once.
class MetadataElement::Texts {
 public:
  std::uint64_t place_of(const std::string& text) {
    const auto [known, is_new] = places_.emplace(text, in_order_.size());
    if (is_new) {
      in_order_.push_back(&known->first);
    }
    return known->second;
  }

  void encode(Encoder& out) const {
    out.leb128(in_order_.size());
    for (const std::string* text : in_order_) {
      out.utf8(*text);
    }
  }

 private:
  std::map<std::string, std::uint64_t> places_;
  std::vector<const std::string*> in_order_;
};

MetadataElement& MetadataElement::attribute(std::string_view name, std::string_view value) {
  attributes_.emplace_back(name, value);
  return *this;
}

void MetadataElement::encode(Encoder& out) const {
  Texts texts;
  Encoder tree;
  encode_tree(tree, texts);
  texts.encode(out);
  out.raw(tree.bytes());
}

void MetadataElement::encode_tree(Encoder& out, Texts& texts) const {
  out.leb128(texts.place_of(name_));
  out.leb128(attributes_.size());
  for (const auto& [name, value] : attributes_) {
    out.leb128(texts.place_of(name));
    out.leb128(texts.place_of(value));
  }
  out.leb128(children_.size());
  for (const MetadataElement& child : children_) {
    child.encode_tree(out, texts);
  }
}

}  // namespace minijvm::vm::record::jfr
