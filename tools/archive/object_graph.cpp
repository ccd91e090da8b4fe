// Walks from the static fields in which the library keeps what HotSpot archives. No object moves
// meanwhile.
#include "tools/archive/object_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/log.h"
#include "classfile/archive/stored_objects.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "runtime/load/module_graph.h"
#include "runtime/object/java_objects.h"
#include "sync/multi_use_word.h"
#include "sync/threads/no_safepoint.h"

namespace minijvm::vm {
namespace {

using classfile::ArchiveWriter;
using classfile::ObjectKind;
using classfile::ObjectWord;
using runtime::Class;
using runtime::Field;
using runtime::Object;
using Words = std::vector<std::uint32_t>;
using Captured = Expected<Words, std::string>;

struct FieldName {
  std::string_view holder;
  std::string_view name;
};

// jdk.internal.misc.CDS fills these from an archive.
constexpr FieldName kRoots[] = {
    {"jdk/internal/loader/ArchivedClassLoaders", "archivedClassLoaders"},
    {"jdk/internal/module/ArchivedBootLayer", "archivedBootLayer"},
    {"java/lang/ModuleLayer", "EMPTY_LAYER"},
    {"java/lang/module/Configuration", "EMPTY_CONFIGURATION"}};

// The constants of these classes are stored as other objects are, or belong to one run.
constexpr std::string_view kNotNamed[] = {
    "jdk/internal/loader/ArchivedClassLoaders", "jdk/internal/loader/BootLoader",
    "jdk/internal/loader/BuiltinClassLoader", "jdk/internal/loader/ClassLoaders",
    "jdk/internal/module/ArchivedBootLayer"};

// These are of one run, or a cache. HOTSPOT: resetArchivedStates of the loaders forgets nearly the
// same.
constexpr FieldName kForgotten[] = {{"java/lang/ClassLoader", "classLoaderValueMap"},
                                    {"jdk/internal/loader/BuiltinClassLoader", "resourceCache"},
                                    {"jdk/internal/loader/BuiltinClassLoader", "ucp"}};
// These are stored empty: a ConcurrentHashMap whose fields are all zero is.
constexpr FieldName kEmptied[] = {{"java/lang/ClassLoader", "package2certs"},
                                  {"java/lang/ClassLoader", "packages"},
                                  {"java/lang/ClassLoader", "parallelLockMap"},
                                  {"java/security/SecureClassLoader", "pdcache"},
                                  {"jdk/internal/loader/BuiltinClassLoader", "moduleToReader"}};

std::uint32_t hash_of(Object& object) {
  const sync::LockBits bits = object.multi_use_word().load(std::memory_order_relaxed);
  return sync::lock_state(bits) == sync::LockState::NEUTRAL ? sync::hash_of(bits) : 0;
}

class BootClasses final : public runtime::ClassVisitor {
 public:
  void visit(Class& klass) override {
    if (klass.loader->is_boot() && klass.is_instance_class() && klass.is_initialized())
      classes.emplace(klass.name->text(), &klass);
  }
  std::map<std::string_view, Class*> classes;
};

const Field* field_of(const Class& klass, std::string_view name) {
  const auto found = std::ranges::find_if(
      klass.fields, [&](const Field& field) { return field.name->text() == name; });
  return found == klass.fields.end() ? nullptr : &*found;
}

class Capture {
 public:
  explicit Capture(ArchiveWriter& writer) : writer_(writer) {
    runtime::for_each_class(boot_);
    name_constants();
    note_fields(kForgotten, &forgotten_);
    note_fields(kEmptied, &emptied_);
  }

  Captured capture();

 private:
  using Place = std::pair<const Class*, std::uint32_t>;  // a class and an offset in its instances

  void name_constants();
  void note_fields(std::span<const FieldName> names, std::set<Place>* places);
  std::uint32_t class_number(const Class& klass);
  std::uint32_t word_of(Object* object);
  std::uint32_t word_of_mirror(const Object& mirror);
  void add_body(Object& object);
  void add_instance(const Object& object, const Class& klass);
  void add_array(const Object& array, const Class& klass);
  void add_modules();
  void add_module(const runtime::ModuleFacts& facts);
  bool add_roots();
  void refuse(const Class& klass, const char* why) {
    if (refused_.empty())
      refused_ = fmt::format("an object of {} {}", klass.external_name(), why);
  }

