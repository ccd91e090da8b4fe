// Reads and writes local variables of frames, by slot and type (JVMTI, chapter "Local Variable").
// The callers are agents; the bodies run in kInVm and look at the frame while its thread does not
// run.
//
// Two sources say what a slot holds. The LocalVariableTable, if the method has one, gives the
// declared type: a wrong type is TYPE_MISMATCH. The oop map says whether the slot holds a reference
// right now. It is always used, because a dead slot may still hold the address of an object that
// has moved or died.
// Tested by tests/vm/jvmti and tests/jdb.
#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/oop_map_cache.h"
#include "runtime/link/class_linker.h"
#include "tools/jvmti/frames.h"
#include "tools/jvmti/functions.h"

namespace minijvm::vm::jvmti {

using runtime::BasicType;
using runtime::Frame;
using runtime::Method;
using runtime::Slot;
using runtime::SlotContent;

namespace {

// Returns the type under which JVMTI reads a variable: GetLocalInt serves all sub-int types.
BasicType kind_of(char descriptor) {
  BasicType type = runtime::type_of_descriptor(descriptor);
  switch (type) {
    case BasicType::kBoolean:
    case BasicType::kByte:
    case BasicType::kChar:
    case BasicType::kShort:
      return BasicType::kInt;
    case BasicType::kArray:
      return BasicType::kObject;
    default:
      return type;
  }
}

bool has_variable_table(const Method& method) { return method.info->has_local_variables; }

// Returns the descriptor of the variable that is in the slot at the bci (JVMS 4.7.13); empty if
// none is.
std::string_view variable_at(const Method& method, std::uint32_t slot, std::int32_t bci) {
  const classfile::CodeAttribute code = method.code_attribute();
  for (const auto& table : code.local_variables) {
    for (std::uint32_t i = 0; i < table.size(); ++i) {
      classfile::LocalVariable row = table[i];
      if (row.index == slot && bci >= row.start_pc && bci < row.start_pc + row.length)
        return method.pool->raw().utf8(row.descriptor_index);
    }
  }
  return {};
}

// Returns whether the value may go into a variable of this type. If the type's class is not loaded
// by the method's loader, the value may still be an instance of a class of that name.
bool is_assignable(const Object* value, const Method& method, std::string_view descriptor) {
  if (value == nullptr)
    return true;
  std::string_view name =
      descriptor[0] == 'L' ? descriptor.substr(1, descriptor.size() - 2) : descriptor;
  const runtime::Symbol* symbol = runtime::find_symbol(name);
  const runtime::Class* wanted =
      symbol == nullptr ? nullptr : runtime::find_loaded_class(*method.holder->loader, symbol);
  if (wanted == nullptr)
    return value->klass()->name->text() == name;
  // JVMS 4.10.1.2: to the verifier an interface is Object.
  return wanted->is_interface() || value->klass()->is_subclass_of(*wanted);
}

// Names the variable that an agent asks about.
struct Variable {
  jint slot;
  BasicType type;
  // For SetLocalObject: the new value.
  const Object* stored = nullptr;
  bool is_store = false;
};

// Makes the checks of JVMTI's GetLocalInt and the like. A native method gets OPAQUE_FRAME.
// INVALID_SLOT means that there is no such slot or, with a variable table, that no variable is in
// scope there. TYPE_MISMATCH is checked last. A long or double needs two slots.
jvmtiError check_variable(const Frame& frame, const Variable& variable) {
  const Method& method = frame.method();
  if (method.bytecode == nullptr)
    return JVMTI_ERROR_OPAQUE_FRAME;
  int slots = runtime::slots_of(variable.type);
  if (variable.slot < 0 || variable.slot + slots > method.max_locals)
    return JVMTI_ERROR_INVALID_SLOT;
  // Without the table (javac without -g) any slot may be read under any type that its content
  // allows.
  if (!has_variable_table(method))
    return JVMTI_ERROR_NONE;
  std::string_view descriptor =
      variable_at(method, static_cast<std::uint32_t>(variable.slot), frame.bci());
  if (descriptor.empty())
    return JVMTI_ERROR_INVALID_SLOT;
  if (kind_of(descriptor[0]) != variable.type)
    return JVMTI_ERROR_TYPE_MISMATCH;
  bool fits = !variable.is_store || variable.type != BasicType::kObject ||
              is_assignable(variable.stored, method, descriptor);
  return fits ? JVMTI_ERROR_NONE : JVMTI_ERROR_TYPE_MISMATCH;
}

SlotContent content_of(const Frame& frame, jint slot) {
  return runtime::contents_of(frame).locals[static_cast<std::size_t>(slot)];
}
bool holds_reference(const Frame& frame, jint slot) {
  return content_of(frame, slot) == SlotContent::kReference;
}

// Looks at a frame for a variable. JVMTI 21: the thread is the caller, or suspended.
template <class Act>
jvmtiError on_variable(JavaThread& self, jthread thread, jint depth, Act act) {
  return on_frame(self, thread, depth, act, Demand::kSuspended);
}

// Reads the slot by read(slot, still). The content must not contradict the type: reading a
// reference as an int would leak an address, and reading an int as a reference would crash.
template <class Read>
jvmtiError get_local(Call& call, jthread thread, jint depth, jint slot, BasicType type, Read read) {
  return on_variable(
      call.self, thread, depth, [&](JavaThread&, const Frame& frame, const NoSafepoint& still) {
        jvmtiError error = check_variable(frame, {slot, type});
        if (error != JVMTI_ERROR_NONE)
          return error;
        SlotContent content = content_of(frame, slot);
        bool wants_reference = type == BasicType::kObject;
        bool holds_other = wants_reference
                               ? content == SlotContent::kPrimitive || content == SlotContent::kWide
                               : content == SlotContent::kReference;
        if (holds_other)
          return JVMTI_ERROR_TYPE_MISMATCH;
        // The variable is dead, or has not been stored to yet, so the answer is null.
        if (wants_reference && content == SlotContent::kNothing) {
          Slot nothing{};
          read(nothing, still);
        } else {
          read(frame.locals()[slot], still);
        }
        return JVMTI_ERROR_NONE;
      });
}

// HOTSPOT: in a virtual thread only the innermost frame can be written, and only while the thread
// is mounted.
bool may_set(const JavaThread& target, jint depth) {
  return !target.comes_and_goes_ || (depth == 0 && !runtime::is_unmounted(target));
}

// Stores a primitive. A slot that now holds a reference is refused: the oop map would make the
// collector follow the number.
jvmtiError set_local(Call& call, jthread thread, jint depth, jint slot, BasicType type,
                     Slot value) {
  return on_variable(call.self, thread, depth,
                     [&](JavaThread& target, const Frame& frame, const NoSafepoint&) {
                       if (!may_set(target, depth))
                         return JVMTI_ERROR_OPAQUE_FRAME;
                       jvmtiError error = check_variable(frame, {slot, type, nullptr, true});
                       if (error != JVMTI_ERROR_NONE)
                         return error;
                       if (holds_reference(frame, slot))
                         return JVMTI_ERROR_TYPE_MISMATCH;
                       frame.locals()[slot] = value;
                       return JVMTI_ERROR_NONE;
                     });
}

}  // namespace

jvmtiError GetLocalObject(Call& call, jthread thread, jint depth, jint slot, jobject* value) {
  if (value == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  return get_local(call, thread, depth, slot, BasicType::kObject,
                   [&](const Slot& from, const NoSafepoint& still) {
                     *value = from.ref == nullptr
                                  ? nullptr
                                  : local_ref(runtime::make_handle(call.self, still, from.ref));
                   });
}

jvmtiError GetLocalInt(Call& call, jthread thread, jint depth, jint slot, jint* value) {
  if (value == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  return get_local(call, thread, depth, slot, BasicType::kInt,
                   [&](const Slot& from, const NoSafepoint&) { *value = from.as_int(); });
}
jvmtiError GetLocalLong(Call& call, jthread thread, jint depth, jint slot, jlong* value) {
  if (value == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  return get_local(call, thread, depth, slot, BasicType::kLong,
                   [&](const Slot& from, const NoSafepoint&) { *value = from.as_long(); });
}
jvmtiError GetLocalFloat(Call& call, jthread thread, jint depth, jint slot, jfloat* value) {
  if (value == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  return get_local(call, thread, depth, slot, BasicType::kFloat,
                   [&](const Slot& from, const NoSafepoint&) { *value = from.as_float(); });
}
jvmtiError GetLocalDouble(Call& call, jthread thread, jint depth, jint slot, jdouble* value) {
  if (value == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  return get_local(call, thread, depth, slot, BasicType::kDouble,
                   [&](const Slot& from, const NoSafepoint&) { *value = from.as_double(); });
}

// JVMTI, GetLocalInstance: returns the receiver, also in a native method; INVALID_SLOT in a static
// one. If slot 0 has been reused for another value, the receiver is lost and the result is null.
jvmtiError GetLocalInstance(Call& call, jthread thread, jint depth, jobject* value) {
  if (value == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  return on_variable(
      call.self, thread, depth, [&](JavaThread&, const Frame& frame, const NoSafepoint& still) {
        if (frame.method().is_static())
          return JVMTI_ERROR_INVALID_SLOT;
        bool is_there = frame.method().bytecode == nullptr || holds_reference(frame, 0);
        Object* receiver = is_there ? frame.locals()[0].ref : nullptr;
        *value = receiver == nullptr ? nullptr
                                     : local_ref(runtime::make_handle(call.self, still, receiver));
        return JVMTI_ERROR_NONE;
      });
}

jvmtiError SetLocalObject(Call& call, jthread thread, jint depth, jint slot, jobject value) {
  return on_variable(
      call.self, thread, depth,
      [&](JavaThread& target, const Frame& frame, const NoSafepoint& still) {
        if (!may_set(target, depth))
          return JVMTI_ERROR_OPAQUE_FRAME;
        Object* raw = handle_of(value).raw(still);
        jvmtiError error = check_variable(frame, {slot, BasicType::kObject, raw, true});
        if (error != JVMTI_ERROR_NONE)
          return error;
        // A slot that the oop map does not list is dead: the collector would not update
        // a reference in it, and no instruction reads it before the next store. So the
        // store is skipped.
        if (holds_reference(frame, slot))
          frame.locals()[slot].ref = raw;
        return JVMTI_ERROR_NONE;
      });
}

jvmtiError SetLocalInt(Call& call, jthread thread, jint depth, jint slot, jint value) {
  Slot content{};
  content.set_int(value);
  return set_local(call, thread, depth, slot, BasicType::kInt, content);
}
jvmtiError SetLocalLong(Call& call, jthread thread, jint depth, jint slot, jlong value) {
  Slot content{};
  content.set_long(value);
  return set_local(call, thread, depth, slot, BasicType::kLong, content);
}
jvmtiError SetLocalFloat(Call& call, jthread thread, jint depth, jint slot, jfloat value) {
  Slot content{};
  content.set_float(value);
  return set_local(call, thread, depth, slot, BasicType::kFloat, content);
}
jvmtiError SetLocalDouble(Call& call, jthread thread, jint depth, jint slot, jdouble value) {
  Slot content{};
  content.set_double(value);
  return set_local(call, thread, depth, slot, BasicType::kDouble, content);
}

}  // namespace minijvm::vm::jvmti
