// The reference interpreter alone: every family of bytecodes, frames, calls, unwinding, locks and the stack limit, on hand-made methods in
// a scripted world (scripted_world.h). What a whole JDK does with it is shown by tests/java.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/object/java_objects.h"
#include "sync/monitor.h"
#include "tests/vm/scripted_world.h"
#include "tools/code_observers.h"

using namespace minijvm;
using namespace minijvm::vm;
using namespace minijvm::vm::test;

namespace {

constexpr std::int32_t kMin = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kMinLong = std::numeric_limits<std::int64_t>::min();

std::int32_t run_ints(World& world, const Bytecode& code,
                      std::initializer_list<std::int32_t> arguments) {
  std::string descriptor = "(" + std::string(arguments.size(), 'I') + ")I";
  return world.call(world.add_method(*world.object, "f", descriptor, code), ints(arguments))
      .as_int();
}

std::int32_t binary(World& world, int op, std::int32_t a, std::int32_t b) {
  return run_ints(world, {k_iload_0, k_iload_1, op, k_ireturn}, {a, b});
}

std::int64_t binary_long(World& world, int op, std::int64_t a, std::int64_t b) {
  Method& f = world.add_method(*world.object, "f", "(JJ)J", {k_lload_0, k_lload_2, op, k_lreturn});
  CallArgs args;
  args.push_long(a);
  args.push_long(b);
  return world.call(f, args).as_long();
}

template <class Get>
auto convert_double(World& world, const char* to, int op, int return_op, double value, Get get) {
  Method& f =
      world.add_method(*world.object, "f", std::string("(D)") + to, {k_dload_0, op, return_op});
  CallArgs args;
  args.push_double(value);
  return get(world.call(f, args));
}

}  // namespace

TEST_CASE("interp: integer arithmetic wraps, divides to zero and masks its shifts",
          "[vm][interp]") {
  World world;
  CHECK(binary(world, k_iadd, kMax, 1) == kMin);
  CHECK(binary(world, k_isub, kMin, 1) == kMax);
  CHECK(binary(world, k_imul, 65536, 65536) == 0);
  CHECK(binary(world, k_idiv, -7, 2) == -3);
  CHECK(binary(world, k_irem, -7, 2) == -1);
  CHECK(binary(world, k_idiv, kMin, -1) == kMin);
  CHECK(binary(world, k_irem, kMin, -1) == 0);
  CHECK(binary(world, k_ishl, 1, 33) == 2);
  CHECK(binary(world, k_ishr, -8, 1) == -4);
  CHECK(binary(world, k_iushr, -1, 28) == 15);
  CHECK(binary_long(world, k_ldiv, kMinLong, -1) == kMinLong);
  CHECK(binary_long(world, k_lrem, kMinLong, -1) == 0);
  CHECK(binary_long(world, k_lmul, 1LL << 40, 1LL << 40) == 0);
  Method& divide =
      world.add_method(*world.object, "f", "(II)I", {k_iload_0, k_iload_1, k_idiv, k_ireturn});
  CHECK_FALSE(world.try_call(divide, ints({1, 0})).ok());
  CHECK(world.thrown_class() == "java/lang/ArithmeticException");
  CHECK(world.message == "/ by zero");
}

TEST_CASE("interp: floating point conversions saturate and NaN is zero", "[vm][interp]") {
  World world;
  auto to_int = [&](double value) {
    return convert_double(world, "I", k_d2i, k_ireturn, value,
                          [](JavaValue v) { return v.as_int(); });
  };
  auto to_long = [&](double value) {
    return convert_double(world, "J", k_d2l, k_lreturn, value,
                          [](JavaValue v) { return v.as_long(); });
  };
  CHECK(to_int(NAN) == 0);
  CHECK(to_int(1e30) == kMax);
  CHECK(to_int(-1e30) == kMin);
  CHECK(to_int(-2.9) == -2);
  CHECK(to_int(2147483647.0) == kMax);
  CHECK(to_int(-2147483648.0) == kMin);
  CHECK(to_long(-INFINITY) == kMinLong);
  CHECK(to_long(9.3e18) == std::numeric_limits<std::int64_t>::max());
  CHECK(to_long(-9223372036854775808.0) == kMinLong);
}

