// Objects to bytes and back. The writer's caller holds a NoSafepoint, the reader's is in kInVm.
#include "vm/natives/world/journal/object_graph.h"

#include <algorithm>
#include <cstring>

#include "gc/heap/barrier.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "vm/java/allocation.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/strings.h"
#include "vm/natives/world/journal/object_fields.h"

namespace minijvm::vm {

using runtime::BasicType;
using runtime::Class;
using runtime::ClassKind;
using runtime::Field;
using runtime::Handle;
using runtime::Object;
using sync::NoSafepoint;

namespace {

enum Tag : std::uint8_t { kNull, kAgain, kString, kPrimitives, kElements, kInstance };

// A chain of more objects than this is none that a native makes.
constexpr int kMostDepth = 32;
constexpr std::size_t kMostObjects = 100'000;

// The VM knows objects of these classes by other means than their fields.
bool is_of_vm(const Class& klass) {
  for (const char* name :
       {"java/lang/Class", "java/lang/Thread", "java/lang/ClassLoader", "java/lang/Throwable",
        "java/lang/ref/Reference", "java/lang/invoke/MemberName", "java/lang/Module"}) {
    for (const Class* each = &klass; each != nullptr; each = each->super) {
      if (each->name->text() == name) {
        return true;
      }
    }
  }
  return false;
}

bool is_kept(const Class& klass) {
  return klass.is_instance_class() && !klass.is_abstract() && !klass.is_hidden &&
         klass.loader == &runtime::LoaderData::boot() && !is_of_vm(klass);
}

std::string_view bytes_of(const Object& array) {
  const auto length = static_cast<std::size_t>(array.array_length());
  return {array.elements<char>(), length << array.klass()->log2_element};
}

}  // namespace

void GraphWriter::value(const Object* object) {
  if (object == nullptr) {
    out_->byte(kNull);
    return;
  }
  const auto known = std::ranges::find(written_, object);
  if (known != written_.end()) {
    out_->byte(kAgain);
    out_->number(static_cast<std::uint64_t>(known - written_.begin()));
    return;
  }
  const Class& klass = *object->klass();
  if (++depth_ > kMostDepth || written_.size() >= kMostObjects) {
    unkept_ = klass.external_name();
    out_->byte(kNull);
  } else if (java::String::describes(klass)) {
    written_.push_back(object);
    out_->byte(kString);
    out_->text(to_modified_utf8(still_, static_cast<const java::String*>(object)));
  } else if (klass.kind == ClassKind::kPrimitiveArray) {
    written_.push_back(object);
    out_->byte(kPrimitives);
    out_->byte(static_cast<std::uint8_t>(klass.element_type));
    out_->text(bytes_of(*object));
  } else if (klass.kind == ClassKind::kObjectArray) {
    written_.push_back(object);
    elements(*object);
  } else {
    written_.push_back(object);
    instance(*object);
  }
  --depth_;
}

void GraphWriter::elements(const Object& array) {
  out_->byte(kElements);
  out_->text(array.klass()->component->name->text());
  out_->number(static_cast<std::uint64_t>(array.array_length()));
  for (std::int32_t i = 0; i < array.array_length(); ++i) {
    value(array.elements<Object*>()[i]);
  }
}

void GraphWriter::instance(const Object& object) {
  const Class& klass = *object.klass();
  if (!is_kept(klass)) {
    unkept_ = klass.external_name();
  }
  out_->byte(kInstance);
  out_->text(klass.name->text());
  fields(object, nullptr);
}

void GraphWriter::fields(const Object& object, const Class* above) {
  for (const Field* field : instance_fields(*object.klass(), above)) {
    if (runtime::is_reference(field->type)) {
      value(object.load_ref(field->offset));
    } else {
      out_->signed_number(load_bits(object, field->offset, field->type));
    }
  }
}

JavaResult<Class*> GraphReader::klass(std::string_view name) {
  Class* found = nullptr;
  if (!name.empty() && name.size() <= 0xffff && in_->is_good()) {
    auto loaded =
        runtime::load_class(self_, runtime::LoaderData::boot(), runtime::intern_symbol(name));
    found = loaded.ok() ? loaded.take() : nullptr;
    if (found != nullptr) {
      MJ_TRY(lift(self_, runtime::link_class(self_, *found)));
    } else if (self_.has_pending_exception()) {
      (void)take_exception(self_);
    }
  }
  if (found == nullptr) {
    in_->fail();
  }
  return found;
}

JavaResult<Handle<>> GraphReader::value(std::string_view descriptor) {
  Handle<> made = MJ_TRY(any_value());
  if (made.is_null() || !in_->is_good()) {
    return Handle<>();
  }
  const bool is_class = descriptor.starts_with('L');
  const Class* type =
      MJ_TRY(klass(is_class ? descriptor.substr(1, descriptor.size() - 2) : descriptor));
  const NoSafepoint still(self_);
  if (type == nullptr || !made.raw(still)->klass()->is_subclass_of(*type)) {
    in_->fail();
    return Handle<>();
  }
  return made;
}

JavaResult<Handle<>> GraphReader::any_value() {
  const std::uint8_t tag = in_->byte();
  if (tag == kNull || !in_->is_good()) {
    return Handle<>();
  }
  if (tag == kAgain) {
    const std::uint64_t number = in_->number();
    if (number >= made_.size()) {
      in_->fail();
      return Handle<>();
    }
    return made_[number];
  }
  if (++depth_ > kMostDepth || made_.size() >= kMostObjects || tag > kInstance) {
    in_->fail();
    return Handle<>();
  }
  Handle<> made;
  if (tag == kString) {
    made = MJ_TRY(new_string(self_, in_->text()));
    made_.push_back(made);
  } else {
    made = MJ_TRY(tag == kPrimitives ? primitives() : tag == kElements ? elements() : instance());
  }
  --depth_;
  return made;
}

JavaResult<Handle<>> GraphReader::primitives() {
  const auto type = static_cast<BasicType>(in_->byte());
  const std::string_view bytes = in_->text();
  if (type < BasicType::kBoolean || type > BasicType::kLong) {
    in_->fail();
    return Handle<>();
  }
  const int log2 = runtime::log2_size(type);
  const auto length = static_cast<std::int32_t>(bytes.size() >> log2);
  const Handle<> array = MJ_TRY(new_primitive_array(self_, type, length));
  const NoSafepoint still(self_);
  std::memcpy(array.raw(still)->elements<char>(), bytes.data(),
              static_cast<std::size_t>(length) << log2);
  made_.push_back(array);
  return array;
}

JavaResult<Handle<>> GraphReader::elements() {
  Class* component = MJ_TRY(klass(in_->text()));
  const std::uint64_t count = in_->number_up_to(kMostObjects);
  if (component == nullptr || !in_->is_good()) {
    return Handle<>();
  }
  const Handle<java::ObjectArray> array =
      MJ_TRY(new_object_array(self_, *component, static_cast<std::int32_t>(count)));
  made_.push_back(array);
  const std::string name(component->name->text());
  const std::string descriptor = component->is_array() ? name : 'L' + name + ';';
  for (std::uint64_t i = 0; i < count && in_->is_good(); ++i) {
    const Handle<> element = MJ_TRY(value(descriptor));
    const NoSafepoint still(self_);
    array.raw(still)->store_element(still, i, element.raw(still));
  }
  return Handle<>(array);
}

JavaResult<Handle<>> GraphReader::instance() {
  Class* type = MJ_TRY(klass(in_->text()));
  if (type == nullptr || !is_kept(*type)) {
    in_->fail();
    return Handle<>();
  }
  MJ_TRY(initialize_class(self_, *type));
  const Handle<> object = MJ_TRY(new_instance(self_, *type));
  made_.push_back(object);
  MJ_TRY(fields(object, nullptr));
  return object;
}

JavaResult<void> GraphReader::fields(Handle<> object, const Class* above) {
  const Class* type = nullptr;
  {
    const NoSafepoint still(self_);
    type = object.raw(still)->klass();
  }
  for (const Field* field : instance_fields(*type, above)) {
    if (!in_->is_good()) {
      return {};
    }
    Handle<> reference;
    std::int64_t bits = 0;
    if (runtime::is_reference(field->type)) {
      reference = MJ_TRY(value(field->descriptor->text()));
    } else {
      bits = in_->signed_number();
    }
    const NoSafepoint still(self_);
    if (runtime::is_reference(field->type)) {
      gc::store_ref(still, object.raw(still), field->offset, reference.raw(still));
    } else {
      store_bits(*object.raw(still), field->offset, field->type, bits);
    }
  }
  return {};
}

}  // namespace minijvm::vm
