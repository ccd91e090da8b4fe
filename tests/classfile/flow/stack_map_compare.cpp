#include "tests/classfile/flow/stack_map_compare.h"

#include "classfile/descriptor.h"
#include "classfile/flow/oop_map_builder.h"
#include "classfile/flow/stack_map_table.h"

namespace minijvm::classfile::test {
namespace {

SlotKind kind_of(const VerificationType& type) {
  switch (type.kind) {
    case TypeKind::kTop:
      return SlotKind::kDead;
    case TypeKind::kInteger:
      return SlotKind::kInt;
    case TypeKind::kFloat:
      return SlotKind::kFloat;
    case TypeKind::kLong:
      return SlotKind::kLong;
    case TypeKind::kDouble:
      return SlotKind::kDouble;
    case TypeKind::kLong2nd:
    case TypeKind::kDouble2nd:
      return SlotKind::kSecond;
    default:
      return SlotKind::kReference;
  }
}

VerifierFrame frame_at_entry(const ClassFile& file, const MethodInfo& method,
                             const CodeAttribute& code) {
  VerifierFrame frame(code.max_locals, code.max_stack);
  unsigned next = 0;
  const bool uninit = file.name_of(method) == "<init>" && file.name() != kObjectName;
  if ((method.access_flags & ACC_STATIC) == 0) {
    frame.local(next++) = uninit ? VerificationType::of(TypeKind::kUninitializedThis)
                                 : VerificationType::reference(file.name());
  }
  for (FieldType type : MethodDescriptor(file.descriptor_of(method))) {
    const VerificationType value = VerificationType::of_descriptor(type.text());
    frame.local(next++) = value;
    if (value.is_category2())
      frame.local(next++) = value.second_half();
  }
  return frame;
}

}  // namespace

void compare_with_stack_map(const ClassFile& file, const MethodInfo& method,
                            StackMapFindings* findings) {
  const auto report = [&](std::uint32_t bci, const std::string& what) {
    if (findings->texts.size() >= 20)
      return;
    findings->texts.push_back(std::string(file.name()) + "." + std::string(file.name_of(method)) +
                              std::string(file.descriptor_of(method)) + " @" + std::to_string(bci) +
                              ": " + what);
  };
  OopMapBuilder builder(FlowMethod::of(file, method));
  if (!builder.run()) {
    report(builder.flow().failure_bci(), builder.flow().failure());
    return;
  }
  const CodeAttribute code = file.code_of(method);
  std::vector<bool> starts(code.code.size());
  for (InstructionCursor at(code.code); at.valid(); at.advance()) starts[at.bci()] = true;
  StackMapTable maps({file.constant_pool(), code.code, starts, code.max_locals, code.max_stack});
  if (!maps.decode(code.has_stack_map ? code.stack_map_table : Bytes(),
                   frame_at_entry(file, method, code))) {
    report(0, maps.error());
    return;
  }
  VerifierFrame expected(code.max_locals, code.max_stack);
  for (std::size_t i = 0; i != maps.size(); ++i) {
    const std::uint32_t bci = maps[i].bci;
    maps.load(maps[i], &expected);
    ++findings->frames;
    const OopMap map = builder.at(bci);
    if (!map.is_reachable()) {
      report(bci, "unreachable");
      continue;
    }
    if (map.depth() != expected.depth()) {
      report(bci, "depth " + std::to_string(map.depth()));
      continue;
    }
    builder.flow().frames_before(bci, [&](const SlotFrame& found) {
      for (unsigned slot = 0; slot != expected.used(); ++slot) {
        ++findings->slots;
        const SlotKind wanted = kind_of(expected.data()[slot]);
        const SlotKind kind = found.data()[slot].kind;
        // top in the map: dead there, whatever it may hold.
        if (wanted == SlotKind::kDead)
          continue;
        if (wanted != kind || map.is_reference(slot) != (wanted == SlotKind::kReference)) {
          report(bci, "slot " + std::to_string(slot) + " is " + expected.data()[slot].to_string() +
                          ", found kind " + std::to_string(static_cast<int>(kind)));
        }
      }
    });
  }
}

}  // namespace minijvm::classfile::test