TEST_CASE("interp: fcmpl and fcmpg differ for NaN only", "[vm][interp]") {
  World world;
  auto compare = [&](int op, float a, float b) {
    Method& f =
        world.add_method(*world.object, "f", "(FF)I", {k_fload_0, k_fload_1, op, k_ireturn});
    CallArgs args;
    args.push_float(a);
    args.push_float(b);
    return world.call(f, args).as_int();
  };
  CHECK(compare(k_fcmpl, NAN, 1) == -1);
  CHECK(compare(k_fcmpg, NAN, 1) == 1);
  CHECK(compare(k_fcmpl, 2, 1) == 1);
  CHECK(compare(k_fcmpg, 1, 2) == -1);
  CHECK(compare(k_fcmpg, -0.0F, 0.0F) == 0);
}

TEST_CASE("interp: the dup family moves slots as JVMS 6.5 draws it", "[vm][interp]") {
  World world;
  // Digits on the stack become one number: the order, read off.
  auto digits = [&](const Bytecode& moves, int pushed, int left) {
    Bytecode code;
    for (int i = 0; i < pushed; ++i) code.insert(code.end(), {k_bipush, i + 1});
    code.insert(code.end(), moves.begin(), moves.end());
    for (int i = 0; i < left; ++i) code.insert(code.end(), {k_istore, i});
    code.push_back(k_iconst_0);
    for (int i = left - 1; i >= 0; --i)
      code.insert(code.end(), {k_bipush, 10, k_imul, k_iload, i, k_iadd});
    code.push_back(k_ireturn);
    return run_ints(world, code, {});
  };
  CHECK(digits({k_dup}, 2, 3) == 122);
  CHECK(digits({k_dup_x1}, 2, 3) == 212);
  CHECK(digits({k_dup_x2}, 3, 4) == 3123);
  CHECK(digits({k_dup2}, 3, 5) == 12323);
  CHECK(digits({k_dup2_x1}, 3, 5) == 23123);
  CHECK(digits({k_dup2_x2}, 4, 6) == 341234);
  CHECK(digits({k_swap}, 2, 2) == 21);
  CHECK(digits({k_pop}, 3, 2) == 12);
  CHECK(digits({k_pop2}, 3, 1) == 1);
}

TEST_CASE("interp: loops, switches, wide and subroutines go where they should", "[vm][interp]") {
  World world;
  // for (i = 0, s = 0; i < n; i++) s += i;
  CHECK(run_ints(world, {k_iconst_0,  k_istore_1, k_iconst_0, k_istore_2, k_iload_1, k_iload_0,
                         k_if_icmpge, 0,          13,         k_iload_2,  k_iload_1, k_iadd,
                         k_istore_2,  k_iinc,     1,          1,          k_goto_,   255,
                         244,         k_iload_2,  k_ireturn},
                 {1000}) == 499500);
  auto table = [&](std::int32_t key) {  // tableswitch at 1: cases 5 and 6, operands at 4
    return run_ints(world, {k_iload_0,  k_tableswitch,
                            0,          0,
                            0,          0,
                            0,          27,
                            0,          0,
                            0,          5,
                            0,          0,
                            0,          6,
                            0,          0,
                            0,          23,
                            0,          0,
                            0,          25,
                            k_iconst_1, k_ireturn,
                            k_iconst_2, k_ireturn,
                            k_iconst_3, k_ireturn},
                    {key});
  };
  CHECK(table(5) == 1);
  CHECK(table(6) == 2);
  CHECK(table(4) == 3);
  CHECK(table(kMin) == 3);
  auto lookup = [&](std::int32_t key) {  // lookupswitch at 1: -1 and 1000
    return run_ints(world, {k_iload_0,  k_lookupswitch,
                            0,          0,
                            0,          0,
                            0,          31,
                            0,          0,
                            0,          2,
                            255,        255,
                            255,        255,
                            0,          0,
                            0,          27,
                            0,          0,
                            3,          232,
                            0,          0,
                            0,          29,
                            k_iconst_1, k_ireturn,
                            k_iconst_2, k_ireturn,
                            k_iconst_3, k_ireturn},
                    {key});
  };
  CHECK(lookup(-1) == 1);
  CHECK(lookup(1000) == 2);
  CHECK(lookup(0) == 3);
  CHECK(run_ints(world, {k_wide, k_iinc, 0, 0, 1, 44, k_wide, k_iload, 0, 0, k_ireturn}, {1}) ==
        301);
  // jsr over the return to a subroutine that increments local 0 and comes back.
  CHECK(
      run_ints(world,
               {k_jsr, 0, 8, k_jsr, 0, 5, k_iload_0, k_ireturn, k_astore_1, k_iinc, 0, 1, k_ret, 1},
               {5}) == 7);
}

