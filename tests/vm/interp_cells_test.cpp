// The fast engine against the reference interpreter: the same methods run by the switch, by plain and by folded cells, and must give the
// same. Random programs go through every way to fold operands: loads and constants that wait, stores that name a destination, the dup
// family by name, compares in branches, rotated loops. Methods here name nothing in the pool; tests/java does the rest.
#include <catch2/catch.hpp>
#include <random>

#include "runtime/object/object.h"
#include "tests/vm/scripted_world.h"
#include "vm/interp/cells/code.h"
#include "vm/interp/ticks.h"

using namespace minijvm;
using namespace minijvm::vm;
using namespace minijvm::vm::test;

namespace {

struct Outcome {
  std::string given;   // its int, or the class of what it threw
  std::int64_t ticks;  // 0 unless they are counted (ticks_test.cpp)
};

Outcome outcome(const char* engine, const Bytecode& code,
                    std::initializer_list<std::int32_t> arguments, const MethodShape& shape) {
  World world(engine);
  std::string descriptor = "(" + std::string(arguments.size(), 'I') + ")I";
  Method& f = world.add_method(*world.object, "f", descriptor, code, shape);
  JavaResult<JavaValue> result = world.try_call(f, ints(arguments));
  std::string given = result.ok() ? std::to_string(result.take().as_int()) : world.thrown_class();
  return {given, interp::counts_ticks() ? world.self.ticks_.taken() : 0};
}

std::string same_everywhere(const Bytecode& code, std::initializer_list<std::int32_t> arguments,
                            const MethodShape& shape = {}) {
  Outcome expected = outcome("switch", code, arguments, shape);
  for (const char* engine : {"plain", "folded"}) {
    Outcome found = outcome(engine, code, arguments, shape);
    CHECK(found.given == expected.given);
    CHECK(found.ticks == expected.ticks);
  }
  return expected.given;
}

// A loop of random straight code: ints in locals 0 to 3, longs in 4 and 6, the counter in 8. Operands are tracked by kind, so that the
// code would pass the verifier.
class RandomLoop {
 public:
  explicit RandomLoop(unsigned seed) : random_(seed) {}

  Bytecode make() {
    code_ = {k_lconst_1, k_lstore, 4, k_iload_0, k_i2l, k_lstore, 6, k_iconst_0, k_istore, 8};
    std::size_t head = code_.size();
    add({k_iload, 8, k_bipush, 7, k_if_icmpge, 0, 0});
    for (int i = 0; i < 40; ++i) step();
    while (!kinds_.empty()) store();
    add({k_iinc, 8, 1, k_goto_});
    int back = static_cast<int>(head) - static_cast<int>(code_.size()) + 1;
    add({back >> 8, back});
    int exit = static_cast<int>(code_.size() - head) - 4;
    code_[head + 5] = exit >> 8;
    code_[head + 6] = exit;
    add({k_lload, 4, k_l2i, k_lload, 6, k_l2i, k_ixor, k_iload_0, k_iadd, k_iload_1, k_ixor,
         k_iload_2, k_iadd, k_iload_3, k_ixor, k_ireturn});
    return code_;
  }

 private:
  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  void add(std::initializer_list<int> bytes) { code_.insert(code_.end(), bytes); }
  bool has(const std::string& top) const {
    return kinds_.size() >= top.size() &&
           kinds_.compare(kinds_.size() - top.size(), top.size(), top) == 0;
  }
  void replace(std::size_t taken, const char* left) {
    kinds_.erase(kinds_.size() - taken);
    kinds_ += left;
  }

