#include "tests/vm/scripted_world.h"

#include <sys/mman.h>

#include <cstring>
#include <deque>
#include <memory>

#include "classfile/class_file.h"
#include "classfile/class_file_parser.h"
#include "classfile/descriptor.h"
#include "gc/gc_state.h"
#include "gc/heap/barrier.h"
#include "gc/heap/stress.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/java_objects.h"
#include "sync/monitor.h"
#include "sync/threads/safepoint.h"
#include "tests/classfile/support/class_bytes.h"
#include "vm/interp/engine.h"
#include "vm/invoke/call_site.h"
#include "vm/java/allocation.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/mirrors.h"
#include "vm/java/threads/points.h"
#include "vm/java/threads/quiet_code.h"
#include "vm/java/threads/shared_variables.h"
#include "vm/java/threads/thread_blocking.h"
#include "vm/java/threads/thread_control.h"
#include "vm/natives/jvm/stack_walk.h"
#include "vm/natives/native_call.h"

namespace minijvm::gc {
namespace {
std::uint8_t one_card[1];
}
// Every card index is taken from an address; a biased table for the test's arena is set by World.
std::uint8_t* card_base = one_card;
constinit GcState gc_state;
void stress_poll(runtime::JavaThread&) {}
}  // namespace minijvm::gc

namespace minijvm::vm::test {
namespace {

constexpr std::size_t kArenaBytes = 8 * 1024 * 1024;
constexpr std::size_t kVtableRoom = 16;

World* current = nullptr;

// Below 4 GiB, so that class words hold its addresses.
std::byte* map_low(std::size_t bytes) {
  void* memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  MJ_CHECK(memory != MAP_FAILED, "no memory below 4 GiB for the test");
  return static_cast<std::byte*>(memory);
}

classfile::ClassFile parse_pool(int size) {
  static std::vector<std::uint8_t> bytes;
  classfile::ClassBytes builder("scripted/World");  // entries 1 to 4
  constexpr unsigned kFieldref = 9, kMethodref = 10, kInteger = 3;
  const char* descriptors[] = {"()V", "()I", "I", "J", "D", "I", "I"};  // of World::PoolMember
  // the members' own parts stand behind all, three entries each
  unsigned name_and_type = static_cast<unsigned>(size) + 2;
  for (const char* descriptor : descriptors) {
    builder.entry_u2_u2(descriptor[0] == '(' ? kMethodref : kFieldref, builder.this_class,
                        name_and_type);
    name_and_type += 3;
  }
  for (int i = World::kFirstNumber; i < size; ++i) builder.entry(kInteger, {0, 0, 0, 0});
  for (const char* descriptor : descriptors) builder.name_and_type("member", descriptor);
  bytes = builder.build();
  return classfile::parse_class_file({bytes.data(), bytes.size()}, {}).take();
}

struct OwnedCode {
  std::vector<std::uint8_t> bytes;
  classfile::MethodInfo info;
};

}  // namespace

struct World::Parts {
  std::byte* arena = map_low(kArenaBytes);
  std::size_t used = 0;
  std::vector<std::uint8_t> cards = std::vector<std::uint8_t>((kArenaBytes >> gc::kCardShift) + 2);
  classfile::ClassFile file = parse_pool(kPoolSize);
  runtime::LoaderData loader;
  std::deque<OwnedCode> codes;
  std::deque<Method> methods;
  std::deque<Field> fields;
  std::deque<std::unique_ptr<runtime::RunConstantPool>> pools;
  std::map<std::string, Class*, std::less<>> exceptions;
  std::map<BasicType, Class*> arrays;

