// The methods of a class by slot. The class builder makes them side by side in one block. Once a
// redefinition has added methods (class_versions.h), a table of pointers takes over, because the
// existing methods must keep their addresses.
// Tested by tests/runtime/redefinition_test.cpp.
#pragma once

#include <cstddef>
#include <iterator>
#include <span>

#include "runtime/class/method.h"

namespace minijvm::runtime {

class MethodList {
 public:
  // Walks by slot, in both forms.
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Method;
    using difference_type = std::ptrdiff_t;
    using pointer = Method*;
    using reference = Method&;

    Iterator() = default;
    Iterator(const MethodList& list, std::size_t at) : list_(&list), at_(at) {}
    Method& operator*() const { return (*list_)[at_]; }
    Method* operator->() const { return &(*list_)[at_]; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) { return {*list_, at_++}; }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    const MethodList* list_ = nullptr;
    std::size_t at_ = 0;
  };

  MethodList() = default;
  // Makes a list of `count` methods side by side.
  MethodList(Method* first, std::size_t count) : first_(first), count_(count) {}
  // Makes a list from a table of pointers, which must live as long as the class.
  explicit MethodList(std::span<Method* const> table)
      : table_(table.data()), count_(table.size()) {}

  Method& operator[](std::size_t slot) const {
    return table_ == nullptr ? first_[slot] : *table_[slot];
  }
  std::size_t size() const { return count_; }
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, count_}; }

 private:
  Method* first_ = nullptr;
  Method* const* table_ = nullptr;  // null if the methods are side by side
  std::size_t count_ = 0;
};

}  // namespace minijvm::runtime