  void step() {
    int kind = pick(10);
    if (kinds_.size() > 8)
      kind = 9;
    if (kind < 3)
      return load();
    if (kind < 5 && has("II"))
      return math_int();
    if (kind < 5 && has("JJ"))
      return math_long();
    if (kind < 7)
      return shuffle();
    if (kind == 7 && has("I"))
      return convert();
    if (kind == 8)
      return add({k_iinc, pick(4), pick(9) - 4});
    if (!kinds_.empty())
      store();
  }
  void load() {
    int kind = pick(4);
    if (kind == 0)
      add({k_iload_0 + pick(4)});
    if (kind == 1)
      add({k_bipush, pick(100) - 50});
    if (kind == 2)
      add({k_lload, pick(2) * 2 + 4});
    if (kind == 3)
      add({k_lconst_0 + pick(2)});
    kinds_ += kind < 2 ? 'I' : 'J';
  }
  void store() {
    bool is_long = kinds_.back() == 'J';
    if (is_long)
      add({k_lstore, pick(2) * 2 + 4});
    else
      add({k_istore_0 + pick(4)});
    kinds_.pop_back();
  }
  void math_int() {
    constexpr int kOps[] = {k_iadd, k_isub, k_imul, k_iand, k_ior, k_ixor, k_ishl, k_ishr, k_iushr};
    add({kOps[pick(9)]});
    replace(2, "I");
  }
  void math_long() {
    constexpr int kOps[] = {k_ladd, k_lsub, k_lmul, k_land, k_lor, k_lxor};
    if (pick(4) == 0) {
      add({k_lcmp});
      replace(2, "I");
      return;
    }
    add({kOps[pick(6)]});
    replace(2, "J");
  }
  void convert() {
    if (has("JI") && pick(2) == 0) {
      add({k_lshl + 2 * pick(3)});
      replace(2, "J");
    } else {
      add({k_i2l});
      replace(1, "J");
    }
  }
  void shuffle() {
    if (has("II") && pick(3) == 0) {
      add({k_swap});
    } else if (has("II") && pick(3) == 0) {
      add({k_dup_x1});
      replace(2, "III");
    } else if (has("III") && pick(2) == 0) {
      add({k_dup_x2});
      replace(3, "IIII");
    } else if (has("IJ") && pick(2) == 0) {
      add({k_dup2_x1});
      replace(2, "JIJ");
    } else if (has("JJ") && pick(2) == 0) {
      add({k_dup2_x2});
      replace(2, "JJJ");
    } else if (has("J") || (has("II") && pick(2) == 0)) {
      add({k_dup2});
      kinds_ += has("J") ? "J" : "II";
    } else if (has("I")) {
      add({k_dup});
      kinds_ += "I";
    }
  }

  std::mt19937 random_;
  Bytecode code_;
  std::string kinds_;  // I and J, bottom first
};

}  // namespace

TEST_CASE("cells: random loops give the same in all engines", "[vm][interp][cells]") {
  for (unsigned seed = 1; seed <= 150; ++seed) {
    INFO("seed " << seed);
    Bytecode code = RandomLoop(seed).make();
    same_everywhere(code, {3, -7, 11, 1 << 20}, {.max_stack = 40});
  }
}

TEST_CASE("cells: counting loops up and down, rotated or not", "[vm][interp][cells]") {
  // int s = 0; for (int i = 0; i < n; i++) s += i;
  Bytecode up = {k_iconst_0, k_istore_1, k_iconst_0, k_istore_2, k_iload_2, k_iload_0,  k_if_icmpge,
                 0,          13,         k_iload_1,  k_iload_2,  k_iadd,    k_istore_1, k_iinc,
                 2,          1,          k_goto_,    0xff,       0xf4,      k_iload_1,  k_ireturn};
  CHECK(same_everywhere(up, {100}) == "4950");
  CHECK(same_everywhere(up, {0}) == "0");
  // int s = 0; while (n > 0) { s += n; n--; }
  Bytecode down = {k_iconst_0, k_istore_1, k_iload_0, k_ifle,     0,         13,
                   k_iload_1,  k_iload_0,  k_iadd,    k_istore_1, k_iinc,    0,
                   0xff,       k_goto_,    0xff,      0xf5,       k_iload_1, k_ireturn};
  CHECK(same_everywhere(down, {10}) == "55");
  CHECK(same_everywhere(down, {-1}) == "0");
}

