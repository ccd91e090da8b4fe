#include "tests/classfile/flow/corpus_oracle.h"

namespace minijvm::classfile::test {
namespace {

std::string_view package_of(std::string_view name) {
  const std::size_t slash = name.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : name.substr(0, slash);
}

}  // namespace

const ClassFile* ClassCorpus::find(std::string_view name) {
  const auto found = classes_.find(name);
  if (found != classes_.end())
    return found->second.get();
  const std::vector<std::uint8_t> bytes = reader_(name);
  Expected<ClassFile, FormatError> file = parse_class_file(bytes, {});
  if (!file.ok())
    return nullptr;
  return classes_.emplace(std::string(name), std::make_unique<ClassFile>(file.take()))
      .first->second.get();
}

TypeOracle::Answer CorpusOracle::is_interface(std::string_view name) {
  const ClassFile* file = find(name);
  if (file == nullptr)
    return Answer::kLoadingError;
  return file->is_interface() ? Answer::kYes : Answer::kNo;
}

TypeOracle::Answer CorpusOracle::is_subclass(std::string_view name, std::string_view ancestor) {
  for (std::string_view at = name; !at.empty();) {
    if (at == ancestor)
      return Answer::kYes;
    const ClassFile* file = find(at);
    if (file == nullptr)
      return Answer::kLoadingError;
    at = file->super_name();
  }
  return Answer::kNo;
}

TypeOracle::Answer CorpusOracle::is_superclass_of_current(std::string_view name) {
  if (current_.super_name().empty())
    return Answer::kNo;
  return is_subclass(current_.super_name(), name);
}

TypeOracle::Answer CorpusOracle::is_protected_in_other_package(MemberKind member,
                                                               std::string_view owner,
                                                               std::string_view name,
                                                               std::string_view descriptor) {
  for (std::string_view at = owner; !at.empty();) {
    const ClassFile* file = find(at);
    if (file == nullptr)
      return Answer::kLoadingError;
    unsigned flags = 0;
    bool found = false;
    if (member == MemberKind::kField) {
      const FieldInfo* field = file->find_field(name, descriptor);
      found = field != nullptr;
      if (found)
        flags = field->access_flags;
    } else {
      const MethodInfo* method = file->find_method(name, descriptor);
      found = method != nullptr;
      if (found)
        flags = method->access_flags;
    }
    if (found) {
      const bool elsewhere = package_of(at) != package_of(current_.name());
      return (flags & ACC_PROTECTED) != 0 && elsewhere ? Answer::kYes : Answer::kNo;
    }
    at = file->super_name();
  }
  return Answer::kNo;
}

}  // namespace minijvm::classfile::test
