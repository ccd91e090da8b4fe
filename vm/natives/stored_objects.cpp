// Makes objects from the words of the archive. Main calls this while the library boots, in kInVm.
#include "vm/natives/stored_objects.h"

#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/file_pages.h"
#include "base/log.h"
#include "classfile/archive/stored_objects.h"
#include "gc/heap/allocate.h"
#include "gc/heap/reference_fields.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/java_objects.h"
#include "runtime/runtime_state.h"
#include "vm/java/allocation.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"
#include "vm/natives/jni/jni_handles.h"
#include "vm/natives/stored_words.h"
#include "vm/vm.h"

namespace minijvm::vm {

using classfile::ObjectWord;
using runtime::Class;
using runtime::Field;
using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Object;
using sync::NoSafepoint;

namespace {

const Field& declared_field(const Class& klass, std::uint32_t name, std::uint32_t descriptor) {
  const Field* field = klass.find_declared_field(&symbol_at(name), &symbol_at(descriptor));
  MJ_CHECK(field != nullptr, "%s has another field than in the archive", klass.name->c_str());
  return *field;
}

// An object as its row tells it.
struct Row {
  const Class* klass;
  std::int32_t length;
  std::uint32_t hash;

  std::size_t body_words() const {
    if (klass->kind == runtime::ClassKind::kObjectArray)
      return static_cast<std::size_t>(length);
    const std::size_t bytes = klass->is_array()
                                  ? static_cast<std::size_t>(length) << klass->log2_element
                                  : klass->instance_bytes - Object::kHeaderBytes;
    return (bytes + 3) / sizeof(std::uint32_t);
  }
};

// Makes what an archive's words say. The objects are in one array, in the order of their kinds
// and numbers.
class StoredObjects {
 public:
  StoredObjects() : words_(runtime::runtime_state.archive->objects()) {}

  bool has_root(const Class& holder) const;
  JavaResult<void> give(JavaThread& self, Class& holder);
  JavaResult<void> define_modules(JavaThread& self);

 private:
  JavaResult<void> make(JavaThread& self);
  JavaResult<void> load_classes(JavaThread& self, Words& words);
  JavaResult<void> find_named(JavaThread& self, Words& words);
  void find_mirrors(JavaThread& self, Words& words);
  JavaResult<void> allocate_objects(JavaThread& self, Words& words);
  void fill_objects(JavaThread& self, Words words) const;
  void fill(const NoSafepoint& still, Object& object, const Row& row,
            std::span<const std::uint32_t> body) const;
  void set_root(JavaThread& self, Class& holder);

  Handle<java::ObjectArray> pool() const { return handle_of(static_cast<jobjectArray>(pool_)); }
  std::size_t place_of(ObjectWord word) const {
    return starts_[static_cast<std::size_t>(word.kind())] + word.number();
  }
  Row next_row(Words& words) const {
    const std::uint32_t klass = words.next();
    const auto length = static_cast<std::int32_t>(words.next());
    return {classes_[klass], length, words.next()};
  }