TEST_CASE("cells: a jump to a loop's step is that step, and goes on behind it",
          "[vm][interp][cells]") {
  // int s = 0; for (int i = 0; i < n; i++) { if ((i & 1) != 0) s += i; else s--; } return s;
  Bytecode code = {k_iconst_0,  k_istore_1, k_iconst_0, k_istore_2, k_iload_2,  k_iload_0,
                   k_if_icmpge, 0,          25,         k_iload_2,  k_iconst_1, k_iand,
                   k_ifeq,      0,          10,         k_iload_1,  k_iload_2,  k_iadd,
                   k_istore_1,  k_goto_,    0,          6,          k_iinc,     1,
                   0xff,        k_iinc,     2,          1,          k_goto_,    0xff,
                   0xe8,        k_iload_1,  k_ireturn};
  CHECK(same_everywhere(code, {0}) == "0");
  CHECK(same_everywhere(code, {1}) == "-1");
  CHECK(same_everywhere(code, {2}) == "0");  // the last round ends with the jump
  CHECK(same_everywhere(code, {101}) == "2449");
  // if (a < 0) a = -a; goto here; here: if (b > 10) return a; return b;
  Bytecode branch = {k_iload_0,  k_ifge,    0,         9,         k_iload_0,   k_ineg,
                     k_istore_0, k_goto_,   0,         6,         k_iinc,      0,
                     1,          k_iload_1, k_bipush,  10,        k_if_icmple, 0,
                     5,          k_iload_0, k_ireturn, k_iload_1, k_ireturn};
  for (int a : {-5, 5}) {
    for (int b : {3, 30})
      CHECK(same_everywhere(branch, {a, b}) == std::to_string(b > 10 ? (a < 0 ? 5 : 6) : b));
  }
}

TEST_CASE("cells: NaN takes the branches it should, with the compare in the branch",
          "[vm][interp][cells]") {
  for (int compare : {k_fcmpl, k_fcmpg}) {
    for (int branch = k_ifeq; branch <= k_ifle; ++branch) {
      // 0.0F / 0.0F against 1.0F, then 1.0F against 2.0F
      Bytecode nan = {k_iload_0, k_i2f, k_iload_0, k_i2f,      k_fdiv,    k_fconst_1, compare,
                      branch,    0,     5,         k_iconst_0, k_ireturn, k_iconst_1, k_ireturn};
      same_everywhere(nan, {0});
      same_everywhere(nan, {5});
    }
  }
}

TEST_CASE("cells: switches find their targets", "[vm][interp][cells]") {
  Bytecode table = {k_iload_0,  k_tableswitch,
                    0,          0,
                    0,          0,
                    0,          31,
                    0,          0,
                    0,          1,
                    0,          0,
                    0,          3,
                    0,          0,
                    0,          27,
                    0,          0,
                    0,          29,
                    0,          0,
                    0,          31,
                    k_iconst_1, k_ireturn,
                    k_iconst_2, k_ireturn,
                    k_iconst_3, k_ireturn};
  for (std::int32_t key = -1; key <= 5; ++key) same_everywhere(table, {key});
  Bytecode lookup = {k_iload_0,  k_lookupswitch,
                     0,          0,
                     0,          0,
                     0,          31,
                     0,          0,
                     0,          2,
                     0xff,       0xff,
                     0xff,       0xfb,
                     0,          0,
                     0,          27,
                     0,          0,
                     0,          100,
                     0,          0,
                     0,          29,
                     k_iconst_1, k_ireturn,
                     k_iconst_2, k_ireturn,
                     k_iconst_3, k_ireturn};
  for (std::int32_t key : {-5, 0, 100, 101}) same_everywhere(lookup, {key});
}

