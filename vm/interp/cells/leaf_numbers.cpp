// The leaf functions of numbers. Where Java demands an exact result, only one is possible. The
// functions of java.lang.Math that may err by 1 ulp (sin to pow) run in HotSpot's interpreter as
// code of its own, which errs by hardly more than 0.5 ulp. The C library is as good (log10, and
// sin, cos and tan of large arguments, only in long double), so except for one in some hundreds the
// results are the same. java.lang.StrictMath keeps fdlibm's results.
#include <bit>
#include <cmath>
#include <limits>

#include "runtime/thread/java_thread.h"
#include "vm/interp/cells/leaf_functions.h"
#include "vm/interp/meanings.h"

namespace minijvm::interp {
namespace {

using runtime::JavaThread;
using runtime::Slot;

// C's pow gives 1 where Java's gives NaN: for 1 to a NaN, and for 1 or -1 to an infinity.
double java_power(double base, double exponent) {
  bool is_nan = std::isnan(exponent) || (std::fabs(base) == 1 && std::isinf(exponent));
  return is_nan ? std::numeric_limits<double>::quiet_NaN() : std::pow(base, exponent);
}

// Above this angle, the C library's reduction by pi loses up to a dozen ulp near multiples of pi/2.
constexpr double kLargeAngle = 1e8;

template <class Function>
double of_angle(double x, Function function) {
  return std::fabs(x) > kLargeAngle ? static_cast<double>(function(static_cast<long double>(x)))
                                    : function(x);
}

// A long or double argument takes two slots, so the second one is args[2].
#define MJ_LEAF(name, statement)                                      \
  bool name(JavaThread&, [[maybe_unused]] Slot* args, Slot* result) { \
    statement;                                                        \
    return true;                                                      \
  }
MJ_LEAF(math_sqrt, result->set_double(std::sqrt(args[0].as_double())))
MJ_LEAF(math_floor, result->set_double(std::floor(args[0].as_double())))
MJ_LEAF(math_ceil, result->set_double(std::ceil(args[0].as_double())))
MJ_LEAF(math_rint, result->set_double(std::nearbyint(args[0].as_double())))
MJ_LEAF(math_abs_int,
        result->set_int(args[0].as_int() < 0 ? wrap(0 - bits(args[0].as_int())) : args[0].as_int()))
MJ_LEAF(math_abs_long, result->set_long(args[0].as_long() < 0 ? wrap(0 - bits(args[0].as_long()))
                                                              : args[0].as_long()))
MJ_LEAF(math_abs_double, result->set_double(std::fabs(args[0].as_double())))
MJ_LEAF(math_max_int, result->set_int(std::max(args[0].as_int(), args[1].as_int())))
MJ_LEAF(math_min_int, result->set_int(std::min(args[0].as_int(), args[1].as_int())))
MJ_LEAF(math_max_long, result->set_long(std::max(args[0].as_long(), args[2].as_long())))
MJ_LEAF(math_min_long, result->set_long(std::min(args[0].as_long(), args[2].as_long())))
MJ_LEAF(math_multiply_high,
        result->set_long(static_cast<std::int64_t>(
            (__extension__(__int128) args[0].as_long() * args[2].as_long()) >> 64)))
MJ_LEAF(same_bits, result->bits = args[0].bits)
// All NaNs give one result, unlike in floatToRawIntBits.
MJ_LEAF(float_bits, result->set_int(std::isnan(args[0].as_float()) ? 0x7fc00000 : args[0].as_int()))
MJ_LEAF(double_bits,
        result->set_long(std::isnan(args[0].as_double()) ? 0x7ff8000000000000 : args[0].as_long()))
MJ_LEAF(int_bit_count, result->set_int(std::popcount(bits(args[0].as_int()))))
MJ_LEAF(int_leading, result->set_int(std::countl_zero(bits(args[0].as_int()))))
MJ_LEAF(int_trailing, result->set_int(std::countr_zero(bits(args[0].as_int()))))
MJ_LEAF(int_reverse_bytes, result->set_int(wrap(__builtin_bswap32(bits(args[0].as_int())))))
MJ_LEAF(long_bit_count, result->set_int(std::popcount(bits(args[0].as_long()))))
MJ_LEAF(long_leading, result->set_int(std::countl_zero(bits(args[0].as_long()))))
MJ_LEAF(long_trailing, result->set_int(std::countr_zero(bits(args[0].as_long()))))
MJ_LEAF(
    long_reverse_bytes,
    result->set_long(wrap(static_cast<std::uint64_t>(__builtin_bswap64(bits(args[0].as_long()))))))
MJ_LEAF(math_sin,
        result->set_double(of_angle(args[0].as_double(), [](auto x) { return std::sin(x); })))
MJ_LEAF(math_cos,
        result->set_double(of_angle(args[0].as_double(), [](auto x) { return std::cos(x); })))
MJ_LEAF(math_tan,
        result->set_double(of_angle(args[0].as_double(), [](auto x) { return std::tan(x); })))
MJ_LEAF(math_exp, result->set_double(std::exp(args[0].as_double())))
MJ_LEAF(math_log, result->set_double(std::log(args[0].as_double())))
MJ_LEAF(math_log10, result->set_double(static_cast<double>(
                        std::log10(static_cast<long double>(args[0].as_double())))))
MJ_LEAF(math_pow, result->set_double(java_power(args[0].as_double(), args[2].as_double())))
#undef MJ_LEAF

constexpr LeafFunction kLeaves[] = {
    {"java/lang/Math.sqrt(D)D", math_sqrt},
    {"java/lang/Math.floor(D)D", math_floor},
    {"java/lang/Math.ceil(D)D", math_ceil},
    {"java/lang/Math.rint(D)D", math_rint},
    {"java/lang/Math.sin(D)D", math_sin},
    {"java/lang/Math.cos(D)D", math_cos},
    {"java/lang/Math.tan(D)D", math_tan},
    {"java/lang/Math.exp(D)D", math_exp},
    {"java/lang/Math.log(D)D", math_log},
    {"java/lang/Math.log10(D)D", math_log10},
    {"java/lang/Math.pow(DD)D", math_pow},
    {"java/lang/Math.abs(I)I", math_abs_int},
    {"java/lang/Math.abs(J)J", math_abs_long},
    {"java/lang/Math.abs(D)D", math_abs_double},
    {"java/lang/Math.max(II)I", math_max_int},
    {"java/lang/Math.min(II)I", math_min_int},
    {"java/lang/Math.max(JJ)J", math_max_long},
    {"java/lang/Math.min(JJ)J", math_min_long},
    {"java/lang/Math.multiplyHigh(JJ)J", math_multiply_high},
    {"java/lang/Float.floatToRawIntBits(F)I", same_bits},
    {"java/lang/Float.intBitsToFloat(I)F", same_bits},
    {"java/lang/Float.floatToIntBits(F)I", float_bits},
    {"java/lang/Double.doubleToRawLongBits(D)J", same_bits},
    {"java/lang/Double.longBitsToDouble(J)D", same_bits},
    {"java/lang/Double.doubleToLongBits(D)J", double_bits},
    {"java/lang/Integer.bitCount(I)I", int_bit_count},
    {"java/lang/Integer.numberOfLeadingZeros(I)I", int_leading},
    {"java/lang/Integer.numberOfTrailingZeros(I)I", int_trailing},
    {"java/lang/Integer.reverseBytes(I)I", int_reverse_bytes},
    {"java/lang/Long.bitCount(J)I", long_bit_count},
    {"java/lang/Long.numberOfLeadingZeros(J)I", long_leading},
    {"java/lang/Long.numberOfTrailingZeros(J)I", long_trailing},
    {"java/lang/Long.reverseBytes(J)J", long_reverse_bytes},
};

}  // namespace

std::span<const LeafFunction> number_leaves() { return kLeaves; }

}  // namespace minijvm::interp
