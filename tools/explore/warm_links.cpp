// A link is a record of addresses and indices. The stem looks each class up among its own before it
// believes the rest.
#include "tools/explore/warm_links.h"

#include <cstring>
#include <unordered_set>

#include "base/log.h"
#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/class/class_unloading.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/link/cached_call.h"
#include "runtime/link/class_linker.h"
#include "runtime/link/resolution.h"
#include "runtime/load/loader_data.h"
#include "vm/interp/cells/translator.h"
#include "vm/vm.h"

namespace minijvm::vm {
namespace {

using classfile::ConstantTag;
using runtime::Class;
using runtime::Field;
using runtime::JavaThread;
using runtime::Method;
using runtime::RunConstantPool;

// JVMS table 4.5-A.
constexpr std::uint16_t kAccPrivate = 0x0002;

struct Link {
  enum class Kind : std::uint16_t { kMethod, kClass, kField, kCall };
  Kind kind = Kind::kMethod;
  std::uint16_t index = 0;  // of the method in its class, or of the entry in the pool
  Class* klass = nullptr;   // the class of the method, or of the pool
  // The entry means this class, or the member with this index that the class declares.
  Class* target = nullptr;
  std::size_t member = 0;
  // Of a call only.
  Class* referenced = nullptr;
  std::int32_t table_index = 0;
  bool through_itable = false;
  runtime::InvokeKind invoke = runtime::InvokeKind::kVirtual;
};

class MadeLinks final : public runtime::ClassVisitor {
 public:
  // A custom loader's classes are left out, since what its arena takes decides when collections
  // come; and so are redefined classes, which have another pool.
  void visit(Class& klass) override {
    if (!klass.loader->is_built_in() || klass.older != nullptr) {
      return;
    }
    for (std::size_t i = 0; i < klass.methods.size(); ++i) {
      if (klass.methods[i].code.load(std::memory_order_acquire) != nullptr) {
        add({.kind = Link::Kind::kMethod, .index = static_cast<std::uint16_t>(i), .klass = &klass});
      }
    }
    for (const bool wants_classes : {true, false}) {
      for (std::uint16_t i = 1; klass.pool != nullptr && i < klass.pool->size(); ++i) {
        void* entry = klass.pool->resolved(i);
        if (entry != nullptr && klass.pool->raw().is(i, ConstantTag::Class) == wants_classes) {
          add_entry(klass, i, entry);
        }
      }
    }
  }

  std::string bytes;

 private:
  void add(const Link& link) { bytes.append(reinterpret_cast<const char*>(&link), sizeof link); }

  void add_entry(Class& klass, std::uint16_t index, void* entry) {
    switch (klass.pool->raw().tag(index)) {
      case ConstantTag::Class:
        add({.kind = Link::Kind::kClass,
             .index = index,
             .klass = &klass,
             .target = static_cast<Class*>(entry)});
        break;
      case ConstantTag::Fieldref:
        add_field(klass, index, *static_cast<Field*>(entry));
        break;
      case ConstantTag::Methodref:
      case ConstantTag::InterfaceMethodref:
        for (const auto* call = static_cast<runtime::CachedCall*>(entry); call != nullptr;
             call = call->next.load(std::memory_order_acquire)) {
          add_call(klass, index, *call);
        }
        break;
      default:
        break;
    }
  }

  void add_field(Class& klass, std::uint16_t index, Field& field) {
    if (field.holder->older != nullptr) {
      return;
    }
    add({.kind = Link::Kind::kField,
         .index = index,
         .klass = &klass,
         .target = field.holder,
         .member = static_cast<std::size_t>(&field - field.holder->fields.data())});
  }