TEST_CASE("cells: exceptions land with locals as they were", "[vm][interp][cells]") {
  // local 1 = 7; try { local 1 = 5 / n; } catch (any) { return local 1; } return local 1 + 100;
  Bytecode code = {k_bipush, 7,          k_istore_1, k_iconst_5, k_iload_0,
                   k_idiv,   k_istore_1, k_iload_1,  k_bipush,   100,
                   k_iadd,   k_ireturn,  k_pop,      k_iload_1,  k_ireturn};
  MethodShape shape;
  shape.handlers = {{3, 7, 12}};
  CHECK(same_everywhere(code, {0}, shape) == "7");
  CHECK(same_everywhere(code, {2}, shape) == "102");
  CHECK(same_everywhere({k_iload_0, k_iconst_0, k_irem, k_ireturn}, {1}) ==
        "java/lang/ArithmeticException");
  CHECK(same_everywhere({k_aconst_null, k_arraylength, k_ireturn}, {1}) ==
        "java/lang/NullPointerException");
}

TEST_CASE("cells: a field grows in one cell, unless somebody looks at what lies between",
          "[vm][interp][cells]") {
  for (const char* engine : {"switch", "plain", "folded"}) {
    INFO(engine);
    World world(engine);
    world.fields[World::kFieldInt] = &world.add_field(*world.object, "i", BasicType::kInt, 16);
    world.fields[World::kFieldLong] = &world.add_field(*world.object, "j", BasicType::kLong, 24);
    world.fields[World::kFieldDouble] =
        &world.add_field(*world.object, "d", BasicType::kDouble, 32);
    world.fields[World::kFieldVolatileInt] =
        &world.add_field(*world.object, "v", BasicType::kInt, 40, 0x0041);
    world.fields[World::kFieldOtherInt] =
        &world.add_field(*world.object, "other", BasicType::kInt, 44);
    auto grow = [](int pool_index, std::initializer_list<int> value, int sum) {
      Bytecode code = {k_aload_0, k_dup, k_getfield, 0, pool_index};
      code.insert(code.end(), value);
      code.insert(code.end(), {sum, k_putfield, 0, pool_index});
      return code;
    };
    Bytecode code;
    auto add = [&](const Bytecode& more) { code.insert(code.end(), more.begin(), more.end()); };
    add({k_iload_1, k_i2l, k_lstore_3 - 1, k_lload_2, k_l2d, k_dstore, 6});
    add(grow(World::kFieldInt, {k_iload_1}, k_iadd));
    add(grow(World::kFieldInt, {k_bipush, 100}, k_iadd));
    add(grow(World::kFieldLong, {k_lload_2}, k_ladd));
    add(grow(World::kFieldLong, {k_lconst_1}, k_ladd));
    add(grow(World::kFieldDouble, {k_dload, 6}, k_dadd));
    add(grow(World::kFieldDouble, {k_dconst_1}, k_dadd));
    add(grow(World::kFieldVolatileInt, {k_iload_1}, k_iadd));
    add(grow(World::kFieldVolatileInt, {k_iconst_5}, k_iadd));
    // another field
    add({k_aload_0, k_dup, k_getfield, 0, World::kFieldInt, k_iload_1, k_iadd, k_putfield, 0,
         World::kFieldOtherInt});
    // ++i as a value
    add({k_aload_0, k_dup, k_getfield, 0, World::kFieldInt, k_iconst_1, k_iadd, k_dup_x1,
         k_putfield, 0, World::kFieldInt, k_ireturn});
    Method& f = world.add_method(*world.object, "f", "(Ljava/lang/Object;I)I", code);
    Object* object = world.new_object(*world.object);
    for (int round = 1; round <= 3; ++round) {
      CallArgs args;
      args.push(Handle<>(&object));
      args.push_int(7);
      CHECK(world.call(f, args).as_int() == 108 * round);
    }
    CHECK(object->load<std::int64_t>(24) == 3 * 8);
    CHECK(object->load<double>(32) == 3 * 8.0);
    CHECK(object->load<std::int32_t>(40) == 3 * 12);
    CHECK(object->load<std::int32_t>(44) == 3 * 107 + 2 + 7);
    CallArgs null;
    Object* nothing = nullptr;
    null.push(Handle<>(&nothing));
    null.push_int(7);
    CHECK_FALSE(world.try_call(f, null).ok());
    CHECK(world.thrown_class() == "java/lang/NullPointerException");
    if (std::string_view(engine) == "folded")
      CHECK(interp::existing_code(f)->cell_count < 25);
  }
}

