// The attributes at the end of a class file (JVMS 4.7): source, nesting, bootstrap methods and
// records. Part of ClassFileParser (structure_parser.h).
#include <string_view>
#include <unordered_map>

#include "classfile/archive/stored_class.h"
#include "classfile/structure_parser.h"

namespace minijvm::classfile {

// JVMS 4.1: reads attributes_count, then the attributes.
bool ClassFileParser::parse_class_attributes() {
  const unsigned count = reader_.u2();
  if (reader_.failed())
    return context_.truncated();
  for (unsigned i = 0; i < count; i++) {
    RawAttribute raw;
    if (!next_attribute(reader_, kInClass, "Attribute name has bad constant pool index", &raw))
      return false;
    if (!parse_class_attribute(raw.attribute, raw.info))
      return false;
  }
  // Only after the last attribute is it known whether there is a BootstrapMethods attribute.
  return check_bootstrap_rows();
}

// The attributes seen so far are a set with one bit for each; there are fewer than 32.
bool ClassFileParser::seen_before(Attribute attribute) {
  const std::uint32_t bit = std::uint32_t{1} << static_cast<unsigned>(attribute);
  const bool seen = (class_attributes_seen_ & bit) != 0;
  class_attributes_seen_ |= bit;
  return seen;
}

// JVMS table 4.7-C: the cases are the rows for ClassFile. Each attribute may occur once.
bool ClassFileParser::parse_class_attribute(Attribute attribute, Bytes info) {
  if (attribute == Attribute::Unknown)
    return true;
  // A second Synthetic or Deprecated says nothing new, and is accepted.
  const bool is_marker = attribute == Attribute::Synthetic || attribute == Attribute::Deprecated;
  if (!is_marker && seen_before(attribute)) {
    return context_.fail("4.7", "Multiple %s attributes in class file %s",
                         attribute_name(attribute), context_.name());
  }
  switch (attribute) {
    case Attribute::SourceFile:
      return parse_source_file(info);
    // JVMS 4.7.11: the VM keeps this string but does not read it.
    case Attribute::SourceDebugExtension:
      file_.source_debug_extension_ = info;
      return true;
    case Attribute::InnerClasses:
      return parse_inner_classes(info);
    case Attribute::EnclosingMethod:
      return parse_enclosing_method(info);
    case Attribute::Signature:
      return set_signature(&file_.signature_, info, "Wrong Signature attribute length", "");
    case Attribute::BootstrapMethods:
      return parse_bootstrap_methods(info);
    case Attribute::NestHost:
      return parse_nest_host(info);
    case Attribute::NestMembers:
      return parse_nest_members(info);
    case Attribute::PermittedSubclasses:
      return parse_permitted_subclasses(info);
    case Attribute::Record:
      return parse_record(info);
    case Attribute::Module:
      file_.module_ = info;
      return true;
    case Attribute::Synthetic:
      file_.is_synthetic_ = true;
      if (info.empty())
        return true;
      return context_.fail("4.7.8",
                           "Invalid Synthetic classfile attribute length %zu in class file %s",
                           info.size(), context_.name());
    case Attribute::Deprecated:
      file_.is_deprecated_ = true;
      if (info.empty())
        return true;
      return context_.fail("4.7.15",
                           "Invalid Deprecated classfile attribute length %zu in class file %s",
                           info.size(), context_.name());
    default:
      return set_annotations(&file_.annotations_, attribute, info, "");
  }
}

// JVMS 4.7.10: the attribute is one index, that of a Utf8.
bool ClassFileParser::parse_source_file(Bytes info) {
  if (info.size() != 2)
    return context_.fail("4.7.10", "Wrong SourceFile attribute length in class file %s",
                         context_.name());
  const unsigned index = load_u2(info.data());
  if (!pool().is(index, ConstantTag::Utf8)) {
    return context_.fail("4.7.10",
                         "Invalid SourceFile attribute at constant pool index %u in class file %s",
                         index, context_.name());
  }
  file_.source_file_ = static_cast<std::uint16_t>(index);
  return true;
}

// ---- Nesting: JVMS 4.7.6, 4.7.7, 4.7.28, 4.7.29, 4.7.31 -----------------------------------------

// JVMS 4.7.6: the table must be exactly as long as the attribute. Its rows are checked one by one
// here; the format checker finds rows that are equal.
bool ClassFileParser::parse_inner_classes(Bytes info) {
  ByteReader reader(info);
  file_.inner_classes_ = read_table<InnerClass>(reader);
  if (reader.failed() || !reader.at_end()) {
    return context_.fail("4.7.6", "Wrong InnerClasses attribute length in class file %s",
                         context_.name());
  }
  for (InnerClass row : file_.inner_classes_) {
    if (!check_inner_class(row))
      return false;
  }
  return true;
}

// HOTSPOT: if classes lie inside of each other (A in B, B in A), that is no error, but the whole
// attribute is ignored. The time is linear in the number of rows, because a walk outwards stops at
// a class that an earlier walk has visited.
//
//   A in B, B in C      walk 1 from A: A, B, C has no class around it
//                       walk 2 from B: seen in walk 1, stop
//   A in B, B in A      walk 1 from A: A, B, A again: a cycle
void ClassFileParser::ignore_circular_inner_classes() {
  // The class that a class lies in, and the walk that visited the class; 0 if none has.
  struct Step {
    std::string_view outer;
    std::size_t walk = 0;
  };
  std::unordered_map<std::string_view, Step> steps;
  // The map leads from each class to the class around it, by name.
  for (InnerClass row : file_.inner_classes_) {
    if (row.outer_class_info_index != 0) {
      steps.try_emplace(pool().class_name(row.inner_class_info_index),
                        Step{pool().class_name(row.outer_class_info_index)});
    }
  }
  std::size_t walk = 0;
  for (const auto& [start, unused] : steps) {
    ++walk;
    // The walk goes from `start` outwards, until no class is around or until one has been visited.
    for (auto at = steps.find(start); at != steps.end(); at = steps.find(at->second.outer)) {
      // This very walk has visited the class before: a cycle.
      if (at->second.walk == walk) {
        file_.inner_classes_ = {};
        // A record of the archive would have the rows again.
        file_.is_format_checked_ = false;
        return;
      }
      if (at->second.walk != 0)
        break;
      at->second.walk = walk;
    }
  }
}

// JVMS 4.7.6: checks the tags of the three indices. outer_class and inner_name may be 0.
bool ClassFileParser::check_inner_class(InnerClass row) {
  const char* bad = nullptr;
  unsigned index = 0;
  if (!pool().is(row.inner_class_info_index, ConstantTag::Class)) {
    bad = "inner_class_info_index";
    index = row.inner_class_info_index;
  } else if (row.outer_class_info_index != 0 &&
             !pool().is(row.outer_class_info_index, ConstantTag::Class)) {
    bad = "outer_class_info_index";
    index = row.outer_class_info_index;
  } else if (row.inner_name_index != 0 && !pool().is(row.inner_name_index, ConstantTag::Utf8)) {
    bad = "inner_name_index";
    index = row.inner_name_index;
  }
  if (bad != nullptr)
    return context_.fail("4.7.6", "%s %u has bad constant type in class file %s", bad, index,
                         context_.name());
  // HOTSPOT: two more checks, which the JVMS does not ask for.
  if (row.outer_class_info_index != 0 &&
      pool().class_name(row.outer_class_info_index).starts_with('[')) {
    return context_.fail("4.7.6", "Outer class is an array class in class file %s",
                         context_.name());
  }
  if (row.inner_class_info_index == row.outer_class_info_index) {
    return context_.fail("4.7.6", "Class is both outer and inner class in class file %s",
                         context_.name());
  }
  return true;
}

// JVMS 4.7.7: class_index is a Class; method_index is a NameAndType, or 0 if the class is not
// directly inside of a method.
bool ClassFileParser::parse_enclosing_method(Bytes info) {
  if (info.size() != 4) {
    return context_.fail("4.7.7", "Wrong EnclosingMethod attribute length %zu in class file %s",
                         info.size(), context_.name());
  }
  // HOTSPOT: class index 0 and a class index of the wrong kind have messages of their own.
  const unsigned class_index = load_u2(info.data());
  const unsigned method_index = load_u2(info.data() + 2);
  if (class_index == 0)
    return context_.fail("4.7.7",
                         "Invalid class index in EnclosingMethod attribute in class file %s",
                         context_.name());
  if (!pool().is(class_index, ConstantTag::Class)) {
    return context_.fail(
        "4.7.7",
        "Invalid or out-of-bounds class index in EnclosingMethod attribute in class file %s",
        context_.name());
  }
  if (method_index != 0 && !pool().is(method_index, ConstantTag::NameAndType)) {
    return context_.fail(
        "4.7.7",
        "Invalid or out-of-bounds method index in EnclosingMethod attribute in class file %s",
        context_.name());
  }
  file_.enclosing_class_ = static_cast<std::uint16_t>(class_index);
  file_.enclosing_method_ = static_cast<std::uint16_t>(method_index);
  return true;
}

// JVMS 4.7.28: a class is a member of a nest or the host of one, not both; so the two attributes
// exclude each other.
bool ClassFileParser::parse_nest_host(Bytes info) {
  if (file_.nest_members_.size() != 0) {
    return context_.fail("4.7.28",
                         "Conflicting NestMembers and NestHost attributes in class file %s",
                         context_.name());
  }
  if (info.size() != 2)
    return context_.fail("4.7.28", "Wrong NestHost attribute length in class file %s",
                         context_.name());
  const unsigned index = load_u2(info.data());
  if (!pool().is(index, ConstantTag::Class)) {
    return context_.fail("4.7.28",
                         "Nest-host class_info_index %u has bad constant type in class file %s",
                         index, context_.name());
  }
  file_.nest_host_ = static_cast<std::uint16_t>(index);
  return true;
}

// JVMS 4.7.29: the members are stored here. The check that a member names this class as its host is
// part of access control (JVMS 5.4.4).
bool ClassFileParser::parse_nest_members(Bytes info) {
  if (file_.nest_host_ != 0) {
    return context_.fail("4.7.29",
                         "Conflicting NestHost and NestMembers attributes in class file %s",
                         context_.name());
  }
  return parse_class_table(info, "Wrong NestMembers attribute length",
                           "Nest member class_info_index", "4.7.29", &file_.nest_members_);
}

// JVMS 4.7.31: a final class has no subclasses to permit.
bool ClassFileParser::parse_permitted_subclasses(Bytes info) {
  if (file_.has(ACC_FINAL))
    return context_.fail("4.7.31", "PermittedSubclasses attribute in final class file %s",
                         context_.name());
  // An attribute without any row counts as well: such a class permits no subclasses at all.
  file_.is_sealed_ = true;
  return parse_class_table(info, "Wrong PermittedSubclasses attribute length",
                           "Permitted subclass class_info_index", "4.7.31",
                           &file_.permitted_subclasses_);
}

// Reads a counted list of Class entries, which must be exactly as long as the attribute.
bool ClassFileParser::parse_class_table(Bytes info, const char* bad_length, const char* bad_entry,
                                        const char* clause, Table<U2>* out) {
  ByteReader reader(info);
  const auto table = read_table<U2>(reader);
  if (reader.failed() || !reader.at_end())
    return context_.fail(clause, "%s in class file %s", bad_length, context_.name());
  // All entries are checked before the table is stored.
  for (unsigned index : table) {
    if (!pool().is(index, ConstantTag::Class)) {
      return context_.fail(clause, "%s %u has bad constant type in class file %s", bad_entry, index,
                           context_.name());
    }
  }
  *out = table;
  return true;
}

// ---- JVMS 4.7.23 --------------------------------------------------------------------------------

// JVMS 4.7.23: the constant pool has been read, so it is known how many rows it refers to.
bool ClassFileParser::parse_bootstrap_methods(Bytes info) {
  ByteReader reader(info);
  const unsigned count = reader.u2();
  if (reader.failed()) {
    return context_.fail("4.7.23", "Invalid BootstrapMethods attribute length %zu in class file %s",
                         info.size(), context_.name());
  }
  // HOTSPOT: a table that is too short is reported before its rows are read.
  if (count < bootstrap_rows_needed_)
    return context_.fail("4.4.10", "Short length on BootstrapMethods in class file %s",
                         context_.name());
  // The count may be wrong, so the bytes bound the memory: a row has at least four.
  file_.bootstrap_methods_.reserve(std::min<std::size_t>(count, info.size() / 4));
  for (unsigned i = 0; i < count; i++) {
    if (!parse_bootstrap_method(reader))
      return false;
  }
  if (!reader.at_end())
    return context_.fail("4.7.23", "Bad length on BootstrapMethods in class file %s",
                         context_.name());
  return true;
}

// JVMS 4.7.23: reads a MethodHandle and a list of loadable constants.
bool ClassFileParser::parse_bootstrap_method(ByteReader& reader) {
  BootstrapMethod method;
  method.method_ref = reader.u2();
  method.arguments = read_table<U2>(reader);
  if (reader.failed()) {
    return context_.fail("4.7.23",
                         "Invalid BootstrapMethods num_bootstrap_methods or "
                         "num_bootstrap_arguments value in class file %s",
                         context_.name());
  }
  if (!pool().is(method.method_ref, ConstantTag::MethodHandle)) {
    return context_.fail("4.7.23",
                         "bootstrap_method_index %u has bad constant type in class file %s",
                         unsigned{method.method_ref}, context_.name());
  }
  // JVMS 4.7.23: only constants that ldc could load as well.
  for (unsigned index : method.arguments) {
    if (!pool().is_loadable(index)) {
      return context_.fail("4.7.23", "argument_index %u has bad constant type in class file %s",
                           index, context_.name());
    }
  }
  file_.bootstrap_methods_.push_back(method);
  return true;
}

// JVMS 4.4.10: bootstrap_method_attr_index is a row of the table. A table that is too short was
// refused when it was read; this function finds that it is missing.
bool ClassFileParser::check_bootstrap_rows() {
  if (bootstrap_rows_needed_ <= file_.bootstrap_methods_.size())
    return true;
  return context_.fail("4.4.10", "Missing BootstrapMethods attribute in class file %s",
                       context_.name());
}

// ---- JVMS 4.7.30 --------------------------------------------------------------------------------

// JVMS 4.7.30: reads the components of a record class.
bool ClassFileParser::parse_record(Bytes info) {
  file_.is_record_ = true;
  // HOTSPOT: if the attribute's length is too short, the bytes behind it are still read as
  // components, and their faults are reported before the wrong length.
  const Bytes file = file_.stored() == nullptr ? file_.bytes() : file_.stored()->outline();
  ByteReader reader(file.subspan(static_cast<std::size_t>(info.data() - file.data())));
  const unsigned count = reader.u2();
  file_.record_components_.reserve(std::min<std::size_t>(count, info.size() / 6));
  for (unsigned i = 0; i < count && !reader.failed(); i++) {
    if (!parse_record_component(reader))
      return false;
  }
  if (reader.failed())
    return context_.truncated();
  if (reader.position() != info.size()) {
    return context_.fail("4.7.30", "Record attribute has wrong length in class file %s",
                         context_.name());
  }
  return true;
}

// JVMS 4.7.30: reads name, descriptor and attributes of one component.
bool ClassFileParser::parse_record_component(ByteReader& reader) {
  RecordComponent component;
  component.name_index = reader.u2();
  component.descriptor_index = reader.u2();
  const unsigned attributes = reader.u2();
  if (reader.failed())
    // parse_record() reports the failure.
    return true;
  if (!pool().is(component.name_index, ConstantTag::Utf8)) {
    return context_.fail(
        "4.7.30", "Invalid constant pool index %u for name in Record attribute in class file %s",
        unsigned{component.name_index}, context_.name());
  }
  if (!pool().is(component.descriptor_index, ConstantTag::Utf8)) {
    return context_.fail(
        "4.7.30",
        "Invalid constant pool index %u for descriptor in Record attribute in class file %s",
        unsigned{component.descriptor_index}, context_.name());
  }
  for (unsigned i = 0; i < attributes; i++) {
    RawAttribute raw;
    if (!next_attribute(reader, kInRecordComponent, "Invalid Record attribute name index", &raw))
      return false;
    // JVMS table 4.7-C: a component may have a Signature and annotations.
    const bool kept =
        raw.attribute == Attribute::Signature
            ? set_signature(&component.signature_index, raw.info,
                            "Invalid Signature attribute length", " for Record component")
            : set_annotations(&component.annotations, raw.attribute, raw.info,
                              " for Record component");
    if (!kept)
      return false;
  }
  file_.record_components_.push_back(component);
  return true;
}

}  // namespace minijvm::classfile