TEST_CASE("interp: arrays check null, bounds and size, and keep elements of their own width",
          "[vm][interp]") {
  World world;
  auto store_and_load = [&](BasicType element, int store, int load, std::int32_t value) {
    return run_ints(world,
                    {k_iconst_3, k_newarray, static_cast<int>(element), k_dup, k_iconst_1,
                     k_iload_0, store, k_iconst_1, load, k_ireturn},
                    {value});
  };
  CHECK(store_and_load(BasicType::kByte, k_bastore, k_baload, 200) == -56);
  CHECK(store_and_load(BasicType::kBoolean, k_bastore, k_baload, 2) == 0);
  CHECK(store_and_load(BasicType::kChar, k_castore, k_caload, -1) == 65535);
  CHECK(store_and_load(BasicType::kShort, k_sastore, k_saload, 65535) == -1);
  CHECK(store_and_load(BasicType::kInt, k_iastore, k_iaload, kMin) == kMin);
  Method& read = world.add_method(*world.object, "f", "(I)I",
                                  {k_iconst_3, k_newarray, 10, k_iload_0, k_iaload, k_ireturn});
  CHECK_FALSE(world.try_call(read, ints({3})).ok());
  CHECK(world.thrown_class() == "java/lang/ArrayIndexOutOfBoundsException");
  CHECK(world.message == "3 of 3");
  CHECK_FALSE(world.try_call(read, ints({-1})).ok());
  CHECK(world.thrown_class() == "java/lang/ArrayIndexOutOfBoundsException");
  Method& null_length =
      world.add_method(*world.object, "f", "()I", {k_aconst_null, k_arraylength, k_ireturn});
  CHECK_FALSE(world.try_call(null_length).ok());
  CHECK(world.thrown_class() == "java/lang/NullPointerException");
  Method& negative =
      world.add_method(*world.object, "f", "()V", {k_iconst_m1, k_newarray, 10, k_pop, k_return_});
  CHECK_FALSE(world.try_call(negative).ok());
  CHECK(world.message == "-1");
}

TEST_CASE("interp: fields of every type, and a site is linked once", "[vm][interp]") {
  World world;
  Class& point = world.add_class("Point", world.object);
  world.classes[1] = &point;
  world.fields[2] = &world.add_field(point, "z", BasicType::kBoolean, 16);
  world.fields[3] = &world.add_field(point, "j", BasicType::kLong, 24);
  world.fields[4] = &world.add_field(point, "s", BasicType::kInt, 32, 0x0009);
  // new Point().z = a; return z
  CHECK(run_ints(world,
                 {k_new_, 0, 1, k_dup, k_iload_0, k_putfield, 0, 2, k_getfield, 0, 2, k_ireturn},
                 {3}) == 1);
  CHECK(run_ints(world,
                 {k_new_, 0, 1, k_dup, k_iload_0, k_i2l, k_putfield, 0, 3, k_getfield, 0, 3, k_l2i,
                  k_ireturn},
                 {-9}) == -9);
  Method& count = world.add_method(
      *world.object, "f", "()I",
      {k_getstatic, 0, 4, k_iconst_1, k_iadd, k_dup, k_putstatic, 0, 4, k_ireturn});
  world.links = 0;
  CHECK(world.call(count).as_int() == 1);
  CHECK(world.call(count).as_int() == 2);
  CHECK(world.links == 2);
  // While its class is being initialised by this thread the answer may not be kept (JVMS 5.5).
  world.may_keep = false;
  Method& again = world.add_method(*world.object, "f", "()I", {k_getstatic, 0, 4, k_ireturn});
  world.links = 0;
  CHECK(world.call(again).as_int() == 2);
  CHECK(world.call(again).as_int() == 2);
  CHECK(world.links == 2);
}

