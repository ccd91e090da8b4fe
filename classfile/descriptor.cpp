#include "classfile/descriptor.h"

#include <cstddef>

#include "base/check.h"

namespace minijvm::classfile {
namespace {

constexpr unsigned kMaxDimensions = 255;      // JVMS 4.3.2
constexpr unsigned kMaxParameterSlots = 255;  // JVMS 4.3.3

// Length of the field type that starts the text, whose class name is not looked at; 0: none. Never looks past the end.
std::size_t field_type_length(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && text[at] == '[') at++;
  if (at == text.size()) return 0;
  if (text[at] != 'L') return std::string_view("BCDFIJSZ").find(text[at]) == std::string_view::npos ? 0 : at + 1;
  const std::size_t semicolon = text.find(';', at);
  return semicolon == std::string_view::npos ? 0 : semicolon + 1;
}

// JVMS 4.3.2, of one type whose extent is known.
DescriptorFault type_fault(std::string_view text) {
  const unsigned dimensions = FieldType(text).dimensions();
  if (dimensions > kMaxDimensions) return DescriptorFault::kDimensions;
  const FieldType element(text.substr(dimensions));
  if (element.is_reference() && !is_valid_class_name(element.class_name())) return DescriptorFault::kClassName;
  return DescriptorFault::kNone;
}

// JVMS 4.2.2: at least one unit, none of . ; [ /
bool is_unqualified_name(std::string_view name) {
  return !name.empty() && name.find_first_of(".;[/") == std::string_view::npos;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c & 0x80) != 0; }

}  // namespace

BasicType basic_type(char letter) {
  switch (letter) {
    case 'Z': return BasicType::kBoolean;
    case 'C': return BasicType::kChar;
    case 'F': return BasicType::kFloat;
    case 'D': return BasicType::kDouble;
    case 'B': return BasicType::kByte;
    case 'S': return BasicType::kShort;
    case 'I': return BasicType::kInt;
    case 'J': return BasicType::kLong;
    case 'L': return BasicType::kObject;
    case '[': return BasicType::kArray;
    case 'V': return BasicType::kVoid;
    default: MJ_UNREACHABLE("'%c' starts no descriptor", letter);
  }
}

char basic_type_letter(BasicType type) { return "ZCFDBSIJL[V"[static_cast<unsigned>(type) - 4]; }

const char* basic_type_name(BasicType type) {
  static constexpr const char* kNames[] = {"boolean", "char", "float", "double", "byte", "short", "int", "long", "object", "array", "void"};
  return kNames[static_cast<unsigned>(type) - 4];
}

unsigned size_of(BasicType type) {
  static constexpr unsigned kSizes[] = {1, 2, 4, 8, 1, 2, 4, 8, 8, 8, 0};
  return kSizes[static_cast<unsigned>(type) - 4];
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
    case 'Z': return 'I';
    case 'L':
    case '[': return 'A';
    default: return text_[0];
  }
}

std::size_t closing_parenthesis(std::string_view method_descriptor) {
  const std::size_t last = method_descriptor.rfind(')');
  if (method_descriptor.find(')') == last) return last;
  std::size_t at = 1;
  while (at < method_descriptor.size() && method_descriptor[at] != ')') {
    const std::size_t length = field_type_length(method_descriptor.substr(at));
    if (length == 0) return last;
    at += length;
  }
  return at;
}

MethodDescriptor::Iterator MethodDescriptor::begin() const { return Iterator(text_.substr(1)); }

MethodDescriptor::Iterator MethodDescriptor::end() const { return Iterator(text_.substr(closing_parenthesis(text_))); }

MethodDescriptor::Iterator::Iterator(std::string_view rest) : rest_(rest), length_(field_type_length(rest)) {}

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
  if (text.empty() || field_type_length(text) != text.size()) return DescriptorFault::kSyntax;
  return type_fault(text);
}

DescriptorFault method_descriptor_fault(std::string_view text) {
  if (text.empty() || text[0] != '(') return DescriptorFault::kSyntax;
  std::string_view rest = text.substr(1);
  unsigned slots = 0;
  while (!rest.empty() && rest[0] != ')') {
    const std::size_t length = field_type_length(rest);
    if (length == 0) return DescriptorFault::kSyntax;
    const std::string_view type = rest.substr(0, length);
    const DescriptorFault fault = type_fault(type);
    if (fault != DescriptorFault::kNone) return fault;
    slots += FieldType(type).slots();
    rest.remove_prefix(length);
  }
  if (rest.empty()) return DescriptorFault::kSyntax;
  rest.remove_prefix(1);
  const DescriptorFault fault = rest == "V" ? DescriptorFault::kNone : field_descriptor_fault(rest);
  if (fault != DescriptorFault::kNone) return fault;
  return slots > kMaxParameterSlots ? DescriptorFault::kParameterSlots : DescriptorFault::kNone;
}

bool is_valid_class_name(std::string_view name) {
  // JVMS 4.2.1: identifiers separated by single slashes.
  if (name.empty() || name.front() == '/' || name.back() == '/') return false;
  return name.find_first_of(".;[") == std::string_view::npos && name.find("//") == std::string_view::npos;
}

bool is_valid_class_name_or_array(std::string_view name) {
  if (!name.empty() && name[0] == '[') return is_valid_field_descriptor(name);
  return is_valid_class_name(name);
}

bool is_valid_field_name(std::string_view name) { return is_unqualified_name(name); }

bool is_valid_method_name(std::string_view name) {
  if (name == "<init>" || name == "<clinit>") return true;
  return is_unqualified_name(name) && name.find_first_of("<>") == std::string_view::npos;
}

bool is_identifier(std::string_view name, bool of_class) {
  if (name.empty() || name.back() == '/' || is_digit(name[0])) return false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool is_slash = of_class && c == '/' && (i == 0 || name[i - 1] != '/');
    if (!is_letter(c) && !is_digit(c) && !is_slash) return false;
  }
  return true;
}

}  // namespace minijvm::classfile
