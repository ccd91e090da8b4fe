// Finds, remembers and compares. The caller is in kInVm.
#include "vm/natives/world/journal/argument_objects.h"

#include <algorithm>
#include <cstring>

#include "classfile/descriptor.h"
#include "gc/heap/barrier.h"
#include "gc/heap/reference_fields.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "vm/natives/world/journal/object_fields.h"

namespace minijvm::vm {

using runtime::ClassKind;
using runtime::Field;
using runtime::Handle;
using runtime::Object;
using sync::NoSafepoint;

namespace {

// More objects than this are none that a native changes.
constexpr std::size_t kMostObjects = 64;
constexpr std::int32_t kMostElements = 16;

// The kinds of changes; 0 ends the list.
enum Change : std::uint8_t { kNone, kField, kPrimitives, kElement };

std::size_t body_bytes(const Object& object) {
  const runtime::Class& klass = *object.klass();
  return klass.is_array() ? static_cast<std::size_t>(object.array_length()) << klass.log2_element
                          : klass.instance_bytes - Object::kHeaderBytes;
}

const char* body_of(const Object& object) {
  return reinterpret_cast<const char*>(&object) + Object::kHeaderBytes;
}

bool is_plain(const Object& object) {
  const runtime::Class& klass = *object.klass();
  return !java::String::describes(klass) && !java::ClassMirror::describes(klass) &&
         !java::Thread::describes(klass) && !java::ClassLoader::describes(klass);
}

}  // namespace

ArgumentObjects::ArgumentObjects(runtime::JavaThread& self, const runtime::Method& method,
                                 const runtime::Slot* args)
    : self_(self) {
  const NoSafepoint still(self);
  if (!method.is_static()) {
    add(still, args->ref, true);
    ++args;
  }
  for (classfile::FieldType type : classfile::MethodDescriptor(method.descriptor->text())) {
    if (type.is_reference()) {
      add(still, args->ref, true);
    }
    args += type.text() == "J" || type.text() == "D" ? 2 : 1;
  }
  const std::size_t arguments = kept_.size();
  add_referents(still, 0, arguments);
  add_referents(still, arguments, kept_.size());
}

void ArgumentObjects::add(const NoSafepoint& still, Object* object, bool is_argument) {
  const bool is_known = std::ranges::any_of(
      kept_, [&](const Kept& kept) { return kept.object.raw(still) == object; });
  if (object != nullptr && !is_known && is_plain(*object) && kept_.size() < kMostObjects) {
    kept_.push_back({runtime::make_handle(self_, still, object), is_argument, {}, {}});
  }
}

void ArgumentObjects::add_referents(const NoSafepoint& still, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    const Object& object = *kept_[i].object.raw(still);
    if (object.klass()->is_instance_class()) {
      for (const std::uint32_t offset : object.klass()->ref_offsets) {
        add(still, object.load_ref(offset), false);
      }
    }
  }
}

void ArgumentObjects::remember() {
  const NoSafepoint still(self_);
  for (Kept& kept : kept_) {
    const Object& object = *kept.object.raw(still);
    kept.bytes.assign(body_of(object), body_bytes(object));
    if (!kept.is_argument) {
      continue;
    }
    const auto remember_reference = [&](Object* reference) {
      kept.references.push_back(runtime::make_handle(self_, still, reference));
    };
    if (object.klass()->kind == ClassKind::kObjectArray) {
      for (std::int32_t i = 0; i < std::min(object.array_length(), kMostElements); ++i) {
        remember_reference(object.elements<Object*>()[i]);
      }
    } else if (object.klass()->is_instance_class()) {
      for (const Field* field : instance_fields(*object.klass())) {
        if (runtime::is_reference(field->type)) {
          remember_reference(object.load_ref(field->offset));
        }
      }
    }
  }
}

void ArgumentObjects::write_changes(const NoSafepoint& still, GraphWriter* graph,
                                    JournalWriter* out) {
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    const runtime::Class& klass = *kept_[i].object.raw(still)->klass();
    if (klass.kind == ClassKind::kPrimitiveArray) {
      write_primitives(still, kept_[i], i, out);
    } else if (klass.kind == ClassKind::kObjectArray) {
      write_elements(still, kept_[i], i, graph, out);
    } else {
      write_fields(still, kept_[i], i, graph, out);
    }
  }
  out->byte(kNone);
}