  // A method that is none of its class's own is one of java.lang.invoke.
  void add_call(Class& klass, std::uint16_t index, const runtime::CachedCall& cached) {
    const Method* method = cached.call.method;
    if (method->holder->older != nullptr) {
      return;
    }
    for (std::size_t i = 0; i < method->holder->methods.size(); ++i) {
      if (&method->holder->methods[i] == method) {
        add({.kind = Link::Kind::kCall,
             .index = index,
             .klass = &klass,
             .target = method->holder,
             .member = i,
             .referenced = cached.call.referenced,
             .table_index = cached.call.table_index,
             .through_itable = cached.call.through_itable,
             .invoke = cached.kind});
      }
    }
  }
};

class OwnClasses final : public runtime::ClassVisitor {
 public:
  OwnClasses() { runtime::for_each_class(*this); }
  void visit(Class& klass) override { all_.insert(&klass); }
  // Null is no class of others.
  bool has(const Class* klass) const { return klass == nullptr || all_.contains(klass); }

 private:
  std::unordered_set<const Class*> all_;
};

// A class of another loader may have got this class by asking its loader, which is Java.
void take_class(JavaThread& self, const Link& link) {
  if (link.klass->loader->is_boot() && runtime::can_access_class(self, *link.klass, *link.target)) {
    link.klass->pool->publish(link.index, link.target);
  }
}

// Returns true if the next resolution of the member would run no Java and leave no trace: the class
// that it refers to is resolved, nobody asks for a nest host (5.4.4), and no loaders must agree
// about types (5.4.3.2, 5.4.3.3).
bool is_silent(const Link& link, bool is_private) {
  const RunConstantPool& pool = *link.klass->pool;
  const runtime::LoaderData* loader = link.klass->loader;
  return pool.resolved(pool.raw().member_class_index(link.index)) != nullptr &&
         link.target->loader == loader &&
         (link.referenced == nullptr || link.referenced->loader == loader) &&
         (!is_private || link.klass == link.target);
}

void take_field(const Link& link) {
  Field& field = link.target->fields[link.member];
  if (is_silent(link, (field.access_flags & kAccPrivate) != 0)) {
    link.klass->pool->publish(link.index, &field);
  }
}

void take_call(const Link& link) {
  RunConstantPool& pool = *link.klass->pool;
  Method& method = link.target->methods[link.member];
  if (is_silent(link, method.is_private()) &&
      runtime::find_cached(pool.resolved(link.index), link.invoke) == nullptr) {
    (void)runtime::remember_call(pool, link.index,
                                 {&method, link.referenced, link.table_index, link.through_itable},
                                 link.invoke);
  }
}

void take(JavaThread& self, const Link& link, const OwnClasses& own) {
  if (!own.has(link.klass) || !own.has(link.target) || !own.has(link.referenced)) {
    return;
  }
  switch (link.kind) {
    case Link::Kind::kMethod:
      if (link.klass->is_linked()) {
        (void)interp::translated(link.klass->methods[link.index]);
      }
      break;
    case Link::Kind::kClass:
      take_class(self, link);
      break;
    case Link::Kind::kField:
      take_field(link);
      break;
    case Link::Kind::kCall:
      take_call(link);
      break;
  }
}

bool logs_links() {
  return log_enabled(LogTag::resolution, LogLevel::kDebug) ||
         log_enabled(LogTag::interp, LogLevel::kTrace);
}

}  // namespace

std::string made_links() {
  MadeLinks made;
  // The reference interpreter's `code` is no translation, and a log is output of each run.
  if (the_vm.interp.cell_handlers != nullptr && runtime::unloaded_class_count() == 0 &&
      !logs_links()) {
    runtime::for_each_class(made);
  }
  return made.bytes;
}

// A member comes behind all classes of its pool.
void take_links(JavaThread& self, std::string_view links) {
  const OwnClasses own;
  for (; links.size() >= sizeof(Link); links.remove_prefix(sizeof(Link))) {
    Link link;
    std::memcpy(&link, links.data(), sizeof link);
    take(self, link, own);
  }
}

}  // namespace minijvm::vm
