// A world for the interpreter's tests: classes, methods and objects put together by hand, and scripted answers behind the doors that the
// loop uses (linking, exceptions, allocation, natives). No class loading, no collector: the loop, frames, calls and unwinding are real.
//
//   World world;
//   Method& f = world.add_method(world.object, "f", "(II)I", {k_iload_0, k_iload_1, k_iadd, k_ireturn});
//   world.call(f, ints({2, 3})).as_int() == 5
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/opcodes.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/thread/java_thread.h"
#include "vm/interp/link_sites.h"
#include "vm/java/call_java.h"

namespace minijvm::vm::test {

using runtime::Class;
using runtime::Field;
using Bytecode = std::vector<int>;

// What a Bytecode is made of: k_iadd and so on.
enum Op {
#define MJ_OPCODE(byte, mnemonic, format, effect, flags, anchor) k_##mnemonic = byte,
#include "classfile/opcodes.def"
#undef MJ_OPCODE
};

// From start to end, to handler, for a class at this pool index (0: every class).
struct Handler {
  int start;
  int end;
  int handler;
  int catch_type = 0;
};

struct MethodShape {
  std::uint16_t access_flags = 0x0009;  // public static
  std::uint16_t max_stack = 16;
  std::uint16_t extra_locals = 8;
  std::vector<Handler> handlers = {};
};

class World {
 public:
  static constexpr int kPoolSize = 64;
  // Indices whose entries are members with a descriptor, for code whose stack the translator follows; the others are mere numbers.
  enum PoolMember : int {
    kCallVoid = 5,
    kCallInt,
    kFieldInt,
    kFieldLong,
    kFieldDouble,
    kFieldVolatileInt,
    kFieldOtherInt,
    kFirstNumber
  };

  explicit World(const char* engine = "switch");
  ~World();
  World(const World&) = delete;

  Class& add_class(std::string_view name, Class* super);
  Method& add_method(Class& holder, std::string_view name, std::string_view descriptor,
                     const Bytecode& code, const MethodShape& shape = {});
  Field& add_field(Class& holder, std::string_view name, BasicType type, std::uint32_t offset,
                   std::uint16_t access_flags = 1);
  Object* new_object(const Class& klass);
  Class& primitive_array(BasicType element);
  // The class of exceptions by internal name, made when first asked for; its superclass is `object`.
  Class& exception_class(std::string_view name);

  // What a pool index means to instructions. All methods share one pool.
  std::map<int, Field*> fields;
  std::map<int, CallTarget> calls;
  std::map<int, Class*> classes;
  std::map<int, LinkedConstant> constants;
  std::map<Method*, std::function<std::int32_t(Slot* args)>> natives;
  bool may_keep = true;  // what linking says of static members
  int links = 0;         // how often an instruction linked

  // A catch type: known to the pool, so that unwinding resolves nothing.
  void define_catch_type(int pool_index, Class& klass);
  CallTarget direct(Method& method) {
    return {&method, nullptr, nullptr, -1, CallKind::kDirect, !method.is_static()};
  }

  JavaResult<JavaValue> try_call(Method& method, const CallArgs& args = {});
  JavaValue call(Method& method, const CallArgs& args = {});
  std::string thrown_class();  // of the exception left pending, which is cleared
  std::string message;         // of the last exception made by the VM

  JavaThread& self;
  Class* object;

 private:
  struct Parts;
  Parts* parts_;
};

World& world();

inline CallArgs ints(std::initializer_list<std::int32_t> values) {
  CallArgs args;
  for (std::int32_t value : values) args.push_int(value);
  return args;
}

}  // namespace minijvm::vm::test