  std::span<const std::uint32_t> words_;
  std::vector<Class*> classes_;
  jobject pool_ = nullptr;
  std::size_t starts_[3] = {};  // of the kinds of ObjectKind, in the pool
  std::size_t modules_at_ = 0;  // where they begin among the words
  bool is_being_made_ = false;
};

JavaResult<void> StoredObjects::load_classes(JavaThread& self, Words& words) {
  for (std::uint32_t left = words.next(); left != 0; --left) {
    HandleScope scope(self);
    Class* klass = MJ_TRY(lift(
        self, runtime::load_class(self, runtime::LoaderData::boot(), &symbol_at(words.next()))));
    MJ_TRY(lift(self, runtime::link_class(self, *klass)));
    classes_.push_back(klass);
  }
  return {};
}

// Gives the object the hash that it had when sets of it were stored. An object that other code has
// made may have another one already; then such a set would not find it.
void set_hash(Object& object, std::uint32_t hash) {
  sync::MultiUseWord& word = object.multi_use_word();
  const sync::LockBits bits = word.load(std::memory_order_relaxed);
  if (hash == 0 || sync::lock_state(bits) != sync::LockState::NEUTRAL)
    return;
  MJ_DCHECK(sync::hash_of(bits) == 0 || sync::hash_of(bits) == hash,
            "an object of %s has another hash than in the archive", object.klass()->name->c_str());
  if (sync::hash_of(bits) == 0)
    word.cas(bits, sync::with_hash(bits, hash), std::memory_order_relaxed,
             std::memory_order_relaxed);
}

JavaResult<void> StoredObjects::find_named(JavaThread& self, Words& words) {
  const std::uint32_t count = words.next();
  for (std::uint32_t i = 0; i < count; ++i) {
    HandleScope scope(self);
    Class& klass = *classes_[words.next()];
    const std::uint32_t name = words.next();
    const Field& field = declared_field(klass, name, words.next());
    const std::uint32_t hash = words.next();
    MJ_TRY(initialize_class(self, klass));
    const NoSafepoint still(self);
    Object* value = reinterpret_cast<Object*>(klass.mirror)->load_ref(field.offset);
    MJ_CHECK(value != nullptr, "%s has no constant yet that the archive names",
             klass.name->c_str());
    set_hash(*value, hash);
    pool().raw(still)->store_element(still, starts_[1] + i, value);
  }
  return {};
}

void StoredObjects::find_mirrors(JavaThread& self, Words& words) {
  const NoSafepoint still(self);
  const std::uint32_t count = words.next();
  for (std::uint32_t i = 0; i < count; ++i) {
    auto* mirror = reinterpret_cast<Object*>(classes_[words.next()]->mirror);
    set_hash(*mirror, words.next());
    pool().raw(still)->store_element(still, starts_[2] + i, mirror);
  }
}

JavaResult<void> StoredObjects::allocate_objects(JavaThread& self, Words& words) {
  const std::uint32_t count = words.next();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Row row = next_row(words);
    (void)words.next(row.body_words());
    Object* fresh = row.klass->is_array() ? gc::allocate_array(self, *row.klass, row.length)
                                          : gc::allocate_instance(self, *row.klass);
    if (fresh == nullptr)
      return throw_out_of_memory(self, gc::out_of_memory_text(self));
    const NoSafepoint still(self);
    set_hash(*fresh, row.hash);
    pool().raw(still)->store_element(still, i, fresh);
  }
  return {};
}

void StoredObjects::fill(const NoSafepoint& still, Object& object, const Row& row,
                         std::span<const std::uint32_t> body) const {
  const auto reference = [&](std::uint32_t word) {
    return word == 0 ? nullptr : pool().raw(still)->at(place_of(ObjectWord(word)));
  };
  if (row.klass->kind == runtime::ClassKind::kObjectArray) {
    for (std::size_t i = 0; i < body.size(); ++i)
      static_cast<java::ObjectArray&>(object).store_element(still, i, reference(body[i]));
    return;
  }
  const std::size_t bytes = row.klass->is_array()
                                ? static_cast<std::size_t>(row.length) << row.klass->log2_element
                                : body.size_bytes();
  std::memcpy(reinterpret_cast<char*>(&object) + Object::kHeaderBytes, body.data(), bytes);
  if (row.klass->is_array())
    return;
  for (const std::uint32_t offset : row.klass->ref_offsets) {
    const std::size_t at = (offset - Object::kHeaderBytes) / sizeof(std::uint32_t);
    gc::store_ref(still, &object, offset, reference(body[at]));
  }
}

// No collection comes between the copy of an instance's bytes, which are no references yet, and the
// stores of its references.
void StoredObjects::fill_objects(JavaThread& self, Words words) const {
  const NoSafepoint still(self);
  const std::uint32_t count = words.next();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Row row = next_row(words);
    fill(still, *pool().raw(still)->at(i), row, words.next(row.body_words()));
  }
}

