// How the verifier words what it refuses: each fail_* builds the message as `java` prints it and returns false.
#include <algorithm>

#include <fmt/format.h>

#include "classfile/flow/method_verifier.h"

namespace minijvm::classfile {

std::string external_name(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '/', '.');
  return text;
}

namespace {

std::string external_type(std::string_view descriptor) {
  const std::size_t dimensions = descriptor.find_first_not_of('[');
  const FieldType element(descriptor.substr(dimensions));
  std::string text = element.is_reference() ? external_name(element.class_name()) : basic_type_name(element.type());
  for (std::size_t i = 0; i != dimensions; ++i) text += "[]";
  return text;
}

// "void pkg.C.m(int, java.lang.String[])".
std::string external_method(const ClassFile& file, const MethodInfo& method) {
  const MethodDescriptor descriptor(file.descriptor_of(method));
  std::string parameters;
  for (FieldType type : descriptor) parameters += (parameters.empty() ? "" : ", ") + external_type(type.text());
  return fmt::format("{} {}.{}({})", external_type(descriptor.return_type().text()), external_name(file.name()), file.name_of(method), parameters);
}

}  // namespace

bool MethodVerifier::fail(std::string_view what, FailureDetails details) {
  failure_.message = std::string(what) + format_details(file_, method_, details);
  return false;
}

bool MethodVerifier::fail_in_code(std::string_view what) {
  return fail(what, {at_.bci, "Error exists in the bytecode", nullptr, nullptr, 0, {}});
}

bool MethodVerifier::fail_type(std::string_view what, const TypeOrigin& from, const TypeOrigin& to) {
  VerifierFrame shown = frame_;
  shown.set_depth(std::max(mark_, frame_.depth()));
  return fail(what, {at_.bci, not_assignable(from, to), &shown, nullptr, 0, {}});
}

bool MethodVerifier::fail_pool(unsigned index) {
  const std::string what = index == 0 || index >= pool_.size() ? "Illegal constant pool index {} in class {}"
                                                                : "Illegal type at constant pool entry {} in class {}";
  return fail(fmt::format(fmt::runtime(what), index, external_name(file_.name())),
              {at_.bci, fmt::format("Constant pool index {} is invalid", index), nullptr, nullptr, 0, {}});
}

bool MethodVerifier::fail_format(std::string_view what, bool name_method) {
  failure_.kind = VerifyFailure::Kind::kClassFormatError;
  failure_.message = what;
  if (name_method) failure_.message += fmt::format(" in method '{}'", external_method(file_, method_));
  return false;
}

// The popped value is of no use here, whatever else might have been.
bool MethodVerifier::fail_invalid(std::string_view what, const Type& popped) {
  VerifierFrame shown = frame_;
  shown.set_depth(std::max(mark_, frame_.depth()));
  return fail(what, {at_.bci, invalid_type(popped_origin(popped)), &shown, nullptr, 0, {}});
}

// HOTSPOT: where a slot differs, the place is that of the map; where the depth differs, that of the instruction.
bool MethodVerifier::fail_map(std::string_view what, const StackMapFrame& map, const std::string& reason) {
  VerifierFrame shown(code_.max_locals, code_.max_stack);
  maps_.load(map, &shown);
  VerifierFrame current = frame_;
  current.set_depth(std::max(mark_, frame_.depth()));
  return fail(what, {size_differs_ ? at_.bci : map.bci, reason, &current, &shown, map.bci, at_.bci});
}

bool MethodVerifier::loading_error() {
  failure_.kind = VerifyFailure::Kind::kLoadingError;
  failure_.message = "a class needed to verify " + external_name(file_.name()) + " does not load";
  return false;
}

}  // namespace minijvm::classfile
