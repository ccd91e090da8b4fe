// The attributes that stand at the end of a class file, JVMS 4.7. Part of ClassFileParser (structure_parser.h).
#include "classfile/structure_parser.h"

#include <string_view>
#include <unordered_map>

namespace minijvm::classfile {

bool ClassFileParser::parse_class_attributes() {
  const unsigned count = reader_.u2();
  if (reader_.failed()) return context_.truncated();
  for (unsigned i = 0; i < count; i++) {
    RawAttribute raw;
    if (!next_attribute(reader_, kInClass, "Attribute name has bad constant pool index", &raw)) return false;
    if (!parse_class_attribute(raw.attribute, raw.info)) return false;
  }
  return check_bootstrap_rows();
}

bool ClassFileParser::seen_before(Attribute attribute) {
  const std::uint32_t bit = std::uint32_t{1} << static_cast<unsigned>(attribute);
  const bool seen = (class_attributes_seen_ & bit) != 0;
  class_attributes_seen_ |= bit;
  return seen;
}

bool ClassFileParser::parse_class_attribute(Attribute attribute, Bytes info) {
  if (attribute == Attribute::Unknown) return true;
  // Synthetic and Deprecated may be repeated without harm.
  const bool is_marker = attribute == Attribute::Synthetic || attribute == Attribute::Deprecated;
  if (!is_marker && seen_before(attribute)) {
    return context_.fail("4.7", "Multiple %s attributes in class file %s", attribute_name(attribute), context_.name());
  }
  switch (attribute) {
    case Attribute::SourceFile: return parse_source_file(info);
    case Attribute::SourceDebugExtension: file_.source_debug_extension_ = info; return true;
    case Attribute::InnerClasses: return parse_inner_classes(info);
    case Attribute::EnclosingMethod: return parse_enclosing_method(info);
    case Attribute::Signature: return set_signature(&file_.signature_, info, "Wrong Signature attribute length", "");
    case Attribute::BootstrapMethods: return parse_bootstrap_methods(info);
    case Attribute::NestHost: return parse_nest_host(info);
    case Attribute::NestMembers: return parse_nest_members(info);
    case Attribute::PermittedSubclasses: return parse_permitted_subclasses(info);
    case Attribute::Record: return parse_record(info);
    case Attribute::Module:
    case Attribute::ModulePackages:
    case Attribute::ModuleMainClass: return parse_module_attribute(attribute, info);
    case Attribute::Synthetic:
      file_.is_synthetic_ = true;
      if (info.empty()) return true;
      return context_.fail("4.7.8", "Invalid Synthetic classfile attribute length %zu in class file %s", info.size(), context_.name());
    case Attribute::Deprecated:
      file_.is_deprecated_ = true;
      if (info.empty()) return true;
      return context_.fail("4.7.15", "Invalid Deprecated classfile attribute length %zu in class file %s", info.size(), context_.name());
    default: return set_annotations(&file_.annotations_, attribute, info, "");
  }
}

bool ClassFileParser::parse_source_file(Bytes info) {
  if (info.size() != 2) return context_.fail("4.7.10", "Wrong SourceFile attribute length in class file %s", context_.name());
  const unsigned index = load_u2(info.data());
  if (!pool().is(index, ConstantTag::Utf8)) {
    return context_.fail("4.7.10", "Invalid SourceFile attribute at constant pool index %u in class file %s", index, context_.name());
  }
  file_.source_file_ = static_cast<std::uint16_t>(index);
  return true;
}

// ---- Nesting: JVMS 4.7.6, 4.7.7, 4.7.28, 4.7.29, 4.7.31 -----------------------------------------------------------

bool ClassFileParser::parse_inner_classes(Bytes info) {
  ByteReader reader(info);
  const std::uint32_t count = reader.u2();
  const Bytes rows = reader.bytes(count * InnerClass::kSize);
  if (reader.failed() || !reader.at_end()) {
    return context_.fail("4.7.6", "Wrong InnerClasses attribute length in class file %s", context_.name());
  }
  file_.has_inner_classes_ = true;
  file_.inner_classes_ = Table<InnerClass>(rows.data(), count);
  for (InnerClass row : file_.inner_classes_) {
    if (!check_inner_class(row)) return false;
  }
  return true;
}

// HOTSPOT: classes that lie in one another are no error; the whole attribute counts for nothing then. Linear: each row is left for good by the first walk
// outwards that comes by.
void ClassFileParser::ignore_circular_inner_classes() {
  struct Step {
    std::string_view outer;
    std::size_t walk = 0;
  };
  std::unordered_map<std::string_view, Step> steps;
  for (InnerClass row : file_.inner_classes_) {
    if (row.outer_class_info_index != 0) {
      steps.try_emplace(pool().class_name(row.inner_class_info_index), Step{pool().class_name(row.outer_class_info_index)});
    }
  }
  std::size_t walk = 0;
  for (const auto& [start, unused] : steps) {
    ++walk;
    for (auto at = steps.find(start); at != steps.end(); at = steps.find(at->second.outer)) {
      if (at->second.walk == walk) {
        file_.inner_classes_ = {};
        return;
      }
      if (at->second.walk != 0) break;
      at->second.walk = walk;
    }
  }
}

bool ClassFileParser::check_inner_class(InnerClass row) {
  const char* bad = nullptr;
  unsigned index = 0;
  if (!pool().is(row.inner_class_info_index, ConstantTag::Class)) {
    bad = "inner_class_info_index";
    index = row.inner_class_info_index;
  } else if (row.outer_class_info_index != 0 && !pool().is(row.outer_class_info_index, ConstantTag::Class)) {
    bad = "outer_class_info_index";
    index = row.outer_class_info_index;
  } else if (row.inner_name_index != 0 && !pool().is(row.inner_name_index, ConstantTag::Utf8)) {
    bad = "inner_name_index";
    index = row.inner_name_index;
  }
  if (bad != nullptr) return context_.fail("4.7.6", "%s %u has bad constant type in class file %s", bad, index, context_.name());
  if (row.outer_class_info_index != 0 && pool().class_name(row.outer_class_info_index).starts_with('[')) {
    return context_.fail("4.7.6", "Outer class is an array class in class file %s", context_.name());
  }
  if (row.inner_class_info_index == row.outer_class_info_index) {
    return context_.fail("4.7.6", "Class is both outer and inner class in class file %s", context_.name());
  }
  return true;
}

bool ClassFileParser::parse_enclosing_method(Bytes info) {
  if (info.size() != 4) {
    return context_.fail("4.7.7", "Wrong EnclosingMethod attribute length %zu in class file %s", info.size(), context_.name());
  }
  const unsigned class_index = load_u2(info.data());
  const unsigned method_index = load_u2(info.data() + 2);
  if (class_index == 0) return context_.fail("4.7.7", "Invalid class index in EnclosingMethod attribute in class file %s", context_.name());
  if (!pool().is(class_index, ConstantTag::Class)) {
    return context_.fail("4.7.7", "Invalid or out-of-bounds class index in EnclosingMethod attribute in class file %s", context_.name());
  }
  if (method_index != 0 && !pool().is(method_index, ConstantTag::NameAndType)) {
    return context_.fail("4.7.7", "Invalid or out-of-bounds method index in EnclosingMethod attribute in class file %s", context_.name());
  }
  file_.enclosing_class_ = static_cast<std::uint16_t>(class_index);
  file_.enclosing_method_ = static_cast<std::uint16_t>(method_index);
  return true;
}

bool ClassFileParser::parse_nest_host(Bytes info) {
  if (file_.nest_members_.size() != 0) {
    return context_.fail("4.7.28", "Conflicting NestMembers and NestHost attributes in class file %s", context_.name());
  }
  if (info.size() != 2) return context_.fail("4.7.28", "Wrong NestHost attribute length in class file %s", context_.name());
  const unsigned index = load_u2(info.data());
  if (!pool().is(index, ConstantTag::Class)) {
    return context_.fail("4.7.28", "Nest-host class_info_index %u has bad constant type in class file %s", index, context_.name());
  }
  file_.nest_host_ = static_cast<std::uint16_t>(index);
  return true;
}

bool ClassFileParser::parse_nest_members(Bytes info) {
  if (file_.nest_host_ != 0) {
    return context_.fail("4.7.29", "Conflicting NestHost and NestMembers attributes in class file %s", context_.name());
  }
  return parse_class_table(info, "Wrong NestMembers attribute length", "Nest member class_info_index", "4.7.29", &file_.nest_members_);
}

bool ClassFileParser::parse_permitted_subclasses(Bytes info) {
  if (file_.has(ACC_FINAL)) return context_.fail("4.7.31", "PermittedSubclasses attribute in final class file %s", context_.name());
  file_.is_sealed_ = true;
  return parse_class_table(info, "Wrong PermittedSubclasses attribute length", "Permitted subclass class_info_index", "4.7.31",
                           &file_.permitted_subclasses_);
}

bool ClassFileParser::parse_class_table(Bytes info, const char* bad_length, const char* bad_entry, const char* clause, Table<U2>* out) {
  ByteReader reader(info);
  const std::uint32_t count = reader.u2();
  const Bytes rows = reader.bytes(count * U2::kSize);
  if (reader.failed() || !reader.at_end()) return context_.fail(clause, "%s in class file %s", bad_length, context_.name());
  const Table<U2> table(rows.data(), count);
  for (unsigned index : table) {
    if (!pool().is(index, ConstantTag::Class)) {
      return context_.fail(clause, "%s %u has bad constant type in class file %s", bad_entry, index, context_.name());
    }
  }
  *out = table;
  return true;
}

// ---- JVMS 4.7.23 ---------------------------------------------------------------------------------------------------

bool ClassFileParser::parse_bootstrap_methods(Bytes info) {
  ByteReader reader(info);
  const unsigned count = reader.u2();
  if (reader.failed()) {
    return context_.fail("4.7.23", "Invalid BootstrapMethods attribute length %zu in class file %s", info.size(), context_.name());
  }
  if (count < bootstrap_rows_needed_) return context_.fail("4.4.10", "Short length on BootstrapMethods in class file %s", context_.name());
  file_.bootstrap_methods_.reserve(std::min<std::size_t>(count, info.size() / 4));
  for (unsigned i = 0; i < count; i++) {
    if (!parse_bootstrap_method(reader)) return false;
  }
  if (!reader.at_end()) return context_.fail("4.7.23", "Bad length on BootstrapMethods in class file %s", context_.name());
  return true;
}

bool ClassFileParser::parse_bootstrap_method(ByteReader& reader) {
  BootstrapMethod method;
  method.method_ref = reader.u2();
  const std::uint32_t count = reader.u2();
  const Bytes rows = reader.bytes(count * U2::kSize);
  if (reader.failed()) {
    return context_.fail("4.7.23", "Invalid BootstrapMethods num_bootstrap_methods or num_bootstrap_arguments value in class file %s",
                         context_.name());
  }
  if (!pool().is(method.method_ref, ConstantTag::MethodHandle)) {
    return context_.fail("4.7.23", "bootstrap_method_index %u has bad constant type in class file %s", unsigned{method.method_ref},
                         context_.name());
  }
  method.arguments = Table<U2>(rows.data(), count);
  for (unsigned index : method.arguments) {
    if (!pool().is_loadable(index)) {
      return context_.fail("4.7.23", "argument_index %u has bad constant type in class file %s", index, context_.name());
    }
  }
  file_.bootstrap_methods_.push_back(method);
  return true;
}

bool ClassFileParser::check_bootstrap_rows() {
  // JVMS 4.4.10: bootstrap_method_attr_index is a row of the table; one that is too short was refused when it was read.
  if (bootstrap_rows_needed_ <= file_.bootstrap_methods_.size()) return true;
  return context_.fail("4.4.10", "Missing BootstrapMethods attribute in class file %s", context_.name());
}

// ---- JVMS 4.7.30 ---------------------------------------------------------------------------------------------------

bool ClassFileParser::parse_record(Bytes info) {
  file_.is_record_ = true;
  // HOTSPOT: where the length is too short, the rest of the file is read as components first.
  const Bytes file = file_.bytes();
  ByteReader reader(file.subspan(static_cast<std::size_t>(info.data() - file.data())));
  const unsigned count = reader.u2();
  file_.record_components_.reserve(std::min<std::size_t>(count, info.size() / 6));
  for (unsigned i = 0; i < count && !reader.failed(); i++) {
    if (!parse_record_component(reader)) return false;
  }
  if (reader.failed()) return context_.truncated();
  if (reader.position() != info.size()) {
    return context_.fail("4.7.30", "Record attribute has wrong length in class file %s", context_.name());
  }
  return true;
}

bool ClassFileParser::parse_record_component(ByteReader& reader) {
  RecordComponent component;
  component.name_index = reader.u2();
  component.descriptor_index = reader.u2();
  const unsigned attributes = reader.u2();
  if (reader.failed()) return true;  // the caller says so
  if (!pool().is(component.name_index, ConstantTag::Utf8)) {
    return context_.fail("4.7.30", "Invalid constant pool index %u for name in Record attribute in class file %s",
                         unsigned{component.name_index}, context_.name());
  }
  if (!pool().is(component.descriptor_index, ConstantTag::Utf8)) {
    return context_.fail("4.7.30", "Invalid constant pool index %u for descriptor in Record attribute in class file %s",
                         unsigned{component.descriptor_index}, context_.name());
  }
  for (unsigned i = 0; i < attributes; i++) {
    RawAttribute raw;
    if (!next_attribute(reader, kInRecordComponent, "Invalid Record attribute name index", &raw)) return false;
    const bool kept = raw.attribute == Attribute::Signature
                          ? set_signature(&component.signature_index, raw.info, "Invalid Signature attribute length", " for Record component")
                          : set_annotations(&component.annotations, raw.attribute, raw.info, " for Record component");
    if (!kept) return false;
  }
  file_.record_components_.push_back(component);
  return true;
}

// ---- module-info, JVMS 4.7.25 to 4.7.27: never a class, so HotSpot has no messages; these are for tools ---------------

bool ClassFileParser::parse_module_attribute(Attribute attribute, Bytes info) {
  if (!file_.has(ACC_MODULE)) return true;
  if (attribute == Attribute::Module) return parse_module(info);
  if (attribute == Attribute::ModuleMainClass) {
    if (info.size() != 2 || !pool().is(load_u2(info.data()), ConstantTag::Class)) {
      return context_.fail("4.7.27", "Bad ModuleMainClass attribute in class file %s", context_.name());
    }
    file_.module_main_class_ = load_u2(info.data());
    return true;
  }
  ByteReader reader(info);
  const std::uint32_t count = reader.u2();
  const Bytes rows = reader.bytes(count * U2::kSize);
  if (reader.failed() || !reader.at_end()) {
    return context_.fail("4.7.26", "Wrong ModulePackages attribute length in class file %s", context_.name());
  }
  file_.module_packages_ = Table<U2>(rows.data(), count);
  for (unsigned index : file_.module_packages_) {
    if (!pool().is(index, ConstantTag::Package)) return bad_index("4.7.26", index);
  }
  return true;
}

bool ClassFileParser::parse_module(Bytes info) {
  ByteReader reader(info);
  auto module = std::make_unique<ModuleAttribute>();
  module->name_index = reader.u2();
  module->flags = reader.u2();
  module->version_index = reader.u2();
  if (!pool().is(module->name_index, ConstantTag::Module)) return bad_index("4.7.25", module->name_index);
  if (module->version_index != 0 && !pool().is(module->version_index, ConstantTag::Utf8)) return bad_index("4.7.25", module->version_index);
  const std::uint32_t requires_count = reader.u2();
  const Bytes rows = reader.bytes(requires_count * ModuleRequires::kSize);
  if (!reader.failed()) module->requires_ = Table<ModuleRequires>(rows.data(), requires_count);
  for (ModuleRequires row : module->requires_) {
    if (!pool().is(row.requires_index, ConstantTag::Module)) return bad_index("4.7.25", row.requires_index);
    if (row.version_index != 0 && !pool().is(row.version_index, ConstantTag::Utf8)) return bad_index("4.7.25", row.version_index);
  }
  if (!parse_directed(reader, ConstantTag::Package, ConstantTag::Module, true, &module->exports)) return false;
  if (!parse_directed(reader, ConstantTag::Package, ConstantTag::Module, true, &module->opens)) return false;
  const std::uint32_t uses_count = reader.u2();
  const Bytes uses = reader.bytes(uses_count * U2::kSize);
  if (!reader.failed()) module->uses = Table<U2>(uses.data(), uses_count);
  for (unsigned index : module->uses) {
    if (!pool().is(index, ConstantTag::Class)) return bad_index("4.7.25", index);
  }
  if (!parse_directed(reader, ConstantTag::Class, ConstantTag::Class, false, &module->provides)) return false;
  if (reader.failed() || !reader.at_end()) return context_.fail("4.7.25", "Wrong Module attribute length in class file %s", context_.name());
  file_.module_ = std::move(module);
  return true;
}

bool ClassFileParser::parse_directed(ByteReader& reader, ConstantTag index_tag, ConstantTag to_tag, bool has_flags,
                                     std::vector<ModuleAttribute::Directed>* out) {
  const unsigned count = reader.u2();
  for (unsigned i = 0; i < count; i++) {
    ModuleAttribute::Directed row;
    row.index = reader.u2();
    if (has_flags) row.flags = reader.u2();
    const std::uint32_t to_count = reader.u2();
    const Bytes to = reader.bytes(to_count * U2::kSize);
    if (reader.failed()) return true;  // the caller names the wrong length
    if (!pool().is(row.index, index_tag)) return bad_index("4.7.25", row.index);
    row.to = Table<U2>(to.data(), to_count);
    for (unsigned index : row.to) {
      if (!pool().is(index, to_tag)) return bad_index("4.7.25", index);
    }
    out->push_back(row);
  }
  return true;
}

}  // namespace minijvm::classfile
