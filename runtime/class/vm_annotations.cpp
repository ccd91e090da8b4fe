// Reads annotations of a class file (JVMS 4.7.16) while the linker builds the class. The input may
// be hostile: ByteReader never reads beyond its end, and nesting is limited.
#include "runtime/class/vm_annotations.h"

#include "classfile/constant_pool.h"

namespace minijvm::runtime {
namespace {

using classfile::ByteReader;
using classfile::ConstantTag;

// Annotations and arrays may be nested in annotations, without limit in hostile input.
constexpr int kMaxDepth = 64;

bool skip_annotation(ByteReader& in, int depth);

// JVMS 4.7.16.1: an element_value is a tag and a value that depends on it.
bool skip_element_value(ByteReader& in, int depth) {
  if (depth > kMaxDepth || in.failed()) {
    return false;
  }
  switch (in.u1()) {
    // An enum constant has type_name_index and const_name_index.
    case 'e':
      in.skip(4);
      break;
    // A nested annotation has type_index, then its pairs.
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
    // A constant or a class has one index of two bytes.
    default:
      in.skip(2);
      break;
  }
  return !in.failed();
}

// Skips the element_value_pairs of an annotation, after its type_index.
bool skip_annotation(ByteReader& in, int depth) {
  for (unsigned left = in.u2(); left != 0; --left) {
    in.skip(2);
    if (!skip_element_value(in, depth)) {
      return false;
    }
  }
  return !in.failed();
}

// Reads the one element of @Contended, value(), which is a string. Returns an empty text if the
// annotation does not give it.
std::string_view read_group(ByteReader& in, const classfile::ConstantPool& pool) {
  if (in.u2() == 0) {
    return {};
  }
  // This is element_name_index.
  in.skip(2);
  const bool is_string = in.u1() == 's';
  const std::uint16_t text = in.u2();
  return is_string && pool.is(text, ConstantTag::Utf8) ? pool.utf8(text) : std::string_view();
}

// Calls see(type, in) for each annotation, in order; `in` is behind the type_index. A result of
// true ends the walk: the caller has found what it searched for, or has read from `in`.
template <typename See>
void for_each_annotation(classfile::Bytes annotations, const classfile::ConstantPool& pool,
                         See see) {
  ByteReader in(annotations);
  for (unsigned left = in.u2(); left != 0; --left) {
    const std::uint16_t type = in.u2();
    if (!pool.is(type, ConstantTag::Utf8) || see(pool.utf8(type), in) || !skip_annotation(in, 0)) {
      break;
    }
  }
}

}  // namespace

VmAnnotations read_vm_annotations(classfile::Bytes annotations,
                                  const classfile::ConstantPool& pool) {
  VmAnnotations found;
  for_each_annotation(annotations, pool, [&](std::string_view name, ByteReader&) {
    found.caller_sensitive |= name == "Ljdk/internal/reflect/CallerSensitive;";
    found.hidden |= name == "Ljdk/internal/vm/annotation/Hidden;";
    found.lambda_form_compiled |= name == "Ljava/lang/invoke/LambdaForm$Compiled;";
    found.hides_events |= name == "Ljdk/internal/vm/annotation/JvmtiHideEvents;";
    found.in_transition |= name == "Ljdk/internal/vm/annotation/JvmtiMountTransition;";
    return false;
  });
  return found;
}

bool has_annotation(classfile::Bytes annotations, const classfile::ConstantPool& pool,
                    std::string_view type) {
  bool found = false;
  for_each_annotation(annotations, pool,
                      [&](std::string_view name, ByteReader&) { return found = name == type; });
  return found;
}

std::optional<std::string_view> read_contended(classfile::Bytes annotations,
                                               const classfile::ConstantPool& pool) {
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
