// Names, descriptors and modified UTF-8: a text is valid or not, and a valid one can be walked; UTF-16 there and back is the same text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "classfile/descriptor.h"
#include "classfile/modified_utf8.h"
#include "tests/classfile/support/utf16.h"

using namespace minijvm::classfile;

namespace {

void walk(FieldType type) {
  if (type.is_reference() && type.class_name().empty())
    std::abort();
  if (type.is_array() && type.dimensions() > 255)
    std::abort();
  (void)type.stack_letter();
}

void method(std::string_view text) {
  if (!is_valid_method_descriptor(text))
    return;
  const MethodDescriptor descriptor(text);
  unsigned count = 0;
  unsigned slots = 0;
  for (FieldType type : descriptor) {
    walk(type);
    count++;
    slots += type.slots();
  }
  if (count != descriptor.parameter_count() || slots != descriptor.parameter_slots() || slots > 255)
    std::abort();
  if (!descriptor.return_type().is_void())
    walk(descriptor.return_type());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (is_valid_field_descriptor(text))
    walk(FieldType(text));
  method(text);
  (void)is_valid_class_name_or_array(text);
  (void)is_valid_field_name(text);
  (void)is_valid_method_name(text);
  const std::u16string units = to_utf16(text);
  if (is_valid_modified_utf8(text) && from_utf16(units) != text)
    std::abort();
  return 0;
}