JavaResult<void> StoredObjects::make(JavaThread& self) {
  Words words(words_);
  (void)words.next(4 * std::size_t{words.next()});
  MJ_TRY(load_classes(self, words));
  // The objects come first in the pool, but last among the parts.
  Words ahead = words;
  const std::uint32_t named = ahead.next();
  (void)ahead.next(4 * std::size_t{named});
  const std::uint32_t mirrors = ahead.next();
  (void)ahead.next(2 * std::size_t{mirrors});
  const Words at_objects = ahead;
  const std::uint32_t objects = ahead.next();
  starts_[1] = objects;
  starts_[2] = starts_[1] + named;
  {
    HandleScope scope(self);
    const auto all = static_cast<std::int32_t>(starts_[2] + mirrors);
    pool_ =
        new_global_ref(self, MJ_TRY(new_object_array(self, *runtime::wk().java_lang_Object, all)));
  }
  MJ_TRY(find_named(self, words));
  find_mirrors(self, words);
  MJ_TRY(allocate_objects(self, words));
  modules_at_ = words.position();
  fill_objects(self, at_objects);
  MJ_LOG(cds, kInfo, "taken from the archive: %u objects", objects);
  return {};
}

bool StoredObjects::has_root(const Class& holder) const {
  if (words_.empty())
    return false;
  Words words(words_);
  for (std::uint32_t left = words.next(); left != 0; --left) {
    if (&symbol_at(words.next(4)[0]) == holder.name)
      return true;
  }
  return false;
}

void StoredObjects::set_root(JavaThread& self, Class& holder) {
  const NoSafepoint still(self);
  Words words(words_);
  for (std::uint32_t left = words.next(); left != 0; --left) {
    const std::span<const std::uint32_t> root = words.next(4);
    if (&symbol_at(root[0]) != holder.name)
      continue;
    const Field& field = declared_field(holder, root[1], root[2]);
    gc::store_ref(still, reinterpret_cast<Object*>(holder.mirror), field.offset,
                  pool().raw(still)->at(place_of(ObjectWord(root[3]))));
  }
}

// If the heap is too small for the objects, the boot ends with that error, and nobody gets any.
// The field is set before classes are initialized: the initializer of BuiltinClassLoader reads it.
JavaResult<void> StoredObjects::give(JavaThread& self, Class& holder) {
  MJ_CHECK(!is_being_made_, "%s asks for objects while they are made", holder.name->c_str());
  const bool is_first = pool_ == nullptr;
  if (is_first) {
    is_being_made_ = true;
    JavaResult<void> made = make(self);
    is_being_made_ = false;
    if (!made.ok()) {
      words_ = {};
      return made;
    }
  }
  set_root(self, holder);
  if (is_first) {
    for (Class* klass : classes_) {
      HandleScope scope(self);
      if (klass->is_instance_class())
        MJ_TRY(initialize_class(self, *klass));
    }
  }
  return {};
}

JavaResult<void> StoredObjects::define_modules(JavaThread& self) {
  if (pool_ == nullptr)
    return {};
  MJ_TRY(vm::define_modules(self, Words(words_, modules_at_), pool()));
  delete_global_ref(std::exchange(pool_, nullptr));
  // Nobody reads them again.
  release_file_pages(words_.data(), words_.data() + words_.size());
  words_ = {};
  classes_ = {};
  return {};
}

}  // namespace

struct StoredObjectsState {
  StoredObjects objects;
};

void allow_stored_objects() {
  the_vm.natives.stored_objects.get([] { return new StoredObjectsState; });
}

void keep_module_graph(bool keeps) { the_vm.natives.keeps_module_graph = keeps; }
bool keeps_module_graph() { return the_vm.natives.keeps_module_graph; }

JavaResult<void> give_stored_objects(JavaThread& self, Class& holder) {
  StoredObjectsState* state = the_vm.natives.stored_objects.if_made();
  if (state == nullptr || !state->objects.has_root(holder))
    return {};
  return state->objects.give(self, holder);
}

JavaResult<void> define_stored_modules(JavaThread& self) {
  StoredObjectsState* state = the_vm.natives.stored_objects.if_made();
  return state == nullptr ? JavaResult<void>() : state->objects.define_modules(self);
}

}  // namespace minijvm::vm
