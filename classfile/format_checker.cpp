// Format checking (JVMS 4.8): finds faults in a class file whose structure can be read. The parser
// calls it in three steps, for classes that it does not trust. Each structure has a section.
#include "classfile/format_checker.h"

#include <algorithm>
#include <functional>
#include <string>
#include <tuple>

namespace minijvm::classfile {
namespace {

// The class file versions in which rules changed.
constexpr unsigned kVersionJava5 = 49;
constexpr unsigned kVersionJava7 = 51;
constexpr unsigned kVersionJava8 = 52;
constexpr unsigned kVersionJava9 = 53;
// For a text of this many bytes or more it pays to remember that the text is valid.
constexpr std::size_t kLongText = 256;
constexpr unsigned kMaxArgumentSlots = 255;  // JVMS 4.3.3, with the receiver

// Returns the length of a name for "%.*s". Messages show at most 1024 bytes of a name.
int precision(std::string_view text) {
  return static_cast<int>(std::min<std::size_t>(text.size(), 1024));
}

// Returns true if more than one of the three is set: clearing the lowest bit leaves another.
bool has_illegal_visibility(unsigned flags) {
  const unsigned visibility = flags & (ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED);
  return (visibility & (visibility - 1)) != 0;
}

// JVMS 4.6: the rules for methods of interfaces depend on the version, because since Java 8 such
// methods may have bodies.
bool is_legal_interface_method(unsigned flags, unsigned major) {
  const bool is_abstract = (flags & ACC_ABSTRACT) != 0;
  if (major >= kVersionJava8) {
    const bool is_public = (flags & ACC_PUBLIC) != 0;
    const bool is_private = (flags & ACC_PRIVATE) != 0;
    // A method has exactly one of public and private.
    if (is_public == is_private)
      return false;
    if ((flags & (ACC_PROTECTED | ACC_FINAL | ACC_SYNCHRONIZED | ACC_NATIVE)) != 0)
      return false;
    if (!is_abstract)
      return true;
    // These flags are about a body, which is absent here. ACC_STRICT means nothing from 61 on.
    const unsigned never_abstract =
        ACC_PRIVATE | ACC_STATIC | (major < kMajorVersionJava17 ? unsigned{ACC_STRICT} : 0u);
    return (flags & never_abstract) == 0;
  }
  // Before Java 8 a method is public and abstract, and may have few other flags.
  unsigned forbidden = ACC_STATIC | ACC_FINAL | ACC_NATIVE;
  if (major >= kVersionJava5)
    forbidden |= ACC_PRIVATE | ACC_PROTECTED | ACC_SYNCHRONIZED | ACC_STRICT;
  return is_abstract && (flags & ACC_PUBLIC) != 0 && (flags & forbidden) == 0;
}

// JVMS 4.6: checks the rules for methods of classes.
bool is_legal_class_method(unsigned flags, unsigned major, bool is_init) {
  if (has_illegal_visibility(flags))
    return false;
  const bool is_modern = major >= kVersionJava5;
  // JVMS 4.6: of these flags <init> has only a visibility, varargs, strictfp and synthetic.
  if (is_init) {
    const unsigned forbidden = ACC_STATIC | ACC_FINAL | ACC_SYNCHRONIZED | ACC_NATIVE |
                               ACC_ABSTRACT | (is_modern ? unsigned{ACC_BRIDGE} : 0u);
    return (flags & forbidden) == 0;
  }
  if ((flags & ACC_ABSTRACT) == 0)
    return true;
  // JVMS 4.6: an abstract method has none of these flags.
  unsigned forbidden = ACC_FINAL | ACC_NATIVE | ACC_PRIVATE | ACC_STATIC;
  if (is_modern)
    forbidden |= ACC_SYNCHRONIZED;
  if (is_modern && major < kMajorVersionJava17)
    forbidden |= ACC_STRICT;
  return (flags & forbidden) == 0;
}

// JVMS 4.5: a field of a class is not both final and volatile; a field of an interface is public,
// static and final.
bool is_legal_field(unsigned flags, bool in_interface, unsigned major) {
  if (!in_interface)
    return !has_illegal_visibility(flags) &&
           (flags & (ACC_FINAL | ACC_VOLATILE)) != (ACC_FINAL | ACC_VOLATILE);
  const unsigned required = ACC_PUBLIC | ACC_STATIC | ACC_FINAL;
  unsigned forbidden = ACC_PRIVATE | ACC_PROTECTED | ACC_VOLATILE | ACC_TRANSIENT;
  if (major >= kVersionJava5)
    forbidden |= ACC_ENUM;
  return (flags & required) == required && (flags & forbidden) == 0;
}

}  // namespace

FormatChecker::FormatChecker(ParseContext& context, const ClassFile& file)
    : context_(context), file_(file), pool_(file.constant_pool()), hashes_(pool_.size(), 0) {}

// Checks what follows the flags. A module-info has neither members nor supertypes.
bool FormatChecker::check_rest() {
  if (file_.has(ACC_MODULE))
    return true;
  return check_supers() && check_fields() && check_methods() && check_inner_classes() &&
         check_record();
}

// ---- JVMS 4.4 -----------------------------------------------------------------------------------

// Checks the constants in the order of their indices, so the first bad constant is reported.
bool FormatChecker::check_pool() {
  for (unsigned index = 1; index < pool_.size(); index++) {
    if (!check_constant(index))
      return false;
  }
  return true;
}

// JVMS 4.4: the names and descriptors that a constant refers to have the right form.
bool FormatChecker::check_constant(unsigned index) {
  switch (pool_.tag(index)) {
    case ConstantTag::Class:
      return check_class_name(pool_.class_name(index));
    case ConstantTag::NameAndType:
      return check_name_and_type(index);
    case ConstantTag::Fieldref:
    case ConstantTag::Methodref:
    case ConstantTag::InterfaceMethodref:
      return check_member(index);
    case ConstantTag::MethodHandle:
      return check_handle(index);
    case ConstantTag::MethodType:
      return check_method_descriptor("type", pool_.method_type(index));
    case ConstantTag::Dynamic:
      // JVMS 4.4.10: a Dynamic has a field descriptor, an InvokeDynamic a method descriptor.
      if (!pool_.member(index).descriptor.starts_with('('))
        return check_field_descriptor(pool_.member(index).name, pool_.member(index).descriptor);
      return bad_descriptor(DescriptorFault::kSyntax, "CONSTANT_Dynamic", pool_.member(index).name,
                            pool_.member(index).descriptor);
    case ConstantTag::InvokeDynamic:
      return check_method_descriptor(pool_.member(index).name, pool_.member(index).descriptor);
    default:
      return true;
  }
}

// JVMS 4.4.6: the first character of the descriptor shows which of the two forms the entry has.
// HOTSPOT: an empty descriptor has a message of its own.
bool FormatChecker::check_name_and_type(unsigned index) {
  const NameAndType pair = pool_.name_and_type(index);
  if (pair.descriptor.empty()) {
    return context_.fail("4.4.6", "Illegal zero length constant pool entry at %u in class %s",
                         unsigned{pool_.descriptor_index(index)}, context_.name());
  }
  if (pair.name.empty()) {
    return context_.fail("4.4.6", "Illegal zero length constant pool entry at %u in class %s",
                         unsigned{pool_.name_index(index)}, context_.name());
  }
  // The name must also be valid for that kind of member.
  if (pair.descriptor[0] == '(')
    return check_method_name(pair.name) && check_method_descriptor(pair.name, pair.descriptor);
  return check_field_name(pair.name) && check_field_descriptor(pair.name, pair.descriptor);
}

// JVMS 4.4.2: the descriptor has the form for a field or for a method. Its NameAndType has been
// checked, so the descriptor is valid.
bool FormatChecker::check_member(unsigned index) {
  const NameAndType pair = pool_.member(index);
  // The first character tells the two apart: a method descriptor starts with a parenthesis.
  const bool is_field = pool_.is(index, ConstantTag::Fieldref);
  const bool has_method_descriptor = pair.descriptor.starts_with('(');
  if (is_field == has_method_descriptor)
    return bad_descriptor(DescriptorFault::kSyntax, is_field ? "Field" : "Method", pair.name,
                          pair.descriptor);
  if (is_field || !pair.name.starts_with('<'))
    return true;
  // JVMS 4.4.2: a Methodref may have only one of the names that start with <, which is <init>.
  if (pool_.is(index, ConstantTag::Methodref) && pair.name == "<init>")
    return true;
  // HOTSPOT: <init> in an InterfaceMethodref is accepted here; the verifier checks its use.
  if (pool_.is(index, ConstantTag::InterfaceMethodref) && pair.name == "<init>")
    return true;
  return context_.fail("4.4.2", "Bad method name at constant pool index %u in class file %s",
                       unsigned{pool_.name_index(pool_.name_and_type_index(index))},
                       context_.name());
}

// JVMS 4.4.8: a handle of kind 5, 6, 7 or 9 must not refer to <init> or <clinit>; a handle of kind
// 8 must refer to <init>.
bool FormatChecker::check_handle(unsigned index) {
  const ReferenceKind kind = pool_.reference_kind(index);
  // Kinds 1 to 4 refer to fields, whose names were checked at their NameAndType.
  if (kind < ReferenceKind::REF_invokeVirtual)
    return true;
  // For kinds 5 to 9 the parser has made sure that the target is a method.
  const unsigned target = pool_.reference_index(index);
  const std::string_view name = pool_.member(target).name;
  const unsigned name_index = pool_.name_index(pool_.name_and_type_index(target));
  // Kind 8 makes a new object, so it needs a constructor.
  if (kind == ReferenceKind::REF_newInvokeSpecial) {
    if (name == "<init>")
      return true;
    return context_.fail("4.4.8", "Bad constructor name at constant pool index %u in class file %s",
                         name_index, context_.name());
  }
  if (name != "<init>" && name != "<clinit>")
    return true;
  return context_.fail("4.4.8", "Bad method name at constant pool index %u in class file %s",
                       name_index, context_.name());
}

// ---- JVMS 4.1 -----------------------------------------------------------------------------------

// JVMS 4.1: a class is not both final and abstract, and is no annotation; an interface is abstract,
// and is not final, super or enum. HOTSPOT: before Java 5 only the first two rules hold.
bool FormatChecker::check_class_flags(unsigned flags) {
  const bool is_interface = (flags & ACC_INTERFACE) != 0;
  const bool is_abstract = (flags & ACC_ABSTRACT) != 0;
  // Rules that Java 5 introduced hold for its files and later ones.
  const bool is_modern = major() >= kVersionJava5;
  // These rules hold for all versions: an abstract class must be extended but a final class cannot
  // be, and every interface is abstract.
  bool is_legal = !(is_abstract && (flags & ACC_FINAL) != 0) && !(is_interface && !is_abstract);
  // JVMS table 4.1-B: ACC_SUPER and ACC_ENUM are for classes.
  if (is_interface && is_modern)
    is_legal = is_legal && (flags & (ACC_SUPER | ACC_ENUM)) == 0 && (flags & ACC_FINAL) == 0;
  if (!is_interface && is_modern)
    is_legal = is_legal && (flags & ACC_ANNOTATION) == 0;
  if (is_legal)
    return true;
  return context_.fail("4.1", "Illegal class modifiers in class %s: 0x%X", context_.name(), flags);
}

// JVMS 4.1: the superclass of an interface is Object, Object implements nothing, and no interface
// is listed twice.
bool FormatChecker::check_supers() {
  if (file_.is_interface() && file_.super_name() != "java/lang/Object") {
    return context_.fail("4.1",
                         "Interfaces must have java.lang.Object as superclass in class file %s",
                         context_.name());
  }
  if (file_.super_class_index() == 0 && !file_.interfaces().empty()) {
    return context_.fail("4.1", "java.lang.Object cannot implement an interface in class file %s",
                         context_.name());
  }
  std::vector<Key> keys;
  for (unsigned index : file_.interfaces()) {
    // Two Class entries may have the same name, so the names are compared.
    const std::uint16_t name_index = pool_.utf8_index(index);
    keys.push_back(key(name_index, name_index));
  }
  // HOTSPOT: duplicates are reported last.
  const Key* duplicate = find_duplicate(keys);
  if (duplicate == nullptr)
    return true;
  return context_.fail("4.1", "Duplicate interface name \"%s\" in class file %s",
                       std::string(pool_.utf8(duplicate->name_index)).c_str(), context_.name());
}

// ---- JVMS 4.5 -----------------------------------------------------------------------------------

// JVMS 4.5: no two fields have the same name and descriptor.
bool FormatChecker::check_fields() {
  std::vector<Key> keys;
  keys.reserve(file_.fields().size());
  for (const FieldInfo& field : file_.fields()) {
    if (!check_field(field))
      return false;
    keys.push_back(key(field.name_index, field.descriptor_index));
  }
  return check_distinct(keys, "4.5", "field");
}

// HOTSPOT: the flags are checked before the name.
bool FormatChecker::check_field(const FieldInfo& field) {
  const std::string_view name = file_.name_of(field);
  // JVMS 4.5: table 4.5-A lists the flags.
  if (!is_legal_field(field.access_flags, file_.is_interface(), major())) {
    return context_.fail("4.5", "Illegal field modifiers in class %s: 0x%X", context_.name(),
                         unsigned{field.access_flags});
  }
  return check_field_name(name) && check_field_descriptor(name, file_.descriptor_of(field));
}

// ---- JVMS 4.6 -----------------------------------------------------------------------------------

// JVMS 4.6: no two methods have the same name and descriptor.
bool FormatChecker::check_methods() {
  std::vector<Key> keys;
  keys.reserve(file_.methods().size());
  for (const MethodInfo& method : file_.methods()) {
    if (!check_method(method))
      return false;
    keys.push_back(key(method.name_index, method.descriptor_index));
  }
  return check_distinct(keys, "4.6", "method");
}

// JVMS 4.6: checks one method. JVMS 4.3.3: the receiver is one of the arguments.
bool FormatChecker::check_method(const MethodInfo& method) {
  const std::string_view name = file_.name_of(method);
  const std::string_view descriptor = file_.descriptor_of(method);
  // HOTSPOT: the name, the flags and the descriptor are checked in this order.
  if (!check_method_name(name) || !check_method_flags(method, name) ||
      !check_method_descriptor(name, descriptor))
    return false;
  // The receiver counts against the limit of 255 (JVMS 4.3.3).
  const unsigned receiver = (method.access_flags & ACC_STATIC) != 0 ? 0 : 1;
  const unsigned arguments = MethodDescriptor(descriptor).parameter_slots() + receiver;
  if (arguments > kMaxArgumentSlots) {
    return context_.fail("4.3.3", "Too many arguments in method signature in class file %s",
                         context_.name());
  }
  if (!method.has_code())
    return true;
  // JVMS 4.7.3: max_locals has room for the arguments.
  if (arguments > load_u2(file_.bytes().data() + method.code_offset + 2)) {
    return context_.fail("4.7.3", "Arguments can't fit into locals in class file %s",
                         context_.name());
  }
  return !method.has_local_variables || check_locals(file_.code_of(method));
}

bool FormatChecker::check_method_flags(const MethodInfo& method, std::string_view name) {
  if (name == "<clinit>")
    // JVMS 4.6: the flags of a class initializer mean nothing.
    return true;
  const unsigned flags = method.access_flags;
  const bool is_init = name == "<init>";
  // An interface has no instances, so it has no constructor.
  if (file_.is_interface() && is_init) {
    return context_.fail("4.6", "Interface cannot have a method named <init>, class file %s",
                         context_.name());
  }
  // JVMS 4.6: table 4.6-A lists the flags.
  const bool is_legal = file_.is_interface() ? is_legal_interface_method(flags, major())
                                             : is_legal_class_method(flags, major(), is_init);
  if (is_legal)
    return true;
  return context_.fail("4.6", "Method %.*s in class %s has illegal modifiers: 0x%X",
                       precision(name), name.data(), context_.name(), flags);
}

// JVMS 4.7.13, 4.7.14: no two rows are about the same variable and range, and each row of a
// LocalVariableTypeTable has a row in the LocalVariableTable.
bool FormatChecker::check_locals(const CodeAttribute& code) {
  // An entry is start_pc, length, slot, hash of the name, index of the name. Sorting brings
  // duplicates together without comparing texts.
  using Entry =
      std::tuple<std::uint16_t, std::uint16_t, std::uint16_t, std::uint64_t, std::uint16_t>;
  // Collects the rows of all tables of one kind into one sorted list.
  const auto collect = [this](const std::vector<Table<LocalVariable>>& tables) {
    std::vector<Entry> entries;
    for (const Table<LocalVariable>& table : tables) {
      for (LocalVariable row : table)
        entries.emplace_back(row.start_pc, row.length, row.index, hash_of(row.name_index),
                             row.name_index);
    }
    std::sort(entries.begin(), entries.end());
    return entries;
  };
  // Names count as equal if their hashes are equal.
  const auto is_same = [](const Entry& left, const Entry& right) {
    return std::get<0>(left) == std::get<0>(right) && std::get<1>(left) == std::get<1>(right) &&
           std::get<2>(left) == std::get<2>(right) && std::get<3>(left) == std::get<3>(right);
  };
  // HOTSPOT: a LocalVariableTypeTable without a LocalVariableTable is not checked.
  // First each row is checked by itself. Rows of a LocalVariableTypeTable have signatures, which
  // are not checked.
  for (const Table<LocalVariable>& table : code.local_variables) {
    for (LocalVariable row : table) {
      const std::string_view name = pool_.utf8(row.name_index);
      const std::string_view descriptor = pool_.utf8(row.descriptor_index);
      if (!check_field_name(name) || !check_field_descriptor(name, descriptor))
        return false;
      // A long or double takes two slots; the parser has checked only the first.
      if (unsigned{row.index} + FieldType(descriptor).slots() > code.max_locals) {
        return context_.fail("4.7.13", "Invalid index %u in LocalVariableTable in class file %s",
                             unsigned{row.index}, context_.name());
      }
    }
  }
  // Then the rows are compared with each other.
  const std::vector<Entry> plain = collect(code.local_variables);
  // HOTSPOT: a LocalVariableTypeTable is not checked either if the other table has no rows.
  if (plain.empty())
    return true;
  const std::vector<Entry> generic = collect(code.local_variable_types);
  // Equal rows are neighbours after sorting.
  for (const std::vector<Entry>* entries : {&plain, &generic}) {
    const auto twin = std::adjacent_find(entries->begin(), entries->end(), is_same);
    if (twin == entries->end())
      continue;
    return context_.fail("4.7.13", "Duplicated %s attribute entry for '%s' in class file %s",
                         entries == &plain ? "LocalVariableTable" : "LocalVariableTypeTable",
                         std::string(pool_.utf8(std::get<4>(*twin))).c_str(), context_.name());
  }
  // Then each generic row must have a plain row.
  for (const Entry& entry : generic) {
    // With 0 as the name's index, lower_bound finds the first row that differs in that index only.
    Entry lowest = entry;
    std::get<4>(lowest) = 0;
    const auto match = std::lower_bound(plain.begin(), plain.end(), lowest);
    if (match != plain.end() && is_same(*match, entry))
      continue;
    return context_.fail("4.7.14",
                         "LVTT entry for '%s' in class file %s does not match any LVT entry",
                         std::string(pool_.utf8(std::get<4>(entry))).c_str(), context_.name());
  }
  return true;
}

// ---- JVMS 4.7.6, 4.7.30 -------------------------------------------------------------------------

// JVMS 4.7.6: the flags must be legal for a class, and no two rows may be equal.
bool FormatChecker::check_inner_classes() {
  std::vector<std::uint64_t> rows;
  for (InnerClass row : file_.inner_classes()) {
    unsigned flags = row.inner_class_access_flags;
    if ((flags & ACC_MODULE) != 0 && major() >= kVersionJava9) {
      return context_.fail(FormatErrorKind::NoClassDefFoundError, "4.7.6",
                           "%s is not a class because access_flag ACC_MODULE is set",
                           context_.name());
    }
    flags &= ~unsigned{ACC_MODULE};
    // HOTSPOT: interfaces of old compilers lack ACC_ABSTRACT; the parser treats the flags of the
    // class itself in the same way.
    if ((flags & ACC_INTERFACE) != 0 && major() < 50)
      flags |= ACC_ABSTRACT;
    // ACC_SUPER is not defined for inner classes.
    if (!check_class_flags(flags & ~unsigned{ACC_SUPER}))
      return false;
    // A whole row becomes one number, so that sorting brings equal rows together.
    rows.push_back(std::uint64_t{row.inner_class_info_index} << 48 |
                   std::uint64_t{row.outer_class_info_index} << 32 |
                   std::uint64_t{row.inner_name_index} << 16 | row.inner_class_access_flags);
  }
  // HOTSPOT: old compilers wrote duplicates, so these are accepted in old files.
  if (major() < kVersionJava5)
    return true;
  std::sort(rows.begin(), rows.end());
  if (std::adjacent_find(rows.begin(), rows.end()) == rows.end())
    return true;
  return context_.fail("4.7.6", "Duplicate entry in InnerClasses attribute in class file %s",
                       context_.name());
}

// JVMS 4.7.30: a component's name and descriptor follow the rules for a field.
bool FormatChecker::check_record() {
  for (const RecordComponent& component : file_.record_components()) {
    const std::string_view name = pool_.utf8(component.name_index);
    if (!check_field_name(name) ||
        !check_field_descriptor(name, pool_.utf8(component.descriptor_index)))
      return false;
  }
  return true;
}

// ---- JVMS 4.2, 4.3 ------------------------------------------------------------------------------

// Tells if the text has passed this check before. Short texts are always checked again, since that
// is faster than looking them up.
bool FormatChecker::is_known_good(std::string_view text, Question question) {
  if (text.size() < kLongText || known_good_.empty())
    return false;
  // The text's offset in the file is its identity: constants that share a Utf8 share its offset.
  const auto offset = static_cast<std::size_t>(reinterpret_cast<const std::uint8_t*>(text.data()) -
                                               file_.bytes().data());
  return offset < known_good_.size() && (known_good_[offset] & question) != 0;
}

// Remembers that the text has passed the check. The table has one byte for each byte of the class
// file; it is allocated when the first long text comes.
void FormatChecker::remember_good(std::string_view text, Question question) {
  if (text.size() < kLongText)
    return;
  if (known_good_.empty())
    known_good_.resize(file_.bytes().size(), 0);
  const auto offset = static_cast<std::size_t>(reinterpret_cast<const std::uint8_t*>(text.data()) -
                                               file_.bytes().data());
  if (offset < known_good_.size())
    known_good_[offset] = static_cast<std::uint8_t>(known_good_[offset] | question);
}

bool FormatChecker::is_name_of_version(std::string_view name, bool of_class) const {
  return major() >= kVersionJava5 || is_identifier(name, of_class);
}

// JVMS 4.2.1, 4.4.1: the text must be the name of a class, or an array's descriptor.
bool FormatChecker::check_class_name(std::string_view name) {
  const bool is_class = !name.starts_with('[');
  if (is_known_good(name, kClassName) ||
      (is_valid_class_name_or_array(name) && (!is_class || is_name_of_version(name, true)))) {
    remember_good(name, kClassName);
    return true;
  }
  // HOTSPOT: too many dimensions have a message of their own.
  if (!is_class && field_descriptor_fault(name) == DescriptorFault::kDimensions) {
    return bad_descriptor(DescriptorFault::kDimensions, "Class", name, name);
  }
  return context_.fail("4.2.1", "Illegal class name \"%.*s\" in class file %s", precision(name),
                       name.data(), context_.name());
}

// JVMS 4.2.2: the text must be an unqualified name.
bool FormatChecker::check_field_name(std::string_view name) {
  if (is_known_good(name, kFieldName) ||
      (is_valid_field_name(name) && is_name_of_version(name, false))) {
    remember_good(name, kFieldName);
    return true;
  }
  return context_.fail("4.2.2", "Illegal field name \"%.*s\" in class %s", precision(name),
                       name.data(), context_.name());
}

// JVMS 4.2.2: <init> and <clinit> are not identifiers, but legal in files of every version.
bool FormatChecker::check_method_name(std::string_view name) {
  const bool is_special = name.starts_with('<');
  if (is_known_good(name, kMethodName) ||
      (is_valid_method_name(name) && (is_special || is_name_of_version(name, false)))) {
    remember_good(name, kMethodName);
    return true;
  }
  return context_.fail("4.2.2", "Illegal method name \"%.*s\" in class %s", precision(name),
                       name.data(), context_.name());
}

// JVMS 4.3.2: fields and methods share one Question; the first character tells them apart.
bool FormatChecker::check_field_descriptor(std::string_view name, std::string_view descriptor) {
  if (is_known_good(descriptor, kDescriptor) && descriptor[0] != '(')
    return true;
  const DescriptorFault fault = field_descriptor_fault(descriptor);
  if (fault != DescriptorFault::kNone)
    return bad_descriptor(fault, "Field", name, descriptor);
  remember_good(descriptor, kDescriptor);
  return true;
}

// JVMS 4.3.3: the text must be a method descriptor.
bool FormatChecker::check_method_descriptor(std::string_view name, std::string_view descriptor) {
  const bool is_known = is_known_good(descriptor, kDescriptor) && descriptor[0] == '(';
  DescriptorFault fault = is_known ? DescriptorFault::kNone : method_descriptor_fault(descriptor);
  if (fault == DescriptorFault::kNone) {
    remember_good(descriptor, kDescriptor);
    // JVMS 2.9.1, 4.3.3: <init> and <clinit> return void. JVMS 2.9.2: from 51 on <clinit> has no
    // parameters.
    const bool is_special = name == "<init>" || name == "<clinit>";
    if (is_special && !descriptor.ends_with(")V"))
      fault = DescriptorFault::kSyntax;
    if (name == "<clinit>" && major() >= kVersionJava7 && descriptor != "()V")
      fault = DescriptorFault::kSyntax;
  }
  return fault == DescriptorFault::kNone || bad_descriptor(fault, "Method", name, descriptor);
}

// HOTSPOT: the words of the messages are HotSpot's.
bool FormatChecker::bad_descriptor(DescriptorFault fault, const char* what, std::string_view name,
                                   std::string_view descriptor) {
  switch (fault) {
    case DescriptorFault::kClassName:
      return context_.fail(
          "4.3.2",
          "Class name is empty or contains illegal character in descriptor in class file %s",
          context_.name());
    case DescriptorFault::kDimensions:
      return context_.fail("4.3.2",
                           "Array type descriptor has more than 255 dimensions in class file %s",
                           context_.name());
    case DescriptorFault::kParameterSlots:
      return context_.fail("4.3.3", "Too many arguments in method signature in class file %s",
                           context_.name());
    default:
      return context_.fail("4.3", "%s \"%.*s\" in class %s has illegal signature \"%.*s\"", what,
                           precision(name), name.data(), context_.name(), precision(descriptor),
                           descriptor.data());
  }
}

// ---- Duplicates ---------------------------------------------------------------------------------

// Each hash is computed once per Utf8. The lowest bit is set, because 0 means "not computed yet".
std::uint64_t FormatChecker::hash_of(std::uint16_t utf8_index) {
  std::uint64_t& hash = hashes_[utf8_index];
  if (hash == 0)
    hash = std::hash<std::string_view>()(pool_.utf8(utf8_index)) | 1;
  return hash;
}

// Makes a key. For an interface both indices are that of its name.
FormatChecker::Key FormatChecker::key(std::uint16_t name_index, std::uint16_t descriptor_index) {
  return {hash_of(name_index), hash_of(descriptor_index), name_index, descriptor_index};
}

bool FormatChecker::has_same_text(const Key& left, const Key& right) const {
  return pool_.utf8(left.name_index) == pool_.utf8(right.name_index) &&
         pool_.utf8(left.descriptor_index) == pool_.utf8(right.descriptor_index);
}

// Members with equal hashes become neighbours, so only neighbours are compared by text.
const FormatChecker::Key* FormatChecker::find_duplicate(std::vector<Key>& keys) const {
  std::sort(keys.begin(), keys.end(), [](const Key& left, const Key& right) {
    return std::tie(left.name_hash, left.descriptor_hash) <
           std::tie(right.name_hash, right.descriptor_hash);
  });
  for (std::size_t i = 1; i < keys.size(); i++) {
    const Key& left = keys[i - 1];
    const Key& right = keys[i];
    if (left.name_hash == right.name_hash && left.descriptor_hash == right.descriptor_hash &&
        has_same_text(left, right))
      return &right;
  }
  return nullptr;
}

bool FormatChecker::check_distinct(std::vector<Key>& keys, const char* clause, const char* member) {
  const Key* duplicate = find_duplicate(keys);
  if (duplicate == nullptr)
    return true;
  return context_.fail(clause, "Duplicate %s name \"%s\" with signature \"%s\" in class file %s",
                       member, std::string(pool_.utf8(duplicate->name_index)).c_str(),
                       std::string(pool_.utf8(duplicate->descriptor_index)).c_str(),
                       context_.name());
}

}  // namespace minijvm::classfile
