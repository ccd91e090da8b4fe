// Holds the leaf functions of java.math.BigInteger: the inner loops of multiply, square, modPow. A
// magnitude is an int array with the most significant word first. They run in kInJava.
// Tested by tests/java/library/BigProducts.java.
#include <algorithm>

#include "runtime/class/class.h"
#include "runtime/jdk_release.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "vm/interp/cells/leaf_functions.h"

namespace minijvm::interp {
namespace {

using runtime::JavaThread;
using runtime::Object;
using runtime::Slot;

// A leaf function computes so many products at most, since its thread cannot stop meanwhile: some
// 100 us. The method itself computes larger ones.
constexpr std::int64_t kMostProducts = 1 << 16;

// Adds count words of `x` times `factor` to the words of `sum`, from the last to the first. Returns
// the carry. The two may overlap, as in the Java method.
std::uint32_t add_product(std::uint32_t* sum, const std::uint32_t* x, std::int32_t count,
                          std::uint32_t factor) {
  std::uint64_t carry = 0;
  for (std::int32_t i = count - 1; i >= 0; --i) {
    std::uint64_t product = std::uint64_t{x[i]} * factor + sum[i] + carry;
    sum[i] = static_cast<std::uint32_t>(product);
    carry = product >> 32;
  }
  return static_cast<std::uint32_t>(carry);
}

bool has_words(const Object* array, std::int32_t count) {
  return array != nullptr && count > 0 && count <= array->array_length();
}

// The arguments: (sum, x, words behind the last one of the sum that changes, count, factor).
bool multiply_and_add(JavaThread&, Slot* args, Slot* result) {
  Object* sum = args[0].ref;
  const Object* x = args[1].ref;
  std::int32_t behind = args[2].as_int();
  std::int32_t count = args[3].as_int();
  if (sum == nullptr || behind < 0 || count > kMostProducts || !has_words(x, count) ||
      count > sum->array_length() - behind)
    return false;
  auto* first = sum->elements<std::uint32_t>() + (sum->array_length() - behind - count);
  result->set_int(static_cast<std::int32_t>(add_product(
      first, x->elements<std::uint32_t>(), count, static_cast<std::uint32_t>(args[4].as_int()))));
  return true;
}

// Returns whether the Java method, which the leaf stands for, makes an array for the product.
bool makes_product() {
  constexpr int kUntil = 17;
  return runtime::jdk().feature <= kUntil;
}

// The arguments: (x, its words, y, its words, the array for the product, which may be null or too
// short). The result is the product's array.
bool multiply(JavaThread& self, Slot* args, Slot* result) {
  const Object* x = args[0].ref;
  const Object* y = args[2].ref;
  Object* product = args[4].ref;
  std::int32_t x_words = args[1].as_int();
  std::int32_t y_words = args[3].as_int();
  if (!has_words(x, x_words) || !has_words(y, y_words) || product == x || product == y ||
      std::int64_t{x_words} * y_words > kMostProducts)
    return false;
  std::int32_t words = x_words + y_words;
  if (product == nullptr || product->array_length() < words) {
    // From JDK 21 on, the caller makes the array, and the Java method fails without it.
    if (!makes_product())
      return false;
    product = array_in_tlab(self, *x->klass(), words);
  }
  if (product == nullptr)
    return false;
  auto* at = product->elements<std::uint32_t>();
  std::fill_n(at, words, 0U);
  for (std::int32_t i = x_words - 1; i >= 0; --i) {
    at[i] = add_product(at + i + 1, y->elements<std::uint32_t>(), y_words,
                        x->elements<std::uint32_t>()[i]);
  }
  result->ref = product;
  return true;
}

constexpr LeafFunction kLeaves[] = {
    {"java/math/BigInteger.implMulAdd([I[IIII)I", multiply_and_add},
    {"java/math/BigInteger.implMultiplyToLen([II[II[I)[I", multiply},
};

}  // namespace

std::span<const LeafFunction> big_integer_leaves() { return kLeaves; }

}  // namespace minijvm::interp
