// The table is keyed by addresses, so the collector renews it. Nothing is read in its order.
#include "vm/java/threads/object_numbers.h"

#include <algorithm>

#include "classfile/basic_type.h"
#include "runtime/class/class.h"
#include "runtime/object/java_objects.h"
#include "runtime/object/object.h"
#include "runtime/object/well_known.h"
#include "vm/java/mirrors.h"

namespace minijvm::vm {

using decide::ObjectNo;
using runtime::Object;

namespace {

// "Map.Entry" for java.util.Map$Entry, "Thread[]" for an array
std::string simple_name(const runtime::Class& klass) {
  if (klass.is_array()) {
    return (klass.component == nullptr ? classfile::basic_type_name(klass.element_type)
                                       : simple_name(*klass.component)) +
           "[]";
  }
  std::string name = klass.external_name();
  name.erase(0, name.rfind('.') + 1);
  std::replace(name.begin(), name.end(), '$', '.');
  return name;
}

}  // namespace

ObjectNo ObjectNumbers::number(const sync::NoSafepoint&, Object* object) {
  if (object == nullptr) {
    return 0;
  }
  const auto [at, is_new] = numbers_.try_emplace(object, objects_.size() + 1);
  if (is_new) {
    objects_.push_back(object);
    if (object->klass() == runtime::wk().java_lang_Class) {
      const runtime::Class& mirrored = class_of_mirror(runtime::as<java::ClassMirror>(object));
      names_.push_back("class " + simple_name(mirrored));
    } else {
      const std::string name = simple_name(*object->klass());
      names_.push_back(name + '#' + std::to_string(++of_class_[name]));
    }
  }
  return at->second;
}

Object* ObjectNumbers::object(const sync::NoSafepoint&, ObjectNo number) const {
  return objects_[number - 1];
}

void ObjectNumbers::sweep(gc::Liveness& liveness) {
  numbers_.clear();
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    if (objects_[i] != nullptr) {
      objects_[i] = liveness.forwarded_or_null(objects_[i]);
    }
    if (objects_[i] != nullptr) {
      numbers_.emplace(objects_[i], i + 1);
    }
  }
}

}  // namespace minijvm::vm