// Returns whether the folded translation of these bytes has such a cell.
bool has_cell(const Bytecode& code, std::initializer_list<std::int32_t> arguments,
              interp::CellOp op) {
  World world("folded");
  std::string descriptor = "(" + std::string(arguments.size(), 'I') + ")I";
  Method& f = world.add_method(*world.object, "f", descriptor, code);
  world.call(f, ints(arguments));
  const interp::Code& cells = *interp::existing_code(f);
  for (std::uint32_t i = 0; i < cells.cell_count; ++i) {
    if (cells.cells()[i].handler == interp::handler_of(op))
      return true;
  }
  return false;
}

TEST_CASE("cells: operands that wait go into their slots two or three at a time",
          "[vm][interp][cells]") {
  using interp::CellOp;
  // The jump to the next instruction makes the operands go into their slots.
  Bytecode three = {k_iload_0, k_iload_1, k_iload_2, k_goto_, 0, 3, k_imul, k_isub, k_ireturn};
  CHECK(same_everywhere(three, {100, 5, 7}) == "65");
  CHECK(has_cell(three, {100, 5, 7}, CellOp::mov3));
  Bytecode two = {k_iload_0, k_iload_1, k_goto_, 0, 3, k_isub, k_ireturn};
  CHECK(same_everywhere(two, {100, 5}) == "95");
  CHECK(has_cell(two, {100, 5}, CellOp::mov2));
  // A long between two ints leaves its second slot out.
  Bytecode apart = {k_iload_1, k_i2l, k_lstore_2, k_iload_0, k_lload_2, k_iload_1, k_goto_,
                    0,         3,     k_i2l,      k_lmul,    k_l2i,     k_isub,    k_ireturn};
  CHECK(same_everywhere(apart, {100, 5}) == "75");
  // A constant before and behind a local; one that needs more than two bytes.
  CHECK(same_everywhere({k_bipush, -3, k_iload_0, k_goto_, 0, 3, k_isub, k_ireturn}, {100}) ==
        "-103");
  Bytecode behind = {k_iload_0, k_sipush, 0x80, 0, k_goto_, 0, 3, k_isub, k_ireturn};
  CHECK(same_everywhere(behind, {100}) == "32868");
  CHECK(has_cell(behind, {100}, CellOp::mov_const));
}

TEST_CASE("cells: i++ keeps the old value in the same cell", "[vm][interp][cells]") {
  Bytecode code = {k_iload_0, k_iinc, 0, 5, k_iload_0, k_imul, k_ireturn};
  CHECK(same_everywhere(code, {10}) == "150");
  CHECK(has_cell(code, {10}, interp::CellOp::mov_add));
}

