// A TypeOracle over class files that are simply there: the JDK's image and classes made by a test. One loader, so a run-time package
// is a package name. Shared by the flow tests.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_file_parser.h"
#include "classfile/flow/verification_type.h"

namespace minijvm::classfile::test {

class ClassCorpus {
 public:
  // empty: no such class
  using Reader = std::function<std::vector<std::uint8_t>(std::string_view name)>;

  explicit ClassCorpus(Reader reader) : reader_(std::move(reader)) {}

  // Null: there is none, or it does not parse.
  const ClassFile* find(std::string_view name);
  void add(ClassFile file) {
    const std::string name(file.name());
    classes_.insert_or_assign(name, std::make_unique<ClassFile>(std::move(file)));
  }

 private:
  Reader reader_;
  std::map<std::string, std::unique_ptr<ClassFile>, std::less<>> classes_;
};

class CorpusOracle : public TypeOracle {
 public:
  CorpusOracle(ClassCorpus& corpus, const ClassFile& current)
      : corpus_(corpus), current_(current) {}

  Answer is_interface(std::string_view name) override;
  Answer is_subclass(std::string_view name, std::string_view ancestor) override;
  Answer is_superclass_of_current(std::string_view name) override;
  Answer is_protected_in_other_package(MemberKind member, std::string_view owner,
                                       std::string_view name, std::string_view descriptor) override;

 private:
  const ClassFile* find(std::string_view name) {
    return name == current_.name() ? &current_ : corpus_.find(name);
  }

  ClassCorpus& corpus_;
  const ClassFile& current_;
};

}  // namespace minijvm::classfile::test
