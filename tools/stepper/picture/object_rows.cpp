// Walks from the objects that frames, statics and locks refer to. The caller has the floor, and a
// NoSafepoint keeps every raw pointer valid.
#include "tools/stepper/picture/object_rows.h"

#include <algorithm>

#include "gc/heap/heap_parts.h"
#include "gc/young/forwarding.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/object/java_objects.h"
#include "tools/stepper/lock_words.h"
#include "tools/stepper/plan.h"

namespace minijvm::vm::stepper {

namespace {

using runtime::Class;
using runtime::Field;
using runtime::Object;

constexpr std::int32_t kMostElements = 16;
constexpr std::size_t kMostFields = 64;
constexpr std::size_t kMostClasses = 64;

// JVMS 4.5: the compiler made the field, as $assertionsDisabled.
bool is_synthetic(const Field& field) { return (field.access_flags & 0x1000) != 0; }

// An object of the class library shows nothing of its inside until a reader opens it. Arrays hold
// the program's own data.
bool is_closed(const PictureSources& sources, const Class& klass, ObjectNo number) {
  return !klass.is_array() && is_library(klass) && !sources.limits.open.contains(number);
}

// Adds the fields of the class and its superclasses, those of the superclasses first. Fields that a
// class of the library declares are left out unless the object is open.
void add_fields(const PictureSources& sources, const Object* object, const Class& klass,
                bool is_open, Json& rows, std::int64_t* left_out) {
  if (klass.super != nullptr)
    add_fields(sources, object, *klass.super, is_open, rows, left_out);
  for (const Field& field : klass.fields) {
    if (field.is_static())
      continue;
    if ((!is_open && is_library(klass)) || rows.items().size() >= kMostFields) {
      ++*left_out;
      continue;
    }
    Json row = Json::record();
    row.set("name", cut(std::string(field.name->text())));
    if (&klass != object->klass())
      row.set("declared_by", klass.external_name());
    sources.values.set_field(object, field, row);
    rows.add(std::move(row));
  }
}

void set_fields(const PictureSources& sources, const Object* object, bool is_open, Json& row) {
  Json rows = Json::list();
  std::int64_t left_out = 0;
  add_fields(sources, object, *object->klass(), is_open, rows, &left_out);
  row.set("fields", std::move(rows));
  if (left_out != 0)
    row.set("more_fields", left_out);
}

void set_elements(const PictureSources& sources, const Object* array, Json& row) {
  Json rows = Json::list();
  const std::int32_t length = array->array_length();
  for (std::int32_t i = 0; i < std::min(length, kMostElements); ++i) {
    Json element = Json::record();
    element.set("name", '[' + std::to_string(i) + ']');
    sources.values.set_element(array, i, element);
    rows.add(std::move(element));
  }
  row.set("length", length)
      .set("elements", std::move(rows))
      .set("more_elements", std::max(length - kMostElements, 0));
}

// The age of a locked object is in its lock record. A BUSY word does not tell it: then this returns
// -1. Thin locks use the bits of BUSY for another state, which tells it.
std::int64_t age_of(Object* object) {
  sync::MultiUseWord& word = object->multi_use_word();
  // relaxed: the threads that write it are held.
  const bool is_busy =
      words_are_the_papers() &&
      sync::lock_state(word.load(std::memory_order_relaxed)) == sync::LockState::BUSY;
  return is_busy ? -1 : static_cast<std::int64_t>(sync::object_age(word));
}

Json object_row(const PictureSources& sources, Object* object) {
  const Class& klass = *object->klass();
  const ObjectNo number = sources.values.number(object);
  const bool closed = is_closed(sources, klass, number);
  Json row = Json::record();
  row.set("id", number)
      .set("class", klass.is_array() ? cut(runtime::external_type(klass.name->text()))
                                     : cut(klass.external_name()))
      .set("text", sources.values.text(object))
      .set("address", hex(object))
      .set("space", space_of(object))
      // The size comes from the heap's own function, since the object may be in the fixed space.
      .set("bytes", static_cast<std::int64_t>(gc::the_heap().bytes_of(object)));
  if (std::int64_t age = age_of(object); age >= 0)
    row.set("age", age);
  row.set("library", is_library(klass)).set("closed", closed);
  if (klass.is_array()) {
    set_elements(sources, object, row);
  } else if (!closed) {
    set_fields(sources, object, sources.limits.open.contains(number), row);
  }
  return row;
}

// Returns the loaded classes of the program that have static fields, in the order of their names.
// Before its initialization a class has the fields' default values (JVMS 5.4.2).
std::vector<const Class*> classes_with_statics() {
  struct Search final : runtime::ClassVisitor {
    void visit(Class& klass) override {
      const bool is_shown =
          klass.is_instance_class() && !is_library(klass) && klass.mirror != nullptr &&
          !klass.is_hidden &&
          std::any_of(klass.fields.begin(), klass.fields.end(),
                      [](const Field& field) { return field.is_static() && !is_synthetic(field); });
      if (is_shown)
        found.push_back(&klass);
    }
    std::vector<const Class*> found;
  } search;
  runtime::for_each_class(search);
  std::sort(search.found.begin(), search.found.end(),
            [](const Class* a, const Class* b) { return a->name->text() < b->name->text(); });
  return std::move(search.found);
}

Json statics_row(const PictureSources& sources, const Class& klass) {
  Json rows = Json::list();
  std::int64_t left_out = 0;
  for (const Field& field : klass.fields) {
    if (!field.is_static() || is_synthetic(field))
      continue;
    if (rows.items().size() >= kMostFields) {
      ++left_out;
      continue;
    }
    Json row = Json::record();
    row.set("name", cut(std::string(field.name->text())));
    sources.values.set_field(klass.mirror, field, row);
    rows.add(std::move(row));
  }
  Json row = Json::record();
  row.set("class", klass.external_name()).set("fields", std::move(rows));
  if (left_out != 0)
    row.set("more_fields", left_out);
  return row;
}

}  // namespace

void set_statics(const PictureSources& sources, Json& picture) {
  Json rows = Json::list();
  const std::vector<const Class*> classes = classes_with_statics();
  for (const Class* klass : std::span(classes).first(std::min(classes.size(), kMostClasses)))
    rows.add(statics_row(sources, *klass));
  picture.set("statics", std::move(rows));
  if (classes.size() > kMostClasses)
    picture.set("more_statics", static_cast<std::int64_t>(classes.size() - kMostClasses));
}

// The list of noted objects grows while it is walked. Objects that were noted up to a depth are
// followed by those that they refer to, so one mark divides the depths.
std::vector<Object*> set_objects(const PictureSources& sources, Json& picture) {
  // An object that a reader has opened is shown, too, however far away it is.
  for (ObjectNo number : sources.limits.open)
    sources.values.number(sources.memory.numbers.object(sources.scene.view->still, number));
  Json rows = Json::list();
  std::vector<Object*> shown;
  std::size_t end_of_depth = sources.values.found().size();
  std::size_t depth = 1;
  for (std::size_t at = 0; at < sources.values.found().size(); ++at) {
    if (at == end_of_depth) {
      end_of_depth = sources.values.found().size();
      ++depth;
    }
    if (depth > sources.limits.depth || shown.size() >= sources.limits.objects)
      break;
    Object* object = sources.values.found()[at];
    shown.push_back(object);
    rows.add(object_row(sources, object));
  }
  picture.set("objects", std::move(rows))
      .set("more_objects", static_cast<std::int64_t>(sources.values.found().size() - shown.size()));
  return shown;
}

void set_unsettled_objects(const PictureSources& sources, Json& picture) {
  Json rows = Json::list();
  const std::vector<NumberedObjects::Numbered> objects =
      sources.memory.numbers.list(sources.scene.view->still, sources.limits.objects);
  for (const NumberedObjects::Numbered& each : objects) {
    Json row = Json::record();
    row.set("id", each.number).set("address", hex(each.object));
    // A young collection leaves the copy's address in the class word.
    if (std::uint64_t word = each.object->class_word(); gc::is_forwarded(word))
      row.set("forwarded_to", hex(gc::forwardee(word)));
    rows.add(std::move(row));
  }
  picture.set("objects", std::move(rows)).set("more_objects", 0);
}

}  // namespace minijvm::vm::stepper