TEST_CASE("interp: calls pass arguments by overlap and return by local 0", "[vm][interp]") {
  World world;
  Method& fib = world.add_method(*world.object, "fib", "(I)I",
                                 {k_iload_0,
                                  k_iconst_2,
                                  k_if_icmpge,
                                  0,
                                  5,
                                  k_iload_0,
                                  k_ireturn,
                                  k_iload_0,
                                  k_iconst_1,
                                  k_isub,
                                  k_invokestatic,
                                  0,
                                  1,
                                  k_iload_0,
                                  k_iconst_2,
                                  k_isub,
                                  k_invokestatic,
                                  0,
                                  1,
                                  k_iadd,
                                  k_ireturn});
  world.calls[1] = world.direct(fib);
  CHECK(world.call(fib, ints({20})).as_int() == 6765);
  // A method without locals returns its result where its own header stands.
  Method& seven = world.add_method(*world.object, "seven", "()J", {k_ldc2_w, 0, 9, k_lreturn},
                                   {.extra_locals = 0});
  LinkedConstant constant;
  constant.type = BasicType::kLong;
  constant.value.set_long(7'000'000'000LL);
  world.constants[9] = constant;
  world.calls[2] = world.direct(seven);
  Method& caller = world.add_method(
      *world.object, "f", "()J", {k_iconst_1, k_invokestatic, 0, 2, k_lconst_1, k_ladd, k_lreturn});
  CHECK(world.call(caller).as_long() == 7'000'000'001LL);
  Method& truncated = world.add_method(*world.object, "f", "(I)B", {k_iload_0, k_ireturn});
  CHECK(world.call(truncated, ints({511})).as_int() == -1);
  CHECK(world.self.anchor.fp == nullptr);
}

TEST_CASE("interp: virtual calls select by the receiver's tables", "[vm][interp]") {
  World world;
  Class& interface = world.add_class("I", world.object);
  Class& base = world.add_class("Base", world.object);
  constexpr std::uint16_t kPublic = 1;
  Method& base_f =
      world.add_method(base, "f", "()I", {k_iconst_1, k_ireturn}, {.access_flags = kPublic});
  base.vtable()[5] = &base_f;
  Class& derived = world.add_class("Derived", &base);
  Method& derived_f =
      world.add_method(derived, "f", "()I", {k_iconst_2, k_ireturn}, {.access_flags = kPublic});
  derived.vtable()[5] = &derived_f;
  Method* implementations[] = {&derived_f, nullptr};
  runtime::ItableEntry row{&interface, implementations};
  derived.itable = {&row, 1};
  Method& interface_f = world.add_method(interface, "f", "()I", {}, {.access_flags = 0x0401});
  world.calls[1] = {&base_f, nullptr, nullptr, 5, CallKind::kVtable, true};
  world.calls[2] = {&interface_f, nullptr, nullptr, 0, CallKind::kItable, true};
  world.calls[3] = {&interface_f, nullptr, nullptr, 1, CallKind::kItable, true};
  Method& through_class = world.add_method(*world.object, "f", "(LBase;)I",
                                           {k_aload_0, k_invokevirtual, 0, 1, k_ireturn});
  Method& through_interface = world.add_method(
      *world.object, "f", "(LI;)I", {k_aload_0, k_invokeinterface, 0, 2, 1, 0, k_ireturn});
  Method& unimplemented = world.add_method(*world.object, "f", "(LI;)I",
                                           {k_aload_0, k_invokeinterface, 0, 3, 1, 0, k_ireturn});
  auto with = [](Object** slot) {
    CallArgs args;
    args.push(Handle<>(slot));
    return args;
  };
  Object* of_base = world.new_object(base);
  Object* of_derived = world.new_object(derived);
  Object* null = nullptr;
  CHECK(world.call(through_class, with(&of_base)).as_int() == 1);
  CHECK(world.call(through_class, with(&of_derived)).as_int() == 2);
  CHECK(world.call(through_interface, with(&of_derived)).as_int() == 2);
  CHECK_FALSE(world.try_call(unimplemented, with(&of_derived)).ok());
  CHECK(world.thrown_class() == "java/lang/AbstractMethodError");
  CHECK_FALSE(world.try_call(through_class, with(&null)).ok());
  CHECK(world.thrown_class() == "java/lang/NullPointerException");
}

TEST_CASE(
    "interp: an exception finds the innermost handler of its class, with itself as the only "
    "operand",
    "[vm][interp]") {
  World world;
  Class& arithmetic = world.exception_class("java/lang/ArithmeticException");
  world.define_catch_type(20, arithmetic);
  world.define_catch_type(21, world.exception_class("java/lang/Other"));
  Method& thrower =
      world.add_method(*world.object, "t", "(I)I", {k_iconst_1, k_iload_0, k_idiv, k_ireturn});
  world.calls[1] = world.direct(thrower);
  // int operands below the call, which the handler must not see: 5 6 t(a) -> catch: pop, return 42
  Method& catcher = world.add_method(*world.object, "c", "(I)I",
                                     {k_iconst_5, k_bipush, 6, k_iload_0, k_invokestatic, 0, 1,
                                      k_iadd, k_iadd, k_ireturn, k_pop, k_bipush, 42, k_ireturn},
                                     {.handlers = {{0, 7, 13, 21}, {3, 7, 10, 20}}});
  CHECK(world.call(catcher, ints({1})).as_int() == 12);
  CHECK(world.call(catcher, ints({0})).as_int() == 42);
  Method& rethrower = world.add_method(*world.object, "r", "(I)I",
                                       {k_iload_0, k_invokestatic, 0, 1, k_ireturn, k_athrow},
                                       {.handlers = {{0, 4, 5}}});
  CHECK_FALSE(world.try_call(rethrower, ints({0})).ok());
  CHECK(world.thrown_class() == "java/lang/ArithmeticException");
  Method& throw_null = world.add_method(*world.object, "n", "()V", {k_aconst_null, k_athrow});
  CHECK_FALSE(world.try_call(throw_null).ok());
  CHECK(world.thrown_class() == "java/lang/NullPointerException");
  CHECK(world.self.anchor.fp == nullptr);
}

TEST_CASE("interp: synchronized methods and monitors are given back on every way out",
          "[vm][interp]") {
  World world;
  constexpr std::uint16_t kSynchronized = 0x0029;
  Object** lock = runtime::root_slot(&world.object->mirror);
  auto is_locked = [&] {
    return sync::holds_lock(world.self, sync::LockTarget(reinterpret_cast<void* const*>(lock)));
  };
  Method& native = world.add_method(*world.object, "holds", "()I", {}, {.access_flags = 0x0109});
  world.natives[&native] = [&](Slot*) { return is_locked() ? 1 : 0; };
  world.calls[1] = world.direct(native);
  Method& locked = world.add_method(*world.object, "l", "()I", {k_invokestatic, 0, 1, k_ireturn},
                                    {.access_flags = kSynchronized});
  CHECK(world.call(locked).as_int() == 1);
  CHECK_FALSE(is_locked());
  Method& failing = world.add_method(*world.object, "l", "()V", {k_aconst_null, k_athrow},
                                     {.access_flags = kSynchronized});
  CHECK_FALSE(world.try_call(failing).ok());
  CHECK(world.thrown_class() == "java/lang/NullPointerException");
  CHECK_FALSE(is_locked());

  LinkedConstant mirror;
  mirror.type = BasicType::kObject;
  mirror.reference = lock;
  world.constants[7] = mirror;
  Method& balanced =
      world.add_method(*world.object, "b", "()I",
                       {k_ldc, 7, k_monitorenter, k_ldc, 7, k_monitorenter, k_ldc, 7, k_monitorexit,
                        k_invokestatic, 0, 1, k_ldc, 7, k_monitorexit, k_ireturn});
  CHECK(world.call(balanced).as_int() == 1);
  CHECK_FALSE(is_locked());
  // JVMS 2.11.10: a return with a monitor held, and an exit of one that this frame does not hold.
  Method& keeps =
      world.add_method(*world.object, "k", "()V", {k_ldc, 7, k_monitorenter, k_return_});
  CHECK_FALSE(world.try_call(keeps).ok());
  CHECK(world.thrown_class() == "java/lang/IllegalMonitorStateException");
  CHECK_FALSE(is_locked());
  Method& foreign =
      world.add_method(*world.object, "x", "()V", {k_ldc, 7, k_monitorexit, k_return_});
  world.calls[2] = world.direct(foreign);
  Method& outer = world.add_method(*world.object, "o", "()V", {k_invokestatic, 0, 2, k_return_},
                                   {.access_flags = kSynchronized});
  CHECK_FALSE(world.try_call(outer).ok());
  CHECK(world.thrown_class() == "java/lang/IllegalMonitorStateException");
  CHECK_FALSE(is_locked());
  CHECK(world.self.held_monitors.empty());
}

TEST_CASE("interp: endless recursion is a StackOverflowError that the outermost caller can catch",
          "[vm][interp]") {
  World world;
  Method& endless = world.add_method(*world.object, "e", "()V", {k_invokestatic, 0, 1, k_return_});
  world.calls[1] = world.direct(endless);
  Method& survivor =
      world.add_method(*world.object, "s", "()I",
                       {k_invokestatic, 0, 1, k_iconst_1, k_ireturn, k_pop, k_bipush, 9, k_ireturn},
                       {.handlers = {{0, 3, 5}}});
  runtime::Slot* limit = world.self.true_stack_limit.load();
  for (int i = 0; i < 3; ++i) {
    CHECK(world.call(survivor).as_int() == 9);
  }
  CHECK(world.self.true_stack_limit.load() == limit);
  CHECK(world.self.stack_limit.load() == limit);
}

TEST_CASE("interp: natives have a frame of their own and may call back", "[vm][interp]") {
  World world;
  Method& twice =
      world.add_method(*world.object, "twice", "(I)I", {k_iload_0, k_iconst_2, k_imul, k_ireturn});
  Method& native = world.add_method(*world.object, "n", "(II)I", {}, {.access_flags = 0x0109});
  int frames = 0;
  world.natives[&native] = [&](Slot* args) {
    for (runtime::FrameWalk walk(world.self); !walk.done(); walk.next()) ++frames;
    return world.call(twice, ints({args[0].as_int() + args[1].as_int()})).as_int() +
           args[1].as_int();
  };
  world.calls[1] = world.direct(native);
  Method& caller =
      world.add_method(*world.object, "c", "(I)I",
                       {k_iload_0, k_iconst_3, k_invokestatic, 0, 1, k_iload_0, k_iadd, k_ireturn});
  CHECK(world.call(caller, ints({10})).as_int() == 39);
  CHECK(frames == 2);
  Method& failing = world.add_method(*world.object, "f", "()V", {}, {.access_flags = 0x0109});
  world.natives[&failing] = [&](Slot*) {
    world.self.pending_exception = world.new_object(world.exception_class("java/lang/Other"));
    return 0;
  };
  CHECK_FALSE(world.try_call(failing).ok());
  CHECK(world.thrown_class() == "java/lang/Other");
}

TEST_CASE("interp: method handle intrinsics jump to their target without a frame", "[vm][interp]") {
  World world;
  auto& known = const_cast<runtime::WellKnown&>(runtime::wk());
  known.MemberName_method = 16;
  known.MemberName_vmindex = 24;
  known.ResolvedMethodName_vmtarget = 16;
  known.MethodHandle_form = 16;
  known.LambdaForm_vmentry = 16;
  auto set_ref = [](Object* holder, Object* value) {
    *reinterpret_cast<Object**>(reinterpret_cast<char*>(holder) + 16) = value;
  };
  Method& target = world.add_method(*world.object, "t", "(Ljava/lang/Object;I)I",
                                    {k_iload_1, k_iconst_1, k_iadd, k_ireturn});
  Object* resolved = world.new_object(*world.object);
  resolved->store<std::int64_t>(16, reinterpret_cast<std::int64_t>(&target));
  Object* member = world.new_object(*world.object);
  set_ref(member, resolved);
  Object* form = world.new_object(*world.object);
  set_ref(form, member);
  Object* handle = world.new_object(*world.object);
  set_ref(handle, form);

  Method& link = world.add_method(*world.object, "linkToStatic",
                                  "(Ljava/lang/Object;ILjava/lang/invoke/MemberName;)I", {},
                                  {.access_flags = 0x0109});
  link.polymorphic = runtime::PolymorphicKind::kLinkToStatic;
  Method& basic =
      world.add_method(*world.object, "invokeBasic", "(I)I", {}, {.access_flags = 0x0101});
  basic.polymorphic = runtime::PolymorphicKind::kInvokeBasic;
  world.calls[1] = world.direct(link);
  world.calls[2] = world.direct(basic);
  world.calls[3] = {&target, nullptr, nullptr, -1, CallKind::kAdapter, false};
  Object* three = reinterpret_cast<Object*>(std::uintptr_t{0});
  CallArgs args;
  args.push(Handle<>(&handle));
  args.push(Handle<>(&member));
  Method& by_link =
      world.add_method(*world.object, "f", "(Ljava/lang/Object;Ljava/lang/Object;)I",
                       {k_aload_0, k_bipush, 30, k_aload_1, k_invokestatic, 0, 1, k_ireturn});
  CHECK(world.call(by_link, args).as_int() == 31);
  Method& by_handle =
      world.add_method(*world.object, "f", "(Ljava/lang/Object;Ljava/lang/Object;)I",
                       {k_aload_0, k_bipush, 40, k_invokevirtual, 0, 2, k_ireturn});
  CHECK(world.call(by_handle, args).as_int() == 41);
  Method& by_null = world.add_method(
      *world.object, "f", "()I",
      {k_aconst_null, k_bipush, 40, k_aconst_null, k_invokestatic, 0, 1, k_ireturn});
  CHECK_FALSE(world.try_call(by_null).ok());
  CHECK(world.thrown_class() == "java/lang/NullPointerException");
  // invokedynamic: an adapter that takes the appendix last.
  Method& adapter = world.add_method(
      *world.object, "a", "(ILjava/lang/Object;)I",
      {k_aload_1, k_ifnonnull, 0, 5, k_iconst_m1, k_ireturn, k_iload_0, k_ireturn});
  world.calls[4] = {&adapter, &handle, nullptr, -1, CallKind::kAdapter, false};
  world.calls[5] = {&adapter, &three, nullptr, -1, CallKind::kAdapter, false};
  CHECK(run_ints(world, {k_iload_0, k_invokedynamic, 0, 4, 0, 0, k_ireturn}, {77}) == 77);
  CHECK(run_ints(world, {k_iload_0, k_invokedynamic, 0, 5, 0, 0, k_ireturn}, {77}) == -1);
}

TEST_CASE("interp: hooks see each instruction, entry, exit and exception", "[vm][interp]") {
  World world;
  struct Recorder final : Observer {
    std::string seen;
    void at_instruction(JavaThread&, Method&, std::uint32_t bci) override {
      seen += std::to_string(bci) + " ";
    }
    void method_entered(JavaThread&, Method& method) override {
      seen += "+" + std::string(method.name->text()) + " ";
    }
    void method_left(JavaThread&, Method& method, const Slot*) override {
      seen += "-" + std::string(method.name->text()) + " ";
    }
    void method_left_by_exception(JavaThread&, Method& method) override {
      seen += "!" + std::string(method.name->text()) + " ";
    }
    void exception_thrown(JavaThread&, Method&, std::int32_t bci, Handle<>) override {
      seen += "throw@" + std::to_string(bci) + " ";
    }
    void exception_caught(JavaThread&, Method&, std::uint32_t bci, Handle<>) override {
      seen += "catch@" + std::to_string(bci) + " ";
    }
  } recorder;
  Method& thrower = world.add_method(*world.object, "t", "()V", {k_aconst_null, k_athrow});
  world.calls[1] = world.direct(thrower);
  Method& catcher = world.add_method(*world.object, "c", "()V",
                                     {k_invokestatic, 0, 1, k_return_, k_pop, k_return_},
                                     {.handlers = {{0, 3, 4}}});
  observe_code(recorder);
  world.call(catcher);
  stop_observing_code(recorder);
  CHECK(recorder.seen == "+c 0 +t 0 1 throw@1 !t catch@4 4 5 -c ");
}
