// Looks through methods and classes for the places of stops. Classes come and go, so nothing is
// kept; stepper.cpp caches the answers about whole methods.
#include "tools/stepper/stops/stop_places.h"

#include <algorithm>

#include "classfile/class_file.h"
#include "classfile/opcodes.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"

namespace minijvm::vm::stepper {

namespace {

using classfile::Opcode;
using runtime::Class;
using runtime::Method;

// JVMS 4.7.12: several rows may have the same line, in any order; the lowest bci counts. Returns -1
// if the method has no such line.
int first_bci_of_line(const Method& method, int line) {
  int first = -1;
  if (method.bytecode == nullptr)
    return first;
  method.pool->file().each_line_table(*method.info, [&](auto table) {
    for (classfile::LineNumber row : table) {
      if (row.line_number == line && (first < 0 || row.start_pc < first))
        first = row.start_pc;
    }
  });
  return first;
}

bool begins_instruction(const Method& method, int bci) {
  for (classfile::InstructionCursor at({method.bytecode, method.bytecode_length}); at.valid();
       at.advance()) {
    if (static_cast<int>(at.bci()) == bci)
      return true;
  }
  return false;
}

// Returns whether the stop has an instruction in this method; a native method is one by itself.
bool is_in(const Stop& stop, const Method& method) {
  if (!names_method(stop, method))
    return false;
  if (method.bytecode == nullptr)
    return method.is_native() && stop.line < 0 && !stop.member_name.empty();
  const int bci = bci_of(stop, method);
  return bci >= 0 && (stop.bci < 0 || begins_instruction(method, bci));
}

bool names_class_of(const Stop& stop, const Class& klass) {
  return stop.file.empty() ? names_class(stop.class_name, klass) : comes_from(klass, stop.file);
}

// Returns whether the class has the stop's member, in itself or, for a field, in a superclass.
bool has_member(const Stop& stop, const Class& klass) {
  if (stop.kind == StopKind::kCode)
    return std::any_of(klass.methods.begin(), klass.methods.end(),
                       [&stop](const Method& method) { return is_in(stop, method); });
  for (const Class* each = &klass; each != nullptr; each = each->super) {
    for (const runtime::Field& field : each->fields) {
      if (field.name->text() == stop.member_name)
        return true;
    }
  }
  return false;
}

}  // namespace

bool names_class(std::string_view name, const Class& klass) {
  std::string full = klass.external_name();
  // Without the package, the character before the name must be a dot.
  return full == name || (full.ends_with(name) && full[full.size() - name.size() - 1] == '.');
}

// JVMS 4.7.10: SourceFile has no folder. The class's package is taken for it.
bool comes_from(const Class& klass, std::string_view file) {
  if (klass.source_file == nullptr)
    return false;
  const std::string_view source = klass.source_file->text();
  if (!file.ends_with(source))
    return false;
  std::string full(klass.name->text());
  full.resize(full.rfind('/') == std::string::npos ? 0 : full.rfind('/') + 1);
  full += source;
  // One of the two must end in the other, at the beginning of a folder's name.
  const std::string_view longer = file.size() > full.size() ? file : std::string_view(full);
  const std::string_view shorter = file.size() > full.size() ? std::string_view(full) : file;
  return longer.ends_with(shorter) &&
         (longer.size() == shorter.size() || longer[longer.size() - shorter.size() - 1] == '/');
}

bool names_method(const Stop& stop, const Method& method) {
  if (stop.kind != StopKind::kCode || !names_class_of(stop, *method.holder))
    return false;
  // "add" is any overload, "add(I)V" is one of them.
  const std::string_view wanted = stop.member_name;
  const std::string_view name = method.name->text();
  return wanted.empty() || wanted == name ||
         (wanted.starts_with(name) && wanted.substr(name.size()) == method.descriptor->text());
}

int bci_of(const Stop& stop, const Method& method) {
  if (stop.line >= 0)
    return first_bci_of_line(method, stop.line);
  return std::max(stop.bci, 0);
}

// The opcodes from getstatic to putfield are adjacent (JVMS 6.5: 0xb2 to 0xb5).
bool names_field(const Method& method, std::string_view field) {
  for (classfile::InstructionCursor at({method.bytecode, method.bytecode_length}); at.valid();
       at.advance()) {
    bool is_use = at->opcode >= Opcode::getstatic && at->opcode <= Opcode::putfield;
    if (is_use && method.pool->member_name(at->index)->text() == field)
      return true;
  }
  return false;
}

// A point has no class that must be there, and `catch *` means every class.
PlaceState state_of(const Stop& stop) {
  if (stop.kind == StopKind::kPoint || stop.class_name == "*")
    return PlaceState::kThere;
  struct Search final : runtime::ClassVisitor {
    explicit Search(const Stop& which) : stop(which) {}
    void visit(Class& klass) override {
      if (state == PlaceState::kThere || !klass.is_instance_class() || !names_class_of(stop, klass))
        return;
      const bool is_there = stop.kind == StopKind::kThrow || has_member(stop, klass);
      state = is_there ? PlaceState::kThere : PlaceState::kNoCode;
    }
    const Stop& stop;
    PlaceState state = PlaceState::kPending;
  } search(stop);
  runtime::for_each_class(search);
  return search.state;
}

}  // namespace minijvm::vm::stepper