  ArchiveWriter& writer_;
  BootClasses boot_;
  std::set<Place> forgotten_;
  std::set<Place> emptied_;
  std::unordered_map<const Object*, std::pair<const Class*, const Field*>> constants_;
  std::unordered_map<const Class*, std::uint32_t> class_numbers_;
  std::unordered_map<const Object*, std::uint32_t> known_;
  std::unordered_map<const runtime::ModuleEntry*, std::uint32_t> module_numbers_;
  std::vector<Object*> objects_;    // of ObjectKind::kObject
  std::set<const Object*> zeroed_;  // those of them that are stored empty
  std::string refused_;

  Words classes_;
  Words named_;
  Words mirrors_;
  Words bodies_;
  Words roots_;
  Words modules_;
  std::uint32_t named_count_ = 0;
  std::uint32_t mirror_count_ = 0;
  std::uint32_t root_count_ = 0;
};

// Ranks the classes that have one object as their constant: best is its own class or nest, as an
// enum's; then a collection.
int rank_of(const Class& holder, const Object& value) {
  const std::string_view name = value.klass()->name->text();
  const std::string_view own = holder.name->text();
  const bool is_of_nest =
      name.starts_with(own) && (name.size() == own.size() || name[own.size()] == '$');
  return is_of_nest ? 0 : own.starts_with("java/util/") ? 1 : 2;
}

// Nobody compares strings by identity, mirrors have a name already, and class loaders and modules
// are what is stored, whoever has a constant of them.
bool is_named_by_fields(const Object& value) {
  const Class& klass = *value.klass();
  return &klass != runtime::wk().java_lang_String && &klass != runtime::wk().java_lang_Class &&
         !klass.is_class_loader && &klass != runtime::wk().java_lang_Module;
}

void Capture::name_constants() {
  for (const auto& [name, klass] : boot_.classes) {
    if (std::ranges::find(kNotNamed, name) != std::end(kNotNamed))
      continue;
    for (const Field& field : klass->fields) {
      if (!field.is_static() || !field.is_final() || !runtime::is_reference(field.type))
        continue;
      Object* value = reinterpret_cast<Object*>(klass->mirror)->load_ref(field.offset);
      if (value == nullptr || !is_named_by_fields(*value))
        continue;
      const auto [known, is_new] = constants_.try_emplace(value, klass, &field);
      if (!is_new && rank_of(*klass, *value) < rank_of(*known->second.first, *value))
        known->second = {klass, &field};
    }
  }
}

void Capture::note_fields(std::span<const FieldName> names, std::set<Place>* places) {
  for (const FieldName& name : names) {
    const auto klass = boot_.classes.find(name.holder);
    const Field* field =
        klass == boot_.classes.end() ? nullptr : field_of(*klass->second, name.name);
    if (field == nullptr)
      refused_ = fmt::format("{} has no field {}", name.holder, name.name);
    else
      places->emplace(klass->second, field->offset);
  }
}

std::uint32_t Capture::class_number(const Class& klass) {
  const auto [known, is_new] =
      class_numbers_.try_emplace(&klass, static_cast<std::uint32_t>(class_numbers_.size()));
  if (is_new)
    classes_.push_back(writer_.text(klass.name->text()));
  return known->second;
}

std::uint32_t Capture::word_of_mirror(const Object& mirror) {
  const Class& klass = *reinterpret_cast<const java::ClassMirror&>(mirror).vm_class();
  if (!klass.loader->is_boot() || klass.is_hidden || klass.is_primitive())
    refuse(klass, "is referred to by its mirror");
  mirrors_.insert(mirrors_.end(), {class_number(klass), hash_of(const_cast<Object&>(mirror))});
  return ObjectWord(ObjectKind::kMirror, mirror_count_++).word();
}

std::uint32_t Capture::word_of(Object* object) {
  if (object == nullptr)
    return 0;
  const auto [known, is_new] = known_.try_emplace(object, 0);
  if (!is_new)
    return known->second;
  std::uint32_t word = 0;
  const auto constant = constants_.find(object);
  if (object->klass() == runtime::wk().java_lang_Class) {
    word = word_of_mirror(*object);
  } else if (constant != constants_.end()) {
    const auto& [klass, field] = constant->second;
    named_.insert(named_.end(), {class_number(*klass), writer_.text(field->name->text()),
                                 writer_.text(field->descriptor->text()), hash_of(*object)});
    word = ObjectWord(ObjectKind::kNamed, named_count_++).word();
  } else {
    word = ObjectWord(ObjectKind::kObject, static_cast<std::uint32_t>(objects_.size())).word();
    objects_.push_back(object);
  }
  // The calls above add nothing to known_.
  known_[object] = word;
  return word;
}

void Capture::add_instance(const Object& object, const Class& klass) {
  Words body((klass.instance_bytes - Object::kHeaderBytes) / sizeof(std::uint32_t));
  const auto word_at = [&](std::uint32_t offset) -> std::uint32_t& {
    return body[(offset - Object::kHeaderBytes) / sizeof(std::uint32_t)];
  };
  if (!zeroed_.contains(&object)) {
    std::memcpy(body.data(), reinterpret_cast<const char*>(&object) + Object::kHeaderBytes,
                body.size() * sizeof(std::uint32_t));
    for (const std::uint32_t offset : klass.ref_offsets) {
      word_at(offset) = word_at(offset + 4) = 0;
      Object* value = object.load_ref(offset);
      const auto is_in = [&](const std::set<Place>& places) {
        for (const Class* at = &klass; at != nullptr; at = at->super) {
          if (places.contains({at, offset}))
            return true;
        }
        return false;
      };
      if (is_in(forgotten_))
        continue;
      if (value != nullptr && is_in(emptied_))
        zeroed_.insert(value);
      word_at(offset) = word_of(value);
    }
    // The VM's own fields.
    if (klass.is_class_loader)
      word_at(java::ClassLoader::loader_data_offset()) =
          word_at(java::ClassLoader::loader_data_offset() + 4) = 0;
    if (klass.is_subclass_of(*runtime::wk().java_lang_Module))
      word_at(java::Module::module_entry_offset()) =
          word_at(java::Module::module_entry_offset() + 4) = 0;
  }
  bodies_.insert(bodies_.end(), body.begin(), body.end());
}

void Capture::add_array(const Object& array, const Class& klass) {
  if (klass.kind == runtime::ClassKind::kObjectArray) {
    for (std::int32_t i = 0; i < array.array_length(); ++i)
      bodies_.push_back(word_of(array.elements<Object*>()[i]));
    return;
  }
  const auto bytes = static_cast<std::size_t>(array.array_length()) << klass.log2_element;
  const std::size_t from = bodies_.size();
  bodies_.resize(from + (bytes + 3) / sizeof(std::uint32_t));
  std::memcpy(bodies_.data() + from, array.elements<char>(), bytes);
}

// Objects of one run cannot be stored: threads, what the collector or the program's own classes
// know, and what is locked.
void Capture::add_body(Object& object) {
  const Class& klass = *object.klass();
  const auto& innermost = klass.innermost();
  if ((!innermost.is_primitive() && !innermost.loader->is_boot()) || innermost.is_hidden)
    refuse(klass, "has a class of its own run");
  for (const Class* none : {runtime::wk().java_lang_Thread, runtime::wk().java_lang_ref_Reference,
                            runtime::wk().java_lang_Throwable}) {
    if (klass.is_subclass_of(*none))
      refuse(klass, "belongs to one run");
  }
  if (sync::lock_state(object.multi_use_word().load(std::memory_order_relaxed)) !=
      sync::LockState::NEUTRAL)
    refuse(klass, "is locked");
  const auto length = klass.is_array() ? static_cast<std::uint32_t>(object.array_length()) : 0U;
  bodies_.insert(bodies_.end(), {class_number(klass), length, hash_of(object)});
  if (klass.is_array())
    add_array(object, klass);
  else
    add_instance(object, klass);
}

void Capture::add_module(const runtime::ModuleFacts& facts) {
  const auto text = [this](const std::string& of) { return of.empty() ? 0 : writer_.text(of); };
  const auto add_numbers = [this](const std::vector<const runtime::ModuleEntry*>& modules) {
    modules_.push_back(static_cast<std::uint32_t>(modules.size()));
    for (const runtime::ModuleEntry* module : modules) {
      const auto number = module_numbers_.find(module);
      if (number == module_numbers_.end())
        refused_ = "a module reads or exports to one that is not of the boot layer";
      else
        modules_.push_back(number->second);
    }
  };
  const runtime::ModuleEntry& module = *facts.module;
  modules_.insert(modules_.end(),
                  {word_of(module.module), module.is_open ? 1U : 0U, text(module.version),
                   text(module.location), static_cast<std::uint32_t>(facts.packages.size())});
  for (const runtime::PackageFacts& package : facts.packages) {
    modules_.insert(modules_.end(), {writer_.text(package.name->text()), package.to_all ? 1U : 0U,
                                     package.to_all_unnamed ? 1U : 0U});
    add_numbers(package.to);
  }
  modules_.push_back(facts.reads_all_unnamed ? 1U : 0U);
  add_numbers(facts.reads);
}

// A loader's modules come behind those of the loaders before it, java.base first.
void Capture::add_modules() {
  class Loaders {
   public:
    static void add(runtime::LoaderData& loader, void* all) {
      for (runtime::ModuleFacts& facts : runtime::module_facts(loader))
        static_cast<std::vector<runtime::ModuleFacts>*>(all)->push_back(std::move(facts));
    }
  };
  std::vector<runtime::ModuleFacts> all;
  runtime::LoaderData::for_each(Loaders::add, &all);
  for (const runtime::ModuleFacts& facts : all)
    module_numbers_.emplace(facts.module, static_cast<std::uint32_t>(module_numbers_.size()));
  modules_.push_back(static_cast<std::uint32_t>(all.size()));
  for (const runtime::ModuleFacts& facts : all) add_module(facts);
}

// Returns false if the library has not filled one of the fields.
bool Capture::add_roots() {
  for (const FieldName& root : kRoots) {
    const auto klass = boot_.classes.find(root.holder);
    const Field* field =
        klass == boot_.classes.end() ? nullptr : field_of(*klass->second, root.name);
    Object* value = field == nullptr
                        ? nullptr
                        : reinterpret_cast<Object*>(klass->second->mirror)->load_ref(field->offset);
    if (value == nullptr) {
      MJ_LOG(cds, kInfo, "no module graph: %s.%s is null", root.holder.data(), root.name.data());
      return false;
    }
    roots_.insert(roots_.end(), {writer_.text(root.holder), writer_.text(root.name),
                                 writer_.text(field->descriptor->text()), word_of(value)});
    ++root_count_;
  }
  return true;
}

Captured Capture::capture() {
  if (refused_.empty() && !add_roots())
    return Words();
  add_modules();
  // A body adds the objects that it refers to.
  for (std::size_t i = 0; i < objects_.size() && refused_.empty(); ++i) add_body(*objects_[i]);
  if (!refused_.empty())
    return Unexpected(refused_);
  Words all;
  const auto add_list = [&all](std::size_t count, const Words& rows) {
    all.push_back(static_cast<std::uint32_t>(count));
    all.insert(all.end(), rows.begin(), rows.end());
  };
  add_list(root_count_, roots_);
  add_list(class_numbers_.size(), classes_);
  add_list(named_count_, named_);
  add_list(mirror_count_, mirrors_);
  add_list(objects_.size(), bodies_);
  all.insert(all.end(), modules_.begin(), modules_.end());
  return all;
}

}  // namespace

Captured captured_objects(runtime::JavaThread& self, ArchiveWriter& writer) {
  const sync::NoSafepoint still(self);
  return Capture(writer).capture();
}

}  // namespace minijvm::vm
