// Parses and checks descriptors and names (JVMS 4.2 and 4.3). The format checker calls this for
// each name in a class file; afterwards all rooms above use the views.
#include "classfile/descriptor.h"

#include <cstddef>

#include "base/check.h"

namespace minijvm::classfile {
namespace {

constexpr unsigned kMaxDimensions = 255;      // JVMS 4.3.2
constexpr unsigned kMaxParameterSlots = 255;  // JVMS 4.3.3

// Returns the length of the field type at the start of the text; 0 if there is none. A class name
// in it is not checked. Never reads past the end.
std::size_t field_type_length(std::string_view text) {
  std::size_t at = 0;
  // A type is its dimensions, then one letter, or a class name that ends at the next semicolon.
  while (at < text.size() && text[at] == '[') at++;
  if (at == text.size())
    return 0;
  if (text[at] != 'L')
    return std::string_view("BCDFIJSZ").find(text[at]) == std::string_view::npos ? 0 : at + 1;
  const std::size_t semicolon = text.find(';', at);
  return semicolon == std::string_view::npos ? 0 : semicolon + 1;
}

// JVMS 4.3.2, checks the dimensions and the class name of one type whose extent is known.
DescriptorFault type_fault(std::string_view text) {
  const unsigned dimensions = FieldType(text).dimensions();
  if (dimensions > kMaxDimensions)
    return DescriptorFault::kDimensions;
  const FieldType element(text.substr(dimensions));
  if (element.is_reference() && !is_valid_class_name(element.class_name()))
    return DescriptorFault::kClassName;
  return DescriptorFault::kNone;
}

// JVMS 4.2.2: the name has at least one character, and none of . ; [ /
bool is_unqualified_name(std::string_view name) {
  return !name.empty() && name.find_first_of(".;[/") == std::string_view::npos;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Bytes above 0x7f belong to characters beyond ASCII, which pass.
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         (c & 0x80) != 0;
}

}  // namespace

const char* basic_type_name(BasicType type) {
  // The names stand in the order of the enumerators, of which the first is 4.
  static constexpr const char* kNames[] = {"boolean", "char", "float",  "double", "byte", "short",
                                           "int",     "long", "object", "array",  "void"};
  return kNames[static_cast<unsigned>(type) - 4];
}

unsigned FieldType::dimensions() const {
  const std::size_t element = text_.find_first_not_of('[');
  return static_cast<unsigned>(element == std::string_view::npos ? text_.size() : element);
}

char FieldType::stack_letter() const {
  switch (text_[0]) {
    case 'B':
    case 'C':
    case 'S':
    case 'Z':
      return 'I';
    case 'L':
    case '[':
      return 'A';
    default:
      return text_[0];
  }
}

// A class name may contain parentheses (JVMS 4.2.1), so this looks for the first ) outside of a
// type: in "(La)b;I)V" the class is called "a)b". Nearly always there is only one ), and then no
// type has to be read.
std::size_t closing_parenthesis(std::string_view method_descriptor) {
  const std::size_t last = method_descriptor.rfind(')');
  if (method_descriptor.find(')') == last)
    return last;
  std::size_t at = 1;
  while (at < method_descriptor.size() && method_descriptor[at] != ')') {
    const std::size_t length = field_type_length(method_descriptor.substr(at));
    if (length == 0)
      return last;
    at += length;
  }
  return at;
}

// The first type stands behind the opening parenthesis.
MethodDescriptor::Iterator MethodDescriptor::begin() const { return Iterator(text_.substr(1)); }

// The iterator stands at the ), where no type starts.
MethodDescriptor::Iterator MethodDescriptor::end() const {
  return Iterator(text_.substr(closing_parenthesis(text_)));
}

MethodDescriptor::Iterator::Iterator(std::string_view rest)
    : rest_(rest), length_(field_type_length(rest)) {}

MethodDescriptor::Iterator& MethodDescriptor::Iterator::operator++() {
  rest_.remove_prefix(length_);
  length_ = field_type_length(rest_);
  return *this;
}

unsigned MethodDescriptor::parameter_count() const {
  unsigned count = 0;
  for (Iterator at = begin(); at != end(); ++at) count++;
  return count;
}

unsigned MethodDescriptor::parameter_slots() const {
  unsigned slots = 0;
  for (FieldType type : *this) slots += type.slots();
  return slots;
}

DescriptorFault field_descriptor_fault(std::string_view text) {
  // The text must be one type, with nothing behind it.
  if (text.empty() || field_type_length(text) != text.size())
    return DescriptorFault::kSyntax;
  return type_fault(text);
}

// JVMS 4.3.3: the leftmost fault is returned, except that too many slots are reported last.
DescriptorFault method_descriptor_fault(std::string_view text) {
  if (text.empty() || text[0] != '(')
    return DescriptorFault::kSyntax;
  std::string_view rest = text.substr(1);
  unsigned slots = 0;
  // The loop reads one parameter at a time; it ends at the closing parenthesis.
  while (!rest.empty() && rest[0] != ')') {
    const std::size_t length = field_type_length(rest);
    if (length == 0)
      return DescriptorFault::kSyntax;
    const std::string_view type = rest.substr(0, length);
    const DescriptorFault fault = type_fault(type);
    if (fault != DescriptorFault::kNone)
      return fault;
    // A long or double counts twice against the limit of 255.
    slots += FieldType(type).slots();
    rest.remove_prefix(length);
  }
  // The text ended without a closing parenthesis.
  if (rest.empty())
    return DescriptorFault::kSyntax;
  // Behind the closing parenthesis stands one type, or V.
  rest.remove_prefix(1);
  const DescriptorFault fault = rest == "V" ? DescriptorFault::kNone : field_descriptor_fault(rest);
  if (fault != DescriptorFault::kNone)
    return fault;
  // HOTSPOT: the number of slots is checked after the syntax.
  return slots > kMaxParameterSlots ? DescriptorFault::kParameterSlots : DescriptorFault::kNone;
}

// JVMS 4.2.1: a class name is unqualified names separated by single slashes.
bool is_valid_class_name(std::string_view name) {
  if (name.empty() || name.front() == '/' || name.back() == '/')
    return false;
  // Dots, semicolons and brackets have meanings of their own in descriptors, so no class name may
  // contain them.
  return name.find_first_of(".;[") == std::string_view::npos &&
         name.find("//") == std::string_view::npos;
}

bool is_valid_class_name_or_array(std::string_view name) {
  // JVMS 4.4.1: an array class has its descriptor as its name.
  if (!name.empty() && name[0] == '[')
    return is_valid_field_descriptor(name);
  return is_valid_class_name(name);
}

bool is_valid_field_name(std::string_view name) { return is_unqualified_name(name); }

bool is_valid_method_name(std::string_view name) {
  if (name == "<init>" || name == "<clinit>")
    return true;
  // A name with < or > could be taken for a special method.
  return is_unqualified_name(name) && name.find_first_of("<>") == std::string_view::npos;
}

// The first character of the whole name must not be a digit, and a slash must not follow another.
bool is_identifier(std::string_view name, bool of_class) {
  if (name.empty() || name.back() == '/' || is_digit(name[0]))
    return false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool is_slash = of_class && c == '/' && (i == 0 || name[i - 1] != '/');
    if (!is_letter(c) && !is_digit(c) && !is_slash)
      return false;
  }
  return true;
}

}  // namespace minijvm::classfile
