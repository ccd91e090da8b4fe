// Words the verifier's refusals of a method. Each fail_ function builds the message as `java` 17
// prints it and returns false. Part of MethodVerifier.
#include <fmt/format.h>

#include <algorithm>

#include "classfile/flow/method_verifier.h"

namespace minijvm::classfile {

std::string external_name(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '/', '.');
  return text;
}

namespace {

// Returns "int" or "java.lang.String[]", for a field descriptor or V.
std::string external_type(std::string_view descriptor) {
  const std::size_t dimensions = descriptor.find_first_not_of('[');
  const FieldType element(descriptor.substr(dimensions));
  std::string text = element.is_reference() ? external_name(element.class_name())
                                            : basic_type_name(element.type());
  for (std::size_t i = 0; i != dimensions; ++i) text += "[]";
  return text;
}

// Returns "void pkg.C.m(int, java.lang.String[])".
std::string external_method(const ClassFile& file, const MethodInfo& method) {
  const MethodDescriptor descriptor(file.descriptor_of(method));
  std::string parameters;
  for (FieldType type : descriptor)
    parameters += (parameters.empty() ? "" : ", ") + external_type(type.text());
  return fmt::format("{} {}.{}({})", external_type(descriptor.return_type().text()),
                     external_name(file.name()), file.name_of(method), parameters);
}

}  // namespace

// The message is a sentence, then the details.
bool MethodVerifier::fail(std::string_view what, FailureDetails details) {
  failure_.message = std::string(what) + format_details(file_, method_, details);
  return false;
}

// Reports a fault in the bytes of the instruction, whatever the frame holds.
bool MethodVerifier::fail_in_code(std::string_view what) {
  return fail(what, {at_.bci, "Error exists in the bytecode", nullptr, nullptr, 0, {}});
}

// Reports a value of type `from` where `to` is needed. The frame in the message includes the slots
// that were popped: they are above the depth, but keep their values.
bool MethodVerifier::fail_type(std::string_view what, const TypeOrigin& from,
                               const TypeOrigin& to) {
  VerifierFrame shown = frame_;
  shown.set_depth(std::max(mark_, frame_.depth()));
  return fail(what, {at_.bci, not_assignable(from, to), &shown, nullptr, 0, {}});
}

// Reports a constant pool index that is outside of the pool or refers to a constant of another
// kind.
bool MethodVerifier::fail_pool(unsigned index) {
  const std::string what = index == 0 || index >= pool_.size()
                               ? "Illegal constant pool index {} in class {}"
                               : "Illegal type at constant pool entry {} in class {}";
  return fail(
      fmt::format(fmt::runtime(what), index, external_name(file_.name())),
      {at_.bci, fmt::format("Constant pool index {} is invalid", index), nullptr, nullptr, 0, {}});
}

// Reports a ClassFormatError, which has no details.
bool MethodVerifier::fail_format(std::string_view what, bool name_method) {
  failure_.kind = VerifyFailure::Kind::kClassFormatError;
  failure_.message = what;
  if (name_method)
    failure_.message += fmt::format(" in method '{}'", external_method(file_, method_));
  return false;
}

// Reports that no value of the type that was popped is ever valid here.
bool MethodVerifier::fail_invalid(std::string_view what, const Type& popped) {
  VerifierFrame shown = frame_;
  shown.set_depth(std::max(mark_, frame_.depth()));
  return fail(what, {at_.bci, invalid_type(popped_origin(popped)), &shown, nullptr, 0, {}});
}

// Reports that the current frame does not match the stack map's. HOTSPOT: if a slot differs, the
// place in the message is the bci of the map; if the depth differs, it is the bci of the
// instruction.
bool MethodVerifier::fail_map(std::string_view what, const StackMapFrame& map,
                              const std::string& reason) {
  VerifierFrame shown(code_.max_locals, code_.max_stack);
  maps_.load(map, &shown);
  VerifierFrame current = frame_;
  current.set_depth(std::max(mark_, frame_.depth()));
  return fail(what,
              {size_differs_ ? at_.bci : map.bci, reason, &current, &shown, map.bci, at_.bci});
}

// Nobody sees the message: the caller throws the error that the oracle has kept.
bool MethodVerifier::loading_error() {
  failure_.kind = VerifyFailure::Kind::kLoadingError;
  failure_.message = "a class needed to verify " + external_name(file_.name()) + " does not load";
  return false;
}

}  // namespace minijvm::classfile