  std::byte* take(std::size_t bytes) {
    std::byte* at = arena + used;
    used += (bytes + 15) & ~std::size_t{15};
    MJ_CHECK(used <= kArenaBytes, "the test's arena is full");
    return at;
  }
};

World& world() { return *current; }

World::World(const char* engine)
    : self(*JavaThread::create(JavaThread::kDefaultStackBytes)), parts_(new Parts) {
  current = this;
  gc::card_base =
      parts_->cards.data() - (reinterpret_cast<std::uintptr_t>(parts_->arena) >> gc::kCardShift);
  sync::attach(self);
  sync::begin_running(self, sync::ThreadState::kInVm);
  select_engine(engine);
  object = nullptr;
  object = &add_class("java/lang/Object", nullptr);
}

World::~World() {
  self.pending_exception = nullptr;
  sync::detach(self);
  self.destroy();
  munmap(parts_->arena, kArenaBytes);
  delete parts_;
  current = nullptr;
}

Class& World::add_class(std::string_view name, Class* super) {
  auto* klass =
      reinterpret_cast<Class*>(parts_->take(sizeof(Class) + kVtableRoom * sizeof(Method*)));
  klass->state.store(runtime::ClassState::kInitialized);
  klass->kind = runtime::ClassKind::kInstance;
  klass->name = runtime::intern_symbol(name);
  klass->super = super;
  klass->loader = &parts_->loader;
  klass->home = &parts_->loader;
  klass->instance_bytes = 64;
  klass->depth = super == nullptr ? std::uint16_t{0} : static_cast<std::uint16_t>(super->depth + 1);
  if (super != nullptr)
    std::copy(super->display, super->display + Class::kDisplayDepth, klass->display);
  klass->display[klass->depth] = klass;
  klass->vtable_length = kVtableRoom;
  if (super != nullptr)
    std::copy(super->vtable(), super->vtable() + kVtableRoom, klass->vtable());
  parts_->pools.push_back(
      std::make_unique<runtime::RunConstantPool>(*klass, parts_->file, parts_->loader));
  klass->pool = parts_->pools.back().get();
  klass->mirror = static_cast<java::ClassMirror*>(new_object(*klass));
  return *klass;
}

Method& World::add_method(Class& holder, std::string_view name, std::string_view descriptor,
                          const Bytecode& code, const MethodShape& shape) {
  OwnedCode& owned = parts_->codes.emplace_back();
  for (int byte : code) owned.bytes.push_back(static_cast<std::uint8_t>(byte));
  // As in a class file, the exception table stands behind the code.
  const auto add_u2 = [&](std::size_t value) {
    owned.bytes.push_back(static_cast<std::uint8_t>(value >> 8));
    owned.bytes.push_back(static_cast<std::uint8_t>(value));
  };
  add_u2(shape.handlers.size());
  for (const Handler& row : shape.handlers) {
    for (int value : {row.start, row.end, row.handler, row.catch_type})
      add_u2(static_cast<std::size_t>(value));
  }
  Method& method = parts_->methods.emplace_back();
  method.holder = &holder;
  method.pool = holder.pool;
  method.name = runtime::intern_symbol(name);
  method.descriptor = runtime::intern_symbol(descriptor);
  method.info = &owned.info;
  method.bytecode = code.empty() ? nullptr : owned.bytes.data();
  method.bytecode_length = static_cast<std::uint32_t>(code.size());
  method.access_flags = shape.access_flags;
  classfile::MethodDescriptor types(method.descriptor->text());
  method.arg_slots =
      static_cast<std::uint16_t>(types.parameter_slots() + (method.is_static() ? 0 : 1));
  method.return_type = runtime::type_of_descriptor(types.return_type().text()[0]);
  method.max_locals =
      static_cast<std::uint16_t>(method.arg_slots + (code.empty() ? 0 : shape.extra_locals));
  method.max_stack = code.empty() ? std::uint16_t{0} : shape.max_stack;
  method.vtable_index = Method::kNonVirtual;
  return method;
}

Field& World::add_field(Class& holder, std::string_view name, BasicType type, std::uint32_t offset,
                        std::uint16_t access_flags) {
  Field& field = parts_->fields.emplace_back();
  field.holder = &holder;
  field.name = runtime::intern_symbol(name);
  field.type = type;
  field.offset = offset;
  field.access_flags = access_flags;
  return field;
}

Object* World::new_object(const Class& klass) {
  auto* fresh = reinterpret_cast<Object*>(parts_->take(klass.instance_bytes + 128));
  fresh->class_word_for_gc() = Object::make_class_word(&klass, 0);
  return fresh;
}

Class& World::primitive_array(BasicType element) {
  Class*& known = parts_->arrays[element];
  if (known == nullptr) {
    known = &add_class("[?", object);
    known->kind = runtime::ClassKind::kPrimitiveArray;
    known->element_type = element;
    known->log2_element = static_cast<std::uint8_t>(runtime::log2_size(element));
  }
  return *known;
}

Class& World::exception_class(std::string_view name) {
  auto found = parts_->exceptions.find(name);
  if (found != parts_->exceptions.end())
    return *found->second;
  return *(parts_->exceptions[std::string(name)] = &add_class(name, object));
}

void World::define_catch_type(int pool_index, Class& klass) {
  for (auto& pool : parts_->pools) pool->publish(static_cast<std::uint16_t>(pool_index), &klass);
}

JavaResult<JavaValue> World::try_call(Method& method, const CallArgs& args) {
  return call_java(self, method, args);
}

JavaValue World::call(Method& method, const CallArgs& args) {
  JavaResult<JavaValue> result = try_call(method, args);
  MJ_CHECK(result.ok(), "%s threw %s: %s", method.text().c_str(), thrown_class().c_str(),
           message.c_str());
  return result.take();
}

std::string World::thrown_class() {
  if (self.pending_exception == nullptr)
    return {};
  std::string name(self.pending_exception->klass()->name->text());
  self.pending_exception = nullptr;
  return name;
}

}  // namespace minijvm::vm::test