TEST_CASE("cells: a jump takes the move before it, or at its target, along",
          "[vm][interp][cells]") {
  using interp::CellOp;
  // local 1 = local 0 < 0 ? 1 : 5; goto here; here: return local 1 + local 0;
  Bytecode code = {k_iload_0,  k_ifge,  0, 7, k_iconst_1, k_goto_,   0,      4,        k_iconst_5,
                   k_istore_1, k_goto_, 0, 3, k_iload_1,  k_iload_0, k_iadd, k_ireturn};
  MethodShape shape;
  CHECK(same_everywhere(code, {-10}, shape) == "-9");
  CHECK(same_everywhere(code, {10}, shape) == "15");
  CHECK(has_cell(code, {10}, CellOp::mov_goto));
  // local 0 = local 0 < 0 ? -300 : local 0; the constant is stored by the branch itself.
  Bytecode branch = {k_iload_0, k_ifge,     0,         13,         k_sipush, 0xfe,
                     0xd4,      k_istore_0, k_goto_,   0,          6,        0,
                     0,         0,          k_iload_0, k_iconst_1, k_iadd,   k_ireturn};
  CHECK(same_everywhere(branch, {-10}) == "-299");
  CHECK(same_everywhere(branch, {10}) == "11");
  CHECK(has_cell(branch, {10}, CellOp::const_goto));
}

TEST_CASE("cells: a double computed before the last one is still in a register",
          "[vm][interp][cells]") {
  // x = local 0; return (int) (x * x op (1 - x));
  for (int op : {k_dadd, k_dsub, k_dmul, k_ddiv}) {
    Bytecode code = {k_iload_0,  k_i2d,     k_dstore_1, k_dload_1, k_dload_1, k_dmul,
                     k_dconst_1, k_dload_1, k_dsub,     op,        k_d2i,     k_ireturn};
    same_everywhere(code, {10});
    CHECK(has_cell(code, {10}, interp::variant(interp::CellOp::dadd_pa, (op - k_dadd) / 4)));
  }
  // A third one comes between them.
  Bytecode third = {k_iload_0, k_i2d,     k_dstore_1, k_dload_1,  k_dload_1, k_dmul,
                    k_dload_1, k_dload_1, k_dadd,     k_dconst_1, k_dload_1, k_dsub,
                    k_dmul,    k_dsub,    k_d2i,      k_ireturn};
  CHECK(same_everywhere(third, {10}) == "280");
}

TEST_CASE("cells: a return cuts its value, be it a constant, in a slot or just computed",
          "[vm][interp][cells]") {
  struct Row {
    const char* descriptor;
    const char* expected;
  };
  for (const char* engine : {"switch", "plain", "folded"}) {
    INFO(engine);
    for (const Row& row : {Row{"(I)Z", "1"}, Row{"(I)B", "-127"}, Row{"(I)C", "33153"},
                           Row{"(I)S", "-32383"}, Row{"(I)I", "33153"}}) {
      INFO(row.descriptor);
      World world(engine);
      auto result = [&](const char* name, const Bytecode& code, std::int32_t argument) {
        Method& f = world.add_method(*world.object, name, row.descriptor, code);
        return std::to_string(world.call(f, ints({argument})).as_int());
      };
      // 33153 is 0x8181.
      CHECK(result("slot", {k_iload_0, k_ireturn}, 33153) == row.expected);
      CHECK(result("computed", {k_iload_0, k_iconst_1, k_iadd, k_ireturn}, 33152) == row.expected);
    }
    World world(engine);
    Method& f = world.add_method(*world.object, "f", "(I)B", {k_sipush, 1, 44, k_ireturn});
    CHECK(world.call(f, ints({0})).as_int() == 44);
  }
}

TEST_CASE("cells: every engine has a name and knows the bci of a cell", "[vm][interp][cells]") {
  for (const char* engine : {"plain", "folded"}) {
    World world(engine);
    Method& f =
        world.add_method(*world.object, "f", "(I)I", {k_iload_0, k_iconst_3, k_iadd, k_ireturn});
    CHECK(world.call(f, ints({4})).as_int() == 7);
    const interp::Code& code = *interp::existing_code(f);
    CHECK(code.cell_count == (std::string_view(engine) == "folded" ? 2U : 4U));
    CHECK(code.bci_of(&code.cells()[code.cell_count - 1]) == 3);
  }
}