void ArgumentObjects::write_fields(const NoSafepoint& still, const Kept& kept, std::size_t number,
                                   GraphWriter* graph, JournalWriter* out) {
  const Object& object = *kept.object.raw(still);
  const std::vector<const Field*> fields = instance_fields(*object.klass());
  std::size_t reference = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Field& field = *fields[i];
    const auto begin = [&] {
      out->byte(kField);
      out->number(number);
      out->number(i);
    };
    if (!runtime::is_reference(field.type)) {
      const std::size_t at = field.offset - Object::kHeaderBytes;
      const std::size_t bytes = std::size_t{1} << runtime::log2_size(field.type);
      if (std::memcmp(kept.bytes.data() + at, body_of(object) + at, bytes) != 0) {
        begin();
        out->signed_number(load_bits(object, field.offset, field.type));
      }
    } else if (kept.is_argument) {
      const Object* now = object.load_ref(field.offset);
      if (now != kept.references[reference++].raw(still)) {
        begin();
        graph->value(now);
      }
    }
  }
}

void ArgumentObjects::write_primitives(const NoSafepoint& still, const Kept& kept,
                                       std::size_t number, JournalWriter* out) {
  const std::string_view before = kept.bytes;
  const std::string_view now(body_of(*kept.object.raw(still)), before.size());
  const auto first =
      static_cast<std::size_t>(std::ranges::mismatch(before, now).in1 - before.begin());
  if (first == before.size()) {
    return;
  }
  std::size_t last = before.size();
  while (before[last - 1] == now[last - 1]) {
    --last;
  }
  out->byte(kPrimitives);
  out->number(number);
  out->number(first);
  out->text(now.substr(first, last - first));
}

void ArgumentObjects::write_elements(const NoSafepoint& still, const Kept& kept, std::size_t number,
                                     GraphWriter* graph, JournalWriter* out) {
  const Object& array = *kept.object.raw(still);
  for (std::size_t i = 0; i < kept.references.size(); ++i) {
    const Object* now = array.elements<Object*>()[i];
    if (now != kept.references[i].raw(still)) {
      out->byte(kElement);
      out->number(number);
      out->number(i);
      graph->value(now);
    }
  }
}

JavaResult<void> ArgumentObjects::apply_changes(JournalReader* in, GraphReader* graph) {
  for (std::uint8_t change = in->byte(); change != kNone && in->is_good(); change = in->byte()) {
    const std::uint64_t number = in->number();
    if (number >= kept_.size()) {
      in->fail();
    } else if (change == kField) {
      MJ_TRY(apply_field(kept_[number], in, graph));
    } else if (change == kElement) {
      MJ_TRY(apply_element(kept_[number], in, graph));
    } else {
      apply_primitives(kept_[number], in);
    }
  }
  return {};
}

JavaResult<void> ArgumentObjects::apply_field(const Kept& kept, JournalReader* in,
                                              GraphReader* graph) {
  const Field* field = nullptr;
  {
    const NoSafepoint still(self_);
    const runtime::Class& klass = *kept.object.raw(still)->klass();
    const std::vector<const Field*> fields =
        klass.is_instance_class() ? instance_fields(klass) : std::vector<const Field*>();
    const std::uint64_t number = in->number();
    if (number >= fields.size()) {
      in->fail();
      return {};
    }
    field = fields[number];
  }
  if (!runtime::is_reference(field->type)) {
    const std::int64_t bits = in->signed_number();
    const NoSafepoint still(self_);
    store_bits(*kept.object.raw(still), field->offset, field->type, bits);
    return {};
  }
  const Handle<> value = MJ_TRY(graph->value(field->descriptor->text()));
  const NoSafepoint still(self_);
  gc::store_ref(still, kept.object.raw(still), field->offset, value.raw(still));
  return {};
}

JavaResult<void> ArgumentObjects::apply_element(const Kept& kept, JournalReader* in,
                                                GraphReader* graph) {
  std::string descriptor;
  const std::uint64_t index = in->number();
  {
    const NoSafepoint still(self_);
    const Object& array = *kept.object.raw(still);
    if (array.klass()->kind != ClassKind::kObjectArray ||
        index >= static_cast<std::uint64_t>(array.array_length())) {
      in->fail();
      return {};
    }
    const runtime::Class& component = *array.klass()->component;
    const std::string name(component.name->text());
    descriptor = component.is_array() ? name : 'L' + name + ';';
  }
  const Handle<> value = MJ_TRY(graph->value(descriptor));
  const NoSafepoint still(self_);
  static_cast<java::ObjectArray*>(kept.object.raw(still))
      ->store_element(still, index, value.raw(still));
  return {};
}

void ArgumentObjects::apply_primitives(const Kept& kept, JournalReader* in) {
  const std::uint64_t first = in->number();
  const std::string_view bytes = in->text();
  const NoSafepoint still(self_);
  Object& array = *kept.object.raw(still);
  const std::size_t room =
      array.klass()->kind == ClassKind::kPrimitiveArray ? body_bytes(array) : 0;
  if (first > room || bytes.size() > room - first) {
    in->fail();
    return;
  }
  std::memcpy(array.elements<char>() + first, bytes.data(), bytes.size());
}

}  // namespace minijvm::vm