// --- the doors ---

namespace minijvm::vm {

using runtime::Class;
using test::world;

namespace {

Pending throw_scripted(JavaThread& self, const char* class_name, const char* message) {
  world().message = message == nullptr ? "" : message;
  self.pending_exception = world().new_object(world().exception_class(class_name));
  return kPending;
}

JavaResult<Handle<>> made(JavaThread& self, Object* fresh) {
  sync::NoSafepoint still(self);
  return runtime::make_handle(self, still, fresh);
}

}  // namespace

Pending throw_new(JavaThread& self, const char* class_name, const char* message) {
  return throw_scripted(self, class_name, message);
}
Pending throw_object(JavaThread& self, Handle<java::Throwable> throwable) {
  sync::NoSafepoint still(self);
  self.pending_exception = throwable.raw(still);
  return kPending;
}
Pending throw_null_pointer(JavaThread& self) {
  return throw_scripted(self, "java/lang/NullPointerException", nullptr);
}
Pending throw_array_index(JavaThread& self, std::int32_t index, std::int32_t length) {
  std::string text = std::to_string(index) + " of " + std::to_string(length);
  return throw_scripted(self, "java/lang/ArrayIndexOutOfBoundsException", text.c_str());
}
Pending throw_class_cast(JavaThread& self, const Class&, const Class&) {
  return throw_scripted(self, "java/lang/ClassCastException", nullptr);
}
Pending throw_out_of_memory(JavaThread& self, const char* message) {
  return throw_scripted(self, "java/lang/OutOfMemoryError", message);
}
Pending throw_stack_overflow(JavaThread& self) {
  return throw_scripted(self, "java/lang/StackOverflowError", nullptr);
}
Pending throw_link_error(JavaThread& self, const runtime::LinkError& error) {
  return throw_scripted(self, "java/lang/LinkageError", error.message.c_str());
}
Handle<java::Throwable> take_exception(JavaThread& self) {
  auto exception = runtime::as<java::Throwable>(made(self, self.pending_exception).take());
  self.pending_exception = nullptr;
  return exception;
}

JavaResult<Handle<>> new_instance(JavaThread& self, const Class& klass) {
  return made(self, world().new_object(klass));
}
JavaResult<Handle<>> new_array(JavaThread& self, const Class& array_class, std::int32_t length) {
  if (length < 0)
    return throw_scripted(self, "java/lang/NegativeArraySizeException",
                          std::to_string(length).c_str());
  Object* fresh = world().new_object(array_class);
  fresh->class_word_for_gc() = Object::make_class_word(&array_class, length);
  return made(self, fresh);
}
JavaResult<Handle<>> new_primitive_array(JavaThread& self, BasicType element, std::int32_t length) {
  return new_array(self, world().primitive_array(element), length);
}
JavaResult<Handle<>> new_multi_array(JavaThread& self, const Class& array_class,
                                     std::span<const std::int32_t> dimensions) {
  return new_array(self, array_class, dimensions[0]);
}

JavaResult<void> call_native(JavaThread& self, Method& method, Slot* args, Slot* result) {
  result->set_int(world().natives.at(&method)(args));
  if (self.has_pending_exception())
    return kPending;
  return {};
}

JavaResult<void> initialize_class(JavaThread&, Class&) { return {}; }

sync::MonitorResult exit_monitor(JavaThread& self, Object* const* slot) {
  return sync::monitor_exit(self, sync::LockTarget(reinterpret_cast<void* const*>(slot)));
}
sync::MonitorResult enter_monitor(JavaThread& self, Object* const* slot) {
  return sync::monitor_enter(self, sync::LockTarget(reinterpret_cast<void* const*>(slot)));
}

void accept_async_exception(JavaThread&) {}

runtime::Class& class_of_mirror(const java::ClassMirror*) { return *world().object; }

JavaResult<LinkedField> link_field(JavaThread&, Method&, std::uint16_t pool_index,
                                   runtime::FieldUse) {
  ++world().links;
  return LinkedField{world().fields.at(pool_index), world().may_keep};
}
JavaResult<LinkedCall> link_call(JavaThread&, Method&, std::uint16_t pool_index,
                                 runtime::InvokeKind) {
  ++world().links;
  return LinkedCall{world().calls.at(pool_index), world().may_keep};
}
JavaResult<LinkedCall> link_invokedynamic(JavaThread&, Method&, std::uint32_t,
                                          std::uint16_t pool_index) {
  ++world().links;
  return LinkedCall{world().calls.at(pool_index), true};
}
JavaResult<LinkedClass> link_new(JavaThread&, Method&, std::uint16_t pool_index) {
  ++world().links;
  return LinkedClass{world().classes.at(pool_index), world().may_keep};
}
JavaResult<Class*> link_class(JavaThread&, Method&, std::uint16_t pool_index) {
  return world().classes.at(pool_index);
}
JavaResult<Class*> link_array_of(JavaThread&, Method&, std::uint16_t pool_index) {
  return world().classes.at(pool_index);
}
JavaResult<LinkedConstant> link_constant(JavaThread&, Method&, std::uint16_t pool_index) {
  return world().constants.at(pool_index);
}
JavaResult<Method*> select_or_throw(JavaThread& self, Class&, const Method& resolved,
                                    runtime::SelectFor) {
  if (resolved.bytecode != nullptr)
    return const_cast<Method*>(&resolved);
  return throw_scripted(self, "java/lang/AbstractMethodError", nullptr);
}

// Nothing is redefined here.
Method* successor_of(const Method&) { return nullptr; }
Pending throw_deleted(JavaThread& self, const Method&) {
  return throw_scripted(self, "java/lang/NoSuchMethodError", nullptr);
}

// There is one thread, so nobody is asked at a point; it has taken its tick.
PointsAt points_at() { return PointsAt::kOperations; }
bool accesses_for_program(const runtime::Class&) { return true; }
bool publishes_by_elements(const runtime::Class&) { return false; }
bool may_be_shared(const runtime::Field&) { return true; }
bool may_have_shared_elements(const runtime::Class&) { return true; }
void pass_point(JavaThread&, OpKind, runtime::Object*) {}
void access_point(JavaThread&, OpKind, const Variable&) {}

}  // namespace minijvm::vm
