#include "runtime/vm_annotations.h"

#include "classfile/constant_pool.h"

namespace minijvm::runtime {
namespace {

using classfile::ByteReader;
using classfile::ConstantTag;

constexpr int kMaxDepth = 64;  // annotations nested in annotations, in hostile input

bool skip_annotation(ByteReader& in, int depth);

// JVMS 4.7.16.1.
bool skip_element_value(ByteReader& in, int depth) {
  if (depth > kMaxDepth || in.failed()) {
    return false;
  }
  switch (in.u1()) {
    case 'e': in.skip(4); break;
    case '@':
      in.skip(2);
      return skip_annotation(in, depth + 1);
    case '[':
      for (unsigned left = in.u2(); left != 0; --left) {
        if (!skip_element_value(in, depth + 1)) {
          return false;
        }
      }
      break;
    default: in.skip(2); break;  // a constant, or a class
  }
  return !in.failed();
}

// After type_index.
bool skip_annotation(ByteReader& in, int depth) {
  for (unsigned left = in.u2(); left != 0; --left) {
    in.skip(2);
    if (!skip_element_value(in, depth)) {
      return false;
    }
  }
  return !in.failed();
}

// @Contended's only element is value(), a string.
std::string_view read_group(ByteReader& in, const classfile::ConstantPool& pool) {
  if (in.u2() == 0) {
    return {};
  }
  in.skip(2);
  const bool is_string = in.u1() == 's';
  const std::uint16_t text = in.u2();
  return is_string && pool.is(text, ConstantTag::Utf8) ? pool.utf8(text) : std::string_view();
}

// Calls `see(name, in)` for each annotation, in order: it says whether it has read as far as it cares to.
template <typename See>
void for_each_annotation(classfile::Bytes annotations, const classfile::ConstantPool& pool, See see) {
  ByteReader in(annotations);
  for (unsigned left = in.u2(); left != 0; --left) {
    const std::uint16_t type = in.u2();
    if (!pool.is(type, ConstantTag::Utf8) || see(pool.utf8(type), in) || !skip_annotation(in, 0)) {
      break;
    }
  }
}

}  // namespace

VmAnnotations read_vm_annotations(classfile::Bytes annotations, const classfile::ConstantPool& pool) {
  VmAnnotations found;
  for_each_annotation(annotations, pool, [&](std::string_view name, ByteReader&) {
    found.caller_sensitive |= name == "Ljdk/internal/reflect/CallerSensitive;";
    found.hidden |= name == "Ljdk/internal/vm/annotation/Hidden;";
    found.lambda_form_compiled |= name == "Ljava/lang/invoke/LambdaForm$Compiled;";
    return false;
  });
  return found;
}

bool has_annotation(classfile::Bytes annotations, const classfile::ConstantPool& pool, std::string_view type) {
  bool found = false;
  for_each_annotation(annotations, pool, [&](std::string_view name, ByteReader&) { return found = name == type; });
  return found;
}

std::optional<std::string_view> read_contended(classfile::Bytes annotations, const classfile::ConstantPool& pool) {
  std::optional<std::string_view> group;
  for_each_annotation(annotations, pool, [&](std::string_view name, ByteReader& in) {
    if (name == "Ljdk/internal/vm/annotation/Contended;") {
      group = read_group(in, pool);
    }
    return group.has_value();
  });
  return group;
}

}  // namespace minijvm::runtime
